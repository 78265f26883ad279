"""The joint distribution of some quantities."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

__all__ = ["Distribution"]


@dataclass(frozen=True)
class Distribution:
    """The exact joint distribution of some quantities over the deals of a condition.

    ``counts`` maps tuples of values to numbers of deals; a quantity's texts are in ``names``.

    >>> from dealwright import hcp, north, parse
    >>> balanced = parse("balanced(north)").distribution(hcp(north))
    >>> balanced.total == parse("balanced(north)").count(), balanced[38]
    (True, 0)
    """

    names: tuple[str, ...]
    counts: dict[tuple[int, ...], int]
    condition: str = ""

    @property
    def total(self) -> int:
        """How many deals there are."""
        return sum(self.counts.values())

    def __getitem__(self, values: int | tuple[int, ...]) -> int:
        key = values if isinstance(values, tuple) else (values,)
        return self.counts.get(key, 0)

    def probability(self, values: int | tuple[int, ...]) -> Fraction:
        """Return the share of the condition's deals that have these values."""
        return Fraction(self[values], self.total)

    def marginal(self, which: int = 0) -> dict[int, int]:
        """Return the counts of one quantity's values, in order."""
        found: dict[int, int] = {}
        for key in sorted(self.counts):
            found[key[which]] = found.get(key[which], 0) + self.counts[key]
        return dict(sorted(found.items()))

    def mean(self, which: int = 0) -> Fraction:
        """Return the exact mean of a quantity."""
        weighed = sum(value * n for value, n in self.marginal(which).items())
        return Fraction(weighed, self.total)

    def variance(self, which: int = 0) -> Fraction:
        """Return the exact variance of a quantity."""
        squares = sum(value * value * n for value, n in self.marginal(which).items())
        return Fraction(squares, self.total) - self.mean(which) ** 2

    def to_dict(self) -> dict[str, Any]:
        """Return the distribution as JSON values; numbers of deals are decimal strings."""
        return {
            "condition": self.condition,
            "quantities": list(self.names),
            "exact": True,
            "total": str(self.total),
            "counts": [
                {"values": list(key), "count": str(n), "probability": n / self.total}
                for key, n in sorted(self.counts.items())
            ],
        }
