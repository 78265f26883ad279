"""Intervals of what two systems score, against a solver whose truth is known.

Over n repetitions the number of 95 % intervals that hold the truth is binomial; it is refused
outside the 1e-5 quantiles of a coverage of 0.93 below and 0.97 above, so correct intervals are
refused once in 50,000 runs for each number. With 60 repetitions a coverage of 0.60 is refused with
a probability of 0.99.
"""

from __future__ import annotations

import pytest
from scipy.stats import binom

from dealwright.analysis import system_scoring
from dealwright.analysis.system_comparison import comparing_systems
from dealwright.analysis.system_scoring import SystemScores
from dealwright.answers import Estimate
from dealwright.systems import read_system
from tests.oracles.stand_in_solver import StandIn
from tests.trials import trials

pytestmark = pytest.mark.long

ONE = read_system("natural")
OTHER = read_system("natural", parameters={"strength": "12..14"})
TRUTH = 60_000  # deals, every one with other contracts solved: 3 % of the width of what is tested


def scores(deals: int, solves: int, seed: str) -> SystemScores:
    job = comparing_systems(ONE, OTHER, deals, solves=solves, seed=seed, solver=StandIn())
    found = job.result().scores
    assert found is not None
    return found


def held(found: list[Estimate], truth: Estimate) -> bool:
    n = len(found)
    low, high = binom.ppf(1e-5, n, 0.93), binom.ppf(1 - 1e-5, n, 0.97)
    inside = sum(float(each.low) <= float(truth) <= float(each.high) for each in found)
    return bool(low <= inside <= high)


@pytest.fixture(scope="module")
def truth() -> SystemScores:
    return scores(TRUTH, TRUTH, "truth")


def test_intervals_hold_the_truth(truth: SystemScores) -> None:
    each = [scores(400, 60, str(seed)) for seed in range(trials(600))]
    for name in ("imps", "points", "finished_imps", "finished_points"):
        assert held([getattr(found, name) for found in each], getattr(truth, name)), name


def test_scores_that_forget_deals_with_the_same_contract_are_refused(
    truth: SystemScores, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The mutant gives the mean of the deals that were solved: four times that of all."""
    monkeypatch.setattr(system_scoring, "_of_all", lambda found, share, bid: found)
    wrong = [scores(4000, 900, str(seed)) for seed in range(10)]
    assert not held([each.points for each in wrong], truth.points)
