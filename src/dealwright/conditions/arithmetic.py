"""The operators of conditions: C's integer arithmetic, on numbers or on arrays.

Division rounds toward zero and the remainder takes the sign of the dividend, as in ``dealer``. A
division by zero, which stops ``dealer``, is 0 here, so that a guard such as ``hearts(north) > 0 ? x
/ hearts(north) : 0`` works.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np

from dealwright.conditions.nodes import Alias, Binary, Choice, Node, Number, Unary, Within

__all__ = ["divide", "remainder", "value"]


def divide(a: Any, b: Any) -> Any:
    """Return a / b toward zero, 0 where b is 0.

    >>> int(divide(-7, 2)), int(divide(7, 0))
    (-3, 0)
    """
    divisor = np.where(np.equal(b, 0), 1, b)
    quotient = np.abs(a) // np.abs(divisor) * np.sign(a) * np.sign(divisor)
    return np.where(np.equal(b, 0), 0, quotient)


def remainder(a: Any, b: Any) -> Any:
    """Return a - b * divide(a, b), 0 where b is 0.

    >>> int(remainder(-7, 2))
    -1
    """
    return np.where(np.equal(b, 0), 0, a - divide(a, b) * b)


@cache
def _operators() -> dict[str, Callable[[Any, Any], Any]]:
    return {
        "+": np.add,
        "-": np.subtract,
        "*": np.multiply,
        "/": divide,
        "%": remainder,
        "==": np.equal,
        "!=": np.not_equal,
        "<": np.less,
        "<=": np.less_equal,
        ">": np.greater,
        ">=": np.greater_equal,
        "and": np.logical_and,
        "or": np.logical_or,
    }


_NUMBERS = frozenset("+-*/%")


def value(node: Node, leaf: Callable[[Node], Any]) -> Any:
    """Return an operator node's value; ``leaf`` returns its operands' values (numbers or arrays).

    Numbers are int64, tests bool. If one number decides the result, ``leaf`` is not called for the
    other operand.
    """
    if isinstance(node, Number):
        return np.int64(node.value)
    if isinstance(node, Alias):
        return leaf(node.value)
    if isinstance(node, Unary):
        operand = leaf(node.operand)
        return -_number(operand) if node.op == "-" else np.equal(operand, 0)
    if isinstance(node, Binary):
        return _binary(node, leaf)
    if isinstance(node, Choice):
        test = np.not_equal(leaf(node.test), 0)
        if test.ndim == 0:
            return _number(leaf(node.then if test else node.other))
        return np.where(test, _number(leaf(node.then)), _number(leaf(node.other)))
    if isinstance(node, Within):
        return _within(node, leaf(node.value))
    raise TypeError(f"{type(node).__name__} is not an operator")


def _number(operand: Any) -> Any:
    """Return an operand as int64, in which tests count as 0 and 1."""
    return operand if getattr(operand, "dtype", None) == np.int64 else np.asarray(operand, np.int64)


def _binary(node: Binary, leaf: Callable[[Node], Any]) -> Any:
    left = leaf(node.left)
    if node.op in ("and", "or") and np.ndim(left) == 0 and bool(left) == (node.op == "or"):
        return np.bool_(left)
    right = leaf(node.right)
    if node.op in _NUMBERS:
        left, right = _number(left), _number(right)
    return _operators()[node.op](left, right)


def _within(node: Within, operand: Any) -> Any:
    inside = np.zeros(np.shape(operand), dtype=np.bool_)
    for low, high in node.ranges:
        fits = np.ones(np.shape(operand), dtype=np.bool_)
        if low is not None:
            fits &= operand >= low
        if high is not None:
            fits &= operand <= high
        inside |= fits
    return inside
