"""Reading records of fixed length or one to a line, and dealers that follow board numbers."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence

from dealwright.base.decoding import lines_of
from dealwright.base.errors import CardError
from dealwright.cards.bridge.boards import board_dealer, board_vulnerability
from dealwright.formats.pbn_tokens import Places
from dealwright.formats.records import Board, Hands, Problem, hands_of

__all__ = ["chunks", "first_and_last", "numbered", "read_bytes", "read_chunks", "read_lines"]


def numbered(number: int | None, hands: Sequence[int | None]) -> Board:
    """Return a board with the dealer and vulnerability of its number, if it has one."""
    if number is None or number < 1:
        return Board(hands=hands_of(hands))
    return Board(number, board_dealer(number), board_vulnerability(number), hands_of(hands))


def first_and_last(boards: Sequence[Board]) -> tuple[int, int]:
    """Return the first and the last number of boards that are numbered consecutively.

    Other boards, and boards without numbers, are numbered from 1.

    >>> first_and_last([Board(7), Board(8)]), first_and_last([Board(7), Board(9)])
    ((7, 8), (1, 2))
    """
    first = boards[0].number if boards else 1
    if first is None or [b.number for b in boards] != [*range(first, first + len(boards))]:
        first = 1
    return first, first + len(boards) - 1


def chunks(text: str, size: int, filler: str = "") -> Iterator[tuple[int, str]]:
    r"""Yield the records of a text with their offsets, run together or in lines.

    ``filler`` are characters that may occur between records, but not within them.

    >>> list(chunks("abcd\r\nef", 2)), list(chunks("ab  cd", 2, " "))
    ([(0, 'ab'), (2, 'cd'), (6, 'ef')], [(0, 'ab'), (4, 'cd')])
    """
    for line in re.finditer(rf"[^\r\n\x1a{filler}]+", text):
        for start in range(0, len(line[0]), size):
            piece = line[0][start : start + size]
            if piece.strip():
                yield line.start() + start, piece


def read_chunks(text: str, size: int, hands: Callable[[str], Hands]) -> Iterator[Board | Problem]:
    """Read records of one length, each with a function that raises CardError if it is invalid.

    The records have no board numbers: machines number them from 1. Spaces and zeros between records
    are ignored, because machines pad records to 128 characters.
    """
    places = Places(text)
    for number, (start, piece) in enumerate(chunks(text, size, " \0"), 1):
        try:
            if len(piece) != size:
                raise CardError(f"a record has {size} characters; here are {len(piece)}")
            yield numbered(number, hands(piece))
        except CardError as error:
            yield Problem(*places(start), str(error))


def read_bytes(
    data: bytes, size: int, board: Callable[[bytes], Board]
) -> Iterator[Board | Problem]:
    """Read binary records of one length; columns of problems are bytes."""
    for start in range(0, len(data), size):
        piece = data[start : start + size]
        try:
            if len(piece) != size:
                raise CardError(f"a record has {size} bytes; here are {len(piece)}")
            yield board(piece)
        except CardError as error:
            yield Problem(1, start + 1, str(error))


_JOINED = re.compile(r"\t\s*(?=[NESW]:)", re.IGNORECASE)


def read_lines(text: str, board: Callable[[str], Board]) -> Iterator[Board | Problem]:
    """Read a board from each line; blank lines are ignored.

    A deal after a tab, among the notes, is a board too: lines may have been joined.
    """
    for number, line in enumerate(lines_of(text), 1):
        for part in filter(str.strip, _JOINED.split(line)):
            try:
                yield board(part)
            except CardError as error:
                yield Problem(number, 1, str(error))
