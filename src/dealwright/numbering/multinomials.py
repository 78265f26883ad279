"""The ways to deal a pack into hands of given sizes."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from math import comb, prod
from typing import Any

import numpy as np

from dealwright.base.errors import NumberingError
from dealwright.numbering.base import brief
from dealwright.numbering.members import Family, entries
from dealwright.numbering.subset_orders import colex_rank, colex_unrank

__all__ = ["MultinomialDeals"]

Hands = tuple[tuple[int, ...], ...]


class MultinomialDeals(Family[Hands]):
    """The ways to deal hands of the given sizes from a pack, as tuples of ascending tuples.

    By default the pack is the cards 0 .. N-1, where N is the sum of the sizes; cards of a larger
    pack that no hand takes stay undealt. Let r[j] be the colex number of hand j among the cards
    left by the hands before it (renumbered from 0 in order), and C[j] the number of such hands. The
    number of a deal is (((r[0] C[1] + r[1]) C[2] + r[2]) ...). The size is the product of all C[j],
    the multinomial coefficient if every card is dealt.

    >>> deals = MultinomialDeals((13, 13, 13, 13))
    >>> deals.size
    53644737765488792839237440000
    >>> MultinomialDeals((1, 2), pack=(3, 5, 8)).unrank(1)
    ((5,), (3, 8))
    >>> MultinomialDeals((2, 2), pack=range(52)).size
    1624350

    :raises NumberingError: if a size is negative, or the pack has a card twice or too few cards
    """

    def __init__(self, sizes: Sequence[int], pack: Sequence[int] | None = None) -> None:
        self.sizes = tuple(entries(sizes, None, "sizes"))
        if any(size < 0 for size in self.sizes):
            raise NumberingError(f"the sizes of hands must not be negative: {brief(self.sizes)}")
        dealt = sum(self.sizes)
        cards = range(dealt) if pack is None else entries(pack, None, "the pack")
        self.pack = tuple(sorted(cards))
        self._place = {card: index for index, card in enumerate(self.pack)}
        if len(self._place) != len(self.pack) or (self.pack and self.pack[0] < 0):
            raise NumberingError(
                f"the cards of a pack must be different and not negative: {brief(pack)}"
            )
        if len(self.pack) < dealt:
            raise NumberingError(
                f"{len(self.pack):,} cards are too few for hands of {brief(self.sizes)}"
            )
        left = len(self.pack)
        ways = []
        for size in self.sizes:
            ways.append(comb(left, size))
            left -= size
        self._ways = tuple(ways)
        super().__init__(prod(ways))

    def _arguments(self) -> tuple[Any, ...]:
        return (self.sizes,)

    def _options(self) -> dict[str, Any]:
        plain = self.pack == tuple(range(sum(self.sizes)))
        return {} if plain else {"pack": self.pack}

    def rank_masks(self, masks: Sequence[int]) -> int:
        """Return the number of a deal whose hands are sets of bits, bit c for the card c.

        >>> MultinomialDeals((1, 2)).rank_masks((0b010, 0b101))
        1

        :raises NumberingError: if it is not a member
        """
        hands = entries(masks, len(self.sizes), "a deal")
        if any(hand < 0 for hand in hands):
            raise NumberingError(f"masks must not be negative: {brief(masks)}")
        return self._rank([_cards_of(hand) for hand in hands])

    def unrank_masks(self, index: int) -> tuple[int, ...]:
        """Return the hands of a number as sets of bits, bit c for the card c.

        >>> MultinomialDeals((1, 2)).unrank_masks(1)
        (2, 5)

        :raises NumberingError: if the number is out of range
        """
        hands: Hands = self.unrank(index)
        return tuple(sum(1 << card for card in hand) for hand in hands)

    def _rank(self, item: Any) -> int:
        remaining = (1 << len(self.pack)) - 1
        number = 0
        for hand, ways in zip(self._checked(item), self._ways, strict=True):
            positions = []
            taken = 0
            for card in hand:
                bit = 1 << self._place[card]
                if not remaining & bit:
                    raise NumberingError(f"card {brief(card)} is dealt twice in {brief(item)}")
                positions.append((remaining & (bit - 1)).bit_count())
                taken |= bit
            number = number * ways + colex_rank(positions)
            remaining ^= taken
        return number

    def _checked(self, item: Any) -> list[list[int]]:
        """Return the hands; check that each has its size and ascending cards of the pack."""
        if isinstance(item, np.ndarray):
            item = item.tolist()
        if not isinstance(item, Sequence) or len(item) != len(self.sizes):
            raise NumberingError(
                f"a deal must be a sequence of {len(self.sizes)} hands: {brief(item)}"
            )
        hands = []
        for number, (hand, size) in enumerate(zip(item, self.sizes, strict=True), 1):
            cards = entries(hand, size, f"hand {number}")
            if any(after <= before for before, after in pairwise(cards)):
                raise NumberingError(f"hand {number} is not in ascending order: {brief(hand)}")
            for card in cards:
                if card not in self._place:
                    raise NumberingError(f"card {brief(card)} of hand {number} is not in the pack")
            hands.append(cards)
        return hands

    def _unrank(self, index: int) -> Hands:
        numbers = []
        for ways in reversed(self._ways):
            index, number = divmod(index, ways)
            numbers.append(number)
        left = list(self.pack)
        hands = []
        for size, number in zip(self.sizes, reversed(numbers), strict=True):
            hands.append(_take(left, colex_unrank(number, size, len(left))))
        return tuple(hands)

    def _next(self, item: Hands, index: int) -> Hands:
        return self._step(item, 1)

    def _previous(self, item: Hands, index: int) -> Hands:
        return self._step(item, -1)

    def _step(self, item: Hands, by: int) -> Hands:
        """Return the neighbour: the last hand that can move does, and later hands start again."""
        left = sorted(set(self.pack).difference(*item))
        hand_number = len(item) - 1
        while True:
            left = sorted([*left, *item[hand_number]])
            positions = _colex_step([left.index(card) for card in item[hand_number]], len(left), by)
            if positions is not None:
                break
            hand_number -= 1
        hands = [*item[:hand_number], _take(left, positions)]
        for size in self.sizes[hand_number + 1 :]:
            first = 0 if by > 0 else len(left) - size
            hands.append(_take(left, list(range(first, first + size))))
        return tuple(hands)


def _cards_of(mask: int) -> list[int]:
    """Return the set bits of a mask, ascending."""
    cards = []
    while mask:
        cards.append((mask & -mask).bit_length() - 1)
        mask &= mask - 1
    return cards


def _take(left: list[int], positions: list[int]) -> tuple[int, ...]:
    """Remove the cards at ascending positions and return them, ascending."""
    cards = [left.pop(position) for position in reversed(positions)]
    return tuple(reversed(cards))


def _colex_step(positions: list[int], below: int, by: int) -> list[int] | None:
    """Return the positions after (by 1) or before (by -1) in colex order, None past an end."""
    bounds = [*positions, below][1:]
    for index, (position, bound) in enumerate(zip(positions, bounds, strict=True)):
        if by > 0 and position + 1 < bound:
            return [*range(index), position + 1, *positions[index + 1 :]]
        if by < 0 and position > index:
            return [*range(position - 1 - index, position), *positions[index + 1 :]]
    return None
