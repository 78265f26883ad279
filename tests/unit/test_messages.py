"""Errors make their text when it is shown, in the chosen language."""

from __future__ import annotations

import copy
import pickle
import shlex
from collections.abc import Iterator
from gettext import NullTranslations

import pytest

from dealwright import Deals, parse
from dealwright.cli import status_of
from dealwright.errors import (
    ArgumentError,
    CardError,
    ConditionError,
    DealwrightError,
    SearchStopped,
)
from dealwright.messages import Message, choose_language, filled, language

MARKS = "«»"


class Marked(NullTranslations):
    """A language in which every message stands between marks."""

    def gettext(self, message: str) -> str:
        return f"{MARKS[0]}{message}{MARKS[1]}"


class Known(NullTranslations):
    """A language of the messages that are given."""

    def __init__(self, texts: dict[str, str]) -> None:
        super().__init__()
        self.texts = texts

    def gettext(self, message: str) -> str:
        return self.texts.get(message, message)


@pytest.fixture
def marked() -> Iterator[None]:
    choose_language("xx", Marked())
    yield
    choose_language("en")


class TestErrors:
    def test_text_is_made_when_it_is_shown(self) -> None:
        error = CardError("'{card}' is not a card", card="1S")
        choose_language("xx", Known({"'{card}' is not a card": "{card}? Keine Karte"}))
        try:
            assert str(error) == error.message == "1S? Keine Karte"
        finally:
            choose_language("en")
        assert str(error) == "'1S' is not a card"
        assert (error.template, error.values) == ("'{card}' is not a card", {"card": "1S"})

    def test_braces_without_values_are_text(self) -> None:
        assert str(CardError("write shape{north, 4333}")) == "write shape{north, 4333}"

    def test_parts_are_messages(self) -> None:
        part = Message("{n:,} deals", n=1200)
        assert str(ArgumentError("there are {part}, not {n!r}", part=part, n="2")) == (
            "there are 1,200 deals, not '2'"
        )
        assert str(ArgumentError(part)) == "1,200 deals"
        assert repr(ArgumentError(part)) == "ArgumentError('1,200 deals')"

    @pytest.mark.parametrize("again", [copy.copy, lambda each: pickle.loads(pickle.dumps(each))])
    def test_errors_cross_processes(self, again: object) -> None:
        assert callable(again)
        for error in (
            CardError("'{card}' is not a card: {part}", card=[1], part=Message("{x!r}", x=len)),
            ConditionError(
                "{n:,} of", text="a\nb", position=2, hint=Message("do {x}", x=1), n=1000
            ),
            SearchStopped("{n} found", deals=[1], tried=3, n=1),
        ):
            found = again(error)
            assert type(found) is type(error)
            assert (str(found), found.template) == (str(error), error.template)
            assert vars(found).keys() == vars(error).keys()
        assert (found.deals, found.tried) == ([1], 3)

    def test_a_wrong_name_in_a_translation_shows_the_original(self) -> None:
        choose_language("xx", Known({"{n} deals": "{m} Verteilungen", "{n:,} of": "{n:q} von"}))
        try:
            assert filled("{n} deals", {"n": 3}) == "3 deals"
            assert filled("{n:,} of", {"n": 3}) == "3 of"
        finally:
            choose_language("en")

    def test_a_wrong_name_in_a_template_is_an_error(self) -> None:
        with pytest.raises(KeyError):
            filled("{n} deals", {"m": 3})

    def test_a_language_without_a_catalogue_is_english(self) -> None:
        choose_language("tlh")
        try:
            assert (language(), filled("{n} deals", {"n": 3})) == ("tlh", "3 deals")
        finally:
            choose_language("en")


@pytest.mark.usefixtures("marked")
@pytest.mark.parametrize(
    "line",
    [
        "deal 1 --predeal 'north SAX'",
        "deal 1 --predeal 'north SA' --predeal 'south SA'",
        "deal 1 --format nope",
        "deal 3 'hcp(north) > 50'",
        "count 'hcp(north'",
        "count 'hpc(north) > 3'",
        "count 'hcp(north) > 3' --budget=-1",
        "convert /nowhere/boards.pbn /nowhere/boards.lin",
        "poker equity AA 'K!'",
        "poker equity AA KK --game whist",
        "scenarios nope",
        "suit AQ AQ",
        "system check /nowhere",
    ],
)
def test_errors_of_the_command_line_are_translated(
    line: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert status_of(shlex.split(line)) == 2
    message = capsys.readouterr().err.strip().removeprefix("dealwright: ")
    assert message.startswith("«"), message
    assert "»" in message


@pytest.mark.usefixtures("marked")
def test_errors_of_the_library_are_translated() -> None:
    for wrong in (
        lambda: Deals.parse(["N:AKQ"]),
        lambda: parse("hcp(north) > "),
        lambda: Deals.parse(["N:AKQJ.AKQJ.AKQJ.AKQJ - - -"]),
    ):
        with pytest.raises(DealwrightError) as caught:
            wrong()
        assert str(caught.value).startswith("«")


@pytest.mark.usefixtures("marked")
@pytest.mark.parametrize("line", ["--help", "deal --help", "poker equity --help", "system --help"])
def test_help_is_translated(line: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert status_of(line.split()) == 0
    shown = " ".join(capsys.readouterr().out.split())
    assert shown.count("«") > 5
    assert "«Deal" in shown or "«Print" in shown or "«Check" in shown


@pytest.mark.usefixtures("marked")
@pytest.mark.parametrize("kind", ["diagram", "html"])
def test_words_around_boards_are_translated(kind: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert status_of(["deal", "1", "--seed", "1", "--format", kind]) == 0
    shown = capsys.readouterr().out
    assert "«Board 1»" in shown
    assert "««North» deals»" in shown
    assert "«None vul»" in shown


def test_a_diagram_in_german(capsys: pytest.CaptureFixture[str]) -> None:
    try:
        assert status_of(["--language", "de", "deal", "1", "--seed", "1"]) == 0
    finally:
        choose_language("en")
    lines = capsys.readouterr().out.splitlines()
    heads = [line[:15].strip() for line in lines[:3]]
    assert heads == ["Board 1", "Teiler: Nord", "Gefahr: keiner"]
