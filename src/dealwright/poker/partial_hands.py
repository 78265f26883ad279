"""Values of hands of one to four cards, such as the visible cards in stud."""

from __future__ import annotations

from functools import cache, lru_cache
from math import comb, prod
from typing import TYPE_CHECKING, Any

import numpy as np

from dealwright.base.errors import PokerError
from dealwright.base.kernels.poker import ordered_hands
from dealwright.poker.games import Game, game_named

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["MOST_PARTIAL", "is_partial", "partial_counts", "partial_values"]

MOST_PARTIAL = 4
_SHAPES = {0: (), 1: (2,), 2: (2, 2), 3: (3,), 7: (4,)}  # how often the first ranks occur


def is_partial(game: Game, cards: int) -> bool:
    """Return whether the game values hands of this number of cards, one to four.

    >>> is_partial(game_named("stud"), 4), is_partial(game_named("holdem"), 4)
    (True, False)
    """
    return game.has_partial_hands and 1 <= cards <= MOST_PARTIAL


def partial_values(game: Game, rows: NDArray[Any]) -> NDArray[np.uint16]:
    """Return the values of rows of one to four different cards, uint16[n], 1 the best.

    >>> partial_values(game_named("stud"), np.array([[51, 38], [51, 50], [0, 14]]))
    array([ 1, 14, 91], dtype=uint16)

    :raises PokerError: if a row is not different cards of the game, with its number
    """
    cards = game.kernels.checked_rows(rows)
    keys, values = _table(game.name, cards.shape[1])
    hand_values: NDArray[np.uint16] = values[
        np.searchsorted(keys, _rank_weights()[cards % 13].sum(axis=1))
    ]
    return hand_values


@cache
def _rank_weights() -> NDArray[np.int64]:
    """Return the weights of ranks: counts of ranks are digits in base 5."""
    return 5 ** np.arange(13, dtype=np.int64)


@lru_cache(maxsize=16)
def _table(name: str, cards: int) -> tuple[NDArray[np.int64], NDArray[np.uint16]]:
    """Return the sums of weights of all hands, ascending, and their values."""
    keys = np.array([_rank_weights()[_all_ranks(*hand)].sum() for hand in _hands(name, cards)])
    order = np.argsort(keys)
    return keys[order], (order + 1).astype(np.uint16)


def _hands(name: str, cards: int) -> tuple[tuple[int, tuple[int, ...]], ...]:
    rules = game_named(name).rules
    if rules is None:
        raise PokerError(f"{name} has no hands of {cards} cards")
    return ordered_hands(rules, cards)


def _all_ranks(category: int, ranks: tuple[int, ...]) -> list[int]:
    """Return the rank of each card of a hand."""
    return [rank for rank, times in zip(ranks, _times(category, ranks), strict=True)
            for _ in range(times)]  # fmt: skip


def _times(category: int, ranks: tuple[int, ...]) -> list[int]:
    shape = _SHAPES[category]
    return [*shape, *(1,) * (len(ranks) - len(shape))]


def partial_counts(game: Game, cards: int) -> NDArray[np.uint64]:
    """Return how many of all hands of one to four cards have each value; entry 0 is 0.

    >>> partial_counts(game_named("stud"), 2)[[1, 14]], partial_counts(game_named("stud"), 2).sum()
    (array([ 6, 16], dtype=uint64), np.uint64(1326))
    """
    hands = _hands(game.name, cards)
    ways = [prod(comb(4, times) for times in _times(*hand)) for hand in hands]
    return np.array([0, *ways], dtype=np.uint64)
