"""Badugi: the largest subset of four cards without a repeated rank or suit; lower is better."""

from __future__ import annotations

from functools import lru_cache
from itertools import combinations
from typing import TYPE_CHECKING

import numpy as np

from dealwright.base.errors import PokerError

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["badugi_table", "badugi_values", "describe_badugi"]

_LETTERS = "A23456789TJQK"
_WORST = 1092  # C(13,4) + C(13,3) + C(13,2) + 13
_NO_VALUE = 0xFFFF


@lru_cache(maxsize=1)
def _order() -> tuple[int, ...]:
    """Return the sets of 4, 3, 2 and 1 ranks as bits, ace lowest, from the best.

    Sets of one size compare by their highest differing rank, which is the order of the integers.
    """
    sets = [bits for bits in range(1 << 13) if 1 <= bits.bit_count() <= 4]
    return tuple(sorted(sets, key=lambda bits: (-bits.bit_count(), bits)))


@lru_cache(maxsize=1)
def badugi_table() -> NDArray[np.uint16]:
    """Return the value of each set of ranks, uint16[8192], bit 0 the ace; 65535 if invalid."""
    table = np.full(1 << 13, _NO_VALUE, dtype=np.uint16)
    table[list(_order())] = np.arange(1, _WORST + 1, dtype=np.int64)
    return table


def badugi_values(rows: NDArray[np.uint8]) -> NDArray[np.uint16]:
    """Return the values 1 (4-3-2-A) to 1092 (a king only) of rows of four cards.

    >>> badugi_values(np.array([[12, 13, 27, 41], [0, 1, 2, 3]], dtype=np.uint8))
    array([   1, 1081], dtype=uint16)
    """
    heights = (rows.astype(np.int64) % 13 + 1) % 13
    ranks, suits = 1 << heights, 1 << (rows.astype(np.int64) // 13)
    best = np.full(len(rows), _NO_VALUE, dtype=np.uint16)
    for size in (1, 2, 3, 4):
        for chosen in combinations(range(4), size):
            columns = list(chosen)
            rank_set = np.bitwise_or.reduce(ranks[:, columns], axis=1)
            suit_set = np.bitwise_or.reduce(suits[:, columns], axis=1)
            plays = (ranks[:, columns].sum(axis=1) == rank_set) & (
                suits[:, columns].sum(axis=1) == suit_set
            )  # different bits add up to their union
            best = np.where(plays, np.minimum(best, badugi_table()[rank_set]), best)
    return best


def describe_badugi(value: int) -> str:
    """Return the name of a value.

    >>> describe_badugi(1), describe_badugi(716)
    ('badugi, 4-3-2-A', 'three cards, 3-2-A')

    :raises PokerError: if the value is not 1 to 1092
    """
    if not 1 <= value <= _WORST:
        raise PokerError(f"{value} is not a value of badugi; they are 1 to {_WORST:,}")
    bits = _order()[value - 1]
    ranks = "-".join(_LETTERS[rank] for rank in range(12, -1, -1) if bits >> rank & 1)
    kind = ("one card", "two cards", "three cards", "badugi")[bits.bit_count() - 1]
    return f"{kind}, {ranks}"
