"""Messages on standard error, and text that a terminal can be shown."""

from __future__ import annotations

import codecs
import os
import re
import sys
from collections.abc import Sequence
from io import BufferedWriter, FileIO, RawIOBase, TextIOWrapper
from typing import Any

from dealwright.errors import DealwrightError

__all__ = [
    "guard_terminal",
    "open_missing",
    "say",
    "say_each",
    "spell_out",
    "visible",
    "write_whole",
]

_MOST = 20  # messages of one kind
_LONGEST = 300  # characters of one of them
_LONGEST_LINE = 1000  # characters of any message's line
# Control characters, and those that turn the direction of writing; line ends and tabs are text.
_CONTROLS = re.compile(
    r"(\x1b\[[0-9;]{0,16}m)|\r(?!\n)|[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]"
)

# What stands for a character that an encoding lacks.
_SPELLED = {
    "♠": "S", "♥": "H", "♦": "D", "♣": "C", "±": "+-", "×": "x", "–": "-", "—": "-", "…": "...",
    "·": ".", "≥": ">=", "≤": "<=", "─": "-", "│": "|", "█": "#", "→": "->", "’": "'",
    "\u00a0": " ",
}  # fmt: skip


def visible(text: str, *, colours: bool = False) -> str:
    r"""Return a text in which each control character is a ``?``; columns stay as they are.

    Line ends and tabs stay, and with ``colours`` the sequences that set a colour.

    >>> visible("a\x1b[2Jb\n"), visible("\x1b[31mred", colours=True)
    ('a?[2Jb\n', '\x1b[31mred')
    """
    return _CONTROLS.sub(
        lambda match: match[0] if colours and match[1] else "?" + match[0][1:], text
    )


def say(message: str) -> None:
    """Print a message to standard error; what comes from a file cannot disturb a terminal."""
    lines = [
        line if len(line) <= _LONGEST_LINE else f"{line[:_LONGEST_LINE]}..."
        for line in visible(message).split("\n")
    ]
    print("dealwright:", "\n".join(lines), file=sys.stderr)


def say_each(messages: Sequence[str]) -> None:
    """Print messages of one kind: the first twenty, long ones cut, and how many more there are."""
    for message in messages[:_MOST]:
        say(message if len(message) <= _LONGEST else f"{message[:_LONGEST]}...")
    if len(messages) > _MOST:
        say(f"... and {len(messages) - _MOST:,} more")


class _Terminal(TextIOWrapper):
    """Standard output on a terminal: shows control characters of files and scripts as ``?``."""

    def write(self, text: str) -> int:
        super().write(visible(text, colours=True))
        return len(text)


def guard_terminal() -> None:
    """Guard standard output where it is a terminal; a file or a pipe gets every byte."""
    out = sys.stdout
    if out.isatty() and isinstance(out, TextIOWrapper):
        sys.stdout = _Terminal(
            out.buffer, encoding=out.encoding, errors=out.errors, line_buffering=True
        )


def spell_out() -> None:
    """Let standard output and error take any text: what their encoding lacks is spelled out.

    Consoles of Windows may have one of many encodings, and few of them have suit symbols.
    """
    codecs.register_error("dealwright", _spelled)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="dealwright")


def _spelled(error: UnicodeError) -> tuple[str | bytes, int]:
    """Return what is written for a character: letters, or the byte of a file's name."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    character = error.object[error.start]
    if "\udc80" <= character <= "\udcff":
        return bytes([ord(character) - 0xDC00]), error.start + 1
    return _SPELLED.get(character, "?"), error.start + 1


def open_missing() -> None:
    """Open those standard streams that are closed, as they are under some schedulers.

    Input is empty then, messages go nowhere, and an answer to standard output is refused. The
    lowest free descriptor is the one that is opened, so a file that is opened later cannot get one
    that something prints to.
    """
    while (opened := os.open(os.devnull, os.O_RDWR)) <= 2:
        pass
    os.close(opened)
    for number, name, mode in ((0, "stdin", "r"), (2, "stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(number, mode, encoding="utf-8", closefd=False))  # noqa: SIM115
    if sys.stdout is None:
        sys.stdout = _Refusing(_Closed(), encoding="utf-8", write_through=True)


class _Closed(RawIOBase):
    """Standard output that is closed: nothing can be written."""

    name = "<stdout>"

    def writable(self) -> bool:
        return True

    def write(self, data: Any) -> int:
        raise DealwrightError("cannot write standard output: it is closed")


class _Refusing(TextIOWrapper):
    """Text for standard output that is closed: the first word of it is an error."""

    def write(self, text: str) -> int:
        if text:
            self.buffer.write(text.encode())
        return len(text)


def write_whole() -> None:
    """Let standard output write all of a text or say why not.

    Python writes without a buffer where PYTHONUNBUFFERED is set, and then drops what a full disk
    does not take.
    """
    out = sys.stdout
    if isinstance(out, TextIOWrapper) and isinstance(out.buffer, FileIO):
        encoding, errors = out.encoding, out.errors
        sys.stdout = TextIOWrapper(
            BufferedWriter(out.detach()),
            encoding=encoding, errors=errors, line_buffering=True,
        )  # fmt: skip
