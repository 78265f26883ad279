"""Reading and changing the entries of a combination table by combination, mask or number."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import numpy as np

from dealwright.base.errors import NumberingError
from dealwright.cards import Card, parse_cards
from dealwright.numbering.base import as_integer, brief
from dealwright.numbering.table_values import DenseValues, SparseValues

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    from dealwright.numbering.combinations import Combinations

__all__ = ["TableEntries"]


class TableEntries:
    """The methods that read and change a table's entries, in memory or in a file.

    A subclass sets ``combinations`` and ``_store``, the values (None once the table is closed), and
    may override ``_writable``, which returns the values for a change.
    """

    combinations: Combinations
    _store: DenseValues | SparseValues | None

    def _values(self) -> DenseValues | SparseValues:
        """Return the values for reading."""
        if self._store is None:
            raise NumberingError(f"{self!r} is closed")
        return self._store

    def _writable(self) -> DenseValues | SparseValues:
        """Return the values for a change."""
        return self._values()

    @property
    def n(self) -> int:
        """The number of elements chosen from."""
        return self.combinations.n

    @property
    def k(self) -> int:
        """The number of elements in a combination."""
        return self.combinations.k

    @property
    def order(self) -> str:
        """The order in which combinations are numbered."""
        return self.combinations.order

    @property
    def entries(self) -> int:
        """The number of combinations, C(n, k)."""
        return self.combinations.size

    @property
    def nbytes(self) -> int:
        """The size of the values in bytes; for an object table, the size of its dict."""
        return self._values().nbytes

    # ---- reading and changing entries

    def __getitem__(self, key: Any) -> Any:
        if isinstance(key, slice):
            return self._values().part(range(self.entries)[key], key)
        return self._values().one(self._number(key))

    def __setitem__(self, key: Any, value: Any) -> None:
        if isinstance(key, slice):
            numbers = range(self.entries)[key]
            self._writable().put_part(numbers, key, value)
            return
        number = self._number(key)
        self._writable().put_one(number, value)

    def get(self, positions: ArrayLike) -> Any:
        """Return the values of combinations given as rows [m, k] of positions, or of a single one.

        A combination may be in any order.

        >>> from dealwright.numbering.tables import CombinationTable
        >>> CombinationTable(13, 5).get([[4, 3, 2, 1, 0], [12, 11, 10, 9, 8]])
        array([0, 0], dtype=uint16)

        :raises NumberingError: if a row is not a combination
        """
        rows = np.asarray(positions)
        if rows.ndim == 1 or isinstance(positions, str):
            return self[rows.tolist()]
        return self._values().take(self._ranks(rows))

    def get_masks(self, masks: ArrayLike) -> NDArray[Any]:
        """Return the values of combinations given as masks uint64[m], for n <= 64.

        :raises NumberingError: if a mask is not a combination
        """
        return self._values().take(self.combinations.rank_masks(masks))

    def get_numbers(self, numbers: ArrayLike) -> NDArray[Any]:
        """Return the values of numbers [m], each 0 .. entries-1.

        :raises NumberingError: if a number is out of range
        """
        return self._values().take(self._checked(numbers))

    def set(self, positions: ArrayLike, values: Any) -> None:
        """Set the entries of rows [m, k] of positions, or of a single combination.

        :raises NumberingError: if a row is not a combination, or the type cannot hold a value
        """
        rows = np.asarray(positions)
        if rows.ndim == 1 or isinstance(positions, str):
            self[rows.tolist()] = values
        else:
            numbers = self._ranks(rows)
            self._writable().put(numbers, values)

    def set_masks(self, masks: ArrayLike, values: Any) -> None:
        """Set the entries of masks uint64[m], for n <= 64.

        :raises NumberingError: if a mask is not a combination, or the type cannot hold a value
        """
        numbers = self.combinations.rank_masks(masks)
        self._writable().put(numbers, values)

    def set_numbers(self, numbers: ArrayLike, values: Any) -> None:
        """Set the entries of numbers [m], each 0 .. entries-1.

        :raises NumberingError: if a number is out of range, or the type cannot hold a value
        """
        checked = self._checked(numbers)
        self._writable().put(checked, values)

    def append(self, value: Any) -> int:
        """Set the entry after the highest one set in an object table; return its number.

        >>> from dealwright.numbering.tables import CombinationTable
        >>> table = CombinationTable(13, 5, object)
        >>> table.append("seven high"), table.append("eight high"), len(table), table[1286]
        (0, 1, 2, None)

        :raises NumberingError: if the table is full, or holds numbers (all of them are set)
        """
        values = self._writable()
        if not isinstance(values, SparseValues):
            raise NumberingError("only a table of objects can be appended to; use fill or [number]")
        return values.append(value)

    def items(self) -> Iterator[tuple[int, Any]]:
        """Yield (number, value) in order of number; for an object table, only the entries set."""
        return self._values().items()

    # ---- sequence methods

    def __len__(self) -> int:
        return self._values().count

    def __iter__(self) -> Iterator[Any]:
        return (value for _, value in self._values().items())

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> NDArray[Any]:
        values = self._values().array()
        if dtype is not None and np.dtype(dtype) != values.dtype:
            if copy is False:
                raise ValueError(
                    f"a table of {values.dtype} is not an array of {dtype} without a copy"
                )
            return values.astype(dtype)
        return values.copy() if copy else values

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, TableEntries):
            return NotImplemented
        return self.combinations == other.combinations and self._values() == other._values()

    __hash__ = None  # type: ignore[assignment]

    def _number(self, key: Any) -> int:
        if isinstance(key, np.ndarray) and key.ndim:
            key = key.tolist()
        if isinstance(key, tuple | list | str):
            return self._number_of(key)
        number = key if type(key) is int else as_integer(key, "the index")
        entries = self.combinations.size
        if not -entries <= number < entries:
            raise IndexError(f"{number:,} is out of range; there are {entries:,} entries")
        return number % entries

    def _number_of(self, key: Any) -> int:
        """Return the number of a combination in any order, or of cards as text."""
        try:
            return int(self.combinations.rank(key))
        except NumberingError:
            if isinstance(key, str) or any(isinstance(member, Card | str) for member in key):
                if self.n != 52:
                    raise NumberingError(
                        f"cards are combinations of 52, not of {self.n}: write positions, not "
                        f"{brief(key)}"
                    ) from None
                cards = parse_cards(key) if isinstance(key, str) else map(Card, key)
                key = [card.index for card in cards]
            members = sorted(as_integer(member, "a position") for member in key)
        duplicate = next((a for a, b in pairwise(members) if a == b), None)
        if duplicate is not None:
            name = (
                f"{Card(duplicate)} ({duplicate})"
                if self.n == 52 and 0 <= duplicate < 52
                else f"{duplicate}"
            )
            raise NumberingError(f"{name} occurs twice in a combination")
        return int(self.combinations.rank(members))

    def _ranks(self, rows: NDArray[Any]) -> Any:
        if rows.ndim != 2:
            raise NumberingError(f"positions are rows of {self.k}, not {rows.shape}")
        try:
            return self.combinations.rank(rows)
        except NumberingError:
            return self.combinations.rank(np.sort(rows, axis=1))

    def _checked(self, numbers: ArrayLike) -> Any:
        array = np.asarray(numbers)
        if array.ndim != 1:
            raise NumberingError(f"numbers are a one-dimensional array, not {array.shape}")
        if array.dtype.kind not in "iu" and array.size:
            array = np.array([as_integer(number, "the number") for number in array], dtype=object)
        if array.size:
            for number in (int(array.min()), int(array.max())):
                if not 0 <= number < self.entries:
                    raise NumberingError(
                        f"{number:,} is not one of the numbers 0 to {self.entries - 1:,}"
                    )
        return array if self.entries >> 63 else array.astype(np.int64)
