"""Hand diagrams, as in newspapers, side by side if the terminal is wide enough."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import zip_longest
from textwrap import wrap

from dealwright.base.translation import translated
from dealwright.cards import Suit, points_of
from dealwright.deals.diagram import cells
from dealwright.formats.board_report import COLUMNS, Story, story_of
from dealwright.formats.board_words import heading, seat_text
from dealwright.formats.records import Board, Hands
from dealwright.formats.registry import Format
from dealwright.formats.settings import Settings
from dealwright.formats.writing import BoardWriter, Entry

__all__ = ["DIAGRAM_WIDTH", "FORMAT"]

DIAGRAM_WIDTH = 45
_GAP = 4
_LETTERS = str.maketrans({suit.symbol: suit.letter for suit in Suit})
# The usual four colours: spades blue, hearts red, diamonds orange, clubs green.
_COLOURS = ("\x1b[38;5;34m", "\x1b[38;5;208m", "\x1b[38;5;196m", "\x1b[38;5;33m")  # clubs first
_DIM, _BOLD, _PLAIN = "\x1b[2m", "\x1b[1m", "\x1b[0m"


class _Line:
    """A line being built: its text, and its width in columns."""

    def __init__(self) -> None:
        self.text = ""
        self.columns = 0

    def put(self, column: int, text: str, style: str = "", width: int | None = None) -> None:
        """Add text at a column; ``width`` is its visible width if it contains escapes."""
        self.text += " " * (column - self.columns)
        self.text += f"{style}{text}{_PLAIN}" if style else text
        self.columns = column + (len(text) if width is None else width)


class _Diagrams(BoardWriter):
    """Writes diagrams, each with its auction, play and comments; as many side by side as fit."""

    def __init__(self, settings: Settings) -> None:
        super().__init__(settings)
        self._across = max(1, (settings.width + _GAP) // (DIAGRAM_WIDTH + _GAP))
        self._waiting: list[list[_Line]] = []

    def boards(self, entries: Sequence[Entry]) -> str:
        rows = []
        for board, deal_number, _ in entries:
            self._waiting.append(
                [*self._diagram(board), *self._story(story_of(board, self.settings.letters))]
            )
            if deal_number is not None:
                self._waiting[-1].append(_Line())
                self._waiting[-1][-1].put(0, f"number {deal_number:,}", self._style(_DIM))
            if len(self._waiting) == self._across:
                rows.append(self._row())
        return "".join(rows)

    def end(self, found: int, tried: int) -> str:
        return self._row() if self._waiting else ""

    def _row(self) -> str:
        text = ""
        for lines in zip_longest(*self._waiting):
            joined = _Line()
            for index, line in enumerate(lines):
                if line is not None and line.columns:
                    joined.put(index * (DIAGRAM_WIDTH + _GAP), line.text, width=line.columns)
            text += joined.text + "\n"
        self._waiting = []
        return text + "\n"

    def _diagram(self, board: Board) -> list[_Line]:
        lines = [_Line() for _ in range(12)]
        hands = board.hands
        for line, text, style in zip(lines, heading(board), (_BOLD, "", ""), strict=False):
            if text:
                line.put(0, text, self._style(style))
        self._points(lines[8:12], hands)
        colours = self.settings.suit_colours or _COLOURS
        for row, column, suit, text in cells(hands, self.settings.letters):
            if suit is None:
                lines[row].put(column, self._drawn(text), self._style(_DIM))
            else:
                symbol = suit.symbol if self.settings.symbols else suit.letter
                lines[row].put(column, symbol, self._style(colours[suit]))
                lines[row].put(column + 2, text)
        return lines

    def _story(self, story: Story) -> Iterator[_Line]:
        """Yield the lines below a diagram; none for a bare deal."""
        if not story:
            return
        rows = ["", *wrap(story.players, 2 * DIAGRAM_WIDTH)]
        if story.auction:
            fours = [[*map(seat_text, COLUMNS)], *story.auction]
            rows += ["".join(f"{call:<11}" for call in four) for four in fours]
        for text in (*story.explanations, story.contract):
            rows += wrap(text, 2 * DIAGRAM_WIDTH)
        rows += [f"{trick[0]}: {' '.join(trick[1:])}" for trick in story.play]
        rows += ["".join(f"{cell:<4}" for cell in row) for row in story.makeable]
        rows += wrap(story.par, DIAGRAM_WIDTH)
        for comment in story.comments:
            rows += wrap(comment, 2 * DIAGRAM_WIDTH)
        for row in rows:
            line = _Line()
            line.put(0, row.rstrip() if self.settings.symbols else row.rstrip().translate(_LETTERS))
            yield line

    def _points(self, lines: list[_Line], hands: Hands) -> None:
        if not any(hands):
            return
        north, east, south, west = ("" if mask is None else points_of(mask) for mask in hands)
        style = self._style(_DIM)
        lines[0].put(0, translated("HCP"), style)
        lines[1].put(0, f"{north:>6}", style)
        lines[2].put(0, f"{west:>3}{east:>6}", style)
        lines[3].put(0, f"{south:>6}", style)

    def _style(self, style: str) -> str:
        return style if self.settings.colour else ""

    def _drawn(self, text: str) -> str:
        if self.settings.symbols:
            return text
        return text.translate(str.maketrans("┌┐└┘─", "++++-"))


FORMAT = Format("hand diagrams as plain text", (".txt",), writer=_Diagrams)
