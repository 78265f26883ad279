"""Exact counts beside `dealer` and beside our own filter: three ways to the same probability."""

from __future__ import annotations

import re
from math import sqrt

import pytest

from dealwright import Estimate, parse

pytestmark = pytest.mark.peers

DEALS = 400_000
ERRORS = 5  # standard errors; a right count fails with probability 6e-7

CONDITIONS = [
    "hcp(north) >= 15 && hcp(north) <= 17 && shape(north, any 4333 + any 4432 + any 5332)",
    "hcp(west) >= 9 && spades(west) >= 5 && hearts(west) >= 4 && hcp(east) <= 10",
    "hcp(north) + hcp(south) >= 26 && spades(north) + spades(south) >= 8",
    "losers(north) <= 6 && controls(north) >= 5",
    "spades(north) > hearts(north) && (hcp(east) > hcp(north) || shape(east, any 5xxx))",
    "top3(north, spades) >= 2 && spades(north) == 6 || hascard(south, AS) && !hascard(north, KS)",
    "hcp(north) <= 11 && hcp(east) <= 11 && hcp(south) <= 11 && hcp(west) <= 11",
]


def errors(hits: int, share: float) -> float:
    """Return by how many standard errors a number of hits is off."""
    return (hits - DEALS * share) / sqrt(DEALS * share * (1 - share))


@pytest.mark.parametrize("condition", CONDITIONS)
def test_dealer_finds_as_many_as_there_are(dealer, condition: str) -> None:
    """A count a tenth off would be found with power 0.99 where one deal in a hundred passes."""
    share = parse(condition).probability()
    assert not isinstance(share, Estimate)
    script = f'generate {DEALS}\nproduce {DEALS}\ncondition {condition}\naction average "one" 1\n'
    output = "\n".join(dealer(script, 7))
    produced = re.search(r"Produced (\d+) hands", output)
    assert produced
    assert abs(errors(int(produced[1]), float(share))) < ERRORS


@pytest.mark.long
@pytest.mark.parametrize("condition", CONDITIONS)
def test_our_filter_finds_as_many_as_there_are(condition: str) -> None:
    share = parse(condition).probability()
    guess = parse(condition).probability(method="filter", seed=11, limit=DEALS, hits=DEALS)
    assert isinstance(guess, Estimate)
    assert guess.samples == DEALS
    assert abs(errors(guess.hits, float(share))) < ERRORS
