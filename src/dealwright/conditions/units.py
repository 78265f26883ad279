"""The units that expressions count in, and which expressions are tests.

An evaluator counts in whole points or in hundredths, and so do its sums. If an expression has both,
points become hundredths. A decimal factor such as 1.5 is a fraction, so its product counts in parts
of the unit: ``1.5 * cccc(south)`` is ``3 * cccc(south)`` in halves of hundredths.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from math import ceil, floor, lcm

from dealwright.base.errors import ConditionError
from dealwright.conditions.nodes import (
    Alias,
    Binary,
    Choice,
    Costly,
    HasCard,
    LengthOf,
    Measure,
    NamedShape,
    Node,
    Number,
    Patterns,
    ShapeTest,
    Unary,
    Within,
    Word,
    remembered,
    value_parts,
)

__all__ = [
    "COMPARISONS",
    "MOST_POINTS",
    "Decimal",
    "Scale",
    "check_ends",
    "check_factor",
    "check_whole",
    "chosen",
    "decimal_text",
    "in_hundredths",
    "in_unit",
    "is_test",
    "joined",
    "rounded",
    "scaled",
    "together",
    "unit_of",
    "unlikely",
    "whole_number",
]

COMPARISONS = frozenset(["==", "!=", "<", "<=", ">", ">="])
MOST_POINTS = 40  # a whole number up to this, with hundredths, is probably in points


@dataclass(frozen=True, eq=False)
class Decimal(Node):
    """The exact value of a decimal number while a text is read; finished trees have none."""

    value: Fraction


@dataclass(frozen=True)
class Scale:
    """The scale of an expression's values: each counts ``1 / (unit * parts)`` points.

    A whole number as the other operand counts ``1 / unit`` points. The unit is None for numbers,
    and for what is made of numbers and tests (0 or 1): beside hundredths the latter are points.
    """

    unit: int | None = None
    parts: int = 1

    @property
    def points(self) -> int:
        """The number that stands for one point."""
        return (self.unit or 1) * self.parts


@remembered
def _unit_of_parts(node: Node) -> int | None:
    if isinstance(node, Measure):
        return node.feature.scale
    if isinstance(node, LengthOf):
        return 1
    if isinstance(node, Costly):
        return None if node.column.bounds == (0, 1) else 1
    if isinstance(node, Alias):
        return unit_of(node.value) or (1 if isinstance(node, Word) else None)
    if isinstance(node, Unary):
        return unit_of(node.operand) if node.op == "-" else None
    if isinstance(node, Choice):
        return _finer(unit_of(node.then), unit_of(node.other))
    if isinstance(node, Binary):
        return _of_operator(node)
    return None


def unit_of(node: Node) -> int | None:
    """Return the value of one point in an expression's unit; None for a number or a test.

    >>> from dealwright.conditions.parse import parse_tree
    >>> [unit_of(parse_tree(text)) for text in ("hcp(north) + 1", "100 * hcp(east)", "ltc(west)")]
    [1, 100, 100]
    """
    return _unit_of_parts(node)


def _finer(left: int | None, right: int | None) -> int | None:
    return left if right is None else right if left is None else lcm(left, right)


def _of_operator(node: Binary) -> int | None:
    left, right = unit_of(node.left), unit_of(node.right)
    if node.op in "+-":
        return _finer(left, right)
    if node.op == "*":
        for number, unit in ((node.left, right), (node.right, left)):
            if unit == 1 and isinstance(number, Number) and number.value == 100:
                return 100  # points, written in hundredths
        return left or right if left is None or right is None else left * right
    if node.op == "/":
        if right is None:
            hundredth = isinstance(node.right, Number) and node.right.value == 100
            return left // 100 if hundredth and left and left % 100 == 0 else left
        return 1 if left is None else max(1, left // right)
    return _finer(left, right) if node.op == "%" else None


@remembered
def _is_number(node: Node) -> bool:
    """Return whether an expression is made of numbers alone."""
    if isinstance(node, Alias):
        return _is_number(node.value)
    if isinstance(node, Unary):
        return node.op == "-" and _is_number(node.operand)
    if isinstance(node, Binary):
        return node.op in "+-*/%" and _is_number(node.left) and _is_number(node.right)
    return isinstance(node, Number | Decimal)


@remembered
def _unit_beside(node: Node) -> int | None:
    """Return the unit, beside hundredths, of numbers and tests; None for numbers alone.

    They are points, as ``hascard(north, AS)`` is, but ``100 * hascard(north, AS)`` is in
    hundredths already, as that of an evaluator in points would be.
    """
    if _is_number(node):
        return None
    if isinstance(node, Alias):
        return _unit_beside(node.value)
    if isinstance(node, Unary) and node.op == "-":
        return _unit_beside(node.operand)
    if isinstance(node, Choice):
        found = {_unit_beside(node.then), _unit_beside(node.other)} - {None}
    elif isinstance(node, Binary) and node.op in "+-":
        found = {_unit_beside(node.left), _unit_beside(node.right)} - {None}
    elif isinstance(node, Binary) and node.op == "*":
        found = {whole_number(node.left), whole_number(node.right)} & {100, 10_000}
    else:
        return 1
    return found.pop() if len(found) == 1 else 1


@remembered
def _largest_number(node: Node) -> int:
    """Return the largest number that is a value, a factor or a part of a sum, without its sign."""
    number = whole_number(node)
    if number is not None:
        return abs(number)
    if isinstance(node, Alias):
        return _largest_number(node.value)
    if isinstance(node, Unary) and node.op == "-":
        return _largest_number(node.operand)
    if isinstance(node, Choice):
        return max(_largest_number(node.then), _largest_number(node.other))
    if isinstance(node, Binary) and node.op in "+-*":
        return max(_largest_number(node.left), _largest_number(node.right))
    return 0


@remembered
def in_hundredths(node: Node) -> bool:
    """Return whether an expression counts in hundredths because one of its evaluators does.

    This includes a product of two such evaluators, in hundredths of hundredths, and excludes
    remainders, beside which small whole numbers are usual.
    """
    if isinstance(node, Measure):
        return node.feature.scale == 100
    if isinstance(node, Binary) and node.op == "%":
        return False  # a remainder is small
    return (unit_of(node) or 1) >= 100 and any(map(in_hundredths, value_parts(node)))


@remembered
def whole_number(node: Node) -> int | None:
    """Return the value of an expression of whole numbers, such as ``2 * 3``; otherwise None."""
    if isinstance(node, Number):
        return node.value if type(node) is Number else None
    if isinstance(node, Alias):
        return whole_number(node.value)
    if isinstance(node, Unary) and node.op == "-":
        value = whole_number(node.operand)
        return None if value is None else -value
    if isinstance(node, Binary) and node.op in "+-*":
        left, right = whole_number(node.left), whole_number(node.right)
        if left is not None and right is not None:
            return {"+": left + right, "-": left - right, "*": left * right}[node.op]
    return None


def scaled(node: Node, factor: int) -> Node:
    """Return an expression times a factor that does not change its unit.

    100 times points would be read as hundredths, so the 100 is written as two factors.
    """
    if factor == 1:
        return node
    if isinstance(node, Number):
        return Number(node.value * factor)
    if factor == 100 and unit_of(node) in (1, None):
        return Binary("*", Number(20), Binary("*", Number(5), node))
    return Binary("*", Number(factor), node)


def in_unit(node: Node, unit: int | None, wanted: int | None) -> Node:
    """Return an expression of one unit in a finer one."""
    if unit is None or wanted is None or unit == wanted:
        return node
    return Binary("*", Number(wanted // unit), node)


def together(
    left: Node, left_scale: Scale, right: Node, right_scale: Scale
) -> tuple[Node, Node, Scale]:
    """Return two expressions converted to one scale, and that scale.

    A whole number takes the unit of the other operand. A test is in points.
    """
    unit = _finer(left_scale.unit, right_scale.unit)
    if unit is None and left_scale.parts != right_scale.parts:
        unit = 1
    if unit is not None and unit > 1:
        left_scale = _beside_hundredths(left, left_scale)
        right_scale = _beside_hundredths(right, right_scale)
    parts = lcm(left_scale.parts, right_scale.parts)

    def converted(node: Node, scale: Scale) -> Node:
        return in_unit(scaled(node, parts // scale.parts), scale.unit, unit)

    return converted(left, left_scale), converted(right, right_scale), Scale(unit, parts)


def _beside_hundredths(node: Node, scale: Scale) -> Scale:
    return scale if scale.unit else Scale(_unit_beside(node), scale.parts)


def unlikely(number: Node, beside: Node) -> bool:
    """Return whether a whole number is unlikely to be meant in hundredths: 1 to 40, of either sign.

    With a product of two evaluators it is 1 to 1,600.
    """
    value = whole_number(number)
    if not value or not in_hundredths(beside):
        return False
    return abs(value) <= (MOST_POINTS if unit_of(beside) == 100 else MOST_POINTS**2)


def check_whole(number: Node, beside: Node) -> None:
    """Check for a whole number that is unlikely to be meant, such as 6 in ``ltc(north) <= 6``.

    :raises ConditionError: if it is one
    """
    if unlikely(number, beside):
        n, unit = whole_number(number), unit_of(beside)
        assert n is not None
        assert unit is not None
        value = decimal_text(n, unit)
        raise ConditionError(
            f"{n} beside an evaluator in hundredths is {value} points",
            hint=f"Write {n}.0 for points, or {unit * n}; {value} if that is meant",
        )


def check_factor(test: Node, beside: Node) -> None:
    """Check for a number that may be meant in hundredths, as 200 in ``200 * balanced(north)``.

    Beside hundredths what is made of tests and numbers is in points.

    :raises ConditionError: if there is one
    """
    points = _largest_number(test) if in_hundredths(beside) else 0
    if points > MOST_POINTS and unit_of(test) is None and _unit_beside(test) == 1:
        raise ConditionError(
            f"the {points} of a test is {points} points beside an evaluator in hundredths",
            hint=f"Write {decimal_text(points)} for {points} hundredths, or {points}.0 if points "
            "are meant",
        )


def _check_both(left: Node, right: Node) -> None:
    for number, beside in ((left, right), (right, left)):
        check_whole(number, beside)
        check_factor(number, beside)


def check_ends(ends: Iterable[int], tree: Node) -> None:
    """Check for ends of ranges that are unlikely to be meant, such as 6 in ``ltc(north) in 5..6``.

    :raises ConditionError: if one is
    """
    for end in ends:
        check_whole(Number(end), tree)


def joined(op: str, left: Node, right: Node) -> Node:
    """Return an operator of two expressions, converted to one unit.

    >>> from dealwright.conditions.parse import read_quantity
    >>> joined("+", read_quantity("ltc(north)"), read_quantity("hcp(north)")).right
    Binary(op='*', left=Number(value=100), right=Measure(feature=<Feature hcp>, seat=0, suit=None))

    :raises ConditionError: if a whole number is unlikely to be meant in hundredths
    """
    if op in "+-" or op in COMPARISONS:
        _check_both(left, right)
    if op in "+-%" or op in COMPARISONS:
        left, right, _ = together(left, Scale(unit_of(left)), right, Scale(unit_of(right)))
    return Binary(op, left, right)


def chosen(test: Node, then: Node, other: Node) -> Node:
    """Return ``test ? then : other``, the branches converted to one unit.

    :raises ConditionError: if a whole number is unlikely to be meant in hundredths
    """
    _check_both(then, other)
    then, other, _ = together(then, Scale(unit_of(then)), other, Scale(unit_of(other)))
    return Choice(test, then, other)


def decimal_text(hundredths: int, unit: int = 100) -> str:
    """Return hundredths, or parts of another power of ten, as a decimal number.

    >>> decimal_text(650), decimal_text(-5), decimal_text(30, 10_000)
    ('6.5', '-0.05', '0.003')
    """
    whole, part = divmod(abs(hundredths), unit)
    digits = f"{part:0{len(str(unit)) - 1}}".rstrip("0") or "0"
    return f"{'-' if hundredths < 0 else ''}{whole}.{digits}"


def rounded(value: Fraction, op: str) -> int:
    """Return the integer that can replace a fraction on the right of a comparison of integers.

    ``x <= 2.5`` is ``x <= 2`` for integers; ``==`` takes the nearest.
    """
    if op in ("<=", ">"):
        return floor(value)
    if op in (">=", "<"):
        return ceil(value)
    return floor(value + Fraction(1, 2))


@remembered
def is_test(node: Node) -> bool:
    """Return whether an expression is a test: true or false, with the value 1 or 0.

    >>> from dealwright.conditions.parse import parse_tree
    >>> [is_test(parse_tree(text)) for text in ("hcp(east) > 3", "hcp(east)", "1", "15 - 17")]
    [True, False, True, False]
    """
    if isinstance(node, Number):
        return type(node) is Number and node.value in (0, 1)
    if isinstance(node, HasCard | ShapeTest | Within | NamedShape | Patterns):
        return True
    if isinstance(node, Measure):
        low, high = node.feature.bounds if node.suit is None else node.feature.suit_bounds
        return low >= 0 and high <= 1
    if isinstance(node, Costly):
        low, high = node.column.bounds
        return low >= 0 and high <= 1
    if isinstance(node, Alias):
        return is_test(node.value)
    if isinstance(node, Unary):
        return node.op == "not"
    if isinstance(node, Choice):
        return is_test(node.then) and is_test(node.other)
    return isinstance(node, Binary) and (node.op in COMPARISONS or node.op in ("and", "or"))
