"""PDF sheets of each seat's hands: to cut along lines, or to write auctions on."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from dealwright.base.translation import translated
from dealwright.cards import Seat
from dealwright.deals import Deals
from dealwright.formats.board_words import conditions_text, number_text, seat_text, sheet_title
from dealwright.formats.kinds.pdf import Pages, PdfWriter
from dealwright.formats.records import Board
from dealwright.formats.registry import Format
from dealwright.formats.settings import Settings
from dealwright.formats.writing import boards_of_deals

if TYPE_CHECKING:
    from dealwright.deals.batch import DealsLike

__all__ = ["FORMAT", "hand_sheets"]

_SHEET, _PRACTICE = (4, 9), (3, 6)  # columns and rows of hands on a page
_CALLS = 4  # lines for an auction


class _Sheets(PdfWriter):
    """Writes pages of North's hands, then of East's, South's and West's."""

    def draw(self, boards: Sequence[Board]) -> bytes:
        return _sheets(boards, tuple(Seat), self.settings)


def hand_sheets(deals: DealsLike, seats: Sequence[Seat], settings: Settings) -> bytes:
    """Return a PDF file of the hands of some seats, 18 on a page, each with room for its auction.

    Each seat has pages of its own. Double-dummy results are left out, because they reveal something
    about the hidden hands.

    :raises ArgumentError: if reportlab is not installed
    """
    boards = boards_of_deals(replace(settings, solved=None), Deals.of(deals), 0)
    return _sheets(boards, seats, settings, auction=True)


def _sheets(
    boards: Sequence[Board], seats: Sequence[Seat], settings: Settings, *, auction: bool = False
) -> bytes:
    titles = [sheet_title(seat, settings.title) for seat in seats]
    heading = titles[0] if len(seats) == 1 else translated("Hands")
    shape = _PRACTICE if auction else _SHEET
    pages = Pages(heading, shape, settings.letters, cut=not auction, foot=settings.foot)
    for seat, title in zip(seats, titles, strict=True):
        pages.turn(title)
        for board in boards:
            left, top = pages.cell()
            number = "" if board.number is None else number_text(board.number)
            # a hand that is cut out names its seat; a sheet names it once, in its heading
            name = number if auction else f"{board.number or ''} {seat_text(seat)}".strip()
            right = left + pages.width - 6
            y = top - 12
            end = pages.text(left + 6, y, name, 10.5, bold=True, most=pages.width / 2)
            conditions = conditions_text(board.dealer, board.vulnerability)
            pages.text(end + 6, y, conditions, 7, most=right - end - 6)
            size, down = (9.5, 11.0) if auction else (10.5, 17.0)
            pages.hand(left + 10, y - down, board.hands[seat], size, pages.width - 16)
            if auction:
                pages.auction(left, top - pages.height, _CALLS)
    return pages.data()


FORMAT = Format(
    "sheets of each seat's hands", (".hands.pdf",), writer=_Sheets, binary=True, results=False
)
