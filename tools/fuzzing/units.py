"""Arithmetic and comparisons of points, hundredths and decimals, held to exact fractions.

An expression is evaluated in points, as fractions, with the rules of the page on the language: a
number with a point is in points, a whole number counts what is beside it; `/` by a whole number
goes toward zero in the unit of the expression, by a decimal number it is exact; 100 times points
are points written in hundredths. The typed condition must choose the same deals; a whole number
that hardly means hundredths must be refused, and so must half a point where points are whole.
"""

from __future__ import annotations

import operator
import random
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from fractions import Fraction
from math import lcm, trunc
from typing import Any

from tools.fuzzing import NotCompared
from tools.fuzzing._hands import HUNDREDTHS, OF_SUIT, POINTS, SEATS, SUITS, dotted, pool, values

import dealwright
from dealwright.base.errors import ConditionError

__all__ = ["Case", "Part", "draw", "fault", "smaller"]

_POOLS = 5
_UNLIKELY = 40  # a whole number up to this, beside hundredths, is refused
_DECIMALS = (
    "0.5",
    "1.5",
    "2.5",
    "0.25",
    "1.25",
    "0.1",
    "3.0",
    "2.0",
    "1.75",
    "0.01",
    "1.05",
    ".5",
    "4.",
    "0.75",
)


@dataclass(frozen=True)
class Part:
    """An expression: a number, an evaluator, or an operator with its operands.

    The operator is ``whole``, ``decimal``, ``evaluator``, ``-`` with one operand, ``?`` with a
    comparison first, ``+ - * / %``, ``test`` with a comparison that is 1 or 0, or a comparison.
    """

    operator: str
    text: str = ""
    parts: tuple[Part, ...] = ()

    def __str__(self) -> str:
        inner = [
            str(part) if part.operator in ("whole", "decimal", "evaluator") else f"({part})"
            for part in self.parts
        ]
        if not self.parts:
            return self.text
        if self.operator == "test":
            return str(self.parts[0])
        if self.operator == "?":
            return f"{inner[0]} ? {inner[1]} : {inner[2]}"
        return f"-{inner[0]}" if len(inner) == 1 else f"{inner[0]} {self.operator} {inner[1]}"


@dataclass(frozen=True)
class Values:
    """Values in points on all deals, counted in parts of a unit.

    The ``unit`` is 1, 100 or 10,000 to a point, None for numbers; ``parts`` are those of one unit.
    """

    values: list[Fraction]
    unit: int | None
    parts: int = 1

    @property
    def finer(self) -> bool:
        """Whether values may be fractions of the unit."""
        return self.parts > 1


@dataclass(frozen=True)
class Case:
    """A comparison, how it is joined, and the deals."""

    comparison: Part
    deals: int

    def __str__(self) -> str:
        return str(self.comparison)


class _Refused(Exception):
    """The expression must be refused."""


def _measure(r: random.Random, names: list[str]) -> Part:
    name, seat = r.choice(names), r.choice(SEATS)
    if name in OF_SUIT and r.random() < 0.15:
        return Part("evaluator", f"{name}({seat}, {r.choice(SUITS)})")
    return Part("evaluator", f"{name}({seat})")


_IN_POINTS = [*SUITS, *(name for name in POINTS if name not in HUNDREDTHS)]
_IN_HUNDREDTHS = [*HUNDREDTHS]


def _expression(r: random.Random, depth: int) -> Part:
    kind = r.random()
    if depth == 0 or kind < 0.2:
        return _measure(r, r.choice([_IN_POINTS, sorted(_IN_HUNDREDTHS)]))
    one = _expression(r, depth - 1)
    if kind < 0.45:
        return Part(r.choice("+-"), "", (one, _expression(r, depth - 1)))
    if kind < 0.6:
        number = _factor(r, 0.6, [2, 3, 5, 10, 100, 7])
        return Part("*", "", r.choice([(one, number), (number, one)]))
    if kind < 0.75:
        return Part("/", "", (one, _factor(r, 0.5, [2, 3, 4, 10, 100, 7])))
    if kind < 0.85:
        number = _number(r)
        return Part(r.choice("+-"), "", r.choice([(one, number), (number, one)]))
    if kind < 0.87:
        return Part("-", "", (one,))
    if kind < 0.89:
        return Part(r.choice("+-"), "", (one, _points_of_test(r)))
    if kind < 0.92:
        return Part("?", "", (_test(r), one, r.choice([_expression(r, depth - 1), _number(r)])))
    if kind < 0.95:
        return Part("%", "", (one, Part("whole", str(r.choice([2, 3, 5, 100])))))
    return Part("*" if kind < 0.98 else "/", "", (one, _measure(r, _IN_POINTS)))


def _factor(r: random.Random, decimals: float, wholes: list[int]) -> Part:
    if r.random() < decimals:
        return Part("decimal", r.choice(_DECIMALS))
    return Part("whole", str(r.choice(wholes)))


def _test(r: random.Random) -> Part:
    points = _measure(r, _IN_POINTS)
    return Part(r.choice(["<", ">="]), "", (points, Part("whole", str(r.randint(2, 9)))))


def _points_of_test(r: random.Random) -> Part:
    test = _test(r)
    numbers = (Part("whole", str(r.randint(0, 3))), Part("whole", str(r.randint(0, 3))))
    return r.choice([Part("test", "", (test,)), Part("?", "", (test, *numbers))])


def _number(r: random.Random) -> Part:
    kind = r.random()
    if kind < 0.5:
        return Part(
            "decimal",
            r.choice([*_DECIMALS, f"{r.randint(0, 20)}.{r.choice(['0', '5', '25', '3'])}"]),
        )
    return Part(
        "whole", str(r.choice([r.randint(0, 40), 100 * r.randint(1, 20), 50 * r.randint(1, 40)]))
    )


def draw(r: random.Random) -> Case:
    """Draw a comparison of two expressions, or of one with a number near one of its values."""
    one, deals = _expression(r, r.choice([0, 1, 1, 2, 2, 3])), r.randrange(_POOLS)
    sign = r.choice(["<", "<=", ">", ">=", ">=", "<=", "==", "!="])
    if r.random() < 0.25:
        return Case(Part(sign, "", (one, _expression(r, r.choice([0, 1])))), deals)
    other = _number(r)
    try:
        found = _values(one, deals)
    except (_Refused, NotCompared):
        found = None
    if found is not None and found.unit is not None and r.random() < 0.9:
        value = r.choice(found.values)
        hundredths = round(value * 100) + r.choice([0, 0, 0, 1, -1, 50, -50])
        if r.random() < 0.6:
            sign_text, size = "-" * (hundredths < 0), abs(hundredths)
            tail = f"{size % 100:02d}".rstrip("0") or "0"
            finer = (
                r.choice(["", "", "", "5", "3"])
                if sign not in ("==", "!=") and len(tail) == 2
                else ""
            )
            other = Part("decimal", f"{sign_text}{size // 100}.{tail}{finer}")
        else:
            other = Part("whole", str(round(value * found.unit) + r.choice([0, 0, 1, -1])))
    sides = (one, other) if r.random() < 0.8 else (other, one)
    if sides[0].text.startswith("-"):
        sides = (one, other)
    return Case(Part(sign, "", sides), deals)


def _values(part: Part, deals: int) -> Values:
    """Return the values of an expression on the deals of a pool.

    :raises _Refused: if it must be refused
    :raises NotCompared: if the page on the language does not say what it means
    """
    count = len(pool(deals)[0])
    if part.operator in ("whole", "decimal"):
        return Values([Fraction(part.text.rstrip(".") if part.text != "." else "0")] * count, None)
    if part.operator == "evaluator":
        name, _, rest = part.text.partition("(")
        seat, _, suit = rest.rstrip(")").partition(", ")
        return Values(values(deals, name, seat, suit or None), 100 if name in HUNDREDTHS else 1)
    if part.operator == "-" and len(part.parts) == 1:
        inner = _values(part.parts[0], deals)
        return replace(inner, values=[-value for value in inner.values])
    if part.operator == "test":
        return Values([Fraction(holds) for holds in _compared(part.parts[0], deals)], 1)
    if part.operator == "?":
        test = _compared(part.parts[0], deals)
        if all(inner.operator == "whole" for inner in part.parts[1:]):  # points
            first, second = (Fraction(inner.text) for inner in part.parts[1:])
            return Values([first if holds else second for holds in test], 1)
        one, other, unit, parts = _together(part.parts[1], part.parts[2], deals, "?")
        return Values(
            [a if holds else b for holds, a, b in zip(test, one, other, strict=True)], unit, parts
        )
    if part.operator in "+-":
        one, other, unit, parts = _together(part.parts[0], part.parts[1], deals, "+")
        sign = 1 if part.operator == "+" else -1
        return Values([a + sign * b for a, b in zip(one, other, strict=True)], unit, parts)
    if part.operator == "*":
        return _product(part, deals)
    if part.operator == "/":
        return _quotient(part, deals)
    return _remainder(part, deals)


def _is_number(part: Part) -> bool:
    return part.operator in ("whole", "decimal")


def _beside(number: Part, beside: Part, other: Values, sign: str) -> list[Fraction]:
    """Return a number beside an expression, in points."""
    value, unit = Fraction(number.text.rstrip(".")), other.unit
    if unit is None:
        raise NotCompared("two numbers")
    if number.operator == "whole":
        most = _UNLIKELY if unit == 100 else _UNLIKELY**2 if unit > 100 else 0
        if value and abs(value) <= most and _in_hundredths(beside):
            raise _Refused(f"{number} beside hundredths")
        return [value / unit] * len(other.values)
    if unit == 1 and value.denominator > 1 and not other.finer:
        raise _Refused(f"{number} beside whole points")
    rounded = sign not in ("<", "<=", ">", ">=") and not other.finer
    if rounded and (value * 100).denominator > 1:
        raise NotCompared("more than two decimals are rounded")
    return [value] * len(other.values)


def _together(
    one: Part, other: Part, deals: int, sign: str
) -> tuple[list[Fraction], list[Fraction], int, int]:
    """Return both operands in points, their unit, and its parts."""
    if _is_number(one) and _is_number(other):
        raise NotCompared("two numbers")
    if _is_number(one) or _is_number(other):
        number, part = (one, other) if _is_number(one) else (other, one)
        found = _values(part, deals)
        if sign == "?" and number.operator == "decimal" and found.unit == 1:
            raise NotCompared("a branch in decimals beside whole points")
        points = _beside(number, part, found, sign)
        assert found.unit is not None
        lists = (points, found.values) if _is_number(one) else (found.values, points)
        return *lists, found.unit, found.parts
    first, second = _values(one, deals), _values(other, deals)
    if first.unit is None or second.unit is None:
        raise NotCompared("two numbers")
    for number, beside in ((one, second), (other, first)):
        if beside.unit != 1 and not _measures(number):
            raise NotCompared("arithmetic of numbers beside hundredths")
    return first.values, second.values, max(first.unit, second.unit), lcm(first.parts, second.parts)


def _in_hundredths(part: Part) -> bool:
    if part.operator == "%":
        return False
    return part.text.partition("(")[0] in HUNDREDTHS or any(map(_in_hundredths, part.parts))


def _measures(part: Part) -> bool:
    return part.operator == "evaluator" or any(map(_measures, part.parts))


def _product(part: Part, deals: int) -> Values:
    one, other = part.parts
    if _is_number(one) or _is_number(other):
        number, beside = (one, other) if _is_number(one) else (other, one)
        found = _values(beside, deals)
        if found.unit is None:
            raise NotCompared("two numbers")
        factor = Fraction(number.text.rstrip("."))
        if number.text == "100" and found.unit == 1:
            if found.finer:
                raise NotCompared("fractions of points in hundredths")
            return Values(found.values, 100)  # points written in hundredths
        parts = found.parts * factor.denominator
        return Values([factor * value for value in found.values], found.unit, parts)
    first, second = _values(one, deals), _values(other, deals)
    if first.unit is None or second.unit is None:
        raise NotCompared("two numbers")
    return Values(
        [a * b for a, b in zip(first.values, second.values, strict=True)],
        first.unit * second.unit,
        first.parts * second.parts,
    )


def _quotient(part: Part, deals: int) -> Values:
    one, other = part.parts
    first = _values(one, deals)
    if first.unit is None:
        raise NotCompared("a number is divided")
    if other.operator == "decimal":
        divisor = Fraction(other.text.rstrip("."))
        parts = first.parts * (1 / divisor).denominator
        return Values([value / divisor for value in first.values], first.unit, parts)
    if first.finer:
        raise NotCompared("a fraction goes toward zero")
    if other.operator == "whole":
        divisor = Fraction(other.text)
        if other.text == "100" and first.unit == 100:
            return Values([Fraction(trunc(value)) for value in first.values], 1)
        return Values(
            [Fraction(trunc(value * first.unit / divisor), first.unit) for value in first.values],
            first.unit,
        )
    second = _values(other, deals)
    if second.unit is None or second.finer or first.unit % second.unit:
        raise NotCompared("a quotient of evaluators in two units")
    unit = first.unit // second.unit
    return Values(
        [
            Fraction(trunc(a / b * unit), unit) if b else Fraction()
            for a, b in zip(first.values, second.values, strict=True)
        ],
        unit,
    )  # fmt: skip


def _remainder(part: Part, deals: int) -> Values:
    one, other = part.parts
    found = _values(one, deals)
    if found.unit is None or found.finer:
        raise NotCompared("a remainder of numbers, or of fractions")
    divisor = Fraction(int(other.text), found.unit)
    rests = [(abs(value) % divisor) * (-1 if value < 0 else 1) for value in found.values]
    return Values(rests, found.unit)


def _compared(part: Part, deals: int) -> list[bool]:
    """Return on which deals a comparison holds."""
    one, other = part.parts
    sign = part.operator
    first, second, _, _ = _together(one, other, deals, sign)
    return [
        {"<": a < b, "<=": a <= b, ">": a > b, ">=": a >= b, "==": a == b, "!=": a != b}[sign]
        for a, b in zip(first, second, strict=True)
    ]


def _operators(part: Part) -> set[str]:
    """Return the operators of an expression, and the kinds of its numbers."""
    return {part.operator}.union(*map(_operators, part.parts))


def _in_python(part: Part) -> Any:
    """Return an expression that is made by Python's operators, of evaluators and integers."""
    if part.operator == "whole":
        return int(part.text)
    if part.operator == "evaluator":
        return dealwright.as_quantity(part.text)
    if part.operator == "test":
        return _in_python(part.parts[0]).as_number()
    parts = [_in_python(inner) for inner in part.parts]
    if len(parts) == 1:
        return -parts[0]
    if part.operator == "?":
        return parts[0].chooses(parts[1], parts[2])
    return _OF_PYTHON[part.operator](*parts)


_OF_PYTHON: dict[str, Callable[[Any, Any], Any]] = {
    "+": operator.add, "-": operator.sub, "*": operator.mul, "<": operator.lt, "<=": operator.le,
    ">": operator.gt, ">=": operator.ge, "==": operator.eq, "!=": operator.ne,
    "/": lambda one, other: one.divided_by(other), "%": lambda one, other: one.remainder(other),
}  # fmt: skip


def fault(case: Case) -> str | None:
    """Return on which deal the condition is wrong, or that it should be refused, or should not."""
    text = str(case)
    try:
        expected: list[bool] | None = _compared(case.comparison, case.deals)
        why = ""
    except _Refused as refusal:
        expected, why = None, str(refusal)
    try:
        condition = dealwright.parse(text)
    except ConditionError as error:
        return None if expected is None else f"it is refused: {error}"
    if expected is None:
        return f"it should be refused, for {why}; it is read as {condition}"
    deals, batch = pool(case.deals)
    readings = {"it": condition, "its text, read again,": dealwright.parse(str(condition))}
    if "decimal" not in _operators(case.comparison):
        readings["what Python's operators make of it"] = _in_python(case.comparison)
    for what, reading in readings.items():
        for deal, holds, chosen in zip(
            deals, expected, reading.matches(batch).tolist(), strict=True
        ):
            if holds is not chosen:
                hands = " ".join(map(dotted, deal))
                return (
                    f"{what} is {chosen} and should be {holds} for N:{hands}; "
                    f"it is read as {condition}"
                )
    return None


def _simpler(part: Part) -> Iterable[Part]:
    """Yield an expression's operands, and the expression with a simpler operand."""
    if part.operator != "?":
        yield from (inner for inner in part.parts if not _is_number(inner))
    else:
        yield from part.parts[1:]
    for place, inner in enumerate(part.parts):
        for simpler in _simpler(inner):
            if part.operator != "?" or place:
                yield replace(part, parts=(*part.parts[:place], simpler, *part.parts[place + 1 :]))
    if part.operator == "evaluator" and part.text not in ("hcp(north)", "ltc(north)"):
        yield replace(part, text="hcp(north)")
        yield replace(part, text="ltc(north)")


def smaller(case: Case) -> Iterable[Case]:
    """Yield the case with simpler operands."""
    for place, side in enumerate(case.comparison.parts):
        for simpler in _simpler(side):
            parts = list(case.comparison.parts)
            parts[place] = simpler
            if not all(map(_is_number, parts)):
                yield replace(case, comparison=replace(case.comparison, parts=tuple(parts)))
