"""Input of commands: files and standard input, read whole, with a limit."""

from __future__ import annotations

import sys
from contextlib import nullcontext
from os import PathLike

from dealwright.base.errors import ArgumentError

__all__ = ["MOST_OF_BOARDS", "MOST_OF_TEXT", "input_bytes", "input_text", "refuse_boards"]

MOST_OF_TEXT = 1 << 24  # bytes of a condition, a script or a list of types
MOST_OF_BOARDS = 1 << 29  # bytes of a file of boards, some 900,000 of them in PBN
NO_BOARDS = (".dealer", ".json")  # of scripts, too, and of documents
_CHUNK = 1 << 20


def input_bytes(source: str | PathLike[str], most: int) -> bytes:
    """Return the bytes of a file, or of standard input if the name is '-'.

    An endless input, such as a device, is read no further than ``most`` bytes.

    :raises ArgumentError: if it cannot be read, or is longer than ``most`` bytes
    """
    name = "standard input" if str(source) == "-" else str(source)
    pieces, length = list[bytes](), 0
    try:
        with nullcontext(sys.stdin.buffer) if str(source) == "-" else open(source, "rb") as file:
            while piece := file.read(_CHUNK):
                pieces.append(piece)
                length += len(piece)
                if length > most:
                    raise ArgumentError(f"{name} is too long: more than {most >> 20} MB")
    except OSError as error:
        raise ArgumentError(f"cannot read {name}: {error.strerror}") from None
    return b"".join(pieces)


def refuse_boards(source: str | PathLike[str]) -> None:
    """Refuse a file of boards where a condition or a script is read.

    :raises ArgumentError: if a file is one by the ending of its name and its first boards, with a
        command that reads it
    """
    from shlex import quote

    if _holds_boards(name := str(source)):
        raise ArgumentError(
            f"{name} is a file of boards; print those of a condition: "
            f'dealwright find "hcp(north) >= 12" {quote(name)}'
        )


def _holds_boards(name: str) -> bool:
    """Return whether a file has the ending of a format and a board in it; a script has no board."""
    from dealwright.formats import Board, format_of_path
    from dealwright.formats.registry import items_of

    if name.lower().endswith(NO_BOARDS) or (kind := format_of_path(name, reading=True)) is None:
        return False
    try:
        with open(name, "rb") as file:
            start = file.read(_CHUNK)
    except OSError:
        return False
    return any(isinstance(item, Board) for item in items_of(start, kind))


def input_text(source: str | PathLike[str]) -> str:
    """Return the text of a file, or of standard input, in UTF-8.

    :raises ArgumentError: if it cannot be read, or is not text
    """
    try:
        return input_bytes(source, MOST_OF_TEXT).decode("utf-8-sig")
    except UnicodeDecodeError:
        message = (
            "standard input is not text" if str(source) == "-" else f"{source} is not a text file"
        )
        raise ArgumentError(f"{message} (UTF-8)") from None
