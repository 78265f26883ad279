"""Deals drawn from exact counts are uniform over the condition: deal by deal, and in marginals.

On small packs (most cards fixed) every deal of a condition is a cell of its own, with fifty draws a
cell. False failures: p-values under 1e-7, one a test, so a right engine with a fresh seed fails a
test with probability 1e-7; that one of 10,000 deals is never drawn has probability 2e-18. Power:
``test_power``, and mutants.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

import numpy as np
import pytest
from scipy.stats import chi2, ncx2

from dealwright import Deals, Seat, Stream, deal
from dealwright.conditions.parse import parse_tree
from dealwright.planning.exact_part import Counted
from dealwright.planning.filter import conjuncts
from dealwright.planning.sampling.evaluation import values_of
from tests.asking import counted
from tests.oracles import small_packs
from tests.statistical import exact
from tests.twins.plain.exact import ExactCount as Twin

LEVEL = 1e-7
EACH = 50
N = 400_000
EXAMPLE = (
    "hcp(west) in 11..15 && spades(west) in 5..6 && hearts(west) == 4 "
    "&& hcp(east) == 10 && diamonds(east) >= 4"
)
SUITS = ("spades", "hearts", "diamonds", "clubs")

# seed of the fixed cards, how many are free at each seat, condition, weight
PROBLEMS = [
    ("a", (3, 3, 2, 2), "hcp(north) <= hcp(south) + 4 && hcp(east) in 10..11", None),
    ("b", (4, 4, 4, 0), "spades(north) <= spades(east) + 1 && controls(south) <= 2", None),
    ("c", (8, 0, 8, 0), "losers(north) <= 6 || hearts(south) <= 2", None),
    (
        "d",
        (3, 4, 1, 2),
        "shape(east, any 5xxx) && losers(east) <= 6 || hcp(north) > hcp(south)",
        None,
    ),
    ("e", (2, 3, 3, 1), "hcp(north) + hcp(south) >= 15", "hearts(north) + aces(west)"),
]
IDS = [problem[0] for problem in PROBLEMS]


def pack_of(seed: str, free: tuple[int, ...]) -> tuple[int, ...]:
    """Return the fixed cards: a random deal without the highest cards of each hand."""
    fixed = deal(1, seed=f"pack {seed}").masks[0].tolist()
    for seat, n in enumerate(free):
        hand = [card for card in range(52) if fixed[seat] >> card & 1]
        highest = sorted(hand, key=lambda card: (card % 13, card))[13 - n :]
        fixed[seat] ^= sum(1 << card for card in highest)
    return tuple(fixed)


class Small:
    """A problem: all its deals by brute force, with their weights, and its engine."""

    def __init__(self, seed: str, free: tuple[int, ...], text: str, weight: str | None) -> None:
        fixed = pack_of(seed, free)
        tree = parse_tree(text)
        weigh = None if weight is None else parse_tree(weight)
        found = counted(list(conjuncts(tree)), fixed, weight=weigh)
        assert found is not None
        assert found.engine is not None
        self.model, self.engine = found.model, found.engine
        every = np.array(list(small_packs.deals(fixed)), dtype=np.uint64)
        weights = (values_of(tree, every) != 0).astype(np.int64)
        if weigh is not None:
            weights *= np.maximum(values_of(weigh, every), 0)
        self.deals, self.weights = every[weights > 0], weights[weights > 0]
        assert 2000 <= len(self.deals) <= 10_000
        assert self.weights.sum() == self.engine.total
        self.n = EACH * len(self.deals)

    def p_value(self, drawn: np.ndarray) -> float:
        """Return that of Pearson's statistic, a cell a deal; every deal must be reached."""
        rows, places = np.unique(np.concatenate([self.deals, drawn]), axis=0, return_inverse=True)
        assert len(rows) == len(self.deals), "deals outside the condition"
        order, places = np.split(places.reshape(-1), [len(self.deals)])
        counts = np.bincount(places, minlength=len(rows))[order]
        assert counts.min() > 0
        expected = len(drawn) * self.weights / self.weights.sum()
        statistic = ((counts - expected) ** 2 / expected).sum()
        return float(chi2.sf(statistic, len(rows) - 1))

    def unranked(self, numbers: np.ndarray) -> np.ndarray:
        return self.engine.unrank(numbers.astype(np.uint64), np.zeros(len(numbers), np.uint64))


@cache
def small_of(seed: str) -> Small:
    return Small(*PROBLEMS[IDS.index(seed)])


@pytest.mark.long
@pytest.mark.parametrize("seed", IDS)
def test_every_deal_is_as_likely_as_its_weight(seed: str) -> None:
    small = small_of(seed)
    key = Stream(f"draws {seed}").key
    assert small.p_value(small.engine.draw(key, 0, small.n)) > LEVEL


def few_bits(small: Small, stream: Stream) -> np.ndarray:
    """A number from 14 bits by a multiplication without rejection: two or three words a number."""
    bits = (stream.words(0, small.n) >> np.uint64(50)).astype(np.int64)
    return small.unranked(bits * small.engine.total >> 14)


def remainders(small: Small, stream: Stream) -> np.ndarray:
    """A number from 14 bits by a remainder."""
    bits = (stream.words(0, small.n) >> np.uint64(50)).astype(np.int64)
    return small.unranked(bits % small.engine.total)


def left_layouts_only(small: Small, stream: Stream) -> np.ndarray:
    """A row as likely as its left layouts, as if each could be completed in equally many ways."""
    twin = Twin(small.model.arrays)
    own = [twin.left.layouts[group.left][points] for group, points in twin.blocks]
    ends = np.array(twin.ends) * twin.pool_ways
    sizes = np.diff(ends, prepend=0)
    shares = stream.words(0, 2 * small.n).reshape(-1, 2).astype(np.float64) / 2.0**64
    rows = np.searchsorted(np.cumsum(own) / np.sum(own), shares[:, 0], side="right")
    rows = np.minimum(rows, len(own) - 1)
    return small.unranked(ends[rows] - sizes[rows] + (shares[:, 1] * sizes[rows]).astype(np.int64))


def by_fractions(small: Small, stream: Stream) -> np.ndarray:
    """The control: a number from a fraction of 53 bits, whose bias no test could see."""
    shares = stream.words(0, small.n).astype(np.float64) / 2.0**64
    return small.unranked((shares * small.engine.total).astype(np.int64))


@pytest.mark.long
@pytest.mark.parametrize("mutant", [few_bits, remainders, left_layouts_only])
def test_mutants_are_rejected(mutant: Callable[[Small, Stream], np.ndarray]) -> None:
    small = small_of("a")
    assert small.p_value(mutant(small, Stream("mutant"))) < LEVEL


@pytest.mark.long
def test_control() -> None:
    """Numbers drawn without the engine's own words find nothing."""
    small = small_of("a")
    assert small.p_value(by_fractions(small, Stream("control"))) > LEVEL


@pytest.mark.parametrize("deals", [2000, 10_000])
def test_power(deals: int) -> None:
    """At level 1e-7, found with probability 0.99: half of the deals a tenth too likely."""
    ncp = EACH * deals * 0.1**2
    assert ncx2.sf(chi2.isf(LEVEL, deals - 1), deals - 1, ncp) > 0.99


# ------------------------------------------------------------------------- marginals of a large one


def distribution(text: str, *values: str) -> tuple[Counted, np.ndarray, np.ndarray]:
    """Return a count, the rows of values that occur, and the share of deals with each."""
    clauses = list(conjuncts(parse_tree(text)))
    found = counted(clauses, values=[parse_tree(value) for value in values])
    assert found is not None
    assert found.engine is not None
    assert found.model.values is not None
    shares = np.zeros(len(found.model.values))
    labels = found.model.labels
    assert labels is not None
    for label, deals in zip(labels.tolist(), found.engine.entries(), strict=True):
        shares[label] += deals / found.total
    return found, found.model.values, shares


def counts_of(rows: np.ndarray, columns: list[np.ndarray]) -> np.ndarray:
    """Return how often each row of values occurs; there must be no other."""
    places = {tuple(row): at for at, row in enumerate(rows.tolist())}
    found, counts = np.unique(np.stack(columns, axis=1), axis=0, return_counts=True)
    at = [places[tuple(row)] for row in found.tolist()]
    return np.bincount(at, weights=counts, minlength=len(rows)).astype(np.int64)


@pytest.fixture(scope="module")
def drawn() -> Deals:
    plain = counted(list(conjuncts(parse_tree(EXAMPLE))))
    assert plain is not None
    assert plain.engine is not None
    return Deals.trusted(plain.engine.draw(Stream("marginals").key, 0, N))


@pytest.mark.long
@pytest.mark.parametrize(
    "values",
    [
        [f"{suit}(west)" for suit in SUITS] + ["hcp(west)"],
        ["diamonds(east)", "clubs(east)", "clubs(west)"],
        ["hcp(south)", "spades(west)"],
        ["spades(north)", "hearts(north)"],
    ],
    ids=["shape and points of west", "east and west", "points of south", "majors of north"],
)
def test_marginals_of_the_example_of_1999(drawn: Deals, values: list[str]) -> None:
    """Of 400,000 deals; seats that the condition does not look at are dealt by the pool."""
    _, rows, shares = distribution(EXAMPLE, *values)
    assert shares.sum() == pytest.approx(1)
    columns = [values_of(parse_tree(value), drawn.masks) for value in values]
    assert exact.multinomial(counts_of(rows, columns), shares) > LEVEL


@pytest.mark.long
def test_other_seats_share_what_is_left(drawn: Deals) -> None:
    """Any of the cards that west and east do not hold is north's or south's alike."""
    bits = exact.owner_bits(drawn.masks)[[Seat.NORTH, Seat.SOUTH]].sum(axis=2, dtype=np.int64)
    expected = bits.sum(axis=0) / 2
    statistic = ((bits - expected) ** 2 / expected).sum()
    # given the 26 cards, indicators of one seat have covariance (26/25)(1/4)(I - J/26)
    assert chi2.sf(statistic * 25 / 26, 51) > LEVEL


def test_power_to_find_wrong_marginals() -> None:
    """At level 1e-7, with probability 0.999: the largest share of 45 cells a tenth too high."""
    _, _, shares = distribution(EXAMPLE, *(f"{suit}(west)" for suit in SUITS), "hcp(west)")
    share = shares.max()
    ncp = N * 0.1**2 * share / (1 - share)
    degrees = len(shares) - 1
    assert ncx2.sf(chi2.isf(LEVEL, degrees), degrees, ncp) > 0.999
