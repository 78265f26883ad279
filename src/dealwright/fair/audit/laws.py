"""Exact laws of counts over many boards, and p-values from them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import exp, lgamma, log, sqrt

import numpy as np
from numpy.typing import ArrayLike, NDArray

__all__ = ["Distribution", "adjusted", "tails"]

_DIRECT = 2048  # longer laws are convolved by Fourier transform
_NOISE = 1e-16  # of a Fourier transform
_NOTHING = 1e-30  # ends of a law that are left out
_LEAST_SKEWNESS = 1e-3  # of a gamma law
_TIE = 1 + 1e-9  # chances that differ by less count as equal


@dataclass(frozen=True, eq=False)
class Distribution:
    """The chances, float64[n], of the values ``least``, ``least + 1``, ..."""

    least: int
    chances: NDArray[np.float64]

    @classmethod
    def of(cls, chances: Mapping[int, Fraction | float | int]) -> Distribution:
        """Return the law of chances (or weights in proportion) by values.

        >>> Distribution.of({0: 1, 2: 3}).chances.tolist()
        [0.25, 0.0, 0.75]
        """
        least, total = min(chances), sum(chances.values())
        array = np.zeros(max(chances) - least + 1, dtype=np.float64)
        for value, chance in chances.items():
            array[value - least] = float(Fraction(chance) / Fraction(total))
        return cls(least, array)

    def __add__(self, other: Distribution) -> Distribution:
        """Return the law of the sum of two independent values.

        Ends whose chances are below 1e-30 (of long laws, below 1e-16) are left out.
        """
        first_chances, second_chances = self.chances, other.chances
        size = len(first_chances) + len(second_chances) - 1
        if min(len(first_chances), len(second_chances)) <= _DIRECT:
            sums = np.convolve(first_chances, second_chances)
        else:
            room = 1 << (size - 1).bit_length()
            sums = np.fft.irfft(
                np.fft.rfft(first_chances, room) * np.fft.rfft(second_chances, room), room
            )[:size]
            sums[sums < _NOISE] = 0.0
        significant = np.flatnonzero(sums > _NOTHING)
        first, last = int(significant[0]), int(significant[-1])
        return Distribution(self.least + other.least + first, sums[first : last + 1])

    def times(self, n: int) -> Distribution:
        """Return the law of the sum of n independent values.

        >>> Distribution.of({0: 1, 1: 1}).times(3).chances.tolist()
        [0.125, 0.375, 0.375, 0.125]
        """
        total, power = Distribution(0, np.ones(1, dtype=np.float64)), self
        while n:
            if n & 1:
                total += power
            n >>= 1
            if n:
                power += power
        return total

    @property
    def mean(self) -> float:
        """The mean."""
        return self.least + float(np.arange(len(self.chances), dtype=np.int64) @ self.chances)

    @property
    def deviation(self) -> float:
        """The standard deviation."""
        values = np.arange(len(self.chances), dtype=np.int64) + self.least - self.mean
        return float(np.sqrt(values**2 @ self.chances))

    def p_values(self, values: ArrayLike) -> NDArray[np.float64]:
        """Return the chance of an outcome that is no likelier than each value, float64[n].

        >>> Distribution.of({0: 1, 1: 2, 2: 1}).p_values([0, 1, 5]).tolist()
        [0.5, 1.0, 0.0]
        """
        order = np.argsort(self.chances, kind="stable")
        ordered = self.chances[order]
        last = np.searchsorted(ordered, ordered * _TIE, side="right") - 1
        of_each = np.empty(len(order), dtype=np.float64)
        of_each[order] = np.minimum(1.0, np.cumsum(ordered, dtype=np.float64)[last])
        places = np.asarray(values) - self.least
        inside = (places >= 0) & (places < len(order))
        return np.where(inside, of_each[np.where(inside, places, 0)], 0.0)

    def power(self, other: Distribution, level: float) -> float:
        """Return how often a value of another law has a p-value of at most a level here."""
        p_values = self.p_values(np.arange(len(other.chances), dtype=np.int64) + other.least)
        return min(1.0, float(other.chances[p_values <= level].sum()))

    def least_of(self, n: int) -> Distribution:
        """Return the law of the least of n independent values.

        >>> Distribution.of({0: 1, 1: 1}).least_of(2).chances.tolist()
        [0.75, 0.25]
        """
        above = np.append(1.0, 1.0 - np.cumsum(self.chances, dtype=np.float64)).clip(0.0, 1.0) ** n
        return Distribution(self.least, -np.diff(above))


def adjusted(p_values: list[float]) -> list[float]:
    """Return p-values adjusted for their number by Holm's method.

    If all hypotheses are true, one of them falls below a level with at most that chance.

    >>> adjusted([0.01, 0.04, 0.03])
    [0.03, 0.06, 0.06]
    """
    order = sorted(range(len(p_values)), key=p_values.__getitem__)
    adjusted_values, most = [0.0] * len(p_values), 0.0
    for place, index in enumerate(order):
        most = max(most, min(1.0, (len(p_values) - place) * p_values[index]))
        adjusted_values[index] = most
    return adjusted_values


def tails(score: float, skewness: float) -> tuple[float, float]:
    """Return the chances of at most and of at least a score, from the skewness of its law.

    The law is the gamma law with the mean 0, the deviation 1 and this skewness (Pearson's type
    III), which a chi-square has too.

    >>> [round(chance, 4) for chance in tails((16.92 - 9) / 18**0.5, (8 / 9) ** 0.5)]
    [0.95, 0.05]
    """
    if skewness < 0:
        above, below = tails(-score, -skewness)
        return below, above
    shape = 4 / max(skewness, _LEAST_SKEWNESS) ** 2
    above = _gamma_above(shape, shape + sqrt(shape) * score)
    return 1 - above, above


def _gamma_above(shape: float, value: float) -> float:
    """Return the chance that a gamma variable is above a value: its incomplete gamma function.

    By the series below shape + 1, else by the continued fraction (Abramowitz and Stegun 6.5.29 and
    6.5.31).
    """
    if value <= 0:
        return 1.0
    scale = exp(shape * log(value) - value - lgamma(shape))
    if value < shape + 1:
        term = total = 1 / shape
        place = shape
        while term > total * 1e-17:
            place += 1
            term *= value / place
            total += term
        return 1 - scale * total
    # Lentz's method
    b = value + 1 - shape
    c, d = 1e300, 1 / b
    fraction, number = d, 0
    while True:
        number += 1
        a = -number * (number - shape)
        b += 2
        d = 1 / (a * d + b)
        c = b + a / c
        fraction *= c * d
        if abs(c * d - 1) < 1e-15:
            return scale * fraction
