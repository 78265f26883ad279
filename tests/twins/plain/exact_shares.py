"""What the twins of exact counting have in common: seats, cards shared out, numbers drawn."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from itertools import accumulate, pairwise
from math import comb
from typing import TYPE_CHECKING, Any

import numpy as np

from dealwright.base.kernels import plain_subsets
from tests.twins.plain import deals, stream
from tests.twins.plain.exact_halves import chosen, colex, subset

if TYPE_CHECKING:
    from numpy.typing import NDArray

    UInt64Array = NDArray[np.uint64]

__all__ = ["PlainCount", "multinomial", "pile", "pile_rank", "share_rank", "store"]

_WORD = (1 << 64) - 1
_DOUBLE_WORD = (1 << 128) - 1


def share(cards: int, takes: Sequence[int], index: int) -> tuple[list[int], int]:
    """Return cards shared by an index: one after the other a rank in block order, lowest first.

    The last gets what ``takes`` leaves; what is left of the index is returned too.
    """
    dealt = []
    for take in takes:
        left = cards.bit_count()
        index, rank = divmod(index, comb(left, take))
        ranks = np.array([rank], dtype=np.uint64)
        places = int(plain_subsets.unrank_blocks(left, take, ranks)[0])
        dealt.append(deals._absolute(places, cards))
        cards ^= dealt[-1]
    return [*dealt, cards], index


def share_rank(parts: Sequence[int]) -> int:
    """Return the inverse of ``share``."""
    cards = sum(parts)
    index, scale = 0, 1
    for own in parts[:-1]:
        left, take = cards.bit_count(), own.bit_count()
        places = np.array([deals._relative(own, cards)], dtype=np.uint64)
        index += scale * int(plain_subsets.rank_blocks(left, take, places)[0])
        scale *= comb(left, take)
        cards ^= own
    return index


def pile(cards: int, takes: Sequence[int], index: int) -> tuple[list[int], int]:
    """Return cards shared by an index as ``share`` does, each in pile order.

    A subset of a pile has a number of the cards of its highest block of 13 places, then their rank,
    then so on for the places below (native/core/piles.hpp).
    """
    dealt = []
    for take in takes:
        left = cards.bit_count()
        index, rank = divmod(index, comb(left, take))
        dealt.append(deals._absolute(_unrank_pile(left, take, rank), cards))
        cards ^= dealt[-1]
    return [*dealt, cards], index


def pile_rank(parts: Sequence[int]) -> int:
    """Return the inverse of ``pile``."""
    cards = sum(parts)
    index, scale = 0, 1
    for own in parts[:-1]:
        left, take = cards.bit_count(), own.bit_count()
        index += scale * _rank_pile(left, deals._relative(own, cards))
        scale *= comb(left, take)
        cards ^= own
    return index


def _unrank_pile(n: int, k: int, index: int) -> int:
    if n <= 13:
        return subset((1 << n) - 1, k, index)
    low = (n - 1) // 13 * 13
    counts = ((t, comb(n - low, t) * comb(low, k - t)) for t in range(k + 1))
    taken, index = chosen(counts, index)
    which, index = divmod(index, comb(low, k - taken))
    return subset((1 << n) - (1 << low), taken, which) | _unrank_pile(low, k - taken, index)


def _rank_pile(n: int, places: int) -> int:
    if n <= 13:
        return colex(places, (1 << n) - 1)
    low, k = (n - 1) // 13 * 13, places.bit_count()
    top, rest = places >> low << low, places & (1 << low) - 1
    taken = top.bit_count()
    before = sum(comb(n - low, t) * comb(low, k - t) for t in range(taken))
    which = colex(top, (1 << n) - (1 << low)) * comb(low, k - taken)
    return before + which + _rank_pile(low, rest)


def drawn(key: NDArray[np.uint32], index: int, total: int) -> int:
    """Return a uniform number: Lemire's multiplication in 128 bits, redrawn from the spill."""
    nonce, start, n = 0, 2 * index, 2
    while True:
        words = np.empty(n, dtype=np.uint64)
        stream.words(key, 8, nonce, start, words)
        for low, high in zip(words[::2].tolist(), words[1::2].tolist(), strict=True):
            number = (high << 64 | low) * total
            if number & _DOUBLE_WORD >= (1 << 128) % total:
                return int(number >> 128)
        nonce, start, n = nonce + 1, 8 * index, 8


def store(number: int, at: int, low: UInt64Array, high: UInt64Array) -> None:
    """Store a number as two columns."""
    low[at], high[at] = number & _WORD, number >> 64


def multinomial(takes: Sequence[int]) -> int:
    """Return in how many ways cards can be shared out in those numbers."""
    ways = 1
    for before, after in pairwise(accumulate(takes, initial=0)):
        ways *= comb(after, before)
    return ways


class PlainCount(ABC):
    """Owners, the pool of free seats, and numbers to deals and back (native/core/seating.hpp)."""

    def __init__(self, arrays: dict[str, Any]) -> None:
        self.owners = int(arrays["owners"][0])
        self.seats = [int(seat) for seat in arrays["owner_seat"]]
        self.pool = [int(seat) for seat in arrays["pool_seats"]]
        self.fixed = [int(mask) for mask in arrays["fixed"]]
        self.pool_needs = [13 - self.fixed[seat].bit_count() for seat in self.pool]
        self.pool_ways = multinomial(self.pool_needs)

    @abstractmethod
    def total(self) -> int:
        """Return the number of deals, each as often as its weight says."""

    @abstractmethod
    def _deal(self, number: int) -> list[int]:
        """Return the deal of a number."""

    @abstractmethod
    def _number(self, owners: list[int], pool: int) -> int | None:
        """Return the least number of the deal of these owners' cards, the pool so shared."""

    def _seated(self, owners: list[int], pool: int) -> list[int]:
        """Return the deal in which the owners hold these cards and the pool is so shared."""
        deal = list(self.fixed)
        for seat, cards in zip(self.seats, owners, strict=False):
            deal[seat] |= cards
        if self.pool:
            shared, _ = share(owners[-1], self.pool_needs[:-1], pool)
            for seat, cards in zip(self.pool, shared, strict=True):
                deal[seat] |= cards
        return deal

    def _number_of(self, deal: list[int]) -> int | None:
        if any(cards & mask != mask for cards, mask in zip(deal, self.fixed, strict=True)):
            return None
        free = [cards & ~mask for cards, mask in zip(deal, self.fixed, strict=True)]
        owners = [free[seat] for seat in self.seats]
        if self.pool:
            owners.append(sum(free[seat] for seat in self.pool))
        return self._number(owners, share_rank([free[seat] for seat in self.pool]))

    def unrank(self, low: UInt64Array, high: UInt64Array, out: UInt64Array) -> None:
        """Fill out, uint64[n, 4], with the deals of numbers."""
        for at, (below, above) in enumerate(zip(low.tolist(), high.tolist(), strict=True)):
            out[at] = self._deal(above << 64 | below)

    def rank(
        self, deals: UInt64Array, low: UInt64Array, high: UInt64Array, found: NDArray[np.uint8]
    ) -> None:
        """Fill in the least numbers of deals, and which have one (the others get 0)."""
        for at, deal in enumerate(deals.tolist()):
            number = self._number_of(deal)
            found[at] = number is not None
            store(number or 0, at, low, high)

    def draw(self, key: NDArray[np.uint32], first: int, out: UInt64Array) -> None:
        """Fill out, uint64[n, 4], with the deals of a key from ``first`` on."""
        for at in range(len(out)):
            out[at] = self._deal(drawn(key, first + at, self.total()))
