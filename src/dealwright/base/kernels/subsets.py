"""The interface to the subset and deal-number kernels: checks, allocates, reports invalid rows."""

from __future__ import annotations

from functools import cached_property, lru_cache
from math import comb
from typing import TYPE_CHECKING, Any

import numpy as np

from dealwright.base import kernels
from dealwright.base.errors import NumberingError
from dealwright.base.kernels import plain_subsets as twin

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    UInt64Array = NDArray[np.uint64]

__all__ = ["SubsetKernels", "rank_deals", "subset_kernels", "unrank_deals"]

ORDERS = ("colex", "lex", "gray", "block")
_COMPILED = {"colex": False, "lex": True}
_MOST_POSITIONS = 255
_AT_ONCE = 1 << 17  # rows in one call of a kernel


@lru_cache(maxsize=64)
def subset_kernels(n: int, k: int) -> SubsetKernels:
    """Return the kernels for the k-subsets of n; their tables are cached."""
    return SubsetKernels(n, k)


class SubsetKernels:
    """Ranks and subsets in batches, for 0 <= k <= n and C(n, k) < 2^64.

    Positions are rows [m, k] of any integer type, all ascending or all descending; masks are
    uint64[m], for n <= 64. Arguments are never changed.

    :raises NumberingError: if the subsets have no 64-bit numbers
    """

    def __init__(self, n: int, k: int) -> None:
        if not 0 <= k <= n or comb(n, k) >> 64:
            raise NumberingError(f"the {k}-subsets of {n} have no 64-bit numbers")
        self.n, self.k, self.size = n, k, comb(n, k)

    @cached_property
    def native(self) -> Any:
        """The compiled tables."""
        return kernels.native_module().Subsets(self.n, self.k)

    def compiled(self) -> bool:
        """Return whether the compiled kernels handle these subsets."""
        return self.n <= _MOST_POSITIONS and kernels.body() != kernels.REFERENCE

    def rank_rows(self, order: str, rows: ArrayLike) -> UInt64Array:
        """Return the ranks of rows of positions, uint64[m].

        :raises NumberingError: if a row is not a subset, with its number
        """
        if order == "block":
            return self.rank_masks(order, twin.masks_of_rows(self._rows(rows)))
        if order in _COMPILED and self.compiled():
            narrow = self._narrow(rows)
            bad = kernels.native_module().first_bad_row(self.native, narrow)
            self._refuse_row(bad, narrow)
            out = np.empty(len(narrow), dtype=np.uint64)
            rank, lex = kernels.native_module().rank_rows, _COMPILED[order]
            for part in kernels.stretches(len(out), _AT_ONCE):
                rank(self.native, lex, narrow[part], out[part])
            return out
        return twin.rank_rows(order, self.n, self.k, self._rows(rows))

    def unrank_rows(self, order: str, ranks: ArrayLike) -> NDArray[np.uint8] | NDArray[np.int64]:
        """Return the subsets of ranks as ascending rows, uint8[m, k] (n <= 255) or int64[m, k].

        :raises NumberingError: if a rank is out of range, with its index
        """
        numbers = self._ranks(ranks)
        if order == "block":
            masks = self.unrank_masks(order, numbers)
            return twin.rows_of_masks(self.n, self.k, masks).astype(np.uint8)
        if order in _COMPILED and self.compiled():
            out = np.empty((len(numbers), self.k), dtype=np.uint8)
            unrank, lex = kernels.native_module().unrank_rows, _COMPILED[order]
            for part in kernels.stretches(len(out), _AT_ONCE):
                unrank(self.native, lex, numbers[part], out[part])
            return out
        rows = twin.unrank_rows(order, self.n, self.k, numbers)
        return rows.astype(np.uint8) if self.n <= _MOST_POSITIONS else rows

    def rank_masks(self, order: str, masks: ArrayLike) -> UInt64Array:
        """Return the ranks of masks, uint64[m].

        :raises NumberingError: if a mask is not a k-subset of n, with its index
        """
        sets = self._masks(masks)
        if not self.compiled():
            rows = twin.rows_of_masks(self.n, self.k, sets)
            if order == "block":
                return twin.rank_blocks(self.n, self.k, sets)
            return twin.rank_rows(order, self.n, self.k, rows)
        if order == "gray":
            rows = twin.rows_of_masks(self.n, self.k, sets)
            return twin.rank_rows(order, self.n, self.k, rows)
        out, native = np.empty(len(sets), dtype=np.uint64), kernels.native_module()
        for part in kernels.stretches(len(out), _AT_ONCE):
            if order == "block":
                native.rank_blocks(self.native, sets[part], out[part])
            else:
                native.rank_masks(self.native, _COMPILED[order], sets[part], out[part])
        return out

    def unrank_masks(self, order: str, ranks: ArrayLike) -> UInt64Array:
        """Return the subsets of ranks as masks, uint64[m].

        :raises NumberingError: if n > 64, or a rank is out of range, with its index
        """
        self._fits_masks()
        numbers = self._ranks(ranks)
        if order == "gray" or not self.compiled():
            if order == "block":
                return twin.unrank_blocks(self.n, self.k, numbers)
            return twin.masks_of_rows(twin.unrank_rows(order, self.n, self.k, numbers))
        out, native = np.empty(len(numbers), dtype=np.uint64), kernels.native_module()
        for part in kernels.stretches(len(out), _AT_ONCE):
            if order == "block":
                native.unrank_blocks(self.native, numbers[part], out[part])
            else:
                native.unrank_masks(self.native, _COMPILED[order], numbers[part], out[part])
        return out

    def _fits_masks(self) -> None:
        if self.n > 64:
            raise NumberingError(f"masks have 64 bits; subsets of {self.n} need positions")

    def _masks(self, masks: ArrayLike) -> UInt64Array:
        self._fits_masks()
        sets = np.ascontiguousarray(_unsigned(masks, "masks"))
        if self.compiled():
            bad = kernels.native_module().first_bad_mask(self.native, sets)
        else:
            wrong = np.array(
                [m.bit_count() != self.k or m >> self.n != 0 for m in sets.tolist()], dtype=np.bool_
            )
            bad = int(np.flatnonzero(wrong)[0]) if wrong.any() else -1
        if bad >= 0:
            raise NumberingError(
                f"mask {bad} ({int(sets[bad]):#x}) is not {self.k} of {self.n} elements"
            )
        return sets

    def _ranks(self, ranks: ArrayLike) -> UInt64Array:
        numbers = np.ascontiguousarray(_unsigned(ranks, "ranks"))
        wrong = np.flatnonzero(numbers > np.uint64(self.size - 1))
        if len(wrong):
            index = int(wrong[0])
            raise NumberingError(
                f"rank {index} is {int(numbers[index]):,}; the numbers are 0 to {self.size - 1:,}"
            )
        return numbers

    def _table(self, rows: ArrayLike) -> NDArray[Any]:
        table = np.asarray(rows)
        if table.ndim != 2 or table.shape[1] != self.k:
            raise NumberingError(f"positions must be rows of {self.k}, not {table.shape}")
        if table.dtype.kind not in "iu" and table.size:
            raise NumberingError(f"positions must be integers, not {table.dtype}")
        if self.k > 1 and len(table) and table[0, 0] > table[0, 1]:
            table = table[:, ::-1]
        low, high = (table.min(), table.max()) if table.size else (0, 0)
        if table.size and (low < 0 or high >= self.n):
            row = int(np.flatnonzero(((table < 0) | (table >= self.n)).any(axis=1))[0])
            self._refuse_row(row, table)
        return table

    def _narrow(self, rows: ArrayLike) -> NDArray[np.uint8]:
        return np.ascontiguousarray(self._table(rows), dtype=np.uint8)

    def _rows(self, rows: ArrayLike) -> NDArray[np.int64]:
        table = self._table(rows).astype(np.int64)
        descends = (
            (np.diff(table, axis=1) <= 0).any(axis=1) if self.k > 1 else np.zeros(0, np.bool_)
        )
        self._refuse_row(int(np.flatnonzero(descends)[0]) if descends.any() else -1, table)
        return table

    def _refuse_row(self, bad: int, table: NDArray[Any]) -> None:
        if bad >= 0:
            raise NumberingError(
                f"row {bad} ({' '.join(map(str, table[bad].tolist()))}) is not {self.k} different "
                f"positions below {self.n} in ascending order"
            )


def _unsigned(values: ArrayLike, noun: str) -> UInt64Array:
    array = np.asarray(values)
    if array.ndim != 1:
        raise NumberingError(f"{noun} must be a one-dimensional array, not {array.shape}")
    if array.dtype.kind not in "iu" and array.size:
        raise NumberingError(f"{noun} must be integers below 2^64, not {array.dtype}")
    if array.dtype.kind == "i" and array.size and array.min() < 0:
        raise NumberingError(f"{noun} cannot be negative ({int(array.min())})")
    return array.astype(np.uint64, copy=False)


def rank_deals(deals: UInt64Array) -> tuple[UInt64Array, UInt64Array]:
    """Return the 96-bit numbers of deals uint64[m, 4] as (low, high), uint64[m] each.

    :raises NumberingError: if a row is not a deal, with its number
    """
    rows = np.ascontiguousarray(deals, dtype=np.uint64)
    low, high = np.empty(len(rows), dtype=np.uint64), np.empty(len(rows), dtype=np.uint64)
    if (plain := kernels.reference()) is not None:
        ranked: tuple[UInt64Array, UInt64Array] = plain.rank_deals(rows)
        return ranked
    bad = kernels.native_module().first_bad_deal(rows)
    if bad >= 0:
        raise NumberingError(f"row {bad} is not four hands of 13 different cards")
    for part in kernels.stretches(len(rows), _AT_ONCE):
        kernels.native_module().rank_deals(rows[part], low[part], high[part])
    return low, high


def unrank_deals(low: UInt64Array, high: UInt64Array) -> UInt64Array:
    """Return the deals, uint64[m, 4], of 96-bit numbers given as (low, high).

    :raises NumberingError: if a number is out of range, with its index
    """
    low, high = _unsigned(low, "numbers"), _unsigned(high, "numbers")
    low, high = np.ascontiguousarray(low), np.ascontiguousarray(high)
    if (plain := kernels.reference()) is not None:
        masks: UInt64Array = plain.unrank_deals(low, high)
        return masks
    bad = kernels.native_module().first_bad_deal_number(low, high)
    if bad >= 0:
        raise NumberingError(f"number {bad} is beyond the last deal")
    out = np.empty((len(low), 4), dtype=np.uint64)
    for part in kernels.stretches(len(out), _AT_ONCE):
        kernels.native_module().unrank_deals(low[part], high[part], out[part])
    return out
