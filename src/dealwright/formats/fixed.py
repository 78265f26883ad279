"""Records of fixed length, and what board numbers imply."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence

from dealwright.bridge.boards import board_dealer, board_vulnerability
from dealwright.errors import CardError
from dealwright.formats.pbn_tokens import Places
from dealwright.formats.records import Board, Problem, Record, hands_of

__all__ = ["chunks", "numbered", "read_chunks"]


def numbered(number: int | None, hands: Sequence[int | None]) -> Board:
    """Return a board whose dealer and vulnerability follow from its number, where it has one."""
    if number is None or number < 1:
        return Board(hands=hands_of(hands))
    return Board(number, board_dealer(number), board_vulnerability(number), hands_of(hands))


def chunks(text: str, size: int) -> Iterator[tuple[int, str]]:
    r"""Yield the records of a text with their offsets, run together or in lines.

    >>> list(chunks("abcd\r\nef", 2))
    [(0, 'ab'), (2, 'cd'), (6, 'ef')]
    """
    for line in re.finditer(r"[^\r\n\x1a]+", text):
        for at in range(0, len(line[0]), size):
            piece = line[0][at : at + size]
            if piece.strip():
                yield line.start() + at, piece


def read_chunks(text: str, size: int, board: Callable[[str], Board]) -> Record:
    """Read records of one length, each with a function that raises CardError where it is bad."""
    places = Places(text)
    boards, problems = [], []
    for at, piece in chunks(text, size):
        try:
            if len(piece) != size:
                raise CardError(f"a record has {size} characters; here are {len(piece)}")
            boards.append(board(piece))
        except CardError as error:
            problems.append(Problem(*places(at), str(error)))
    return Record(tuple(boards), tuple(problems))
