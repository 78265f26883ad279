"""The words around boards in other languages: every one is there, and fits where it is printed."""

from __future__ import annotations

import ast
import gettext
from itertools import product
from pathlib import Path

import pytest

from dealwright.base.translation import in_language
from dealwright.cards import Seat
from dealwright.cards.bridge.boards import Vulnerability
from dealwright.cli.user_settings import LANGUAGES
from dealwright.deals.diagram import SIDE
from dealwright.formats import board_report, board_words
from dealwright.formats.board_words import heading
from dealwright.formats.kinds import diagram, hands, html, pdf
from dealwright.formats.records import Board

ROOT = Path(__file__).parents[2]
LOCALE = ROOT / "src/dealwright/base/locale"
CODES = sorted({*LANGUAGES} - {"en"})
# What stays English, in reports of what happened at a table.
ENGLISH = {"Auction: {calls}", "Result {result}", "{line}, result {result}"}


def words() -> set[str]:
    """Return the words that the formats translate, in calls and in tables."""
    found = {*board_words._SEATS, *board_words._VULNERABLE.values()}
    for module in (board_words, diagram, hands, html, pdf, board_report):
        for node in ast.walk(ast.parse(Path(module.__file__).read_text("utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "translated":
                texts = [each for each in ast.walk(node.args[0]) if isinstance(each, ast.Constant)]
                found |= {each.value for each in texts if isinstance(each.value, str)}
    return found


def test_every_language_has_a_catalogue() -> None:
    assert sorted(path.name for path in LOCALE.iterdir() if path.is_dir()) == CODES


@pytest.mark.parametrize("code", CODES)
def test_catalogues_have_these_words(code: str) -> None:
    """A translation is of words that are printed, with the same values, and is compiled."""
    pofile = pytest.importorskip("babel.messages.pofile", reason="pip install babel")
    folder = LOCALE / code / "LC_MESSAGES"
    with (folder / "dealwright.po").open("rb") as file:
        written = {each.id: each.string for each in pofile.read_po(file) if each.id}
    with (folder / "dealwright.mo").open("rb") as file:
        compiled = gettext.GNUTranslations(file)
    assert {*written} == words() - ENGLISH
    for english, text in written.items():
        assert compiled.gettext(english) == text, "pybabel compile -d src/dealwright/base/locale"
        assert names_in(text) == names_in(english)


def names_in(text: str) -> set[str]:
    """Return the names in the braces of a text."""
    return {part.partition("}")[0] for part in text.split("{")[1:]}


@pytest.mark.parametrize("code", LANGUAGES)
def test_headings_fit_beside_a_diagram(code: str) -> None:
    with in_language(code):
        for number, seat in product((7, 999), Seat):
            for sides in Vulnerability:
                lines = heading(Board(number=number, dealer=seat, vulnerability=sides))
                assert all(0 < len(line) < SIDE for line in lines), lines
