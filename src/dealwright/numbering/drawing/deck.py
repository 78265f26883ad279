"""Decks to draw from: cards of one or more packs, jokers, dead cards, or any other objects."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from dealwright.base.errors import ArgumentError
from dealwright.base.kernels.draws import MOST_POSITIONS
from dealwright.cards import RANK_LETTERS, Card, parse_cards
from dealwright.numbering.base import as_integer, brief

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["Deck", "deck_of"]

Cards = str | int | Card | Iterable[str | int | Card]
_FIRST_JOKER = 52
_LOWEST_RANK = {52: 0, 36: 4, 32: 5}  # deuce, six, seven


class Deck:
    """The cards to draw from, in ascending order; a card may occur several times.

    ``ranks`` are the ranks of a pack, ``packs`` the number of packs, ``jokers`` the number of
    jokers in each pack; jokers are the cards 52, 53 ... A deck has at most 4096 cards.

    >>> Deck("6789TJQKA"), Deck(jokers=2), Deck(packs=6).without("As Kd")
    (<Deck of 36 cards>, <Deck of 54 cards>, <Deck of 310 cards>)

    :raises ArgumentError: if it would be empty or too large, or a rank is unknown
    """

    def __init__(self, ranks: str = RANK_LETTERS, *, packs: int = 1, jokers: int = 0) -> None:
        if not isinstance(ranks, str):
            raise ArgumentError(
                f"give ranks as letters, as in Deck('6789TJQKA'), not {brief(ranks)}; Deck() has "
                "52 cards, "
                "Deck.of_cards(...) the cards listed"
            )
        packs = as_integer(packs, "the number of packs", ArgumentError)
        jokers = as_integer(jokers, "the number of jokers", ArgumentError)
        chosen = {letter.upper() for letter in ranks}
        if not chosen <= set(RANK_LETTERS):
            raise ArgumentError(f"'{ranks}' are not ranks; write some of {RANK_LETTERS}")
        if packs < 1 or jokers < 0:
            raise ArgumentError(
                f"a deck needs 1 pack or more and 0 jokers or more, not {packs} and {jokers}"
            )
        kinds = [c for c in range(52) if RANK_LETTERS[c % 13] in chosen]
        kinds += range(_FIRST_JOKER, _FIRST_JOKER + jokers)
        if not 1 <= len(kinds) * packs <= MOST_POSITIONS:
            raise ArgumentError(
                f"a deck can have 1 to {MOST_POSITIONS} cards, not {len(kinds) * packs}"
            )
        self._cards = tuple(card for card in kinds for _ in range(packs))
        self._objects: tuple[Any, ...] | None = None

    @classmethod
    def of_cards(cls, cards: Cards) -> Deck:
        """Return a deck of the given cards, each as often as it is listed.

        >>> Deck.of_cards("As Ks Qs Js Ts").cards.tolist()
        [47, 48, 49, 50, 51]

        :raises ArgumentError: if there are none
        :raises CardError: if something is not a card
        """
        deck = cls()
        deck._cards = tuple(sorted(_numbers(cards)))
        deck._check_size()
        return deck

    @classmethod
    def of_objects(cls, objects: Iterable[Any]) -> Deck:
        """Return a deck of any objects, in their order; ``form="cards"`` draws the objects.

        Bit i of a mask is the object at position i.

        >>> from dealwright import draws
        >>> urn = Deck.of_objects(["red"] * 8 + ["blue"] * 4)
        >>> urn, draws(2, 3, 1, urn, form="cards").tolist()
        (<Deck of 12 objects>, [['blue', 'red', 'red'], ['red', 'blue', 'blue']])

        :raises ArgumentError: if there are none, or more than 4096
        """
        deck = cls()
        deck._objects = tuple(objects)
        deck._cards = tuple(range(len(deck._objects)))
        deck._check_size()
        return deck

    def __mul__(self, packs: int) -> Deck:
        """Return several of the deck together, as ``Deck(jokers=2) * 6``."""
        count = as_integer(packs, "the number of packs", ArgumentError)
        if self._objects is not None:
            return Deck.of_objects(self._objects * count)
        return Deck.of_cards(self._cards * count)

    def _check_size(self) -> None:
        if not 1 <= len(self) <= MOST_POSITIONS:
            raise ArgumentError(f"a deck can have 1 to {MOST_POSITIONS} cards, not {len(self)}")

    def without(self, cards: Cards) -> Deck:
        """Return the deck without some cards, each removed as often as it is listed.

        Of a deck of objects, ``cards`` lists objects.

        :raises ArgumentError: if a card is not in the deck, or no card would be left
        """
        if self._objects is not None:
            return Deck.of_objects(
                _left(self._objects, [cards] if isinstance(cards, str) else cards)
            )
        remaining = list(self._cards)
        for card in _numbers(cards):
            if card not in remaining:
                raise ArgumentError(f"{_name(card)} is not in the deck (any more)")
            remaining.remove(card)
        return Deck.of_cards(remaining)

    @cached_property
    def cards(self) -> NDArray[Any]:
        """The numbers of the cards, uint8[n] (uint16 with more than 204 jokers), or the objects."""
        if self._objects is not None:
            array = np.empty(len(self), dtype=object)
            array[:] = self._objects
            return array
        highest = self._cards[-1]
        return np.array(self._cards, dtype=np.uint8 if highest < 256 else np.uint16)

    @cached_property
    def mask(self) -> int | None:
        """The cards as a 64-bit mask; None if a card occurs twice or is above 63."""
        if len(set(self._cards)) < len(self._cards) or self._cards[-1] > 63:
            return None
        return sum(1 << card for card in self._cards)

    def __len__(self) -> int:
        return len(self._cards)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Deck):
            return NotImplemented
        return (self._cards, self._objects) == (other._cards, other._objects)

    def __hash__(self) -> int:
        return hash(self._cards)

    def __repr__(self) -> str:
        return f"<Deck of {len(self)} {'cards' if self._objects is None else 'objects'}>"


def _numbers(cards: Cards) -> list[int]:
    if isinstance(cards, str):
        cards = parse_cards(cards)
    elif isinstance(cards, int | Card):
        cards = [cards]
    return [
        int(card)
        if isinstance(card, int | np.integer) and _FIRST_JOKER <= card < MOST_POSITIONS
        else Card(card).index
        for card in cards
    ]


def _left(objects: Iterable[Any], gone: Any) -> list[Any]:
    """Return some objects without others, which may have no hash."""
    remaining = list(objects)
    for item in gone if isinstance(gone, Iterable) else [gone]:
        if item not in remaining:
            raise ArgumentError(f"{item!r} is not in the deck (any more)")
        remaining.remove(item)
    return remaining


def _name(card: int) -> str:
    return str(Card(card)) if card < _FIRST_JOKER else f"joker {card}"


def deck_of(deck: Deck | int) -> Deck:
    """Return a deck, or the deck of 52, 36 (from six), 32 (from seven) or 53 to 55 cards (jokers).

    >>> deck_of(32).cards[:3].tolist(), deck_of(54).cards[-2:].tolist()
    ([5, 6, 7], [52, 53])

    :raises ArgumentError: if no pack has that number of cards
    """
    if isinstance(deck, Deck):
        return deck
    size = as_integer(deck, "a deck", ArgumentError)
    if size in _LOWEST_RANK:
        return Deck(RANK_LETTERS[_LOWEST_RANK[size] :])
    if 53 <= size <= 55:
        return Deck(jokers=size - 52)
    raise ArgumentError(
        f"a pack has 52, 36, 32 or (with jokers) 53 to 55 cards, not {size}; Deck(...) makes others"
    )
