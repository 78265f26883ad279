"""The words of conditions as Python names: seats, suits, features and shape tests."""

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
from dealwright.features import default_features, feature
from dealwright.numbering.shapes import all_shapes
from dealwright.shape_classes import ShapeClass

__all__ = [
    "CLUBS",
    "DIAMONDS",
    "HEARTS",
    "SPADES",
    "FeatureWord",
    "balanced",
    "clubs",
    "diamonds",
    "east",
    "hascard",
    "hearts",
    "measure",
    "north",
    "semibalanced",
    "shape",
    "south",
    "spades",
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
    return Quantity(
        Measure(found, int(Seat.of(seat)), None if suit is None else int(Suit.of(suit)))
    )


class FeatureWord:
    """A feature as a function of a seat and an optional suit.

    >>> from dealwright import zar
    >>> str(zar("north") >= 26)
    'zar(north) >= 26'
    """

    def __init__(self, name: str) -> None:
        self.__name__ = self._name = name
        self.__doc__ = f"The quantity {feature(name).summary}; a seat and, if wanted, a suit."

    def __call__(self, seat: Seat | str, suit: Suit | str | None = None) -> Quantity:
        """Return the quantity of a seat's hand, or of one suit of it."""
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


clubs, diamonds, hearts, spades = map(_LengthWord, Suit)


def hascard(seat: Seat | str, card: Card | str) -> Condition:
    """Return the condition that a seat holds a card.

    >>> str(hascard(west, "SA"))
    'hascard(west, AS)'

    :raises CardError: if it is not a card
    """
    return Condition(HasCard(int(Seat.of(seat)), Card(card).index))


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
        return Condition(ShapeTest(int(Seat.of(seat)), parse_shapes(shapes)))
    if isinstance(shapes, ShapeClass):
        return Condition(ShapeTest(int(Seat.of(seat)), shapes.tree))
    if callable(shapes):
        rule = shapes
        every = (tuple(int(n) for n in row) for row in all_shapes())
        wanted = [lengths for lengths in every if rule(*lengths)]
    else:
        wanted = [tuple(int(n) for n in lengths) for lengths in shapes]
    return Condition(ShapeTest(int(Seat.of(seat)), _listed(wanted)))


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
    return Condition(ShapeTest(int(Seat.of(seat)), NamedShape("balanced")))


def semibalanced(seat: Seat | str) -> Condition:
    """Return the condition that a seat's shape is balanced, 5422 or 6322."""
    return Condition(ShapeTest(int(Seat.of(seat)), NamedShape("semibalanced")))


def __getattr__(name: str) -> FeatureWord:
    """Return the word of a feature of the default workspace, by its name or an alias."""
    if name.startswith("_") or name not in default_features():
        raise AttributeError(f"module 'dealwright.vocabulary' has no attribute '{name}'")
    return FeatureWord(name)
