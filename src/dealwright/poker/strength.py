"""The values of one or many hands, and the five cards that determine them."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations
from typing import TYPE_CHECKING, Any, overload

import numpy as np

from dealwright.base.errors import PokerError
from dealwright.base.kernels.poker import omaha_fives
from dealwright.cards import Card
from dealwright.numbering.base import as_integer
from dealwright.poker.badugi import badugi_values
from dealwright.poker.cards import card_ids, mask_given
from dealwright.poker.games import GAMES, Game, valued_game
from dealwright.poker.partial_hands import is_partial, partial_counts, partial_values

if TYPE_CHECKING:
    from numpy.typing import NDArray

    UInt16Array = NDArray[np.uint16]

__all__ = ["best_five", "count_values", "evaluate", "evaluate_numbers"]

# one hand of the most common games is passed directly to its kernel
_PLAIN_TYPES = frozenset((tuple, list, int, str))
_QUICK = {
    name: game.kernels
    for name, game in GAMES.items()
    if game.rules is not None and game.has_table and game.rules.most == 7
}
_QUICK_OMAHA = {
    name: (game.kernels, game.hole)
    for name, game in GAMES.items()
    if game.kind == "omaha" and game.has_one_value
}
_CARDS = tuple(map(Card, range(52)))


@overload
def evaluate(
    cards: str | int | tuple[Any, ...] | list[int] | list[Card],
    game: str = "holdem",
    *,
    board: Any = None,
) -> int: ...
@overload
def evaluate(cards: NDArray[Any], game: str = "holdem", *, board: Any = None) -> UInt16Array: ...
@overload
def evaluate(cards: Any, game: str = "holdem", *, board: Any = None) -> Any: ...
def evaluate(cards: Any, game: str = "holdem", *, board: Any = None) -> Any:
    """Return the value of a hand (an int), or of each of many (uint16[n]); 1 is the best.

    One hand is text, a ``Hand``, a mask (an int of 52 bits), or a sequence of card numbers or
    ``Card`` objects, also as a one-dimensional array of small integers. Many hands are card numbers
    [n, 5..7] of any integer type, or masks uint64[n] of equally many cards.

    Values are 1 to 7462 in ``holdem``, 1404 in ``short-deck`` and ``short-deck-trips``, 6175 in
    ``razz``, 7462 in ``deuce-to-seven`` (five cards only) and 1092 in ``badugi`` (four cards);
    in ``eight-or-better`` 1 to 56, and 57 means no low. In ``omaha``, ``omaha5``, ``omaha6`` (and
    their ``-low``) the cards are the hole cards, and ``board`` has three to five cards: one board
    for all hands, or one for each.

    In ``stud`` and ``razz`` a hand may have one to four cards, such as the visible ones: without
    straights and flushes, comparable only with hands of the same size. Values are then 1 to 13, 91,
    455 or 1820.

    >>> evaluate("As Ks Jc 7h 5d"), evaluate("As 2s 3d 4h 6c", "razz")
    (6252, 2)
    >>> evaluate("As Kd Qd 2c", "omaha", board="Js Ts 9h 3d 3c")
    1601
    >>> evaluate(np.array([[0, 13, 26, 39, 51], [12, 11, 10, 9, 8]]))
    array([155,   1], dtype=uint16)
    >>> evaluate("7s 7h 2d", "stud") < evaluate("As Kh Qd", "stud")
    True

    :raises PokerError: if a card occurs twice or is not in the pack, there are too few or too many,
        or there is no such game; the message has the number of the row
    :raises CardError: if text is not a card
    """
    if board is None and type(cards) in _PLAIN_TYPES and game in _QUICK:
        value = _QUICK[game].value_one(cards)
        if value is not None:
            return value
    elif game in _QUICK_OMAHA:
        quick, hole = _QUICK_OMAHA[game]
        value = quick.value_omaha_one(hole, cards, board)
        if value is not None:
            return value
    game_ = valued_game(game)
    rows, single = _hands(cards)
    if game_.kind == "omaha":
        values = _omaha_values(game_, rows, board)
    elif board is not None:
        raise PokerError(f"{game_.name} takes all cards of a hand together, without board=")
    elif game_.rules is None:
        values = badugi_values(_badugi_rows(rows))
    elif (few := _partial_rows(game_, rows)) is not None:
        values = partial_values(game_, few)
    elif rows.ndim == 1:
        values = game_.kernels.value_masks(rows)
    else:
        values = game_.kernels.value_rows(rows)
    return int(values[0]) if single else values


def best_five(cards: Any, game: str = "holdem", *, board: Any = None) -> Any:
    """Return the best five cards of a hand, a tuple of ``Card``, or uint8[n, 5] for many hands.

    Arguments are as for ``evaluate``. The most frequent ranks come first, then the highest. If
    several choices of five are equally good, the first in the order of the given cards is returned.

    >>> best_five("2c As Ah 7d Kc Ks Ad")
    (Card('SA'), Card('HA'), Card('DA'), Card('CK'), Card('SK'))

    :raises PokerError: as ``evaluate`` does; badugi has no hands of five
    """
    game_ = valued_game(game)
    kernels = game_.kernels
    omaha = game_.kind == "omaha"
    if (omaha or board is None) and (omaha or kernels.rules.most == 7):
        five = kernels.best_five(game_.hole if omaha else 0, cards, board)
        if five is not None:
            return tuple([_CARDS[card] for card in five])
    rows, single = _hands(cards)
    few = _partial_rows(game_, rows)
    if few is not None:
        best = _most_frequent_first(kernels.checked_rows(few))
        return tuple(Card(card) for card in best[0].tolist()) if single else best
    if rows.ndim == 1:
        kernels.value_masks(rows)  # raises an error for rows that are not hands
        rows = _rows_of_masks(rows)
    if game_.kind == "omaha":
        _omaha_values(game_, rows, board)
        shared = _board_rows(board, len(rows))
        fives = omaha_fives(game_.hole, shared.shape[1])
        rows = np.hstack([rows, shared])
    else:
        if board is not None:
            raise PokerError(f"{game_.name} takes all cards of a hand together, without board=")
        kernels.value_rows(rows)
        fives = list(combinations(range(rows.shape[1]), 5))
    rows = rows.astype(np.uint8)
    values = np.array([kernels.value_rows(rows[:, list(five)]) for five in fives])
    chosen = np.array(fives)[values.argmin(axis=0)]
    best = _most_frequent_first(np.take_along_axis(rows, chosen, axis=1))
    return tuple(Card(card) for card in best[0].tolist()) if single else best


def _most_frequent_first(rows: NDArray[np.uint8]) -> NDArray[np.uint8]:
    ranks = (rows % 13).astype(np.intp)
    counts = (ranks[:, :, None] == ranks[:, None, :]).sum(axis=2)
    order = np.argsort(-(counts * 13 + ranks), axis=1, kind="stable")
    return np.take_along_axis(rows, order, axis=1)


def evaluate_numbers(k: int, first: int, n: int, game: str = "holdem") -> UInt16Array:
    """Return the values of hands ``first`` .. ``first + n - 1`` of k cards, uint16[n].

    Hands of 5 to 7 cards are numbered in colex order, as in ``Combinations(52, k)``; in short deck
    by the positions of their cards among the 36.

    >>> evaluate_numbers(5, 2598957, 3)
    array([324, 323,   1], dtype=uint16)

    :raises PokerError: if there are no such hands
    """
    return valued_game(game).kernels.value_numbers(k, first, n)


def count_values(k: int, game: str = "holdem") -> NDArray[np.uint64]:
    """Return how many of all hands of k cards have each value, uint64[worst + 1]; entry 0 is 0.

    >>> count_values(5)[1:11].tolist()
    [4, 4, 4, 4, 4, 4, 4, 4, 4, 4]

    :raises PokerError: if the game has no hands of k cards
    """
    game_ = valued_game(game)
    cards = as_integer(k, "the number of cards", PokerError)
    if is_partial(game_, cards):
        return partial_counts(game_, cards)
    return game_.kernels.count_values(cards)


def _hands(cards: Any) -> tuple[NDArray[Any], bool]:
    """Return rows [n, k] or masks uint64[n], and whether the argument is one hand."""
    if isinstance(cards, str):
        return card_ids(cards)[None, :], True
    if isinstance(cards, np.ndarray):
        if cards.ndim == 1 and cards.dtype != np.uint64:
            return cards[None, :], True
        return cards, False
    mask = mask_given(cards)
    if mask is not None:
        return np.array([mask], dtype=np.uint64), True
    if not isinstance(cards, Iterable):
        raise PokerError(f"{cards!r} is not a hand; write 'As Kd ...', card numbers or a mask")
    items = list(cards)
    if items and all(isinstance(item, Card | str) for item in items):
        return np.array([[Card(item).index for item in items]], dtype=np.uint8), True
    try:
        array = np.array(items)
    except ValueError:
        raise PokerError("all hands of one call must have the same number of cards") from None
    return (array, False) if array.ndim != 1 else (array[None, :], True)


def _rows_of_masks(masks: NDArray[np.uint64]) -> NDArray[np.uint8]:
    """Return masks of equally many cards as rows of ascending cards."""
    bits = (masks[:, None] >> np.arange(52, dtype=np.uint64) & np.uint64(1)).astype(np.bool_)
    sizes = bits.sum(axis=1)
    if len(sizes) and (sizes != sizes[0]).any():
        index = int(np.flatnonzero(sizes != sizes[0])[0])
        raise PokerError(f"mask {index} has {sizes[index]} cards; the first one has {sizes[0]}")
    return np.nonzero(bits)[1].reshape(len(masks), -1).astype(np.uint8)


def _partial_rows(game: Game, rows: NDArray[Any]) -> NDArray[Any] | None:
    """Return hands of fewer than five cards as rows, if the game has them; else None."""
    if rows.ndim == 1 and len(rows) and is_partial(game, int(rows[0]).bit_count()):
        return _rows_of_masks(rows)
    return rows if rows.ndim == 2 and is_partial(game, rows.shape[1]) else None


def _omaha_values(game: Game, rows: NDArray[Any], board: Any) -> UInt16Array:
    if board is None:
        raise PokerError(f"{game.name} needs board=, three to five cards")
    own = _rows_of_masks(rows) if rows.ndim == 1 else rows
    if own.ndim != 2 or own.shape[1] != game.hole:
        raise PokerError(f"{game.name} has {game.hole} hole cards, not {own.shape[-1]}")
    return game.kernels.value_omaha(own, _board_rows(board, len(own)))


def _board_rows(board: Any, n: int) -> NDArray[Any]:
    shared, single = _hands(board)
    if shared.ndim == 1:
        shared = _rows_of_masks(shared)
    return np.repeat(shared, n, axis=0) if single else shared


def _badugi_rows(rows: NDArray[Any]) -> NDArray[np.uint8]:
    cards = _rows_of_masks(rows) if rows.ndim == 1 else rows
    if cards.ndim != 2 or cards.shape[1] != 4:
        raise PokerError(f"hands of badugi have 4 cards, not {cards.shape[-1]}")
    return GAMES["holdem"].kernels.checked_rows(cards)
