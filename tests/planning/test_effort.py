"""What counting may cost: a planner that is bounded, and the same whatever came before."""

from __future__ import annotations

import tracemalloc
from contextlib import suppress
from math import inf, nan
from typing import Any

import numpy as np
import pytest

from dealwright import Condition, Histogram, deal, hcp, north, parse, south, spades
from dealwright.ask.condition import as_quantity, question_of
from dealwright.ask.counting import budget_of
from dealwright.ask.distributions import Distributing, distributions
from dealwright.ask.resources import Resources
from dealwright.base.errors import ArgumentError
from dealwright.conditions.nodes import Binary, Measure, Node, Number
from dealwright.deals.features import default_features
from dealwright.deals.workspace import default_workspace
from dealwright.planning.budget import Budget, Effort, OverBudget, TooLarge
from dealwright.planning.filter import conjuncts
from dealwright.planning.models.atoms import evaluate
from dealwright.planning.models.base import CountingProblem
from dealwright.planning.models.boxes import boxes_model
from dealwright.planning.models.choice import chosen_model
from dealwright.planning.models.hand_automaton import unique_rows
from tests.asking import modelled, plan_for

# Four hands, points and lengths of all suits: one deal in 4,000, and seconds to state exactly.
CROWDED = """
s = spades(south) h = hearts(south) d = diamonds(south) c = clubs(south)
os = s > 4 && s >= h && s >= d && s >= c
oh = not os && h > 4 && h >= d && h >= c
od = not (os || oh) && (d > 3 && d >= c || c < 3)
oc = not (os || oh || od)
quiet_east = shape(east, any 4432 + any 4333) && hcp(east) < 11 || hcp(east) < 6
quiet_west = shape(west, any 4432 + any 4333) && hcp(west) < 11 || hcp(west) < 6
condition (oc && clubs(north) > 4 || od && diamonds(north) > 3) && hcp(south) in 12..19 &&
    hcp(north) in 6..12 && hearts(north) < 4 && spades(north) < 4 && quiet_east && quiet_west &&
    top3(north, clubs) + top3(south, clubs) + top3(north, diamonds) >= 5
"""


def test_an_effort_is_spent() -> None:
    effort = Effort(2.0)
    effort.spend(1.5)
    assert effort.rest().most == 0.5
    with pytest.raises(OverBudget):
        effort.spend(0.6)
    Effort().spend(1e9)


def chosen(text: str) -> str:
    return plan_for(parse(text).tree).method


def test_a_common_condition_is_tested_where_counting_is_dear() -> None:
    default_workspace().clear()
    assert chosen(CROWDED) in ("filter", "mixed")
    assert chosen("hcp(west) in 11..15 && spades(west) in 5..6 && hearts(west) == 4 && "
                  "hcp(east) == 10 && diamonds(east) >= 4") == "exact"  # fmt: skip


def test_the_choice_does_not_depend_on_what_was_counted_before() -> None:
    """Models are kept; one that already exists must not make counting look cheap."""
    default_workspace().clear()
    cold = chosen(CROWDED)
    clauses = list(conjuncts(parse(CROWDED).tree))
    for n in range(1, len(clauses) + 1):
        modelled(clauses[:n])
    assert chosen(CROWDED) == cold


def test_a_model_beyond_the_effort_is_not_kept_as_too_large() -> None:
    default_workspace().clear()
    clauses = list(conjuncts(parse("hcp(north) + hcp(south) >= 25 && spades(north) > 4").tree))
    values = [hcp(north).tree]
    assert modelled(clauses, values=values, effort=Effort(1e-9)) is None
    assert modelled(clauses, values=values) is not None
    assert modelled(clauses, values=values, effort=Effort(1e-9)) is None


def test_a_model_beyond_the_effort_spends_all_of_it_whether_it_is_kept_or_not() -> None:
    default_workspace().clear()
    clauses = list(conjuncts(parse("hcp(north) + hcp(south) >= 25 && spades(north) > 4").tree))
    for _ in range(2):  # the model is not kept, then it is
        effort = Effort(1e-4)
        assert modelled(clauses, effort=effort) is None
        assert effort.used_up
        assert modelled(clauses) is not None


def samples(text: str, budget: float = 0.2, **arguments: Any) -> int:
    """Return how many deals an estimate within a budget examines, however many it finds."""
    default_workspace().clear()
    job = parse(text).counting(budget=budget, hits=10**9, seed=1, threads=1, **arguments)
    return job.result().estimate.samples


@pytest.mark.long
def test_an_estimate_gets_what_counting_left_but_an_eighth_at_least() -> None:
    """Counting tries CROWDED until nothing is left; a draw of the part counted is 1 microsecond."""
    assert samples(CROWDED, 0.5) == round(0.5 / 8 / 1e-6)
    light = "hcp(north) + hcp(south) in 3..5 && cccc(south) < 1000"
    assert round(0.2 / 8 / 1e-6) < samples(light) < round(0.2 / 1e-6)
    assert samples(CROWDED, limit=5000) == 5000


@pytest.mark.long
def test_deals_that_take_longer_to_test_are_paid_for() -> None:
    long = " + ".join(f"zar({seat})" for seat in ("north", "east", "south", "west"))
    texts = ["hcp(north) > 30", "hcp(west) > 30", f"{long} > hcp(west) + hcp(east) * 5"]
    found = [samples(text, method="filter") for text in texts]
    assert found == sorted(found, reverse=True)
    assert found[0] > 1.4 * found[1] > 1.4 * found[2]


@pytest.mark.long
def test_an_estimate_is_the_same_after_its_exact_part_was_drawn() -> None:
    """What drawing looks up is kept with a count, and is paid for again."""
    text = "cccc(south) > 1900 && hcp(north) == 20 && spades(north) == 6"
    default_workspace().clear()
    cold = parse(text).counting(budget=0.2, seed=1).result()
    assert cold.estimate.method == "mixed"
    default_workspace().clear()
    deal(2, text, method="mixed")
    assert parse(text).counting(budget=0.2, seed=1).result() == cold


def test_rows_of_wide_tables_are_sorted_as_numpy_sorts_them() -> None:
    table = np.array([[k * k % 7, -(10**15) * (k % 5), 10**15 * (k % 3), k % 2 - 10**17]
                      for k in range(200)], dtype=np.int64)  # fmt: skip
    rows, index = unique_rows(table)
    expected, places = np.unique(table, axis=0, return_inverse=True)
    assert (rows == expected).all()
    assert (index == places.reshape(-1)).all()


GROUPS = [
    [hcp(north)], [hcp(south)], [hcp(north) + hcp(south)], [spades(north)],
    [hcp(north), spades(south)], [hcp(north)],
]  # fmt: skip


def counts(condition: Condition, seconds: float = 30.0) -> list[Histogram | None]:
    groups = [[quantity.tree for quantity in group] for group in GROUPS]
    return distributions(question_of(condition), groups, Resources(seconds=seconds))


@pytest.mark.long
def test_several_distributions_are_those_counted_one_by_one() -> None:
    condition = parse("hcp(north) in 11..15 && hearts(north) >= 5 && hcp(south) > spades(south)")
    together = counts(condition)
    for group, found in zip(GROUPS, together, strict=True):
        assert found == condition.distribution(*group)


def test_distributions_that_cannot_be_counted_soon() -> None:
    condition: Condition = parse("hcp(north) in 11..15 && hearts(north) >= 5")
    assert counts(condition, seconds=0.0) == [None] * len(GROUPS)
    nothing = counts(parse("aces(north) == 5"))
    assert [found is not None and found.total for found in nothing] == [0] * len(GROUPS)
    opaque = condition & (lambda deals: deals.north.hcp > 12)
    assert counts(opaque) == [None] * len(GROUPS)


@pytest.mark.long
def test_a_sampled_table_pays_for_its_rows() -> None:
    """Each deal is a row of its own here: 0.2 s pay for some 13,000, and few tables are shown."""
    values = ("cccc(north)", "cccc(south)", "cccc(east)")
    question = question_of("cccc(west) >= 100", None, tuple(map(as_quantity, values)))
    job = Distributing(question, Resources(threads=1), seed=1, budget=0.2)
    tables = list(job)
    rows = [len(table) for table in tables]
    assert 13_000 <= rows[-1] <= 13_000 + 8192 + 400
    assert rows == sorted(rows)
    assert len(tables) <= 6
    assert tables[-1].total == job.result().total
    longer = Distributing(question, Resources(threads=1), seed=1, budget=0.4).result()
    assert len(longer) > rows[-1] + 8000


def chained(names: int) -> str:
    """Return a condition of one clause with that many tests of three hands."""
    tests = (
        f"hcp(south) == {n % 38} && spades(north) == {n % 13} && hearts(east) == {n % 11}"
        for n in range(names)
    )
    return " || ".join(["hcp(north) > 9", *(f"({test})" for test in tests)])


@pytest.mark.long
def test_long_tests_of_points_are_paid_for_by_their_length() -> None:
    """A clause of 60 tests took 6 s and 1 GB where a budget of 2 s was given."""

    def spent(names: int) -> float:
        effort = Effort(1e9)
        with suppress(TooLarge):
            chosen_model(CountingProblem((parse(chained(names)).tree,), (0, 0, 0, 0)), effort)
        return effort.spent

    assert spent(30) > 2 * spent(5)


def test_evaluating_keeps_only_what_is_used_again() -> None:
    points = Measure(default_features()["hcp"], 0)
    test: Node = Number(0)
    for n in range(60):
        test = Binary("or", test, Binary("==", points, Number(n)))
    array = np.arange(100_000)
    tracemalloc.start()
    found = evaluate(test, {points: array})
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert (found != 0).sum() == 60
    assert peak < 6 * array.nbytes


def test_a_model_that_is_too_large_takes_no_memory() -> None:
    """Holdings of two suits that all differ: 67 million pairs, 537 MB as a table."""
    cards = [f"{suit}{rank}" for rank in "23456789TJQKA" for suit in "CDHS"]
    weights = [1 + 7 * at % 53 for at in range(52)]
    total = " + ".join(
        f"{w} * hascard(north, {card})" for w, card in zip(weights, cards, strict=True)
    )
    clauses = tuple(conjuncts(parse(f"{total} > 700").tree))
    tracemalloc.start()
    with pytest.raises((TooLarge, OverBudget)):
        chosen_model(CountingProblem(clauses, (0, 0, 0, 0), ()), Effort(0.2))
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 50_000_000


def test_a_table_of_a_sample_keeps_to_the_memory() -> None:
    """Every deal is a new row: the budget allows 2 million, the memory 5,000 or a batch."""
    question = question_of("1", None, [f"cccc({seat})" for seat in ("north", "south", "east")])
    tracemalloc.start()
    job = Distributing(question, Resources(5_000_000, None, 1), seed=1, budget=2.0)
    found = job.result()
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert job.full
    assert len(found) < 50_000
    assert peak < 50_000_000
    small = Distributing(question_of("1", None, ["hcp(north)"]), Resources(), seed=1)
    assert small.result().total
    assert not small.full


@pytest.mark.long
def test_pairs_of_points_keep_to_the_memory() -> None:
    """Pairs of a random condition took 400 MB of 128."""
    problem = CountingProblem(
        (parse("hcp(west) + 2 * aces(west) > hcp(north)").tree,), (0, 0, 0, 0)
    )
    assert chosen_model(problem, Effort(memory=1 << 24)) is not None
    with pytest.raises(TooLarge):
        chosen_model(problem, Effort(memory=1 << 10))


def test_layouts_of_all_suits_keep_to_the_memory_together() -> None:
    """Each suit had the whole memory: four suits took 107 MB of 16."""
    clauses = tuple(conjuncts(parse("tens(north) + hcp(north) > hcp(west) - hcp(south)").tree))
    tracemalloc.start()
    with pytest.raises(TooLarge):
        boxes_model(CountingProblem(clauses, (0, 0, 0, 0)), Effort(memory=1 << 25))
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 1.2 * (1 << 25)
    assert boxes_model(CountingProblem(clauses, (0, 0, 0, 0)), Effort(memory=1 << 27)) is not None


def test_what_a_count_may_cost() -> None:
    assert (budget_of(None), budget_of(None, "filter")) == (2, 2)
    assert budget_of(None, "exact") == inf
    assert budget_of(0.5, "exact") == budget_of(0.5) == 0.5
    assert budget_of(0) == 0
    for wrong in (-1e-9, nan):
        with pytest.raises(ArgumentError, match="a budget must be a number of seconds"):
            budget_of(wrong)


def test_what_an_estimate_takes_unless_something_else_is_asked() -> None:
    assert parse("hcp(north) > 9").counting().hits == 100_000
    assert Budget() == Budget(memory=1 << 30, seconds=30.0)
