"""Messages on standard error, and text made safe for a terminal."""

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
    "naming_standard_output",
    "open_missing_streams",
    "replace_unencodable",
    "say",
    "say_each",
    "visible",
]

_MOST_MESSAGES = 20  # messages of one kind
_MESSAGE_LENGTH = 300  # characters of one of them
_LONGEST_LINE = 1000  # characters of any message's line
# Control characters, and those that change the direction of text; line ends and tabs are text.
_CONTROLS = (
    r"(\x1b\[[0-9;]{0,16}m)|\r(?!\n)"
    r"|[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]"
)

# Replacements for characters that an encoding lacks.
_REPLACEMENTS = {
    "♠": "S", "♥": "H", "♦": "D", "♣": "C", "±": "+-", "×": "x", "–": "-", "—": "-", "…": "...",
    "·": ".", "≥": ">=", "≤": "<=", "─": "-", "│": "|", "█": "#",
    "╭": "+", "╮": "+", "╰": "+", "╯": "+", "→": "->", "’": "'",
    "\u00a0": " ",
}  # fmt: skip


def visible(text: str, *, colours: bool = False) -> str:
    r"""Return a text with each control character replaced by ``?``; columns stay the same.

    Line ends and tabs stay, and with ``colours`` the sequences that set a colour.

    >>> visible("a\x1b[2Jb\n"), visible("\x1b[31mred", colours=True)
    ('a?[2Jb\n', '\x1b[31mred')
    """
    return re.sub(
        _CONTROLS, lambda match: match[0] if colours and match[1] else "?" + match[0][1:], text
    )


def say(message: str) -> None:
    """Print a message to standard error, with control characters replaced and long lines cut."""
    lines = [
        line if len(line) <= _LONGEST_LINE else f"{line[:_LONGEST_LINE]}..."
        for line in visible(message).split("\n")
    ]
    print("dealwright:", "\n".join(lines), file=sys.stderr)


def say_each(messages: Sequence[str]) -> None:
    """Print messages of one kind: the first twenty, long ones cut, and the number of the others."""
    for message in messages[:_MOST_MESSAGES]:
        say(message if len(message) <= _MESSAGE_LENGTH else f"{message[:_MESSAGE_LENGTH]}...")
    if len(messages) > _MOST_MESSAGES:
        say(f"... and {len(messages) - _MOST_MESSAGES:,} more")


@contextmanager
def naming_standard_output() -> Generator[None]:
    """Turn an OSError of writing into one that names standard output; not of a closed pipe.

    :raises DealwrightError: if it cannot be written
    """
    try:
        yield
    except BrokenPipeError:
        raise
    except OSError as error:
        from dealwright.base.errors import DealwrightError

        closed = error.errno == errno.EBADF
        raise DealwrightError(
            f"cannot write standard output: {'it is closed' if closed else error.strerror or error}"
        ) from None


class _Output(TextIOWrapper):
    """Standard output, whose errors name it."""

    def write(self, text: str) -> int:
        with naming_standard_output():
            return super().write(text)

    def flush(self) -> None:
        with naming_standard_output():
            super().flush()


class _Terminal(_Output):
    """Standard output on a terminal: shows control characters of files and scripts as ``?``."""

    def write(self, text: str) -> int:
        super().write(visible(text, colours=True))
        return len(text)


class _Messages(TextIOWrapper):
    """Standard error: messages that cannot be written are dropped."""

    def write(self, text: str) -> int:
        with _discarding_errors(self):
            super().write(text)
        return len(text)

    def flush(self) -> None:
        with _discarding_errors(self):
            super().flush()


@contextmanager
def _discarding_errors(stream: TextIOWrapper) -> Generator[None]:
    """Redirect a stream to the null device if it cannot be written."""
    try:
        yield
    except OSError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def guard_output() -> None:
    """Write standard output through a buffer; on a terminal, replace control characters.

    With PYTHONUNBUFFERED Python writes without a buffer, and does not notice when the system writes
    only a part; here lines are then written one by one. Messages on a full disk are no error.
    """
    messages = sys.stderr
    if type(messages) is TextIOWrapper:
        sys.stderr = _Messages(
            messages.buffer, encoding=messages.encoding, errors=messages.errors,
            line_buffering=True,
        )  # fmt: skip
    out = sys.stdout
    if type(out) is not TextIOWrapper:  # replaced by another program, such as a test
        return
    unbuffered = isinstance(out.buffer, FileIO)
    sys.stdout = (_Terminal if out.isatty() else _Output)(
        BufferedWriter(out.buffer) if isinstance(out.buffer, FileIO) else out.buffer,
        encoding=out.encoding,
        errors=out.errors,
        line_buffering=out.line_buffering or unbuffered,
    )


def discard_output() -> None:
    """Redirect standard output to the null device, with the text in its buffer."""
    with suppress(OSError, ValueError):  # not a file, or closed
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def replace_unencodable() -> None:
    """Let standard output and error write any text: replace characters their encoding lacks.

    Windows consoles use many encodings, and few of them have suit symbols.
    """
    codecs.register_error("dealwright", _replacement)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="dealwright")


def _replacement(error: UnicodeError) -> tuple[str | bytes, int]:
    """Return the replacement of a character: ASCII text, or the byte of a file name."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    character = error.object[error.start]
    if "\udc80" <= character <= "\udcff":
        return bytes([ord(character) - 0xDC00]), error.start + 1
    return _REPLACEMENTS.get(character, "?"), error.start + 1


def open_missing_streams() -> None:
    """Open the standard streams that are closed, as under some schedulers.

    Input is then empty, messages are dropped, and writing standard output is an error. Opening
    takes the lowest free descriptor, so no file opened later gets that of a standard stream.
    """
    while (descriptor := os.open(os.devnull, os.O_RDONLY)) <= 2:
        if descriptor == 2:
            os.dup2(os.open(os.devnull, os.O_WRONLY), 2)
    os.close(descriptor)
    for number, name, mode in ((0, "stdin", "r"), (1, "stdout", "w"), (2, "stderr", "w")):
        if getattr(sys, name) is None:
            stream = open(number, mode, encoding="utf-8", closefd=False)  # noqa: SIM115
            setattr(sys, name, stream)
            setattr(sys, f"__{name}__", stream)  # open until the process ends, like Python's own
