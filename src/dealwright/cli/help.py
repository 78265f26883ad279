"""Help on a terminal: usage, text, and panels of arguments, options and commands."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Iterator, Sequence
from itertools import groupby
from textwrap import wrap

from dealwright.cli.command import Command, Group
from dealwright.requests.fields import Field

__all__ = ["about", "help_text", "paragraphs", "print_help", "usage"]

Row = Sequence[str]  # the cells of a line, the widest last

_BOLD, _DIM, _NAME, _SHORT, _END = "\x1b[1m", "\x1b[2m", "\x1b[1;36m", "\x1b[1;32m", "\x1b[0m"
_HELP = Field("Show this message and exit.", ("--help",), type=bool, default=False)
_LEAST_COLUMNS = 16  # columns of a panel's last cell, even on a narrow terminal


def print_help(path: Sequence[str], command: Command | Group) -> None:
    """Print the help of a command; on a terminal in colours and as wide as the terminal."""
    coloured = (
        sys.stdout.isatty() and "NO_COLOR" not in os.environ
        and os.environ.get("TERM") not in ("dumb", "unknown")
    )  # fmt: skip
    columns = shutil.get_terminal_size((80, 24)).columns
    print(help_text(path, command, columns, coloured=coloured))


def help_text(
    path: Sequence[str], command: Command | Group, columns: int, *, coloured: bool = False
) -> str:
    """Return the help of a command for a terminal ``columns`` wide."""
    lines = [*_lines(path, command, max(columns, 40))]
    if not coloured:
        plain = "\n".join(lines)
        for mark in (_BOLD, _DIM, _NAME, _SHORT, _END):
            plain = plain.replace(mark, "")
        return plain
    return "\n".join(lines)


def _lines(path: Sequence[str], command: Command | Group, columns: int) -> Iterator[str]:
    yield ""
    yield from _wrapped(f"Usage: {usage(path, command)}", columns, marks=(_BOLD, "Usage:"))
    yield ""
    for text in paragraphs(command):
        yield from _wrapped(text, columns)
        yield ""
    fields = [field for field in (*command.fields, _HELP) if not field.hidden]
    arguments = [
        (field.value_name, _bounds(field), about(field)) for field in fields if field.argument
    ]
    yield from _panel("Arguments", arguments, columns, (_NAME, ""))
    options = [_option_row(field) for field in fields if not field.argument]
    yield from _panel("Options", options, columns, (_NAME, _SHORT, ""))
    if isinstance(command, Group):
        for panel, rows in groupby(command.listed, key=lambda row: row.panel):
            cells = [(row.name, row.summary) for row in rows]
            yield from _panel(panel or "Commands", cells, columns, (_NAME,))
    if command.own is not None:
        text = "Every command also takes --language, and all but serve take --cluster."
        yield from _wrapped(text, columns)
    if command.ending is not None:
        yield ""
        yield from _wrapped(command.ending(), columns)
    yield ""


def usage(path: Sequence[str], command: Command | Group) -> str:
    """Return the usage line of a command.

    >>> from dealwright.cli.app import PROGRAM
    >>> usage(["suit"], PROGRAM.command("suit"))
    'dealwright suit [OPTIONS] DUMMY DECLARER'
    """
    words = ["dealwright", *path, "[OPTIONS]"]
    if isinstance(command, Group) and command.own is None:
        return " ".join([*words, "COMMAND [ARGS]..."])
    for field in command.fields:
        if field.argument:
            value = field.value_name
            if field.several and " " not in value and not value.endswith(("...", "...]")):
                value += "..."
            words.append(value if field.required or value.startswith("[") else f"[{value}]")
    return " ".join(words)


def paragraphs(command: Command | Group) -> list[str]:
    """Return the paragraphs of a command's help, a line each; indented examples are unchanged."""
    blocks = command.help.strip("\n").split("\n\n")
    return [block if block[:1] == " " else " ".join(block.split()) for block in blocks]


def about(field: Field) -> str:
    """Return the help of a field, with its default if that is a value."""
    text = " ".join(field.help.split())
    if field.required and field.options:
        return f"{text} [required]"
    shown = field.default not in (None, "", ...) and not field.flag and not field.several
    return f"{text} [default: {field.default}]" if shown else text


def _bounds(field: Field) -> str:
    return f"[{field.bounds}]" if field.bounds else ""


def _option_row(field: Field) -> Row:
    """Return the cells of an option: names, short names, the name of its value, its help."""
    names = [name for name in field.options if name.startswith("--")]
    short = [name for name in field.options if not name.startswith("--")]
    off = [*field.off]
    if off and off == [f"--no-{name[2:]}" for name in names]:  # both values of a flag
        names, off = [f"--[no-]{name[2:]}" for name in names], []
    value = "" if field.flag else " ".join(filter(None, (field.value_name, _bounds(field))))
    return ",".join(names + off), ",".join(short), value, about(field)


def _panel(title: str, rows: Sequence[Row], columns: int, styles: Sequence[str]) -> Iterator[str]:
    """Yield the lines of a box with a title; empty columns are left out."""
    if not rows:
        return
    sizes = [max(len(row[index]) for row in rows) for index in range(len(styles))]
    width = max(columns - 4 - sum(size + 2 for size in sizes if size), _LEAST_COLUMNS)
    yield f"{_DIM}╭─{_END} {title} {_DIM}{'─' * (columns - len(title) - 5)}╮{_END}"
    for row in rows:
        for number, line in enumerate(wrap(row[-1], width, break_on_hyphens=False) or [""]):
            cells = [
                f"{style}{'' if number else cell:<{size}}{_END if style else ''}  "
                for cell, size, style in zip(row, sizes, styles, strict=False)
                if size
            ]
            yield f"{_DIM}│{_END} {''.join(cells)}{line:<{width}} {_DIM}│{_END}"
    yield f"{_DIM}╰{'─' * (columns - 2)}╯{_END}"


def _wrapped(text: str, columns: int, marks: tuple[str, str] = ("", "")) -> Iterator[str]:
    """Yield the lines of a paragraph, indented by a blank more than the paragraph is.

    ``marks`` are the style of a marked word and the word.
    """
    style, mark = marks
    for part in text.split("\n"):
        indent = " " * (1 + len(part) - len(part.lstrip(" ")))
        for line in wrap(
            part.strip(), columns - 1, initial_indent=indent, subsequent_indent=indent,
            break_on_hyphens=False,
        ):  # fmt: skip
            yield (line.replace(mark, f"{style}{mark}{_END}", 1) if mark else line)
