"""The words of conditions as Python names: seats, suits, features and shape tests."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import reduce
from operator import and_

from dealwright.ask.condition import Condition, Quantity, as_quantity, parse
from dealwright.ask.shape_classes import ShapeClass
from dealwright.base.errors import ConditionError, FeatureError
from dealwright.cards import Card, Seat, Strain, Suit
from dealwright.cards.bridge.boards import Vulnerability
from dealwright.cards.bridge.scoring import Contract
from dealwright.conditions import result_words
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
from dealwright.conditions.phrases import is_phrase, phrases_of_seats
from dealwright.deals.features import default_features, feature
from dealwright.numbering.shapes import all_shapes

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
    "hands",
    "hascard",
    "hearts",
    "imps",
    "makes",
    "measure",
    "north",
    "par_score",
    "score",
    "semibalanced",
    "shape",
    "south",
    "spades",
    "tricks",
    "west",
]

north, east, south, west = Seat
CLUBS, DIAMONDS, HEARTS, SPADES = Suit

Shape = tuple[int, int, int, int]
ShapeRule = Callable[[int, int, int, int], object]


def hands(
    text: str = "",
    *,
    north: str | None = None,
    east: str | None = None,
    south: str | None = None,
    west: str | None = None,
) -> Condition:
    """Return the condition of hands as players say them; see the page *Hands in words*.

    ``text`` names its seats; the other arguments are hands of one seat each.

    >>> str(hands("north: 15-17 balanced; south: 5+ spades"))
    'hcp(north) in 15..17 && balanced(north) && spades(south) >= 5'
    >>> hands(north="15-17 balanced", south="5+ spades").count()
    439976415244516928432877600

    :raises ConditionError: if one cannot be read, or has two readings
    """
    if text.strip() and not is_phrase(text):
        raise ConditionError(
            "begin the phrase with a seat", text=text, position=0,
            hint="Write: north: 15-17 balanced",
        )  # fmt: skip
    phrases = [text] if text.strip() else []
    phrases += phrases_of_seats(north, east, south, west)
    conditions = [parse(phrase) for phrase in phrases]
    if not conditions:
        raise ConditionError("give a hand", hint="Write: hands(north='15-17 balanced')")
    return reduce(and_, conditions)


def measure(name: str, seat: Seat | str, suit: Suit | str | None = None) -> Quantity:
    """Return a registered feature of a seat's hand, or of one suit of it, as a quantity.

    >>> str(measure("hcp", north, SPADES) >= 5)
    'hcp(north, spades) >= 5'

    :raises FeatureError: if there is no such feature, or it has no value there
    """
    named_feature = feature(name)
    if suit is None and not named_feature.whole_hand:
        raise FeatureError(f"{named_feature.name} describes one suit; say which suit")
    if suit is not None and (not named_feature.per_suit or named_feature.holding_table is None):
        raise FeatureError(f"{named_feature.name} describes the whole hand, not one suit")
    return Quantity(
        Measure(named_feature, int(Seat.of(seat)), None if suit is None else int(Suit.of(suit)))
    )


class FeatureWord:
    """A feature as a function of a seat and an optional suit.

    >>> from dealwright import zar
    >>> str(zar("north") >= 26)
    'zar(north) >= 26'
    """

    def __init__(self, name: str) -> None:
        self.__name__ = self._name = name
        named_feature = feature(name)
        suit = (", 'spades'", ", spades") if not named_feature.whole_hand else ("", "")
        two = 2 * named_feature.scale
        text = "spades(north)" if name == "length" else f"{named_feature.name}(north{suit[1]})"
        self.__doc__ = (
            f"The quantity {named_feature.summary}; a seat and, if wanted, a suit.\n\n"
            f">>> from dealwright import {name}\n"
            f">>> {name}('north'{suit[0]}) >= {two}\nparse('{text} >= {two}')\n"
        )

    def __call__(self, seat: Seat | str, suit: Suit | str | None = None) -> Quantity:
        """Return the quantity of a seat's hand, or of one suit of it."""
        return measure(self._name, seat, suit)

    def __eq__(self, other: object) -> bool:
        return self._name == other._name if isinstance(other, FeatureWord) else NotImplemented

    def __hash__(self) -> int:
        return hash((FeatureWord, self._name))

    def __reduce__(self) -> tuple[type[FeatureWord], tuple[str]]:
        return FeatureWord, (self._name,)

    def __repr__(self) -> str:
        return f"<feature {self._name}>"


class _LengthWord:
    """A suit's length as a function of a seat."""

    def __init__(self, suit: Suit) -> None:
        self._suit = suit
        self.__name__ = suit.name.lower()
        name = self.__name__
        self.__doc__ = (
            f"The quantity number of {name}; a seat.\n\n>>> from dealwright import {name}\n"
            f">>> print({name}('north') >= 5)\n{name}(north) >= 5\n"
        )

    def __call__(self, seat: Seat | str) -> Quantity:
        return measure("length", seat, self._suit)

    def __eq__(self, other: object) -> bool:
        return self._suit is other._suit if isinstance(other, _LengthWord) else NotImplemented

    def __hash__(self) -> int:
        return hash((_LengthWord, self._suit))

    def __reduce__(self) -> tuple[type[_LengthWord], tuple[Suit]]:
        return _LengthWord, (self._suit,)

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
        chosen_lengths = [lengths for lengths in every if rule(*lengths)]
    else:
        chosen_lengths = [tuple(int(n) for n in lengths) for lengths in shapes]
    return Condition(ShapeTest(int(Seat.of(seat)), _listed(chosen_lengths)))


def _listed(chosen_lengths: list[tuple[int, ...]]) -> Node:
    for lengths in chosen_lengths:
        if len(lengths) != 4 or min(lengths) < 0 or sum(lengths) != 13:
            raise ConditionError(f"{lengths} are not the four suit lengths of 13 cards")
    if not chosen_lengths:
        raise ConditionError("the shape class is empty")
    return Patterns(
        tuple(Pattern(True, False, (s, h, d, c)) for s, h, d, c in dict.fromkeys(chosen_lengths))
    )


def balanced(seat: Seat | str) -> Condition:
    """Return the condition that a seat's shape is 4333, 4432 or 5332.

    >>> from dealwright import balanced, north
    >>> print(balanced(north), float(balanced(north).probability()).__round__(4))
    balanced(north) 0.476
    """
    return Condition(ShapeTest(int(Seat.of(seat)), NamedShape("balanced")))


def semibalanced(seat: Seat | str) -> Condition:
    """Return the condition that a seat's shape is balanced, 5422 or 6322.

    >>> from dealwright import north, semibalanced
    >>> print(semibalanced(north), float(semibalanced(north).probability()).__round__(4))
    semibalanced(north) 0.6383
    """
    return Condition(ShapeTest(int(Seat.of(seat)), NamedShape("semibalanced")))


def tricks(declarer: Seat | str, strain: Strain | Suit | str) -> Quantity:
    """Return the tricks that a declarer takes in a strain if all four hands play perfectly.

    A solver works them out for each deal that the rest of a condition leaves.

    >>> from dealwright import hcp
    >>> str((tricks("south", "spades") >= 10) & (hcp(north) > 12))
    'tricks(south, spades) >= 10 && hcp(north) > 12'

    :raises CardError: if there is no such seat or strain
    """
    return Quantity(result_words.tricks_of(Seat.of(declarer), Strain.of(strain)))


def makes(contract: Contract | str, declarer: Seat | str) -> Condition:
    """Return the condition that a declarer makes a contract if all four hands play perfectly.

    It costs about a sixth of ``tricks``.

    >>> str(makes("4s", south))
    'makes(4S, south)'

    :raises CardError: if it is not a contract, or there is no such seat
    """
    return Condition(result_words.makes_of(_contract(contract), Seat.of(declarer)))


def par_score(
    side: str, vulnerability: Vulnerability | str = Vulnerability.NONE, dealer: Seat | str = north
) -> Quantity:
    """Return par in points for a side, ``ns`` or ``ew``: the word ``par`` of conditions.

    >>> str(par_score("ns", "all") > 400)
    'par(ns, all) > 400'

    :raises ConditionError: if there is no such side
    :raises CardError: if there is no such vulnerability or seat
    """
    if str(side).lower() not in ("ns", "ew"):
        raise ConditionError(f"'{side}' is not a side", hint="The sides are ns and ew")
    sides = vulnerability
    if not isinstance(sides, Vulnerability):
        sides = Vulnerability.parse(sides)
    return Quantity(result_words.par_of(str(side).lower(), sides, Seat.of(dealer)))


def score(vulnerable: bool, contract: Contract | str, tricks: Quantity | str) -> Quantity:
    """Return declarer's points for a contract and a quantity of tricks.

    >>> str(score(True, "4SX", tricks(south, "spades")))
    'score(vul, 4SX, tricks(south, spades))'

    :raises CardError: if it is not a contract
    """
    return Quantity(
        result_words.score_of(bool(vulnerable), _contract(contract), as_quantity(tricks).tree)
    )


def imps(points: Quantity | str) -> Quantity:
    """Return the IMPs of a quantity of points, a difference of scores.

    >>> str(imps(par_score("ns")) >= 10)
    'imps(par(ns)) >= 10'
    """
    return Quantity(result_words.imps_of(as_quantity(points).tree))


def _contract(contract: Contract | str) -> Contract:
    return contract if isinstance(contract, Contract) else Contract.parse(contract)


def __getattr__(name: str) -> FeatureWord:
    """Return the word of a feature of the default workspace, by its name or an alias."""
    if name.startswith("_") or name not in default_features():
        raise AttributeError(f"module 'dealwright.ask.vocabulary' has no attribute '{name}'")
    return FeatureWord(name)
