"""Dealing into a format of boards: what a deal of a batch is as a board, and a writer of them."""

from __future__ import annotations

from collections.abc import Callable

from dealwright.deals import Deals
from dealwright.formats.boards import Boards
from dealwright.formats.records import Board

__all__ = ["BoardWriter", "boards_of"]


def boards_of(boards: Boards, deals: Deals, number: int) -> list[Board]:
    """Return some deals as boards, the first of them deal ``number`` (from 0)."""
    return [
        Board(
            number=boards.number(at),
            dealer=boards.dealer_of(at),
            vulnerability=boards.vulnerability_of(at),
            hands=(row[0], row[1], row[2], row[3]),
        )
        for at, row in enumerate(deals.masks.tolist(), number)
    ]


class BoardWriter:
    """Writes each deal with a function of its board."""

    def __init__(self, boards: Boards, text: Callable[[Board], str], head: str = "") -> None:
        self._boards, self._text, self._head = boards, text, head

    def begin(self) -> str:
        return self._head

    def deals(self, deals: Deals, number: int) -> str:
        return "".join(self._text(board) for board in boards_of(self._boards, deals, number))

    def end(self, found: int, tried: int) -> str:
        return ""
