"""Choices with repetition: combinations with replacement, and sub-multisets."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import pairwise
from math import comb
from operator import add, sub
from typing import Any

from dealwright.base import kernels
from dealwright.base.errors import NumberingError
from dealwright.numbering.base import as_integer, brief
from dealwright.numbering.combinations import Combinations
from dealwright.numbering.compositions import Compositions
from dealwright.numbering.members import (
    MOST_COMPILED,
    WORD,
    Family,
    check_sizes,
    checked_choice,
    compiled,
    entries,
)
from dealwright.numbering.subset_orders import colex_rank, colex_unrank

__all__ = ["CombinationsWithReplacement", "Multisets"]


class CombinationsWithReplacement(Family[tuple[int, ...]]):
    """The non-decreasing k-tuples of 0 .. n-1, in ``lex`` or ``colex`` order.

    ``lex`` is the order of ``itertools.combinations_with_replacement``; ``colex`` compares the
    last entries first. Adding 0, 1, ..., k-1 to the entries makes them a k-subset of
    {0 .. n+k-2}, in the same order: the size is C(n+k-1, k), and the number is the subset's in the
    combinatorial number system (Knuth, TAOCP 7.2.1.3).

    >>> pairs = CombinationsWithReplacement(13, 2)
    >>> pairs.size, pairs.unrank(13), pairs.rank((12, 12))
    (91, (1, 1), 90)
    >>> list(CombinationsWithReplacement(3, 2, order="colex"))
    [(0, 0), (0, 1), (1, 1), (0, 2), (1, 2), (2, 2)]

    :raises NumberingError: if n or k is not an integer or negative, or the order is unknown
    """

    def __init__(self, n: int, k: int, order: str = "lex") -> None:
        self.n = as_integer(n, "n")
        self.k = as_integer(k, "k")
        self.order = checked_choice(order, ("lex", "colex"), "the order")
        check_sizes(self.n, self.k)
        super().__init__(comb(self.n + self.k - 1, self.k) if self.n else int(self.k == 0))
        self._steps = tuple(range(self.k))
        self._subsets = Combinations(max(self.n + self.k - 1, 0), self.k, self.order)

    def rank(self, item: Any) -> Any:
        """Return the number of a combination with replacement.

        :raises NumberingError: if it is not a member
        """
        # a subset may be given descending; a tuple that ends no lower than it begins is ascending
        if type(item) is tuple and len(item) == self.k and item and item[0] <= item[-1]:
            number = self._subsets.quick_rank(tuple(map(add, item, self._steps)))
            if number is not None:
                return number
        return self._rank(item)

    def unrank(self, index: Any) -> Any:
        """Return the combination with replacement of that number, 0 .. size-1.

        :raises NumberingError: if the number is out of range
        """
        if type(index) is int and 0 <= index < self._size and self.n:
            return tuple(map(sub, self._subsets.unrank(index), self._steps))
        return super().unrank(index)

    @property
    def _has_runs(self) -> bool:
        return compiled() and 0 < self.k <= MOST_COMPILED and self.n <= MOST_COMPILED

    def _run(self, first: int, count: int) -> Iterator[tuple[int, ...]]:
        walk: Iterator[tuple[int, ...]] = kernels.native_module().repeating_walk(
            self.n, self.order == "lex", self._unrank(first), count
        )
        return walk

    def _arguments(self) -> tuple[Any, ...]:
        return (self.n, self.k)

    def _options(self) -> dict[str, Any]:
        return {} if self.order == "lex" else {"order": self.order}

    def _rank(self, item: Any) -> int:
        values = entries(item, self.k, "a combination with replacement", self.n)
        if any(after < before for before, after in pairwise(values)):
            raise NumberingError(f"{brief(item)} is not in ascending order")
        if self.order == "colex":
            return colex_rank([value + index for index, value in enumerate(values)])
        # lex is colex of the mirror image, from its end
        mirrored = [self.n - 1 - value + index for index, value in enumerate(reversed(values))]
        return self.size - 1 - colex_rank(mirrored)

    def _unrank(self, index: int) -> tuple[int, ...]:
        below = self.n + self.k - 1
        if self.order == "colex":
            positions = colex_unrank(index, self.k, below)
            return tuple(position - place for place, position in enumerate(positions))
        positions = colex_unrank(self.size - 1 - index, self.k, below)
        mirrored = [self.n - 1 - (position - place) for place, position in enumerate(positions)]
        return tuple(reversed(mirrored))

    def _next(self, item: tuple[int, ...], index: int) -> tuple[int, ...]:
        if self.order == "lex":
            position = self.k - 1
            while item[position] == self.n - 1:
                position -= 1
            return (*item[:position], *(item[position] + 1,) * (self.k - position))
        position = 0
        while position < self.k - 1 and item[position] == item[position + 1]:
            position += 1
        return (*(0,) * position, item[position] + 1, *item[position + 1 :])

    def _previous(self, item: tuple[int, ...], index: int) -> tuple[int, ...]:
        if self.order == "lex":
            position = self.k - 1
            while position and item[position] == item[position - 1]:
                position -= 1
            return (*item[:position], item[position] - 1, *(self.n - 1,) * (self.k - 1 - position))
        position = 0
        while item[position] == 0:
            position += 1
        return (*(item[position] - 1,) * (position + 1), *item[position + 1 :])


class Multisets(Family[tuple[int, ...]]):
    """The k-element sub-multisets of a multiset, as sorted tuples in lex order.

    ``counts[i]`` is how many elements of kind i there are. The order is that of the sorted
    distinct ``itertools.combinations`` of the multiset (``more_itertools.distinct_combinations``).
    A choice is its vector of counts, a bounded composition of k; lex order of the tuples is lex
    order of the vectors, backwards.

    >>> ranks = Multisets([4] * 13, 5)
    >>> ranks.size, ranks.unrank(0), ranks.rank((8, 9, 10, 11, 12))
    (6175, (0, 0, 0, 0, 1), 6102)
    >>> Multisets([2, 1, 1], 2).counts_of((0, 2))
    (1, 0, 1)

    :raises NumberingError: if k or a count is not an integer, or negative
    """

    def __init__(self, counts: Sequence[int], k: int) -> None:
        self.k = as_integer(k, "k")
        self.counts = tuple(entries(counts, None, "counts"))
        if self.k < 0 or any(count < 0 for count in self.counts):
            raise NumberingError(
                f"k and the counts must not be negative (k={self.k:,}, {brief(self.counts)})"
            )
        self._vectors = Compositions(self.k, len(self.counts), high=self.counts, order="lex")
        super().__init__(self._vectors.size)

    @cached_property
    def _core(self) -> Any:
        """The compiled tables; None if it has too many members, kinds or elements."""
        small = max(self.k, len(self.counts)) <= MOST_COMPILED and self._size < WORD
        if not (small and compiled()):
            return None
        return kernels.native_module().Multisets([min(c, self.k) for c in self.counts], self.k)

    @property
    def _has_runs(self) -> bool:
        return self._core is not None

    def _run(self, first: int, count: int) -> Iterator[tuple[int, ...]]:
        walk: Iterator[tuple[int, ...]] = self._core.walk(first, count)
        return walk

    def rank(self, item: Any) -> Any:
        """Return the number of a sub-multiset.

        :raises NumberingError: if it is not a member
        """
        number = None if self._core is None else self._core.rank(item)
        return self._rank(item) if number is None else number

    def unrank(self, index: Any) -> Any:
        """Return the sub-multiset with that number, 0 .. size-1.

        :raises NumberingError: if the number is out of range
        """
        if type(index) is int and 0 <= index < self._size and self._core is not None:
            return self._core.unrank(index)
        return super().unrank(index)

    def _arguments(self) -> tuple[Any, ...]:
        return (self.counts, self.k)

    def counts_of(self, item: Any) -> tuple[int, ...]:
        """Return a member as a vector of the number of elements of each kind.

        >>> Multisets([4, 4, 4], 3).counts_of((0, 2, 2))
        (1, 0, 2)

        :raises NumberingError: if it is not a member
        """
        values = entries(item, self.k, "a sub-multiset", len(self.counts))
        if any(after < before for before, after in pairwise(values)):
            raise NumberingError(f"{brief(item)} is not in ascending order")
        vector = self._vector(values)
        for kind, (copies, count) in enumerate(zip(vector, self.counts, strict=True)):
            if copies > count:
                raise NumberingError(
                    f"{brief(item)} has {copies:,} of kind {kind:,}; there are {count:,}"
                )
        return vector

    def from_counts(self, vector: Any) -> tuple[int, ...]:
        """Return the member with the given number of each kind; the inverse of ``counts_of``.

        >>> Multisets([4, 4, 4], 3).from_counts((1, 0, 2))
        (0, 2, 2)

        :raises NumberingError: if no member has that vector
        """
        self._vectors._rank(vector)
        return self._elements(tuple(as_integer(copies, "a count") for copies in vector))

    def _vector(self, values: Sequence[int]) -> tuple[int, ...]:
        vector = [0] * len(self.counts)
        for value in values:
            vector[value] += 1
        return tuple(vector)

    def _elements(self, vector: tuple[int, ...]) -> tuple[int, ...]:
        return tuple(kind for kind, copies in enumerate(vector) for _ in range(copies))

    def _rank(self, item: Any) -> int:
        return self.size - 1 - self._vectors._rank(self.counts_of(item))

    def _unrank(self, index: int) -> tuple[int, ...]:
        return self._elements(self._vectors._unrank(self.size - 1 - index))

    def _next(self, item: tuple[int, ...], index: int) -> tuple[int, ...]:
        vector = self._vectors._previous(self._vector(item), self.size - 1 - index)
        return self._elements(vector)

    def _previous(self, item: tuple[int, ...], index: int) -> tuple[int, ...]:
        vector = self._vectors._next(self._vector(item), self.size - 1 - index)
        return self._elements(vector)
