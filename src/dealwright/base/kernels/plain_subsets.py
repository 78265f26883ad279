"""Subsets in numpy, in colex, lex, Gray and block order: for n beyond the compiled kernels' 255.

The tests compare the kernels with it. Ranks are uint64 throughout: C(n, k) < 2^64.
"""

from __future__ import annotations

from functools import lru_cache
from math import comb
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    UInt64Array = NDArray[np.uint64]

_LARGEST_UINT64 = (1 << 64) - 1


@lru_cache(maxsize=32)
def _columns(n: int, k: int) -> UInt64Array:
    """Return C(p, j) for j = 1..k (rows) and p = 0..n (columns), at most 2^64 - 1."""
    table = [[min(comb(p, j), _LARGEST_UINT64) for p in range(n + 1)] for j in range(1, k + 1)]
    return np.array(table, dtype=np.uint64).reshape(k, n + 1)


def rank_rows(order: str, n: int, k: int, rows: NDArray[np.int64]) -> UInt64Array:
    """Return the ranks of ascending rows int64[m, k] in colex, lex or gray order."""
    columns = _columns(n, k)
    if order == "lex":  # the reflected subset, counted from the end
        last = np.uint64(comb(n, k) - 1)
        return last - rank_rows("colex", n, k, n - 1 - rows[:, ::-1])
    total = np.zeros(len(rows), dtype=np.uint64)
    if order == "colex":
        for j in range(k):
            total += columns[j][rows[:, j]]
        return total
    for j in range(k):  # revolving door: C(c + 1, j) - 1 minus the rank of the positions below
        total = columns[j][rows[:, j] + 1] - np.uint64(1) - total
    return total


def unrank_rows(order: str, n: int, k: int, ranks: UInt64Array) -> NDArray[np.int64]:
    """Return the ascending rows int64[m, k] of ranks in colex, lex or gray order."""
    if order == "lex":
        last = np.uint64(comb(n, k) - 1)
        return n - 1 - unrank_rows("colex", n, k, last - ranks)[:, ::-1]
    columns = _columns(n, k)
    rest = ranks.copy()
    rows = np.empty((len(ranks), k), dtype=np.int64)
    for j in range(k - 1, -1, -1):
        card = np.searchsorted(columns[j][: n - k + j + 1], rest, side="right") - 1
        rows[:, j] = card
        rest = (
            rest - columns[j][card]
            if order == "colex"
            else columns[j][card + 1] - np.uint64(1) - rest
        )
    return rows


def masks_of_rows(rows: NDArray[np.int64]) -> UInt64Array:
    """Return rows of positions below 64 as masks."""
    bits = np.uint64(1) << rows.astype(np.uint64)
    masks: UInt64Array = np.bitwise_or.reduce(bits, axis=1, initial=np.uint64(0))
    return masks


def rows_of_masks(n: int, k: int, masks: UInt64Array) -> NDArray[np.int64]:
    """Return masks of k bits as rows of ascending positions."""
    bits = (masks[:, None] >> np.arange(n, dtype=np.uint64) & np.uint64(1)).astype(np.bool_)
    return np.nonzero(bits)[1].reshape(len(masks), k)


def block_rows(n: int, k: int) -> list[tuple[tuple[int, int, int, int], list[int]]]:
    """Return the count vectors of block order and the subsets of each block, in order."""
    sizes = [min(max(n - 13 * block, 0), 13) for block in range(4)]
    rows = []
    for sum321 in range(k + 1):
        for sum32 in range(sum321 + 1):
            for k3 in range(sum32 + 1):
                counts = (k - sum321, sum321 - sum32, sum32 - k3, k3)
                ways = [comb(size, count) for size, count in zip(sizes, counts, strict=True)]
                if all(ways):
                    rows.append((counts, ways))
    return rows


def rank_blocks(n: int, k: int, masks: UInt64Array) -> UInt64Array:
    """Return the ranks of masks in block order."""
    first, total = {}, 0
    for counts, ways in block_rows(n, k):
        first[counts] = (total, ways)
        total += ways[0] * ways[1] * ways[2] * ways[3]
    ranks = []
    for mask in masks.tolist():
        parts = [mask >> 13 * block & 8191 for block in range(4)]
        start, ways = first[tuple(part.bit_count() for part in parts)]
        within = 0
        for block in (3, 2, 1, 0):
            within = within * ways[block] + _colex_of(parts[block])
        ranks.append(start + within)
    return np.array(ranks, dtype=np.uint64)


def unrank_blocks(n: int, k: int, ranks: UInt64Array) -> UInt64Array:
    """Return the masks of ranks in block order."""
    rows = block_rows(n, k)
    ends = np.cumsum([ways[0] * ways[1] * ways[2] * ways[3] for _, ways in rows], dtype=np.int64)
    masks = []
    for rank in ranks.tolist():
        index = int(np.searchsorted(ends, rank, side="right"))
        counts, ways = rows[index]
        within = rank - (int(ends[index - 1]) if index else 0)
        mask = 0
        for block in range(4):
            within, part = divmod(within, ways[block])
            mask |= _subset_of(counts[block], part) << 13 * block
        masks.append(mask)
    return np.array(masks, dtype=np.uint64)


@lru_cache(maxsize=8192)
def _colex_of(holding: int) -> int:
    return sum(1 for other in range(holding) if other.bit_count() == holding.bit_count())


@lru_cache(maxsize=8192)
def _subset_of(size: int, rank: int) -> int:
    return [holding for holding in range(8192) if holding.bit_count() == size][rank]
