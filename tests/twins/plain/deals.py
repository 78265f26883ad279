"""The reference twin of the deal-number kernels, in Python integers."""

from __future__ import annotations

from math import comb
from typing import TYPE_CHECKING

import numpy as np

from dealwright.base.errors import NumberingError
from dealwright.base.kernels import plain_subsets as subsets

if TYPE_CHECKING:
    from numpy.typing import NDArray

    UInt64Array = NDArray[np.uint64]

_SIZES = (52, 39, 26)
_WAYS = tuple(comb(size, 13) for size in _SIZES)
_PACK = (1 << 52) - 1


def _relative(hand: int, pool: int) -> int:
    """Return a hand as a set of places in the pool."""
    cards = [card for card in range(52) if pool >> card & 1]
    return sum(1 << place for place, card in enumerate(cards) if hand >> card & 1)


def _absolute(places: int, pool: int) -> int:
    """Return places in the pool as cards."""
    cards = [card for card in range(52) if pool >> card & 1]
    return sum(1 << card for place, card in enumerate(cards) if places >> place & 1)


def rank_deals(deals: UInt64Array) -> tuple[UInt64Array, UInt64Array]:
    """Return the numbers of deals as (low, high)."""
    numbers = []
    for at, row in enumerate(deals.tolist()):
        if (
            any(hand.bit_count() != 13 for hand in row)
            or row[0] | row[1] | row[2] | row[3] != _PACK
        ):
            raise NumberingError(f"row {at} is not four hands of 13 different cards")
        number, pool = 0, _PACK
        for size, ways, hand in zip(_SIZES, _WAYS, row, strict=False):
            places = np.array([_relative(hand, pool)], dtype=np.uint64)
            number = number * ways + int(subsets.rank_blocks(size, 13, places)[0])
            pool ^= hand
        numbers.append(number)
    low = np.array([number & (1 << 64) - 1 for number in numbers], dtype=np.uint64)
    return low, np.array([number >> 64 for number in numbers], dtype=np.uint64)


def unrank_deals(low: UInt64Array, high: UInt64Array) -> UInt64Array:
    """Return the deals of numbers given as (low, high)."""
    rows = []
    for at, (below, above) in enumerate(zip(low.tolist(), high.tolist(), strict=True)):
        number = above << 64 | below
        number, south = divmod(number, _WAYS[2])
        north, east = divmod(number, _WAYS[1])
        if north >= _WAYS[0]:
            raise NumberingError(f"number {at} is beyond the last deal")
        row, pool = [], _PACK
        for size, rank in zip(_SIZES, (north, east, south), strict=True):
            places = subsets.unrank_blocks(size, 13, np.array([rank], dtype=np.uint64))
            row.append(_absolute(int(places[0]), pool))
            pool ^= row[-1]
        rows.append([*row, pool])
    return np.array(rows, dtype=np.uint64).reshape(-1, 4)
