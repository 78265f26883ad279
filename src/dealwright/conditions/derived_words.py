"""Words that stand for an expression, because no table over one hand has their values.

A word becomes a named expression, so it can stand wherever an expression can.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import reduce

from dealwright.cards import Seat, Suit
from dealwright.conditions.nodes import Binary, Measure, Node, Number, Word
from dealwright.deals.features import built_in

__all__ = [
    "OF_SEATS",
    "OF_SIDES",
    "SIDES",
    "WORDS",
    "fits",
    "longest_fit",
    "of_seat",
    "of_side",
    "starting_points",
]

SIDES = {"ns": (Seat.NORTH, Seat.SOUTH), "ew": (Seat.EAST, Seat.WEST)}


def starting_points(seat: int) -> Node:
    """Return Bergen's starting points: his points plus a third of the balance, rounded toward zero.

    A surplus of three to five aces and tens over queens and jacks, or the reverse, is one point, a
    surplus of six to eight two points: integer division by three.

    >>> from dealwright.conditions.unparse import to_text
    >>> to_text(starting_points(0))
    'bergen_points(north) + honour_balance(north) / 3'
    """
    balance = Binary("/", Measure(built_in()["honour_balance"], seat), Number(3))
    return Binary("+", Measure(built_in()["bergen_points"], seat), balance)


def _at_least(side: str, cards: int) -> list[Node]:
    """Return, for each suit, the test that a side has at least that many cards of it."""
    first, second = SIDES[side]
    length = built_in()["length"]
    lengths = (
        Binary("+", Measure(length, int(first), suit), Measure(length, int(second), suit))
        for suit in sorted(map(int, Suit), reverse=True)
    )
    return [Binary(">=", together, Number(cards)) for together in lengths]


def _joined(op: str, parts: list[Node]) -> Node:
    return reduce(lambda left, right: Binary(op, left, right), parts)


def longest_fit(side: str) -> Node:
    """Return the number of cards of a side in its longest suit, 7 to 13.

    It is 7 plus the number of lengths from 8 to 13 that some suit reaches, because a sum of tests
    can be counted exactly and a maximum cannot.
    """
    reached = [_joined("or", _at_least(side, cards)) for cards in range(8, 14)]
    return _joined("+", [Number(7), *reached])


def fits(side: str) -> Node:
    """Return the number of suits in which a side has eight cards or more, 0 to 3."""
    return _joined("+", _at_least(side, 8))


OF_SEATS: dict[str, Callable[[int], Node]] = {"starting_points": starting_points}
OF_SIDES: dict[str, Callable[[str], Node]] = {"fits": fits, "longest_fit": longest_fit}
WORDS = (*OF_SEATS, *OF_SIDES)


def of_seat(word: str, seat: int) -> Word:
    """Return a derived word of a seat."""
    return Word(f"{word}({Seat(seat).name.lower()})", OF_SEATS[word](seat))


def of_side(word: str, side: str) -> Word:
    """Return a derived word of a side."""
    return Word(f"{word}({side})", OF_SIDES[word](side))
