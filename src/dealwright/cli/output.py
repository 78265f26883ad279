"""Output to the terminal or a file, and what the terminal can show."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from typing import TextIO

from dealwright.errors import DealwrightError

__all__ = ["PipeClosed", "is_terminal", "opened", "shows_colour", "shows_symbols", "terminal_width"]


class PipeClosed(Exception):
    """The reader of standard output has closed it; not an error."""


@contextmanager
def opened(path: Path | None, encoding: str = "utf-8") -> Generator[TextIO]:
    """Open a file for writing, or use standard output (None or '-').

    :raises DealwrightError: if the file cannot be written
    :raises PipeClosed: if nobody reads standard output any more
    """
    if path is None or str(path) == "-":
        try:
            yield sys.stdout
            sys.stdout.flush()
        except BrokenPipeError:
            raise PipeClosed from None
        except OSError as error:
            raise DealwrightError(f"cannot write standard output: {error.strerror}") from None
        return
    try:
        file = path.open("w", encoding=encoding, newline="")
    except OSError as error:
        raise DealwrightError(f"cannot write {path}: {error.strerror}") from None
    try:
        with file:
            yield file
    except OSError as error:
        raise DealwrightError(f"cannot write {path}: {error.strerror}") from None


def is_terminal(stream: TextIO) -> bool:
    """Return whether a stream is a terminal."""
    return stream.isatty()


def shows_colour(stream: TextIO) -> bool:
    """Return whether to colour: on a terminal that is not dumb, unless NO_COLOR is set."""
    dumb = os.environ.get("TERM") == "dumb" or os.environ.get("NO_COLOR")
    return is_terminal(stream) and not dumb


def shows_symbols(stream: TextIO) -> bool:
    """Return whether a stream's encoding can write the suit symbols."""
    try:
        "♠─".encode(stream.encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        return False
    return True


def terminal_width(stream: TextIO) -> int:
    """Return the terminal's columns, 0 where the stream is not a terminal."""
    return shutil.get_terminal_size().columns if is_terminal(stream) else 0
