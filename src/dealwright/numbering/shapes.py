"""The 560 hand shapes and their numbers in squashed order.

A shape is the four suit lengths spades, hearts, diamonds, clubs, which add to 13. Its number is the
colexicographic ("squashed") rank of the 3-subset {s, s+h+1, s+h+d+2} of {0..15}: Andrews, "Hand
Distribution Table" (1996), after Anderson, *Combinatorics of Finite Sets*.
"""

from __future__ import annotations

from functools import cache
from operator import index
from typing import TYPE_CHECKING, Any, overload

import numpy as np

from dealwright.base.errors import CardError

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["SHAPE_COUNT", "all_shapes", "shape_hands", "shape_index", "shape_lengths"]

SHAPE_COUNT = 560


@overload
def shape_index(spades: int, hearts: int, diamonds: int, clubs: int) -> int: ...
@overload
def shape_index(
    spades: NDArray[Any], hearts: NDArray[Any], diamonds: NDArray[Any], clubs: NDArray[Any]
) -> NDArray[np.int64]: ...
def shape_index(spades: Any, hearts: Any, diamonds: Any, clubs: Any) -> Any:
    """Return the number, 0..559, of a shape; arrays of lengths give int64 of their shape.

    >>> shape_index(0, 0, 0, 13), shape_index(4, 3, 3, 3), shape_index(13, 0, 0, 0)
    (0, 252, 559)
    >>> shape_index(*all_shapes()[[0, 252]].T)
    array([  0, 252])

    :raises CardError: if a length is negative or they do not add to 13
    """
    lengths = (spades, hearts, diamonds, clubs)
    if any(isinstance(length, np.ndarray) for length in lengths):
        rows = np.stack(np.broadcast_arrays(*lengths)).astype(np.int64)
        if (rows < 0).any() or (rows.sum(axis=0) != 13).any():
            raise CardError("each shape needs four lengths, not negative, that make 13 cards")
        spades, hearts, diamonds, clubs = rows
    else:
        try:  # numpy's small integers would wrap in the products below
            spades, hearts, diamonds, clubs = (index(length) for length in lengths)
        except TypeError:
            raise CardError(f"suit lengths must be integers, not {lengths}") from None
        if min(spades, hearts, diamonds, clubs) < 0 or spades + hearts + diamonds + clubs != 13:
            raise CardError(f"suit lengths {lengths} do not make 13 cards")
    x, y, z = spades, spades + hearts + 1, spades + hearts + diamonds + 2
    return z * (z - 1) * (z - 2) // 6 + y * (y - 1) // 2 + x


@overload
def shape_lengths(number: int) -> tuple[int, int, int, int]: ...
@overload
def shape_lengths(number: NDArray[Any]) -> NDArray[np.int8]: ...
def shape_lengths(number: Any) -> Any:
    """Return the lengths (spades, hearts, diamonds, clubs) of a shape's number.

    An array of numbers gives int8 with one more axis, of four.

    >>> shape_lengths(252), shape_lengths(np.array([0, 252])).tolist()
    ((4, 3, 3, 3), [[0, 0, 0, 13], [4, 3, 3, 3]])

    :raises CardError: if a number is not 0..559
    """
    if isinstance(number, np.ndarray):
        if number.size and not (number.min() >= 0 and number.max() < SHAPE_COUNT):
            raise CardError("shapes are 0 to 559")
        return all_shapes()[number]
    if not 0 <= number < SHAPE_COUNT:
        raise CardError(f"{number} is not a shape; shapes are 0 to 559")
    return tuple(int(length) for length in all_shapes()[number])


@cache
def all_shapes() -> NDArray[np.int8]:
    """Return the lengths of all shapes in order, int8[560, 4]: spades, hearts, diamonds, clubs."""
    shapes = np.array(
        [
            (s, sh - s, shd - sh, 13 - shd)
            for shd in range(14)
            for sh in range(shd + 1)
            for s in range(sh + 1)
        ],
        dtype=np.int8,
    )
    shapes.flags.writeable = False
    return shapes


@cache
def shape_hands() -> NDArray[np.int64]:
    """Return how many of the C(52,13) hands have each shape, int64[560].

    >>> int(shape_hands().sum()), int(shape_hands()[shape_index(4, 4, 3, 2)])
    (635013559600, 11404407300)
    """
    ways = np.array(
        [1, 13, 78, 286, 715, 1287, 1716, 1716, 1287, 715, 286, 78, 13, 1], dtype=np.int64
    )
    hands: NDArray[np.int64] = ways[all_shapes()].prod(axis=1, dtype=np.int64)
    hands.flags.writeable = False
    return hands
