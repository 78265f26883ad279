"""Accumulators: tallies and means of numbers that arrive in batches, with confidence intervals."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import isfinite, sqrt
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from dealwright.answers.estimates import SIMULATION, Estimate, mean_half_width, proportion
from dealwright.answers.histogram import Histogram, count_rows, is_of_texts
from dealwright.base.errors import ArgumentError

if TYPE_CHECKING:
    from typing import Annotated

    from numpy.typing import NDArray

    from dealwright.answers.records import EXACT, INLINE

__all__ = ["Mean", "MeanRecord", "Tally", "accumulator_of"]

_COUNTED_BELOW = 1 << 16  # integers below this are counted in an array

_ROW, _CELL = 400, 300  # bytes of a row of counts and of each of its values, printed too


class Tally:
    """Counts of each integer, truth value, text or row of them, added batch by batch.

    ``histogram`` returns the counts so far.

    >>> tally = Tally()
    >>> tally.add(np.array([2, 3, 2]))
    >>> tally.add(np.array([7]))
    >>> tally.counts, tally.total, tally.share(2).value, tally.mean().value
    ({2: 2, 3: 1, 7: 1}, 4, 0.5, 3.5)
    """

    def __init__(self) -> None:
        self._array = np.zeros(0, dtype=np.int64)
        self._others: dict[tuple[int | str, ...], int] = {}
        self.total = 0

    def add(self, *columns: NDArray[Any]) -> None:
        """Count integers, truth values or texts of an array [n], or rows of several arrays.

        :raises ArgumentError: if the values are of another kind
        """
        values = columns[0]
        if len(columns) == 1 and _is_small(values):
            self._add_counts(np.bincount(values.view(np.uint8) if values.dtype == bool else values))
        else:
            self._add_others(count_rows(columns))
        self.total += len(values)

    @property
    def rows(self) -> int:
        """The number of different rows of texts, of large integers, or of several columns."""
        return len(self._others)

    @property
    def bytes(self) -> int:
        """The approximate memory of the counts, a histogram of them and its text, in bytes."""
        columns = len(next(iter(self._others))) if self._others else 0
        return 16 * len(self._array) + (_ROW + columns * _CELL) * len(self._others)

    def _add_counts(self, counts: NDArray[np.int64]) -> None:
        if len(counts) > len(self._array):
            self._array = np.pad(self._array, (0, len(counts) - len(self._array)))
        self._array[: len(counts)] += counts

    def _add_others(self, counts: Mapping[tuple[Any, ...], int]) -> None:
        for row, count in counts.items():
            self._others[row] = self._others.get(row, 0) + count

    @classmethod
    def of_histogram(cls, found: Histogram) -> Tally:
        """Return the tally with the counts of a histogram; the inverse of ``histogram``.

        >>> Tally.of_histogram(Histogram(["value"], {(2,): 5}, exact=False)).counts
        {2: 5}
        """
        tally = cls()
        for key, n in found.items():
            row = (
                value if texts is None else texts[value]
                for value, texts in zip(key, found.texts, strict=True)
            )
            tally._others[tuple(row)] = n
        tally.total = found.total
        return tally

    def merge(self, other: Tally) -> None:
        """Add the counts of another tally."""
        self.total += other.total
        self._add_counts(other._array)
        self._add_others(other._others)

    def histogram(
        self,
        names: Sequence[str] = ("value",),
        *,
        condition: str = "",
        method: str = SIMULATION,
        seed: str = "",
        texts: Sequence[Mapping[int, str] | None] = (),
    ) -> Histogram:
        """Return the counts so far as the histogram of a sample."""
        rows: dict[tuple[int | str, ...], int]
        rows = {(int(value),): int(self._array[value]) for value in np.flatnonzero(self._array)}
        for row, count in self._others.items():
            rows[row] = rows.get(row, 0) + count
        return Histogram(
            names, rows, condition=condition, exact=False, method=method, seed=seed, texts=texts
        )

    @property
    def counts(self) -> dict[Any, int]:
        """The count of each integer or text seen, in ascending order."""
        histogram = self.histogram()
        texts = histogram.texts[0]
        return {
            value if texts is None else texts[value]: n for value, n in histogram.column().items()
        }

    def share(self, value: int | str, confidence: float = 0.95) -> Estimate:
        """Return the share of an integer or a text, with Wilson's interval."""
        hits = self._others.get((value,), 0)
        if isinstance(value, int) and 0 <= value < len(self._array):
            hits += int(self._array[value])
        return proportion(hits, self.total, confidence=confidence, method="simulation")

    def mean(self, confidence: float = 0.95) -> Estimate:
        """Return the mean of the integers, with the interval of ``mean_half_width``.

        :raises ArgumentError: if there is none, or texts were counted
        """
        histogram = self.histogram()
        values = histogram.column()
        width = (max(values) - min(values)) if len(values) > 1 else float("inf")
        return _mean(
            float(histogram.mean()), histogram.standard_error(), self.total, width, None, confidence
        )

    def widest(self, confidence: float = 0.95) -> Estimate:
        """Return the share with the widest interval; 0 to 1 if nothing was counted."""
        shares = [self.share(value, confidence) for value in self.counts]
        unknown = Estimate(0.0, 0.0, 1.0, False, "simulation", confidence)
        return max(shares, key=lambda share: share.high - share.low, default=unknown)

    def half_width(self, confidence: float) -> float:
        """Return half the width of the widest interval of a share."""
        share = self.widest(confidence)
        return float(share.high - share.low) / 2 if self.total else 1.0

    def __eq__(self, other: object) -> bool:
        return self.histogram() == other.histogram() if isinstance(other, Tally) else NotImplemented

    __hash__ = None  # type: ignore[assignment]  # it changes as it counts


def _is_small(values: NDArray[Any]) -> bool:
    """Return whether an array's values are small enough to index an array of counts."""
    counted = values.dtype.kind in "iub" and values.ndim == 1 and len(values) > 0
    return counted and bool(values.min() >= 0 and values.max() < _COUNTED_BELOW)


class MeanRecord(NamedTuple):
    """A mean as a document has it."""

    estimate: Annotated[Estimate, INLINE]
    deviation: Annotated[float, EXACT]
    squares: Annotated[float, EXACT]
    lowest: Annotated[float, EXACT]
    highest: Annotated[float, EXACT]
    bounds: tuple[Annotated[float, EXACT], Annotated[float, EXACT]] | None = None


class Mean:
    """Running mean and deviation of floating-point numbers (Chan, Golub, LeVeque 1979).

    ``bounds`` are the least and the greatest number possible, if they are known. The interval of
    the mean (``answers.estimates.mean_half_width``) allows for rare numbers anywhere between them;
    without bounds, for rare numbers between the lowest and the highest so far. Until two different
    numbers have occurred, the interval is infinite.

    >>> mean = Mean()
    >>> mean.add(np.array([1.0, 2.0]))
    >>> mean.add(np.array([6.0]))
    >>> mean.total, mean.value, round(mean.deviation, 3), mean.lowest, mean.highest
    (3, 3.0, 2.646, 1.0, 6.0)
    >>> rare = Mean(bounds=(0, 1))
    >>> rare.add(np.zeros(1000))
    >>> print(rare.mean(), Mean().mean())
    0 (0 to 0.00368888) 0

    :raises ArgumentError: if the bounds are not two numbers in ascending order
    """

    json_keys = ("_record",)

    @property
    def _record(self) -> Annotated[MeanRecord, INLINE]:
        return self.record()

    def __init__(self, bounds: tuple[float, float] | None = None) -> None:
        self.bounds = None if bounds is None else _checked_bounds(bounds)
        self.total = 0
        self.value = 0.0
        self.lowest, self.highest = float("inf"), float("-inf")
        self._squares = 0.0

    def add(self, values: NDArray[Any]) -> None:
        """Add the numbers of a one-dimensional array.

        :raises ArgumentError: if a number is beyond the bounds
        """
        if not len(values):
            return
        numbers = np.asarray(values, dtype=np.float64)
        batch = Mean()
        batch.total = len(numbers)
        batch.value = float(numbers.mean())
        batch._squares = float(((numbers - batch.value) ** 2).sum())
        batch.lowest, batch.highest = float(numbers.min()), float(numbers.max())
        self.merge(batch)

    def merge(self, other: Mean) -> None:
        """Add the numbers of another mean.

        :raises ArgumentError: if a number is beyond the bounds
        """
        if not other.total:
            return
        if self.bounds and not self.bounds[0] <= other.lowest <= other.highest <= self.bounds[1]:
            raise ArgumentError(
                f"numbers from {other.lowest:g} to {other.highest:g} are not within the bounds "
                f"{self.bounds[0]:g} to {self.bounds[1]:g}"
            )
        total, difference = self.total + other.total, other.value - self.value
        self._squares += other._squares + difference**2 * self.total * other.total / total
        self.value += difference * other.total / total
        self.total = total
        self.lowest = min(self.lowest, other.lowest)
        self.highest = max(self.highest, other.highest)

    @property
    def deviation(self) -> float:
        """The standard deviation of the numbers, with divisor n - 1."""
        return sqrt(self._squares / (self.total - 1)) if self.total > 1 else 0.0

    @property
    def standard_error(self) -> float:
        """The standard error of the mean; infinite for fewer than two numbers."""
        return self.deviation / sqrt(self.total) if self.total > 1 else float("inf")

    def mean(self, confidence: float = 0.95) -> Estimate:
        """Return the mean with its interval, no wider than the bounds."""
        return _mean(
            self.value, self.standard_error, self.total, self._width, self.bounds, confidence
        )

    @property
    def _width(self) -> float:
        """The greatest difference of two numbers, as far as is known."""
        if self.bounds:
            return self.bounds[1] - self.bounds[0]
        return self.highest - self.lowest if self.highest > self.lowest else float("inf")

    def half_width(self, confidence: float) -> float:
        """Return half the width of the interval of the mean, where no bound cuts it off."""
        return mean_half_width(self.standard_error, self.total, self._width, confidence)

    def record(self, confidence: float = 0.95) -> MeanRecord:
        """Return the mean with its interval as in a document, with the state to continue."""
        return MeanRecord(
            self.mean(confidence), self.deviation, self._squares, self.lowest, self.highest,
            self.bounds,
        )  # fmt: skip

    @classmethod
    def of_record(cls, *, record: MeanRecord) -> Mean:
        """Return the mean of its document; the inverse of ``record``."""
        mean = cls(record.bounds)
        mean.total = record.estimate.samples
        mean.value, mean._squares = float(record.estimate.value), float(record.squares)
        mean.lowest, mean.highest = float(record.lowest), float(record.highest)
        return mean

    def __eq__(self, other: object) -> bool:
        return self.__dict__ == other.__dict__ if isinstance(other, Mean) else NotImplemented

    __hash__ = None  # type: ignore[assignment]  # it changes as numbers are added


def _checked_bounds(bounds: object) -> tuple[float, float]:
    try:
        low, high = map(float, bounds)  # type: ignore[call-overload]
    except (TypeError, ValueError):
        low, high = 1.0, 0.0
    if not (isfinite(low) and isfinite(high) and low <= high):
        raise ArgumentError(f"bounds must be two numbers in ascending order, not {bounds!r}")
    return low, high


def _mean(
    value: float,
    error: float,
    samples: int,
    width: float,
    bounds: tuple[float, float] | None,
    confidence: float,
) -> Estimate:
    """Return an estimated mean with the interval of ``mean_half_width``."""
    half = mean_half_width(error, samples, width, confidence)
    low, high = value - half, value + half
    if bounds:
        low, high = max(low, bounds[0]), min(high, bounds[1])
    return Estimate(value, low, high, False, "simulation", confidence, samples)


def accumulator_of(values: NDArray[Any], bounds: tuple[float, float] | None = None) -> Tally | Mean:
    """Return an empty accumulator for values of this kind: a mean for floats, else a tally.

    ``bounds`` are those of the mean.

    :raises ArgumentError: if they are neither numbers nor texts
    """
    if values.dtype.kind in "iubU" or is_of_texts(values):
        return Tally()
    if values.dtype.kind == "f":
        return Mean(bounds)
    raise ArgumentError(f"only numbers and texts can be accumulated, not {values.dtype}")
