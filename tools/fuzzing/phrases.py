"""Hands in words, held to the same hands as conditions and as plain functions, on random deals.

A phrase is put together of items. An item has its words, its condition, and its test of a hand in
Python. The phrase, the condition and the function must choose the same deals, and so must the
condition that is printed for the phrase. Half of the deals have long suits, so that rare shapes
occur. A refusal is wrong where items are joined by commas alone.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import permutations

from tools.fuzzing import NotCompared
from tools.fuzzing._hands import (
    HUNDREDTHS,
    OF_SUIT,
    POINTS,
    SEATS,
    SUITS,
    Hand,
    dotted,
    pool,
)

import dealwright
from dealwright.base.errors import ConditionError

__all__ = ["Case", "Item", "draw", "fault", "smaller"]

Test = Callable[[Hand], bool]

_POOLS = 6
_NUMBER_WORDS = (
    "zero",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
)
_RANK_WORDS = {"A": "ace", "K": "king", "Q": "queen", "J": "jack", "T": "ten"}
_PAIRS = {"major": (0, 1), "minor": (2, 3)}
_SHORT = {"void": 0, "singleton": 1, "doubleton": 2}
_BALANCED = [(4, 3, 3, 3), (4, 4, 3, 2), (5, 3, 3, 2)]
_SEMIBALANCED = [*_BALANCED, (5, 4, 2, 2), (6, 3, 2, 2)]
_COUNTED = (  # evaluators, and usual values
    ("controls", 1, 6), ("losers", 5, 9), ("zar", 18, 32), ("opening_count", 16, 24),
    ("goren", 8, 16), ("pearson", 8, 18), ("long_points", 8, 16), ("c13", 8, 20),
    ("freakness", 0, 6),
)  # fmt: skip
_COUNTED_IN_HUNDREDTHS = (
    ("new_losers", 5, 9),
    ("quick_tricks", 0, 4),
    ("fifths", 6, 16),
    ("bum_rap", 6, 16),
)


# How a text joins its hands: by ";", with letters for seats, by "or:", in braces, and with "where".
_FORMS = ("plain", "plain", "plain", "letters", "or", "hand", "where")
_BESIDE = "hearts(east) <= hearts(west)"  # beside hands in braces, and after "where"


@dataclass(frozen=True)
class Item:
    """A part of a phrase: its words, its condition (SEAT for the hand), its test, its kind."""

    words: str
    condition: str
    test: Test
    kind: str = ""


@dataclass(frozen=True)
class HandInWords:
    """The hand of a seat: groups of items, of which one must hold, and what joins the groups."""

    seat: str
    groups: tuple[tuple[Item, ...], ...]
    joint: str

    @property
    def words(self) -> str:
        """The hand as it is typed, without its seat."""
        return self.joint.join(" or ".join(item.words for item in group) for group in self.groups)

    @property
    def condition(self) -> str:
        """The same as a condition."""
        return " && ".join(
            f"({' || '.join(f'({item.condition})' for item in group)})" for group in self.groups
        ).replace("SEAT", self.seat)

    def holds(self, deal: tuple[Hand, ...]) -> bool:
        """Return whether a deal has this hand."""
        hand = deal[SEATS.index(self.seat)]
        return all(any(item.test(hand) for item in group) for group in self.groups)


@dataclass(frozen=True)
class Case:
    """Hands in words, the form of the text, one of ``_FORMS``, and the number of the deals."""

    hands: tuple[HandInWords, ...]
    form: str
    deals: int

    def __str__(self) -> str:
        if self.form == "or":
            return " or: ".join(f"{hand.seat}: {hand.words}" for hand in self.hands)
        if self.form == "hand":
            texts = (f"hand{{{hand.seat}: {hand.words}}}" for hand in self.hands)
            return " && ".join([*texts, _BESIDE])
        seats = [hand.seat[0] if self.form == "letters" else hand.seat for hand in self.hands]
        texts = (f"{seat}: {hand.words}" for seat, hand in zip(seats, self.hands, strict=True))
        return "; ".join([*texts, *([f"where {_BESIDE}"] if self.form == "where" else [])])

    @property
    def condition(self) -> str:
        """The same as a condition."""
        tests = [f"({hand.condition})" for hand in self.hands]
        if self.form in ("hand", "where"):
            tests.append(_BESIDE)
        return (" || " if self.form == "or" else " && ").join(tests)

    def holds(self, deal: tuple[Hand, ...]) -> bool:
        """Return whether a deal has these hands."""
        held = [hand.holds(deal) for hand in self.hands]
        if self.form in ("hand", "where"):
            held.append(len(deal[1][1]) <= len(deal[3][1]))
        return any(held) if self.form == "or" else all(held)


def _span(r: random.Random, low: int, high: int, word: str = "") -> tuple[str, int, int]:
    """Return a range in words, which a word may follow, and its ends; an open end is -99 or 99."""
    n = r.randint(low, high)
    m = r.randint(n, high)
    text, least, most = r.choice([
        (f"{n}+", n, 99), (f"at least {n}", n, 99), (f"exactly {n}", n, n),
        (f"at most {n}", -99, n),
        (f"{n} to {m}", n, m), (f">= {n}", n, 99), (f"<= {n}", -99, n), (f"> {n}", n + 1, 99),
        (f"< {n}", -99, n - 1), (f"= {n}", n, n), (f"between {n} and {m}", n, m),
        (f"more than {n}", n + 1, 99), (f"fewer than {n}", -99, n - 1),
        (f"≥{n}", n, 99), (f"≤ {n}", -99, n), (f"no more than {n}", -99, n), (f"up to {n}", -99, n),
        (f"not less than {n}", n, 99), (f"{n}-{m}", n, m), (f"{n}-{m}", n, m), (f"{n}–{m}", n, m),
        (f"{n} or more", n, 99), (f"{n} or fewer", -99, n),
    ])  # fmt: skip
    if least > most or most < 0 or re.search(rf"\b{n}[-–]{n}$", text):  # 4-4 may be a shape
        text, least, most = f"{n}+", n, 99
    if (
        0 < n <= 10
        and r.random() < 0.2
        and str(n) in text.split()
        and text.split().count(str(n)) == 1
    ):
        text = " ".join(_NUMBER_WORDS[n] if part == str(n) else part for part in text.split())
    return (f"{text} {word}" if word else text), least, most


def _within(text: str, least: float, most: float, unit: int = 1) -> str:
    """Return the condition that a number is in a range."""
    tests = [f"{text} >= {int(least * unit)}"] * (least != -99) + [
        f"{text} <= {int(most * unit)}"
    ] * (most != 99)
    return " && ".join(tests)


def _points(r: random.Random) -> Item:
    words, least, most = _span(r, 3, 20, r.choice(["", "", "hcp", "points", "HCP"]))
    if r.random() < 0.15:
        n = r.randint(3, 20)
        words, least, most = r.choice(
            [(f"hcp >= {n}", n, 99), (f"hcp <= {n}", -99, n), (f"HCP {n}-{n + 2}", n, n + 2)]
        )
    return Item(
        words,
        _within("hcp(SEAT)", least, most),
        lambda hand: least <= POINTS["hcp"](hand) <= most,
        "points",
    )


def _suit(r: random.Random) -> tuple[int, str]:
    suit = r.randrange(4)
    name = SUITS[suit]
    return suit, r.choice([name, name, name.removesuffix("s"), name.title(), "♠♥♦♣"[suit]])


def _length(r: random.Random) -> Item:
    suit, name = _suit(r)
    words, least, most = _span(r, 1, 6)
    kind = r.random()
    if kind < 0.15:
        other = r.choice([one for one in range(4) if one != suit])
        if least < 1:  # each may be limited
            words, least, most = "3+", 3, 99
        joined = " || ".join(
            _within(f"{SUITS[place]}(SEAT)", least, most) for place in (suit, other)
        )
        return Item(
            f"{words} {SUITS[suit]} or {SUITS[other]}", joined,
            lambda hand: least <= len(hand[suit]) <= most or least <= len(hand[other]) <= most,
        )  # fmt: skip
    if kind < 0.25:
        n = r.randint(1, 6)
        words, least, most = f"{n} or {n + 1}", n, n + 1
    text, first = f"{words} {name}", ""
    if kind > 0.9:
        n = r.randint(1, 6)
        text, least, most, first = f"{SUITS[suit]} {n}+", n, 99, "noun first"
    return Item(
        text,
        _within(f"{SUITS[suit]}(SEAT)", least, most),
        lambda hand: least <= len(hand[suit]) <= most,
        first,
    )


def _pair(r: random.Random) -> Item:
    """Return lengths of majors or minors: of one, of both, or of both either way round."""
    name = r.choice(list(_PAIRS))
    one, two = _PAIRS[name]
    a, b = (f"{SUITS[suit]}(SEAT)" for suit in (one, two))
    kind = r.randrange(7)
    if kind == 4:
        n = r.randint(7, 10)
        words = r.choice([f"at least {n} cards in the {name}s", f"{n}+ in the {name}s"])
        return Item(words, f"{a} + {b} >= {n}", lambda hand: len(hand[one]) + len(hand[two]) >= n)
    if kind == 5:
        m, n = r.randint(2, 4), r.randint(3, 5)
        words = r.choice(
            [f"{m} of one {name} and {n}+ of the other", f"{m} in one {name}, {n}+ in the other"]
        )
        return Item(
            words, f"({a} == {m} && {b} >= {n}) || ({b} == {m} && {a} >= {n})",
            lambda hand: _either_way(hand, one, two, lambda s, t: s == m and t >= n), "several",
        )  # fmt: skip
    if kind == 6:
        n = r.randint(2, 4)
        words = r.choice(
            [f"at most {n} cards in either {name}", f"fewer than {n + 1} in either {name}"]
        )
        return Item(
            words,
            f"{a} <= {n} && {b} <= {n}",
            lambda hand: max(len(hand[one]), len(hand[two])) <= n,
        )
    if kind == 0:
        n = r.randint(3, 6)
        words = r.choice(
            [
                f"{n}+ {name}",
                f"{n}+ card {name}",
                f"{n}+ in one major" if name == "major" else f"{n}+ {name}",
            ]
        )
        return Item(
            words,
            f"{a} >= {n} || {b} >= {n}",
            lambda hand: max(len(hand[one]), len(hand[two])) >= n,
        )
    if kind == 1:
        n = r.randint(2, 5)
        words = r.choice(
            [f"{n}+ in each {name}", f"{n}+ in both {name}s", f"at least {n} in each {name}"]
        )
        return Item(
            words,
            f"{a} >= {n} && {b} >= {n}",
            lambda hand: min(len(hand[one]), len(hand[two])) >= n,
        )
    m, n = sorted((r.randint(2, 5), r.randint(2, 5)), reverse=True)
    if kind == 2:
        words = r.choice(
            [f"{m}-{n} {name}s", f"{m}-{n} in the {name}s", f"{m}-{n} or better in the {name}s"]
        )
        test, holds = (
            ">=",
            lambda hand, m=m, n=n: _either_way(hand, one, two, lambda s, t: s >= m and t >= n),
        )
    else:
        words = f"exactly {m}-{n} {name}s"
        test, holds = (
            "==",
            lambda hand, m=m, n=n: _either_way(hand, one, two, lambda s, t: s == m and t == n),
        )
    return Item(
        words, f"({a} {test} {m} && {b} {test} {n}) || ({a} {test} {n} && {b} {test} {m})", holds
    )


def _either_way(hand: Hand, one: int, two: int, test: Callable[[int, int], bool]) -> bool:
    s, t = len(hand[one]), len(hand[two])
    return test(s, t) or test(t, s)


def _compared(r: random.Random) -> Item:
    one, two = r.sample(range(4), 2)
    a, b = SUITS[one], SUITS[two]
    words, sign = r.choice([
        (f"more {a} than {b}", ">"), (f"{a} longer than {b}", ">"), (f"fewer {a} than {b}", "<"),
        (f"{a} shorter than {b}", "<"), (f"at least as many {a} as {b}", ">="),
        (f"{a} at least as long as {b}", ">="), (f"exactly as many {a} as {b}", "=="),
        (f"equal length in {a} and {b}", "=="), (f"{a} and {b} of equal length", "=="),
    ])  # fmt: skip
    if sign == ">=":
        return Item(words, f"{a}(SEAT) >= {b}(SEAT)", lambda hand: len(hand[one]) >= len(hand[two]))
    if sign == "==":
        return Item(words, f"{a}(SEAT) == {b}(SEAT)", lambda hand: len(hand[one]) == len(hand[two]))
    if sign == ">":
        return Item(words, f"{a}(SEAT) > {b}(SEAT)", lambda hand: len(hand[one]) > len(hand[two]))
    return Item(words, f"{a}(SEAT) < {b}(SEAT)", lambda hand: len(hand[one]) < len(hand[two]))


def _short(r: random.Random) -> Item:
    word = r.choice(list(_SHORT))
    n = _SHORT[word]
    if r.random() < 0.4:
        words = r.choice([word, f"a {word}", f"{word} somewhere"])
        condition = " || ".join(f"{suit}(SEAT) == {n}" for suit in SUITS)
        return Item(words, condition, lambda hand: n in map(len, hand), "short anywhere")
    suit = r.randrange(4)
    name = SUITS[suit]
    words = r.choice(
        [f"{word} in {name}", f"{name.removesuffix('s')} {word}", f"a {word} in {name}"]
    )
    return Item(words, f"{name}(SEAT) == {n}", lambda hand: len(hand[suit]) == n)


def _number_of_suits(r: random.Random) -> Item:
    """Return how many suits are short, long or stopped."""
    words, least, most = r.choice([
        ("exactly one", 1, 1), ("at least one", 1, 4), ("at most one", 0, 1), ("two", 2, 2),
        ("at least two", 2, 4), ("only one", 1, 1), ("no more than one", 0, 1), ("2+", 2, 4),
    ])  # fmt: skip
    several = words in ("two", "at least two", "2+")
    kind = r.randrange(3)
    if kind == 0:
        name = r.choice(list(_SHORT))
        n = _SHORT[name]
        tests = [f"({suit}(SEAT) == {n})" for suit in SUITS]
        text = f"{words} {name}{'s' * several}"
        return Item(
            text, _within(f"({' + '.join(tests)})", least, most),
            lambda hand: least <= [*map(len, hand)].count(n) <= most, "short anywhere",
        )  # fmt: skip
    n = r.randint(3, 5)
    if kind == 1:
        pair = r.choice([*_PAIRS, "suit"])
        suits = _PAIRS.get(pair, (0, 1, 2, 3))
        tests = [f"({SUITS[suit]}(SEAT) >= {n})" for suit in suits]
        text = r.choice([f"{words} {n}+ {pair}", f"{words} {n}+ card {pair}"])
        text = r.choice([text + "s" * several, f"{words} {pair}{'s' * several} of {n}+ cards"])
        return Item(
            text, _within(f"({' + '.join(tests)})", least, most),
            lambda hand: least <= sum(len(hand[suit]) >= n for suit in suits) <= most, "several",
        )  # fmt: skip
    pair = r.choice([*_PAIRS])
    one, two = _PAIRS[pair]
    name = "honours" if several else "honour"
    suit = r.choice((one, two))
    return Item(
        f"{words} {name} in {SUITS[suit]}",
        _within(f"top5(SEAT, {SUITS[suit]})", least, 5 if most == 4 else most),
        lambda hand: least <= len({*"AKQJT"} & {*hand[suit]}) <= (5 if most == 4 else most),
    )


def _shape(r: random.Random) -> Item:
    kind = r.random()
    if kind < 0.4:
        word = r.choice(["balanced", "semibalanced", "unbalanced"])
        listed = _SEMIBALANCED if word == "semibalanced" else _BALANCED
        condition = (
            f"shape(SEAT, {' + '.join('any ' + ''.join(map(str, lengths)) for lengths in listed)})"
        )
        if word == "unbalanced":
            return Item(
                word,
                f"!{condition}",
                lambda hand: tuple(sorted(map(len, hand), reverse=True)) not in listed,
            )
        return Item(
            word, condition, lambda hand: tuple(sorted(map(len, hand), reverse=True)) in listed
        )
    lengths = r.choice(
        [
            *_SEMIBALANCED,
            (4, 4, 4, 1),
            (5, 4, 3, 1),
            (5, 5, 2, 1),
            (6, 4, 2, 1),
            (6, 5, 1, 1),
            (7, 3, 2, 1),
        ]
    )
    digits = "".join(map(str, lengths))
    if kind < 0.6:
        words = r.choice([f"any {digits}", "-".join(digits), "any " + "-".join(digits)])
        return Item(
            words,
            f"shape(SEAT, any {digits})",
            lambda hand: tuple(sorted(map(len, hand), reverse=True)) == lengths,
        )
    if kind < 0.8:
        first, second = lengths[:2]
        words = f"any {first}{second}xx"
        return Item(
            words, f"shape(SEAT, {words})",
            lambda hand: any((len(a), len(b)) == (first, second) for a, b in permutations(hand, 2)),
        )  # fmt: skip
    turned = r.sample(lengths, 4)
    condition = " && ".join(f"{suit}(SEAT) == {n}" for suit, n in zip(SUITS, turned, strict=True))
    return Item(
        "=".join(map(str, turned)), condition, lambda hand: [len(suit) for suit in hand] == turned
    )


def _cards(r: random.Random) -> Item:
    """Return cards, one of some cards, or top honours."""
    suit = r.randrange(4)
    name, letter = SUITS[suit], SUITS[suit][0].upper()
    ranks = "".join(sorted(r.sample("AKQJT", r.randint(1, 3)), key="AKQJT".index))
    kind = r.randrange(5)
    if kind == 0:
        words = r.choice(
            [f"{ranks[0]}{letter}", f"{letter}{ranks[0]}", f"{_RANK_WORDS[ranks[0]]} of {name}"]
        )
        return Item(
            words, f"hascard(SEAT, {letter}{ranks[0]})", lambda hand: ranks[0] in hand[suit]
        )
    cards = [f"hascard(SEAT, {letter}{rank})" for rank in ranks]
    named = [_RANK_WORDS[rank] for rank in ranks]
    if kind == 1:
        return Item(
            f"{' or '.join(named)} of {name}",
            " || ".join(cards),
            lambda hand: any(rank in hand[suit] for rank in ranks),
        )
    if kind == 2 and len(ranks) > 1:
        words = f"{', '.join(named[:-1])} and {named[-1]} of {name}"
        return Item(
            words, " && ".join(cards), lambda hand: all(rank in hand[suit] for rank in ranks)
        )
    top = r.choice([3, 5])
    n = r.randint(1, top)
    honours = "AKQJT"[:top]
    number, five = r.choice([(str(n), str(top)), (_NUMBER_WORDS[n], _NUMBER_WORDS[top])])
    words = r.choice(
        [
            f"{number} of top {five} {name}",
            f"{number} of the top {five} {name.removesuffix('s')} honours",
        ]
    )
    return Item(
        words,
        f"top{top}(SEAT, {name}) >= {n}",
        lambda hand: sum(rank in hand[suit] for rank in honours) >= n,
    )


def _holding(r: random.Random) -> Item:
    """Return a whole suit, a suit headed by honours, or stoppers."""
    suit = r.randrange(4)
    name, letter = SUITS[suit], SUITS[suit][0].upper()
    ranks = "".join(sorted(r.sample("AKQJT", r.randint(1, 2)), key="AKQJT".index))
    others = [rank for rank in "AKQJT" if rank not in ranks]
    kind = r.randrange(3)
    if kind == 0:
        small = r.randint(1, 4)
        n = len(ranks) + small
        condition = " && ".join([
            f"{name}(SEAT) == {n}", *(f"hascard(SEAT, {letter}{rank})" for rank in ranks),
            *(f"!hascard(SEAT, {letter}{rank})" for rank in others),
        ])  # fmt: skip
        return Item(
            f"{ranks}{'x' * small} of {name}", condition,
            lambda hand: len(hand[suit]) == n and set("AKQJT") & set(hand[suit]) == set(ranks),
        )  # fmt: skip
    if kind == 1:
        n = r.randint(2, 6)
        higher = "AKQJT"[: "AKQJT".index(ranks[-1]) + 1]
        by = r.choice([ranks, "the " + " and ".join(_RANK_WORDS[rank] for rank in ranks)])
        condition = " && ".join([
            f"{name}(SEAT) >= {n}",
            *(f"{'' if rank in ranks else '!'}hascard(SEAT, {letter}{rank})" for rank in higher),
        ])  # fmt: skip
        return Item(
            f"{n}+ {name} headed by {by}", condition,
            lambda hand: len(hand[suit]) >= n and set(higher) & set(hand[suit]) == set(ranks),
            "several",
        )  # fmt: skip

    def stopped(text: str) -> bool:
        return any(rank in text and len(text) >= n for n, rank in enumerate("AKQJ", 1))

    def condition_of(place: int) -> str:
        ace, name = SUITS[place][0].upper(), SUITS[place]
        tests = (
            f"hascard(SEAT, {ace}{rank}) && {name}(SEAT) >= {n}" for n, rank in enumerate("AKQJ", 1)
        )
        return f"({' || '.join(tests)})"

    if r.random() < 0.5:
        words = r.choice(
            [f"stopper in {name}", f"{name.removesuffix('s')} stopper", f"a stopper in {name}"]
        )
        return Item(words, condition_of(suit), lambda hand: stopped(hand[suit]))
    pair = r.choice(list(_PAIRS))
    one, two = _PAIRS[pair]
    words = r.choice([f"stoppers in both {pair}s", f"stoppers in each {pair}"])
    return Item(
        words,
        f"{condition_of(one)} && {condition_of(two)}",
        lambda hand: stopped(hand[one]) and stopped(hand[two]),
    )


def _counted(r: random.Random) -> Item:
    """Return a range of an evaluator, of the hand or of a suit."""
    kind = r.random()
    if kind < 0.06:
        n = r.randint(18, 20)
        return Item(
            f"rule of {n}", f"opening_count(SEAT) >= {n}",
            lambda hand: POINTS["opening_count"](hand) >= n,
        )  # fmt: skip
    if kind < 0.1:
        n, suit = r.randint(3, 8), r.randrange(4)
        return Item(
            f"{n}+ points in {SUITS[suit]}", f"hcp(SEAT, {SUITS[suit]}) >= {n}",
            lambda hand: OF_SUIT["hcp"](hand[suit]) >= n,
        )  # fmt: skip
    if kind < 0.3:
        name = r.choice(
            ["aces", "kings", "queens", "jacks", "tens", "controls", "hcp", "top3", "losers"]
        )
        suit = r.randrange(4)
        if name in ("hcp", "controls", "losers", "top3"):
            words, least, most = _span(r, 1, 5, f"{name} in {SUITS[suit]}")
            of_suit = OF_SUIT[name]
            return Item(
                words,
                _within(f"{name}(SEAT, {SUITS[suit]})", least, most),
                lambda hand: least <= of_suit(hand[suit]) <= most,
            )
        n = r.randint(1, 3)
        words = r.choice([f"{n} {name}", f"{_NUMBER_WORDS[n]} {name}", f"exactly {n} {name}"])
        return Item(words, f"{name}(SEAT) == {n}", lambda hand: POINTS[name](hand) == n)
    if kind < 0.75:
        name, low, high = r.choice(_COUNTED)
        words, least, most = _span(r, low, high, name)
        first = ""
        if r.random() < 0.2:
            words, least, most, first = f"{name} {low}+", low, 99, "noun first"
        return Item(
            words,
            _within(f"{name}(SEAT)", least, most),
            lambda hand: least <= POINTS[name](hand) <= most,
            first,
        )
    name, low, high = r.choice(_COUNTED_IN_HUNDREDTHS)
    half = r.randint(2 * low, 2 * high) / 2
    words, sign = r.choice(
        [
            (f"{half:g}+ {name}", ">="),
            (f"at most {half:g} {name}", "<="),
            (f"{half:g}- {name}", "<="),
        ]
    )
    assert name in HUNDREDTHS
    condition = f"{name}(SEAT) {sign} {int(half * 100)}"
    if sign == ">=":
        return Item(words, condition, lambda hand: POINTS[name](hand) >= half)
    return Item(words, condition, lambda hand: POINTS[name](hand) <= half)


def _none(r: random.Random) -> Item:
    """Return what a hand must not have."""
    kind = r.randrange(9)
    if kind > 5:
        return _neither(r, kind)
    if kind == 0:
        names = r.sample(["aces", "kings", "queens", "jacks", "tens"], r.randint(1, 2))
        return Item(
            f"no {' or '.join(names)}", " && ".join(f"{name}(SEAT) == 0" for name in names),
            lambda hand: all(POINTS[name](hand) == 0 for name in names), "no",
        )  # fmt: skip
    if kind == 1:
        few = r.sample(list(_SHORT), r.randint(1, 2))
        condition = " && ".join(f"{suit}(SEAT) != {_SHORT[word]}" for suit in SUITS for word in few)
        return Item(
            f"no {' or '.join(few)}",
            condition,
            lambda hand: all(len(suit) != _SHORT[word] for suit in hand for word in few),
            "no",
        )
    if kind == 2:
        name = r.choice([*_PAIRS, "suit"])
        suits = _PAIRS.get(name, (0, 1, 2, 3))
        n = r.randint(3, 6)
        words = r.choice(
            [
                f"no {n}+ card {name}",
                f"no {n}-card {name}",
                f"no {name} longer than {_NUMBER_WORDS[n - 1]} cards",
            ]
        )
        condition = " && ".join(f"{SUITS[suit]}(SEAT) < {n}" for suit in suits)
        return Item(words, condition, lambda hand: all(len(hand[suit]) < n for suit in suits), "no")
    if kind == 3:
        names = r.sample("AKQJT", 5)
        return Item(
            "yarborough", " && ".join(f"{_RANK_WORDS[rank]}s(SEAT) == 0" for rank in names),
            lambda hand: not any(rank in suit for suit in hand for rank in "AKQJT"), "no",
        )  # fmt: skip
    inner = r.choice([_length, _shape, _cards, _points, _compared, _short])(r)
    if (
        "," in inner.words
        or " or " in inner.words
        or " and " in inner.words
        or inner.words.startswith(("no", "not"))
    ):
        inner = Item("5+ spades", "spades(SEAT) >= 5", lambda hand: len(hand[0]) >= 5)
    words = r.choice([f"not {inner.words}", f"not ({inner.words})"])
    return Item(words, f"!({inner.condition})", lambda hand: not inner.test(hand), "no")


def _neither(r: random.Random, kind: int) -> Item:
    """Return two things of one kind of which a hand has neither."""
    if kind == 6:
        suit = r.randrange(4)
        name, letter = SUITS[suit], SUITS[suit][0].upper()
        ranks = r.sample("AKQJT", 2)
        one, two = (_RANK_WORDS[rank] for rank in ranks)
        words = r.choice(
            [
                f"no {one} or {two} of {name}",
                f"without {one} or {two} in {name}",
                f"not {one} or {two} of {name}",
                f"neither {one} nor {two} of {name}",
            ]
        )
        condition = " && ".join(f"!hascard(SEAT, {letter}{rank})" for rank in ranks)
        return Item(words, condition, lambda hand: not {*ranks} & {*hand[suit]}, "no")
    make = _length if kind == 7 else _shape
    pair = [make(r), make(r)]
    odd = re.compile(r" or | and |[≥≤<>=]|than|^[a-z]+ \d")  # "no fewer than", "no clubs 5+"
    if any(odd.search(item.words) for item in pair):
        pair = [
            Item("5+ spades", "spades(SEAT) >= 5", lambda hand: len(hand[0]) >= 5),
            Item("5+ hearts", "hearts(SEAT) >= 5", lambda hand: len(hand[1]) >= 5),
        ]
    first, second = pair
    words = r.choice(
        [
            f"no {first.words} or {second.words}",
            f"not {first.words} or {second.words}",
            f"neither {first.words} nor {second.words}",
        ]
    )
    return Item(
        words,
        f"!({first.condition}) && !({second.condition})",
        lambda hand: not first.test(hand) and not second.test(hand),
        "no",
    )


def _others(r: random.Random) -> Item:
    """Return a suit, and a range for the others."""
    suit = r.randrange(4)
    n, m = r.randint(4, 6), r.randint(1, 3)
    test, others = f"{SUITS[suit]}(SEAT) >= {n}", [place for place in range(4) if place != suit]
    if r.random() < 0.5:
        words = r.choice(
            [
                f"{n}+ {SUITS[suit]}, {m}+ in each other suit",
                f"{n}+ {SUITS[suit]}, {m}+ in the other suits",
            ]
        )
        condition = " && ".join([test, *(f"{SUITS[place]}(SEAT) >= {m}" for place in others)])
        return Item(
            words,
            condition,
            lambda hand: len(hand[suit]) >= n and all(len(hand[place]) >= m for place in others),
            "several",
        )
    suit = r.randrange(2)
    words = f"{n}+ {SUITS[suit]}, {m}+ in the other major"
    condition = f"{SUITS[suit]}(SEAT) >= {n} && {SUITS[1 - suit]}(SEAT) >= {m}"
    return Item(
        words, condition, lambda hand: len(hand[suit]) >= n and len(hand[1 - suit]) >= m, "several"
    )


_KINDS = (
    _points,
    _length,
    _length,
    _pair,
    _compared,
    _short,
    _number_of_suits,
    _shape,
    _shape,
    _cards,
    _holding,
    _counted,
    _counted,
    _none,
    _others,
)


def draw(r: random.Random) -> Case:
    """Draw hands of one or two seats, with one to three groups each."""
    hands = []
    for seat in r.sample(SEATS, r.choice([1, 1, 2])):
        groups: list[tuple[Item, ...]] = []
        pointed = False
        for _ in range(r.choice([1, 1, 2, 2, 3])):
            items = [r.choice(_KINDS)(r) for _ in range(r.choice([1, 1, 1, 1, 2]))]
            if len(items) > 1 and any(
                item.kind in ("no", "several", "noun first", "short anywhere") for item in items
            ):
                items = items[:1]
            if any(item.kind == "points" for item in items):
                if pointed:  # two ranges of points would have to meet
                    continue
                pointed = True
            groups.append(tuple(items))
        joint = r.choice([", ", ", ", ", ", " and ", " with ", " ", " but "])
        if joint == " " and any(
            item.kind in ("noun first", "points", "short anywhere")
            for group in groups
            for item in group
        ):
            joint = ", "  # what a number or a noun belongs to would be open
        if joint != ", " and any(len(group) > 1 for group in groups[1:-1]):
            joint = ", "  # "a and b or c and d" means other things without a comma
        hands.append(HandInWords(seat, tuple(groups), joint))
    return Case(tuple(hands), r.choice(_FORMS), r.randrange(_POOLS))


def _may_be_refused(case: Case) -> bool:
    """Return whether items meet without a comma between them, so that there may be two readings."""
    return any(
        (hand.joint != ", " and len(hand.groups) > 1) or max(map(len, hand.groups)) > 1
        for hand in case.hands
    )


def fault(case: Case) -> str | None:
    """Return how the phrase, its condition, its function and its printed condition differ."""
    text = str(case)
    try:
        phrase = dealwright.parse(text)
    except ConditionError as error:
        if _may_be_refused(case):
            raise NotCompared(str(error)) from None
        return f"it is refused: {error}"
    deals, batch = pool(case.deals)
    expected = [case.holds(deal) for deal in deals]
    readings = {
        "the phrase": phrase,
        f"the condition {case.condition}": dealwright.parse(case.condition),
        f"what is printed for the phrase, {phrase},": dealwright.parse(str(phrase)),
    }
    for what, condition in readings.items():
        for deal, holds, chosen in zip(
            deals, expected, condition.matches(batch).tolist(), strict=True
        ):
            if holds is not chosen:
                hands = " ".join(map(dotted, deal))
                return f"{what} is {chosen} and should be {holds} for N:{hands}"
    return None


def smaller(case: Case) -> Iterable[Case]:
    """Yield the case in the plain form, without a seat, a group or an item, and with commas."""
    if case.form != "plain":
        yield replace(case, form="plain")
    for place, hand in enumerate(case.hands):
        before, after = case.hands[:place], case.hands[place + 1 :]
        if len(case.hands) > 1:
            yield replace(case, hands=(*before, *after))
        for simpler in _simpler(hand):
            yield replace(case, hands=(*before, simpler, *after))


def _simpler(hand: HandInWords) -> Iterator[HandInWords]:
    for place, group in enumerate(hand.groups):
        before, after = hand.groups[:place], hand.groups[place + 1 :]
        if len(hand.groups) > 1:
            yield replace(hand, groups=(*before, *after))
        if len(group) > 1:
            yield from (replace(hand, groups=(*before, (item,), *after)) for item in group)
    if hand.joint != ", ":
        yield replace(hand, joint=", ")
