"""What may follow the words of a command line: commands, options, values, files."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import typer

from dealwright.cli.app import application
from dealwright.cli.completion.values import Pair, values_of

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
    command: Any = typer.main.get_command(application(words or [""]))
    path = list[str]()
    for at, given in enumerate(words):
        if not hasattr(command, "commands"):
            return _of_command(command, " ".join(path), words[at:], word)
        if given not in command.commands:
            return Candidates()
        command = command.commands[given]
        path.append(given)
    if hasattr(command, "commands"):
        below = [(name, _sentence(each.help)) for name, each in command.commands.items()]
        return Candidates(_fitting(_options(command) if word.startswith("-") else below, word))
    return _of_command(command, " ".join(path), (), word)


def _of_command(command: Any, path: str, words: Sequence[str], word: str) -> Candidates:
    """Return what a word may become behind the name of a command and other words."""
    named = {text: each for each in command.params for text in (*each.opts, *each.secondary_opts)}
    waiting, before, closed = _read(named, words)
    if waiting is None and not closed and word.startswith("-"):
        option, equals, start = word.partition("=")
        if not equals:
            return Candidates(_fitting(_options(command), word))
        if option not in named:
            return Candidates()
        found = _values(named[option], path, start)
        return Candidates(tuple((f"{option}={each}", about) for each, about in found.values))
    for each in command.params:
        if waiting is None and each.param_type_name == "argument":
            waiting = each if each.nargs == -1 or before < each.nargs else None
            before -= each.nargs
    return Candidates() if waiting is None else _values(waiting, path, word)


def _read(named: dict[str, Any], words: Sequence[str]) -> tuple[Any | None, int, bool]:
    """Return the option that waits for a value, the number of arguments, whether ``--`` stood."""
    waiting, before, closed = None, 0, False
    for given in words:
        if waiting is not None:
            waiting = None
        elif closed or given == "-" or not given.startswith("-"):
            before += 1
        elif given == "--":
            closed = True
        elif given in named and not named[given].is_flag:
            waiting = named[given]
    return waiting, before, closed


def _values(parameter: Any, path: str, word: str) -> Candidates:
    """Return what the value of a parameter may become."""
    start = word.removeprefix('"').removeprefix("'")
    files = parameter.type.name == "path" or _FILES.search(parameter.metavar or "") is not None
    return Candidates(
        _fitting(values_of(path, parameter.name, parameter.metavar, start), start), files
    )


def _fitting(pairs: Iterable[Pair], word: str) -> tuple[Pair, ...]:
    return tuple(pair for pair in pairs if pair[0].startswith(word))


def _options(command: Any) -> list[Pair]:
    """Return the options of a command that its help shows, the long names first."""
    found = [
        (text, " ".join((each.help or "").split()))
        for each in command.params
        if each.param_type_name == "option" and not each.hidden
        for text in (*each.opts, *each.secondary_opts)
    ]
    found.append(("--help", "Show this message and exit."))
    return sorted(found, key=lambda pair: not pair[0].startswith("--"))


def _sentence(text: str | None) -> str:
    """Return the first paragraph of a help text on one line."""
    return " ".join((text or "").split("\n\n")[0].split())
