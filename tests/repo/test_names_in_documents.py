"""Every name of Python in the inline code of the documentation exists."""

from __future__ import annotations

import builtins
import re
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
# Pages for those who come from other programs name what those have; decisions tell of the past.
PAGES = [
    path
    for path in sorted((ROOT / "docs").rglob("*.md"))
    if not {"coming-from", "decisions"} & {*path.parts}
]
CARDS = re.compile(r"(?:[AKQJTx2-9][shdcx])+x*|m4M")  # a hand of poker, a suit of any length
OTHERS = {"HandType", "LevelType", "DoubleDummyTricks"}  # names of scripts, and of PBN
CALLED = re.compile(r"(?<![\w\"'/-])([A-Za-z_]\w*)\(")
CLASS = re.compile(r"[A-Z][a-z]+(?:[A-Z][a-z]+)+")


@cache
def known() -> frozenset[str]:
    """All words of the source, and Python's own."""
    files = [*(ROOT / "src/dealwright").rglob("*.py"), *(ROOT / "src/dealwright").rglob("*.lark")]
    words = {word for path in files for word in re.findall(r"\w+", path.read_text("utf-8"))}
    return frozenset(words | {*dir(builtins)})


def inline_code(text: str) -> list[str]:
    """Return the inline code of a page, without blocks."""
    return re.findall(r"`([^`\n]+)`", re.sub(r"(?ms)^```.*?^```", "", text))


def unknown(text: str) -> set[str]:
    """Return the names of a page that nothing has."""
    found = set[str]()
    for code in inline_code(text):
        names = {*CALLED.findall(code), *CLASS.findall(code)}
        found |= {
            name for name in names if name not in known() | OTHERS and not CARDS.fullmatch(name)
        }
    return found


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_names_exist(page: Path) -> None:
    assert unknown(page.read_text("utf-8")) == set()


def test_a_name_that_is_none_is_found() -> None:
    text = "Ask `deals.hpc()` and `CondtionDeals.save`, not `deal()`."
    assert unknown(text) == {"hpc", "CondtionDeals"}
