"""Hands as four texts of ranks, random deals of them, and values of hands by their definitions."""

from __future__ import annotations

import random
from collections.abc import Callable
from fractions import Fraction
from functools import cache, lru_cache

import dealwright

__all__ = [
    "HUNDREDTHS",
    "OF_SUIT",
    "POINTS",
    "RANKS",
    "SEATS",
    "SUITS",
    "Hand",
    "dealt",
    "dotted",
    "masks",
    "pool",
    "values",
]

Hand = tuple[str, str, str, str]  # the ranks of spades, hearts, diamonds and clubs, highest first
RANKS = "AKQJT98765432"
SEATS = ("north", "east", "south", "west")
SUITS = ("spades", "hearts", "diamonds", "clubs")
_DEALS = 200  # in a pool, one half of them with long suits


def dealt(r: random.Random, skewed: float = 0.0) -> tuple[Hand, ...]:
    """Deal the pack; with ``skewed`` above 0 each suit has a seat that gets more of its cards."""
    pack = list(range(52))
    r.shuffle(pack)
    cards: list[list[int]] = [[], [], [], []]
    if skewed:
        likes, room = r.choices(range(4), k=4), [13] * 4
        for card in pack:
            seat = likes[card // 13]
            if not (room[seat] and r.random() < skewed):
                seat = r.choices(range(4), room)[0]
            room[seat] -= 1
            cards[seat].append(card)
    else:
        cards = [pack[start : start + 13] for start in range(0, 52, 13)]
    return tuple(map(_hand, cards))


def _hand(cards: list[int]) -> Hand:
    suits = ["", "", "", ""]
    for card in sorted(cards):
        suits[card // 13] += RANKS[card % 13]
    return suits[0], suits[1], suits[2], suits[3]


def masks(deal: tuple[Hand, ...]) -> list[int]:
    """Return the hands as sets of bits: clubs from bit 0, each suit from its two upwards."""
    return [
        sum(
            1 << (13 * (3 - suit) + 12 - RANKS.index(rank))
            for suit in range(4)
            for rank in hand[suit]
        )
        for hand in deal
    ]


def dotted(hand: Hand) -> str:
    """Return a hand as it is typed: ``AKQ.J32..T987``."""
    return ".".join(hand)


@lru_cache(maxsize=32)
def pool(number: int) -> tuple[list[tuple[Hand, ...]], dealwright.Deals]:
    """Return some deals, and the same deals as Dealwright's."""
    r = random.Random(f"pool {number}")
    deals = [dealt(r, 0.0 if place % 2 else r.uniform(0.1, 0.7)) for place in range(_DEALS)]
    return deals, dealwright.Deals([masks(deal) for deal in deals])


# Values of one suit, a text of ranks, in points


def _sum(values: str) -> Callable[[str], Fraction]:
    """Return the sum of values of the ranks from the ace down, written with blanks between them."""
    table = {rank: Fraction(value) for rank, value in zip(RANKS, values.split(), strict=False)}
    return cache(lambda suit: sum((table[rank] for rank in suit if rank in table), Fraction()))


@cache
def _losers(suit: str) -> Fraction:
    return Fraction(sum(rank not in suit for rank in "AKQ"[: len(suit)]))


@cache
def _new_losers(suit: str) -> Fraction:
    prices = [Fraction(3, 2), Fraction(1), Fraction(1, 2)]
    missing = [
        price
        for rank, price in list(zip("AKQ", prices, strict=True))[: len(suit)]
        if rank not in suit
    ]
    return sum(missing, Fraction())


@cache
def _quick_tricks(suit: str) -> Fraction:
    ace, king, queen = (rank in suit for rank in "AKQ")
    if ace:
        return Fraction(2) if king else Fraction(3, 2) if queen else Fraction(1)
    return (
        Fraction(1) if king and queen else Fraction(1, 2) if king and len(suit) > 1 else Fraction()
    )


@cache
def _honour_tricks(suit: str) -> Fraction:
    quick = _quick_tricks(suit)
    if set("KJT") <= set(suit) and not set("AQ") & set(suit):
        return Fraction(1)
    if set("QJ") <= set(suit) and not set("AK") & set(suit) and len(suit) > 2:
        return Fraction(1, 2)
    return quick


OF_SUIT: dict[str, Callable[[str], Fraction]] = {
    "hcp": _sum("4 3 2 1"),
    "controls": _sum("2 1"),
    "losers": _losers,
    "aces": _sum("1"),
    "kings": _sum("0 1"),
    "queens": _sum("0 0 1"),
    "jacks": _sum("0 0 0 1"),
    "tens": _sum("0 0 0 0 1"),
    "top2": _sum("1 1"),
    "top3": _sum("1 1 1"),
    "top4": _sum("1 1 1 1"),
    "top5": _sum("1 1 1 1 1"),
    "c13": _sum("6 4 2 1"),
    "honour_balance": _sum("1 0 -1 -1 1"),
    "bum_rap": _sum("9/2 3 3/2 3/4 1/4"),
    "fifths": _sum("4 14/5 9/5 1 2/5"),
    "new_losers": _new_losers,
    "ltc": _new_losers,
    "quick_tricks": _quick_tricks,
    "honour_tricks": _honour_tricks,
}
HUNDREDTHS = frozenset(
    [
        "bum_rap",
        "fifths",
        "new_losers",
        "ltc",
        "quick_tricks",
        "honour_tricks",
        "opening_count_quick",
    ]
)


def _lengths(hand: Hand) -> list[int]:
    return sorted(map(len, hand), reverse=True)


def _whole(name: str) -> Callable[[Hand], Fraction]:
    of_suit = OF_SUIT[name]
    return lambda hand: sum(map(of_suit, hand), Fraction())


_hcp, _controls, _quick = (_whole(name) for name in ("hcp", "controls", "quick_tricks"))


def _zar(hand: Hand) -> Fraction:
    first, second, _, last = _lengths(hand)
    return _hcp(hand) + _controls(hand) + first + second + first - last


def _freakness(hand: Hand) -> Fraction:
    lengths = _lengths(hand)
    beyond = sum(max(0, length - 4) + max(0, 3 - length) for length in lengths)
    return Fraction(beyond + {0: 2, 1: 1}.get(lengths[3], 0))


POINTS: dict[str, Callable[[Hand], Fraction]] = {
    **{name: _whole(name) for name in OF_SUIT},
    "zar": _zar,
    "opening_count": lambda hand: _hcp(hand) + sum(_lengths(hand)[:2]),
    "opening_count_quick": lambda hand: _hcp(hand) + sum(_lengths(hand)[:2]) + _quick(hand),
    "pearson": lambda hand: _hcp(hand) + len(hand[0]),
    "goren": lambda hand: _hcp(hand) + sum(max(0, 3 - length) for length in _lengths(hand)),
    "long_points": lambda hand: _hcp(hand) + sum(max(0, length - 4) for length in _lengths(hand)),
    "freakness": _freakness,
    "longest": lambda hand: Fraction(_lengths(hand)[0]),
    "shortest": lambda hand: Fraction(_lengths(hand)[3]),
}


@lru_cache(maxsize=4096)
def values(number: int, name: str, seat: str, suit: str | None = None) -> list[Fraction]:
    """Return the values in points of an evaluator, or of a length, on the deals of a pool."""
    hands = [deal[SEATS.index(seat)] for deal in pool(number)[0]]
    if name in SUITS:
        return [Fraction(len(hand[SUITS.index(name)])) for hand in hands]
    if suit is not None:
        return [OF_SUIT[name](hand[SUITS.index(suit)]) for hand in hands]
    return [POINTS[name](hand) for hand in hands]
