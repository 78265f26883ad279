"""The twin of exact counting over ranks, for sums of honours (native/core/honours.hpp)."""

from __future__ import annotations

from bisect import bisect_right
from itertools import accumulate, groupby
from math import comb
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from tests.twins.plain.exact_halves import colex, subset
from tests.twins.plain.exact_shares import (
    PlainCount,
    multinomial,
    pile,
    pile_rank,
    store,
)

if TYPE_CHECKING:
    from numpy.typing import NDArray

    UInt64Array = NDArray[np.uint64]

__all__ = ["HonoursCount"]

Counts = tuple[tuple[int, ...], ...]  # for each rank, how many cards each owner holds


class _Half:
    """Some of the ranks, and cells: ways to count the cards of each rank among the owners."""

    def __init__(self, arrays: dict[str, Any], half: int, owners: int) -> None:
        name = f"half{half}"
        self.ranks = [int(mask) for mask in arrays[f"{name}.ranks"]]
        self.ways = [int(ways) for ways in arrays[f"{name}.ways"]]
        self.points = [int(points) for points in arrays[f"{name}.points"]]
        table = np.reshape(arrays[f"{name}.counts"], (len(self.ways), len(self.ranks), 4))
        rows = table[:, :, :owners].tolist()
        self.counts: list[Counts] = [tuple(tuple(rank) for rank in cell) for cell in rows]
        self.number = {cell: at for at, cell in enumerate(self.counts)}
        self.held = table[:, :, :owners].sum(axis=1, dtype=np.int64).tolist()

    def place(self, cell: int, index: int) -> list[int]:
        """Return the owners' honours: rank after rank, owner after owner, a colex rank each."""
        owners = [0] * len(self.held[cell])
        for cards, counts in zip(self.ranks, self.counts[cell], strict=True):
            for owner, take in enumerate(counts[:-1]):
                index, rank = divmod(index, comb(cards.bit_count(), take))
                own = subset(cards, take, rank)
                owners[owner] |= own
                cards ^= own
            owners[-1] |= cards
        return owners

    def find(self, owners: list[int]) -> tuple[int, int]:
        """Return the inverse of ``place``: cell and index."""
        index, scale = 0, 1
        counts = []
        for rank in self.ranks:
            cards = rank
            counts.append(tuple((own & rank).bit_count() for own in owners))
            for own in (own & rank for own in owners[:-1]):
                index += scale * colex(own, cards)
                scale *= comb(cards.bit_count(), own.bit_count())
                cards ^= own
        return self.number[tuple(counts)], index


class _Pair(NamedTuple):
    right: int
    weight: int
    entry: int
    deals: int


class HonoursCount(PlainCount):
    """What the gate's engine does; see native/bind/exact.cpp."""

    def __init__(self, arrays: dict[str, Any]) -> None:
        super().__init__(arrays)
        self.need = [int(need) for need in arrays["need"]]
        self.small = int(arrays["small"][0])
        self.left, self.right = (_Half(arrays, half, self.owners) for half in (0, 1))
        self.start = [int(at) for at in arrays["accept_start"]]
        entries = zip(
            arrays["accept_right"].tolist(), arrays["accept_weight"].tolist(), strict=True
        )
        self.entry = list(entries)
        cells = groupby(range(len(self.right.ways)), key=lambda cell: self.right.points[cell])
        self.cells = {points: list(group) for points, group in cells}
        self.fill: dict[tuple[int, ...], int] = {}
        self.rows = [self._pairs(left) for left in range(len(self.left.ways))]
        self.row_ends = list(accumulate(sum(pair.deals for pair in row) for row in self.rows))

    def _pairs(self, left: int) -> list[_Pair]:
        """Return the right cells that a left cell can go with, with the deals of both."""
        pairs = []
        points = self.left.points[left]
        for entry in range(self.start[points], self.start[points + 1]):
            right_points, weight = self.entry[entry]
            for right in self.cells[right_points]:
                ways = self._ways_to_fill(left, right) * self.pool_ways * weight
                deals = self.left.ways[left] * self.right.ways[right] * ways
                if deals:
                    pairs.append(_Pair(right, weight, entry, deals))
        return pairs

    def _takes(self, left: int, right: int) -> tuple[int, ...]:
        """Return how many small cards every owner still needs."""
        held = zip(self.need, self.left.held[left], self.right.held[right], strict=True)
        return tuple(need - a - b for need, a, b in held)

    def _ways_to_fill(self, left: int, right: int) -> int:
        takes = self._takes(left, right)
        if takes not in self.fill:
            self.fill[takes] = 0 if min(takes) < 0 else multinomial(takes)
        return self.fill[takes]

    def total(self) -> int:
        """Return the number of deals, each as often as its weight says."""
        return self.row_ends[-1] if self.row_ends else 0

    def sizes(self) -> tuple[int, ...]:
        """Return cells, points and cells again, left and right; rows; pairs."""
        cells = (len(self.left.ways), len(self.right.ways))
        pairs = sum(map(len, self.rows))
        return (*cells, len(self.start) - 1, len(self.cells), *cells, cells[0], pairs)

    def accepted(self) -> int:
        """Return how many pairs of points are accepted."""
        return len(self.entry)

    def entries(self, low: UInt64Array, high: UInt64Array) -> None:
        """Fill in the deals of each accepted pair of points, weights left out."""
        deals = [0] * len(self.entry)
        for pair in (pair for row in self.rows for pair in row):
            deals[pair.entry] += pair.deals // pair.weight
        for at, number in enumerate(deals):
            store(number, at, low, high)

    def _deal(self, number: int) -> list[int]:
        left = bisect_right(self.row_ends, number)
        number -= self.row_ends[left - 1] if left else 0
        ends = list(accumulate(pair.deals for pair in self.rows[left]))
        at = bisect_right(ends, number)
        number -= ends[at - 1] if at else 0
        pair = self.rows[left][at]
        number, first = divmod(number, self.left.ways[left])
        number, second = divmod(number, self.right.ways[pair.right])
        takes = self._takes(left, pair.right)
        filling, number = pile(self.small, takes[:-1], number // pair.weight)
        parts = (self.left.place(left, first), self.right.place(pair.right, second), filling)
        owners = [a | b | c for a, b, c in zip(*parts, strict=True)]
        return self._seated(owners, number)

    def _number(self, owners: list[int], pool: int) -> int | None:
        (left, first), (right, second) = self.left.find(owners), self.right.find(owners)
        row = self.rows[left]
        at = next((at for at, pair in enumerate(row) if pair.right == right), None)
        if at is None:
            return None
        takes = self._takes(left, right)
        number = pile_rank([own & self.small for own in owners])
        number += pool * multinomial(takes)
        number *= row[at].weight
        number = (number * self.right.ways[right] + second) * self.left.ways[left] + first
        number += sum(pair.deals for pair in row[:at])
        return number + (self.row_ends[left - 1] if left else 0)
