"""Argument checks and the base class of the numberings of tuples."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np

from dealwright.base import kernels
from dealwright.base.errors import NumberingError
from dealwright.numbering.base import Numbering, as_integer, brief

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

__all__ = [
    "MOST_COMPILED",
    "WORD",
    "Family",
    "check_sizes",
    "checked_choice",
    "compiled",
    "entries",
    "number_array",
    "row_array",
    "small_dtype",
]

Item = TypeVar("Item")
WORD = 1 << 64
MOST_COMPILED = 255
"""The most entries, and kinds of entries, of a member that the core steps through."""


def compiled() -> bool:
    """Return whether the body in use is a compiled one.

    >>> compiled() == (kernels.body() != kernels.REFERENCE)
    True
    """
    return kernels.body() != kernels.REFERENCE


def checked_choice(value: object, choices: Sequence[str], what: str) -> str:
    """Return a text that must be one of several choices.

    >>> checked_choice("lex", ("lex", "colex"), "the order")
    'lex'

    :raises NumberingError: if it is not one of them
    """
    for choice in choices:
        if value == choice:
            return choice
    raise NumberingError(
        f"{what} must be one of {', '.join(map(repr, choices))}, not {brief(value)}"
    )


def check_sizes(n: int, k: int | None) -> None:
    """Check that neither the size n of a set nor the number k of those chosen is negative.

    :raises NumberingError: if one is; k is None if it was not given
    """
    if n < 0 and k is None:
        raise NumberingError(f"n must not be negative (n={n:,})")
    if n < 0 or (k is not None and k < 0):
        raise NumberingError(f"n and k must not be negative (n={n:,}, k={k:,})")


def entries(item: Any, length: int | None, what: str, below: int | None = None) -> list[int]:
    """Return the integers of a possible member: a sequence or an array of the right length.

    A set has no order and an iterator would be used up, so neither is accepted. A ``length`` of
    None means any length; entries are 0 .. below-1 if ``below`` is given.

    >>> entries(np.array([2, 0], dtype=np.uint8), 2, "a pair", 3)
    [2, 0]

    :raises NumberingError: if it is not such a sequence or array
    """
    values: list[Any]
    if isinstance(item, tuple | list):
        values = list(item)
    elif isinstance(item, np.ndarray) and item.ndim == 1:
        values = item.tolist()
    elif isinstance(item, Sequence) and not isinstance(item, str):
        values = list(item)
    else:
        some = "" if length is None else f"{length:,} "
        raise NumberingError(f"{what} must be a sequence of {some}integers, not {brief(item)}")
    if length not in (None, len(values)):
        raise NumberingError(
            f"{what} must have length {length:,}, not {len(values):,}: {brief(item)}"
        )
    if not {type(value) for value in values} <= {int}:
        values = [as_integer(value, f"each entry of {what}") for value in values]
    if below is not None and values and (min(values) < 0 or max(values) >= below):
        bad = next(value for value in values if not 0 <= value < below)
        raise NumberingError(f"{brief(bad)} in {brief(item)} is not one of 0 to {below - 1:,}")
    return values


def small_dtype(below: int) -> Any:
    """Return the smallest unsigned dtype that holds 0 .. below-1.

    >>> small_dtype(256), small_dtype(257)
    (<class 'numpy.uint8'>, <class 'numpy.uint16'>)
    """
    for dtype in (np.uint8, np.uint16, np.uint32):
        if below <= int(np.iinfo(dtype).max) + 1:
            return dtype
    return np.uint64


def row_array(rows: ArrayLike, width: int, what: str) -> NDArray[Any]:
    """Return rows of integers as an array of some integer type, [n_rows, width].

    >>> row_array([[0, 1], [2, 3]], 2, "a pair").shape
    (2, 2)

    :raises NumberingError: if they do not form such an array
    """
    try:
        array = np.asarray(rows)
    except (ValueError, OverflowError):
        raise NumberingError(f"{what} must be a row of {width:,} integers; rows differ") from None
    if array.shape == (0,):  # an empty list
        return np.empty((0, width), dtype=np.uint8)
    if array.ndim != 2 or array.shape[1] != width:
        raise NumberingError(
            f"rows of {width:,} must have shape (n_rows, {width}), not {tuple(array.shape)}"
        )
    if array.dtype.kind not in "iu":
        raise NumberingError(f"{what} must be a row of integers, not of {array.dtype}")
    return array


def number_array(numbers: ArrayLike, size: int) -> NDArray[np.uint64]:
    """Return numbers of members, each 0 .. size-1, as a new array uint64[n].

    >>> number_array([5, 0], 6)
    array([5, 0], dtype=uint64)

    :raises NumberingError: if a number is out of range, or size exceeds 2^64
    """
    if size > WORD:
        raise NumberingError("the members do not have 64-bit numbers; use unrank one by one")
    array = numbers if isinstance(numbers, np.ndarray) else np.array(numbers, dtype=object)
    if array.ndim != 1:
        raise NumberingError(f"numbers must be an array of one dimension, not {array.ndim}")
    if array.dtype.kind == "O":
        array = np.array([as_integer(value, "each number") for value in array], dtype=object)
    elif array.dtype.kind not in "iu":
        raise NumberingError(f"numbers must be integers, not {array.dtype}")
    if len(array):
        for number in (int(array.min()), int(array.max())):
            if not 0 <= number < size:
                raise NumberingError(f"{number:,} is not one of the numbers 0 to {size - 1:,}")
    return array.astype(np.uint64)


class Family(Numbering[Item]):
    """A numbering defined by its arguments: equality compares them, and the repr shows them.

    >>> from dealwright.numbering.products import Products
    >>> Products(2, 3) == Products(2, 3), Products(2, 3)
    (True, Products(2, 3))
    """

    def __init__(self, size: int) -> None:
        self._size = size

    @property
    def size(self) -> int:
        """The number of members, a Python int."""
        return self._size

    @abstractmethod
    def _arguments(self) -> tuple[Any, ...]:
        """Return the positional arguments that build an equal numbering."""

    def _options(self) -> dict[str, Any]:
        """Return the keyword arguments that differ from their defaults."""
        return {}

    def __reduce__(self) -> tuple[Any, ...]:  # without the tables of the core
        return partial(type(self), **self._options()), self._arguments()

    def __eq__(self, other: object) -> bool:
        if type(other) is not type(self) or not isinstance(other, Family):
            return NotImplemented
        return self._arguments() == other._arguments() and self._options() == other._options()

    def __hash__(self) -> int:
        return hash((type(self), self._arguments(), *sorted(self._options().items())))

    def __repr__(self) -> str:
        words = [repr(value) for value in self._arguments()]
        words += [f"{name}={value!r}" for name, value in self._options().items()]
        return f"{type(self).__name__}({', '.join(words)})"
