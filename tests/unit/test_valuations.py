"""Valuations against their definitions, written again card by card, and against known hands."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dealwright import Hand, deal, feature, parse

Suits = list[str]


def new_losers(suits: Suits) -> float:
    losers = 0.0
    for suit in suits:
        for honour, value, least in (("A", 1.5, 1), ("K", 1.0, 2), ("Q", 0.5, 3)):
            losers += value if len(suit) >= least and honour not in suit else 0
    return losers


def quick_tricks(suits: Suits) -> float:
    total = 0.0
    for suit in suits:
        for wanted, value in (("AK", 2.0), ("AQ", 1.5), ("A", 1.0), ("KQ", 1.0)):
            if all(card in suit for card in wanted):
                total += value
                break
        else:
            total += 0.5 if "K" in suit and len(suit) > 1 else 0
    return total


def honour_tricks(suits: Suits) -> float:
    total = 0.0
    for suit in suits:
        for wanted, value in (("AK", 2.0), ("AQ", 1.5), ("A", 1.0), ("KQ", 1.0), ("KJT", 1.0)):
            if all(card in suit for card in wanted):
                total += value
                break
        else:
            if ("K" in suit and len(suit) > 1) or ("Q" in suit and "J" in suit and len(suit) > 2):
                total += 0.5
    return total


def points(suits: Suits, values: dict[str, float]) -> float:
    return sum(values.get(card, 0) for suit in suits for card in suit)


def hcp(suits: Suits) -> float:
    return points(suits, {"A": 4, "K": 3, "Q": 2, "J": 1})


def lengths(suits: Suits) -> list[int]:
    return sorted((len(suit) for suit in suits), reverse=True)


def zar(suits: Suits) -> float:
    a, b, _, d = lengths(suits)
    return hcp(suits) + points(suits, {"A": 2, "K": 1}) + (a + b) + (a - d)


DEFINITIONS: dict[str, Callable[[Suits], float]] = {
    "new_losers": new_losers,
    "quick_tricks": quick_tricks,
    "honour_tricks": honour_tricks,
    "zar": zar,
    "opening_count": lambda s: hcp(s) + sum(lengths(s)[:2]),
    "goren": lambda s: hcp(s) + sum(max(0, 3 - n) for n in lengths(s)),
    "long_points": lambda s: hcp(s) + sum(max(0, n - 4) for n in lengths(s)),
    "bum_rap": lambda s: points(s, {"A": 4.5, "K": 3, "Q": 1.5, "J": 0.75, "T": 0.25}),
    "fifths": lambda s: points(s, {"A": 4, "K": 2.8, "Q": 1.8, "J": 1, "T": 0.4}),
}


@given(st.sets(st.integers(0, 51), min_size=13, max_size=13))
def test_every_valuation_is_its_definition(cards: set[int]) -> None:
    hand = Hand(sum(1 << card for card in cards))
    suits = str(hand).split(".")
    for name, definition in DEFINITIONS.items():
        found = feature(name)
        assert found.value(hand.mask) == pytest.approx(definition(suits) * found.scale), name


@pytest.mark.parametrize(
    ("hand", "values"),
    [
        # no loser, eight quick tricks
        ("AKQ.AKQ.AKQ.AKQJ", {"new_losers": 0, "quick_tricks": 800, "honour_tricks": 800}),
        # 10 HCP, 3 controls, 5 + 5, 5 - 1: beyond the 26 of an opening
        ("AJ932.KQ876.54.2", {"zar": 10 + 3 + 10 + 4, "opening_count": 20}),
        ("T98765432.T98.T.", {"new_losers": 750, "quick_tricks": 0, "zar": 9 + 3 + 9}),
        ("KJT4.QJ3.K.A5432", {"honour_tricks": 250, "quick_tricks": 150, "long_points": 15}),
        ("A432.K432.Q32.J2", {"goren": 11, "bum_rap": 975, "fifths": 960, "opening_count": 18}),
    ],
)
def test_known_hands(hand: str, values: dict[str, int]) -> None:
    for name, value in values.items():
        assert feature(name).value(Hand(hand).mask) == value, name


def test_they_are_words_of_the_language_and_are_counted_exactly() -> None:
    counted = parse("zar(north) >= 26 && ltc(north) <= 700").count()
    assert isinstance(counted, int)
    share = counted / parse("1").count()
    deals = deal(200_000, seed="zar")
    held = ((deals.north.zar >= 26) & (deals.north.ltc <= 700)).mean()
    assert abs(held - share) < 6 * (share * (1 - share) / 200_000) ** 0.5
