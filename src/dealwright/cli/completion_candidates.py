"""Completions of a word on a command line: commands, options, values, files."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from dealwright.cli.app import PROGRAM
from dealwright.cli.cluster import WITHOUT_CLUSTER
from dealwright.cli.command import Command, Group
from dealwright.cli.command_words import PROGRAM_OPTIONS, UsageError, without_option
from dealwright.cli.completion_values import Pair, values_of
from dealwright.requests.fields import Field

__all__ = ["Candidates", "candidates"]

_FILES = re.compile(r"\b(FILES?|IN|OUT|SCRIPT|PATH)\b")  # in the metavar of a field


@dataclass(frozen=True)
class Candidates:
    """The completions of a word: values, each with its meaning or "", or names of files."""

    values: tuple[Pair, ...] = ()
    files: bool = False


def candidates(words: Sequence[str], word: str) -> Candidates:
    """Return the completions of a word after other words of a command line.

    A value of ``--option=value`` is completed too. The values do not repeat a quotation mark at the
    start of the word.

    >>> candidates(["poker"], "ra").values
    (('range', 'Show a range as the grid of 13 by 13 classes, suited hands above the diagonal.'),)
    >>> candidates(["convert", "a.lin"], "b").files
    True
    """
    command: Command | Group = PROGRAM
    path = list[str]()
    found = _of_program_option(words, word)
    if found is not None:
        return found
    remaining = [*words]
    for option in PROGRAM_OPTIONS:
        remaining, _ = without_option(remaining, option)
    while isinstance(command, Group):
        try:
            chosen = command.chosen(remaining)
        except UsageError:
            return Candidates()
        if chosen is None:
            break
        command = chosen
        path.append(remaining.pop(0))
    if not isinstance(command, Group):
        return _in_command(command, " ".join(path), remaining, word)
    if command.own is None and remaining:
        return Candidates()
    commands = [(row.name, row.summary) for row in command.listed]
    if command.own is None:
        return Candidates(_matching(_options(command) if word.startswith("-") else commands, word))
    found = _in_command(command.own, " ".join(path), remaining, word)
    if remaining or word.startswith("-"):
        return found
    return Candidates((*_matching(commands, word), *found.values), found.files)


def _of_program_option(words: Sequence[str], word: str) -> Candidates | None:
    """Return the completions of the value of an option of the program, None of another word."""
    fields = {text: field for field in PROGRAM.fields for text in field.options}
    option, equals, start = word.partition("=")
    if equals and option in PROGRAM_OPTIONS and "--" not in words:
        return _after_equals(option, _values(fields[option], "", start))
    for option in PROGRAM_OPTIONS:
        try:
            without_option(words, option)
        except UsageError:  # it is given twice, or its value is what is typed
            return _values(fields[option], "", word) if words.count(option) == 1 else Candidates()
    return None


def _in_command(command: Command, path: str, words: Sequence[str], word: str) -> Candidates:
    """Return the completions of a word after the name of a command and other words."""
    fields = {text: field for field in command.fields for text in (*field.options, *field.off)}
    pending, count, closed = _parse(fields, words)
    if pending is None and not closed and word.startswith("-"):
        option, equals, start = word.partition("=")
        if not equals:
            return Candidates(_matching(_options(command, path), word))
        if option not in fields:
            return Candidates()
        return _after_equals(option, _values(fields[option], path, start))
    for field in command.fields:
        if pending is None and field.argument:
            pending = field if field.several or count < 1 else None
            count -= 1
    return Candidates() if pending is None else _values(pending, path, word)


def _parse(fields: dict[str, Field], words: Sequence[str]) -> tuple[Field | None, int, bool]:
    """Return the option whose value is next, the number of arguments, and whether ``--`` came."""
    pending: Field | None = None
    count, closed = 0, False
    for word in words:
        if pending is not None:
            pending = None
        elif closed or word == "-" or not word.startswith("-"):
            count += 1
        elif word == "--":
            closed = True
        elif word in fields and not fields[word].flag:
            pending = fields[word]
    return pending, count, closed


def _values(field: Field, path: str, word: str) -> Candidates:
    """Return the completions of the value of a field."""
    start = word.removeprefix('"').removeprefix("'")
    files = field.type is Path or _FILES.search(field.metavar) is not None
    return Candidates(_matching(values_of(path, field.name, field.metavar, start), start), files)


def _after_equals(option: str, completions: Candidates) -> Candidates:
    """Return the completions of ``--option=value`` from those of the value."""
    return Candidates(tuple((f"{option}={value}", about) for value, about in completions.values))


def _matching(pairs: Iterable[Pair], word: str) -> tuple[Pair, ...]:
    return tuple(pair for pair in pairs if pair[0].startswith(word))


def _options(command: Command | Group, path: str = "") -> list[Pair]:
    """Return the visible options of a command, long names first."""
    refused = ("cluster",) if path in WITHOUT_CLUSTER else ()
    options = [
        (text, " ".join(field.help.split()))
        for field in (*command.fields, *(() if command is PROGRAM else PROGRAM.fields))
        if field.options
        and not field.hidden
        and (field.name != "version" or command is PROGRAM)
        and field.name not in refused
        for text in (*field.options, *field.off, *(field.shortcut or ())[:1])
    ]
    options.append(("--help", "Show this message and exit."))
    return sorted(options, key=lambda pair: not pair[0].startswith("--"))
