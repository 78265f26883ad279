"""Poker: published counts of hands by full enumeration, and published values of single hands."""

from __future__ import annotations

from itertools import pairwise
from math import comb

import numpy as np
import pytest

from dealwright import poker
from dealwright.poker import Category

# Straight flush, quads, full house, flush, straight, trips, two pair, pair, high card: Alspach
# (5 and 6 cards), Wikipedia "Poker probability" (5 and 7); then the number of values.
HIGH = {
    5: ([40, 624, 3744, 5108, 10200, 54912, 123552, 1098240, 1302540], 7462),
    6: ([1844, 14664, 165984, 205792, 361620, 732160, 2532816, 9730740, 6612900], 6075),
    7: (
        [41584, 224848, 3473184, 4047644, 6180020, 6461620, 31433400, 58627800, 23294460],
        4824,
    ),
}
ROYAL = {5: 4, 6: 188, 7: 4324}
USUAL = list(reversed(Category))

SHORT_5 = [24, 288, 1728, 480, 6120, 16128, 36288, 193536, 122400]
SHORT_7 = [10560, 44640, 633024, 175560, 1169940, 607200, 3157056, 2316600, 233100]
SHORT_7_TRIPS = [10560, 44640, 633024, 175560, 1139580, 637560, 3157056, 2316600, 233100]

# Highest card five to king, no pair: Wikipedia "Poker probability" (lows)
LOW_5 = [1024, 5120, 15360, 35840, 71680, 129024, 215040, 337920, 506880]
LOW_7 = [781824, 3151360, 7426560, 13171200, 19174400, 23675904, 24837120, 21457920, 13939200]


SIZES = [5, 6, 7]


def by_category(counts: np.ndarray, game: str) -> list[int]:
    categories = poker.category(np.arange(1, len(counts)), game)
    return [int(counts[1:][categories == kind].sum()) for kind in USUAL]


@pytest.mark.parametrize("k", SIZES)
def test_every_hand(k: int) -> None:
    counts = poker.count_values(k)
    assert by_category(counts, "holdem") == HIGH[k][0]
    assert (counts > 0).sum() == HIGH[k][1]
    assert (counts[0], counts[1], counts.sum()) == (0, ROYAL[k], comb(52, k))


SHORT = [
    (5, "short-deck", SHORT_5, 1404),
    (5, "short-deck-trips", SHORT_5, 1404),
    (7, "short-deck", SHORT_7, 752),
    (7, "short-deck-trips", SHORT_7_TRIPS, None),
]


@pytest.mark.parametrize(
    ("k", "game", "expected", "distinct"), [row for row in SHORT if row[0] in SIZES]
)
def test_every_hand_of_the_short_deck(
    k: int, game: str, expected: list[int], distinct: int | None
) -> None:
    counts = poker.count_values(k, game)
    assert by_category(counts, game) == expected
    assert counts.sum() == comb(36, k)
    if distinct is not None:
        assert (counts > 0).sum() == distinct


LOWS = [(5, LOW_5), (7, LOW_7)]


@pytest.mark.long
@pytest.mark.parametrize(("k", "expected"), [row for row in LOWS if row[0] in SIZES])
def test_every_ace_to_five_low(k: int, expected: list[int]) -> None:
    """Lows of five ranks with highest card five, six ... king are C(4,4), C(5,4) ... in order."""
    counts = poker.count_values(k, "razz")
    assert counts.sum() == comb(52, k)
    ends = np.cumsum([comb(high, 4) for high in range(4, 13)])
    starts = [0, *ends[:-1].tolist()]
    found = [int(counts[1 + a : 1 + b].sum()) for a, b in zip(starts, ends, strict=True)]
    assert found == expected
    eight = poker.count_values(k, "eight-or-better")
    assert eight[1:57].tolist() == counts[1:57].tolist()
    assert eight[57] == comb(52, k) - sum(expected[:4])
    if k == 5:
        assert (counts > 0).sum() == 6175
        assert eight[1:57].sum() == 57344


def test_every_deuce_to_seven_low() -> None:
    """A, 2, 3, 4, 5 is no straight here: 1,020 unsuited hands and 4 suited ones change sides."""
    counts = poker.count_values(5, "deuce-to-seven")
    expected = [36, 624, 3744, 5112, 9180, 54912, 123552, 1098240, 1303560]
    assert by_category(counts, "deuce-to-seven") == expected
    assert (counts > 0).sum() == 7462


def test_every_badugi_hand() -> None:
    hands = np.array(
        [[a, b, c, d] for d in range(52) for c in range(d) for b in range(c) for a in range(b)],
        dtype=np.uint8,
    )
    values = poker.evaluate(hands, "badugi")
    counts = np.bincount(values, minlength=1093)
    ends = np.cumsum([0, 715, 286, 78, 13])
    assert (counts[1:] > 0).all()
    assert len(counts) == 1093
    kinds = [int(counts[1 + a : 1 + b].sum()) for a, b in pairwise(ends.tolist())]
    assert kinds[0] == 17160  # 13 * 12 * 11 * 10: each suit its own rank
    assert sum(kinds) == comb(52, 4)


PUBLISHED = [
    ("As Ks Jc 7h 5d", 6252),
    ("As Ac Jc 7h 5d", 3448),
    ("As Ac Jc Jd 5d", 2497),
    ("As Ac Ad Jd 5d", 1636),
    ("As Ks Qd Jh Td", 1600),
    ("Ts 7s 4s 3s 2s", 1542),
    ("4s 4c 4d 2s 2h", 298),
    ("As Ac Ad Ah 5h", 19),
    ("As Ks Qs Js Ts", 1),
    ("7s 5c 4d 3h 2s", 7462),
]


@pytest.mark.parametrize(("hand", "value"), PUBLISHED)
def test_values_of_the_usual_scale(hand: str, value: int) -> None:
    assert poker.evaluate(hand) == value
