"""DUP, for duplicating machines: a deal as BRI and as DGE, and ten characters about the set."""

from __future__ import annotations

from collections.abc import Sequence

from dealwright.deals import Deals
from dealwright.errors import ArgumentError, CardError
from dealwright.formats import bri, dge
from dealwright.formats.boards import Boards
from dealwright.formats.dealt import boards_of
from dealwright.formats.fixed import chunks, numbered
from dealwright.formats.pbn_tokens import Places
from dealwright.formats.records import Board, Problem, Record, whole_deal

__all__ = ["SIZE", "make", "read", "write"]

SIZE = bri.SIZE + dge.SIZE + 10
_MOST = 999  # the numbers of boards have three digits


def write(boards: Sequence[Board]) -> str:
    """Return a file of records; boards whose numbers do not follow each other count from 1.

    :raises ArgumentError: if numbers of three digits do not suffice
    """
    first = boards[0].number if boards else None
    numbers = [board.number for board in boards]
    if first is None or numbers != list(range(first, first + len(boards))):
        first = 1
    last = first + len(boards) - 1
    if last > _MOST:
        raise ArgumentError(f"DUP numbers boards up to {_MOST}, not {last}")
    about = f"YN{first:<3}1 {last:<3}"
    deals = [whole_deal(board) for board in boards]
    return "".join(bri.record(masks) + dge.record(masks) + about for masks in deals)


def make(boards: Boards) -> _Records:
    """Return a writer of dealt boards; each record names the last board, so all come at the end."""
    return _Records(boards)


class _Records:
    def __init__(self, boards: Boards) -> None:
        self._boards, self._held = boards, list[Board]()

    def begin(self) -> str:
        return ""

    def deals(self, deals: Deals, number: int) -> str:
        if self._boards.number(number + len(deals)) - 1 > _MOST:
            raise ArgumentError(f"DUP numbers boards up to {_MOST}")
        self._held += boards_of(self._boards, deals, number)
        return ""

    def end(self, found: int, tried: int) -> str:
        return write(self._held)


def _number(about: str, at: int) -> int | None:
    """Return the number of record ``at`` (from 0): up from the lowest, or down from the highest."""
    lowest, highest = about[2:5].strip(), about[7:10].strip()
    backwards = about[1] == "Y"
    start = highest if backwards else lowest
    if not (start.isascii() and start.isdigit()):
        return None
    return int(start) - at if backwards else int(start) + at


def _board(piece: str, at: int) -> Board:
    if len(piece) < bri.SIZE + dge.SIZE:
        raise CardError(f"a record has {SIZE} characters; here are {len(piece)}")
    hands = bri.hands_of_digits(piece[: bri.SIZE])
    shown = piece[bri.SIZE : bri.SIZE + dge.SIZE]
    # a set that nobody is to see has blanks there
    if shown.strip() and dge.hands_of_symbols(shown) != hands:
        raise CardError("the two forms of the deal do not agree")
    return numbered(_number(piece[bri.SIZE + dge.SIZE :].ljust(10), at), hands)


def read(text: str) -> Record:
    """Read a file of records."""
    places = Places(text)
    boards, problems = [], []
    for at, (offset, piece) in enumerate(chunks(text, SIZE)):
        try:
            boards.append(_board(piece, at))
        except CardError as error:
            problems.append(Problem(*places(offset), str(error)))
    return Record(tuple(boards), tuple(problems))
