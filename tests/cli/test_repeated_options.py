"""Options given twice: conditions and hands are joined by *and*, all others refused."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import ExitStack

import pytest

from dealwright import parse
from dealwright.cli.command_words import UsageError, read_words, values_of
from dealwright.requests.deals import CountRequest
from dealwright.requests.fair import AuditRequest
from dealwright.requests.fields import Field, all_conditions, fields_of
from tests.conftest import Result
from tests.repo.test_command_line import commands

A, B = "hcp(west) > 9 || spades(west) > 5", "north: 15-17 balanced"


def fields_with_options() -> list[Field]:
    """Return the options of all commands, each once."""
    fields = [field for _, command in commands() for field in command.fields if field.options]
    return list({(field.name, field.options): field for field in fields}.values())


def test_conditions_are_joined_by_and() -> None:
    both = parse(all_conditions([A, B]))
    assert both.count() == (parse(A) & parse(B)).count()
    fields = fields_of(AuditRequest)
    with ExitStack() as stack:
        values = values_of(fields, read_words(fields, ["--where", A, "--where", B]), stack)
    name = next(field.name for field in fields if "--where" in field.options)
    assert values[name] == f"({A}) && hand{{{B}}}"


def test_hands_are_joined_by_and() -> None:
    fields = fields_of(CountRequest)
    words = ["--south", "20+ or a void", "--south", "5+ spades", "-p", "north SA", "-p", "west HA"]
    with ExitStack() as stack:
        values = values_of(fields, read_words(fields, words), stack)
    request = CountRequest(south=values["south"])
    one, other = parse("south: 20+ or a void"), parse("south: 5+ spades")
    assert request.where is not None
    assert request.where.count() == (one & other).count()
    assert values["predeal"] == "north SA; west HA"


def test_deals_of_two_phrases_have_both(cli: Callable[..., Result]) -> None:
    deal = ("deal", "3", "--south", "20+", "--south", "5+ spades", "--seed", "1", "--json")
    printed = cli(*deal)
    assert printed.status == 0
    again = cli("deal", "3", "hcp(south) >= 20 && spades(south) >= 5", "--seed", "1", "--json")
    hands = [text for text in printed.out.split('"') if text.startswith("N:")]
    assert len(hands) == 3
    assert hands == [text for text in again.out.split('"') if text.startswith("N:")]


@pytest.mark.parametrize(
    "words",
    [
        ["deal", "1", "--seed", "1", "--seed", "1"], ["deal", "1", "-s", "1", "--seed", "2"],
        ["count", "hcp(north) > 9", "--json", "--json"],
        ["deal", "1", "-F", "line", "--format=pbn"],
        ["count", "1", "--budget", "1", "--budget", "2"],
    ],
)  # fmt: skip
def test_others_are_refused(cli: Callable[..., Result], words: list[str]) -> None:
    printed = cli(*words)
    assert printed.status == 2
    assert printed.out == ""
    assert "is given twice. Try 'dealwright " in printed.err


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--language=fr", "--language=de", "deal", "1"], "'--language' is given twice"),
        (["deal", "1", "--language", "fr", "--language", "de"], "'--language' is given twice"),
        (
            ["system", "table", "natural", "--set", "strength=15..17", "--set", "strength=12..14"],
            "'strength' is set twice",
        ),
    ],
)
def test_a_value_that_another_would_hide_is_refused(
    cli: Callable[..., Result], words: list[str], message: str
) -> None:
    printed = cli(*words)
    assert (printed.status, printed.out) == (2, "")
    assert message in printed.err


def test_every_option_is_joined_listed_or_refused() -> None:
    """Of all commands: an option given twice never loses a value without a word."""
    kept = refused = 0
    for field in fields_with_options():
        words = [field.options[0], *([] if field.flag else ["1"])] * 2
        if field.several or field.join is not None:
            assert len(read_words([field], words)[field.name]) == 2, field
            kept += 1
        else:
            with pytest.raises(UsageError, match="is given twice"):
                read_words([field], words)
            refused += 1
    assert kept > 10
    assert refused > 50
