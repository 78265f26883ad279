"""Bounds on results: a byte has the fewest and the most tricks that a result may still be.

The low half of a byte has the fewest tricks, the high half the most. Arrays are uint8[n, width].
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from typing import Any

    from numpy.typing import NDArray

__all__ = ["UNKNOWN", "bounds_of", "decided", "merged", "unknown", "values_of"]

UNKNOWN = 0xD0  # 0 to 13 tricks


def unknown(rows: int, width: int) -> NDArray[np.uint8]:
    """Return the bounds of results of which nothing is known."""
    return np.full((rows, width), UNKNOWN, dtype=np.uint8)


def merged(first: NDArray[np.uint8], second: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Return what two arrays of bounds say together; the second alone where they disagree.

    >>> merged(np.array([0xD3], np.uint8), np.array([0x92], np.uint8)).tolist() == [0x93]
    True
    """
    both: NDArray[np.uint8] = np.maximum(first & 15, second & 15)
    both |= np.minimum(first & 0xF0, second & 0xF0)
    return np.where((both & 15) <= (both >> 4), both, second)


def bounds_of(values: NDArray[Any], goal: int | None) -> NDArray[np.uint8]:
    """Return the bounds of tricks (-1: not known), or of whether they reach a goal of 1 to 13.

    >>> bounds_of(np.array([9, -1]), None).tolist() == [0x99, 0xD0]
    True
    >>> bounds_of(np.array([True, False]), 9).tolist() == [0xD9, 0x80]
    True
    """
    if goal is None:
        bounds = np.where(values < 0, UNKNOWN, 17 * values.astype(np.int64))
    else:
        bounds = np.where(values, 0xD0 | goal, (goal - 1) << 4)
    return bounds.astype(np.uint8)


def decided(bounds: NDArray[np.uint8], goal: int | None) -> NDArray[np.bool_]:
    """Return which bounds leave one number of tricks, or say whether a goal is reached."""
    low, high = bounds & 15, bounds >> 4
    found: NDArray[np.bool_] = low == high if goal is None else (low >= goal) | (high < goal)
    return found


def values_of(bounds: NDArray[np.uint8], goal: int | None) -> NDArray[Any]:
    """Return the tricks that decided bounds say, int8, or whether they reach a goal, bool."""
    low: NDArray[np.int8] = (bounds & 15).astype(np.int8)
    return low if goal is None else low >= goal
