"""What may follow the words of a command line: commands, options, values, files."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from dealwright.cli.app import PROGRAM
from dealwright.cli.commands import Command, Group
from dealwright.cli.completion.values import Pair, values_of
from dealwright.cli.words import UsageError
from dealwright.requests.fields import Field

__all__ = ["Candidates", "candidates"]

_FILES = re.compile(r"\b(FILES?|IN|OUT|SCRIPT|PATH)\b")  # in what a parameter's value is called


@dataclass(frozen=True)
class Candidates:
    """What a word may become: values, each with what it means ("" for none), or names of files."""

    values: tuple[Pair, ...] = ()
    files: bool = False


def candidates(words: Sequence[str], word: str) -> Candidates:
    """Return what a word may become after other words of a command line.

    A value of ``--option=value`` is completed too. A quotation mark that opens the word is left out
    of the values, for the shell knows it.

    >>> candidates(["poker"], "ra").values
    (('range', 'Show a range as the grid of 13 by 13 classes, suited hands above the diagonal.'),)
    >>> candidates(["convert", "a.lin"], "b").files
    True
    """
    command: Command | Group = PROGRAM
    path = list[str]()
    for at, given in enumerate(words):
        if isinstance(command, Command):
            return _of_command(command, " ".join(path), words[at:], word)
        try:
            command = command.command(given)
        except UsageError:
            return Candidates()
        path.append(given)
    if isinstance(command, Group):
        below = [(row.name, row.summary) for row in command.listed]
        return Candidates(_fitting(_options(command) if word.startswith("-") else below, word))
    return _of_command(command, " ".join(path), (), word)


def _of_command(command: Command, path: str, words: Sequence[str], word: str) -> Candidates:
    """Return what a word may become behind the name of a command and other words."""
    named = {text: field for field in command.fields for text in (*field.options, *field.off)}
    waiting, before, closed = _read(named, words)
    if waiting is None and not closed and word.startswith("-"):
        option, equals, start = word.partition("=")
        if not equals:
            return Candidates(_fitting(_options(command), word))
        if option not in named:
            return Candidates()
        found = _values(named[option], path, start)
        return Candidates(tuple((f"{option}={each}", about) for each, about in found.values))
    for field in command.fields:
        if waiting is None and field.argument:
            waiting = field if field.several or before < 1 else None
            before -= 1
    return Candidates() if waiting is None else _values(waiting, path, word)


def _read(named: dict[str, Field], words: Sequence[str]) -> tuple[Field | None, int, bool]:
    """Return the option that waits for a value, the number of arguments, whether ``--`` stood."""
    waiting: Field | None = None
    before, closed = 0, False
    for given in words:
        if waiting is not None:
            waiting = None
        elif closed or given == "-" or not given.startswith("-"):
            before += 1
        elif given == "--":
            closed = True
        elif given in named and not named[given].flag:
            waiting = named[given]
    return waiting, before, closed


def _values(field: Field, path: str, word: str) -> Candidates:
    """Return what the value of a parameter may become."""
    start = word.removeprefix('"').removeprefix("'")
    files = field.type is Path or _FILES.search(field.metavar) is not None
    return Candidates(_fitting(values_of(path, field.name, field.metavar, start), start), files)


def _fitting(pairs: Iterable[Pair], word: str) -> tuple[Pair, ...]:
    return tuple(pair for pair in pairs if pair[0].startswith(word))


def _options(command: Command | Group) -> list[Pair]:
    """Return the options of a command that its help shows, the long names first."""
    found = [
        (text, " ".join(field.help.split()))
        for field in command.fields
        if field.options and not field.hidden
        for text in (*field.options, *field.off)
    ]
    found.append(("--help", "Show this message and exit."))
    return sorted(found, key=lambda pair: not pair[0].startswith("--"))
