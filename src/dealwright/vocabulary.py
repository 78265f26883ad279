"""The words of conditions in Python: seats, suits, features and shape tests as functions."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from dealwright.cards import Card, Seat, Suit
from dealwright.condition import Condition, Quantity
from dealwright.conditions.nodes import (
    HasCard,
    Measure,
    NamedShape,
    Node,
    Pattern,
    Patterns,
    ShapeTest,
)
from dealwright.conditions.parse import parse_shapes
from dealwright.errors import ConditionError, FeatureError
from dealwright.features import feature
from dealwright.numbering.shapes import all_shapes
from dealwright.shape_classes import ShapeClass

__all__ = [
    "CLUBS",
    "DIAMONDS",
    "HEARTS",
    "SPADES",
    "aces",
    "balanced",
    "c13",
    "cccc",
    "clubs",
    "controls",
    "diamonds",
    "east",
    "freakness",
    "hascard",
    "hcp",
    "hearts",
    "jacks",
    "kings",
    "losers",
    "measure",
    "north",
    "quality",
    "queens",
    "semibalanced",
    "shape",
    "south",
    "spades",
    "tens",
    "top2",
    "top3",
    "top4",
    "top5",
    "west",
]

north, east, south, west = Seat
CLUBS, DIAMONDS, HEARTS, SPADES = Suit

Shape = tuple[int, int, int, int]
ShapeRule = Callable[[int, int, int, int], object]


def measure(name: str, seat: Seat | str, suit: Suit | str | None = None) -> Quantity:
    """Return a registered feature of a seat's hand, or of one suit of it, as a quantity.

    >>> str(measure("hcp", north, SPADES) >= 5)
    'hcp(north, spades) >= 5'

    :raises FeatureError: if there is no such feature, or it has no value there
    """
    found = feature(name)
    if suit is None and not found.whole_hand:
        raise FeatureError(f"{found.name} is a number of one suit; name the suit")
    if suit is not None and (not found.per_suit or found.holding_table is None):
        raise FeatureError(f"{found.name} is a number of the whole hand, not of a suit")
    return Quantity(Measure(found, _seat(seat), None if suit is None else int(_suit(suit))))


def _seat(seat: Seat | str) -> int:
    return int(Seat.parse(seat) if isinstance(seat, str) else Seat(seat))


def _suit(suit: Suit | str) -> Suit:
    return Suit.parse(suit) if isinstance(suit, str) else Suit(suit)


class _FeatureWord:
    """A feature as a function of a seat and perhaps a suit."""

    def __init__(self, name: str) -> None:
        self.__name__ = self._name = name
        self.__doc__ = f"The quantity {feature(name).summary}; a seat and, if wanted, a suit."

    def __call__(self, seat: Seat | str, suit: Suit | str | None = None) -> Quantity:
        return measure(self._name, seat, suit)

    def __repr__(self) -> str:
        return f"<feature {self._name}>"


class _LengthWord:
    """A suit's length as a function of a seat."""

    def __init__(self, suit: Suit) -> None:
        self._suit = suit
        self.__name__ = suit.name.lower()
        self.__doc__ = f"The quantity number of {self.__name__}; a seat."

    def __call__(self, seat: Seat | str) -> Quantity:
        return measure("length", seat, self._suit)

    def __repr__(self) -> str:
        return f"<length of {self.__name__}>"


hcp, controls, losers, freakness, cccc, quality, c13 = map(
    _FeatureWord, ("hcp", "controls", "losers", "freakness", "cccc", "quality", "c13")
)
aces, kings, queens, jacks, tens = map(_FeatureWord, ("aces", "kings", "queens", "jacks", "tens"))
top2, top3, top4, top5 = map(_FeatureWord, ("top2", "top3", "top4", "top5"))
clubs, diamonds, hearts, spades = map(_LengthWord, Suit)


def hascard(seat: Seat | str, card: Card | str) -> Condition:
    """Return the condition that a seat holds a card.

    >>> str(hascard(west, "SA"))
    'hascard(west, AS)'

    :raises CardError: if it is no card
    """
    return Condition(HasCard(_seat(seat), Card(card).index))


def shape(seat: Seat | str, shapes: str | ShapeRule | ShapeClass | Iterable[Shape]) -> Condition:
    """Return the condition that a seat's shape is in a class.

    The class is a text (patterns ``any 4333 + 5xxx``, arithmetic ``s + h >= 9``, or a name such as
    ``balanced``), a function of (spades, hearts, diamonds, clubs), called once for each of the 560
    shapes, a ShapeClass, or a collection of such lengths.

    >>> str(shape(north, "any 4333 + 54xx")), str(shape(north, [(4, 4, 4, 1)]))
    ('shape(north, any 4333 + 54xx)', 'shape(north, 4441)')
    >>> str(shape(east, lambda s, h, d, c: s >= 12 and not d))
    'shape(east, q001 + q100 + k000)'

    :raises ConditionError: if the text cannot be read, or lengths do not add to 13
    """
    if isinstance(shapes, str):
        return Condition(ShapeTest(_seat(seat), parse_shapes(shapes)))
    if isinstance(shapes, ShapeClass):
        return Condition(ShapeTest(_seat(seat), shapes.tree))
    if callable(shapes):
        rule = shapes
        every = (tuple(int(n) for n in row) for row in all_shapes())
        wanted = [lengths for lengths in every if rule(*lengths)]
    else:
        wanted = [tuple(int(n) for n in lengths) for lengths in shapes]
    return Condition(ShapeTest(_seat(seat), _listed(wanted)))


def _listed(wanted: list[tuple[int, ...]]) -> Node:
    for lengths in wanted:
        if len(lengths) != 4 or min(lengths) < 0 or sum(lengths) != 13:
            raise ConditionError(f"{lengths} are not the four suit lengths of 13 cards")
    if not wanted:
        raise ConditionError("the shape class is empty")
    return Patterns(
        tuple(Pattern(True, False, (s, h, d, c)) for s, h, d, c in dict.fromkeys(wanted))
    )


def balanced(seat: Seat | str) -> Condition:
    """Return the condition that a seat's shape is 4333, 4432 or 5332."""
    return Condition(ShapeTest(_seat(seat), NamedShape("balanced")))


def semibalanced(seat: Seat | str) -> Condition:
    """Return the condition that a seat's shape is balanced, 5422 or 6322."""
    return Condition(ShapeTest(_seat(seat), NamedShape("semibalanced")))
