"""What is generated is what the program says today, and one command writes it."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from tools import regenerate
from tools.figures import SLOWER, marked_pages, slower_rows, without_marked
from tools.regenerate import PARTS, Part, main, stale, write

ROOT = Path(__file__).parents[2]
QUICK = [name for name, part in PARTS.items() if not part.slow]


@pytest.mark.parametrize("name", QUICK)
def test_nothing_is_stale(name: str) -> None:
    assert sorted(stale(PARTS[name])) == [], "run: python tools/regenerate.py"


def test_the_page_of_figures_has_tables_of_figures() -> None:
    names = {path.relative_to(ROOT).as_posix() for path in marked_pages()}
    assert names >= {"docs/reference/figures.md", "docs/explanation/comparison.md"}


def test_every_job_in_which_another_program_was_faster_is_named() -> None:
    stored = json.loads((ROOT / "benchmarks/stored.json").read_text("utf-8"))
    for found in stored["contests"]["walk"]["ratios"]:
        found["median"] = 1.1
    named = slower_rows(stored)
    assert len(named) < len(SLOWER)
    for found in stored["contests"]["walk"]["ratios"]:
        found["median"] = 0.9
    assert len(slower_rows(stored)) == len(named) + 1
    for found in stored["contests"]["uniform"]["ratios"]:
        found["median"] = 0.9 if found["peer"] == "dealer" else found["median"]
    with pytest.raises(ValueError, match="dealer was faster in 'uniform'"):
        slower_rows(stored)


def test_times_of_the_benchmark_stand_between_marks() -> None:
    """No other job is so short, but those of ``benchmarks.single_calls``, whose table is a page."""
    pages = {*(ROOT / "docs").rglob("*.md"), ROOT / "README.md"}
    pages -= {ROOT / "docs/reference/single-calls.md"}
    assert len(pages) > 50
    for page in pages:
        lines = without_marked(page.read_text("utf-8")).splitlines()
        loose = [line for line in lines if re.search(r"\d ?(?:ns|µs)\b", line)]
        assert not loose, f"{page}: mark these with tools/figures.py: {loose}"


def test_a_file_is_written_or_deleted_and_then_is_not_stale(tmp_path: Path) -> None:
    texts = {Path("pages/a.md"): "a", Path("pages/b.md"): "b", Path("schema.json"): "{}"}
    part = Part(lambda: texts, ("pages/*.md",))
    for name, text in (("a", "a"), ("b", "old"), ("gone", "gone")):
        path = tmp_path / "pages" / f"{name}.md"
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, "utf-8")
    expected = {Path("pages/gone.md"): None, Path("pages/b.md"): "b", Path("schema.json"): "{}"}
    assert stale(part, tmp_path) == expected
    assert {*write(part, tmp_path)} == {*expected}
    assert stale(part, tmp_path) == {}
    assert {path.name for path in (tmp_path / "pages").iterdir()} == {"a.md", "b.md"}


def test_only_what_is_shown_has_to_agree(tmp_path: Path) -> None:
    (tmp_path / "a.svg").write_text("font 1", "utf-8")
    part = Part(lambda: {Path("a.svg"): "font 2"}, shown=lambda text: text[:4])
    assert stale(part, tmp_path) == {}


def test_the_command_names_what_is_stale_and_writes_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "a.md"
    path.write_text("old", "utf-8")
    monkeypatch.setattr(regenerate, "PARTS", {"schema": Part(lambda: {path: "new"})})
    assert main(["--stale", "schema"]) == 1
    assert capsys.readouterr().out == f"stale  schema      {path}\n"
    assert path.read_text("utf-8") == "old"
    assert main(["schema"]) == 0
    assert path.read_text("utf-8") == "new"
    assert main(["--stale", "schema"]) == 0
