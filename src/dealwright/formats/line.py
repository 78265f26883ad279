"""One deal a line, as a PBN deal string."""

from __future__ import annotations

from dealwright.cards import Seat
from dealwright.deals import Deals
from dealwright.deals.deal import deal_text
from dealwright.formats.boards import Boards

__all__ = ["make"]


def make(boards: Boards) -> _Lines:
    """Return a writer of deal strings; they begin with north, or with the dealer if one is set."""
    return _Lines(boards)


class _Lines:
    def __init__(self, boards: Boards) -> None:
        self._boards = boards
        self._first = Seat.NORTH if boards.dealer is None else boards.dealer

    def begin(self) -> str:
        return ""

    def deals(self, deals: Deals, number: int) -> str:
        lines = []
        for row, index in zip(deals.masks.tolist(), self._boards.numbers_of(deals), strict=True):
            note = "" if index is None else f"\t{index}"
            lines.append(f"{deal_text(row, self._first)}{note}\n")
        return "".join(lines)

    def end(self, found: int, tried: int) -> str:
        return ""
