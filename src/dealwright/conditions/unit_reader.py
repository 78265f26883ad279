"""Reading typed numbers: points, hundredths and fractions of them; and checking tests.

These rules apply to text that a person typed; ``parse.py`` reads everything else.
"""

from __future__ import annotations

import re
from abc import abstractmethod
from dataclasses import replace
from fractions import Fraction
from typing import Any, TypeVar

from dealwright.base.errors import ConditionError
from dealwright.conditions import nodes, units
from dealwright.conditions.nodes import Label, Measure, Node
from dealwright.conditions.shape_reader import ShapeReader
from dealwright.conditions.syntax import Token, Tree
from dealwright.conditions.text_reader import MOST_DIGITS
from dealwright.conditions.units import Decimal, Scale

__all__ = ["UnitReader", "is_decimal"]

_ORDERS = ("<", "<=", ">", ">=")
_COMPARED_BEFORE = re.compile(
    r"([a-z_]\w*\s*\([^()]*\))\s*(==|!=|<=?|>=?|in)\s*[-\d.{}, ]*\s*(\|\||&&|or|and)\s*$",
    re.IGNORECASE,
)
_N = TypeVar("_N", bound=Node)


class UnitReader(ShapeReader):
    """Turns operators between typed numbers and evaluators into nodes of integers."""

    def __init__(self, text: str, *, typed: bool = False) -> None:
        super().__init__(text, typed=typed)
        self._scales: dict[int, tuple[Node, Scale]] = {}  # by the id of the node, where parts > 1

    @abstractmethod
    def text_error(self) -> ConditionError:
        """Return the error for texts where numbers are expected."""

    # Typed numbers: points, hundredths and fractions of them

    def _scale(self, node: Node) -> Scale:
        """Return the scale of an expression's values."""
        if id(node) in self._scales:
            return self._scales[id(node)][1]
        return Scale() if isinstance(node, Decimal) else Scale(units.unit_of(node))

    def _counted_in(self, node: _N, scale: Scale) -> _N:
        """Record the scale of an expression's values, unless the expression implies it."""
        if scale != Scale(units.unit_of(node)):
            self._scales[id(node)] = node, scale
        return node

    def finished(self, node: Node, tree: Tree | Token) -> Node:
        """Return an expression in its unit, with hundredths rounded toward zero.

        :raises ConditionError: if its values may not be whole numbers of points
        """
        scale = Scale(1, node.value.denominator) if isinstance(node, Decimal) else self._scale(node)
        if scale.parts == 1:
            return nodes.Number(node.value.numerator) if isinstance(node, Decimal) else node
        if scale.unit in (None, 1):
            raise self.error(
                tree,
                f"'{self._source_of(tree)}' is not always a whole number",
                "Divide by a whole number, as hcp(north) / 2 does, which rounds toward zero",
            )
        return nodes.Binary("/", node, nodes.Number(scale.parts))

    def _rounded(self, value: Fraction, op: str, tree: Tree | Token) -> int:
        if value.denominator > 1 and op not in _ORDERS:
            self.note(tree, f"{self._source_of(tree)} is rounded to hundredths")
        number = units.rounded(value, op)
        if abs(number) >= 10**MOST_DIGITS:
            raise self.error(tree, f"{self._source_of(tree)} is too large a number")
        return number

    def _operator(self, op: str, tree: Tree, left: Node, right: Node) -> Node:
        if _is_constant(left) and _is_constant(right):
            if isinstance(left, Decimal) or isinstance(right, Decimal):
                return self._folded(op, tree, _value(left), _value(right))
            return nodes.Binary(op, left, right)
        if op == "*":
            return self._product(left, right)
        if op == "/":
            return self._quotient(tree, left, right)
        left_tree, right_tree = tree.children[0], tree.children[-1]
        if isinstance(left, Decimal):
            left, right, scale = self._exactly(left, right, nodes.MIRRORED.get(op, op), left_tree)
        elif isinstance(right, Decimal):
            right, left, scale = self._exactly(right, left, op, right_tree)
        else:
            if op != "%":
                self._check_whole(left, right, left_tree)
                self._check_whole(right, left, right_tree)
            scales = self._scale(left), self._scale(right)
            left, right, scale = units.together(left, scales[0], right, scales[1])
        node = nodes.Binary(op, left, right)
        if op in units.COMPARISONS:
            return node
        return self._counted_in(
            node, Scale(units.unit_of(node), scale.parts) if op == "%" else scale
        )

    def _check_whole(self, number: Node, beside: Node, tree: Any) -> None:
        """Raise an error for a whole number that is unlikely to be meant in hundredths."""
        try:
            units.check_whole(number, beside)
            if self._scale(number).unit is None:
                units.check_factor(number, beside)
        except ConditionError as error:
            raise self.error(tree, error.message, error.hint) from None

    def _folded(self, op: str, tree: Tree, left: Fraction, right: Fraction) -> Node:
        """Return the value of an operator between numbers, at least one of them a decimal."""
        if op in ("/", "%") and not right:
            raise self.error(tree, f"'{self._source(tree)}' always divides by zero")
        if op in units.COMPARISONS:
            common = left.denominator * right.denominator
            return nodes.Binary(
                op, nodes.Number(int(left * common)), nodes.Number(int(right * common))
            )
        if op == "%":
            return Decimal(left - int(left / right) * right)
        results = {"+": left + right, "-": left - right, "*": left * right}
        return Decimal(results[op] if op in results else left / right)

    def _product(self, left: Node, right: Node) -> Node:
        factor, other = (left, right) if isinstance(left, Decimal) else (right, left)
        scale = self._scale(other)
        if isinstance(factor, Decimal):
            value = factor.value
            product = (
                replace(other)  # a copy: the shared node may have another scale elsewhere
                if value.numerator == 1
                else units.scaled(other, value.numerator)
            )
            return self._counted_in(
                product, Scale(scale.unit or 1, scale.parts * value.denominator)
            )
        product = nodes.Binary("*", left, right)
        parts = self._scale(left).parts * self._scale(right).parts
        return self._counted_in(product, Scale(units.unit_of(product), parts))

    def _quotient(self, tree: Tree, left: Node, right: Node) -> Node:
        left_scale, right_scale = self._scale(left), self._scale(right)
        if isinstance(right, Decimal):
            if not right.value:
                raise self.error(tree, f"'{self._source(tree)}' always divides by zero")
            return self._product(Decimal(1 / right.value), left)
        if isinstance(left, Decimal):
            value = left.value * right_scale.points
            quotient = nodes.Binary("/", nodes.Number(value.numerator), right)
            return self._counted_in(quotient, Scale(1, value.denominator))
        if left_scale.unit and right_scale.unit and left_scale.unit % right_scale.unit:
            left = units.in_unit(left, left_scale.unit, left_scale.unit * right_scale.unit)
        quotient = nodes.Binary("/", units.scaled(left, right_scale.parts), right)
        return self._counted_in(quotient, Scale(units.unit_of(quotient), left_scale.parts))

    def _exactly(
        self, number: Decimal, other: Node, op: str, tree: Any
    ) -> tuple[Node, Node, Scale]:
        """Return a decimal number and the other operand in one scale, and that scale.

        Beside fractions of a unit, as 1.5 * hcp(north) has, the number stays exact: the other
        operand is counted in smaller parts where the number needs them.

        :raises ConditionError: as ``_beside``
        """
        scale = self._scale(other)
        value = number.value * scale.points
        if scale.parts == 1 or value.denominator == 1 or op in _ORDERS:
            return self._beside(number, other, op, tree), other, scale
        finer = Scale(scale.unit, scale.parts * value.denominator)
        return (
            self._counted_in(nodes.Number(value.numerator), finer),
            self._counted_in(units.scaled(other, value.denominator), finer),
            finer,
        )

    def _beside(self, number: Decimal, other: Node, op: str, tree: Any) -> Node:
        """Return a decimal number in the unit of the other operand.

        :raises ConditionError: if that is counted in whole numbers, and the number is not whole
        """
        scale = self._scale(other)
        value = number.value * scale.points
        if value.denominator > 1 and scale.points == 1:
            raise self._whole_error(tree, other)
        return self._counted_in(nodes.Number(self._rounded(value, op, tree)), scale)

    def _whole_error(self, tree: Any, other: Node) -> ConditionError:
        names = sorted({n.feature.name for n in nodes.walk(other) if isinstance(n, Measure)})
        lengths = not names or names[0] == "length"
        what = "lengths are" if lengths else f"{names[0]} is"
        if not names and not any(isinstance(n, nodes.LengthOf) for n in nodes.walk(other)):
            what = "tests are"
        return self.error(
            tree,
            f"{what} counted in whole numbers, and {self._source_of(tree)} is not one",
            "Write a whole number; cccc, quality, ltc and other scales are in hundredths",
        )

    def _source_of(self, part: Tree | Token) -> str:
        return self._source(part) if isinstance(part, Tree) else str(part)

    # Typed tests

    def check_test(self, tree: Tree | Token, node: Node) -> None:
        """Raise an error if an operand that must be a test is none.

        :raises ConditionError: with what was probably meant
        """
        if not units.is_test(node):
            if any(isinstance(part, Label) for part in nodes.walk(node)):
                raise self.text_error()
            message = f"'{self._source_of(tree)}' is not a test"
            raise self.error(tree, message, self.test_meant(tree, node))

    def check_difference(self, op: str, tree: Tree) -> None:
        """Refuse ``hcp(north) == 15-17``: it compares with -2.

        :raises ConditionError: if the right side is a smaller number minus a greater one
        """
        right = tree.children[-1]
        if op not in nodes.MIRRORED or not isinstance(right, Tree):
            return
        span = _difference(self._source_of(right))
        if span is not None:
            value = self._source_of(tree.children[0]) if isinstance(tree.children[0], Tree) else "x"
            raise self.error(
                right, f"'{span[0]}' is a difference, not a range",
                f"Write: {value} in {span[1]}..{span[2]}",
            )  # fmt: skip

    def check_defined(self, value: Tree | Token) -> None:
        """Refuse ``strength = 15-17``: it is -2.

        :raises ConditionError: if it is a smaller number minus a greater one
        """
        span = _difference(self._source_of(value))
        if span is not None:
            raise self.error(
                value, f"'{span[0]}' is a difference, not a range",
                f"Write the range where it is tested: hcp(north) in {span[1]}..{span[2]}",
            )  # fmt: skip

    def test_meant(self, tree: Tree | Token, node: Node) -> str:
        """Return a hint on how to write the test that an operand was probably meant to be."""
        span = re.fullmatch(r"\(?\s*(\d+)\s*-\s*(\d+)\s*\)?", self._source_of(tree))
        if span:
            return f"Write a range with in: hcp(north) in {span[1]}..{span[2]}"
        if isinstance(node, nodes.Number | Decimal):
            before = _COMPARED_BEFORE.search(self.text[: tree.start_pos])
            number = self._source_of(tree)
            if before is None:
                number = number if number.isdigit() and len(number) < 3 else "12"
                return f"Compare something with it: hcp(north) >= {min(int(number), 30)}"
            op = "==" if before[2].lower() == "in" else before[2]
            return f"Say what it is compared with: {before[3]} {before[1]} {op} {number}"
        text = self._source_of(tree)
        if not isinstance(node, Measure):
            inside = re.search(r"shape\s*\([^,()]*,\s*$", self.text[: tree.start_pos])
            one = "1" if self._scale(node).unit in (None, 1) else "1.0"
            return (
                f"Compare it: {inside[0]}{text} >= 1)"
                if inside
                else f"Compare it: ({text}) >= {one}"
            )
        feature = node.feature
        _, most = feature.bounds if node.suit is None else feature.suit_bounds
        low, high = (5, 6) if feature.name == "length" else (15, 17)
        if most < high * feature.scale:
            low, high = (1, 2)
        if feature.scale > 1:
            return f"Compare it: {text} in {low}.0..{high}.0"
        return f"Compare it: {text} in {low}..{high}"

    def _branch(self, side: Node, beside: Node, tree: Any) -> tuple[Node, Scale]:
        """Return a branch of ``?:`` without decimal numbers, and its scale."""
        self._check_whole(side, beside, tree)
        if isinstance(side, Decimal):
            scale = self._scale(beside)
            value = side.value * scale.points
            if not _is_constant(beside) and value.denominator == 1:
                return nodes.Number(value.numerator), scale
            return nodes.Number(side.value.numerator), Scale(1, side.value.denominator)
        if isinstance(beside, Decimal) and isinstance(side, nodes.Number):
            return side, Scale(1)
        return side, self._scale(side)

    def _end(self, bound: Any, inside: Node, op: str) -> int:
        sign, digits = bound.children
        if is_decimal(digits):
            self.integer(digits, "down")  # raises an error for a number that is too large
            value = Fraction(str(digits).rstrip(".")) * (-1 if sign == "-" else 1)
            number = self._beside(Decimal(value), inside, op, bound)
            assert isinstance(number, nodes.Number)
            return number.value
        whole = self._bound(bound)
        self._check_whole(nodes.Number(whole), inside, bound)
        return whole * self._scale(inside).parts


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
