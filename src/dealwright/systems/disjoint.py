"""Bounds on measures that a condition implies, to find rules that share no hand."""

from __future__ import annotations

from math import inf

from dealwright.conditions.nodes import (
    Alias,
    Binary,
    Measure,
    Node,
    ShapeTest,
    Within,
    compared_with_number,
    remembered,
)
from dealwright.conditions.shape_sets import shape_values
from dealwright.deals.features import built_in
from dealwright.numbering.shapes import all_shapes

__all__ = ["Box", "box_of", "may_meet"]

Box = dict[Node, tuple[float, float]]
"""The least and greatest value of some measures that a condition allows."""


@remembered
def box_of(node: Node) -> Box:
    """Return bounds that every hand of a condition satisfies; {} if none are found.

    >>> from dealwright.conditions.parse import parse_tree
    >>> sorted(box_of(parse_tree("hcp(north) in 15..17 && 5 <= spades(north)")).values())
    [(5, inf), (15, 17)]
    """
    if isinstance(node, Alias):
        return box_of(node.value)
    if isinstance(node, Within):
        lows = [-inf if low is None else low for low, _ in node.ranges]
        highs = [inf if high is None else high for _, high in node.ranges]
        return {node.value: (min(lows), max(highs))}
    if isinstance(node, ShapeTest):
        lengths = all_shapes()[shape_values(node.shapes) != 0]
        length = built_in()["length"]
        return {
            Measure(length, node.seat, 3 - place): (int(column.min()), int(column.max()))
            for place, column in enumerate(lengths.T)
            if len(column)
        }
    if isinstance(node, Binary):
        if node.op == "and":
            return _both(box_of(node.left), box_of(node.right))
        if node.op == "or":
            return _either(box_of(node.left), box_of(node.right))
        compared = compared_with_number(node)
        if compared is not None and compared[0] != "!=":
            op, value, n = compared
            limits = {"<": (-inf, n - 1), "<=": (-inf, n), ">": (n + 1, inf), ">=": (n, inf)}
            return {value: limits.get(op, (n, n))}
    return {}


def _both(left: Box, right: Box) -> Box:
    box = dict(left)
    for node, (low, high) in right.items():
        least, most = box.get(node, (-inf, inf))
        box[node] = (max(least, low), min(most, high))
    return box


def _either(left: Box, right: Box) -> Box:
    return {
        node: (min(low, right[node][0]), max(high, right[node][1]))
        for node, (low, high) in left.items()
        if node in right
    }


def may_meet(one: Box, other: Box) -> bool:
    """Return whether some hand may satisfy both boxes; False is certain."""
    return all(
        max(low, other[node][0]) <= min(high, other[node][1])
        for node, (low, high) in one.items()
        if node in other
    )
