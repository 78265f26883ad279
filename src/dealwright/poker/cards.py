"""Cards as numbers, as masks and as poker text, rank before suit."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any

import numpy as np

from dealwright.base.errors import CardError, PokerError
from dealwright.cards import RANK_LETTERS, Card, parse_cards

if TYPE_CHECKING:
    from numpy.typing import NDArray

_NAMES = tuple(rank + suit for suit in "cdhs" for rank in RANK_LETTERS)

__all__ = ["card_ids", "card_list", "card_mask", "card_text", "mask_given"]


def card_ids(text: str) -> NDArray[np.uint8]:
    """Read cards as numbers ``13 * suit + rank``, uint8[n], in the order given.

    Suits are clubs 0, diamonds 1, hearts 2, spades 3, ranks deuce 0 to ace 12. Cards are written as
    everywhere (``parse_cards``): ``As``, ``SA``, ``A♠``, ``10h``, with or without spaces between.

    >>> card_ids("As Kd 10h 2c"), card_ids("AsKdTh2c"), card_ids("SA ♦K")
    (array([51, 24, 34,  0], dtype=uint8), array([51, 24, 34,  0], dtype=uint8),
     array([51, 24], dtype=uint8))

    :raises CardError: if something is not a card
    :raises PokerError: if a card occurs twice
    """
    return np.array(_ids(text), dtype=np.uint8)


@lru_cache(maxsize=1024)
def _ids(text: str) -> tuple[int, ...]:
    cards = tuple(card.index for card in parse_cards(text))
    duplicate = _first_twice(cards)
    if duplicate is not None:
        raise PokerError(f"{card_text([duplicate])} occurs twice in '{text.strip()}'")
    return cards


def _first_twice(cards: Sequence[int]) -> int | None:
    if len(set(cards)) == len(cards):
        return None
    return next(card for index, card in enumerate(cards) if card in cards[:index])


def card_text(cards: int | Iterable[int] | Iterable[Card]) -> str:
    """Write card numbers, ``Card`` objects or a mask of 52 bits (highest card first).

    >>> card_text([51, 24, 34, 0]), card_text(0b101)
    ('As Kd Th 2c', '4c 2c')

    :raises CardError: if a number is not a card
    """
    if isinstance(cards, int):
        if cards < 0 or cards >> 52:
            raise CardError(f"{cards} is not a set of cards")
        cards = [card for card in range(51, -1, -1) if cards >> card & 1]
    return " ".join([_NAMES[Card(card).index] for card in cards])


def card_list(cards: Any) -> list[int]:
    """Return the card numbers of text, numbers, ``Card`` objects, one card, or a mask.

    >>> card_list("As Kd"), card_list((51, 24)), card_list(0b101)
    ([51, 24], [51, 24], [2, 0])

    :raises PokerError: if it is none of these, or a card occurs twice in a text
    :raises CardError: if something is not a card
    """
    if isinstance(cards, str):
        return list(_ids(cards))
    mask = mask_given(cards)
    if mask is not None:
        return [card for card in range(51, -1, -1) if mask >> card & 1]
    if not isinstance(cards, Iterable):
        raise PokerError(f"{cards!r} are not cards; write 'As Kd', or give card numbers or a mask")
    return [Card(card).index for card in cards]


def card_mask(cards: Any) -> int:
    """Return the mask of cards in any form that ``card_list`` takes.

    >>> card_mask("4c 2c")
    5

    :raises PokerError: if they are not cards, or a card occurs twice
    :raises CardError: if something is not a card
    """
    numbers = card_list(cards)
    duplicate = _first_twice(numbers)
    if duplicate is not None:
        raise PokerError(f"{card_text([duplicate])} occurs twice")
    return sum([1 << card for card in numbers])


def mask_given(cards: Any) -> int | None:
    """Return a mask, or the mask of an object such as a ``Hand``; None for anything else.

    :raises PokerError: if it is not a set of 52 cards
    """
    mask = getattr(cards, "mask", None)
    if isinstance(cards, int | np.integer) and not isinstance(cards, bool):
        mask = int(cards)
    if not isinstance(mask, int):
        return None
    if mask < 0 or mask >> 52:
        raise PokerError(f"{mask} is not a set of cards")
    return mask
