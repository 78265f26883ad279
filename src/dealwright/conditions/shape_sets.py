"""Shape classes: which of the 560 shapes a pattern list, a name or an arithmetic rule contains."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from itertools import permutations
from typing import TYPE_CHECKING

import numpy as np

from dealwright.conditions import arithmetic
from dealwright.conditions.nodes import Braced, LengthOf, NamedShape, Node, Patterns
from dealwright.conditions.shape_patterns import lengths_of_pattern
from dealwright.numbering.shapes import SHAPE_COUNT, all_shapes

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["LENGTH_NAMES", "NAMED_SHAPES", "lengths_by_name", "shape_values"]

LENGTH_NAMES = ("s", "h", "d", "c", "l1", "l2", "l3", "l4")

_BALANCED = ((4, 3, 3, 3), (4, 4, 3, 2), (5, 3, 3, 2))
NAMED_SHAPES: Mapping[str, tuple[tuple[int, ...], ...]] = {
    "balanced": _BALANCED,
    "semibalanced": (*_BALANCED, (5, 4, 2, 2), (6, 3, 2, 2)),
}


@cache
def lengths_by_name() -> dict[str, NDArray[np.int64]]:
    """Return, for each name of shape arithmetic, the length in all 560 shapes, int64[560]."""
    lengths = all_shapes().astype(np.int64)
    ordered = -np.sort(-lengths, axis=1)
    columns = [*lengths.T, *ordered.T]
    return dict(zip(LENGTH_NAMES, columns, strict=True))


@cache
def shape_values(node: Node) -> NDArray[np.int64]:
    """Return the value of a shape class (0 or 1) or of shape arithmetic for all shapes, int64[560].

    >>> from dealwright.conditions.nodes import NamedShape
    >>> int(shape_values(NamedShape("balanced")).sum())
    28
    """
    if isinstance(node, NamedShape):
        ordered = np.stack([lengths_by_name()[name] for name in LENGTH_NAMES[4:]], axis=1)
        inside = [tuple(row) in NAMED_SHAPES[node.name] for row in ordered.tolist()]
        return np.array(inside, dtype=np.int64)
    if isinstance(node, Patterns):
        return _pattern_values(node)
    if isinstance(node, Braced):
        return _braced_values(node)
    if isinstance(node, LengthOf):
        return lengths_by_name()[node.name]
    values = arithmetic.value(node, shape_values)
    return np.broadcast_to(np.asarray(values, dtype=np.int64), (SHAPE_COUNT,))


def _pattern_values(node: Patterns) -> NDArray[np.int64]:
    lengths = all_shapes()
    inside = np.zeros(SHAPE_COUNT, dtype=np.int64)
    for item in node.items:
        orders = set(permutations(item.lengths)) if item.any_order else {item.lengths}
        for pattern in orders:
            matching = np.ones(SHAPE_COUNT, dtype=np.bool_)
            for suit, length in enumerate(pattern):
                if length is not None:
                    matching &= lengths[:, suit] == length
            inside[matching] = item.add
    return inside


def _braced_values(node: Braced) -> NDArray[np.int64]:
    shapes = [tuple(row) for row in all_shapes().tolist()]
    inside = np.zeros(SHAPE_COUNT, dtype=np.int64)
    for item in node.items:
        pattern_lengths = lengths_of_pattern(item.pattern)
        matching = np.array([shape in pattern_lengths for shape in shapes])
        if item.test is not None:
            matching &= shape_values(item.test) != 0
        inside[matching] = item.add
    return inside
