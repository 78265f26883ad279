"""Accumulators: what is kept of many numbers that come in batches, and its precision."""

from __future__ import annotations

from math import sqrt
from statistics import NormalDist
from typing import TYPE_CHECKING, Any

import numpy as np

from dealwright.answers.estimates import Estimate, proportion
from dealwright.errors import ArgumentError

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["Mean", "Tally", "accumulator_of"]

_WIDE = 1 << 16  # integers below it are counted in an array


class Tally:
    """How often each integer (or truth value) came.

    >>> tally = Tally()
    >>> tally.add(np.array([2, 3, 2]))
    >>> tally.add(np.array([7]))
    >>> tally.counts, tally.total, tally.share(2).value, tally.mean().value
    ({2: 2, 3: 1, 7: 1}, 4, 0.5, 3.5)
    """

    def __init__(self) -> None:
        self._array = np.zeros(0, dtype=np.int64)
        self._others: dict[int, int] = {}
        self.total = 0

    def add(self, values: NDArray[Any]) -> None:
        """Count integers or truth values, of any one-dimensional array.

        :raises ArgumentError: if they are neither
        """
        if values.dtype.kind not in "iub":
            raise ArgumentError(f"a tally counts integers or truth values, not {values.dtype}")
        if not len(values):
            return
        self.total += len(values)
        if values.min() >= 0 and values.max() < _WIDE:
            self._add_counts(np.bincount(values.view(np.uint8) if values.dtype == bool else values))
            return
        found, counts = np.unique(values, return_counts=True)
        for value, count in zip(found.tolist(), counts.tolist(), strict=True):
            self._others[value] = self._others.get(value, 0) + count

    def _add_counts(self, counts: NDArray[np.int64]) -> None:
        if len(counts) > len(self._array):
            self._array = np.pad(self._array, (0, len(counts) - len(self._array)))
        self._array[: len(counts)] += counts

    def merge(self, other: Tally) -> None:
        """Add what another tally counted."""
        self.total += other.total
        self._add_counts(other._array)
        for value, count in other._others.items():
            self._others[value] = self._others.get(value, 0) + count

    @property
    def counts(self) -> dict[int, int]:
        """How often each integer came, ascending; those that never came are left out."""
        found = {int(value): int(self._array[value]) for value in np.flatnonzero(self._array)}
        for value, count in self._others.items():
            found[value] = found.get(value, 0) + count
        return dict(sorted(found.items()))

    def share(self, value: int, confidence: float = 0.95) -> Estimate:
        """Return the share of an integer, with Wilson's interval."""
        hits = self._others.get(value, 0)
        if 0 <= value < len(self._array):
            hits += int(self._array[value])
        return proportion(hits, self.total, confidence=confidence, method="simulation")

    def mean(self, confidence: float = 0.95) -> Estimate:
        """Return the mean of the integers, with a normal interval."""
        values = np.array(list(self.counts), dtype=np.float64)
        weights = np.array(list(self.counts.values()), dtype=np.float64)
        mean = float((values * weights).sum() / self.total) if self.total else 0.0
        squares = float((weights * (values - mean) ** 2).sum())
        return _normal(self.total, mean, squares, confidence)

    def half_width(self, confidence: float) -> float:
        """Return half the widest interval of a share."""
        shares = [self.share(value, confidence) for value in self.counts]
        return max((float(s.high - s.low) / 2 for s in shares), default=1.0)


class Mean:
    """Mean and spread of floating-point numbers, without keeping them (Chan, Golub, LeVeque 1979).

    >>> mean = Mean()
    >>> mean.add(np.array([1.0, 2.0]))
    >>> mean.add(np.array([6.0]))
    >>> mean.total, mean.value, round(mean.deviation, 3), mean.lowest, mean.highest
    (3, 3.0, 2.646, 1.0, 6.0)
    """

    def __init__(self) -> None:
        self.total = 0
        self.value = 0.0
        self.lowest, self.highest = float("inf"), float("-inf")
        self._squares = 0.0

    def add(self, values: NDArray[Any]) -> None:
        """Take in numbers, of any one-dimensional array."""
        if not len(values):
            return
        numbers = np.asarray(values, dtype=np.float64)
        other = Mean()
        other.total = len(numbers)
        other.value = float(numbers.mean())
        other._squares = float(((numbers - other.value) ** 2).sum())
        other.lowest, other.highest = float(numbers.min()), float(numbers.max())
        self.merge(other)

    def merge(self, other: Mean) -> None:
        """Add what another one took in."""
        if not other.total:
            return
        total, difference = self.total + other.total, other.value - self.value
        self._squares += other._squares + difference**2 * self.total * other.total / total
        self.value += difference * other.total / total
        self.total = total
        self.lowest = min(self.lowest, other.lowest)
        self.highest = max(self.highest, other.highest)

    @property
    def deviation(self) -> float:
        """The standard deviation of the numbers, with n - 1."""
        return sqrt(self._squares / (self.total - 1)) if self.total > 1 else 0.0

    @property
    def standard_error(self) -> float:
        """The standard deviation of the mean; infinite of fewer than two numbers."""
        return self.deviation / sqrt(self.total) if self.total > 1 else float("inf")

    def mean(self, confidence: float = 0.95) -> Estimate:
        """Return the mean with a normal interval."""
        return _normal(self.total, self.value, self._squares, confidence)

    def half_width(self, confidence: float) -> float:
        """Return half the interval of the mean."""
        return NormalDist().inv_cdf((1 + confidence) / 2) * self.standard_error


def _normal(total: int, mean: float, squares: float, confidence: float) -> Estimate:
    error = sqrt(squares / (total - 1) / total) if total > 1 else float("inf")
    half = NormalDist().inv_cdf((1 + confidence) / 2) * error
    return Estimate(mean, mean - half, mean + half, False, "simulation", confidence, total)


def accumulator_of(values: NDArray[Any]) -> Tally | Mean:
    """Return an empty accumulator for such numbers: a tally of integers, else a mean.

    :raises ArgumentError: if they are not numbers
    """
    if values.dtype.kind in "iub":
        return Tally()
    if values.dtype.kind == "f":
        return Mean()
    raise ArgumentError(f"what is accumulated is numbers, not {values.dtype}")
