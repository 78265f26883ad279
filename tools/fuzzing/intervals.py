"""Intervals of shares: they contain their value, and cover as often as they say by exact sums.

The chance that an interval contains a share is summed over all numbers of hits, by fractions. A few
hits on either side have exact ends, so there the coverage is at least what is said; elsewhere
Wilson's interval may cover a little less.
"""

from __future__ import annotations

import random
from dataclasses import dataclass
from fractions import Fraction
from math import comb

from dealwright.answers import proportion

__all__ = ["draw", "fault"]

_LEAST = 0.915  # of 0.95, for any share: the exact coverage goes up and down with the share
_FEW_LEAST = 0.95  # where five hits or fewer are all that can be expected


@dataclass(frozen=True)
class Case:
    """A share, and a number of draws."""

    share: Fraction
    samples: int

    def __str__(self) -> str:
        return f"proportion(hits, {self.samples}) of a share of {float(self.share):g}"


def draw(r: random.Random) -> Case:
    """Draw a share, often a small one, and a number of draws."""
    samples = r.choice([10, 30, 100, 300, 600])
    share = Fraction(r.randint(1, 999), 1000 * r.choice([1, 1, 10, 100]))
    return Case(share, samples)


def fault(case: Case) -> str | None:
    """Return an interval without its value, or a coverage that is too low."""
    n, share = case.samples, case.share
    covered = Fraction(0)
    for hits in range(n + 1):
        estimate = proportion(hits, n)
        if not estimate.low <= estimate.value <= estimate.high:
            return f"{hits} of {n}: {estimate.value} is not in {estimate.interval}"
        if estimate.low <= share <= estimate.high:
            covered += comb(n, hits) * share**hits * (1 - share) ** (n - hits)
    few = float(n * min(share, 1 - share)) < 0.5
    least = _FEW_LEAST if few else _LEAST
    return None if covered >= least else f"it covers {float(covered):.4f}, not {least}"
