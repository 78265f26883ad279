"""Every error is a template with its values, so that it can be translated."""

from __future__ import annotations

import ast
from itertools import product
from pathlib import Path

import pytest
from tools.catalogue import (
    LOCALE,
    OPTIONS,
    calls,
    compiled,
    help_messages,
    messages,
    names_in,
    sources,
)

from dealwright.bridge.boards import Vulnerability
from dealwright.cards import Seat
from dealwright.cli.user_settings import LANGUAGES
from dealwright.deals.diagram import SIDE
from dealwright.formats.board_words import heading
from dealwright.formats.records import Board
from dealwright.messages import choose_language, filled

TREES = sources()
MESSAGES = list(messages(TREES))
CATALOGUES = sorted(LOCALE.glob("*/LC_MESSAGES/*.po"))
# The words around boards, which every catalogue has.
WORDS = [
    found.template
    for found in MESSAGES
    if found.file == "formats/board_words.py" or found.template in ("HCP", "Hand record")
]
# Texts of the operating system, or of a path that another error names.
SYSTEM = {"cli/__init__.py", "web/fair_requests.py"}


class Anything:
    """A value with every format and attribute."""

    def __format__(self, specification: str) -> str:
        return "?"

    def __getattr__(self, name: str) -> Anything:
        return self


@pytest.mark.long
def test_errors_are_templates() -> None:
    """No error is made of text that is put together before: nobody could translate it."""
    wrong = [
        f"{file}:{call.lineno}: {ast.unparse(call)[:80]}"
        for file, call in calls(TREES)
        for argument in [*call.args, *(each.value for each in call.keywords if each.arg == "hint")]
        for part in ast.walk(argument)
        if isinstance(part, ast.JoinedStr) and file not in SYSTEM
    ]
    assert not wrong, "\n".join(wrong)


@pytest.mark.long
def test_templates_name_their_values() -> None:
    wrong, seen = [], 0
    for file, call in calls(TREES):
        given = {each.arg for each in call.keywords if each.arg} - OPTIONS
        if any(each.arg is None for each in call.keywords):
            continue  # **values: as they were given
        first = [each for each in call.args if isinstance(each, ast.Constant)]
        named = [each.value for each in first if isinstance(each.value, str) and "{" in each.value]
        if given and named:
            seen += 1
            if names_in(named[0]) - OPTIONS != given:
                wrong.append(f"{file}:{call.lineno}: {sorted(names_in(named[0]) ^ given)}")
    assert not wrong, "\n".join(wrong)
    assert seen > 800


def test_every_template_is_filled_with_its_values() -> None:
    seen = 0
    for found in MESSAGES:
        if found.values is not None:
            filled(found.template, {name: Anything() for name in found.values})
            seen += 1
    assert seen > 800


@pytest.mark.parametrize("path", CATALOGUES, ids=lambda path: path.parts[-3])
def test_catalogues_are_of_these_messages(path: Path) -> None:
    """A translation is of a message that exists, with the same values, and is compiled."""
    pofile = pytest.importorskip("babel.messages.pofile", reason="pip install babel")
    known = {found.template: found for found in (*MESSAGES, *help_messages())}
    with path.open("rb") as file:
        catalogue = pofile.read_po(file)
    for entry in catalogue:
        if not entry.id:
            continue
        assert entry.id in known, f"{entry.id!r} is no message any more"
        if known[entry.id].values is not None:
            assert names_in(entry.string) == known[entry.id].values, entry.id
    assert {*WORDS} <= {entry.id for entry in catalogue}
    again = "python tools/catalogue.py compile"
    assert path.with_suffix(".mo").read_bytes() == compiled(path), again


def test_every_language_has_its_words() -> None:
    assert [path.parts[-3] for path in CATALOGUES] == sorted({*LANGUAGES} - {"en"})
    assert len(WORDS) == 12


@pytest.mark.parametrize("code", LANGUAGES)
def test_headings_fit_beside_a_diagram(code: str) -> None:
    choose_language(code)
    try:
        for number, seat in product((7, 999), Seat):
            for sides in Vulnerability:
                lines = heading(Board(number=number, dealer=seat, vulnerability=sides))
                assert all(0 < len(line) < SIDE for line in lines), lines
    finally:
        choose_language("en")


def test_help_can_be_translated() -> None:
    texts = [found.template for found in help_messages()]
    assert len(texts) > 350
    assert not [text for text in texts if text.startswith(" ") or not text.strip()]
