"""Intervals of simulated means cover as often as they say, at the moment ``within`` stops.

A payoff is run 400 times with its own seeds, each in batches until its mean is known to plus or
minus ``within`` with 95 %. A right interval covers at least 95 %: fewer than 354 of 400 come with a
chance below 1e-7 (binomial), which is the false-failure rate of each test. Power: an interval that
covers 80 % fails with a chance above 99.99 %; the mutant, which is the normal interval alone,
covers less than half of the runs of a rare payoff.
"""

from __future__ import annotations

from collections.abc import Callable
from math import exp
from statistics import NormalDist

import numpy as np
import pytest
from scipy.stats import binom

from dealwright import Mean, Stream, simulate

RUNS = 400
LEAST = int(binom.ppf(1e-7, RUNS, 0.95))
BATCH = 2000
MOST = 400  # batches
Payoff = Callable[[np.ndarray], np.ndarray]

# uniform numbers to a payoff, its mean, ``within``, its bounds
PAYOFFS: dict[str, tuple[Payoff, float, float, tuple[float, float] | None]] = {
    "rare": (lambda u: 1.0 * (u < 1e-4), 1e-4, 0.002, None),
    "rare, bounded": (lambda u: 1.0 * (u < 1e-4), 1e-4, 0.002, (0.0, 1.0)),
    "rare and large": (lambda u: 1000.0 * (u < 2e-4), 0.2, 1.0, None),
    "rare among others": (lambda u: np.where(u < 5e-4, 100.0, u), 0.55, 0.2, (0.0, 100.0)),
    "heavy-tailed": (lambda u: (1 - u) ** -0.4, 1 / 0.6, 0.05, None),  # Pareto, exponent 2.5
    "bounded": (lambda u: u, 0.5, 0.01, (0.0, 1.0)),
    "skewed": (lambda u: -(np.log1p(-u) ** 3), 6.0, 0.5, None),
    "constant": (lambda u: np.full(len(u), 0.25), 0.25, 0.01, (0.0, 1.0)),
    "lognormal": (lambda u: np.exp(_normal(u)), exp(0.5), 0.05, None),
}


def _normal(uniform: np.ndarray) -> np.ndarray:
    """Normal numbers of pairs of uniform ones (Box and Muller)."""
    one, two = np.roll(uniform, 1), uniform
    return np.sqrt(-2 * np.log1p(-one)) * np.cos(2 * np.pi * two)


class NormalOnly(Mean):
    """The mutant: an interval that takes what has not come up for impossible."""

    def half_width(self, confidence: float) -> float:
        return NormalDist().inv_cdf((1 + confidence) / 2) * self.standard_error


def covered(name: str, kind: type[Mean]) -> int:
    """Return in how many runs the interval at the stop contains the payoff's mean."""
    payoff, truth, within, bounds = PAYOFFS[name]
    inside = 0
    for run in range(RUNS):
        stream, found = Stream(f"{name} {run}"), kind(bounds)
        for at in range(MOST):
            words = stream.words(at * BATCH, BATCH) >> np.uint64(11)
            found.add(payoff(words * 2.0**-53))
            if found.half_width(0.95) <= within:
                break
        half = found.half_width(0.95)
        inside += found.value - half <= truth <= found.value + half
    return inside


@pytest.mark.parametrize(
    "name",
    [pytest.param(x, marks=pytest.mark.long) if x == "skewed" else x for x in PAYOFFS],
)
def test_intervals_cover_as_often_as_they_say(name: str) -> None:
    assert covered(name, Mean) >= LEAST


@pytest.mark.parametrize("name", ["rare", "rare, bounded", "rare and large"])
def test_the_normal_interval_of_a_rare_payoff_is_rejected(name: str) -> None:
    assert covered(name, NormalOnly) < LEAST


@pytest.mark.long
@pytest.mark.parametrize("bounds", [None, (0.0, 1.0)])
def test_simulate_covers_a_rare_payoff(bounds: tuple[float, float] | None) -> None:
    """Four certain cards, 0.48 times in a batch: 200 seeds, in all of which it stops early."""

    def rare(masks: np.ndarray) -> np.ndarray:
        return 1.0 * (masks == 0b1111)

    inside = 0
    for seed in range(200):
        found = simulate(10**7, rare, 4, seed=seed, within=0.001, bounds=bounds)
        assert found.stopped == "precise"
        mean = found.result.mean()
        inside += mean.low <= 1 / 270_725 <= mean.high
    assert inside >= int(binom.ppf(1e-7, 200, 0.95))
