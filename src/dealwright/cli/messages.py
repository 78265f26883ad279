"""Messages on standard error, and text that a terminal can be shown."""

from __future__ import annotations

import codecs
import errno
import os
import re
import sys
from collections.abc import Generator, Sequence
from contextlib import contextmanager, suppress
from io import BufferedWriter, FileIO, TextIOWrapper

__all__ = [
    "discard_output",
    "guard_output",
    "open_missing",
    "say",
    "say_each",
    "spell_out",
    "visible",
    "writing_standard",
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
    "·": ".", "≥": ">=", "≤": "<=", "─": "-", "│": "|", "█": "#",
    "╭": "+", "╮": "+", "╰": "+", "╯": "+", "→": "->", "’": "'",
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


@contextmanager
def writing_standard() -> Generator[None]:
    """Name standard output where it cannot be written; a pipe without a reader is no error.

    :raises DealwrightError: if it cannot be written
    """
    try:
        yield
    except BrokenPipeError:
        raise
    except OSError as error:
        from dealwright.errors import DealwrightError

        closed = error.errno == errno.EBADF
        raise DealwrightError(
            f"cannot write standard output: {'it is closed' if closed else error.strerror or error}"
        ) from None


class _Output(TextIOWrapper):
    """Standard output, whose errors say what could not be written."""

    def write(self, text: str) -> int:
        with writing_standard():
            return super().write(text)

    def flush(self) -> None:
        with writing_standard():
            super().flush()


class _Terminal(_Output):
    """Standard output on a terminal: shows control characters of files and scripts as ``?``."""

    def write(self, text: str) -> int:
        super().write(visible(text, colours=True))
        return len(text)


class _Messages(TextIOWrapper):
    """Standard error: messages that cannot be written are lost, as where it is closed."""

    def write(self, text: str) -> int:
        with _losing(self):
            super().write(text)
        return len(text)

    def flush(self) -> None:
        with _losing(self):
            super().flush()


@contextmanager
def _losing(stream: TextIOWrapper) -> Generator[None]:
    """Let a stream that cannot be written go nowhere."""
    try:
        yield
    except OSError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def guard_output() -> None:
    """Write standard output through a buffer; a terminal is shown no control characters.

    With PYTHONUNBUFFERED Python writes without a buffer, and does not see that the system took
    only a part. The lines are then written one by one. Messages on a full disk are no error.
    """
    messages = sys.stderr
    if type(messages) is TextIOWrapper:
        sys.stderr = _Messages(
            messages.buffer, encoding=messages.encoding, errors=messages.errors,
            line_buffering=True,
        )  # fmt: skip
    out = sys.stdout
    if type(out) is not TextIOWrapper:  # somebody else's
        return
    unbuffered = isinstance(out.buffer, FileIO)
    sys.stdout = (_Terminal if out.isatty() else _Output)(
        BufferedWriter(out.buffer) if isinstance(out.buffer, FileIO) else out.buffer,
        encoding=out.encoding,
        errors=out.errors,
        line_buffering=out.line_buffering or unbuffered,
    )


def discard_output() -> None:
    """Let standard output go nowhere, with what waits in its buffer."""
    with suppress(OSError, ValueError):  # it is no file, or closed
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


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

    Input is empty then, messages go nowhere, and to write standard output is an error. The lowest
    free descriptor is the one that is opened, so a file that is opened later cannot get one that
    something prints to.
    """
    while (opened := os.open(os.devnull, os.O_RDONLY)) <= 2:
        if opened == 2:
            os.dup2(os.open(os.devnull, os.O_WRONLY), 2)
    os.close(opened)
    for number, name, mode in ((0, "stdin", "r"), (1, "stdout", "w"), (2, "stderr", "w")):
        if getattr(sys, name) is None:
            stream = open(number, mode, encoding="utf-8", closefd=False)  # noqa: SIM115
            setattr(sys, name, stream)
            setattr(sys, f"__{name}__", stream)  # as long as the process, as Python's own
