"""Laws of conditions: text is a fixed point, and every reading of a tree agrees."""

from __future__ import annotations

import pickle
from fractions import Fraction
from itertools import product

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from dealwright import Condition, ConditionError, Deals, deal, parse
from dealwright.base import kernels
from dealwright.conditions import nodes
from dealwright.conditions.parse import parse_tree
from dealwright.conditions.unparse import to_text
from dealwright.numbering.stream import Stream
from dealwright.planning.bounds import bounds
from dealwright.planning.filter import conjuncts
from dealwright.planning.sampling.evaluation import values_of
from tests.asking import filter_for
from tests.laws.strategies import deal_rows, trees
from tests.oracles import tree_by_hand

SAMPLE = deal(64, seed="conditions")


@given(trees)
def test_text_is_a_fixed_point(tree: nodes.Node) -> None:
    text = to_text(tree)
    again = parse_tree(text)
    assert to_text(again) == text
    assert again == tree
    assert hash(again) == hash(tree)


@given(trees)
def test_pickle(tree: nodes.Node) -> None:
    assert pickle.loads(pickle.dumps(tree)) == tree


@pytest.mark.long
@given(trees)
@settings(max_examples=200)
def test_kernels_agree_with_the_manual(tree: nodes.Node) -> None:
    try:
        low, high = bounds(tree)
    except ConditionError:
        assume(False)
    found = values_of(tree, SAMPLE.masks)
    expected = [tree_by_hand.value(tree, row) for row in SAMPLE.masks.tolist()]
    assert found.tolist() == expected
    assert low <= min(expected)
    assert max(expected) <= high


@given(trees, st.integers(0, 10**6))
@settings(max_examples=100)
def test_a_plan_accepts_what_the_tree_accepts(tree: nodes.Node, first: int) -> None:
    try:
        plan = filter_for(tree)
    except ConditionError:
        assume(False)
    key = Stream("plans").key
    rows = np.asarray(kernels.deal_uniform(kernels.PredealtPack(), key, first, 60))
    expected = [i for i, row in enumerate(rows.tolist()) if tree_by_hand.value(tree, row)]
    if plan.program is None:
        assert len(expected) == (0 if plan.impossible else 60)
        return
    found = kernels.filter_deals(kernels.PredealtPack(), key, plan.program, first, 60, 60)
    assert (found.attempts - np.uint64(first)).tolist() == expected


@given(trees, trees)
@settings(max_examples=50)
def test_operators_are_those_of_truth(left: nodes.Node, right: nodes.Node) -> None:
    a, b = Condition(left), Condition(right)
    try:
        x, y = a.matches(SAMPLE), b.matches(SAMPLE)
        both, either, differ = (a & b), (a | b), (a ^ b)
        assert (both.matches(SAMPLE) == (x & y)).all()
        assert (either.matches(SAMPLE) == (x | y)).all()
        assert (differ.matches(SAMPLE) == (x ^ y)).all()
        assert ((~a).matches(SAMPLE) == ~x).all()
    except ConditionError:
        assume(False)


@given(st.lists(trees, min_size=1, max_size=4))
def test_conjuncts(parts: list[nodes.Node]) -> None:
    joined = parts[0]
    for part in parts[1:]:
        joined = nodes.Binary("and", joined, part)
    expected = [leaf for part in parts for leaf in conjuncts(part)]
    assert list(conjuncts(joined)) == expected


@given(deal_rows)
def test_matches_one_deal(row: list[int]) -> None:
    deals = Deals([row])
    for text in ("hcp(north) > 9", "shape(south, any 4333 + 5xxx)", "losers(east) in ..7"):
        condition = parse(text)
        assert condition.matches(deals)[0] == bool(tree_by_hand.value(condition.tree, row))


@pytest.mark.parametrize("op", ["+", "-", "*", "/", "%"])
def test_bounds_hold_whatever_the_signs(op: str) -> None:
    """Aces and kings less a number, so that each side is below 0, above it, or both."""
    for less in range(6):
        for other in range(6):
            tree = parse(f"(aces(north) - {less}) {op} (kings(south) - {other}) == 9").tree
            assert isinstance(tree, nodes.Binary)
            low, high = bounds(tree.left)
            for one, two in product(range(-less, 5 - less), range(-other, 5 - other)):
                if two or op not in "/%":
                    assert low <= arithmetic(op, one, two) <= high


def arithmetic(op: str, one: int, two: int) -> int:
    """Return a result as C gives it: quotients are cut towards 0."""
    quotient = int(Fraction(one, two)) if op in "/%" else 0
    return {
        "+": one + two, "-": one - two, "*": one * two, "/": quotient, "%": one - two * quotient,
    }[op]  # fmt: skip
