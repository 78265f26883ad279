"""Help texts: what a terminal shows is what stands in the source, letter by letter."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from typer.main import get_command

from dealwright.cli.app import application


def commands(command: Any, words: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], Any]]:
    yield words, command
    for name, below in getattr(command, "commands", {}).items():
        yield from commands(below, (*words, name))


EACH = dict(commands(get_command(application([]))))


def letters(text: str) -> str:
    """Return a text without white space, lines of boxes and what escapes a bracket."""
    return re.sub(r"[\s│╭╮╰╯─]+", "", text.replace("\\[", "["))


@pytest.mark.parametrize("words", EACH, ids=" ".join)
def test_the_help_of_a_command_is_its_text(words: tuple[str, ...], cli: Callable[..., Any]) -> None:
    shown = cli(*words, "--help").out
    for paragraph in (EACH[words].help or "").split("\n\n"):
        assert letters(paragraph) in letters(shown)
    # the help of an option is a column of a table, so its words are looked for
    for option in EACH[words].params:
        for word in (getattr(option, "help", None) or "").replace("\\[", "[").split():
            assert word[:20] in shown, (option.name, word)
