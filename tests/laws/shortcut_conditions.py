"""Conditions of the whole pack on which counting takes a certain shortcut, drawn by seed."""

from __future__ import annotations

import random  # noqa: TID251  of texts: no deal is drawn
import re
from collections.abc import Callable

__all__ = ["CONDITIONS"]

_SEATS = ("north", "east", "south", "west")
_SUITS = ("spades", "hearts", "diamonds", "clubs")
_POINTS = {
    "hcp": (6, 15), "controls": (1, 6), "losers": (5, 9), "top3": (1, 5), "aces": (0, 2),
}  # fmt: skip


def _points(r: random.Random, seat: str, names: tuple[str, ...] = tuple(_POINTS)) -> str:
    name = r.choice(names)
    low, high = sorted((r.randint(*_POINTS[name]), r.randint(*_POINTS[name])))
    return f"{name}({seat}) {r.choice([f'>= {low}', f'<= {high}', f'in {low}..{high}'])}"


def _length(r: random.Random, seat: str, suit: str | None = None) -> str:
    suit = r.choice(_SUITS) if suit is None else suit
    return f"{suit}({seat}) {r.choice(['>= 4', '>= 5', '<= 2', '<= 3', 'in 3..4', '== 4'])}"


def _shape(r: random.Random, seat: str) -> str:
    """Return a test of a shape that knows no suit by its name."""
    tests = [
        "balanced({})",
        "longest({}) <= 5",
        "longest({}) >= 5",
        "shortest({}) <= 1",
        "shortest({}) >= 2",
    ]
    return r.choice(tests).format(seat)


def exchanged_seats(r: random.Random) -> str:
    """The same call of two or three hands."""
    seats = r.sample(_SEATS, r.choice([2, 2, 3]))
    call = r.choice([
        f"{_length(r, 'SEAT')} && {_points(r, 'SEAT')}",
        f"{_shape(r, 'SEAT')} && {_points(r, 'SEAT')}",
        _points(r, "SEAT", ("losers", "hcp")),
        f"({_length(r, 'SEAT')} || {_length(r, 'SEAT')}) && {_points(r, 'SEAT')}",
    ])  # fmt: skip
    calls = [f"({call.replace('SEAT', seat)})" for seat in seats]
    if r.random() < 0.2:  # the last seat has another limit
        number = next(iter(re.findall(r"\d+(?=\)$)", calls[-1])))
        calls[-1] = calls[-1].removesuffix(f"{number})") + f"{int(number) + 1})"
    text = f" {r.choice(['||', '||', '&&'])} ".join(calls)
    if r.random() < 0.3:
        name = r.choice(["hcp", "controls", "losers"])
        total = " + ".join(f"{name}({seat})" for seat in seats)
        low, high = _POINTS[name]
        text = f"({text}) && {total} {r.choice(['>=', '<='])} {len(seats) * (low + high) // 2}"
    if r.random() < 0.3:
        other = r.choice([seat for seat in _SEATS if seat not in seats])
        text = f"({text}) && {_points(r, other)}"
    return text


def mirrored(r: random.Random) -> str:
    """Tests that know no suit by its name, of one hand or two."""
    seats = r.sample(_SEATS, 2)
    tests = [_points(r, seats[0], ("losers", "hcp", "controls"))]
    tests.append(r.choice([_shape(r, seats[0]), _points(r, seats[1]), _shape(r, seats[1])]))
    if r.random() < 0.5:
        tests.append(_points(r, r.choice(seats)))
    if r.random() < 0.2:  # which knows one half from the other
        pair = r.choice([("spades", "hearts"), ("clubs", "diamonds"), ("spades", "clubs")])
        lengths = " + ".join(f"{suit}({seats[0]})" for suit in pair)
        return f"({lengths} >= {r.randint(7, 9)}) + ({tests[0]}) == 1"
    return f" {r.choice(['&&', '&&', '||'])} ".join(tests)


def alike_suits(r: random.Random) -> str:
    """Losers of one hand or two, and tests that may know suits by their names."""
    a, b = r.sample(_SEATS, 2)
    tests = [_points(r, a, ("losers",))]
    tests.append(
        r.choice([_points(r, b, ("losers", "hcp")), _shape(r, a), _points(r, a, ("top3",))])
    )
    if r.random() < 0.25:
        tests.append(_length(r, a))
    return f" {r.choice(['&&', '&&', '||'])} ".join(tests)


def half_mirrored(r: random.Random) -> str:
    """Tests of suits by name that may or may not treat both halves of the pack alike."""
    a, b = r.choice([("north", "south"), ("east", "west")])
    suits = r.choice([("spades", "diamonds"), ("hearts", "clubs"), ("spades", "hearts")])
    fits = [
        f"{suit}({a}) + {suit}({b}) {r.choice(['>= 8', '>= 9', '<= 4', '<= 5'])}" for suit in suits
    ]
    names = ("hcp", "controls", "losers")
    name = r.choice(names)
    low, high = _POINTS[name]
    total = f"{name}({a}) + {name}({b}) {r.choice(['>=', '<='])} {low + high}"
    other = r.choice([seat for seat in _SEATS if seat not in (a, b)])
    return f"({' || '.join([*fits, total])}) && {_points(r, other, names)}"


def of_sides(r: random.Random) -> str:
    """Sums of two hands, and a test of another hand."""
    a, b = r.choice([("north", "south"), ("east", "west")])
    suit = r.choice(_SUITS)
    tests = [f"{suit}({a}) + {suit}({b}) {r.choice(['>= 8', '>= 9', '<= 5'])}"]
    tests.append(f"hcp({a}) + hcp({b}) {r.choice(['>= 25', 'in 20..24', '<= 18', '>= 30'])}")
    if r.random() < 0.5:
        other = r.choice([seat for seat in _SEATS if seat not in (a, b)])
        tests.append(_points(r, other, ("hcp", "controls")))
    kind = r.random()
    if kind < 0.15:  # a hand of the side is read alone
        tests.append(f"{r.choice(['hcp', 'controls'])}({a}) >= {r.randint(5, 12)}")
    elif kind < 0.4:  # a sum that cards do not add to one by one
        tests[-1] = f"losers({a}) + losers({b}) {r.choice(['>=', '<='])} {r.randint(13, 16)}"
    return f" {r.choice(['&&', '&&', '||'])} ".join(tests)


def free_suits(r: random.Random) -> str:
    """Lengths of one suit or two, and points of two or three hands."""
    seats = r.sample(_SEATS, r.choice([2, 2, 3]))
    suits = r.sample(_SUITS, r.choice([1, 1, 2]))
    names = ("hcp", "controls", "aces")
    tests = [_length(r, r.choice(seats), suit) for suit in suits]
    tests += [_points(r, seat, names) for seat in r.sample(seats, 2)]
    if r.random() < 0.4:
        name = r.choice(names)
        tests[-1] = f"{name}({seats[0]}) {r.choice(['>', '<', '<='])} {name}({seats[1]})"
    return f" {r.choice(['&&', '&&', '||'])} ".join(tests)


def honour_halves(r: random.Random) -> str:
    """The shape of one hand, and points of this hand and others."""
    seats = r.sample(_SEATS, r.choice([2, 3]))
    names = ("hcp", "controls", "aces")
    tests = [_shape(r, seats[0]), *(_points(r, seat, names) for seat in seats)]
    kind = r.random()
    if kind < 0.15:  # lengths of a second hand
        tests.append(_shape(r, seats[1]))
    elif kind < 0.3:  # honours of a suit
        tests.append(f"top3({seats[0]}, {r.choice(_SUITS)}) {r.choice(['>= 1', '>= 2', '== 0'])}")
    return f" {r.choice(['&&', '&&', '||'])} ".join(tests)


def neighbours(r: random.Random) -> str:
    """Honours of any of several suits, which end in one class whatever the other suits hold."""
    seat = r.choice(_SEATS)
    suits = r.choice([_SUITS, ("spades", "hearts"), ("diamonds", "clubs"), _SUITS[1:]])
    name, least = r.choice([("top3", 2), ("aces", 1), ("top3", 1), ("controls", 3), ("hcp", 6)])
    either = " || ".join(f"{name}({seat}, {suit}) >= {least}" for suit in suits)
    if r.random() < 0.3:
        return honour_halves(r)
    beside = r.choice(
        [
            "",
            f" && aces({seat}) <= 2",
            f" && {name}({seat}) <= {least + 2}",
            f" && {_shape(r, seat)}",
        ]
    )
    return f"({either}){beside}" if beside else either


def sums_of_honours(r: random.Random) -> str:
    """Points of one to four hands, and of two together."""
    seats = r.sample(_SEATS, r.choice([1, 2, 2, 3]))
    names = ("hcp", "controls", "aces")
    tests = [_points(r, seat, names) for seat in seats]
    if len(seats) > 1:
        tests.append(f"hcp({seats[0]}) {r.choice(['>', '>='])} hcp({seats[1]})")
    if r.random() < 0.3:  # which reads suits
        tests.append(_length(r, seats[0]))
    return f" {r.choice(['&&', '||'])} ".join(tests)


def open_ranges(r: random.Random) -> str:
    """Ranges with an end that every hand keeps."""
    a, b = r.sample(_SEATS, 2)
    tests = [
        f"hcp({a}) in 0..{r.randint(8, 15)}",
        f"losers({a}) in {r.randint(4, 8)}..12",
        f"controls({a}) in 0..{r.randint(2, 5)}",
        f"hcp({a}) in {r.randint(9, 14)}..37",
        f"aces({a}) in 1..4",
        f"controls({a}) in 1..12",
        f"losers({a}) in 0..11",
    ]
    test = r.choice(tests)
    return f"{test} {r.choice(['&&', '||'])} {r.choice([_length(r, b), _points(r, b)])}"


def of_one_hand(r: random.Random) -> str:
    """Shape, lengths and points of one hand, joined by alternatives."""
    seat = r.choice(_SEATS)
    names = ("hcp", "losers", "controls")
    parts = [
        f"{r.choice([_shape(r, seat), _length(r, seat)])} && {_points(r, seat, names)}"
        for _ in range(r.choice([2, 2, 3]))
    ]
    return " || ".join(f"({part})" for part in parts)


def of_two_hands(r: random.Random) -> str:
    """Calls of two hands, which are different."""
    return f" {r.choice(['&&', '||'])} ".join(f"({of_one_hand(r)})" for _ in range(2))


def limited_points(r: random.Random) -> str:
    """Limits of points, and lengths beside them."""
    a, b = r.sample(_SEATS, 2)
    tests = [
        f"hcp({a}) {r.choice(['in 15..17', '<= 5', 'in 11..13', '>= 26'])}",
        _length(r, r.choice([a, b])),
    ]
    tests.append(
        r.choice(
            [f"controls({b}) <= {r.randint(0, 4)}", f"hcp({b}) <= {r.randint(2, 9)}", _shape(r, b)]
        )
    )
    return " && ".join(tests)


def any_of_these(r: random.Random) -> str:
    """A condition of any of the kinds above."""
    kinds = (
        exchanged_seats,
        mirrored,
        half_mirrored,
        of_sides,
        free_suits,
        honour_halves,
        neighbours,
    )
    return r.choice(kinds)(r)


Draw = Callable[[random.Random], str]

CONDITIONS: dict[str, Draw] = {
    "honours_alone": sums_of_honours,
    "small_cards": any_of_these,
    "letters": any_of_these,
    "unread_lengths": mirrored,
    "minimal_classes": of_one_hand,
    "merged_outcomes": of_two_hands,
    "pruned_points": limited_points,
    "open_ranges": open_ranges,
    "sides": of_sides,
    "free_suits": free_suits,
    "honour_halves": honour_halves,
    "capped_scores": any_of_these,
    "products": exchanged_seats,
    "exchangeable_seats": exchanged_seats,
    "mirrored_halves": lambda r: r.choice([mirrored] * 5 + [half_mirrored])(r),
    "shared_suits": lambda r: r.choice([alike_suits, mirrored, half_mirrored])(r),
    "alike_suits": lambda r: r.choice([alike_suits] * 3 + [half_mirrored])(r),
    "neighbours": neighbours,
    "merged_places": any_of_these,
    "nearest_sums": any_of_these,
    "joined_corners": of_two_hands,
    "summed_scores": of_two_hands,
    "scanned_cells": any_of_these,
}
