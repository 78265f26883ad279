"""Statistics of scripts: averages and frequencies, exact where they can be, and as text."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from math import sqrt

import numpy as np
from numpy.typing import NDArray

from dealwright.errors import ArgumentError
from dealwright.scripts.reading import Average, Frequency

__all__ = ["FrequencyTable", "Statistic", "frequency_table", "statistic_lines"]

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
    def deviation(self) -> float:
        """The standard deviation of the first expression; of all deals where it is exact."""
        n, mean = self.total, self.mean
        if n < 2:
            return 0.0
        squares = sum(count * (value[0] - mean) ** 2 for value, count in self.counts.items())
        return sqrt(squares / (n if self.exact else n - 1))

    @property
    def standard_error(self) -> float:
        """The standard deviation of the mean; 0 where it is exact."""
        return 0.0 if self.exact or self.total < 2 else self.deviation / sqrt(self.total)

    @property
    def reach(self) -> float:
        """How far its 95 % interval reaches: of the mean, or of the least known share.

        0 where it is exact. The share of each value is that of a row of its own.
        """
        if self.exact:
            return 0.0
        if isinstance(self.action, Average):
            return 1.96 * self.standard_error
        shares = [count / self.total for count in self.counts.values()]
        widest = max((share * (1 - share) for share in shares), default=0.25)
        return 1.96 * sqrt(widest / (self.total or 1))


def statistic_lines(found: Statistic, *, symbols: bool = True) -> Iterator[str]:
    """Yield a statistic as lines of text."""
    if isinstance(found.action, Average):
        yield _average(found, symbols)
    elif len(found.action.values) == 1:
        yield from _column(found, symbols)
    else:
        yield from _crossed(found)


def _average(found: Statistic, symbols: bool) -> str:
    label = f"{found.action.label}: " if found.action.label else ""
    if found.exact:
        spread = f", deviation {found.deviation:.4g}" if len(found.counts) > 1 else ""
        return f"{label}{float(found.mean):.6g} exact{spread}"
    if found.total < 2:
        return f"{label}{float(found.mean):.6g} of {found.total} deals".replace("1 deals", "1 deal")
    error = 1.96 * found.standard_error
    mean = f"{label}{float(found.mean):.6g} {'±' if symbols else '+-'} {error:.2g}"
    return f"{mean}, deviation {found.deviation:.4g}"


def _title(found: Statistic) -> str:
    label = found.action.label
    what = "exact" if found.exact else f"{found.total:,} deals"
    return f"Frequency{' ' + label if label else ''}: {what}"


@dataclass(frozen=True)
class _Axis:
    """The rows of a table: values from ``low`` to ``high``, ``width`` of them in each."""

    low: int
    high: int
    width: int

    def name(self, value: int) -> str:
        """Return the name of the row of a value: the values in it, ``Low`` or ``High``."""
        if value < self.low or value > self.high:
            return "Low" if value < self.low else "High"
        first = value - (value - self.low) % self.width
        last = min(first + self.width - 1, self.high)
        return str(first) if first == last else f"{first}..{last}"

    def names(self, present: Counter[str]) -> list[str]:
        """Return the names of all rows; ``Low`` and ``High`` where there are such values."""
        inside = [self.name(value) for value in range(self.low, self.high + 1, self.width)]
        return ["Low"] * bool(present["Low"]) + inside + ["High"] * bool(present["High"])


def _axes(action: Frequency) -> list[_Axis]:
    pairs = zip(action.bounds, action.widths, strict=True)
    return [_Axis(low, high, width) for (low, high), width in pairs]


@dataclass(frozen=True)
class FrequencyTable:
    """A frequency as a table: the names of rows and columns, and the deals of each cell.

    With one expression ``columns`` is None, and each row has one cell.
    """

    rows: list[str]
    columns: list[str] | None
    counts: list[list[int]]


def frequency_table(found: Statistic) -> FrequencyTable:
    """Return the table of a frequency, ``Low`` and ``High`` where there are such values.

    :raises ArgumentError: if it is an average
    """
    if not isinstance(found.action, Frequency):
        raise ArgumentError("an average has no table")
    axes = _axes(found.action)
    cells, names = Counter[tuple[str, ...]](), [Counter[str]() for _ in axes]
    for values, count in found.counts.items():
        cell = tuple(axis.name(value) for axis, value in zip(axes, values, strict=True))
        cells[cell] += count
        for name, present in zip(cell, names, strict=True):
            present[name] += count
    rows, *others = [axis.names(present) for axis, present in zip(axes, names, strict=True)]
    if not others:
        return FrequencyTable(rows, None, [[cells[row,]] for row in rows])
    columns = others[0]
    counts = [[cells[row, column] for column in columns] for row in rows]
    return FrequencyTable(rows, columns, counts)


def _column(found: Statistic, symbols: bool) -> Iterator[str]:
    table = frequency_table(found)
    yield _title(found)
    total, most = found.total or 1, max(max(row) for row in table.counts) or 1
    room = max(6, *map(len, table.rows))
    for name, (count,) in zip(table.rows, table.counts, strict=True):
        bar = ("█" if symbols else "#") * round(_BAR * count / most)
        number = "" if found.exact else f"{count:12,}"
        yield f"{name:>{room}}{number}{100 * count / total:11.4f} %  {bar}".rstrip()


def _crossed(found: Statistic) -> Iterator[str]:
    table = frequency_table(found)
    assert table.columns is not None
    yield _title(found) + (", percent" if found.exact else "")
    total, heads = found.total or 1, [*table.columns, "Sum"]
    room, wide = max(6, *map(len, table.rows)), max(9, *(len(name) + 1 for name in heads))

    def shown(count: int) -> str:
        return f"{100 * count / total:{wide}.4f}" if found.exact else f"{count:{wide},}"

    yield f"{'':{room}}" + "".join(f"{name:>{wide}}" for name in heads)
    sums = [sum(column) for column in zip(*table.counts, strict=True)]
    for row, counts in [*zip(table.rows, table.counts, strict=True), ("Sum", sums)]:
        yield f"{row:>{room}}" + "".join(shown(count) for count in [*counts, sum(counts)])
