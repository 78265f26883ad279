"""Mixtures and weights have exactly the law they state.

False failures: a chi-square test fails when its p-value is under 1e-7, a mean when it is 6 standard
errors off (2e-9), so for a right sampler with fresh seeds all tests here together fail with
probability under 2e-6. Power: with N deals a share that is wrong by 0.5 % of itself is 5 standard
errors off or more; a weight of 3 taken for 4 in the small pack gives a p-value of 0 in doubles (see
``test_the_test_bites``).
"""

from __future__ import annotations

from collections import Counter
from itertools import permutations

import numpy as np
import pytest

from dealwright import Deals, Mixture, deal, hcp, hearts, north, parse, south, weighted, west
from tests.statistical.exact import multinomial

LEVEL = 1e-7
ERRORS = 6
N = 1_000_000
# Every seat has 11 cards; these eight are free, two for each seat: 8! / 2!^4 = 2520 deals.
FREE = ("SA", "SK", "HA", "H7", "H6", "H5", "DQ", "C2")
TYPES = [
    ("weak", "hcp(north) in 12..14", 35),
    ("strong", "hcp(north) in 15..17", 60),
    ("big", "hcp(north) in 20..22", 5),
]


def small_pack() -> tuple[dict[str, str], np.ndarray]:
    """Return a predeal of 11 cards a seat, and every deal of the other eight, uint64[2520, 4]."""
    index = {s + r: 13 * suit + rank for suit, s in enumerate("CDHS")
             for rank, r in enumerate("23456789TJQKA")}  # fmt: skip
    rest = [card for card in index if card not in FREE]
    seats = ("north", "east", "south", "west")
    predeal = {seat: " ".join(rest[11 * i : 11 * i + 11]) for i, seat in enumerate(seats)}
    fixed = [sum(1 << index[card] for card in predeal[seat].split()) for seat in seats]
    rows = []
    for owners in sorted(set(permutations((0, 0, 1, 1, 2, 2, 3, 3)))):
        row = list(fixed)
        for card, owner in zip(FREE, owners, strict=True):
            row[owner] |= 1 << index[card]
        rows.append(row)
    return predeal, np.array(rows, dtype=np.uint64)


def weight_by_hand(row: list[int]) -> int:
    """Count West's hearts and North's aces bit by bit."""
    west_hearts = (row[3] >> 26 & 8191).bit_count()
    aces = sum(row[0] >> 13 * suit + 12 & 1 for suit in range(4))
    return {2: 3, 3: 5}.get(west_hearts, 1) * {1: 2}.get(aces, 1)


def chance_of(sample: Deals, rows: np.ndarray, weights: list[int]) -> float:
    found = Counter(map(tuple, sample.masks.tolist()))
    counts = np.array([found.pop(tuple(row), 0) for row in rows.tolist()])
    assert not found
    return multinomial(counts, np.array(weights) / sum(weights))


@pytest.fixture(scope="module")
def pack() -> tuple[dict[str, str], np.ndarray, list[int]]:
    predeal, rows = small_pack()
    assert len(rows) == 2520
    return predeal, rows, [weight_by_hand(row) for row in rows.tolist()]


@pytest.mark.long
def test_every_deal_of_a_small_pack_comes_as_often_as_its_weight(pack) -> None:
    predeal, rows, by_hand = pack
    assert len(set(by_hand)) > 3
    law = weighted(None, ["hearts(west): 2=3 3=5", "aces(north): 1=2"], predeal=predeal)
    assert (law.deals, law.total_weight) == (2520, sum(by_hand))
    sample = law.deal(500_000, seed="small pack")
    assert chance_of(sample.deals, rows, by_hand) > LEVEL
    assert law.weights_of(Deals(rows)).tolist() == by_hand


@pytest.mark.long
def test_weights_of_millions(pack) -> None:
    """Where cards are fixed a weight may be large, and the sums of a half stay exact."""
    predeal, rows, _ = pack
    by_hand = [
        {1: 3_000_017, 2: 5_000_011}.get((row[3] >> 26 & 8191).bit_count(), 1_000_003)
        for row in rows.tolist()
    ]
    assert len(set(by_hand)) == 3
    law = weighted(None, "hearts(west): 1=3000017 2=5000011", other=1_000_003, predeal=predeal)
    assert (law.deals, law.total_weight) == (2520, sum(by_hand))
    assert chance_of(law.deal(500_000, seed="millions").deals, rows, by_hand) > LEVEL
    lengths = law.distribution(hearts(west))
    assert lengths.total == law.total_weight
    assert lengths[2] == by_hand.count(5_000_011) * 5_000_011


@pytest.mark.long
def test_the_test_bites(pack) -> None:
    """A law whose 3 is a 4 is rejected, and so is a uniform one."""
    predeal, rows, by_hand = pack
    wrong = weighted(None, ["hearts(west): 2=4 3=5", "aces(north): 1=2"], predeal=predeal)
    assert chance_of(wrong.deal(500_000, seed=1).deals, rows, by_hand) < 1e-30
    assert chance_of(deal(500_000, seed=1, predeal=predeal), rows, by_hand) < 1e-30


def test_refused_deals_do_not_come(pack) -> None:
    predeal, rows, _ = pack
    law = weighted(None, "aces(north): 1=2", other=0, predeal=predeal)
    by_hand = [2 * (sum(row[0] >> 13 * s + 12 & 1 for s in range(4)) == 1) for row in rows.tolist()]
    assert chance_of(law.deal(200_000, seed=1).deals, rows, by_hand) > LEVEL


@pytest.mark.long
def test_weighted_lengths_and_points_have_the_exact_weighted_law() -> None:
    law = weighted("hcp(west) >= 12", ["hearts(west): 5=3 6=9", "hcp(north): 10..12=2"])
    sample = law.deal(N, seed="law").deals
    for quantity in (hearts(west), hcp(west), hcp(north)):
        assert_law(quantity.values(sample), law.distribution(quantity).column())


def assert_law(values: np.ndarray, exact: dict[int, int]) -> None:
    counts = np.array([int((values == value).sum()) for value in exact])
    assert counts.sum() == len(values)
    total = sum(exact.values())
    assert multinomial(counts, np.array([n / total for n in exact.values()])) > LEVEL


def test_restoring_weights_give_uniform_averages() -> None:
    condition = parse("hcp(west) >= 12")
    sample = weighted(condition, {hearts(west): {5: 3, 6: 9}}).deal(N, seed="restore")
    for quantity in (hearts(west), hcp(west), hcp(north)):
        values = quantity.values(sample.deals)
        assert_mean(values, sample.restoring, float(condition.expectation(quantity)))
    assert_mean(sample.restoring, np.ones(N), 1.0)


def assert_mean(values: np.ndarray, weights: np.ndarray, exact: float) -> None:
    error = (weights * (values - exact)).std() / weights.sum() * np.sqrt(len(values))
    assert abs(np.average(values, weights=weights) - exact) < ERRORS * error


@pytest.mark.long
def test_shares_are_exact() -> None:
    mixed = Mixture(TYPES, common="balanced(north)").deal(N, seed="shares")
    counts = np.array(list(mixed.counts.values()))
    assert multinomial(counts, np.array([0.35, 0.6, 0.05])) > LEVEL
    runs = np.bincount(3 * mixed.types[:-1:2].astype(int) + mixed.types[1::2], minlength=9)
    shares = np.array([0.35, 0.6, 0.05])
    assert multinomial(runs, np.outer(shares, shares).ravel()) > LEVEL


@pytest.mark.long
def test_within_a_type_deals_have_the_types_law() -> None:
    mixture = Mixture(TYPES, common="balanced(north)")
    mixed = mixture.deal(N, seed="within")
    for kind in mixture.types:
        deals = mixed.of_type(kind.name)
        for quantity in (hcp(north), hcp(south), hearts(north)):
            assert_law(quantity.values(deals), kind.condition.distribution(quantity).column())


@pytest.mark.long
@pytest.mark.parametrize("overlap", ["first", "share"])
@pytest.mark.parametrize("apportion", [False, True])
def test_weights_restore_natural_frequencies(overlap: str, apportion: bool) -> None:
    types = [("middle", "hcp(north) in 14..16 && hcp(south) >= 8", 40), *TYPES]
    mixture = Mixture(types, common="balanced(north)", overlap=overlap)
    mixed = mixture.deal(N, seed="nature", apportion=apportion)
    union = parse("balanced(north) && hcp(north) in {12..17, 20..22}")
    for quantity in (hcp(north), hcp(south), hearts(north)):
        values = quantity.values(mixed.deals)
        assert_mean(values, mixed.weights, float(union.expectation(quantity)))
    assert_mean(mixed.weights, np.ones(N), 1.0)


@pytest.mark.long
def test_levelled_values_are_level() -> None:
    condition = parse("hcp(north) in 15..17 && balanced(north)")
    mixed = Mixture.levelled(condition, hcp(north)).deal(N, seed="level")
    assert_law(mixed.deals.north.hcp, {15: 1, 16: 1, 17: 1})
    points = hcp(south).values(mixed.deals)
    assert_mean(points, mixed.weights, float(condition.expectation(hcp(south))))
