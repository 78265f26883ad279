"""Output to the terminal or a file, and the abilities of the terminal."""

from __future__ import annotations

import sys
from collections.abc import Generator, Iterable
from contextlib import contextmanager
from io import TextIOWrapper
from pathlib import Path
from typing import Any, TextIO

from dealwright.base.environment import variable
from dealwright.base.errors import DealwrightError
from dealwright.base.files import replacing
from dealwright.cli.messages import naming_standard_output, say
from dealwright.cli.user_settings import letters, setting_value, suit_colours

__all__ = [
    "PipeClosed",
    "display_settings",
    "is_standard",
    "is_terminal",
    "open_output",
    "print_report",
    "print_verdict",
    "shows_colour",
    "shows_symbols",
    "terminal_width",
]

_SEQUENCES = 4  # ENABLE_VIRTUAL_TERMINAL_PROCESSING of a console


class PipeClosed(Exception):
    """The reader of standard output has closed it; not an error."""


@contextmanager
def open_output(
    path: Path | None, encoding: str = "utf-8", *, exact: bool = False
) -> Generator[TextIO]:
    """Open a file for writing, or use standard output (None or '-').

    If ``exact``, standard output has the encoding too, unless it is a terminal. The file gets its
    name when the block ends without an error. If it replaces another, a message is printed.

    :raises DealwrightError: if the file cannot be written
    :raises PipeClosed: if the reader of standard output has closed it
    """
    if path is None or is_standard(path):
        with _standard(encoding, exact=exact) as out:
            yield out
        return
    replaced = path.is_file()
    try:
        with replacing(path) as part, part.open("w", encoding=encoding, newline="") as file:
            yield file
    except BrokenPipeError:
        raise PipeClosed from None
    except OSError as error:
        raise DealwrightError(f"cannot write {path}: {error.strerror or error}") from None
    if replaced:
        say(f"replaced {path}")


@contextmanager
def _standard(encoding: str, *, exact: bool) -> Generator[TextIO]:
    """Yield standard output, see ``opened``."""
    try:
        with naming_standard_output():
            sys.stdout.flush()
            if exact and not is_terminal(sys.stdout):
                pipe = TextIOWrapper(sys.stdout.buffer, encoding, newline="")
                try:
                    yield pipe
                finally:
                    pipe.detach()  # flushes, and leaves standard output open
            else:
                yield sys.stdout
            sys.stdout.flush()
    except BrokenPipeError:
        raise PipeClosed from None


def is_standard(path: Path | None) -> bool:
    """Return whether a path means standard output (None or '-')."""
    return path is None or str(path) == "-"


def is_terminal(stream: TextIO) -> bool:
    """Return whether a stream is a terminal."""
    return stream.isatty()


def shows_colour(stream: TextIO) -> bool:
    """Return whether to colour: on a terminal that is not dumb, or by the settings.

    If NO_COLOR is set, never.
    """
    colours: str = setting_value("colours")
    if colours == "never" or variable("NO_COLOR"):
        return False
    if not is_terminal(stream):
        return colours == "always"
    if sys.platform == "win32" and not _console_colours(stream):
        return False
    return colours == "always" or variable("TERM") != "dumb"


def _console_colours(stream: TextIO) -> bool:
    """Turn on escape sequences of a Windows console; return whether it has them (since 10)."""
    import ctypes
    import msvcrt

    windows: Any = ctypes
    handle = vars(msvcrt)["get_osfhandle"](stream.fileno())
    kernel, mode = windows.windll.kernel32, ctypes.c_ulong()
    if not kernel.GetConsoleMode(handle, ctypes.byref(mode)):
        return False
    return bool(kernel.SetConsoleMode(handle, mode.value | _SEQUENCES))


def shows_symbols(stream: TextIO) -> bool:
    """Return whether a stream's encoding can write the suit symbols."""
    try:
        "♠─".encode(stream.encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        return False
    return True


def display_settings(path: Path | None) -> dict[str, Any]:
    """Return fields of ``formats.Settings`` for boards in a file or on standard output."""
    if not is_standard(path):
        return {"colour": False, "symbols": True, "width": 0, "letters": letters()}
    return {
        "colour": shows_colour(sys.stdout),
        "suit_colours": suit_colours(),
        "letters": letters(),
        "symbols": shows_symbols(sys.stdout),
        "width": terminal_width(sys.stdout),
    }


def print_report(lines: Iterable[str]) -> None:
    """Print the lines of a report."""
    print("\n".join(lines))


def print_verdict(lines: Iterable[str]) -> None:
    """Print a report whose verdict is the program's status, also if nobody reads it any more."""
    from dealwright.cli.messages import discard_output

    try:
        print_report(lines)
        sys.stdout.flush()
    except (PipeClosed, BrokenPipeError):
        discard_output()


def terminal_width(stream: TextIO) -> int:
    """Return the columns of the terminal; 0 if the stream is not a terminal."""
    if not is_terminal(stream):
        return 0
    import shutil  # imported here: takes 4 ms

    return shutil.get_terminal_size().columns
