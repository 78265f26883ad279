"""Reading typed numbers: points, hundredths and fractions of them; and checking tests.

These rules apply to text that a person typed; ``parse.py`` reads everything else.
"""

from __future__ import annotations

import re
from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING, Any, TypeVar

from dealwright.base.errors import ConditionError
from dealwright.conditions import nodes, units
from dealwright.conditions.nodes import Label, Measure, Node
from dealwright.conditions.syntax import Token, Tree
from dealwright.conditions.text_reader import MOST_DIGITS
from dealwright.conditions.units import Decimal, Scale

if TYPE_CHECKING:
    from dealwright.conditions.parse import Reader

__all__ = [
    "beside_unit",
    "branch_of",
    "check_defined",
    "check_difference",
    "check_test",
    "check_whole",
    "counted_in",
    "finished",
    "is_decimal",
    "operation",
    "range_end",
    "scale_of",
    "test_meant",
]

_ORDERS = ("<", "<=", ">", ">=")
_COMPARED_BEFORE = re.compile(
    r"([a-z_]\w*\s*\([^()]*\))\s*(==|!=|<=?|>=?|in)\s*[-\d.{}, ]*\s*(\|\||&&|or|and)\s*$",
    re.IGNORECASE,
)
_N = TypeVar("_N", bound=Node)


def scale_of(reader: Reader, node: Node) -> Scale:
    """Return the scale of an expression's values."""
    if id(node) in reader.scales:
        return reader.scales[id(node)][1]
    return Scale() if isinstance(node, Decimal) else Scale(units.unit_of(node))


def counted_in(reader: Reader, node: _N, scale: Scale) -> _N:
    """Record the scale of an expression's values, unless the expression implies it."""
    if scale != Scale(units.unit_of(node)):
        reader.scales[id(node)] = node, scale
    return node


def finished(reader: Reader, node: Node, tree: Tree | Token) -> Node:
    """Return an expression in its unit, with hundredths rounded toward zero.

    :raises ConditionError: if its values may not be whole numbers of points
    """
    scale = (
        Scale(1, node.value.denominator) if isinstance(node, Decimal) else scale_of(reader, node)
    )
    if scale.parts == 1:
        return nodes.Number(node.value.numerator) if isinstance(node, Decimal) else node
    if scale.unit in (None, 1):
        raise reader.error(
            tree,
            f"'{reader.source_of(tree)}' is not always a whole number",
            "Divide by a whole number, as hcp(north) / 2 does, which rounds toward zero",
        )
    return nodes.Binary("/", node, nodes.Number(scale.parts))


def _rounded(reader: Reader, value: Fraction, op: str, tree: Tree | Token) -> int:
    if value.denominator > 1 and op not in _ORDERS:
        reader.note(tree, f"{reader.source_of(tree)} is rounded to hundredths")
    number = units.rounded(value, op)
    if abs(number) >= 10**MOST_DIGITS:
        raise reader.error(tree, f"{reader.source_of(tree)} is too large a number")
    return number


def operation(reader: Reader, op: str, tree: Tree, left: Node, right: Node) -> Node:
    """Return the tree of an operator between two operands, in one unit."""
    if _is_constant(left) and _is_constant(right):
        if isinstance(left, Decimal) or isinstance(right, Decimal):
            return _folded(reader, op, tree, _value(left), _value(right))
        return nodes.Binary(op, left, right)
    if op == "*":
        return _product(reader, left, right)
    if op == "/":
        return _quotient(reader, tree, left, right)
    left_tree, right_tree = tree.children[0], tree.children[-1]
    if isinstance(left, Decimal):
        left, right, scale = _exactly(reader, left, right, nodes.MIRRORED.get(op, op), left_tree)
    elif isinstance(right, Decimal):
        right, left, scale = _exactly(reader, right, left, op, right_tree)
    else:
        if op != "%":
            check_whole(reader, left, right, left_tree)
            check_whole(reader, right, left, right_tree)
        scales = scale_of(reader, left), scale_of(reader, right)
        left, right, scale = units.together(left, scales[0], right, scales[1])
    node = nodes.Binary(op, left, right)
    if op in units.COMPARISONS:
        return node
    return counted_in(reader, node, Scale(units.unit_of(node), scale.parts) if op == "%" else scale)


def check_whole(reader: Reader, number: Node, beside: Node, tree: Any) -> None:
    """Raise an error for a whole number that is unlikely to be meant in hundredths."""
    try:
        units.check_whole(number, beside)
        if scale_of(reader, number).unit is None:
            units.check_factor(number, beside)
    except ConditionError as error:
        raise reader.error(tree, error.message, error.hint) from None


def _folded(reader: Reader, op: str, tree: Tree, left: Fraction, right: Fraction) -> Node:
    """Return the value of an operator between numbers, at least one of them a decimal."""
    if op in ("/", "%") and not right:
        raise reader.error(tree, f"'{reader.source_of(tree)}' always divides by zero")
    if op in units.COMPARISONS:
        common = left.denominator * right.denominator
        return nodes.Binary(op, nodes.Number(int(left * common)), nodes.Number(int(right * common)))
    if op == "%":
        return Decimal(left - int(left / right) * right)
    results = {"+": left + right, "-": left - right, "*": left * right}
    return Decimal(results[op] if op in results else left / right)


def _product(reader: Reader, left: Node, right: Node) -> Node:
    factor, other = (left, right) if isinstance(left, Decimal) else (right, left)
    scale = scale_of(reader, other)
    if isinstance(factor, Decimal):
        value = factor.value
        product = (
            replace(other)  # a copy: the shared node may have another scale elsewhere
            if value.numerator == 1
            else units.scaled(other, value.numerator)
        )
        return counted_in(reader, product, Scale(scale.unit or 1, scale.parts * value.denominator))
    product = nodes.Binary("*", left, right)
    parts = scale_of(reader, left).parts * scale_of(reader, right).parts
    return counted_in(reader, product, Scale(units.unit_of(product), parts))


def _quotient(reader: Reader, tree: Tree, left: Node, right: Node) -> Node:
    left_scale, right_scale = scale_of(reader, left), scale_of(reader, right)
    if isinstance(right, Decimal):
        if not right.value:
            raise reader.error(tree, f"'{reader.source_of(tree)}' always divides by zero")
        return _product(reader, Decimal(1 / right.value), left)
    if isinstance(left, Decimal):
        value = left.value * right_scale.points
        quotient = nodes.Binary("/", nodes.Number(value.numerator), right)
        return counted_in(reader, quotient, Scale(1, value.denominator))
    if left_scale.unit and right_scale.unit and left_scale.unit % right_scale.unit:
        left = units.in_unit(left, left_scale.unit, left_scale.unit * right_scale.unit)
    quotient = nodes.Binary("/", units.scaled(left, right_scale.parts), right)
    return counted_in(reader, quotient, Scale(units.unit_of(quotient), left_scale.parts))


def _exactly(
    reader: Reader, number: Decimal, other: Node, op: str, tree: Any
) -> tuple[Node, Node, Scale]:
    """Return a decimal number and the other operand in one scale, and that scale.

    Beside fractions of a unit, as 1.5 * hcp(north) has, the number stays exact: the other
    operand is counted in smaller parts where the number needs them.

    :raises ConditionError: as ``_beside``
    """
    scale = scale_of(reader, other)
    value = number.value * scale.points
    if scale.parts == 1 or value.denominator == 1 or op in _ORDERS:
        return beside_unit(reader, number, other, op, tree), other, scale
    finer = Scale(scale.unit, scale.parts * value.denominator)
    return (
        counted_in(reader, nodes.Number(value.numerator), finer),
        counted_in(reader, units.scaled(other, value.denominator), finer),
        finer,
    )


def beside_unit(reader: Reader, number: Decimal, other: Node, op: str, tree: Any) -> Node:
    """Return a decimal number in the unit of the other operand.

    :raises ConditionError: if that is counted in whole numbers, and the number is not whole
    """
    scale = scale_of(reader, other)
    value = number.value * scale.points
    if value.denominator > 1 and scale.points == 1:
        raise _whole_error(reader, tree, other)
    return counted_in(reader, nodes.Number(_rounded(reader, value, op, tree)), scale)


def _whole_error(reader: Reader, tree: Any, other: Node) -> ConditionError:
    names = sorted({n.feature.name for n in nodes.walk(other) if isinstance(n, Measure)})
    lengths = not names or names[0] == "length"
    what = "lengths are" if lengths else f"{names[0]} is"
    if not names and not any(isinstance(n, nodes.LengthOf) for n in nodes.walk(other)):
        what = "tests are"
    return reader.error(
        tree,
        f"{what} counted in whole numbers, and {reader.source_of(tree)} is not one",
        "Write a whole number; cccc, quality, ltc and other scales are in hundredths",
    )


def check_test(reader: Reader, tree: Tree | Token, node: Node) -> None:
    """Raise an error if an operand that must be a test is none.

    :raises ConditionError: with what was probably meant
    """
    if not units.is_test(node):
        if any(isinstance(part, Label) for part in nodes.walk(node)):
            raise reader.text_error()
        message = f"'{reader.source_of(tree)}' is not a test"
        raise reader.error(tree, message, test_meant(reader, tree, node))


def check_difference(reader: Reader, op: str, tree: Tree) -> None:
    """Refuse ``hcp(north) == 15-17``: it compares with -2.

    :raises ConditionError: if the right side is a smaller number minus a greater one
    """
    right = tree.children[-1]
    if op not in nodes.MIRRORED or not isinstance(right, Tree):
        return
    span = _difference(reader.source_of(right))
    if span is not None:
        value = reader.source_of(tree.children[0]) if isinstance(tree.children[0], Tree) else "x"
        raise reader.error(
            right, f"'{span[0]}' is a difference, not a range",
            f"Write: {value} in {span[1]}..{span[2]}",
        )  # fmt: skip


def check_defined(reader: Reader, value: Tree | Token) -> None:
    """Refuse ``strength = 15-17``: it is -2.

    :raises ConditionError: if it is a smaller number minus a greater one
    """
    span = _difference(reader.source_of(value))
    if span is not None:
        raise reader.error(
            value, f"'{span[0]}' is a difference, not a range",
            f"Write the range where it is tested: hcp(north) in {span[1]}..{span[2]}",
        )  # fmt: skip


def test_meant(reader: Reader, tree: Tree | Token, node: Node) -> str:
    """Return a hint on how to write the test that an operand was probably meant to be."""
    span = re.fullmatch(r"\(?\s*(\d+)\s*-\s*(\d+)\s*\)?", reader.source_of(tree))
    if span:
        return f"Write a range with in: hcp(north) in {span[1]}..{span[2]}"
    if isinstance(node, nodes.Number | Decimal):
        before = _COMPARED_BEFORE.search(reader.text[: tree.start_pos])
        number = reader.source_of(tree)
        if before is None:
            number = number if number.isdigit() and len(number) < 3 else "12"
            return f"Compare something with it: hcp(north) >= {min(int(number), 30)}"
        op = "==" if before[2].lower() == "in" else before[2]
        return f"Say what it is compared with: {before[3]} {before[1]} {op} {number}"
    text = reader.source_of(tree)
    if not isinstance(node, Measure):
        inside = re.search(r"shape\s*\([^,()]*,\s*$", reader.text[: tree.start_pos])
        one = "1" if scale_of(reader, node).unit in (None, 1) else "1.0"
        return (
            f"Compare it: {inside[0]}{text} >= 1)" if inside else f"Compare it: ({text}) >= {one}"
        )
    feature = node.feature
    _, most = feature.bounds if node.suit is None else feature.suit_bounds
    low, high = (5, 6) if feature.name == "length" else (15, 17)
    if most < high * feature.scale:
        low, high = (1, 2)
    if feature.scale > 1:
        return f"Compare it: {text} in {low}.0..{high}.0"
    return f"Compare it: {text} in {low}..{high}"


def branch_of(reader: Reader, side: Node, beside: Node, tree: Any) -> tuple[Node, Scale]:
    """Return a branch of ``?:`` without decimal numbers, and its scale."""
    check_whole(reader, side, beside, tree)
    if isinstance(side, Decimal):
        scale = scale_of(reader, beside)
        value = side.value * scale.points
        if not _is_constant(beside) and value.denominator == 1:
            return nodes.Number(value.numerator), scale
        return nodes.Number(side.value.numerator), Scale(1, side.value.denominator)
    if isinstance(beside, Decimal) and isinstance(side, nodes.Number):
        return side, Scale(1)
    return side, scale_of(reader, side)


def range_end(reader: Reader, bound: Any, inside: Node, op: str) -> int:
    """Return an end of a range in the unit of what is tested."""
    sign, digits = bound.children
    if is_decimal(digits):
        reader.integer(digits, "down")  # raises an error for a number that is too large
        value = Fraction(str(digits).rstrip(".")) * (-1 if sign == "-" else 1)
        number = beside_unit(reader, Decimal(value), inside, op, bound)
        assert isinstance(number, nodes.Number)
        return number.value
    whole = reader.bound(bound)
    check_whole(reader, nodes.Number(whole), inside, bound)
    return whole * scale_of(reader, inside).parts


def _is_constant(node: Node) -> bool:
    return isinstance(node, nodes.Number | Decimal)


def _difference(source: str) -> re.Match[str] | None:
    """Return the two numbers of a smaller number minus a greater one, which is meant as a range."""
    span = re.fullmatch(r"\(?(\d+)\s*-\s*(\d+)\)?", source)
    return span if span is not None and int(span[1]) < int(span[2]) else None


def _value(node: Node) -> Fraction:
    assert isinstance(node, nodes.Number | Decimal)
    return Fraction(node.value)


def is_decimal(token: Any) -> bool:
    """Return whether a token is a number with a point."""
    return isinstance(token, Token) and token.type == "DECIMAL"
