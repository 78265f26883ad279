"""Interval arithmetic: bounds on the value of an expression over all deals.

It proves that values fit the kernels' 32 bits, and finds clauses that are always or never true.
"""

from __future__ import annotations

from dealwright.base.errors import ConditionError
from dealwright.conditions.nodes import (
    Alias,
    Binary,
    Choice,
    Costly,
    HasCard,
    Measure,
    Node,
    Number,
    Random,
    ShapeTest,
    Unary,
    Within,
    remembered,
    value_parts,
)
from dealwright.conditions.shape_sets import shape_values
from dealwright.conditions.unparse import to_text

__all__ = ["Interval", "bounds"]

Interval = tuple[int, int]
LIMIT = (1 << 31) - 1
_TRUTH = (0, 1)


def bounds(node: Node) -> Interval:
    """Return a lower and an upper bound of a node's value over all deals.

    >>> from dealwright.conditions.parse import parse_tree
    >>> bounds(parse_tree("2 * hcp(north) - 1")), bounds(parse_tree("hcp(north) > 40"))
    ((-1, 73), (0, 0))

    :raises ConditionError: if a value could leave 32 bits, or a divisor is always 0
    """
    return _bounds(node)


def _checked(node: Node) -> Interval:
    low, high = _found(node)
    if low < -LIMIT or high > LIMIT:
        raise ConditionError(
            f"the value of '{to_text(node)}' could reach {high if high > LIMIT else low:,}, "
            "beyond 32 bits"
        )
    return low, high


_bounds = remembered(_checked, value_parts)


def _leaf(node: Node) -> Interval | None:
    if isinstance(node, Number):
        return node.value, node.value
    if isinstance(node, Measure):
        feature = node.feature
        return feature.bounds if node.suit is None else feature.suit_bounds
    if isinstance(node, HasCard):
        return _TRUTH
    if isinstance(node, Costly):
        return node.column.bounds
    if isinstance(node, Random):
        raise ConditionError(
            f"'{to_text(node)}' has a value only when a script runs",
            hint="Run it with `dealwright run`, or dealwright.run_script",
        )
    if isinstance(node, ShapeTest):
        truth = shape_values(node.shapes) != 0
        return int(truth.min()), int(truth.max())
    return None


def _choice(node: Choice) -> Interval:
    test = _bounds(node.test)
    then, other = _bounds(node.then), _bounds(node.other)
    if _always(test):
        return then
    if test == (0, 0):
        return other
    return min(then[0], other[0]), max(then[1], other[1])


def _found(node: Node) -> Interval:
    leaf = _leaf(node)
    if leaf is not None:
        return leaf
    if isinstance(node, Alias):
        return _bounds(node.value)
    if isinstance(node, Unary):
        low, high = _bounds(node.operand)
        return (-high, -low) if node.op == "-" else _not((low, high))
    if isinstance(node, Choice):
        return _choice(node)
    if isinstance(node, Within):
        return _within(_bounds(node.value), node.ranges)
    assert isinstance(node, Binary)
    left, right = _bounds(node.left), _bounds(node.right)
    if node.op in ("/", "%") and right == (0, 0):
        raise ConditionError(f"'{to_text(node)}' always divides by zero")
    return _binary(node.op, left, right)


def _always(value: Interval) -> bool:
    return value[0] > 0 or value[1] < 0


def _not(value: Interval) -> Interval:
    if value == (0, 0):
        return 1, 1
    return (0, 0) if _always(value) else _TRUTH


def _within(value: Interval, ranges: tuple[tuple[int | None, int | None], ...]) -> Interval:
    touched = False
    for low, high in ranges:
        low = value[0] if low is None else low
        high = value[1] if high is None else high
        if low <= value[0] and value[1] <= high:
            return 1, 1
        touched |= max(low, value[0]) <= min(high, value[1])
    return _TRUTH if touched else (0, 0)


def _binary(op: str, left: Interval, right: Interval) -> Interval:
    (a, b), (c, d) = left, right
    if op == "+":
        return a + c, b + d
    if op == "-":
        return a - d, b - c
    if op == "*":
        corners = (a * c, a * d, b * c, b * d)
        return min(corners), max(corners)
    if op == "/":
        most = max(abs(a), abs(b))
        return (0 if a >= 0 and c >= 0 else -most), most
    if op == "%":
        most = min(max(abs(c), abs(d)) - 1, max(abs(a), abs(b)))
        return (0 if a >= 0 else -most), (0 if b <= 0 else most)
    if op == "and":
        if (0, 0) in (left, right):
            return 0, 0
        return (1, 1) if _always(left) and _always(right) else _TRUTH
    if op == "or":
        if _always(left) or _always(right):
            return 1, 1
        return (0, 0) if left == right == (0, 0) else _TRUTH
    return _comparison(op, left, right)


def _comparison(op: str, left: Interval, right: Interval) -> Interval:
    (a, b), (c, d) = left, right
    if op in (">", ">="):
        return _comparison("<" if op == ">" else "<=", right, left)
    if op == "<":
        return int(b < c), int(a < d)
    if op == "<=":
        return int(b <= c), int(a <= d)
    equal = int(a == b == c == d), int(max(a, c) <= min(b, d))
    return equal if op == "==" else (1 - equal[1], 1 - equal[0])
