"""A range as the grid that players know: 13 by 13 classes, suited hands above the diagonal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dealwright.answers.html import Shade, html_table
from dealwright.poker.range_classes import HandClass, lowest_rank

if TYPE_CHECKING:
    from dealwright.poker.ranges import Range

__all__ = ["range_grid"]


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
