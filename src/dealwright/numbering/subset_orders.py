"""Ranks of one subset in each order, with Python integers of any size.

A k-subset of {0..n-1} is a tuple of ascending positions. The orders:

* ``colex`` (squashed): by the largest elements first; the rank is C(c1,1) + ... + C(ck,k) (Knuth,
  TAOCP 7.2.1.3, Theorem L).
* ``lex``: as ``itertools.combinations``; colex of the reflected subsets, from the last.
* ``gray`` (revolving door): neighbours differ by one exchange (Nijenhuis and Wilf; Knuth, Algorithm
  R): the rank is C(ck+1,k) - 1 minus the rank of the others.
* ``block``: the order in which deals are drawn, n <= 52 and k <= 13 (docs/reference/stream.md).
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from functools import cache
from itertools import accumulate
from math import comb

__all__ = ["colex_rank", "colex_unrank", "rank_subset", "unrank_subset"]

_TABLED = 128  # binomials C(b, j) with b below this are cached once used
_SPARSE = 32  # beyond this n / k, searching is faster than walking down from n


def rank_subset(order: str, n: int, k: int, positions: Sequence[int]) -> int:
    """Return the rank of ascending positions, which must be k of 0..n-1.

    >>> rank_subset("colex", 13, 5, (8, 9, 10, 11, 12)), rank_subset("lex", 5, 3, (0, 1, 2))
    (1286, 0)
    """
    if order == "colex":
        return colex_rank(positions)
    if order == "lex":
        return comb(n, k) - 1 - colex_rank([n - 1 - c for c in reversed(positions)])
    if order == "gray":
        rank = 0
        for j, c in enumerate(positions, 1):
            rank = comb(c + 1, j) - 1 - rank
        return rank
    return _rank_block(n, k, positions)


def unrank_subset(order: str, n: int, k: int, rank: int) -> tuple[int, ...]:
    """Return the ascending positions of a rank, which must be 0 .. C(n,k)-1.

    >>> unrank_subset("colex", 13, 5, 1286), unrank_subset("gray", 4, 2, 5)
    ((8, 9, 10, 11, 12), (0, 3))
    """
    if order == "lex":
        reflected = unrank_subset("colex", n, k, comb(n, k) - 1 - rank)
        return tuple(n - 1 - c for c in reversed(reflected))
    if order == "block":
        return _unrank_block(n, k, rank)
    if n > _SPARSE * k:
        return _searched(order, n, k, rank)
    # Walk c down from n-1 with ways = C(c, j); C(c-1, j) and C(c-1, j-1) follow by one product.
    positions = []
    c, j = n - 1, k
    ways = comb(c, j) if n else 0
    while j > 0:
        if ways <= rank:
            positions.append(c)
            if order == "colex":
                rank -= ways
            else:
                rank = comb(c + 1, j) - 1 - rank
            ways = ways * j // c if c and ways else comb(c - 1, j - 1) if c else 0
            j -= 1
        else:
            ways = ways * (c - j) // c
        c -= 1
    return tuple(reversed(positions))


def colex_rank(positions: Sequence[int]) -> int:
    """Return the colex number of ascending positions, C(p1,1) + ... + C(pk,k).

    The combinatorial number system (Knuth, TAOCP 7.2.1.3, Theorem L).

    >>> colex_rank((0, 1, 2)), colex_rank((1, 4))
    (0, 7)
    """
    return sum(comb(position, place) for place, position in enumerate(positions, 1))


def colex_unrank(number: int, k: int, below: int) -> list[int]:
    """Return the k ascending positions, each less than ``below``, with that colex number.

    ``number`` is 0 .. C(below, k) - 1. From the largest: position j is the largest p with
    C(p, j) <= number, found by bisection, so that ``below`` may be large.

    >>> colex_unrank(7, 2, 52), colex_unrank(10**20, 2, 10**11)
    ([1, 4], [3266133124, 14142135624])
    """
    positions = []
    for place in range(k, 0, -1):
        below = _largest(number, place, below)
        number -= comb(below, place)
        positions.append(below)
    positions.reverse()
    return positions


def _largest(number: int, place: int, below: int) -> int:
    """Return the largest p < below with C(p, at) <= number."""
    if below <= _TABLED:
        return bisect_right(_column(place), number, place - 1, below) - 1
    low = place - 1
    while below - low > 1:
        middle = (low + below) // 2
        if comb(middle, place) <= number:
            low = middle
        else:
            below = middle
    return low


def _searched(order: str, n: int, k: int, rank: int) -> tuple[int, ...]:
    """Return the positions of a rank in colex or gray order if n is much larger than k."""
    if order == "colex":
        return tuple(colex_unrank(rank, k, n))
    positions = []
    for j in range(k, 0, -1):
        n = _largest(rank, j, n)
        rank = comb(n + 1, j) - 1 - rank
        positions.append(n)
    return tuple(reversed(positions))


@cache
def _column(place: int) -> list[int]:
    return [comb(position, place) for position in range(_TABLED)]


def _block_counts(n: int, k: int) -> list[tuple[tuple[int, ...], int]]:
    sizes = [min(max(n - 13 * block, 0), 13) for block in range(4)]
    rows: list[tuple[tuple[int, ...], int]] = []
    for sum321 in range(k + 1):
        for sum32 in range(sum321 + 1):
            for k3 in range(sum32 + 1):
                counts = (k - sum321, sum321 - sum32, sum32 - k3, k3)
                ways = 1
                for size, count in zip(sizes, counts, strict=True):
                    ways *= comb(size, count)
                if ways:
                    rows.append((counts, ways))
    return rows


def _rank_block(n: int, k: int, positions: Sequence[int]) -> int:
    parts = [[c - 13 * b for c in positions if c // 13 == b] for b in range(4)]
    counts = tuple(len(part) for part in parts)
    earlier = 0
    for row, ways in _block_counts(n, k):
        if row == counts:
            break
        earlier += ways
    within = 0
    for b in (3, 2, 1, 0):
        size = min(max(n - 13 * b, 0), 13)
        within = within * comb(size, counts[b]) + rank_subset("colex", size, counts[b], parts[b])
    return earlier + within


def _unrank_block(n: int, k: int, rank: int) -> tuple[int, ...]:
    rows = _block_counts(n, k)
    ends = list(accumulate(ways for _, ways in rows))
    row = next(i for i, end in enumerate(ends) if rank < end)
    counts, ways = rows[row]
    within = rank - (ends[row] - ways)
    positions: list[int] = []
    for b in range(4):
        size = min(max(n - 13 * b, 0), 13)
        within, part = divmod(within, comb(size, counts[b]))
        positions += (13 * b + c for c in unrank_subset("colex", size, counts[b], part))
    return tuple(positions)
