"""Hand diagrams as in newspapers: the position of each suit of each hand."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from dealwright.cards import Suit
from dealwright.cards.card_letters import ENGLISH, CardLetters

__all__ = ["COMPASS", "SIDE", "Cell", "cells", "diagram_html", "diagram_text", "hand_html"]

SIDE = 15  # columns from one hand to the next
COMPASS = ("┌─ N ─┐", "W     E", "└─ S ─┘")
# The row and the column where each hand begins: north, east, south, west.
_PLACES = ((0, SIDE), (4, 2 * SIDE), (8, SIDE), (4, 0))
# Four colours, readable on white and on black: spades, hearts, diamonds, clubs.
_COLOURS = {
    Suit.SPADES: "#3b82f6",
    Suit.HEARTS: "#ef4444",
    Suit.DIAMONDS: "#f97316",
    Suit.CLUBS: "#22a34a",
}


class Cell(NamedTuple):
    """A suit of a hand, or a piece of the compass (``suit`` None), at a row and a column."""

    row: int
    column: int
    suit: Suit | None
    text: str


def cells(hands: Sequence[int | None], letters: CardLetters = ENGLISH) -> Iterator[Cell]:
    """Yield the cells of a diagram of north, east, south and west, row by row from the left.

    Hands are 52-bit masks, or None if unknown; there are 12 rows. ``letters`` are the rank letters.
    """
    cell_list = [Cell(4 + row, SIDE + 1, None, piece) for row, piece in enumerate(COMPASS)]
    for mask, (top, column) in zip(hands, _PLACES, strict=True):
        if mask is not None:
            for row, suit in enumerate(reversed(Suit), top):
                ranks = letters.suit_text(mask >> 13 * suit & 8191) or "-"
                cell_list.append(Cell(row, column, suit, ranks))
    return iter(sorted(cell_list, key=lambda cell: (cell.row, cell.column)))


def diagram_text(hands: Sequence[int | None]) -> str:
    """Return a diagram as text with suit symbols, 12 lines.

    >>> print(diagram_text([0b111 << 49, None, 1, None]).splitlines()[0].strip())
    ♠ AKQ
    """
    lines = [""] * 12
    for row, column, suit, text in cells(hands):
        shown = text if suit is None else f"{suit.symbol} {text}"
        lines[row] = lines[row].ljust(column) + shown
    return "\n".join(lines)


def diagram_html(hands: Sequence[int | None]) -> str:
    """Return a diagram as HTML for a notebook, readable in light and dark themes."""
    lines, widths = [""] * 12, [0] * 12
    for row, column, suit, text in cells(hands):
        gap = " " * (column - widths[row])
        if suit is None:
            shown = f'<span style="opacity:.75">{text}</span>'
        else:
            shown = _suit_html(suit, text)
        lines[row] += gap + shown
        widths[row] = column + len(text) + (0 if suit is None else 2)
    return _preformatted(lines)


def hand_html(mask: int) -> str:
    """Return a hand as HTML for a notebook, a line for each suit."""
    return _preformatted(
        _suit_html(suit, ENGLISH.suit_text(mask >> 13 * suit & 8191) or "-")
        for suit in reversed(Suit)
    )


def _suit_html(suit: Suit, ranks: str) -> str:
    return f'<span style="color:{_COLOURS[suit]}">{suit.symbol}</span> {ranks}'


def _preformatted(lines: Iterable[str]) -> str:
    body = "\n".join(lines)
    return f'<pre style="display:inline-block;line-height:1.25;margin:.4em 1.2em">{body}</pre>'
