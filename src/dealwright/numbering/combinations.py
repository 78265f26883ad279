"""Combinations: the k-subsets of {0..n-1} as a numbered, sliceable, vectorised sequence."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from math import comb
from typing import TYPE_CHECKING, Any

import numpy as np

from dealwright.base import kernels
from dealwright.base.errors import NumberingError
from dealwright.base.kernels.subsets import ORDERS, SubsetKernels, subset_kernels
from dealwright.numbering.base import Numbering, as_integer, brief
from dealwright.numbering.members import check_sizes
from dealwright.numbering.subset_orders import rank_subset, unrank_subset

if TYPE_CHECKING:
    from typing import Annotated

    from numpy.typing import ArrayLike, NDArray

    from dealwright.answers.records import DIGITS, OneOf
    from dealwright.numbering.stream import Seed, Stream

__all__ = ["CombinationNumber", "Combinations"]

_CHUNK = 4096
_MOST_TABLED = 1 << 16  # the largest n for which tables of C(p, j) for all p < n are cached


@dataclass(frozen=True)
class CombinationNumber:
    """A combination with its number, which counts from 0, in an order of the k-subsets of n."""

    n: int
    k: int
    order: Annotated[str, OneOf(("colex", "lex", "gray", "block"))]
    combination: tuple[int, ...]
    number: Annotated[int, DIGITS]

    json_keys = ("n", "k", "order", "combination", "number", "of")

    @property
    def of(self) -> Annotated[int, DIGITS]:
        """The number of k-subsets."""
        return comb(self.n, self.k)


class Combinations(Numbering[tuple[int, ...]]):
    """The k-subsets of {0..n-1} in colex (default), lex, gray or block order.

    A member is a tuple of ascending positions; ``rank`` also takes descending ones. ``rank`` and
    ``unrank`` take one member or number, or an array: positions [m, k] of any integer type, numbers
    uint64[m] (Python ints, dtype object, where the members exceed 2^64 or n 65,536). ``rank_masks``
    and ``unrank_masks`` take and return masks of up to 64 bits. Arguments are never changed.

    >>> hands = Combinations(13, 5)
    >>> hands.size, hands.rank((12, 11, 10, 9, 8)), hands[-1], hands.unrank(0)
    (1287, 1286, (8, 9, 10, 11, 12), (0, 1, 2, 3, 4))
    >>> hands.rank(hands.unrank([5, 700])), hands.unrank_masks([0])
    (array([  5, 700], dtype=uint64), array([31], dtype=uint64))
    >>> list(Combinations(4, 2, order="gray"))
    [(0, 1), (1, 2), (0, 2), (2, 3), (1, 3), (0, 3)]

    :raises NumberingError: if n or k is negative, or the order unknown; block order has n <= 52 and
        k <= 13
    """

    def __init__(self, n: int, k: int, order: str = "colex") -> None:
        self.n, self.k, self.order = as_integer(n, "n"), as_integer(k, "k"), order
        check_sizes(self.n, self.k)
        if order not in ORDERS:
            raise NumberingError(f"'{order}' is not an order; choose {', '.join(ORDERS)}")
        if order == "block" and (self.n > 52 or self.k > 13):
            raise NumberingError("block order needs n <= 52 and k <= 13")
        self._size = comb(self.n, self.k)
        self._small = 0 < self._size < 1 << 64 and self.n <= _MOST_TABLED
        self._quick: tuple[Any, Any, Any, bool] | None = None

    @property
    def size(self) -> int:
        """C(n, k), exactly; 0 if k > n."""
        return self._size

    def rank(self, item: Any) -> Any:
        """Return the number of a subset (an int), or of each row of an array (uint64[m]).

        :raises NumberingError: if an item is not a k-subset of n in ascending or descending order
        """
        kind = type(item)
        if kind is tuple or kind is list:
            number = self.quick_rank(item)
            if number is not None:
                return number
        if isinstance(item, np.ndarray) and item.ndim == 2:
            if self._small:
                return self._kernels.rank_rows(self.order, item)
            return np.array([self._rank(row) for row in item.tolist()], dtype=object)
        return self._rank(item)

    def quick_rank(self, item: Any) -> int | None:
        """Return the number of a sequence by the compiled kernel, or None.

        It is None if the sequence is not a subset, or no kernel numbers these subsets.
        """
        if self._quick is None:
            self._prepare()
        assert self._quick is not None
        rank_one, _, tables, lex = self._quick
        number: int | None = None if rank_one is None else rank_one(tables, lex, item)
        return number

    def unrank(self, index: Any, dtype: Any = None) -> Any:
        """Return the subset with a number (a tuple), or those of an array of numbers.

        Rows are int64[m, k], so that sums and products do not wrap (Python ints, dtype object,
        where n exceeds 2^63), or of type ``dtype``; uint8 is the fastest for n <= 256.

        >>> Combinations(300, 2).unrank([44849], dtype=np.uint16)
        array([[298, 299]], dtype=uint16)

        :raises NumberingError: if a number is out of range, or the type cannot hold all positions
        """
        if self._quick is None:
            self._prepare()
        assert self._quick is not None
        _, unrank_one, tables, lex = self._quick
        if unrank_one is not None and type(index) is int and 0 <= index < self._size:
            return unrank_one(tables, lex, index)
        if isinstance(index, list | np.ndarray):
            if self._small:
                rows_ = self._kernels.unrank_rows(self.order, np.asarray(index))
                return rows_.astype(self._row_type(dtype), copy=False)
            rows = [super(Combinations, self).unrank(i) for i in index]
            return np.array(rows, self._row_type(dtype)).reshape(len(rows), self.k)
        return super().unrank(index)

    def numbered(self, number: int) -> CombinationNumber:
        """Return the subset with a number together with it, as a value with a JSON document.

        >>> Combinations(13, 5).numbered(1286).combination
        (8, 9, 10, 11, 12)

        :raises NumberingError: if no subset has the number
        """
        return CombinationNumber(self.n, self.k, self.order, self.unrank(number), number)

    def rank_masks(self, masks: ArrayLike) -> NDArray[np.uint64]:
        """Return the numbers of subsets given as masks uint64[m], n <= 64.

        >>> Combinations(52, 13).rank_masks([8191]).tolist()
        [0]

        :raises NumberingError: if a mask is not a k-subset of n
        """
        return self._kernels.rank_masks(self.order, masks)

    def unrank_masks(self, numbers: ArrayLike) -> NDArray[np.uint64]:
        """Return the subsets with some numbers as masks uint64[m], n <= 64.

        :raises NumberingError: if a number is out of range
        """
        return self._kernels.unrank_masks(self.order, numbers)

    def sample(self, size: int, seed: Seed | Stream | None = None, *, replace: bool = True) -> Any:
        """Return random subsets, each equally likely, as rows [size, k]; distinct unless replace.

        :raises NumberingError: if there are fewer distinct subsets than requested
        """
        return self.unrank(self.sample_numbers(size, seed, replace=replace))

    def _row_type(self, dtype: Any) -> np.dtype[Any]:
        """Return a type of rows as numpy's, if it can hold every position; by default int64."""
        if dtype is None:
            return np.dtype("int64") if self.n <= 1 << 63 else np.dtype(object)
        try:
            row_type: np.dtype[Any] = np.dtype(dtype)
        except TypeError:
            raise NumberingError(f"{brief(dtype)} is not a type of numbers") from None
        most = {
            "i": lambda: int(np.iinfo(row_type).max),
            "u": lambda: int(np.iinfo(row_type).max),
            "f": lambda: 1 << (np.finfo(row_type).nmant + 1),
            "O": lambda: self.n,
        }.get(row_type.kind, lambda: -1)()
        if most < self.n - 1:
            raise NumberingError(f"{row_type} cannot hold the positions 0 to {self.n - 1:,}")
        return row_type

    @property
    def _kernels(self) -> SubsetKernels:
        return subset_kernels(self.n, self.k)

    def _prepare(self) -> None:
        """Look up the compiled functions for single members, once."""
        compiled = self._small and self.order in ("colex", "lex") and self._kernels.compiled()
        if compiled:
            native = kernels.native_module()
            tables = self._kernels.native
            self._quick = native.rank_one, native.unrank_one, tables, self.order == "lex"
        else:
            self._quick = None, None, None, False

    def _rank(self, item: Any) -> int:
        return rank_subset(self.order, self.n, self.k, self._checked(item))

    def _unrank(self, index: int) -> tuple[int, ...]:
        return unrank_subset(self.order, self.n, self.k, index)

    def _checked(self, item: Any) -> tuple[int, ...]:
        """Return a member's positions as ascending Python ints."""
        try:
            positions = tuple(as_integer(position, "a position") for position in item)
        except TypeError:
            raise NumberingError(f"{item!r} is not a combination of positions") from None
        if len(positions) > 1 and positions[0] > positions[1]:
            positions = positions[::-1]
        if len(positions) != self.k:
            raise NumberingError(f"{item!r} has {len(positions)} positions, not {self.k}")
        if positions and not (min(positions) >= 0 and max(positions) < self.n):
            raise NumberingError(f"{item!r} has a position outside 0 to {self.n - 1}")
        if any(a >= b for a, b in pairwise(positions)):
            raise NumberingError(
                f"{item!r} is not in ascending or descending order, or repeats a position"
            )
        return positions

    def _walk(self, numbers: range) -> Iterator[tuple[int, ...]]:
        if self._quick is None:
            self._prepare()
        if (
            not numbers
            or numbers.step not in (1, -1)
            or self._quick is None
            or self._quick[0] is None
        ):
            return self._one_by_one(numbers)
        _, _, tables, lex = self._quick
        walk: Iterator[tuple[int, ...]] = kernels.native_module().subset_walk(
            tables, lex, numbers.start, abs(numbers[-1] - numbers.start) + 1, numbers.step < 0
        )
        return walk

    def _one_by_one(self, numbers: range) -> Iterator[tuple[int, ...]]:
        if not self._small or len(numbers) < 8:
            for number in numbers:
                yield self._unrank(number)
            return
        for start in range(0, len(numbers), _CHUNK):
            chunk = numbers[start : start + _CHUNK]
            rows = self._kernels.unrank_rows(self.order, np.array(chunk, dtype=np.uint64))
            yield from map(tuple, rows.tolist())

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Combinations):
            return NotImplemented
        return (self.n, self.k, self.order) == (other.n, other.k, other.order)

    def __hash__(self) -> int:
        return hash((Combinations, self.n, self.k, self.order))

    def __repr__(self) -> str:
        order = "" if self.order == "colex" else f", order='{self.order}'"
        return f"Combinations({self.n}, {self.k}{order})"

    def __reduce__(self) -> tuple[Any, ...]:
        return Combinations, (self.n, self.k, self.order)
