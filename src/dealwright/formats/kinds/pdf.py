"""PDF for printing: hand records, and the pages that other printed formats fill.

ReportLab (the extra ``pdf``) draws it. The suit symbols are from the font Symbol, which every
reader has, so no font is embedded.
"""

from __future__ import annotations

import re
import sys
import unicodedata
from abc import abstractmethod
from collections.abc import Sequence
from importlib import import_module
from io import BytesIO
from typing import Any

from dealwright.base.errors import ArgumentError
from dealwright.base.translation import translated
from dealwright.cards import Seat, Suit
from dealwright.cards.card_letters import ENGLISH, CardLetters
from dealwright.deals.features import feature
from dealwright.formats.board_report import contract_line, makeable_of, par_line
from dealwright.formats.board_words import heading, seat_letter
from dealwright.formats.records import Board
from dealwright.formats.registry import Format
from dealwright.formats.settings import Settings
from dealwright.formats.writing import BoardWriter, Entry

__all__ = ["FORMAT", "Pages", "PdfWriter"]

# In points, 72 to the inch; the page is A4.
_WIDTH, _HEIGHT, _MARGIN = 595.28, 841.89, 28.0
_HEAD, _FOOT = 20.0, 14.0
_RECORD = (3, 6)  # columns and rows of boards on a page
_RED = {Suit.DIAMONDS.symbol, Suit.HEARTS.symbol}
_SYMBOLS = {suit.symbol for suit in Suit}
_PIECES = re.compile(f"([{''.join(_SYMBOLS)}])")


class PdfWriter(BoardWriter):
    """Keeps all boards until the end, which ``draw`` then turns into a PDF file.

    :raises ArgumentError: if reportlab is not installed
    """

    def __init__(self, settings: Settings) -> None:
        super().__init__(settings)
        _reportlab()  # fails before any dealing if reportlab is missing
        self._boards: list[Board] = []

    def boards(self, entries: Sequence[Entry]) -> str:
        self._boards += [entry.board for entry in entries]
        return ""

    def end(self, found: int, tried: int) -> str:
        return self.draw(self._boards).decode("latin-1")

    @abstractmethod
    def draw(self, boards: Sequence[Board]) -> bytes:
        """Return the file of all boards."""


class _HandRecord(PdfWriter):
    """Writes all hands, 18 boards on a page, with their contracts and results."""

    def draw(self, boards: Sequence[Board]) -> bytes:
        return _record(boards, self.settings)


def _reportlab() -> Any:
    try:
        return import_module("reportlab.pdfgen.canvas")
    except ImportError:
        instead = "install it with pip install 'dealwright[pdf]'"
        if sys.platform == "emscripten":
            instead = "a browser has none, so print the page instead"
        raise ArgumentError(f"PDF needs reportlab; {instead}") from None


class Pages:
    """Cells filled from left to right and from top to bottom, page after page."""

    def __init__(
        self,
        title: str,
        shape: tuple[int, int],
        letters: CardLetters = ENGLISH,
        *,
        cut: bool,
        foot: str = "",
    ) -> None:
        self._file = BytesIO()
        size = (_WIDTH, _HEIGHT)
        # invariant: no date in the file, so that the same deals make the same bytes
        self.canvas: Any = _reportlab().Canvas(self._file, pagesize=size, invariant=1)
        self.canvas.setTitle(title)
        self._title, (self._columns, self._rows), self._cut = title, shape, cut
        self._foot, self._page = foot, 0
        self.width = (_WIDTH - 2 * _MARGIN) / self._columns
        self.height = (_HEIGHT - 2 * _MARGIN - _HEAD) / self._rows
        self._letters = letters.in_print
        self._filled = 0

    def cell(self) -> tuple[float, float]:
        """Begin the next cell; return its left and upper ends."""
        index = self._filled % (self._columns * self._rows)
        if index == 0:
            if self._filled:
                self.canvas.showPage()
            self._begin_page()
        self._filled += 1
        row, column = divmod(index, self._columns)
        self._frame(row, column)
        top = _HEIGHT - _MARGIN - _HEAD - row * self.height
        return _MARGIN + column * self.width, top

    def turn(self, title: str) -> None:
        """Begin a new page with another title at the next cell."""
        self._title = title
        self._filled += -self._filled % (self._columns * self._rows)

    def _begin_page(self) -> None:
        canvas = self.canvas
        canvas.setFont("Helvetica-Bold", 10)
        canvas.drawString(_MARGIN, _HEIGHT - _MARGIN - 8, _drawable(self._title))
        self._page += 1
        canvas.setFont("Helvetica", 7)
        canvas.drawString(_MARGIN, _FOOT, _drawable(self._foot))
        canvas.drawRightString(_WIDTH - _MARGIN, _FOOT, f"{self._page}")

    def _frame(self, row: int, column: int) -> None:
        """Draw the edges of a cell that its neighbours have not drawn."""
        canvas = self.canvas
        canvas.setLineWidth(0.4)
        canvas.setStrokeGray(0.6)
        if self._cut:
            canvas.setDash(3, 3)
        left = _MARGIN + column * self.width
        top = _HEIGHT - _MARGIN - _HEAD - row * self.height
        right, bottom = left + self.width, top - self.height
        canvas.line(left, bottom, right, bottom)
        canvas.line(right, top, right, bottom)
        if row == 0:
            canvas.line(left, top, right, top)
        if column == 0:
            canvas.line(left, top, left, bottom)
        canvas.setDash()

    def text(
        self,
        x: float,
        y: float,
        words: str,
        size: float,
        *,
        bold: bool = False,
        most: float | None = None,
    ) -> float:
        """Write words at a place, smaller if wider than ``most`` points; return their right end."""
        pieces = [piece for piece in _PIECES.split(_drawable(words)) if piece]
        fonts = [_font_of(piece, bold=bold) for piece in pieces]
        widths = [
            self.canvas.stringWidth(piece, font, size)
            for piece, font in zip(pieces, fonts, strict=True)
        ]
        part = 1.0 if most is None else min(1.0, most / max(1.0, sum(widths)))
        for piece, font, width in zip(pieces, fonts, widths, strict=True):
            self.canvas.setFillColorRGB(0.8 if piece in _RED else 0, 0, 0)
            self.canvas.setFont(font, size * part)
            self.canvas.drawString(x, y, piece)
            x += part * width
        return x

    def hand(self, x: float, y: float, mask: int | None, size: float, room: float) -> None:
        """Write a hand, spades at ``y`` and the other suits below; long suits are condensed."""
        if mask is None:
            return
        for suit in reversed(Suit):
            self.text(x, y, suit.symbol, size)
            words = self._letters.suit_text(mask >> 13 * suit & 8191) or "-"
            self.text(x + 1.15 * size, y, words, size, most=room - 1.15 * size)
            y -= 1.2 * size

    def auction(self, left: float, bottom: float, lines: int) -> None:
        """Leave room for an auction at the end of a cell: a column for each seat, and lines."""
        step, width = 14.2, self.width / 4  # 5 mm, to write on
        top = bottom + lines * step
        for column, seat in enumerate((Seat.WEST, Seat.NORTH, Seat.EAST, Seat.SOUTH)):
            self.text(left + 5 + column * width, top + 2.5, seat_letter(seat), 8.5, bold=True)
        self.canvas.setLineWidth(0.4)
        self.canvas.setStrokeGray(0.75)
        for line in range(1, lines + 1):
            self.canvas.line(left, bottom + line * step, left + self.width, bottom + line * step)
        for column in range(1, 4):
            self.canvas.line(left + column * width, top, left + column * width, bottom)

    def data(self) -> bytes:
        """Return the file."""
        if not self._filled:
            self._begin_page()
        self.canvas.save()
        return self._file.getvalue()


def _font_of(piece: str, *, bold: bool) -> str:
    return "Symbol" if piece in _SYMBOLS else "Helvetica-Bold" if bold else "Helvetica"


def _drawable(words: str) -> str:
    """Return words with a plain letter for each that the standard fonts lack."""
    plain = words.translate({ord("ł"): "l", ord("Ł"): "L"})
    return "".join(
        letter
        if letter in _SYMBOLS or letter.encode("cp1252", "ignore")
        else unicodedata.normalize("NFKD", letter)[0]
        for letter in plain
    )


def _record(boards: Sequence[Board], settings: Settings) -> bytes:
    title = settings.title or translated("Hand record")
    pages = Pages(title, _RECORD, settings.letters, cut=False, foot=settings.foot)
    size = 8.5
    for board in boards:
        left, top = pages.cell()
        number, dealer, vulnerable = heading(board)
        x, y, third = left + 4, top - 13, pages.width / 3
        pages.text(x, y, number, 10.5, bold=True, most=third - 4)
        pages.text(x, y - 10, dealer, 7, most=third - 4)
        pages.text(x, y - 18, vulnerable, 7, most=third - 4)
        step = 4 * 1.2 * size
        hands = board.hands
        pages.hand(x + third, y + 2, hands[Seat.NORTH], size, third)
        pages.hand(x, y + 2 - step, hands[Seat.WEST], size, third - 2)
        pages.hand(x + 2 * third - 4, y + 2 - step, hands[Seat.EAST], size, third - 4)
        pages.hand(x + third, y + 2 - 2 * step, hands[Seat.SOUTH], size, third)
        _points(pages, board, x, y + 2 - 2 * step)
        _contract(pages, board, x + 2 * third - 4, y + 2 - 2 * step, third - 4)
        _makeable(pages, board, x + 2 * third - 4, y + 4, third - 4)
        _par(pages, board, x + 2 * third - 4, y - 14 - 2 * step, third - 4)
    return pages.data()


def _points(pages: Pages, board: Board, x: float, y: float) -> None:
    """Write the points of the hands, arranged as at the table, in a cell's lower left corner."""
    hcp = feature("hcp")
    places = {Seat.NORTH: (9, 0), Seat.WEST: (0, -8), Seat.EAST: (18, -8), Seat.SOUTH: (9, -16)}
    for seat, (right, down) in places.items():
        mask = board.hands[seat]
        if mask is not None:
            pages.text(x + right, y + down, f"{hcp.value(mask)}", 6.5)


def _contract(pages: Pages, board: Board, x: float, y: float, room: float) -> None:
    """Write contract and result on two lines; nothing for a bare deal."""
    for index, line in enumerate(contract_line(board).split(", ", 1)):
        pages.text(x, y - 8 * index, line, 6.5, most=room)


def _makeable(pages: Pages, board: Board, x: float, y: float, room: float) -> None:
    """Write the contracts that make, in columns above East; nothing if that is not known."""
    for down, row in enumerate(makeable_of(board)):
        for across, cell in enumerate(row):
            right = 0 if not across else 13 + (across - 1) * (room - 13) / (len(row) - 1)
            pages.text(x + right, y - 7 * down, cell, 6)


def _par(pages: Pages, board: Board, x: float, y: float, room: float) -> None:
    """Write the par score, and its contracts below it; nothing if that is not known."""
    for index, line in enumerate(par_line(board).split(": ")):
        pages.text(x, y - 8 * index, line, 6.5, most=room)


FORMAT = Format("hand records to print", (".pdf",), writer=_HandRecord, binary=True)
