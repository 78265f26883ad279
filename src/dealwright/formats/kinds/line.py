"""PBN deal strings, one to a line; written and read."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from dealwright.cards import Seat
from dealwright.deals import Deals
from dealwright.formats.fixed_records import read_lines
from dealwright.formats.pbn_game import deal_hands
from dealwright.formats.records import Board, Problem, hands_text
from dealwright.formats.registry import Format
from dealwright.formats.writing import BoardWriter, Entry

__all__ = ["FORMAT"]


def _read(text: str) -> Iterator[Board | Problem]:
    """Read deal strings; blank lines and text after a tab are ignored."""
    return read_lines(text, lambda line: Board(hands=deal_hands(line.split("\t")[0])))


class _Lines(BoardWriter):
    """Writes deal strings that begin with north, or with the dealer of the settings."""

    def deals(self, deals: Deals, number: int) -> str:
        if self.settings.numbers is not None:
            return super().deals(deals, number)
        rows = enumerate(deals.rows(), number)
        return "".join(f"{hands_text(row, self._first(deal))}\n" for deal, row in rows)

    def _first(self, deal: int) -> Seat:
        return Seat.NORTH if self.settings.dealer is None else self.settings.dealer_of(deal)

    def boards(self, entries: Sequence[Entry]) -> str:
        lines = []
        for board, deal_number, _ in entries:
            first = Seat.NORTH if self.settings.dealer is None else board.dealer or Seat.NORTH
            note = "" if deal_number is None else f"\t{deal_number}"
            lines.append(f"{hands_text(board.hands, first)}{note}\n")
        return "".join(lines)


FORMAT = Format(
    "PBN's deal strings, one a line", (".deals", ".lines"), _read, _Lines, results=False
)
