"""A number estimated from a sample, with its interval and how it was found."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import log, sqrt
from statistics import NormalDist

__all__ = ["Estimate", "proportion"]


@dataclass(frozen=True)
class Estimate:
    """A number with an interval that holds the truth with a stated confidence.

    ``value`` is an integer or a Fraction when ``exact``. ``hits`` of ``samples`` deals were
    counted with ``seed`` by ``method``; an exact value has no samples.
    """

    value: float | int | Fraction
    low: float | int | Fraction
    high: float | int | Fraction
    exact: bool
    method: str
    confidence: float = 0.95
    samples: int = 0
    hits: int = 0
    seed: str = ""

    def __int__(self) -> int:
        return round(self.value)

    def __float__(self) -> float:
        return float(self.value)

    def __str__(self) -> str:
        if self.exact:
            return f"{self.value}"
        return f"{float(self.value):.6g} ({float(self.low):.6g} to {float(self.high):.6g})"

    def times(self, factor: Fraction) -> Estimate:
        """Return the estimate of ``factor`` times the number, where the factor is exact."""
        value, low, high = (Fraction(x) * factor for x in (self.value, self.low, self.high))
        return Estimate(
            value, low, high, self.exact, self.method, self.confidence, self.samples, self.hits,
            self.seed,
        )  # fmt: skip

    def scaled(self, factor: int) -> Estimate:
        """Return the estimate of ``factor`` times the number, rounded to integers."""
        value, low, high = (round(Fraction(x) * factor) for x in (self.value, self.low, self.high))
        return Estimate(
            value, low, high, self.exact, self.method, self.confidence, self.samples, self.hits,
            self.seed,
        )  # fmt: skip

    def ratio(self, below: Estimate) -> Estimate:
        """Return the chance that this part has within another that holds it.

        Its interval comes from the ends of both; it is exact where both are.
        """
        value = Fraction(self.value) / Fraction(below.value)
        if self.exact and below.exact:
            return Estimate(value, value, value, True, self.method)
        pairs = ((self.low, below.high), (self.high, below.low))
        low, high = (Fraction(a) / Fraction(b) for a, b in pairs)
        return Estimate(
            value, low, min(high, Fraction(1)), False, self.method, self.confidence, self.samples,
            self.hits, self.seed,
        )  # fmt: skip


def proportion(
    hits: int, samples: int, *, confidence: float = 0.95, method: str = "filter", seed: str = ""
) -> Estimate:
    """Return the share of a population from ``hits`` in ``samples`` independent draws.

    Wilson's score interval (1927); with no hit at all (or nothing but hits) the exact one-sided
    bound, 1 - (1 - confidence)^(1 / samples).

    >>> estimate = proportion(50, 1000)
    >>> round(float(estimate.low), 4), float(estimate), round(float(estimate.high), 4)
    (0.0381, 0.05, 0.0653)
    """
    share = hits / samples if samples else 0.0
    if samples == 0:
        low, high = 0.0, 1.0
    elif hits in (0, samples):
        most = 1 - 2.0 ** (log(1 - confidence) / log(2) / samples)
        low, high = (0.0, most) if hits == 0 else (1 - most, 1.0)
    else:
        z = NormalDist().inv_cdf((1 + confidence) / 2)
        centre = (share + z * z / (2 * samples)) / (1 + z * z / samples)
        half = z * sqrt(share * (1 - share) / samples + z * z / (4 * samples**2))
        half /= 1 + z * z / samples
        low, high = centre - half, centre + half
    return Estimate(share, low, high, False, method, confidence, samples, hits, seed)
