"""Tuples of digits in a mixed radix."""

from __future__ import annotations

from math import prod
from typing import TYPE_CHECKING, Any

import numpy as np

from dealwright.base.errors import NumberingError
from dealwright.numbering.base import as_integer, brief
from dealwright.numbering.members import WORD, Family, entries, number_array, row_array, small_dtype

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

__all__ = ["Products"]


class Products(Family[tuple[int, ...]]):
    """The tuples (d1, ..., dk) of digits 0 <= di < sizes[i], the last digit changing fastest.

    The order is that of ``itertools.product(*map(range, sizes))``. The number is the tuple read in
    the mixed radix of the sizes (Knuth, TAOCP 4.1).

    >>> hands = Products(4, 13)
    >>> hands.size, hands.unrank(14), hands.rank((3, 12))
    (52, (1, 1), 51)

    :raises NumberingError: if a size is not an integer, or negative
    """

    def __init__(self, *sizes: int) -> None:
        self.sizes = tuple(as_integer(size, "a size") for size in sizes)
        if any(size < 0 for size in self.sizes):
            raise NumberingError(f"sizes must not be negative: {brief(self.sizes)}")
        super().__init__(prod(self.sizes))

    def _arguments(self) -> tuple[Any, ...]:
        return self.sizes

    def _rank(self, item: Any) -> int:
        number = 0
        for digit, size in zip(
            entries(item, len(self.sizes), "a product"), self.sizes, strict=True
        ):
            if not 0 <= digit < size:
                raise NumberingError(
                    f"{brief(digit)} in {brief(item)} is not one of 0 to {brief(size - 1)}"
                )
            number = number * size + digit
        return number

    def _unrank(self, index: int) -> tuple[int, ...]:
        digits = []
        for size in reversed(self.sizes):
            index, digit = divmod(index, size)
            digits.append(digit)
        return tuple(reversed(digits))

    def _next(self, item: tuple[int, ...], index: int) -> tuple[int, ...]:
        place = len(item) - 1
        while item[place] == self.sizes[place] - 1:
            place -= 1
        return (*item[:place], item[place] + 1, *(0 for _ in item[place + 1 :]))

    def _previous(self, item: tuple[int, ...], index: int) -> tuple[int, ...]:
        place = len(item) - 1
        while item[place] == 0:
            place -= 1
        return (*item[:place], item[place] - 1, *(size - 1 for size in self.sizes[place + 1 :]))

    def rank_array(self, rows: ArrayLike) -> NDArray[np.uint64]:
        """Return the numbers of rows of digits, uint64[n_rows] for integers[n_rows, len(sizes)].

        >>> Products(4, 13).rank_array([[1, 1], [3, 12]])
        array([14, 51], dtype=uint64)

        :raises NumberingError: if a row is not a member, or the size exceeds 2^64
        """
        array = row_array(rows, len(self.sizes), "a product")
        if self.size > WORD:
            raise NumberingError("the members do not have 64-bit numbers; use rank one by one")
        numbers = np.zeros(len(array), dtype=np.uint64)
        if len(array) == 0:
            return numbers
        for column, size in zip(array.T, self.sizes, strict=True):
            low, high = int(column.min()), int(column.max())
            if low < 0 or high >= size:
                bad = low if low < 0 else high
                raise NumberingError(f"a digit {bad:,} is not one of 0 to {size - 1:,}")
            if size > 1:  # a size of 2^64 stands alone, and does not fit its own dtype
                numbers *= np.uint64(size % WORD)
                numbers += column.astype(np.uint64)
        return numbers

    def unrank_array(self, numbers: ArrayLike) -> NDArray[Any]:
        """Return the digits of numbers, [n_rows, len(sizes)] of the smallest dtype that holds all.

        >>> Products(4, 13).unrank_array([14, 51])
        array([[ 1,  1],
               [ 3, 12]], dtype=uint8)

        :raises NumberingError: if a number is out of range, or the size exceeds 2^64
        """
        left = number_array(numbers, self.size)
        dtype = small_dtype(max(self.sizes, default=1))
        rows = np.zeros((len(left), len(self.sizes)), dtype=dtype)
        for place in range(len(self.sizes) - 1, -1, -1):
            size = self.sizes[place]
            if size == WORD:
                rows[:, place], left = left, np.zeros_like(left)
            elif size > 1:
                upper = left // np.uint64(size)
                rows[:, place] = left - upper * np.uint64(size)
                left = upper
        return rows
