"""The storage of a combination table's values: an array, or a dict of the entries set."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import numpy as np

from dealwright.base.errors import NumberingError

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["DenseValues", "SparseValues", "converted"]

_CHUNK = 1 << 16


def converted(values: object, dtype: np.dtype[Any], count: int) -> NDArray[Any]:
    """Return one value, or ``count`` values, as an array of a number type without loss.

    >>> converted([0, 255], np.dtype("uint8"), 2)
    array([  0, 255], dtype=uint8)

    :raises NumberingError: if their number is wrong, or the type cannot hold them
    """
    array = np.asarray(values)
    if array.shape not in ((), (count,)):
        raise NumberingError(f"{count:,} values are needed, not an array of shape {array.shape}")
    if array.dtype == dtype:
        return array
    kind = array.dtype.kind
    if dtype.kind in "iu" and kind in "biu":
        limits = np.iinfo(dtype)
        low, high = (int(array.min()), int(array.max())) if array.size else (0, 0)
        if low < limits.min or high > limits.max:
            worst = low if low < limits.min else high
            raise NumberingError(f"{worst:,} does not fit a table of {dtype}")
    elif not (dtype.kind == "f" and kind in "biuf") and not (dtype.kind == "c" and kind in "biufc"):
        raise NumberingError(f"values of type {array.dtype} do not go into a table of {dtype}")
    with np.errstate(over="ignore"):
        array_ = array.astype(dtype)
    if dtype.kind in "fc" and not np.array_equal(np.isfinite(array_), np.isfinite(array)):
        raise NumberingError(f"a value does not fit a table of {dtype}")
    return array_


class DenseValues:
    """Every entry in an array of a number type."""

    def __init__(self, array: NDArray[Any]) -> None:
        self._array = array

    def one(self, number: int) -> Any:
        """Return one value as a Python number."""
        return self._array[number].item()

    def put_one(self, number: int, value: object) -> None:
        """Set one entry.

        :raises NumberingError: if the type cannot hold the value
        """
        self._array[number] = converted(value, self._array.dtype, 1).reshape(())

    def take(self, numbers: Any) -> NDArray[Any]:
        """Return the values of numbers [m]."""
        values_: NDArray[Any] = self._array[numbers]
        return values_

    def put(self, numbers: Any, values: object) -> None:
        """Set the entries of numbers [m] to one value or to values [m], in order.

        :raises NumberingError: if the type cannot hold a value
        """
        self._array[numbers] = converted(values, self._array.dtype, len(numbers))

    def part(self, numbers: range, where: slice) -> NDArray[Any]:
        """Return a slice, as a view."""
        view: NDArray[Any] = self._array[where]
        return view

    def put_part(self, numbers: range, where: slice, values: object) -> None:
        """Set a slice to one value, or to one value for each entry.

        :raises NumberingError: if the type cannot hold a value
        """
        self._array[where] = converted(values, self._array.dtype, len(numbers))

    def array(self) -> NDArray[Any]:
        """Return all values, as a view."""
        return self._array[:]

    def items(self) -> Iterator[tuple[int, Any]]:
        """Yield every number with its value."""
        for start in range(0, len(self._array), _CHUNK):
            yield from enumerate(self._array[start : start + _CHUNK].tolist(), start)

    @property
    def count(self) -> int:
        """The number of entries."""
        return len(self._array)

    @property
    def nbytes(self) -> int:
        """The bytes of the values."""
        return self._array.nbytes

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, DenseValues) or len(self._array) != len(other._array):
            return False
        return all(
            np.array_equal(
                self._array[start : start + _CHUNK], other._array[start : start + _CHUNK]
            )
            for start in range(0, len(self._array), _CHUNK)
        )

    __hash__ = None  # type: ignore[assignment]


class SparseValues:
    """Objects of any type: the entries that were set, and a default for all others.

    :raises NumberingError: if the default is mutable (has no hash), because entries would share it
    """

    def __init__(self, entries: int, default: object) -> None:
        try:
            hash(default)
        except TypeError:
            raise NumberingError(
                f"the default {default!r} can change, and all unset entries would change with "
                "it; use "
                "None or another value that cannot"
            ) from None
        self.default = default
        self._entries = entries
        self._set: dict[int, Any] = {}
        self._next = 0

    def one(self, number: int) -> Any:
        """Return one object, or the default; nothing is stored."""
        return self._set.get(number, self.default)

    def put_one(self, number: int, value: object) -> None:
        """Set one entry."""
        self._set[number] = value
        self._next = max(self._next, number + 1)

    def append(self, value: object) -> int:
        """Set the entry after the highest one set; return its number.

        :raises NumberingError: if the last entry is set
        """
        number = self._next
        if number >= self._entries:
            raise NumberingError(f"the table is full; its last entry is {self._entries - 1:,}")
        self.put_one(number, value)
        return number

    def take(self, numbers: Any) -> NDArray[Any]:
        """Return the objects of numbers [m] as an array of objects."""
        values_ = np.empty(len(numbers), dtype=object)
        for place, number in enumerate(numbers):
            values_[place] = self.one(int(number))
        return values_

    def put(self, numbers: Any, values: Any) -> None:
        """Set the entries of numbers [m] to m objects.

        :raises NumberingError: if the number of objects differs
        """
        objects = self._as_many(values, len(numbers))
        for number, value in zip(numbers, objects, strict=True):
            self.put_one(int(number), value)

    def part(self, numbers: range, where: slice) -> NDArray[Any]:
        """Return the objects of a slice, as a new array of objects."""
        return self.take(numbers)

    def put_part(self, numbers: range, where: slice, values: object) -> None:
        """Set a slice to an object for each entry.

        :raises NumberingError: if the number of objects differs
        """
        self.put(numbers, values)

    def array(self) -> NDArray[Any]:
        """Return all entries, set or not, as a new array of objects."""
        return self.take(range(self._entries))

    def items(self) -> Iterator[tuple[int, Any]]:
        """Yield (number, object) for the entries set, in ascending order."""
        for number in sorted(self._set):
            yield number, self._set[number]

    @property
    def count(self) -> int:
        """The number of entries set."""
        return len(self._set)

    @property
    def nbytes(self) -> int:
        """The bytes of the dict, without the objects."""
        return sys.getsizeof(self._set)

    @staticmethod
    def _as_many(values: Any, count: int) -> list[Any]:
        if isinstance(values, str | bytes) or not hasattr(values, "__len__"):
            raise NumberingError(f"{count:,} objects are needed, not {values!r}")
        if len(values) != count:
            raise NumberingError(f"{count:,} objects are needed, not {len(values):,}")
        return list(values)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, SparseValues):
            return False
        return self.default == other.default and self._set == other._set

    __hash__ = None  # type: ignore[assignment]
