"""The tables old to new: commands run, conditions are read, Python is evaluated and compared."""

from __future__ import annotations

import doctest
import re
import shlex
import shutil
import warnings
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from dealwright import parse

ROOT = Path(__file__).parents[2]
PAGES = ROOT / "docs" / "coming-from"
ELSEWHERE = {
    "deal",
    "bincoeff",
    "index",
}  # peers/test_deal.py, numbering/test_tables.py
NEEDED = {"endplay": "endplay", "more-itertools": "more_itertools"}
RANDOM = {"mi.random_combination(range(52), 5)"}  # no two are alike


def rows(kind: str) -> list[Any]:
    """Return the rows of the tables whose last column has that head: page, old, new."""
    found = []
    for path in sorted(PAGES.glob("*.md")):
        if path.stem in ELSEWHERE:
            continue
        head = ""
        for line in path.read_text("utf-8").splitlines():
            cells = [cell.strip() for cell in re.split(r"(?<!\\)\|", line)[1:-1]]
            if len(cells) != 2 or set(cells[0]) <= set("-:"):
                continue
            if not cells[1].startswith("`"):
                head = cells[1]
            elif head == kind:
                new = cells[1].strip("`").replace("\\|", "|")
                old = cells[0].strip("`").replace("\\|", "|")
                found.append(pytest.param(path.stem, old, new, id=f"{path.stem}: {new[:50]}"))
    return found


def namespace(stem: str) -> dict[str, Any]:
    """Return the names that a page's examples define."""
    if stem in NEEDED:
        pytest.importorskip(NEEDED[stem], reason=f"pip install {stem}")
    text = (PAGES / f"{stem}.md").read_text("utf-8").partition("\n| ")[0]
    names: dict[str, Any] = {}
    test = doctest.DocTestParser().get_doctest(text, names, stem, stem, 0)
    for example in test.examples:
        exec(example.source, names)
    return names


@pytest.mark.long
@pytest.mark.parametrize(("stem", "old", "new"), rows("command"))
def test_a_command_runs(
    stem: str,
    old: str,
    new: str,
    cli: Callable[..., Any],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    shutil.copytree(ROOT / "examples", tmp_path / "examples")
    monkeypatch.chdir(tmp_path)
    words = shlex.split(new)
    assert words[0] == "dealwright"
    done = cli(*words[1:])
    assert done.status == 0, done.err
    assert done.out.strip() or "--output" in words or words[1] == "convert"


@pytest.mark.parametrize(("stem", "old", "new"), rows("condition"))
def test_a_condition_means_the_same(stem: str, old: str, new: str) -> None:
    condition = parse(new)
    if "dpp" in old or "tricks" in old:  # another language; a solver
        return
    counts = [parse(text).count(seed=1) for text in (old, new)]
    assert counts[0] == counts[1]
    assert condition.probability(seed=1) > 0


def plain(value: Any) -> Any:
    """Return a value as what both sides can be compared by."""
    if isinstance(value, (list, tuple)):
        return [plain(each) for each in value]
    if isinstance(value, (bool, np.bool_)):
        return bool(value)
    return int(value) if isinstance(value, (int, np.integer)) else str(value)


@pytest.mark.parametrize(("stem", "old", "new"), rows("Python"))
def test_both_sides_are_equal(stem: str, old: str, new: str) -> None:
    names = namespace(stem)
    found = eval(new, names)
    if stem in NEEDED and old not in RANDOM:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            theirs = eval(old, names)
        assert plain(found) == plain(theirs)
    else:
        assert found is not None


@pytest.mark.parametrize(("stem", "old", "new"), rows("here (Python)"))
def test_python_is_evaluated(stem: str, old: str, new: str) -> None:
    found = eval(new, namespace(stem))
    assert found is not None
    assert not isinstance(found, Fraction) or found.denominator > 0


def test_every_page_has_a_tested_table() -> None:
    kinds = ("command", "condition", "Python", "here (Python)")
    found = {row.values[0] for kind in kinds for row in rows(kind)}
    assert found == {path.stem for path in PAGES.glob("*.md")} - ELSEWHERE
