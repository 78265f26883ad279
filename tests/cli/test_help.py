"""Help texts: what a terminal shows is what stands in the source, letter by letter."""

from __future__ import annotations

import re
import shlex
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from dealwright.cli.app import PROGRAM
from dealwright.cli.command import PANELS, Command, Group
from dealwright.cli.help import help_text
from dealwright.cli.listed_commands import LISTED


def commands(
    command: Command | Group, words: tuple[str, ...] = ()
) -> Iterator[tuple[tuple[str, ...], Command | Group]]:
    yield words, command
    if isinstance(command, Group):
        for name, below in command.commands.items():
            yield from commands(below, (*words, name))


EACH = dict(commands(PROGRAM))


def letters(text: str) -> str:
    """Return a text without white space and lines of boxes."""
    return re.sub(r"[\s│╭╮╰╯─]+", "", text)


def test_what_help_lists_is_said_by_each_command() -> None:
    """The list is stored, so that help imports no other command."""
    said = {
        ".".join(("dealwright.cli.commands", *(word.replace("-", "_") for word in words))): (
            command.panel, command.order, command.summary,
        )
        for words, command in EACH.items()
        if words
    }  # fmt: skip
    assert said == LISTED
    panels = {panel for name, (panel, _, _) in LISTED.items() if name.count(".") == 3}
    assert panels == set(PANELS)


@pytest.mark.parametrize(("words", "last"), [(("convert",), "zrd"), (("deal",), "zrd")])
def test_help_ends_with_the_formats(words: tuple[str, ...], last: str) -> None:
    assert last in help_text(words, EACH[words], 80).rpartition("╯")[2]


@pytest.mark.parametrize("words", EACH, ids=" ".join)
@pytest.mark.parametrize("columns", [60, 80, 120])
def test_the_help_of_a_command_is_its_text(words: tuple[str, ...], columns: int) -> None:
    shown = help_text(words, EACH[words], columns)
    for paragraph in EACH[words].help.split("\n\n"):
        assert letters(paragraph) in letters(shown)
    # the help of an option is a column of a table, so its words are looked for
    for field in EACH[words].fields:
        if not field.hidden:
            for word in field.help.split():
                assert word[:20] in shown, (field.name, word)
    assert max(map(len, shown.splitlines())) <= columns


def test_a_command_prints_its_help(cli: Callable[..., Any]) -> None:
    assert cli("suit", "AQ", "--help").out == help_text(["suit"], EACH["suit",], 80) + "\n"


def test_help_has_colours_where_they_are_wanted() -> None:
    plain, coloured = (
        help_text(["suit"], EACH["suit",], 80, coloured=each) for each in (False, True)
    )
    assert "\x1b[" not in plain
    assert re.sub(r"\x1b\[[\d;]*m", "", coloured) == plain
    assert "\x1b[1;36m--vacant" in coloured


def test_the_help_ends_with_a_first_command_in_words(cli: Callable[..., Any]) -> None:
    last = cli("--help").out.rstrip().splitlines()[-1]
    program, *words = shlex.split(last.partition("Start with:")[2])
    assert program == "dealwright"
    assert "(" not in last  # a phrase, not a condition
    found = cli(*words)
    assert (found.status, found.out.count("Board ")) == (0, 5)
