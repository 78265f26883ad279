"""Exact counting as users meet it: methods, plans, impossible conditions, numbers, tables."""

from __future__ import annotations

import json
import pickle
from fractions import Fraction
from itertools import islice
from math import inf
from operator import eq, ge, gt, le, lt, ne
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from dealwright import (
    ArgumentError,
    ConditionDeals,
    ConditionError,
    Deals,
    Estimate,
    NumberingError,
    Stream,
    Workspace,
    controls,
    deal,
    dealing,
    hcp,
    north,
    parse,
    per_deal,
    south,
    spades,
)
from dealwright.answers.records import write_record
from dealwright.ask.condition import as_quantity, question_of
from dealwright.ask.distributions import distributions
from dealwright.ask.planning import plan_groups, plan_question
from dealwright.ask.resources import Resources
from dealwright.base.errors import PredealError
from dealwright.base.kernels import PredealtPack
from dealwright.base.kernels.programs import STACK_DEPTH, ProgramBuilder
from dealwright.conditions.nodes import Binary, Number
from dealwright.conditions.unparse import to_text
from dealwright.deals.workspace import default_workspace
from dealwright.planning import shared_counts
from dealwright.planning.bounds import bounds
from dealwright.planning.budget import Budget, Effort
from dealwright.planning.contradictions import Contradiction, _smallest, contradiction
from dealwright.planning.lowering import ProgramFull, lower
from dealwright.planning.models.atoms import suit_nodes
from dealwright.planning.models.choice import _cost
from dealwright.planning.models.honours import _card_values
from dealwright.planning.question import Question
from dealwright.planning.reasons import uncounted_text
from tests.asking import counted, filter_for, part_of, plan_for

ARTICLE = (
    "hcp(west) in 11..15 && spades(west) in 5..6 && hearts(west) == 4 && hcp(east) == 10 && "
    "diamonds(east) >= 4"
)
POINTS = "hcp(north) in 8..12 && hcp(east) >= 20"
MIXED = f"{ARTICLE} && cccc(north) > 1200"
EVERYTHING = 53644737765488792839237440000


def filter_for_cost(text: str) -> float:
    """Return what testing a deal costs, in nanoseconds."""
    return plan_question(
        Question(parse(text).tree), "count", Resources(), method="filter"
    ).examining


class TestMethods:
    @pytest.mark.parametrize(
        "text", ["-(hcp(north) + hcp(south)) <= -25", "-hcp(south) - hcp(north) <= -25"]
    )
    def test_a_sum_with_other_signs_costs_what_the_sum_costs(self, text: str) -> None:
        plain, signed = (
            part_of(parse("hcp(north) + hcp(south) >= 25").tree).counted,
            part_of(parse(text).tree).counted,
        )
        assert signed.total == plain.total
        assert type(signed.model) is type(plain.model)
        assert signed.model.sizes == plain.model.sizes
        assert signed.model.predicted_seconds == plain.model.predicted_seconds

    def test_a_plan_is_complete_only_where_all_is_counted(self) -> None:
        complete = {
            text: plan_for(parse(text).tree).complete
            for text in ("hcp(north) >= 28", "hcp(north) >= 12", MIXED)
        }
        assert list(complete.values()) == [True, False, False]

    def test_points_are_sums_of_card_values_and_losers_are_not(self) -> None:
        values = [
            _card_values(parse(f"{name}(north) > 3").tree.left.feature)  # type: ignore[union-attr]
            for name in ("hcp", "controls", "losers")
        ]
        assert values == [(0,) * 9 + (1, 2, 3, 4), (0,) * 11 + (1, 2), None]

    def test_a_question_has_no_fixed_cards_unless_given(self) -> None:
        assert Question().deals == EVERYTHING
        assert Question().fixed == (0, 0, 0, 0)

    def test_a_deal_that_is_refused_early_costs_less_to_test(self) -> None:
        """Later clauses are tested on the deals that pass the first ones alone."""
        long = " + ".join(f"zar({seat}) * zar({seat})" for seat in ("east", "south", "west"))
        plans = [
            filter_for_cost(f"{first} && {long} > 2000")
            for first in ("hcp(north) >= 22", "hcp(north) < 22")
        ]
        assert plans[0] < plans[1]

    def test_a_model_that_fills_the_memory_fits(self) -> None:
        model = part_of(parse(POINTS).tree).counted.model
        need = model.predicted_bytes(drawing=False)
        assert _cost(model, Effort(memory=need)) == model.predicted_seconds + model.seconds_beside
        assert _cost(model, Effort(memory=need - 1)) == inf

    @pytest.mark.long
    @pytest.mark.parametrize(
        ("text", "method"), [(ARTICLE, "exact"), (POINTS, "exact"), (MIXED, "mixed")]
    )
    def test_threads_and_batches_change_nothing(self, text: str, method: str) -> None:
        one = deal(30_000, text, seed=3, threads=1)
        many = deal(30_000, text, seed=3, threads=3)
        assert one == many
        assert one.source is not None
        assert one.source.method == method
        assert one[:40] == deal(40, text, seed=3)
        assert Deals.concatenate(dealing(30_000, text, seed=3, threads=2)) == one
        assert parse(text).matches(one).all()

    def test_a_request_made_again_deals_the_same_again(self) -> None:
        job = dealing(500, ARTICLE, seed=1)
        job.prepare()
        again = job.again(500, seed=1)
        assert job.result() == again.result() == deal(500, ARTICLE, seed=1)
        assert (job.found, job.tried, job.state) == (500, 500, "done")
        assert again.plan is job.plan

    def test_exact_deals_are_those_of_drawn_numbers(self) -> None:
        """Deal i is the deal whose number the stream's words 2i and 2i + 1 choose."""
        deals, stream = parse(ARTICLE).numbers(), Stream("numbers")
        words = stream.split("exact").words(0, 20).astype(object)
        numbers = (words[1::2] << 64 | words[::2]) * deals.size >> 128
        assert deals.unrank_many(numbers.tolist()) == deal(10, ARTICLE, seed=stream)

    def test_every_method_obeys_predeals(self) -> None:
        for method in ("exact", "filter"):
            found = deal(50, "hcp(north) >= 16", predeal="north SAK; west DA", method=method)
            assert (found.north.hcp >= 16).all()
            assert (found.masks[:, 0] >> np.uint64(50) & np.uint64(3) == 3).all()
        drawn = deal(20, "cccc(south) > 2500 && hcp(south) >= 23", predeal="west DA", seed=1)
        assert drawn.source is not None
        assert drawn.source.method == "mixed"

    @pytest.mark.long
    def test_an_impossible_part_is_proved_before_the_rest_is_tested(self, cli) -> None:
        text = "cccc(north) > 1500 && spades(n) + spades(s) >= 8 && spades(e) + spades(w) >= 6"
        with pytest.raises(ConditionError, match="14 > 13"):
            deal(3, text)
        assert "14 > 13" in str(parse(text).explain(seed=1))
        assert parse(text).count() == 0

    @pytest.mark.parametrize("memory", [0, 1000, 1_000_000])
    def test_hardly_any_memory(self, memory: int) -> None:
        text = "hcp(north) + hcp(south) > 25 && controls(north) > 5"
        assert isinstance(parse(text).count(memory=memory, hits=100, seed=1), Estimate)
        assert len(deal(3, text, memory=memory, seed=1)) == 3
        with pytest.raises(ArgumentError, match="cannot be negative"):
            deal(3, text, memory=-1)
        with pytest.raises(ArgumentError, match="number of bytes"):
            parse(text).count(memory="1G")

    def test_unknown_methods_are_refused_everywhere(self, cli) -> None:
        assert cli("explain", POINTS, "--method", "magic").status == 2
        assert cli("explain", POINTS, "--method", "pavlicek1999").status == 2

    def test_asked_for_and_refused(self) -> None:
        with pytest.raises(ConditionError, match=r"cccc.*too many states to count"):
            deal(1, MIXED, method="exact")
        with pytest.raises(ConditionError, match="a Python predicate cannot be counted"):
            deal(1, parse(POINTS) & per_deal(lambda deal: True), method="exact")
        with pytest.raises(ConditionError, match="nothing to mix"):
            deal(1, ARTICLE, method="mixed")
        with pytest.raises(ConditionError, match="Python predicate cannot be counted"):
            deal(1, per_deal(lambda deal: deal.north.hcp > 9), method="mixed")

    def test_the_limit_of_a_mixed_search(self) -> None:
        with pytest.raises(Exception, match="about 1 draw of its exact part in") as caught:
            deal(10_000, MIXED, seed=1, limit=2000)
        assert 0 < len(caught.value.deals) < 2000  # type: ignore[attr-defined]

    def test_uniform_dealing_has_no_limit_of_its_own(self) -> None:
        assert dealing(6_000_000_000).limit == 6_000_000_000
        assert dealing(6_000_000_000, ARTICLE).limit == 6_000_000_000
        assert dealing(6_000_000_000, "hcp(north) >= 9").limit == 5_000_000_000


def contradicted(text: str) -> Contradiction | None:
    return contradiction(Question(parse(text).tree), Budget(), default_workspace())


class TestPlanner:
    @pytest.mark.parametrize(
        ("text", "method"),
        [
            ("1", "uniform"),
            ("hcp(north) >= 12", "filter"),
            (ARTICLE, "exact"),
            (POINTS, "exact"),
            (MIXED, "mixed"),
            ("cccc(north) > 2600", "filter"),
        ],
    )
    def test_its_choices(self, text: str, method: str) -> None:
        plan = plan_for(parse(text).tree)
        assert plan.method == method
        assert str(plan.reason)

    def test_a_condition_that_a_small_sample_misses_is_common_all_the_same(self) -> None:
        """One deal in 8,000: a larger sample shows that testing costs less than counting."""
        plan = plan_for(parse("zar(north) > 40 && zar(south) > 30").tree)
        assert (plan.method, plan.part) == ("filter", None)
        assert "so testing is fastest" in str(plan.reason)

    def test_memory_decides_what_is_counted(self) -> None:
        tree = parse(ARTICLE).tree
        whole, part = part_of(tree), part_of(tree, memory=20_000_000)
        assert whole.complete
        assert not part.complete
        assert part.counted.model.predicted_bytes() <= 20_000_000
        assert part.counted.total > whole.counted.total
        assert "too many states with the others" in uncounted_text(part.uncounted[0])

    def test_memory_never_changes_the_law(self) -> None:
        small = deal(2000, ARTICLE, seed=1, memory=20_000_000)
        assert small.source is not None
        assert small.source.method == "mixed"
        assert parse(ARTICLE).matches(small).all()

    def test_a_plan_is_made_once(self) -> None:
        default_workspace().clear()
        clauses = filter_for(parse(ARTICLE).tree).nodes
        first = counted(clauses)
        assert counted(clauses[::-1]) is first
        default_workspace().clear()
        assert counted(clauses) is not first

    def test_the_measured_memory_is_within_the_prediction(self) -> None:
        found = part_of(parse(ARTICLE).tree)
        assert found.counted.engine is not None
        found.counted.engine.draw(Stream(1).key, 0, 10)
        assert 0 < found.counted.engine.bytes <= found.counted.model.predicted_bytes()

    @pytest.mark.long
    def test_explain_tells_it_all(self) -> None:
        values = write_record(parse(MIXED).explain(seed=1, hits=2000))
        part = values["exact_part"]
        assert values["method"] == "mixed"
        assert part["count"] == "26422481479854922055193600"
        assert len(part["tested"]) == 1
        assert 0.2 < part["acceptance_of_the_rest"] < 0.4
        assert part["built"]["states_left"] <= part["predicted"]["states_left"]
        assert part["automata"].keys() == {"east", "west"}
        assert {"bytes", "seconds", "row_pairs_left", "layout_classes"} <= part["predicted"].keys()
        json.dumps(values)
        assert "draws of the exact part" in str(parse(MIXED).explain(seed=1, hits=2000))


@pytest.mark.parametrize(
    ("text", "known"),
    [
        ("hcp(n) in 0..37", (1, 1)), ("hcp(n) in 1..37", (0, 1)), ("hcp(n) in 0..36", (0, 1)),
        ("hcp(n) in {0..3, 37}", (0, 1)), ("hcp(n) in 38..40", (0, 0)),
        ("hcp(n) in 37..40", (0, 1)), ("hcp(n) < 38", (1, 1)), ("hcp(n) < 37", (0, 1)),
        ("hcp(n) < 0", (0, 0)), ("hcp(n) <= 37", (1, 1)), ("hcp(n) <= 36", (0, 1)),
        ("hcp(n) <= -1", (0, 0)), ("hcp(n) > 37", (0, 0)), ("hcp(n) >= 37", (0, 1)),
        ("hcp(n) >= 0", (1, 1)), ("hcp(n) == 37", (0, 1)), ("hcp(n) == 38", (0, 0)),
        ("hcp(n) != 38", (1, 1)), ("hcp(n) != 37", (0, 1)), ("0 * hcp(n) == 0", (1, 1)),
        ("hcp(n) >= 0 && aces(n) < 5", (1, 1)), ("hcp(n) >= 0 && aces(n) < 4", (0, 1)),
        ("hcp(n) > 37 && aces(n) < 5", (0, 0)), ("hcp(n) > 37 || aces(n) < 5", (1, 1)),
        ("hcp(n) > 37 || aces(n) > 4", (0, 0)), ("hcp(n) > 37 || aces(n) > 3", (0, 1)),
        ("!(hcp(n) > 37)", (1, 1)), ("!(hcp(n) < 38)", (0, 0)), ("!(hcp(n) > 9)", (0, 1)),
        ("(aces(n) > 9 ? hcp(n) : aces(n)) < 5", (1, 1)),
        ("(aces(n) > 2 ? hcp(n) : aces(n)) < 5", (0, 1)),
    ],
)  # fmt: skip
def test_what_is_known_of_a_condition_before_any_deal(text: str, known: tuple[int, int]) -> None:
    tree = parse(text).tree
    assert tree is not None
    assert bounds(tree) == known


@pytest.mark.parametrize(
    ("text", "clauses"),
    [
        (
            "balanced(n) && hcp(n) > 10 && spades(n) == 4",
            ["balanced(north) && spades(north) == 4", "hcp(north) > 10"],
        ),
        (
            "hascard(n, SA) && hascard(n, HA) && hascard(n, SK)",
            ["hascard(north, AS) && hascard(north, KS)", "hascard(north, AH)"],
        ),
        ("balanced(n) && balanced(s)", ["balanced(north)", "balanced(south)"]),
        ("hcp(n) > 10 && hcp(s) > 9 && hcp(n) < 15", ["hcp(north) > 10 && hcp(north) < 15",
                                                      "hcp(south) > 9"]),
        ("hcp(n) < hcp(s) && aces(e) < aces(w)", ["hcp(north) < hcp(south)",
                                                  "aces(east) < aces(west)"]),
    ],
)  # fmt: skip
def test_what_one_look_up_answers_is_one_clause(text: str, clauses: list[str]) -> None:
    found = filter_for(parse(text).tree).clauses
    assert sorted(clause.text for clause in found) == sorted(clauses)


def test_of_tests_that_refuse_as_much_the_cheapest_comes_first() -> None:
    """A look-up of a shape costs less than a sum of four suits, a longer expression more."""
    shape, points = "shape(north, 5xxx + x5xx + xx5x)", "hcp(north) in 9..12"
    longer = "hcp(north) > losers(north) + 4"
    shares = [float(parse(text).probability()) for text in (shape, points, longer)]
    assert max(shares) - min(shares) < 0.02
    for text in (f"{longer} && {points} && {shape}", f"{shape} && {points} && {longer}"):
        clauses = filter_for(parse(text).tree).clauses
        assert [clause.text for clause in clauses] == [shape, points, longer]


@pytest.mark.parametrize("ranges", ["100..110, 2000..", "..-1, 100..110"])
def test_a_range_that_a_value_cannot_reach_accepts_nothing(ranges: str) -> None:
    product = "hcp(north) * hcp(south)"
    dealt = [
        deal(20, f"{product} in {{{accepted}}}", seed=1, method="filter")
        for accepted in (ranges, "100..110")
    ]
    assert dealt[0] == dealt[1]


@pytest.mark.parametrize("length", [96, 97])
def test_an_expression_has_a_column_for_each_value_that_waits(length: int) -> None:
    text = "hcp(north) + (" * (length - 1) + "hcp(east)" + ")" * (length - 1)
    tree = as_quantity(text).tree
    if length <= STACK_DEPTH:
        assert len(lower(tree, ProgramBuilder())) == 2 * length - 1
    else:
        with pytest.raises(ProgramFull):
            lower(tree, ProgramBuilder())


def test_parts_of_one_suit_are_found_once_however_often_they_are_used() -> None:
    tree = as_quantity("spades(north) * hcp(south)").tree
    once = list(suit_nodes(tree))
    for _ in range(60):
        tree = Binary("+", tree, tree)
    parts = list(islice(suit_nodes(tree), 9))  # or they would come 2**60 times
    assert parts == once


def test_a_value_that_is_never_0_is_always_true() -> None:
    for text, certain in (("aces(n) - 5", True), ("aces(n) - 4", False), ("aces(n) + 1", True)):
        tree = parse(f"{text} == 9").tree
        assert isinstance(tree, Binary)
        assert filter_for(tree.left).certain == certain


@pytest.mark.parametrize(
    ("op", "mirror"),
    [("<", ">"), ("<=", ">="), (">", "<"), (">=", "<="), ("==", "=="), ("!=", "!=")],
)
def test_a_number_before_a_measure_counts_as_one_after_it(op: str, mirror: str) -> None:
    found = parse(f"20 {op} hcp(north) && 2 {op} aces(north)").count()
    assert found == parse(f"hcp(north) {mirror} 20 && aces(north) {mirror} 2").count()
    points = parse("1").distribution("hcp(north)").counts
    compare = {"<": lt, "<=": le, ">": gt, ">=": ge, "==": eq, "!=": ne}[op]
    wanted = sum(n for (value,), n in points.items() if compare(20, value))
    assert parse(f"20 {op} hcp(north)").count() == wanted


class TestQuestions:
    @pytest.mark.long
    def test_counts_are_integers_and_chances_fractions(self) -> None:
        assert parse(ARTICLE).count() == 26422481479854922055193600
        share = parse(ARTICLE).probability()
        assert isinstance(share, Fraction)
        assert share == Fraction(26422481479854922055193600, EVERYTHING)
        assert isinstance(parse(MIXED).count(seed=1, hits=500), Estimate)

    @pytest.mark.long
    def test_a_mixed_estimate_holds_the_truth(self) -> None:
        """hcp(north) % 7 in a Python predicate, which cannot be counted; six standard errors."""
        truth = parse(f"{ARTICLE} && hcp(north) % 7 == 3").count()
        opaque = parse(ARTICLE) & (lambda deals: deals.north.hcp % 7 == 3)
        guess = opaque.count(seed=5, hits=20_000)
        assert isinstance(guess, Estimate)
        assert not guess.exact
        assert guess.method == "mixed"
        assert abs(float(guess) / int(truth) - 1) < 6 / 20_000**0.5

    def test_methods_of_counting(self) -> None:
        with pytest.raises(ConditionError, match="costs more than the budget"):
            parse("hcp(north) >= 20").count(method="exact", budget=0)
        with pytest.raises(ConditionError, match="cannot count this condition"):
            parse(MIXED).count(method="exact")
        with pytest.raises(ArgumentError, match="choose auto, exact, filter"):
            parse(MIXED).count(method="magic")
        assert isinstance(parse(ARTICLE).count(method="filter", limit=10_000, seed=1), Estimate)

    def test_nothing_is_probable_given_what_cannot_be(self) -> None:
        for never in ("aces(north) == 5", "hcp(north) == 37 && aces(north) < 4"):
            with pytest.raises(ConditionError, match="it has no probability given it"):
                parse("hcp(north) > 3").probability(given=never)

    def test_a_share_of_a_sample_costs_no_more_than_its_budget(self) -> None:
        """What is tested of the deals is paid for as well: a longer test has fewer deals."""
        long = " + ".join(f"zar({seat}) * zar({seat})" for seat in ("north", "east", "west"))
        options: dict[str, Any] = {"method": "filter", "budget": 0.02, "hits": 10**9, "seed": 1}
        short, longer = (
            parse(test).probability(given="cccc(south) >= 1000", **options)
            for test in ("hcp(north) > 10", f"{long} > 2000")
        )
        assert isinstance(short, Estimate)
        assert isinstance(longer, Estimate)
        assert 1000 < longer.samples < short.samples

    @pytest.mark.long
    def test_given_another_condition(self) -> None:
        share = parse("hcp(north) >= 10").probability(given="hcp(north) + hcp(south) == 20")
        assert isinstance(share, Fraction)
        assert share > Fraction(1, 2)
        with pytest.raises(ConditionError, match="it has no probability given it"):
            parse("hcp(north) > 3").probability(given="hcp(north) > 38")
        with pytest.raises(ConditionError, match="was found among"):
            parse("hcp(south) > 3").probability(given="hcp(n) == 37", method="filter", limit=1000)
        guess = parse("cccc(north) > 1200").probability(given=ARTICLE, seed=1, hits=5000)
        assert isinstance(guess, Estimate)
        assert guess.low < guess.value < guess.high

    @pytest.mark.parametrize(
        ("test", "given", "method"),
        [
            (
                "cccc(north) <= 2900 && cccc(east) <= 2900 && cccc(west) <= 2900",
                "cccc(south) >= 3100",
                "auto",
            ),
            ("hcp(north) >= 12", "cccc(south) >= 1000", "auto"),  # counted alone, but not both
            ("cccc(north) <= 1200", "hcp(south) >= 30", "auto"),  # given is counted, both are not
            ("cccc(north) <= 1200", "hcp(south) >= 3", "filter"),
            ("cccc(north) <= 1200 && hcp(east) > 3", "cccc(south) > 900 && hcp(s) > 20", "auto"),
            ("cccc(north) <= 1200", "1", "auto"),
        ],
    )
    def test_a_share_of_a_condition_and_that_of_its_contrary_are_of_one_sample(
        self, test: str, given: str, method: str
    ) -> None:
        """So they add up to 1, and neither is above 1 or outside its interval."""
        options: dict[str, Any] = {"seed": 4, "budget": 0.2, "hits": 2000, "method": method}
        if "3100" in given:
            options["limit"] = 2_000_000
        shares = [
            Estimate.certain(share) if isinstance(share, Fraction) else share
            for text in (test, f"!({test})")
            for share in [parse(text).probability(given=given, **options)]
        ]
        for share in shares:
            assert 0 <= share.low <= share.value <= share.high <= 1
        if shares[0].samples == shares[1].samples:
            assert sum(share.hits for share in shares) == shares[0].samples
        halves = [float(share.high - share.low) for share in shares]
        assert abs(sum(float(share) for share in shares) - 1) < max(sum(halves), 1e-9)

    def test_a_share_of_a_sampled_condition_is_near_the_exact_one(self) -> None:
        """Of fifty 95 % intervals, more than 8 miss by chance once in 1,000 times."""
        test, given = parse("hcp(north) >= 12"), "hcp(south) >= 15 && balanced(south)"
        exact = test.probability(given=given)
        inside = 0
        for seed in range(50):
            share = test.probability(given=given, method="filter", limit=20_000, seed=seed)
            assert isinstance(share, Estimate)
            inside += share.low <= exact <= share.high
        assert inside >= 42

    @pytest.mark.long
    def test_what_cannot_be_has_probability_0_given_anything_found(self) -> None:
        assert parse("hcp(north) > 37 && hcp(south) > 5").probability(
            given="cccc(south) >= 1000", seed=1, budget=0.1
        ) == Fraction(0)

    def test_joint_distributions(self) -> None:
        found = parse("balanced(north)").distribution(hcp(north), controls(north))
        assert found.total == parse("balanced(north)").count()
        assert (
            found[16, 5] == parse("balanced(north) && hcp(north)==16 && controls(north)==5").count()
        )
        assert found.mean(0) == parse("balanced(north)").expectation(hcp(north))
        assert found.marginal(1).total == found.total
        assert found.variance(1) > 0
        sums = parse("1").distribution(hcp(north) + hcp(south), spades(north))
        assert sums.total == EVERYTHING
        assert sums.mean(0) == 20
        assert sums.mean(1) == Fraction(13, 4)

    def test_quantities_as_texts(self) -> None:
        by_text = parse("balanced(north)").distribution("hcp(north)")
        assert by_text == parse("balanced(north)").distribution(hcp(north))

    def test_ends_of_ranges_are_integers(self) -> None:
        for wrong in (1.5, "3", True):
            with pytest.raises(ConditionError):
                hcp(north).between(wrong, 3)  # type: ignore[arg-type]
            with pytest.raises(ConditionError):
                hcp(north).among([wrong])  # type: ignore[list-item]

    def test_what_has_no_distribution(self) -> None:
        with pytest.raises(ConditionError, match="no deal satisfies"):
            parse("hcp(north) > 37").distribution(hcp(south))
        with pytest.raises(ArgumentError, match="at least one quantity"):
            parse("1").distribution()

    def test_a_budget_bounds_what_is_counted(self) -> None:
        easy = parse("hcp(south) >= 20")
        assert easy.distribution("spades(south)").exact
        assert not easy.distribution("spades(south)", seed=1, budget=0).exact
        thrifty = Workspace(budget=0)
        assert not easy.distribution("spades(south)", seed=1, workspace=thrifty).exact

    @pytest.mark.long
    def test_what_cannot_be_counted_is_sampled(self) -> None:
        """Marked so; the mean is within five standard errors (one failure in two million)."""
        found = parse("hcp(south) == 12").distribution("cccc(north)", seed=1, budget=0.05)
        assert (found.exact, found.seed) == (False, "1")
        assert found.total > 2000
        values = parse("hcp(south) == 12").deal(2000, seed=2).north.cccc
        error = np.hypot(
            values.std() / 2000**0.5, float(found.variance()) ** 0.5 / found.total**0.5
        )
        assert abs(float(found.mean()) - values.mean()) < 5 * error

    def test_a_named_shape_joined_to_points_by_or(self) -> None:
        both = parse("hcp(north) <= 14 && balanced(north)").count()
        either = parse("hcp(north) <= 14 || balanced(north)").count()
        one, other = (parse(t).count() for t in ("hcp(north) <= 14", "balanced(north)"))
        assert int(either) + int(both) == int(one) + int(other)


class TestImpossible:
    @pytest.mark.parametrize(
        ("text", "reason"),
        [
            (
                "spades(n) <= 3 && spades(s) <= 4 && spades(e) + spades(w) <= 5 && hcp(n) > 9",
                "north has at most 3 spades, south at most 4, east and west together at most 5: "
                "12 < 13",
            ),
            (
                "hcp(n) >= 15 && hcp(e) >= 15 && hcp(s) >= 12 && spades(n) == 4",
                "north has at least 15 HCP, east at least 15, south at least 12: 42 > 40",
            ),
            ("hearts(n) >= 7 && shape(s, x7xx) && balanced(e)", "14 > 13"),
            ("hcp(n) + hcp(s) <= 11 && hcp(e) <= 14 && hcp(w) <= 14", "39 < 40"),
        ],
    )
    def test_the_smallest_set_and_why(self, text: str, reason: str) -> None:
        found = contradicted(text)
        assert found is not None
        assert found.reason.endswith(reason)
        assert parse(text).count() == 0
        with pytest.raises(ConditionError, match="no deal satisfies"):
            deal(1, text)

    def test_no_clause_can_be_spared(self) -> None:
        text = (
            "aces(n) >= 2 && aces(s) >= 2 && aces(e) >= 1 && kings(n) == 1 && balanced(n) && "
            "spades(w) == 3"
        )
        found = contradicted(text)
        assert found is not None
        assert len(found.clauses) == 3
        assert "aces(east) >= 1" in str(found)

    def test_no_clause_of_many_can_be_spared(self) -> None:
        """Not all sets of four among twenty are tried; the others are left out one by one."""
        clauses = [Number(n) for n in range(20)]
        needed = {clauses[n] for n in (2, 7, 11, 19)}
        assert set(_smallest(clauses, lambda some: needed <= set(some)) or ()) == needed
        assert _smallest(clauses, lambda some: False) is None

    @pytest.mark.parametrize(("number", "first"), [(400, 1), (401, 401)])
    def test_at_most_400_sets_are_tried_before_clauses_are_left_out(
        self, number: int, first: int
    ) -> None:
        clauses, asked = [Number(n) for n in range(number)], list[int]()

        def impossible(some: list[Number]) -> bool:
            asked.append(len(some))
            return clauses[5] in some

        assert _smallest(clauses, impossible) == [clauses[5]]
        assert asked[0] == first

    def test_what_is_possible_has_none(self) -> None:
        assert contradicted(ARTICLE) is None

    def test_with_predealt_cards(self) -> None:
        with pytest.raises(ConditionError, match="with the predealt cards"):
            deal(1, "hcp(north) >= 35", predeal="south SA, HA")


class TestNumbers:
    @pytest.mark.parametrize("text", [ARTICLE, POINTS, "losers(north) == 3 && hcp(south) < 4", "1"])
    def test_first_last_and_between(self, text: str) -> None:
        deals = parse(text).numbers()
        for index in (0, 1, deals.size // 3, deals.size - 1):
            assert deals.rank(deals[index]) == index
        assert parse(text).matches(deals.deal(200, Stream(1))).all()
        assert deals[-1] == deals[deals.size - 1]

    def test_numbered_deals_are_pickled(self) -> None:
        deals = parse(ARTICLE).numbers()
        again = pickle.loads(pickle.dumps(deals))
        assert again == deals
        assert again[5] == deals[5]
        assert "rubbish" not in deals
        assert 5 not in deals

    def test_outside(self) -> None:
        deals = parse(ARTICLE).numbers()
        with pytest.raises(NumberingError, match="is not one of the numbers"):
            deals.unrank(deals.size)
        with pytest.raises(NumberingError, match="does not satisfy"):
            deals.rank(deal(1, "hcp(west) == 3", seed=1)[0])
        assert deal(1, seed=1)[0] not in deals
        assert parse("hcp(north) > 37").numbers().size == 0
        with pytest.raises(ConditionError, match="cccc"):
            parse(MIXED).numbers()

    def test_every_deal_of_a_small_space(self) -> None:
        text = (
            "spades(north) == 13 && hearts(east) == 13 && diamonds(south) == 12 && hcp(south) == 12"
        )
        deals = parse(text).numbers()
        assert len({str(one) for one in deals}) == len(deals) == 11
        parts = deals.split(4)
        assert [str(one) for part in parts for one in part] == [str(one) for one in deals]
        assert sorted(deals.sample_numbers(11, Stream(1), replace=False)) == list(range(11))

    def test_plans_are_no_longer_saved(self, tmp_path: Path) -> None:
        for act in (parse(ARTICLE).numbers().save, ConditionDeals.load):
            with pytest.raises(NumberingError, match=r"parse\(text\)\.numbers\(\)"):
                act(tmp_path / "a.plan")


class TestCommands:
    def test_distribution(self, cli) -> None:
        out = cli("distribution", ARTICLE, "shape(west)").out
        assert "5=4=2=2   32.3092%" in out
        crossed = cli("distribution", ARTICLE, "shape(west)", "hcp(west)").out
        assert "26.7211" in crossed
        values = json.loads(cli("distribution", "1", "aces(north)", "--json").out)
        assert values["exact"] is True
        assert sum(int(row["count"]) for row in values["counts"]) == EVERYTHING

    @pytest.mark.long
    def test_distribution_from_a_file(self, cli, tmp_path: Path) -> None:
        path = tmp_path / "condition.txt"
        path.write_text("balanced(north)")
        assert "mean" in cli("distribution", "hcp(north)", "--file", str(path)).out
        assert cli("distribution", "hcp(north)").status == 2

    def test_compare(self, cli) -> None:
        text = "spades(west) in 5..6 && hearts(west) == 4"
        out = cli("compare", text, "-n", "500", "--seed", "1").out
        assert "total variation distance of pavlicek1999" in out
        values = json.loads(
            cli("compare", text, "--methods", "exact,filter", "--of", "hcp(west)", "--json",
                "--number", "4000", "--seed", "1").out
        )  # fmt: skip
        assert values[0]["total_variation"]["filter"] < 0.1
        assert cli("compare", text, "--methods", "exact").status == 2
        assert cli("compare", text, "--methods", "exact,magic").status == 2

    def test_numbers(self, cli) -> None:
        number = json.loads(cli("number", "--condition", ARTICLE, "--deal", "77", "--json").out)
        assert number["of"] == "26422481479854922055193600"
        back = json.loads(cli("number", "--condition", ARTICLE, number["deal"], "--json").out)
        assert back["number"] == "77"
        assert cli("number", "--condition", ARTICLE, "--deal", number["text"]).out.startswith("N:")
        assert cli("number", "--condition", ARTICLE, "--deal", number["of"]).status == 2

    def test_deals_with_their_numbers(self, cli) -> None:
        arguments = ("deal", "3", ARTICLE, "--numbers", "--seed", "4")
        record = json.loads(cli(*arguments, "-F", "json").out)
        deals = parse(ARTICLE).numbers()
        for one in record["deals"]:
            assert deals.rank(one["deal"]) == int(one["number"])
        for form in ("line", "pbn"):
            assert record["deals"][0]["number"] in cli(*arguments, "-F", form).out
        assert f"{int(record['deals'][0]['number']):,}" in cli(*arguments).out

    def test_methods_and_memory(self, cli) -> None:
        assert cli("deal", "1", MIXED, "--method", "exact").status == 2
        assert cli("count", ARTICLE, "--memory", "lots").status == 2
        small = json.loads(cli("explain", ARTICLE, "--memory", "20M", "--json").out)
        assert small["method"] == "mixed"
        assert json.loads(cli("count", ARTICLE, "--json").out)["exact"] is True

    def test_impossible(self, cli) -> None:
        result = cli("deal", "1", "hcp(n) >= 15 && hcp(e) >= 15 && hcp(s) >= 12")
        assert result.status == 2
        assert result.err.count("\n") == 1
        assert "42 > 40" in result.err


def test_comparing_needs_two_methods() -> None:
    with pytest.raises(ArgumentError, match="two or more different"):
        parse(ARTICLE).compare(["exact"])


def test_a_comparison_lists_the_most_frequent_shapes_first() -> None:
    (found,) = parse("spades(west) in 5..6 && hearts(west) == 4").compare(
        ["exact", "filter"], quantities=["shape(west)"], deals=100, seed=1
    )
    rows = [line.split() for line in found.lines()]
    shares = [float(row[1].rstrip("%")) for row in rows if row[0].count("=") == 3]
    assert len(set(shares)) > 2
    assert shares == sorted(shares, reverse=True)


@pytest.mark.long
def test_sampling_for_a_comparison_counts_no_quantity() -> None:
    """Shapes and points of two hands are too much to count beside the condition: it failed."""
    condition = parse("hcp(north) >= 25 && cccc(south) > 1000")
    for found in condition.compare(("mixed", "filter"), deals=50, seed=1):
        assert [seen.total for seen in found.histograms.values()] == [50, 50]
        assert not any(seen.exact for seen in found.histograms.values())
        assert 0 < found.differences["filter"].expected < 1


def test_groups_that_are_counted_together_are_told_apart(monkeypatch: pytest.MonkeyPatch) -> None:
    """Mutant: the joint histogram for each of its groups."""
    monkeypatch.setattr(shared_counts, "_CHEAP_SECONDS", 0.0)  # so that even these share a count
    monkeypatch.setattr(shared_counts, "_MORE", 1e9)
    groups = [[as_quantity(text).tree] for text in ("hcp(north)", "hcp(south)")]
    question = question_of("hcp(north) + hcp(south) >= 33")
    plans = plan_groups(question, [tuple(group) for group in groups], Resources())
    assert plans[0].plan is plans[1].plan
    for (node,), found in zip(groups, distributions(question, groups, Resources()), strict=True):
        assert found == parse(question.text).distribution(to_text(node))


@pytest.mark.parametrize(
    "fixed", [(1, 1, 0, 0), (1 << 52, 0, 0, 0), ((1 << 14) - 1, 0, 0, 0), (-1, 0, 0, 0)]
)
def test_cards_that_cannot_be_fixed(fixed: tuple[int, ...]) -> None:
    with pytest.raises(PredealError, match="different cards, at most 13 a seat"):
        PredealtPack(fixed)
