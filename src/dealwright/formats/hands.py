"""PDF sheets of each seat's hands: to cut along lines, or to write auctions on."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from dealwright.cards import Seat
from dealwright.deals import Deals
from dealwright.formats.board_words import seat_text
from dealwright.formats.pdf import Pages, PdfWriter, heading_of
from dealwright.formats.records import Board
from dealwright.formats.registry import Format
from dealwright.formats.settings import Settings
from dealwright.formats.writing import boards_of_deals
from dealwright.translation import translated

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
    title, letters = settings.title, settings.letters
    names = [translated("{seat}'s hands", seat=seat_text(seat)) for seat in seats]
    titles = [f"{name}{title and ' - '}{title}" for name in names]
    heading = titles[0] if len(seats) == 1 else translated("Hands")
    shape = _PRACTICE if auction else _SHEET
    pages = Pages(heading, shape, letters, cut=not auction, foot=settings.foot)
    for seat, title in zip(seats, titles, strict=True):
        pages.turn(title)
        for board in boards:
            left, top = pages.cell()
            number, dealer, phrase = heading_of(board)
            pages.text(left + 6, top - 14, f"{number}", 11, bold=True)
            name = seat_text(seat)
            headline = f"{name}  -  {dealer}, {phrase}"
            pages.text(left + 28, top - 14, headline, 7, most=pages.width - 32)
            pages.hand(left + 10, top - 30, board.hands[seat], 10.5, pages.width - 16)
            if auction:
                pages.auction(left, top - pages.height, _CALLS)
    return pages.data()


FORMAT = Format(
    "sheets of each seat's hands", (".hands.pdf",), writer=_Sheets, binary=True, results=False
)
