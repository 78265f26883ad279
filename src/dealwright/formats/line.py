"""One deal a line, as a PBN deal string: read, and written of deals and of boards."""

from __future__ import annotations

from collections.abc import Sequence

from dealwright.cards import Seat
from dealwright.deals import Deals
from dealwright.formats.boards import Boards
from dealwright.formats.dealt import Dealt, DealtWriter, written
from dealwright.formats.fixed import read_lines
from dealwright.formats.pbn_game import deal_hands
from dealwright.formats.records import Board, Record, hands_text

__all__ = ["make", "read", "write"]


def make(boards: Boards) -> _Lines:
    """Return a writer of deal strings; they begin with north, or with the dealer if one is set."""
    return _Lines(boards)


def write(boards: Sequence[Board]) -> str:
    """Return a file of deal strings from north on; unknown hands are ``-``."""
    return written(make(Boards()), boards)


def read(text: str) -> Record:
    """Read deal strings; blank lines are passed over, and so is what stands behind a tab."""
    return read_lines(text, lambda line: Board(hands=deal_hands(line.split("\t")[0])))


class _Lines(DealtWriter):
    def deals(self, deals: Deals, number: int) -> str:
        if self._settings.numbers is not None:
            return super().deals(deals, number)
        first = self._settings.dealer or Seat.NORTH
        return "".join(f"{hands_text(row, first)}\n" for row in deals.masks.tolist())

    def boards(self, dealt: Sequence[Dealt]) -> str:
        first = self._settings.dealer or Seat.NORTH
        lines = []
        for board, rank, _ in dealt:
            note = "" if rank is None else f"\t{rank}"
            lines.append(f"{hands_text(board.hands, first)}{note}\n")
        return "".join(lines)
