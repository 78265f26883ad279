"""Laws of exact counting, by brute force: every deal of a small pack is looked at.

A small pack has most cards fixed at their seats, so that the free ones can go in a few hundred to a
few ten thousand ways. The truth comes from ``tests/oracles/tree_by_hand.py``, or for the larger
packs from evaluating the condition on all deals.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis.strategies import SearchStrategy

from dealwright import ConditionError
from dealwright.conditions import nodes
from dealwright.planning.bounds import bounds
from dealwright.planning.exact_part import Counted
from dealwright.planning.filter import conjuncts
from dealwright.planning.models import joint_outcomes
from dealwright.planning.sampling.evaluation import values_of
from tests.asking import counted
from tests.laws.exact_strategies import (
    BY_HAND,
    FEW,
    MANY,
    OTHERS,
    Pack,
    packs,
    problems,
    questions,
    sums,
    tree_of,
)
from tests.oracles import small_packs, tree_by_hand
from tests.trials import soak

# Conditions beyond the limits (too many joint outcomes) are 0.5 % of those on small packs, 1 to 3 %
# of those on larger ones; examples that resemble one come in groups, so some more are allowed.
MOST = 6
SOAK = pytest.param(True, marks=pytest.mark.slow)


def columns(numbers: Sequence[int]) -> tuple[np.ndarray, np.ndarray]:
    low = np.array([number & (1 << 64) - 1 for number in numbers], dtype=np.uint64)
    return low, np.array([number >> 64 for number in numbers], dtype=np.uint64)


def numbers_of(low: np.ndarray, high: np.ndarray) -> list[int]:
    return [above << 64 | below for below, above in zip(low.tolist(), high.tolist(), strict=True)]


def within_limits(*trees: nodes.Node) -> bool:
    """Tell whether no value can leave 32 bits: other conditions are refused before counting."""
    try:
        for tree in trees:
            bounds(tree)
    except ConditionError:
        return False
    return True


def assert_numbered(found: Counted, deals: np.ndarray, truth: np.ndarray) -> None:
    """Total, numbers of all deals, deals of all numbers, and where each card is are right."""
    assert found.total == truth.sum()
    if found.engine is None:
        return
    low, high, known = found.engine.rank(deals)
    assert np.array_equal(known, truth)
    numbers = low[truth].astype(np.int64)
    assert not high[truth].any()
    assert np.array_equal(np.sort(numbers), np.arange(found.total))
    assert sum(found.engine.entries()) == found.total
    held = deals[truth].T[None] >> np.arange(52, dtype=np.uint64)[:, None, None] & np.uint64(1)
    assert np.array_equal(np.array(found.engine.cards()), held.sum(axis=2))
    if found.total:
        again = found.engine.unrank(low[truth], high[truth])
        assert np.array_equal(again, deals[truth])


def all_agree(
    problem: SearchStrategy[tuple[Pack, nodes.Node]],
    truth_of: Callable[[nodes.Node, np.ndarray], np.ndarray],
    examples: int,
) -> None:
    """Compare with brute force; nearly no condition may be beyond the limits."""
    seen: Counter[str] = Counter()

    @settings(max_examples=examples, deadline=None)
    @given(problem)
    def agrees(problem: tuple[Pack, nodes.Node]) -> None:
        pack, tree = problem
        if not within_limits(tree):
            return
        seen["all"] += 1
        found = counted(list(conjuncts(tree)), pack.fixed)
        if found is None:
            seen["beyond"] += 1
            return
        deals = np.array(list(small_packs.deals(pack.fixed)), dtype=np.uint64)
        truth = truth_of(tree, deals)
        seen["some"] += bool(truth.any() and not truth.all())
        assert_numbered(found, deals, truth)

    agrees()
    assert seen["beyond"] <= MOST + seen["all"] / 20, seen
    assert seen["some"] >= seen["all"] / 10, seen


def by_hand(tree: nodes.Node, deals: np.ndarray) -> np.ndarray:
    return np.array([tree_by_hand.value(tree, deal) != 0 for deal in deals.tolist()], dtype=bool)


def by_evaluation(tree: nodes.Node, deals: np.ndarray) -> np.ndarray:
    return values_of(tree, deals) != 0


@pytest.mark.long
@pytest.mark.parametrize("long", [False, SOAK])
def test_small_packs_are_counted_and_numbered_as_by_hand(long: bool) -> None:
    all_agree(problems(FEW), by_hand, soak(2000) if long else 40)


@pytest.mark.parametrize(
    "text",
    [
        "clubs(north) == 2 && clubs(north) + hcp(east) - hcp(east, clubs) == 5",
        "clubs(east) == 2 && (hcp(south, clubs) + c13(north, hearts) - hcp(south) in -7..-5)",
        "(spades(north) > hearts(east)) + (spades(north) - hearts(east) > 0) == 2 * hcp(west) - 4",
        "losers(north) - losers(north, spades) - losers(north, hearts) >= clubs(south)",
    ],
)
@given(packs(FEW))
@settings(max_examples=10, deadline=None)
def test_terms_that_occur_twice_in_a_sum_are_added(text: str, pack: Pack) -> None:
    tree = tree_of(text)
    found = counted(list(conjuncts(tree)), pack.fixed)
    assert found is not None
    deals = np.array(list(small_packs.deals(pack.fixed)), dtype=np.uint64)
    assert_numbered(found, deals, by_hand(tree, deals))


@pytest.mark.long
@pytest.mark.parametrize("long", [False, SOAK])
def test_outcomes_of_a_hand_that_mean_the_same_are_merged(
    long: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A small pack has few outcomes, so here they are merged however few they are."""
    monkeypatch.setattr(joint_outcomes, "_FEW_OUTCOMES", 1)
    all_agree(problems(FEW), by_hand, soak(1000) if long else 30)


@pytest.mark.long
@pytest.mark.parametrize("long", [False, SOAK])
def test_larger_packs_are_counted_and_numbered_as_evaluated(long: bool) -> None:
    all_agree(problems(MANY, BY_HAND + OTHERS), by_evaluation, soak(1000) if long else 20)


@pytest.mark.long
@pytest.mark.parametrize("long", [False, SOAK])
def test_sums_are_counted_and_numbered_over_ranks(long: bool) -> None:
    all_agree(sums(FEW), by_hand, soak(1000) if long else 30)


@pytest.mark.long
@pytest.mark.parametrize("long", [False, SOAK])
def test_distributions_are_those_of_all_deals(long: bool) -> None:
    """Each accepted entry has a label; entries of one label add up to the deals with its values."""
    seen: Counter[str] = Counter()

    @settings(max_examples=soak(2000) if long else 40, deadline=None)
    @given(questions(FEW))
    def agrees(question: tuple[Pack, nodes.Node, list[nodes.Node]]) -> None:
        pack, tree, values = question
        seen["all"] += 1
        found = counted(list(conjuncts(tree)), pack.fixed, values=values)
        if found is None:
            seen["beyond"] += 1
            return
        wanted: Counter[tuple[int, ...]] = Counter()
        for deal in small_packs.deals(pack.fixed):
            if tree_by_hand.value(tree, deal):
                wanted[tuple(tree_by_hand.value(node, deal) for node in values)] += 1
        assert distribution(found) == wanted

    agrees()
    assert seen["beyond"] <= MOST + seen["all"] / 20, seen


def distribution(found: Counted) -> dict[tuple[int, ...], int]:
    """Return how many deals have each row of values."""
    table: Counter[tuple[int, ...]] = Counter()
    if found.engine is not None:
        assert found.model.labels is not None
        assert found.model.values is not None
        rows = [tuple(row) for row in found.model.values.tolist()]
        entries = found.engine.entries()
        for label, deals in zip(found.model.labels.tolist(), entries, strict=True):
            table[rows[label]] += deals
    return {row: deals for row, deals in table.items() if deals}


@pytest.mark.long
@pytest.mark.parametrize("long", [False, SOAK])
def test_a_weight_counts_each_deal_so_often(long: bool) -> None:
    """Numbers 0 .. total - 1 unrank to each deal as often as it weighs; its rank is the least."""
    seen: Counter[str] = Counter()

    @settings(max_examples=soak(1000) if long else 30, deadline=None)
    @given(questions(FEW))
    def agrees(question: tuple[Pack, nodes.Node, list[nodes.Node]]) -> None:
        pack, tree, (weight, *_) = question
        seen["all"] += 1
        found = counted(list(conjuncts(tree)), pack.fixed, weight=weight)
        if found is None:
            seen["beyond"] += 1
            return
        every = list(small_packs.deals(pack.fixed))
        wanted = {
            tuple(deal): tree_by_hand.value(weight, deal)
            for deal in every
            if tree_by_hand.value(tree, deal) and tree_by_hand.value(weight, deal) > 0
        }
        assert found.total == sum(wanted.values())
        if found.engine is None or not found.total:
            return
        rows = [tuple(row) for row in found.engine.unrank(*columns(range(found.total))).tolist()]
        assert Counter(rows) == wanted
        least = {row: number for number, row in reversed(list(enumerate(rows)))}
        low, high, known = found.engine.rank(np.array(every, dtype=np.uint64))
        assert known.tolist() == [tuple(deal) in wanted for deal in every]
        ranks = np.array(numbers_of(low, high))[known].tolist()
        assert ranks == [least[tuple(deal)] for deal in every if tuple(deal) in wanted]
        assert sum(found.engine.entries()) == len(wanted)

    agrees()
    assert seen["beyond"] <= MOST + seen["all"] / 20, seen


def test_what_belongs_to_another_pack_has_no_number() -> None:
    """A deal that moves a fixed card is refused, though it satisfies the condition."""
    deal = next(small_packs.deals((0x1FFF, 0x1FFF << 13, 0x1FFF << 26, 0)))
    found = counted([], (1 << 13, 0, 0, 0))
    assert found is not None
    assert found.engine is not None
    assert not found.engine.rank(np.array([deal], dtype=np.uint64))[2].any()
