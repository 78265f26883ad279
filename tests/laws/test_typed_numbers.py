"""Laws of what is typed: sums and comparisons are those of fractions; every clause is a test."""

from __future__ import annotations

import operator
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dealwright import ConditionError, as_quantity, deal, parse
from dealwright.conditions.nodes import Node
from dealwright.conditions.parse import parse_tree
from dealwright.planning.bounds import bounds
from dealwright.planning.sampling.evaluation import values_of

pytestmark = pytest.mark.long

DEALS = deal(60, seed=8)
SCALES = {"hcp": 1, "spades": 1, "losers": 1, "ltc": 100, "cccc": 100, "quick_tricks": 100}
ORDERS = {"<": operator.lt, "<=": operator.le, ">": operator.gt, ">=": operator.ge}
POINTS = {
    f"{name}({seat})": [
        Fraction(int(n), scale) for n in as_quantity(f"{name}({seat})").values(DEALS)
    ]
    for name, scale in SCALES.items()
    for seat in ("north", "south")
}
Sum = tuple[str, list[Fraction]]


@st.composite
def sums(draw: st.DrawFn) -> Sum:
    """Draw a sum of evaluators, some times or by a decimal number, and its points by deal."""
    text, points = "", [Fraction(0)] * len(DEALS)
    for sign in draw(st.lists(st.sampled_from("+-"), min_size=1, max_size=3)):
        term = draw(st.sampled_from(sorted(POINTS)))
        n = Fraction(draw(st.integers(1, 400)), 100)
        number = f"{float(n):.2f}"
        shape, factor = draw(
            st.sampled_from(
                [
                    ("{0}", Fraction(1)),
                    ("{1} * {0}", n),
                    ("{0} * {1}", n),
                    ("{0} / {1}", 1 / n),
                    ("3 * {0}", Fraction(3)),
                ]
            )
        )
        text += f" {sign} " + shape.format(term, number)
        factor = -factor if sign == "-" else factor
        points = [total + factor * value for total, value in zip(points, POINTS[term], strict=True)]
    return text.removeprefix(" + ").strip(), points


def fits(tree: Node) -> bool:
    """Return whether all values are in 32 bits; others are refused when they are asked for."""
    try:
        bounds(tree)
    except ConditionError:
        return False
    return True


@settings(max_examples=60, deadline=None)
@given(sums(), sums(), st.sampled_from(sorted(ORDERS)), st.integers(-20, 40), st.booleans())
def test_comparisons_are_those_of_points(
    left: Sum, right: Sum, op: str, number: int, against_number: bool
) -> None:
    if against_number:
        right = (f"{number}.0", [Fraction(number)] * len(DEALS))
    text = f"{left[0]} {op} {right[0]}"
    wanted = [ORDERS[op](a, b) for a, b in zip(left[1], right[1], strict=True)]
    found = parse(text)
    if fits(found.tree):  # the factors of three fractions multiply
        assert found.matches(DEALS).tolist() == wanted
    assert parse(str(found)).tree == found.tree
    assert parse_tree(str(found)) == found.tree


TESTS = ("hcp(north) > 12", "balanced(south)", "ltc(n) in 4.0..7.5", "0", "1", "hascard(e, AS)")
OTHERS = ("hcp(north)", "2", "15-17", "spades(north) * 1.5", "balanced(n) + balanced(s)", "2.5")


@st.composite
def clauses(draw: st.DrawFn, depth: int = 3) -> tuple[str, bool]:
    """Draw a clause, and whether all of its operands are tests."""
    kind = draw(st.sampled_from(["leaf", "not", "and", "or", "?"])) if depth else "leaf"
    if kind == "leaf":
        good = draw(st.integers(0, 7)) > 0
        return draw(st.sampled_from(TESTS if good else OTHERS)), good
    n = {"not": 1, "?": 3}.get(kind, 2)
    parts = [draw(clauses(depth=depth - 1)) for _ in range(n)]
    texts = [f"({text})" for text, _ in parts]
    joined = {
        "not": "!{0}",
        "and": "{0} && {1}",
        "or": "{0} || {1}",
        "?": "{0} ? {1} : {2}",
    }
    return joined[kind].format(*texts, *[""] * 3), all(good for _, good in parts)


@settings(max_examples=80, deadline=None)
@given(clauses())
def test_a_condition_is_read_if_all_its_operands_are_tests(clause: tuple[str, bool]) -> None:
    text, good = clause
    if not good:
        with pytest.raises(ConditionError, match="is not a test"):
            parse(text)
        return
    values = values_of(parse(text).tree, DEALS.masks)
    assert np.isin(values, (0, 1)).all()
