"""Categories of poker hands: the categories of values, and the names of hands."""

from __future__ import annotations

from enum import IntEnum
from functools import lru_cache
from typing import TYPE_CHECKING, Any, overload

import numpy as np

from dealwright.base.errors import PokerError
from dealwright.base.kernels.poker import ordered_hands
from dealwright.numbering.base import as_integer
from dealwright.poker.badugi import describe_badugi
from dealwright.poker.games import Game, valued_game
from dealwright.poker.partial_hands import is_partial

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["Category", "category", "describe"]


class Category(IntEnum):
    """The category of a hand. The numbers follow the usual order; some games use another."""

    HIGH_CARD = 0
    PAIR = 1
    TWO_PAIR = 2
    TRIPS = 3
    STRAIGHT = 4
    FLUSH = 5
    FULL_HOUSE = 6
    QUADS = 7
    STRAIGHT_FLUSH = 8

    @property
    def words(self) -> str:
        """The name in words.

        >>> Category.FULL_HOUSE.words
        'full house'
        """
        return self.name.lower().replace("_", " ")

    @classmethod
    def parse(cls, words: str) -> Category:
        """Return the category of a name in words; the inverse of ``words``.

        >>> Category.parse("full house")
        <Category.FULL_HOUSE: 6>

        :raises PokerError: if there is no such category
        """
        for kind in cls:
            if kind.words == words:
                return kind
        names = ", ".join(kind.words for kind in cls)
        raise PokerError(f"'{words}' is not a category; there are {names}")


_RANK_NAMES = (
    "deuce", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen",
    "king", "ace",
)  # fmt: skip
_RANK_PLURALS = tuple(name + ("es" if name == "six" else "s") for name in _RANK_NAMES)
_LETTERS = "23456789TJQKA"


@lru_cache(maxsize=32)
def _categories(name: str, cards: int = 5) -> NDArray[np.uint8]:
    """Return the category of each value of a game, uint8[worst + 1]; entry 0 is unused."""
    game = valued_game(name)
    _check_cards(game, cards)
    if game.rules is None or not game.has_categories:
        raise PokerError(f"{name} has no categories; describe(value, '{name}') names a hand")
    return np.array([0, *(kind for kind, _ in ordered_hands(game.rules, cards))], dtype=np.uint8)


def _check_cards(game: Game, cards: object) -> None:
    if cards != 5 and not (type(cards) is int and is_partial(game, cards)):
        few = "stud and razz have hands of one to four cards; others are valued by five"
        raise PokerError(f"{game.name} has no values of {cards} cards; {few}")


@lru_cache(maxsize=64)
def _category_members(game: str, cards: int = 5) -> tuple[Category, ...]:
    """Return the category of each value of a game; entry 0 is unused."""
    return tuple(Category(kind) for kind in _categories(valued_game(game).name, cards).tolist())


@overload
def category(values: int, game: str = "holdem", *, cards: int = 5) -> Category: ...
@overload
def category(
    values: NDArray[Any], game: str = "holdem", *, cards: int = 5
) -> NDArray[np.uint8]: ...
def category(
    values: int | NDArray[Any], game: str = "holdem", *, cards: int = 5
) -> Category | NDArray[np.uint8]:
    """Return the category of a value, or of each of an array: uint8 of its shape, 0 to 8.

    ``cards`` is how many cards a hand of ``stud`` has, if it has fewer than five.

    >>> category(1), category(np.array([10, 11, 7462])), category(1, "stud", cards=3)
    (<Category.STRAIGHT_FLUSH: 8>, array([8, 7, 0], dtype=uint8), <Category.TRIPS: 3>)

    :raises PokerError: if a value is not on the game's scale, or the game has no categories
    """
    if type(values) is int:
        kinds = _category_members(game, cards)
        if 0 < values < len(kinds):
            return kinds[values]
    table = _categories(valued_game(game).name, cards)
    array = np.asarray(values)
    if array.dtype.kind not in "iu" and array.size:
        raise PokerError(f"values must be integers, not {array.dtype}")
    if array.size and (array.min() < 1 or array.max() >= len(table)):
        outlier = int(array.min()) if array.min() < 1 else int(array.max())
        raise PokerError(f"{outlier} is not a value of {game}; they are 1 to {len(table) - 1:,}")
    if array.ndim == 0:
        return Category(int(table[int(array)]))
    kinds_: NDArray[np.uint8] = table.take(array)
    return kinds_


def describe(value: int, game: str = "holdem", *, cards: int = 5) -> str:
    """Return the name of the hand that has a value.

    ``cards`` is how many cards a hand of ``stud`` or ``razz`` has, if it has fewer than five.

    >>> describe(1), describe(200), describe(1609)
    ('royal flush', 'full house, queens over fours', 'straight, five high')
    >>> describe(1, "razz"), describe(57, "eight-or-better"), describe(1, "badugi")
    ('5-4-3-2-A low', 'no low', 'badugi, 4-3-2-A')
    >>> describe(14, "stud", cards=2), describe(1, "razz", cards=3)
    ('ace high', '3-2-A low')

    :raises PokerError: if it is not one integer on the game's scale
    """
    if type(value) is int:
        return _described(value, game, cards)
    played = valued_game(game)
    return _described(as_integer(value, f"a value of {played.name}", PokerError), game, cards)


@lru_cache(maxsize=1 << 14)
def _described(value: int, game: str, cards: int) -> str:
    played = valued_game(game)
    _check_cards(played, cards)
    if played.rules is None:
        return describe_badugi(value)
    rules = played.rules
    hands = ordered_hands(rules, cards)
    worst = rules.limit or len(hands)
    if not 1 <= value <= worst:
        raise PokerError(f"{value} is not a value of {played.name}; they are 1 to {worst:,}")
    if rules.limit and value == worst:
        return "no low"
    kind, ranks = hands[value - 1]
    if rules.low and kind == Category.HIGH_CARD:
        return "-".join(_LETTERS[rank] for rank in ranks) + " low"
    return _name(Category(kind), ranks)


def _name(kind: Category, ranks: tuple[int, ...]) -> str:
    shown = (*ranks, *ranks)[: max(2, len(ranks))]  # at least two ranks, for every name
    singular, plural = (
        [_RANK_NAMES[rank] for rank in shown],
        [_RANK_PLURALS[rank] for rank in shown],
    )
    if kind is Category.STRAIGHT_FLUSH and singular[:2] == ["ace", "king"]:
        return "royal flush"
    return {
        Category.HIGH_CARD: f"{singular[0]} high",
        Category.PAIR: f"pair of {plural[0]}",
        Category.TWO_PAIR: f"two pair, {plural[0]} and {plural[1]}",
        Category.TRIPS: f"three of a kind, {plural[0]}",
        Category.STRAIGHT: f"straight, {singular[0]} high",
        Category.FLUSH: f"flush, {singular[0]} high",
        Category.FULL_HOUSE: f"full house, {plural[0]} over {plural[1]}",
        Category.QUADS: f"four of a kind, {plural[0]}",
        Category.STRAIGHT_FLUSH: f"straight flush, {singular[0]} high",
    }[kind]
