"""The negative control: the method of 1999 deals as its article says, and is rejected for it.

All on the article's example (west 11-15 HCP, five or six spades, four hearts; east 10 HCP, four or
more diamonds), 10,000 deals with west resolved first, whose law of west's shape is known exactly.
Deals come in batches of 50, of which about one in fifty is aborted and left out: too few deals
(3 in 10,000) to matter here.

False failures: p-values under 1e-7, one statistic a test, so a right program with a fresh seed
fails a test with probability 1e-7 (seeds are fixed). Power: ``test_power``.
"""

from __future__ import annotations

from collections import Counter
from math import sqrt

import numpy as np
import pytest
from scipy.stats import chi2, ncx2

from dealwright import BatchAborted, Deals, Seat, Stream, Suit, deal, parse
from dealwright.numbering.random_integers import Draws
from dealwright.planning.method_of_1999 import ExcessSpace, pavlicek1999, requirements_of
from tests.statistical import exact

LEVEL = 1e-7
N = 10_000
EXAMPLE = (
    "hcp(west) in 11..15 && spades(west) in 5..6 && hearts(west) == 4 "
    "&& hcp(east) == 10 && diamonds(east) >= 4"
)
NEEDS = requirements_of(parse(EXAMPLE).tree)
WEST_FIRST = [Seat.WEST, Seat.NORTH, Seat.EAST, Seat.SOUTH]

# West's shapes: the share among all deals of the example (counted exactly), and a simulation of the
# article's draws with 400,000 patterns, west first. Both are rounded to four digits.
SHAPES = [
    (5, 4, 2, 2), (5, 4, 1, 3), (5, 4, 3, 1), (6, 4, 1, 2), (6, 4, 2, 1),
    (5, 4, 0, 4), (6, 4, 0, 3), (5, 4, 4, 0), (6, 4, 3, 0),
]  # fmt: skip
TRUTH = np.array([0.3231, 0.2340, 0.1613, 0.0865, 0.0735, 0.0522, 0.0281, 0.0242, 0.0171])
SIMULATED = np.array([0.2651, 0.2420, 0.1026, 0.1415, 0.0948, 0.0672, 0.0577, 0.0120, 0.0172])
SIX_SPADES = 0.2051
TELFER = np.array([0.26306, 0.23607, 0.20334, 0.16744, 0.13010])  # 11 .. 15 HCP


def law_of_the_method() -> np.ndarray:
    """Follow every way to draw west's four soft cards, by the article's numbers alone."""
    weights, available = (1, 0, 4, 4), (8, 9, 9, 13)
    ways = {(0, 0, 0, 0): 1.0}
    for _ in range(4):
        longer: Counter[tuple[int, ...]] = Counter()
        for drawn, share in ways.items():
            chances = [
                weight * (cards - k) if k < weight else 0
                for weight, cards, k in zip(weights, available, drawn, strict=True)
            ]
            for suit, chance in enumerate(chances):
                if chance:
                    after = tuple(k + (s == suit) for s, k in enumerate(drawn))
                    longer[after] += share * chance / sum(chances)
        ways = dict(longer)
    return np.array([ways[s - 5, h - 4, d, c] for s, h, d, c in SHAPES])


def counts_of_shapes(deals: Deals) -> np.ndarray:
    suits = (Suit.SPADES, Suit.HEARTS, Suit.DIAMONDS, Suit.CLUBS)
    shapes = zip(*(deals.west.length(suit).tolist() for suit in suits), strict=True)
    counted = Counter(shapes)
    assert set(counted) <= set(SHAPES)
    return np.array([counted[shape] for shape in SHAPES])


def six_spades_z(deals: Deals) -> float:
    share = float((deals.west.length(Suit.SPADES) == 6).mean())
    return (share - SIX_SPADES) / sqrt(SIX_SPADES * (1 - SIX_SPADES) / len(deals))


@pytest.fixture(scope="module")
def by_the_method() -> Deals:
    parts: list[Deals] = []
    number = 0
    while sum(map(len, parts)) < N:
        try:
            parts += pavlicek1999(50, NEEDS, Stream(f"batch {number}"), order=WEST_FIRST)
        except BatchAborted:
            assert number < N
        number += 1
    return Deals.concatenate(parts)


@pytest.fixture(scope="module")
def by_filtering() -> Deals:
    return deal(2000, EXAMPLE, seed="control")


def test_the_law_is_the_one_that_was_published() -> None:
    """Within 4.5 standard errors of the simulation (nine cells: 6e-5 for a fresh one)."""
    law = law_of_the_method()
    assert law.sum() == pytest.approx(1)
    assert (np.abs(law - SIMULATED) < 4.5 * np.sqrt(law * (1 - law) / 400_000) + 5e-5).all()
    assert law[[shape[0] == 6 for shape in SHAPES]].sum() == pytest.approx(0.311, abs=0.001)


@pytest.mark.long
def test_patterns_follow_the_law() -> None:
    """50,000 patterns without cards: the largest share, 2 % of all too high, would be found."""
    draws = Draws(Stream("patterns"), 0)
    counted = Counter(
        tuple(ExcessSpace(NEEDS).resolve(Seat.WEST, draws)[::-1]) for _ in range(50_000)
    )
    counts = np.array([counted[shape] for shape in SHAPES])
    assert counts.sum() == 50_000
    assert exact.multinomial(counts, law_of_the_method()) > LEVEL


@pytest.mark.long
def test_deals_follow_the_law(by_the_method: Deals) -> None:
    """10,000 deals: the largest share, 5 % of all too high, would be found."""
    assert parse(EXAMPLE).matches(by_the_method).all()
    assert exact.multinomial(counts_of_shapes(by_the_method), law_of_the_method()) > LEVEL


@pytest.mark.long
def test_points_follow_the_table(by_the_method: Deals) -> None:
    """West's HCP are drawn in Telfer's proportions, whatever the shape."""
    hcp = np.bincount(by_the_method.west.hcp - 11, minlength=5)
    assert exact.multinomial(hcp, TELFER) > LEVEL


@pytest.mark.long
def test_the_method_is_rejected(by_the_method: Deals) -> None:
    """Six spades in 31 deals of a hundred where uniform dealing has 20.51."""
    assert six_spades_z(by_the_method) > 5.4  # two-sided 7e-8
    assert exact.multinomial(counts_of_shapes(by_the_method), TRUTH) < LEVEL


def test_random_order_does_not_save_it() -> None:
    """As the command line deals: 2,000 deals in random order are rejected alike."""
    parts = []
    for number in range(100):
        try:
            parts += pavlicek1999(20, NEEDS, Stream(f"any order {number}"))
        except BatchAborted:
            continue
    deals = Deals.concatenate(parts)
    assert len(deals) > 1500
    assert exact.multinomial(counts_of_shapes(deals), TRUTH) < LEVEL


def test_filtering_is_accepted(by_filtering: Deals) -> None:
    """The control of the control: the same statistics find nothing in uniform deals."""
    assert abs(six_spades_z(by_filtering)) < 5.4
    assert exact.multinomial(counts_of_shapes(by_filtering), TRUTH) > LEVEL


@pytest.mark.long
def test_without_a_condition_it_is_uniform() -> None:
    """The bias comes from its patterns and goals, not from its random numbers or its filling."""
    *_, deals = pavlicek1999(N, requirements_of(None), Stream("no condition"))
    assert exact.owners(deals.masks) > LEVEL
    assert exact.pairs(deals.masks) > LEVEL


@pytest.mark.parametrize(("n", "shift"), [(50_000, 0.02), (N, 0.05)])
def test_power_to_find_a_wrong_law(n: int, shift: float) -> None:
    """At level 1e-7, with probability 0.999: the largest share off, the others in proportion."""
    law, degrees = law_of_the_method(), len(SHAPES) - 1
    ncp = n * shift**2 * (1 / law[0] + 1 / (1 - law[0]))
    assert ncx2.sf(chi2.isf(LEVEL, degrees), degrees, ncp) > 0.999


@pytest.mark.parametrize("n", [1500, N])
def test_power(n: int) -> None:
    """At level 1e-7 the method's law is rejected with probability above 1 - 1e-6."""
    law = law_of_the_method()
    degrees = len(SHAPES) - 1
    ncp = n * float(((law - TRUTH) ** 2 / TRUTH).sum())
    assert ncx2.cdf(chi2.isf(LEVEL, degrees), degrees, ncp) < 1e-6
