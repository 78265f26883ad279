"""Statistics of scripts: averages and frequencies, exact where they can be, and as text."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from math import sqrt

import numpy as np
from numpy.typing import NDArray

from dealwright.conditions.scripts import Average, Frequency

__all__ = ["Statistic", "statistic_lines"]

_BAR = 40


@dataclass
class Statistic:
    """One ``average`` or ``frequency``: how many deals have each value (or pair of values).

    ``exact`` counts are of all deals of the condition, others of those produced.
    """

    action: Average | Frequency
    exact: bool
    counts: Counter[tuple[int, ...]] = field(default_factory=Counter)

    def add(self, columns: list[NDArray[np.int32]]) -> None:
        """Count the values of some deals, a column for each expression."""
        rows, counts = np.unique(np.stack(columns, axis=1), axis=0, return_counts=True)
        for row, count in zip(rows.tolist(), counts.tolist(), strict=True):
            self.counts[tuple(row)] += count

    @property
    def total(self) -> int:
        """How many deals were counted."""
        return sum(self.counts.values())

    @property
    def mean(self) -> Fraction:
        """The mean of the first expression; 0 of no deals."""
        total = sum(value[0] * count for value, count in self.counts.items())
        return Fraction(total, self.total or 1)

    @property
    def standard_error(self) -> float:
        """The standard deviation of the mean; 0 where it is exact."""
        n = self.total
        if self.exact or n < 2:
            return 0.0
        mean = self.mean
        squares = sum(count * (value[0] - mean) ** 2 for value, count in self.counts.items())
        return sqrt(squares / (n - 1) / n)


def statistic_lines(found: Statistic, *, symbols: bool = True) -> Iterator[str]:
    """Yield a statistic as lines of text."""
    if isinstance(found.action, Average):
        yield _average(found, symbols)
    elif len(found.action.values) == 1:
        yield from _column(found, found.action, symbols)
    else:
        yield from _crossed(found, found.action)


def _average(found: Statistic, symbols: bool) -> str:
    label = f"{found.action.label}: " if found.action.label else ""
    if found.exact:
        return f"{label}{float(found.mean):.6g} exact"
    if found.total < 2:
        return f"{label}{float(found.mean):.6g} of {found.total} deals".replace("1 deals", "1 deal")
    error = 1.96 * found.standard_error
    return f"{label}{float(found.mean):.6g} {'±' if symbols else '+-'} {error:.2g}"


def _title(found: Statistic) -> str:
    label = found.action.label
    what = "exact" if found.exact else f"{found.total:,} deals"
    return f"Frequency{' ' + label if label else ''}: {what}"


def _cell(value: int, low: int, high: int) -> str:
    """Return the name of the row of a value: itself, ``Low`` or ``High``."""
    return "Low" if value < low else "High" if value > high else str(value)


def _names(low: int, high: int, present: Counter[str]) -> list[str]:
    low_end, high_end = (["Low"] if present["Low"] else []), (["High"] if present["High"] else [])
    return [*low_end, *(str(value) for value in range(low, high + 1)), *high_end]


def _column(found: Statistic, action: Frequency, symbols: bool) -> Iterator[str]:
    (low, high), counts = action.bounds[0], Counter[str]()
    for value, count in found.counts.items():
        counts[_cell(value[0], low, high)] += count
    yield _title(found)
    total, most = found.total or 1, max(counts.values(), default=1)
    for name in _names(low, high, counts):
        count = counts[name]
        bar = ("█" if symbols else "#") * round(_BAR * count / most)
        number = "" if found.exact else f"{count:12,}"
        yield f"{name:>6}{number}{100 * count / total:11.4f} %  {bar}".rstrip()


def _crossed(found: Statistic, action: Frequency) -> Iterator[str]:
    (low, high), (left, right) = action.bounds
    counts, down, across = Counter[tuple[str, str]](), Counter[str](), Counter[str]()
    for (first, second), count in found.counts.items():
        row, column = _cell(first, low, high), _cell(second, left, right)
        counts[row, column] += count
        down[row] += count
        across[column] += count
    yield _title(found) + (", percent" if found.exact else "")
    total = found.total or 1
    columns = _names(left, right, across)

    def shown(count: int) -> str:
        return f"{100 * count / total:9.4f}" if found.exact else f"{count:9,}"

    yield f"{'':6}" + "".join(f"{name:>9}" for name in [*columns, "Sum"])
    for row in _names(low, high, down):
        cells = [counts[row, column] for column in columns]
        yield f"{row:>6}" + "".join(shown(count) for count in [*cells, down[row]])
    sums = [across[column] for column in columns]
    yield f"{'Sum':>6}" + "".join(shown(count) for count in [*sums, found.total])
