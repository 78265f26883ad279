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


def stoppers(suits: Suits) -> float:
    few = {"A": 1, "K": 2, "Q": 3, "J": 4}
    return sum(any(c in suit and len(suit) >= n for c, n in few.items()) for suit in suits)


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


def half_losers(suits: Suits) -> float:
    total = 0
    for suit in suits:
        for honour, least in (("A", 1), ("K", 2), ("Q", 3)):
            total += 2 if len(suit) >= least and honour not in suit else 0
        total += 1 if len(suit) >= 3 and "Q" in suit and not set(suit) & set("AKJT") else 0
    return total


def tenace_losers(suits: Suits) -> float:
    """By the three highest cards, each holding named."""
    half_less = ("AKJ", "AQJ", "AJT", "KJT")
    total = 0.0
    for suit in suits:
        top = suit[:3]
        for honour, least in (("A", 1), ("K", 2), ("Q", 3)):
            total += len(suit) >= least and honour not in suit
        total -= 0.5 * (suit in ("K", "AQ") or top in half_less)
        total += 0.5 * (len(suit) >= 3 and top[0] == "Q" and top[1] != "J")
    return total


def bergen(suits: Suits) -> float:
    total = hcp(suits) + sum(max(0, len(suit) - 4) for suit in suits)
    for suit in suits:
        total += len(suit) >= 4 and len(set(suit) & set("AKQJT")) >= 3
        total -= suit in ("K", "Q", "J")
        total -= len(suit) == 2 and "A" not in suit and ("Q" in suit or "J" in suit)
    return total


def four_cs(suits: Suits, queen: tuple[float, float], jack_from: int, pavlicek: bool) -> float:
    """Add what each suit and the shape give, queens of doubletons as told."""
    total = 0.0
    for suit in suits:
        n, above = len(suit), 0
        quality = points([suit], {"A": 4, "K": 3, "Q": 2, "J": 1})
        honours = sum(card in suit for card in "AKQJ")
        if n <= 6:
            works = "J" in suit or honours >= 2
            quality += ("T" in suit) * (1 if works and (n > 1 or not pavlicek) else 0.5)
            nine = "T" in suit or "8" in suit or honours == 2
            nine |= pavlicek and n >= 4 and honours == 3
            quality += 0.5 * ("9" in suit and nine and (n > 1 or not pavlicek))
        else:
            quality += 0.5 * (pavlicek and "T" in suit)
            quality += min(n - 6, 2 * ("Q" not in suit) + ("J" not in suit))
        total += quality * n / 10 + 3 * ("A" in suit)
        total += ("K" in suit) * (2 if n > 1 else 0.5)
        above = ("A" in suit) + ("K" in suit)
        if "Q" in suit and n > 1:
            total += (queen if n == 2 else (1, 0.75))[0 if above else 1]
        above += "Q" in suit
        if "J" in suit and n >= jack_from:
            total += {1: 0.25, 2: 0.5}.get(above, 0)
        above += "J" in suit
        total += 0.25 * ("T" in suit and (above == 2 or (above == 1 and "9" in suit)))
    short = sum(max(0, 3 - len(suit)) for suit in suits)
    return total + (short - 1 if short else -0.5)


DEFINITIONS: dict[str, Callable[[Suits], float]] = {
    "new_losers": new_losers,
    "quick_tricks": quick_tricks,
    "stoppers": stoppers,
    "honour_tricks": honour_tricks,
    "zar": zar,
    "opening_count": lambda s: hcp(s) + sum(lengths(s)[:2]),
    "half_losers": half_losers,
    "tenace_losers": tenace_losers,
    "bergen_points": bergen,
    "honour_balance": lambda s: points(s, {"A": 1, "T": 1, "Q": -1, "J": -1}),
    "opening_count_quick": lambda s: hcp(s) + sum(lengths(s)[:2]) + quick_tricks(s),
    "pearson": lambda s: hcp(s) + len(s[0]),
    "cccc": lambda s: four_cs(s, (0.75, 0.5), 1, False),
    "cccc_andrews": lambda s: four_cs(s, (0.5, 0), 3, False),
    "cccc_pavlicek": lambda s: four_cs(s, (0.5, 0.25), 1, True),
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
