"""Permutations of k of n different elements, and of a multiset."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from math import factorial, perm, prod
from typing import TYPE_CHECKING, Any

import numpy as np

from dealwright.base import kernels
from dealwright.base.errors import NumberingError
from dealwright.numbering.base import as_integer, brief
from dealwright.numbering.members import (
    MOST_COMPILED,
    WORD,
    Family,
    check_sizes,
    checked_choice,
    compiled,
    entries,
    number_array,
    row_array,
    small_dtype,
)

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

__all__ = ["MultisetPermutations", "Permutations"]

_SHORT = 1024  # up to this n, the set of remaining entries is stored even if k is small
_MOST_COMPILED = 20  # 20! is below 2^64
_BLOCK = 1 << 13  # rows processed at a time, so that their columns stay in the cache


class Permutations(Family[tuple[int, ...]]):
    """The k-permutations of 0 .. n-1 (by default k = n) in ``lex`` or ``swap`` order.

    ``lex`` is the order of ``itertools.permutations``; the number is the code of D. H. Lehmer (at
    each place, how many smaller entries are left; "Teaching combinatorial tricks to a computer",
    1960) read in the mixed radix n, n-1, ... ``swap``, for k = n, is the first numbering of Myrvold
    and Ruskey ("Ranking and unranking permutations in linear time", 2001): it exchanges instead of
    counting.

    >>> packs = Permutations(52)
    >>> packs.rank(range(52)), packs.size == packs.rank(range(51, -1, -1)) + 1
    (0, True)
    >>> Permutations(4, 2).unrank(11), list(Permutations(3, order="swap"))[:3]
    ((3, 2), [(1, 2, 0), (2, 0, 1), (1, 0, 2)])

    :raises NumberingError: if n or k is not an integer or negative, or the order is unknown
    """

    def __init__(self, n: int, k: int | None = None, order: str = "lex") -> None:
        self.n = as_integer(n, "n")
        self.k = self.n if k is None else as_integer(k, "k")
        self.order = checked_choice(order, ("lex", "swap"), "the order")
        check_sizes(self.n, None if k is None else self.k)
        if self.order == "swap" and self.k != self.n:
            raise NumberingError("the swap order numbers permutations of all n; leave k out")
        self._sparse = self.n > max(_SHORT, self.k * self.k)
        self._quick = self.order == "lex" and self.k <= self.n <= _MOST_COMPILED
        self._quick = self._quick and compiled()
        super().__init__(perm(self.n, self.k))

    def _arguments(self) -> tuple[Any, ...]:
        return (self.n,) if self.k == self.n else (self.n, self.k)

    def _options(self) -> dict[str, Any]:
        return {} if self.order == "lex" else {"order": self.order}

    def rank(self, item: Any) -> Any:
        """Return the number of a permutation.

        :raises NumberingError: if it is not a member
        """
        if self._quick:
            number = kernels.native_module().rank_permutation(self.n, self.k, item)
            if number is not None:
                return number
        return self._rank(item)

    def unrank(self, index: Any) -> Any:
        """Return the permutation with that number, 0 .. size-1.

        :raises NumberingError: if the number is out of range
        """
        if self._quick and type(index) is int and 0 <= index < self._size:
            return kernels.native_module().unrank_permutation(self.n, self.k, index)
        return super().unrank(index)

    @property
    def _has_runs(self) -> bool:
        return self.order == "lex" and self.n <= MOST_COMPILED and compiled()

    def _run(self, first: int, count: int) -> Iterator[tuple[int, ...]]:
        item = self._unrank(first)
        rest = tuple(sorted(set(range(self.n)) - set(item)))
        walk: Iterator[tuple[int, ...]] = kernels.native_module().arrangement_walk(
            self.n, item, rest, count
        )
        return walk

    def _rank(self, item: Any) -> int:
        values = entries(item, self.k, "a permutation", self.n)
        if len(set(values)) != self.k:
            duplicate = next(value for place, value in enumerate(values) if value in values[:place])
            raise NumberingError(f"{brief(duplicate)} occurs more than once in {brief(item)}")
        if self.order == "swap":
            return _swap_rank(values)
        if self._sparse:
            return _sparse_rank(values, self.n)
        left = (1 << self.n) - 1
        number = 0
        for base, value in zip(range(self.n, self.n - self.k, -1), values, strict=True):
            bit = 1 << value
            number = number * base + (left & (bit - 1)).bit_count()
            left ^= bit
        return number

    def _unrank(self, index: int) -> tuple[int, ...]:
        if self.order == "swap":
            return _swap_unrank(index, self.n)
        code = []
        for base in range(self.n - self.k + 1, self.n + 1):
            index, digit = divmod(index, base)
            code.append(digit)
        if self._sparse:
            return _sparse_unrank(code)
        left = list(range(self.n))
        return tuple(map(left.pop, reversed(code)))

    def _next(self, item: tuple[int, ...], index: int) -> tuple[int, ...]:
        if self._sparse or self.order == "swap":
            return self._unrank(index + 1)
        values = list(item)
        left = self._left(item)
        for place in range(self.k - 1, -1, -1):
            above = left >> values[place]
            left |= 1 << values[place]
            if above:  # the smallest entry left that is larger
                values[place] += (above & -above).bit_length() - 1
                left ^= 1 << values[place]
                for after in range(place + 1, self.k):
                    values[after] = (left & -left).bit_length() - 1
                    left &= left - 1
                break
        return tuple(values)

    def _previous(self, item: tuple[int, ...], index: int) -> tuple[int, ...]:
        if self._sparse or self.order == "swap":
            return self._unrank(index - 1)
        values = list(item)
        left = self._left(item)
        for place in range(self.k - 1, -1, -1):
            under = left & ((1 << values[place]) - 1)
            left |= 1 << values[place]
            if under:  # the largest entry left that is smaller
                values[place] = under.bit_length() - 1
                left ^= 1 << values[place]
                for after in range(place + 1, self.k):
                    values[after] = left.bit_length() - 1
                    left ^= 1 << values[after]
                break
        return tuple(values)

    def _left(self, item: tuple[int, ...]) -> int:
        """Return the entries that are not in a member, as a mask."""
        return (1 << self.n) - 1 - sum(1 << value for value in item)

    def rank_array(self, rows: ArrayLike) -> NDArray[np.uint64]:
        """Return the lex numbers of rows, uint64[n_rows] for integers[n_rows, k].

        >>> Permutations(20).rank_array([range(20), range(19, -1, -1)])
        array([                  0, 2432902008176639999], dtype=uint64)

        :raises NumberingError: if a row is not a member, the order is not lex, or numbers need
            more than 64 bits (n over 20 for whole permutations)
        """
        self._fits()
        array = row_array(rows, self.k, "a permutation")
        for value in (int(array.min()), int(array.max())) if array.size else ():
            if not 0 <= value < self.n:
                raise NumberingError(f"an entry {value:,} is not one of 0 to {self.n - 1:,}")
        array = array.astype(small_dtype(self.n), copy=False)
        numbers = np.zeros(len(array), dtype=np.uint64)
        for first in range(0, len(array), _BLOCK):
            block = array[first : first + _BLOCK]
            number = numbers[first : first + _BLOCK]
            columns = np.ascontiguousarray(block.T)
            has_duplicate = np.zeros(len(block), dtype=np.bool_)
            for place, column in enumerate(columns):
                digit = column.copy()
                for before in columns[:place]:
                    digit -= before < column
                    has_duplicate |= before == column
                number *= np.uint64(self.n - place)
                number += digit
            if has_duplicate.any():
                bad = first + int(has_duplicate.argmax())
                raise NumberingError(f"row {bad:,} has an entry more than once")
        return numbers

    def unrank_array(self, numbers: ArrayLike) -> NDArray[Any]:
        """Return the lex permutations of numbers, [n_rows, k]: uint8, or wider if n > 256.

        >>> Permutations(4).unrank_array([0, 23])
        array([[0, 1, 2, 3],
               [3, 2, 1, 0]], dtype=uint8)

        :raises NumberingError: if a number is out of range, the order is not lex, or numbers need
            more than 64 bits
        """
        self._fits()
        left = number_array(numbers, self.size)
        dtype = small_dtype(self.n)
        rows = np.empty((len(left), self.k), dtype=dtype)
        for first in range(0, len(left), _BLOCK):
            number = left[first : first + _BLOCK]
            columns = np.empty((self.k, len(number)), dtype=dtype)
            for place in range(self.k - 1, -1, -1):
                base = np.uint64(self.n - place)
                upper = number // base
                columns[place] = number - upper * base
                number = upper
                for after in columns[place + 1 :]:  # indices into the entries left after this one
                    after += after >= columns[place]
            rows[first : first + _BLOCK] = columns.T
        return rows

    def _fits(self) -> None:
        if self.order != "lex":
            raise NumberingError("arrays are numbered in lex order only")
        if self.size >= WORD:
            raise NumberingError("the members do not have 64-bit numbers; go one by one")


def _sparse_rank(values: list[int], n: int) -> int:
    """Return the lex number of a few entries out of many."""
    taken: list[int] = []
    number = 0
    for base, value in zip(range(n, 0, -1), values, strict=False):
        index = bisect_left(taken, value)
        number = number * base + value - index
        taken.insert(index, value)
    return number


def _sparse_unrank(code: list[int]) -> tuple[int, ...]:
    """Return the entries of a Lehmer code, whose last digit comes first."""
    values: list[int] = []  # from the last; indices into the remaining entries
    for digit in code:
        values = [value + (value >= digit) for value in values]
        values.append(digit)
    return tuple(reversed(values))


def _swap_rank(values: list[int]) -> int:
    """Return the number of a permutation in swap order (Myrvold and Ruskey, rank1)."""
    values = values.copy()
    place = [0] * len(values)
    for index, value in enumerate(values):
        place[value] = index
    digits = []
    for last in range(len(values) - 1, 0, -1):
        digit, index = values[last], place[last]
        digits.append(digit)
        values[index] = digit  # the last entry is in its final place; it is not read again
        place[digit] = index
    number = 0
    for base, digit in enumerate(reversed(digits), 2):
        number = number * base + digit
    return number


def _swap_unrank(number: int, n: int) -> tuple[int, ...]:
    """Return the permutation of a number in swap order (Myrvold and Ruskey, unrank1)."""
    values = list(range(n))
    for base in range(n, 0, -1):
        number, digit = divmod(number, base)
        values[base - 1], values[digit] = values[digit], values[base - 1]
    return tuple(values)


class MultisetPermutations(Family[tuple[int, ...]]):
    """The distinct arrangements of a multiset in lex order; ``counts[i]`` copies of each i.

    There are N! / (counts[0]! counts[1]! ...), the multinomial coefficient. Among the arrangements
    of the remaining elements, the share that continue with i equals i's share of these elements;
    this gives the number position by position.

    >>> owners = MultisetPermutations([2, 2])
    >>> list(owners)
    [(0, 0, 1, 1), (0, 1, 0, 1), (0, 1, 1, 0), (1, 0, 0, 1), (1, 0, 1, 0), (1, 1, 0, 0)]
    >>> MultisetPermutations([13] * 4).size
    53644737765488792839237440000

    :raises NumberingError: if a count is not an integer, or negative
    """

    def __init__(self, counts: Sequence[int]) -> None:
        self.counts = tuple(entries(counts, None, "counts"))
        if any(count < 0 for count in self.counts):
            raise NumberingError(f"counts must not be negative: {brief(self.counts)}")
        self._total = sum(self.counts)
        super().__init__(factorial(self._total) // prod(map(factorial, self.counts)))
        self._has_runs_now = max(self._total, len(self.counts)) <= MOST_COMPILED and compiled()
        self._quick = self._has_runs_now and self._size < WORD

    @property
    def _has_runs(self) -> bool:
        return self._has_runs_now

    def _run(self, first: int, count: int) -> Iterator[tuple[int, ...]]:
        walk: Iterator[tuple[int, ...]] = kernels.native_module().arrangement_walk(
            len(self.counts), self._unrank(first), (), count
        )
        return walk

    def rank(self, item: Any) -> Any:
        """Return the number of an arrangement.

        :raises NumberingError: if it is not a member
        """
        if self._quick:
            number = kernels.native_module().rank_arrangement(self.counts, self._size, item)
            if number is not None:
                return number
        return self._rank(item)

    def unrank(self, index: Any) -> Any:
        """Return the arrangement with that number, 0 .. size-1.

        :raises NumberingError: if the number is out of range
        """
        if self._quick and type(index) is int and 0 <= index < self._size:
            return kernels.native_module().unrank_arrangement(self.counts, self._size, index)
        return super().unrank(index)

    def _arguments(self) -> tuple[Any, ...]:
        return (self.counts,)

    def _rank(self, item: Any) -> int:
        values = entries(item, self._total, "an arrangement", len(self.counts))
        left = list(self.counts)
        number, ways = 0, self.size
        for length, value in zip(range(self._total, 0, -1), values, strict=True):
            if left[value] == 0:
                raise NumberingError(
                    f"{brief(item)} has too many of kind {value:,}; there are "
                    f"{brief(self.counts[value])}"
                )
            number += ways * sum(left[:value]) // length
            ways = ways * left[value] // length
            left[value] -= 1
        return number

    def _unrank(self, index: int) -> tuple[int, ...]:
        left = list(self.counts)
        ways = self.size
        values = []
        for length in range(self._total, 0, -1):
            value, ways_here = 0, ways * left[0] // length
            while index >= ways_here:
                index -= ways_here
                value += 1
                ways_here = ways * left[value] // length
            values.append(value)
            left[value] -= 1
            ways = ways_here
        return tuple(values)

    def _next(self, item: tuple[int, ...], index: int) -> tuple[int, ...]:
        # Narayana Pandita's step (Knuth, TAOCP 7.2.1.2, Algorithm L)
        place = len(item) - 2
        while item[place] >= item[place + 1]:
            place -= 1
        tail = list(item[:place:-1])
        successor = next(i for i, value in enumerate(tail) if value > item[place])
        head, tail[successor] = tail[successor], item[place]
        return (*item[:place], head, *tail)

    def _previous(self, item: tuple[int, ...], index: int) -> tuple[int, ...]:
        place = len(item) - 2
        while item[place] <= item[place + 1]:
            place -= 1
        tail = list(item[:place:-1])
        predecessor = next(i for i, value in enumerate(tail) if value < item[place])
        head, tail[predecessor] = tail[predecessor], item[place]
        return (*item[:place], head, *tail)
