"""Layouts: the ways to deal the other two hands when two are known, grouped in classes.

Two layouts share a class if one of the other hands, the *first*, holds equally many cards of every
run. A run is a set of a suit's unknown cards between two known cards that separate them; coarse
classes ignore low known cards as separators.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from math import comb
from typing import TYPE_CHECKING, Any

import numpy as np

from dealwright.base.errors import ArgumentError
from dealwright.cards import Rank, Seat, Suit
from dealwright.deals.hand_columns import bit_counts
from dealwright.planning.sampling.evaluation import truth_of

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from dealwright.base.kernels.stopping import StopFlag
    from dealwright.conditions.nodes import Node

__all__ = ["COARSE", "LAYOUTS", "Fits", "Layouts"]

LAYOUTS = comb(26, 13)
COARSE = ("nines", "sevens", "top", "fine")  # coarse to fine: the known cards that separate
_LEAST_RANK = {"nines": Rank.TEN, "sevens": Rank.EIGHT, "top": Rank.TWO, "fine": Rank.TWO}
_SUIT = 8191
_AT_ONCE = 1 << 19  # layouts tested in one call


@dataclass(frozen=True)
class _Half:
    """The ways to give the first hand cards of two suits, by number of cards, then by class.

    ``cards`` are masks, uint64[rows]; ``starts[k]`` are the rows at which the classes of k cards
    begin, with the end.
    """

    cards: NDArray[np.uint64]
    starts: tuple[NDArray[np.int64], ...]


class Layouts:
    """All layouts of two unknown hands, and their classes.

    Classes are numbered from 0. ``sizes`` are their numbers of layouts, int64[classes], which add
    up to 10,400,600.

    :raises ArgumentError: if not exactly two hands of 13 cards are known
    """

    def __init__(self, hands: tuple[int, int, int, int], coarse: str = "sevens") -> None:
        self.coarse = coarse
        self._hands = hands
        known_seats = [seat for seat in Seat if hands[seat].bit_count() == 13]
        if len(known_seats) != 2 or sum(map(int.bit_count, hands)) != 26:
            raise ArgumentError("give two hands of 13 cards, and no cards of the other two")
        self.first, self.second = (seat for seat in Seat if seat not in known_seats)
        self._free = ((1 << 52) - 1) & ~(hands[known_seats[0]] | hands[known_seats[1]])
        runs = [self._runs(suit, hands[known_seats[0]], hands[known_seats[1]]) for suit in Suit]
        self._suits = runs
        widths = [sum(map(int.bit_count, suit_runs)) for suit_runs in runs]
        by_width = sorted(range(4), key=lambda suit: -widths[suit])
        pairs = [(by_width[0], by_width[3]), (by_width[1], by_width[2])]
        self._rows, self._columns = (_half(runs[a], runs[b]) for a, b in pairs)
        # classes of block k (the first hand has k cards of the rows' suits) come one after another
        blocks = list[tuple[int, int]]()
        for k in range(14):
            blocks.append((len(self._rows.starts[k]) - 1, len(self._columns.starts[13 - k]) - 1))
        counts = [max(0, a) * max(0, b) for a, b in blocks]
        self._begin = np.concatenate([[0], np.cumsum(counts, dtype=np.int64)])
        self._across = np.array([max(0, b) for _, b in blocks])
        sizes = [
            np.outer(np.diff(self._rows.starts[k]), np.diff(self._columns.starts[13 - k])).ravel()
            for k in range(14)
        ]
        self.sizes = np.concatenate(sizes).astype(np.int64)

    def __len__(self) -> int:
        return len(self.sizes)

    def _runs(self, suit: Suit, first_hand: int, second_hand: int) -> list[int]:
        """Return the masks of a suit's runs, from the ace down."""
        shift = 13 * suit
        least = int(_LEAST_RANK[self.coarse])
        lengths = [(hand >> shift & _SUIT).bit_count() for hand in (first_hand, second_hand)]
        most = max(lengths) if self.coarse == "top" else 13
        runs, current, seen = list[int](), 0, 0
        for rank in range(12, -1, -1):
            card = 1 << (shift + rank)
            if self._free & card:
                current |= card
                continue
            seen += 1
            if rank >= least and seen <= most and current:
                runs.append(current)
                current = 0
        return [*runs, current] if current else runs

    def counts_of(self, firsts: NDArray[np.uint64]) -> NDArray[np.int64]:
        """Return the first hand's cards of each run, int64[n, runs]; equal rows are one class."""
        runs = [run for suit in self._suits for run in suit]
        counts = np.empty((len(firsts), len(runs)), dtype=np.int64)
        for column, run in enumerate(runs):
            counts[:, column] = bit_counts(firsts & np.uint64(run))
        return counts

    @property
    def suits(self) -> list[slice]:
        """The columns of ``counts_of`` that belong to each suit."""
        ends = np.cumsum([0, *map(len, self._suits)], dtype=np.int64).tolist()
        return [slice(a, b) for a, b in pairwise(ends)]

    def examples(self) -> NDArray[np.uint64]:
        """Return a first hand of each class, uint64[classes]."""
        hands = list[Any]()
        for k in range(14):
            rows, columns = self._rows.starts[k], self._columns.starts[13 - k]
            down, across = self._rows.cards[rows[:-1]], self._columns.cards[columns[:-1]]
            hands.append((down[:, None] | across[None, :]).ravel())
        return np.concatenate(hands)

    def masks(self, firsts: NDArray[np.uint64]) -> NDArray[np.uint64]:
        """Return the deals in which the first hand has these cards, uint64[n, 4]."""
        deals = np.empty((len(firsts), 4), dtype=np.uint64)
        for seat in Seat:
            deals[:, seat] = self._hands[seat]
        deals[:, self.first] = firsts
        deals[:, self.second] = np.uint64(self._free) & ~firsts
        return deals

    def fits(self, condition: Node | None, stop: StopFlag | None = None) -> Fits:
        """Return which layouts satisfy a condition, testing every layout.

        :raises Stopped: if the flag was set before it was done
        """
        if condition is None:
            return Fits(self, None, self.sizes)
        blocks, counts = [], []
        for k, rows, columns in self._blocks():
            truth = np.zeros((len(rows), len(columns)), dtype=np.bool_)
            step = max(1, _AT_ONCE // max(1, len(columns)))
            for start in range(0, len(rows), step):
                if stop is not None:
                    stop.check()
                firsts = (rows[start : start + step, None] | columns[None, :]).ravel()
                satisfied = truth_of(condition, self.masks(firsts))
                truth[start : start + step] = satisfied.reshape(-1, len(columns))
            blocks.append(truth)
            if truth.size:
                across, down = (
                    (starts[:-1] - starts[0]).astype(np.intp)  # reduceat takes no other integers
                    for starts in (self._columns.starts[13 - k], self._rows.starts[k])
                )
                sums = np.add.reduceat(truth, across, axis=1, dtype=np.int64)
                counts.append(np.add.reduceat(sums, down, axis=0).ravel())
        return Fits(self, tuple(blocks), np.concatenate(counts))

    def _blocks(self) -> Iterator[tuple[int, NDArray[np.uint64], NDArray[np.uint64]]]:
        for k in range(14):
            rows, columns = self._rows.starts[k], self._columns.starts[13 - k]
            if len(rows) < 2 or len(columns) < 2:
                no_hands = np.zeros(0, dtype=np.uint64)
                yield k, no_hands, no_hands
                continue
            yield (
                k,
                self._rows.cards[rows[0] : rows[-1]],
                self._columns.cards[columns[0] : columns[-1]],
            )

    def place(self, number: int) -> tuple[int, slice, slice]:
        """Return the block of a class, and its rows and columns within the block."""
        k = int(np.searchsorted(self._begin, number, side="right")) - 1
        row, column = divmod(number - int(self._begin[k]), int(self._across[k]))
        rows, columns = self._rows.starts[k], self._columns.starts[13 - k]
        return (
            k,
            slice(int(rows[row] - rows[0]), int(rows[row + 1] - rows[0])),
            slice(int(columns[column] - columns[0]), int(columns[column + 1] - columns[0])),
        )

    def cards(self, number: int) -> tuple[NDArray[np.uint64], int, slice, slice]:
        """Return the first hands of a class's layouts, uint64[rows, columns], and its place."""
        k, rows, columns = self.place(number)
        first, other = self._rows.starts[k][0], self._columns.starts[13 - k][0]
        down = self._rows.cards[first + rows.start : first + rows.stop]
        across = self._columns.cards[other + columns.start : other + columns.stop]
        return down[:, None] | across[None, :], k, rows, columns


class Fits:
    """The layouts that satisfy a condition: ``counts`` by class, int64[classes]."""

    def __init__(
        self,
        layouts: Layouts,
        truth: tuple[NDArray[np.bool_], ...] | None,
        counts: NDArray[np.int64],
    ) -> None:
        self.layouts, self.counts = layouts, counts
        self._truth = truth

    @property
    def total(self) -> int:
        """The number of layouts that satisfy the condition."""
        return int(self.counts.sum())

    def members(self, number: int) -> NDArray[np.uint64]:
        """Return the first hands of the layouts of a class that fit, uint64[n]."""
        cards, k, rows, columns = self.layouts.cards(number)
        if self._truth is None:
            return cards.ravel()
        return cards[self._truth[k][rows, columns]]


def _half(first: list[int], other: list[int]) -> _Half:
    """Return the ways to take cards of two suits, whose runs are given."""
    cards = np.zeros(1, dtype=np.uint64)
    classes = np.zeros(1, dtype=np.int64)
    for run in (*first, *other):
        ways, number = _subsets(run)
        cards = (cards[:, None] | ways[None, :]).ravel()
        classes = (classes[:, None] * (run.bit_count() + 1) + number[None, :]).ravel()
    sizes = bit_counts(cards).astype(np.int64)
    order = np.lexsort((cards, classes, sizes))
    cards, classes, sizes = cards[order], classes[order], sizes[order]
    starts = []
    for k in range(14):
        low, high = np.searchsorted(sizes, [k, k + 1])
        changes = np.flatnonzero(np.diff(classes[low:high])) + 1 + low
        bounds_ = [[low], changes, [high]] if high > low else [[low]]
        starts.append(np.concatenate(bounds_).astype(np.int64))
    return _Half(cards, tuple(starts))


def _subsets(run: int) -> tuple[NDArray[np.uint64], NDArray[np.int64]]:
    """Return the subsets of a run's cards and how many cards each has."""
    cards = np.zeros(1, dtype=np.uint64)
    while run:
        low = run & -run
        cards = np.concatenate([cards, cards | np.uint64(low)])
        run ^= low
    return cards, bit_counts(cards).astype(np.int64)
