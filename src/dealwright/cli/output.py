"""Output to the terminal or a file, and what the terminal can show."""

from __future__ import annotations

import sys
from collections.abc import Generator, Iterable
from contextlib import contextmanager
from io import TextIOWrapper
from pathlib import Path
from typing import Any, TextIO

from dealwright.cli.messages import say, writing_standard
from dealwright.cli.user_settings import chosen, letters, suit_colours
from dealwright.environment import variable
from dealwright.errors import DealwrightError
from dealwright.files import replacing

__all__ = [
    "PipeClosed",
    "is_standard",
    "is_terminal",
    "look",
    "opened",
    "print_report",
    "shows_colour",
    "shows_symbols",
    "terminal_width",
]

_SEQUENCES = 4  # ENABLE_VIRTUAL_TERMINAL_PROCESSING of a console


class PipeClosed(Exception):
    """The reader of standard output has closed it; not an error."""


@contextmanager
def opened(path: Path | None, encoding: str = "utf-8", *, exact: bool = False) -> Generator[TextIO]:
    """Open a file for writing, or use standard output (None or '-').

    Where ``exact``, standard output has the encoding too unless it is a terminal. A
    file takes its name when the block ends without an error; until then nothing has changed. Where
    it replaces another, a message says so.

    :raises DealwrightError: if the file cannot be written
    :raises PipeClosed: if nobody reads standard output any more
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
        with writing_standard():
            sys.stdout.flush()
            if exact and not is_terminal(sys.stdout):
                pipe = TextIOWrapper(sys.stdout.buffer, encoding, newline="")
                try:
                    yield pipe
                finally:
                    pipe.detach()  # writes what waits, and leaves standard output open
            else:
                yield sys.stdout
            sys.stdout.flush()
    except BrokenPipeError:
        raise PipeClosed from None


def is_standard(path: Path | None) -> bool:
    """Return whether a path stands for standard output."""
    return path is None or str(path) == "-"


def is_terminal(stream: TextIO) -> bool:
    """Return whether a stream is a terminal."""
    return stream.isatty()


def shows_colour(stream: TextIO) -> bool:
    """Return whether to colour: on a terminal that is not dumb, or as the settings say.

    It is never coloured where NO_COLOR is set.
    """
    wanted: str = chosen("colours")
    if wanted == "never" or variable("NO_COLOR"):
        return False
    if not is_terminal(stream):
        return wanted == "always"
    if sys.platform == "win32" and not _console_colours(stream):
        return False
    return wanted == "always" or variable("TERM") != "dumb"


def _console_colours(stream: TextIO) -> bool:
    """Ask a console of Windows to take sequences as colours; return whether it does (since 10)."""
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


def look(path: Path | None) -> dict[str, Any]:
    """Return how boards look in a file or on standard output: fields of ``formats.Settings``."""
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


def terminal_width(stream: TextIO) -> int:
    """Return the terminal's columns, 0 where the stream is not a terminal."""
    if not is_terminal(stream):
        return 0
    import shutil  # four milliseconds of every start

    return shutil.get_terminal_size().columns
