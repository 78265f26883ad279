"""A second look at an exact count: random deals, next to impossible if it were right."""

from __future__ import annotations

from fractions import Fraction
from math import exp, lgamma, log, log1p
from typing import NamedTuple

__all__ = ["IMPROBABLE", "Refutation", "binomial_tail", "refuted_by_sample"]

IMPROBABLE = 1e-9  # the chance that a right count is refuted, at most


class Refutation(NamedTuple):
    """Why a count was not used: the ``method``, and what contradicts it."""

    method: str
    why: str


def binomial_tail(hits: int, trials: int, chance: float) -> float:
    """Return the chance of at most ``hits`` in some trials, or of at least so many above the mean.

    It sums the terms of the binomial distribution from ``hits`` outwards, with a relative error
    below 1e-9.

    >>> binomial_tail(0, 10, 0.5) == 2**-10
    True
    >>> round(binomial_tail(7, 10, 0.5), 6)
    0.171875
    """
    if chance <= 0:
        return float(hits == 0)
    if chance >= 1:
        return float(hits == trials)
    mean = trials * chance
    step = -1 if hits <= mean else 1
    ratio = chance / (1 - chance)
    term = exp(
        lgamma(trials + 1)
        - lgamma(hits + 1)
        - lgamma(trials - hits + 1)
        + hits * log(chance)
        + (trials - hits) * log1p(-chance)
    )
    total, k = 0.0, hits
    while 0 <= k <= trials and term > total * 1e-12:
        total += term
        if step < 0:
            term *= k / ((trials - k + 1) * ratio)
        else:
            term *= (trials - k) * ratio / (k + 1)
        k += step
    return total


def refuted_by_sample(total: int, deals: int, hits: int, trials: int) -> str:
    """Return what contradicts a count of ``total`` of ``deals``, or "" if nothing does.

    ``hits`` of ``trials`` random deals satisfy the condition. A count is refuted if it is below
    none or above all deals, or if a sample so far from it has a chance below ``IMPROBABLE``.

    >>> refuted_by_sample(298, 1000, 1733, 8192)
    'it gives 29.8 %, but 1,733 of 8,192 random deals satisfy the condition (21.2 %)'
    >>> refuted_by_sample(212, 1000, 1733, 8192)
    ''
    """
    if not 0 <= total <= deals:
        return f"it gives {total:,} of {deals:,} deals"
    chance = float(Fraction(total, deals))
    if (total == 0 and hits) or (total == deals and hits < trials):
        pass
    elif binomial_tail(hits, trials, chance) >= IMPROBABLE:
        return ""
    return (
        f"it gives {100 * chance:.3g} %, but {hits:,} of {trials:,} random deals satisfy the "
        f"condition ({100 * hits / trials:.3g} %)"
    )
