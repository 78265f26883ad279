"""A range as the grid that players know: 13 by 13 classes, suited hands above the diagonal."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from dealwright.answers.html import Shade, html_table
from dealwright.cards import RANK_LETTERS
from dealwright.poker.range_classes import HandClass, lowest_rank

if TYPE_CHECKING:
    from dealwright.poker.ranges import Range

__all__ = ["range_grid", "range_lines"]

_SHADES = (17, 18, 19, 20, 26, 32)  # blues of 256 colours, from the smallest weight to the largest


def range_grid(found: Range) -> str:
    """Return a range as a table of HTML, shaded by the average weight of each class.

    Short deck has 9 by 9 classes.

    >>> from dealwright.poker import parse_range
    >>> range_grid(parse_range("AKs, AKo@0.5")).count("rgba(74, 134, 216, ")
    2
    """
    size = 13 - lowest_rank(found.game)
    weights = found.matrix()[:size, :size].tolist()
    rows = [
        [_cell(row, column, weight) for column, weight in enumerate(line)]
        for row, line in enumerate(weights)
    ]
    game = "" if found.game == "holdem" else f"{found.game}: "
    combos = f"{len(found):,} combo{'' if len(found) == 1 else 's'}, {float(found.share):.2%}"
    return html_table(f"{game}{found.text}: {combos}", [], rows)


def _cell(row: int, column: int, weight: float) -> Shade:
    high, low = 12 - min(row, column), 12 - max(row, column)
    kind = "" if row == column else "s" if row < column else "o"
    name = HandClass(high, low, kind).name
    return Shade(name, weight, f"{name}: {weight:.3g} of 1")


def range_lines(
    hand_range: Range, *, shares: Mapping[str, float] | None = None, colour: bool = False
) -> Iterator[str]:
    """Yield a range and its grid: names and weights of the classes, or their ``shares``."""
    yield f"{hand_range.game}: {hand_range}"
    percent = float(100 * hand_range.share)
    yield f"{len(hand_range):,} hands, {percent:.2f} % of all hands of two cards"
    yield ""
    yield from _grid(hand_range, shares or {}, colour)


def _grid(hand_range: Range, shares: Mapping[str, float], colour: bool) -> Iterator[str]:
    size = 13 - lowest_rank(hand_range.game)
    letters = RANK_LETTERS[::-1][:size]
    yield "   " + "".join(f"{letter:^5}" for letter in letters).rstrip()
    for row, weights in enumerate(hand_range.matrix()[:size, :size].tolist()):
        line = f" {letters[row]} "
        for column, weight in enumerate(weights):
            high, low = 12 - min(row, column), 12 - max(row, column)
            name = HandClass(high, low, "" if row == column else "so"[row > column]).name
            text = "."
            if weight:
                text = f"{100 * shares[name]:.0f}" if name in shares else name
                text = "-" if shares and name not in shares else text
                if not shares and weight < 0.9995:
                    text = f"{max(100 * weight, 1):.0f}%"
            cell = f"{text:^5}"
            if colour and weight:
                depth = shares.get(name, 0) if shares else weight
                shade = _SHADES[min(int(depth * len(_SHADES)), len(_SHADES) - 1)]
                cell = f"\x1b[48;5;{shade}m\x1b[38;5;255m{cell}\x1b[0m"
            line += cell
        yield line.rstrip()
