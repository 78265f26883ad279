"""Statistics of scripts: averages and frequencies, exact if possible, and their text."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from math import sqrt

from dealwright.answers import Histogram, Tally
from dealwright.answers.estimate_texts import margin
from dealwright.answers.estimates import unseen_at_most
from dealwright.base.errors import ArgumentError
from dealwright.scripts.data import Average, EvalContract, Frequency, Statistical

__all__ = ["FrequencyTable", "Statistic", "frequency_table", "statistic_lines"]

_BAR = 40


@dataclass
class Statistic:
    """One ``average``, ``frequency`` or ``evalcontract``: the number of deals with each value.

    A value is a number, a pair of numbers, or the tricks that ``evalcontract`` needs. ``names`` are
    the texts of the expressions. ``counted`` is the exact histogram over the condition, or None;
    ``sample`` is the tally of the deals produced with ``seed``.
    """

    action: Statistical
    names: tuple[str, ...]
    seed: str = ""
    counted: Histogram | None = None
    sample: Tally = field(default_factory=Tally)

    @property
    def exact(self) -> bool:
        """Whether the statistic covers all deals of the condition."""
        return self.counted is not None

    @property
    def histogram(self) -> Histogram:
        """The number of deals with each value: counted exactly, or else in the sample so far."""
        if self.counted is not None:
            return self.counted
        return self.sample.histogram(self.names, seed=self.seed)

    @property
    def half_width(self) -> float:
        """Half the width of its 95 % interval: of the mean, or of the least certain share.

        It is 0 if the statistic is exact. A share is that of a single value.
        """
        histogram = self.histogram
        if histogram.exact or not isinstance(self.action, Frequency):
            return 1.96 * histogram.standard_error() if histogram.total > 1 else 0.0
        shares = [count / histogram.total for count in histogram.counts.values()]
        widest = max((share * (1 - share) for share in shares), default=0.25)
        return 1.96 * sqrt(widest / (histogram.total or 1))


def statistic_lines(found: Statistic, *, symbols: bool = True) -> Iterator[str]:
    """Yield a statistic as lines of text."""
    if isinstance(found.action, EvalContract):
        from dealwright.scripts.contracts import contract_lines

        yield from contract_lines(found.action, found.histogram, symbols=symbols)
    elif isinstance(found.action, Average):
        yield _average(found, symbols)
    elif len(found.action.values) == 1:
        yield from _column(found, symbols)
    else:
        yield from _crossed(found)


def _average(statistic: Statistic, symbols: bool) -> str:
    assert isinstance(statistic.action, Average)
    label, histogram = (
        f"{statistic.action.label}: " if statistic.action.label else "",
        statistic.histogram,
    )
    mean = f"{label}{float(histogram.mean()) if histogram.total else 0.0:.6g}"
    if histogram.exact:
        return f"{mean} exact" + (
            f", deviation {histogram.deviation():.4g}" if len(histogram) > 1 else ""
        )
    if histogram.total < 2:
        return f"{mean} of {histogram.total} deal{'' if histogram.total == 1 else 's'}"
    if len(histogram) == 1:
        unseen = unseen_at_most(histogram.total)
        return f"{mean} in all of {histogram.total:,} deals, another value in {unseen:.2g} at most"
    error = margin(histogram.estimate(), ".2g", symbols=symbols)
    return f"{mean}{error} of {histogram.total:,} deals, deviation {histogram.deviation():.4g}"


def _title(statistic: Statistic) -> str:
    assert isinstance(statistic.action, Frequency)
    label = statistic.action.label
    amount = "exact" if statistic.exact else f"{statistic.histogram.total:,} deals"
    return f"Frequency{' ' + label if label else ''}: {amount}"


@dataclass(frozen=True)
class _Axis:
    """The rows of a table: values from ``low`` to ``high``, ``width`` of them in each."""

    low: int
    high: int
    width: int

    def name(self, value: int) -> str:
        """Return the name of a value's row: its range, ``Low`` or ``High``."""
        if value < self.low or value > self.high:
            return "Low" if value < self.low else "High"
        first = value - (value - self.low) % self.width
        last = min(first + self.width - 1, self.high)
        return str(first) if first == last else f"{first}..{last}"

    def names(self, present: Counter[str]) -> list[str]:
        """Return the names of all rows, with ``Low`` and ``High`` if there are such values."""
        inside = [self.name(value) for value in range(self.low, self.high + 1, self.width)]
        return ["Low"] * bool(present["Low"]) + inside + ["High"] * bool(present["High"])


def _axes(action: Frequency) -> list[_Axis]:
    pairs = zip(action.bounds, action.widths, strict=True)
    return [_Axis(low, high, width) for (low, high), width in pairs]


@dataclass(frozen=True)
class FrequencyTable:
    """A frequency as a table: the names of rows and columns, and the count of each cell.

    With one expression ``columns`` is None, and each row has one cell.
    """

    rows: list[str]
    columns: list[str] | None
    counts: list[list[int]]


def frequency_table(found: Statistic) -> FrequencyTable:
    """Return the table of a frequency, with ``Low`` and ``High`` if there are such values.

    :raises ArgumentError: if it is an average
    """
    if not isinstance(found.action, Frequency):
        raise ArgumentError("an average has no table")
    axes = _axes(found.action)
    cells, names = Counter[tuple[str, ...]](), [Counter[str]() for _ in axes]
    for values, count in found.histogram.items():
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


def _column(statistic: Statistic, symbols: bool) -> Iterator[str]:
    table = frequency_table(statistic)
    yield _title(statistic)
    total, most = statistic.histogram.total or 1, max(max(row) for row in table.counts) or 1
    room = max(6, *map(len, table.rows))
    for name, (count,) in zip(table.rows, table.counts, strict=True):
        bar = ("█" if symbols else "#") * round(_BAR * count / most)
        number = "" if statistic.exact else f"{count:12,}"
        yield f"{name:>{room}}{number}{100 * count / total:11.4f} %  {bar}".rstrip()


def _crossed(statistic: Statistic) -> Iterator[str]:
    table = frequency_table(statistic)
    assert table.columns is not None
    yield _title(statistic) + (", percent" if statistic.exact else "")
    total, heads = statistic.histogram.total or 1, [*table.columns, "Sum"]
    room, wide = max(6, *map(len, table.rows)), max(9, *(len(name) + 1 for name in heads))

    def shown(count: int) -> str:
        return f"{100 * count / total:{wide}.4f}" if statistic.exact else f"{count:{wide},}"

    yield f"{'':{room}}" + "".join(f"{name:>{wide}}" for name in heads)
    sums = [sum(column) for column in zip(*table.counts, strict=True)]
    for row, counts in [*zip(table.rows, table.counts, strict=True), ("Sum", sums)]:
        yield f"{row:>{room}}" + "".join(shown(count) for count in [*counts, sum(counts)])
