"""Bounds on results: the fewest and the most tricks that are still possible, in one byte.

The low half of the byte is the minimum, the high half the maximum. Arrays are uint8[n, width].
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
    """Return the bounds of unknown results, uint8[rows, width]."""
    return np.full((rows, width), UNKNOWN, dtype=np.uint8)


def merged(first: NDArray[np.uint8], second: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Return the intersection of two arrays of bounds; the second if they are disjoint.

    >>> merged(np.array([0xD3], np.uint8), np.array([0x92], np.uint8)).tolist() == [0x93]
    True
    """
    both: NDArray[np.uint8] = np.maximum(first & 15, second & 15)
    both |= np.minimum(first & 0xF0, second & 0xF0)
    return np.where((both & 15) <= (both >> 4), both, second)


def bounds_of(values: NDArray[Any], goal: int | None) -> NDArray[np.uint8]:
    """Return the bounds for tricks (-1: unknown), or for whether a goal of 1 to 13 is reached.

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
    """Return which bounds decide the number of tricks, or whether a goal is reached, bool."""
    low, high = bounds & 15, bounds >> 4
    is_decided: NDArray[np.bool_] = low == high if goal is None else (low >= goal) | (high < goal)
    return is_decided


def values_of(bounds: NDArray[np.uint8], goal: int | None) -> NDArray[Any]:
    """Return the tricks of decided bounds, int8, or whether they reach a goal, bool."""
    low: NDArray[np.int8] = (bounds & 15).astype(np.int8)
    return low if goal is None else low >= goal
