"""Hand diagrams, as newspapers print them, side by side where the terminal is wide enough."""

from __future__ import annotations

from dealwright.cards import RANK_LETTERS, Seat, Suit
from dealwright.deals import Deals
from dealwright.features import feature
from dealwright.formats.boards import Boards

__all__ = ["DIAGRAM_WIDTH", "make"]

DIAGRAM_WIDTH = 45
_SIDE = 15
_GAP = 4
# The usual four colours: spades blue, hearts red, diamonds orange, clubs green.
_COLOURS = {
    Suit.SPADES: "\x1b[38;5;33m",
    Suit.HEARTS: "\x1b[38;5;196m",
    Suit.DIAMONDS: "\x1b[38;5;208m",
    Suit.CLUBS: "\x1b[38;5;34m",
}
_DIM, _BOLD, _PLAIN = "\x1b[2m", "\x1b[1m", "\x1b[0m"


def make(boards: Boards) -> _Diagrams:
    """Return a writer of diagrams."""
    return _Diagrams(boards)


class _Line:
    """One line being built: text, and how many columns of it show."""

    def __init__(self) -> None:
        self.text = ""
        self.columns = 0

    def put(self, column: int, text: str, style: str = "", width: int | None = None) -> None:
        """Add text at a column; ``width`` is what it shows when it holds escapes."""
        self.text += " " * (column - self.columns)
        self.text += f"{style}{text}{_PLAIN}" if style else text
        self.columns = column + (len(text) if width is None else width)


class _Diagrams:
    def __init__(self, boards: Boards) -> None:
        self._boards = boards
        self._across = max(1, (boards.width + _GAP) // (DIAGRAM_WIDTH + _GAP))
        self._waiting: list[list[_Line]] = []

    def begin(self) -> str:
        return ""

    def deals(self, deals: Deals, number: int) -> str:
        rows = []
        numbers = self._boards.numbers_of(deals)
        for i, (row, index) in enumerate(zip(deals.masks.tolist(), numbers, strict=True), number):
            self._waiting.append(self._diagram(row, i))
            if index is not None:
                self._waiting[-1].append(_Line())
                self._waiting[-1][-1].put(0, f"number {index:,}", self._style(_DIM))
            if len(self._waiting) == self._across:
                rows.append(self._row())
        return "".join(rows)

    def end(self, found: int, tried: int) -> str:
        return self._row() if self._waiting else ""

    def _row(self) -> str:
        text = ""
        for lines in zip(*self._waiting, strict=True):
            joined = _Line()
            for at, line in enumerate(lines):
                if line.columns:
                    joined.put(at * (DIAGRAM_WIDTH + _GAP), line.text, width=line.columns)
            text += joined.text + "\n"
        self._waiting = []
        return text + "\n"

    def _diagram(self, row: list[int], number: int) -> list[_Line]:
        lines = [_Line() for _ in range(12)]
        dealer = self._boards.dealer_of(number)
        phrase = self._boards.vulnerability_of(number).phrase
        lines[0].put(0, f"Board {self._boards.number(number)}", self._style(_BOLD))
        lines[1].put(0, f"{dealer.name.capitalize()} deals")
        lines[2].put(0, phrase[0].upper() + phrase[1:])
        self._hand(lines[0:4], _SIDE, row[Seat.NORTH])
        self._hand(lines[4:8], 0, row[Seat.WEST])
        for line, text in zip(lines[4:7], ("┌─ N ─┐", "W     E", "└─ S ─┘"), strict=True):
            line.put(_SIDE + 1, self._drawn(text), self._style(_DIM))
        self._hand(lines[4:8], 2 * _SIDE, row[Seat.EAST])
        self._points(lines[8:12], row)
        self._hand(lines[8:12], _SIDE, row[Seat.SOUTH])
        return lines

    def _hand(self, lines: list[_Line], column: int, mask: int) -> None:
        for line, suit in zip(lines, reversed(Suit), strict=True):
            bits = mask >> 13 * suit & 8191
            ranks = "".join(RANK_LETTERS[r] for r in range(12, -1, -1) if bits >> r & 1) or "-"
            symbol = suit.symbol if self._boards.symbols else suit.letter
            line.put(column, symbol, self._style(_COLOURS[suit]))
            line.put(column + 2, ranks)

    def _points(self, lines: list[_Line], row: list[int]) -> None:
        hcp = feature("hcp")
        north, east, south, west = (hcp.value(mask) for mask in row)
        style = self._style(_DIM)
        lines[0].put(0, "HCP", style)
        lines[1].put(0, f"{north:>6}", style)
        lines[2].put(0, f"{west:>3}{east:>6}", style)
        lines[3].put(0, f"{south:>6}", style)

    def _style(self, style: str) -> str:
        return style if self._boards.colour else ""

    def _drawn(self, text: str) -> str:
        if self._boards.symbols:
            return text
        return text.translate(str.maketrans("┌┐└┘─", "++++-"))
