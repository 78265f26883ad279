"""What the twins of exact counting have in common: cards shared out, numbers drawn and stored."""

from __future__ import annotations

from collections.abc import Sequence
from math import comb
from typing import TYPE_CHECKING

import numpy as np

from dealwright.kernels import _reference, _reference_deals, _reference_subsets

if TYPE_CHECKING:
    from numpy.typing import NDArray

    UInt64Array = NDArray[np.uint64]

__all__ = ["drawn", "share", "share_rank", "store"]

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
        places = int(_reference_subsets.unrank_blocks(left, take, ranks)[0])
        dealt.append(_reference_deals._absolute(places, cards))
        cards ^= dealt[-1]
    return [*dealt, cards], index


def share_rank(parts: Sequence[int]) -> int:
    """Return the inverse of ``share``."""
    cards = sum(parts)
    index, scale = 0, 1
    for own in parts[:-1]:
        left, take = cards.bit_count(), own.bit_count()
        places = np.array([_reference_deals._relative(own, cards)], dtype=np.uint64)
        index += scale * int(_reference_subsets.rank_blocks(left, take, places)[0])
        scale *= comb(left, take)
        cards ^= own
    return index


def drawn(key: NDArray[np.uint32], index: int, total: int) -> int:
    """Return a uniform number: Lemire's multiplication in 128 bits, redrawn from the spill."""
    nonce, start, n = 0, 2 * index, 2
    while True:
        words = np.empty(n, dtype=np.uint64)
        _reference.words(key, 8, nonce, start, words)
        for low, high in zip(words[::2].tolist(), words[1::2].tolist(), strict=True):
            number = (high << 64 | low) * total
            if number & _DOUBLE_WORD >= (1 << 128) % total:
                return int(number >> 128)
        nonce, start, n = nonce + 1, 8 * index, 8


def store(number: int, at: int, low: UInt64Array, high: UInt64Array) -> None:
    """Store a number as two columns."""
    low[at], high[at] = number & _WORD, number >> 64
