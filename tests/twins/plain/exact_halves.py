"""The twin of the exact engine's halves: suits, states, layouts and their numbers."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise, product, takewhile
from math import comb
from typing import Any, NamedTuple, TypeVar

import numpy as np

__all__ = ["Half", "Place", "Row", "State", "Suit", "chosen", "colex", "subset"]

State = tuple[int, ...]  # a class of each automaton
Owners = list[int]  # a mask for each owner
Part = TypeVar("Part")


class Row(NamedTuple):
    counts: tuple[int, ...]  # small cards of each owner
    ways: int
    letters: tuple[int, ...]  # one for each automaton


class Suit:
    """A suit: its assignments of honours by class, and its rows of small cards by kind."""

    def __init__(self, arrays: dict[str, Any], place: int, owners: int, automata: int) -> None:
        def part(name: str) -> list[int]:
            return [int(x) for x in arrays[f"suit{place}.{name}"].tolist()]

        self.shift, self.small, self.honours = part("place")
        self.assignments = np.reshape(part("assignment"), (-1, 4))[:, :owners].tolist()
        self.number = {tuple(masks): i for i, masks in enumerate(self.assignments)}
        self.kind, self.points = part("class_kind"), part("class_points")
        self.first, self.size = part("class_first"), part("class_size")
        letters = np.reshape(part("row_letters"), (-1, automata)).tolist()
        rows = [
            Row(tuple(counts >> 8 * owner & 255 for owner in range(owners)), ways, tuple(letter))
            for counts, ways, letter in zip(
                part("row_counts"), part("row_ways"), letters, strict=True
            )
        ]
        self.rows = [rows[begin:end] for begin, end in pairwise(part("row_start"))]

    def deal_small(self, row: Row, index: int) -> Owners:
        """Return each owner's small cards: owner after owner a colex rank, lowest digit first."""
        left, dealt = self.small, []
        for take in row.counts[:-1]:
            index, rank = divmod(index, comb(left.bit_count(), take))
            dealt.append(subset(left, take, rank))
            left ^= dealt[-1]
        return [*dealt, left]

    def rank_small(self, held: Owners) -> int:
        """Return the inverse of ``deal_small``."""
        left, index, scale = self.small, 0, 1
        for own in (mask & self.small for mask in held[:-1]):
            index += scale * colex(own, left)
            scale *= comb(left.bit_count(), own.bit_count())
            left ^= own
        return index

    def place(self, owners: Owners) -> Place | None:
        """Return where the suit's cards stand, None where no layout of the model has them."""
        held = [mask >> self.shift & 8191 for mask in owners]
        number = self.number.get(tuple(mask & self.honours for mask in held))
        if number is None:
            return None
        cls = bisect_right(self.first, number) - 1
        counts = tuple((mask & self.small).bit_count() for mask in held)
        for row in self.rows[self.kind[cls]]:
            if row.counts == counts:
                return Place(cls, number - self.first[cls], row, self.rank_small(held))
        return None


class Place(NamedTuple):
    cls: int
    assignment: int  # within its class
    row: Row
    small: int  # the number of the small cards within the row


class Half:
    """Two suits: ways of their small cards by kinds and state, honours by points, and layouts."""

    def __init__(
        self, arrays: dict[str, Any], half: int, suits: Sequence[Suit], automata: int
    ) -> None:
        self.x, self.y = suits
        self.compose = []
        for j in range(automata):
            width = int(arrays[f"letters{2 * half + 1}"][j])
            self.compose.append(np.reshape(arrays[f"compose{half}.{j}"], (-1, width)).tolist())
        self.states: dict[State, int] = {}  # numbered as they appear
        self.small: dict[tuple[int, int], dict[int, int]] = {}
        for kinds in product(range(len(self.x.rows)), range(len(self.y.rows))):
            ways: dict[int, int] = {}
            for first, second, state in self.row_pairs(kinds):
                at = self.states.setdefault(state, len(self.states))
                ways[at] = ways.get(at, 0) + first.ways * second.ways
            if ways:
                self.small[kinds] = ways
        add = np.reshape(arrays[f"add_points{half}"], (-1, max(self.y.points, default=0) + 1))
        self.add_points = add.tolist()
        self.honours = self._classes_by_points()
        self.splits: dict[tuple[tuple[int, int], int], list[tuple[Row, Row]]] = {}
        self.layouts = self._layouts()

    def _classes_by_points(self) -> dict[int, list[tuple[int, int]]]:
        """Return the pairs of classes of each points, by their kinds, then by the classes."""
        found: dict[int, list[tuple[int, int]]] = {}
        for c, d in product(range(len(self.x.kind)), range(len(self.y.kind))):
            if self.points_of(c, d) >= 0 and self.kinds(c, d) in self.small:
                found.setdefault(self.points_of(c, d), []).append((c, d))
        for classes in found.values():
            classes.sort(key=lambda pair: self.kinds(*pair))  # stable
        return found

    def _layouts(self) -> list[dict[int, int]]:
        """Return, for each state, the layouts of each points."""
        layouts: list[dict[int, int]] = [{} for _ in self.states]
        for points, classes in self.honours.items():
            by_kinds: dict[tuple[int, int], int] = {}
            for c, d in classes:
                kinds = self.kinds(c, d)
                by_kinds[kinds] = by_kinds.get(kinds, 0) + self.honour_ways(c, d)
            for kinds, ways_honours in by_kinds.items():
                for at, ways_small in self.small[kinds].items():
                    layouts[at][points] = layouts[at].get(points, 0) + ways_honours * ways_small
        return layouts

    def kinds(self, c: int, d: int) -> tuple[int, int]:
        return self.x.kind[c], self.y.kind[d]

    def points_of(self, c: int, d: int) -> int:
        """Return the points of a class of each suit, negative where they are refused."""
        return int(self.add_points[self.x.points[c]][self.y.points[d]])

    def honour_ways(self, c: int, d: int) -> int:
        return self.x.size[c] * self.y.size[d]

    def leaves(self, state: int, points: int) -> Iterator[tuple[tuple[int, int], int]]:
        """Yield pairs of classes that lead to a state and points, with their layouts."""
        for c, d in self.honours[points]:
            yield (c, d), self.honour_ways(c, d) * self.small[self.kinds(c, d)].get(state, 0)

    def state_of(self, first: Row, second: Row) -> State | None:
        letters = zip(self.compose, first.letters, second.letters, strict=True)
        state = tuple(table[a][b] for table, a, b in letters)
        return state if min(state) >= 0 else None

    def row_pairs(self, kinds: tuple[int, int]) -> Iterator[tuple[Row, Row, State]]:
        """Yield the pairs of rows of two kinds that no automaton refuses, and their states."""
        for first, second in product(self.x.rows[kinds[0]], self.y.rows[kinds[1]]):
            state = self.state_of(first, second)
            if state is not None:
                yield first, second, state

    def split(self, kinds: tuple[int, int], state: int) -> list[tuple[Row, Row]]:
        """Return the pairs of rows of two kinds that lead to a state, in order; kept once made."""
        if (kinds, state) not in self.splits:
            for first, second, found in self.row_pairs(kinds):
                key = kinds, self.states[found]
                self.splits.setdefault(key, []).append((first, second))
        return self.splits[kinds, state]

    def unrank(self, state: int, points: int, index: int) -> Owners:
        """Return the owners' cards of a layout: classes first, then small cards above honours."""
        (c, d), index = chosen(self.leaves(state, points), index)
        small, honour = divmod(index, self.honour_ways(c, d))
        own, other = divmod(honour, self.y.size[d])
        pairs = self.split(self.kinds(c, d), state)
        (first, second), small = chosen(
            ((pair, pair[0].ways * pair[1].ways) for pair in pairs), small
        )
        low, high = divmod(small, second.ways)
        dealt = (
            (self.x.shift, self.x.assignments[self.x.first[c] + own]),
            (self.x.shift, self.x.deal_small(first, low)),
            (self.y.shift, self.y.assignments[self.y.first[d] + other]),
            (self.y.shift, self.y.deal_small(second, high)),
        )
        owners = [0] * len(first.counts)
        for shift, masks in dealt:
            owners = [have | mask << shift for have, mask in zip(owners, masks, strict=True)]
        return owners

    def find(self, owners: Owners) -> tuple[State, int, Place, Place] | None:
        """Return the state and the points of owners' cards, None where there is no such half."""
        first, second = self.x.place(owners), self.y.place(owners)
        if first is None or second is None:
            return None
        state, points = self.state_of(first.row, second.row), self.points_of(first.cls, second.cls)
        return None if state is None or points < 0 else (state, points, first, second)

    def rank(self, state: int, points: int, first: Place, second: Place) -> int:
        """Return the inverse of ``unrank``."""
        c, d = first.cls, second.cls
        leaves = takewhile(lambda leaf: leaf[0] != (c, d), self.leaves(state, points))
        before = sum(ways for _, ways in leaves)
        honour = first.assignment * self.y.size[d] + second.assignment
        pairs = self.split(self.kinds(c, d), state)
        earlier = pairs[: pairs.index((first.row, second.row))]
        small = sum(a.ways * b.ways for a, b in earlier)
        small += first.small * second.row.ways + second.small
        return before + small * self.honour_ways(c, d) + honour


def chosen(parts: Iterable[tuple[Part, int]], index: int) -> tuple[Part, int]:
    """Return the part that an index falls in, parts laid end to end, and the index within it."""
    for part, ways in parts:
        if index < ways:
            return part, index
        index -= ways
    raise IndexError(index)


def colex(own: int, pool: int) -> int:
    """Return the colex rank of a subset of the pool's cards (Knuth 7.2.1.3, Theorem L)."""
    places = [place for place, card in enumerate(_cards(pool)) if own >> card & 1]
    return sum(comb(place, j) for j, place in enumerate(places, start=1))


def subset(pool: int, size: int, rank: int) -> int:
    """Return the inverse of ``colex``: greedily the highest place that still fits."""
    cards, found = _cards(pool), 0
    for j in range(size, 0, -1):
        place = next(p for p in range(len(cards) - 1, -1, -1) if comb(p, j) <= rank)
        rank -= comb(place, j)
        found |= 1 << cards[place]
    return found


def _cards(pool: int) -> list[int]:
    return [card for card in range(52) if pool >> card & 1]
