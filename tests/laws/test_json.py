"""Documents: what is written is read back equal, and follows the published schema."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from dealwright import (
    ArgumentError,
    Condition,
    ConditionError,
    Deal,
    Deals,
    Estimate,
    Feature,
    FeatureError,
    Histogram,
    Mean,
    Mixture,
    Seat,
    Simulation,
    Tally,
    Workspace,
    as_quantity,
    deal,
    endgame,
    parse,
    poker,
    read_json,
    run_script,
    scenario,
    scenarios,
    shape_class,
    simulate,
    suit_combination,
    table_view,
    weighted,
    write_json,
)
from dealwright.analysis import award, contracts, lead, makes, strategies, tabulate
from dealwright.analysis.decisions.finding import finding_decisions
from dealwright.analysis.system_comparison import comparing_systems
from dealwright.answers import proportion
from dealwright.answers.records import write_record
from dealwright.ask.comparison import Comparison
from dealwright.ask.condition import question_of
from dealwright.ask.counting import Share
from dealwright.ask.explanation import Explanation, PlanSummary
from dealwright.ask.numbering import DealNumber
from dealwright.ask.planning import plan_question
from dealwright.ask.resources import Resources
from dealwright.cards import Card
from dealwright.cards.bridge.boards import Vulnerability
from dealwright.conditions import nodes
from dealwright.deals import Source
from dealwright.double_dummy.asks import CardTricks
from dealwright.double_dummy.cache import CacheInfo
from dealwright.double_dummy.play import SolvedPlay
from dealwright.double_dummy.tables import SolvedBoard, SolvedBoards
from dealwright.fair.audit import Session, auditing
from dealwright.fair.tournament.checking import CheckedEvent
from dealwright.fair.tournament.verifier import Finding
from dealwright.formats.board_file import BoardFile, board_file
from dealwright.numbering.combinations import CombinationNumber
from dealwright.numbering.tables import CombinationTable
from dealwright.play.themes.sets import themed_boards
from dealwright.poker.equities import Equity
from dealwright.poker.hand_tables import TableSummary, table_summary
from dealwright.practice.mixed_dealing import MixedDeals
from dealwright.practice.practice_sets import practice_set
from dealwright.requests.documents import KINDS, Kind
from dealwright.scripts import check_script
from dealwright.scripts.answers import Answering
from dealwright.scripts.checking import Check, ClauseCost
from dealwright.systems import read_system
from dealwright.systems.bidding import bid_deal
from dealwright.systems.calling import system_call
from dealwright.systems.checks import checking_system
from dealwright.systems.meanings import system_meanings
from dealwright.systems.showing import showing
from dealwright.systems.tables import call_table
from dealwright.web.requests import job_of
from tests.laws.strategies import deal_rows, trees
from tests.oracles.stand_in_solver import Honours, StandIn

ROOT = Path(__file__).parents[2]
SCHEMA = json.loads((ROOT / "docs/reference/answers.schema.json").read_text("utf-8"))
VALIDATOR = Draft202012Validator(SCHEMA)
MIXED = "hcp(north) >= 30 && cccc(south) > 1000"
PBN = "N:Q843.98654.32.A6 K9.AQ7.QJ98.Q542 AJ6.K2.AKT654.K7 T752.JT3.7.JT983"
TYPES: list[Any] = [("weak", "hcp(north) <= 5", 2), ("strong", "hcp(north) >= 20", "1/3")]


def written(answer: object, kind: str) -> str:
    """Return the document of an answer, checked against the schema and the reader."""
    text = write_json(answer)
    values = json.loads(text)
    VALIDATOR.validate(values)
    assert (values["dealwright"], values["kind"]) == (1, kind)
    again = read_json(text)
    assert write_json(again) == text
    assert write_json(read_json(write_json(answer, indent=2))) == text
    return text


def returned(answer: object, kind: str) -> Any:
    return read_json(written(answer, kind))


names = st.lists(st.text(max_size=8), min_size=1, max_size=3, unique=True)
finite = st.floats(allow_nan=False)
numbers = st.one_of(st.integers(-(10**40), 10**40), st.fractions(), finite)
exact_numbers = st.one_of(st.integers(-(10**40), 10**40), st.fractions())


@given(numbers, numbers, numbers, st.text(), st.integers(0, 10**9), st.integers(0, 10**9))
def test_estimates(
    value: float, low: float, high: float, seed: str, samples: int, hits: int
) -> None:
    found = Estimate(value, low, high, False, "filter", 0.9, samples, hits, seed)
    again = returned(found, "number")
    assert write_record(again) == write_record(found)
    assert (again.value, again.interval, again.seed) == (value, (low, high), seed)
    assert (type(again.value), type(again.low)) == (type(value), type(low))


@given(exact_numbers)
def test_exact_numbers(number: int | Fraction) -> None:
    again = returned(number, "number")
    assert again == number
    assert (again.exact, type(again.value)) == (True, type(number))


@st.composite
def histograms(draw: st.DrawFn) -> Histogram:
    texts = draw(names)
    key = st.tuples(*(st.integers(-(2**31), 2**31) for _ in texts))
    counts = draw(st.dictionaries(key, st.integers(0, 10**29), max_size=6))
    return Histogram(
        texts, counts, exact=draw(st.booleans()), condition=draw(st.text()),
        method=draw(st.text()), seed=draw(st.text()),
    )  # fmt: skip


@given(histograms())
def test_histograms(found: Histogram) -> None:
    assert returned(found, "histogram") == found


@given(histograms(), histograms())
def test_comparisons(first: Histogram, other: Histogram) -> None:
    assume(first.total and other.total)
    counts = {(value,): n for value, n in other.column().items()}
    pair = {"exact": first.marginal(0), "filter": Histogram(first.names[:1], counts)}
    found = Comparison(first.names[0], pair)
    assert returned(found, "comparison") == found


@pytest.mark.long
@given(st.integers(0, 10**6), st.integers(1, 10**6), st.integers(1, 10**29))
def test_shares(hits: int, more: int, deals: int) -> None:
    sampled = Share(proportion(hits, hits + more, seed="1"), deals)
    mixed = Share(sampled.estimate * Fraction(1, 7), deals)
    exact = Share(Estimate.certain(Fraction(hits, hits + more)), deals)
    for found in (sampled, mixed, exact):
        again = returned(found, "share")
        assert again == found
        assert write_record(again.estimate) == write_record(found.estimate)


@pytest.mark.long
@given(trees)
@settings(max_examples=60)
def test_conditions(tree: nodes.Node) -> None:
    condition = Condition(tree)
    assert returned(condition, "condition") == condition


@pytest.mark.long
@given(st.lists(st.integers(-100, 100), min_size=560, max_size=560), st.integers(1, 100))
@settings(max_examples=5)
def test_a_condition_carries_its_own_features(table: list[int], scale: int) -> None:
    workspace = Workspace()
    mine = Feature(
        "mine", "shapes", shape=table, holding=np.arange(8192) % 7, scale=scale, aliases=("m",)
    )
    workspace.register(mine)
    condition = parse(f"m(north) >= {3 * scale} && hcp(south) > 5", workspace)
    text = written(condition, "condition")
    again = read_json(text)
    assert again == condition
    sample = deal(50, seed=1)
    assert (again.matches(sample) == condition.matches(sample)).all()
    # the reader leaves the features of the process alone
    with pytest.raises((ConditionError, FeatureError)):
        parse("mine(north) >= 3")


def test_a_feature_under_a_built_in_name_stays_what_it_is() -> None:
    workspace = Workspace()
    workspace.register(Feature("hcp", "aces", holding=np.arange(8192) >> 12), replace=True)
    condition = parse("hcp(north) == 4", workspace)
    again = returned(condition, "condition")
    assert again == condition != parse("hcp(north) == 4")
    assert again.count() == parse("aces(north) == 4").count()


@pytest.mark.long
@given(st.lists(deal_rows, max_size=5), st.text(), st.integers(0, 10**20))
def test_deals(rows: list[list[int]], text: str, tried: int) -> None:
    source = Source(text, "filter", tried, text)
    for found in (Deals(rows), Deals(rows, source=source)):
        again = returned(found, "deals")
        assert again == found
        assert again.source == found.source
    for row in rows:
        assert returned(Deal(row), "deal") == Deal(row)


@pytest.mark.parametrize("text", [MIXED, "hcp(north) > 40", "1", "spades(north) >= 5"])
def test_explanations_and_plans(text: str) -> None:
    found = parse(text).explain(seed=1, hits=200)
    again = returned(found, "explanation")
    assert isinstance(again, Explanation)
    assert again == found
    assert str(again) == str(found)
    plan = PlanSummary.of_plan(plan_question(question_of(text), "deal", Resources()))
    assert returned(plan, "plan") == plan


@pytest.mark.parametrize("overlap", ["error", "first", "share"])
def test_mixtures(overlap: str) -> None:
    found = Mixture(TYPES, common="balanced(north)", overlap=overlap, predeal="S SA", limit=10**7)
    again = returned(found, "mixture")
    assert (again.types, again.condition, again.limit) == (found.types, found.condition, 10**7)
    mixed, same = found.deal(20, seed=3), again.deal(20, seed=3)
    assert mixed.deals == same.deals
    assert mixed.natural == same.natural


def test_levelled_mixtures() -> None:
    found = Mixture.levelled("hcp(north) in 15..17", "hcp(north)")
    again = returned(found, "mixture")
    assert again.deal(20, seed=3).deals == found.deal(20, seed=3).deals


def same_columns(first: object, other: object, *names: str) -> None:
    for name in names:
        mine, its = getattr(first, name), getattr(other, name)
        assert mine.dtype == its.dtype
        np.testing.assert_array_equal(mine, its)


@pytest.mark.parametrize("overlap", ["error", "share"])
def test_mixed_deals(overlap: str) -> None:
    found = Mixture([*TYPES, ("quacks", "cccc(north) > 1500", 1)], overlap="first").deal(9, seed=3)
    for mixed in (Mixture(TYPES, overlap=overlap).deal(20, seed=3), found):
        again = returned(mixed, "mixed_deals")
        assert again.deals == mixed.deals
        assert again.deals.source == mixed.deals.source
        assert (again.names, again.shares, again.counts) == (
            mixed.names,
            mixed.shares,
            mixed.counts,
        )
        assert again.natural == mixed.natural
        assert [type(each) for each in again.natural] == [type(each) for each in mixed.natural]
        same_columns(again, mixed, "types", "weights")


def test_a_type_of_which_nothing_is_known_has_no_weight() -> None:
    rare = Estimate(0.0, 0.0, 1e-6, False, "filter", samples=10, seed="1")
    mixed = MixedDeals(
        deal(2, seed=1), np.array([0, 1], dtype=np.int16), ("a", "b"),
        (Fraction(1, 3), Fraction(2, 3)), (rare, Fraction(1)), np.array([np.nan, 1.5]),
    )  # fmt: skip
    same_columns(returned(mixed, "mixed_deals"), mixed, "weights")


@pytest.mark.parametrize("where", [None, "hcp(west) >= 12", "m(west) >= 3"])
def test_weighted_deals(where: str | None) -> None:
    workspace = Workspace()
    workspace.register(Feature("mine", "x", holding=np.arange(8192) % 3, aliases=("m",)))
    condition = None if where is None else parse(where, workspace)
    doubled = as_quantity("m(west, hearts) * 2", workspace)
    found = weighted(
        condition, {"hearts(west)": {5: 3, 6: 9}, doubled: {0: 0, 4: 5}}, other=2,
        predeal="north SAK",
    )  # fmt: skip
    again = returned(found, "weighted_deals")
    assert (again.tables, again.condition) == (found.tables, found.condition)
    assert (again.deals, again.total_weight) == (found.deals, found.total_weight)
    sample, same = found.deal(20, seed=3), again.deal(20, seed=3)
    assert same.deals == sample.deals
    read = returned(sample, "weighted_sample")
    assert read.deals == sample.deals
    assert read.deals.source == sample.deals.source
    assert read.tables == found.tables
    same_columns(read, sample, "weights", "restoring")


def test_practice_sets() -> None:
    found = practice_set(6, TYPES, place="either", pair="ew", first=3, seed=2)
    again = returned(found, "practice_set")
    assert again.deals == found.deals
    assert again.deals.source == found.deals.source
    for name in ("first", "pair", "types", "seats", "counts"):
        assert getattr(again, name) == getattr(found, name)


@pytest.mark.long
@given(deal_rows, st.integers(0, 10**28), st.text(), st.text(min_size=1))
def test_deal_numbers(row: list[int], number: int, condition: str, digest: str) -> None:
    for found in (
        DealNumber(Deal(row), number, number + 1, condition=condition, digest=digest),
        DealNumber(Deal(row), number, system="andrews", from_one=str(number + 1)),
    ):
        assert returned(found, "deal_number") == found


@pytest.mark.parametrize(
    "rule", ["xxxx", "any 4333 - 4333", "s >= 5 && h != c", "s > 13", "5+xxx", "(5431) - 5xxx:h>c"]
)
def test_shape_classes(rule: str) -> None:
    found = shape_class(rule)
    again = returned(found, "shapes")
    assert again == found
    assert (str(again), again.hands) == (str(found), found.hands)


def test_a_shape_class_of_a_function() -> None:
    found = shape_class(lambda s, h, d, c: s * h == d * c + 1)
    assert returned(found, "shapes") == found


players = st.lists(st.integers(0, 2), unique=True, min_size=1).map(lambda who: tuple(sorted(who)))
pots = st.dictionaries(
    st.tuples(players, st.just(()) | players), st.integers(1, 10**20), min_size=1
)


@pytest.mark.long
@given(pots, st.booleans(), st.text(), st.sampled_from(["done", "precise", "interrupted"]))
def test_equities(shares: dict[Any, int], exact: bool, text: str, stopped: str) -> None:
    total = sum(shares.values())
    found = Equity(
        "omaha-hilo", text, "2c", ("a", text, "c"), total, exact, shares, text, 0.9, stopped
    )
    again = returned(found, "equity")
    assert again == found
    assert again.players == found.players
    for at, player in enumerate(again.players):
        low, high = again.interval(at)
        assert 0 <= low <= float(player.equity) <= high <= 1


@pytest.mark.parametrize(
    ("text", "game"),
    [("QQ+, AKs@0.25 !AsKs", "holdem"), ("random", "holdem"), ("12% 7s6s", "short-deck")],
)
def test_ranges(text: str, game: str) -> None:
    found = poker.parse_range(text, game)
    again = returned(found, "range")
    assert (again, again.text) == (found, text)


def test_equities_of_every_kind() -> None:
    for found in (
        poker.equity("QQ+@0.5, AKs", "22", board="Qh Jh 2c", dead="As"),
        poker.equity("22+", "AK", method="simulate", rounds=1000, seed=1, confidence=0.8),
        poker.equity("As2sQdJc", "Ad2dKsKh", game="omaha-hilo", board="3h 4h 8s Kc Kd"),
    ):
        assert returned(found, "equity") == found


@pytest.mark.parametrize(
    ("cards", "game", "rounds"),
    [
        (("As Kd", "Qh Jh 2c", "3c"), "holdem", 1000),
        (("As Kd",), "short-deck", 0),
        (("As Ah Kd Qd", "2h 3h 4h 5h 6h"), "omaha", 0),
        (("7s 6s 5s 2d 2h",), "stud", 500),
    ],
)
def test_odds(cards: tuple[str, ...], game: str, rounds: int) -> None:
    found = poker.odds(*cards, game=game, rounds=rounds, seed=1)
    again = returned(found, "odds")
    assert again == found
    for street, same in zip(found.streets, again.streets, strict=True):
        assert list(same.counts) == list(street.counts)
        assert [write_record(each) for each in same.estimates.values()] == [
            write_record(each) for each in street.estimates.values()
        ]


def test_hands_and_what_ranges_hit() -> None:
    for found in (
        poker.named_hand("As Ks Qs Js 9s"),
        poker.named_hand("As Kd Qd 2c", "omaha", board="Js Ts 9h"),
        poker.looked_up(poker.build_table(k=5), "As Ks Qs Js 9s"),
    ):
        assert returned(found, "poker_hand") == found
    for board in ("Kd 7d 2c", "Kd 7d 2c 2h 3h"):
        hits = poker.range_hits("AA@0.25 AKs", board, "4h")
        assert returned(hits, "range_hits") == hits
        equities = poker.hand_equities("AA@0.25 AKs", "KK QQ@0.000001", board=board, dead="4h")
        assert returned(equities, "hand_equities") == equities


def test_scenarios() -> None:
    assert read_json(write_json(scenarios())) == [*scenarios()]


seen = st.lists(st.integers(-(2**40), 2**40) | st.integers(0, 5), max_size=8)
measured = st.lists(st.floats(-1e100, 1e100), max_size=8)


@pytest.mark.long
@given(seen, measured, st.text(), st.integers(0, 10**15))
def test_simulations(whole: list[int], real: list[float], name: str, asked: int) -> None:
    tally, mean = Tally(), Mean()
    tally.add(np.array(whole, dtype=np.int64))
    mean.add(np.array(real, dtype=np.float64))
    results: dict[str, Tally | Mean] = {name: tally, f"{name}2": mean}
    found = Simulation(asked, "7", 0.9, 8, "interrupted", results)
    again = returned(found, "simulation")
    assert again == found
    assert list(again.results) == list(found.results)
    # what is read goes on as what was written would
    more, further = Tally(), Mean()
    more.add(np.array([3, 3]))
    further.add(np.array([0.5, 2.0]))
    for each in (found, again):
        each.merge(2, {name: more, f"{name}2": further})
    assert again == found


def test_a_simulation_that_ran() -> None:
    found = simulate(3000, lambda masks: {"ace": masks >> 51 & 1, "low": masks % 8 / 8}, 5, seed=2)
    assert returned(found, "simulation") == found
    assert found != simulate(3000, lambda masks: {"ace": masks >> 50 & 1}, 5, seed=2)


@pytest.mark.long
@given(st.lists(st.tuples(st.integers(0, 99), st.text())), st.fractions(0, 1), st.booleans())
def test_checks(remarks: list[tuple[int, str]], share: Fraction, exact: bool) -> None:
    cost = ClauseCost(3, "hcp(north) > 3", share, None if exact else share / 3, exact)
    estimate = Estimate.certain(share) if exact else proportion(3, 10, seed="1") * share
    for found in (Check(remarks, [cost], estimate), Check(remarks)):
        again = returned(found, "check")
        assert again == found
        assert list(again.lines()) == list(found.lines())


def test_summaries_of_tables() -> None:
    with_categories = table_summary(poker.build_table(k=5))
    without = table_summary(CombinationTable(13, 5))
    assert without.categories is without.game is without.checksum is None
    for found in (with_categories, without):
        again = returned(found, "poker_table")
        assert isinstance(again, TableSummary)
        assert again == found


@pytest.mark.parametrize(
    "script", ["produce 3", "a = 3 hcp(north) > 9", "cccc(north) > 1500 && hcp(north) > 9"]
)
def test_checks_of_scripts(script: str) -> None:
    found = check_script(run_script(script, seed=1))
    assert returned(found, "check") == found


@pytest.mark.parametrize(
    ("arguments", "kinds"),
    [
        (["count", MIXED, "--seed", "1", "--limit", "1e6", "--json"], ["share"]),
        (["count", "hcp(north) > 40", "--json"], ["share"]),
        (["explain", MIXED, "--limit", "1e6", "--json"], ["explanation"]),
        (["distribution", "1", "aces(north)", "kings(north)", "--json"], ["histogram"]),
        (["cards", "aces(north) == 3", "--json"], ["card_table"]),
        (["odds", "--hand", "south AKT32.432.432.AK", "--dummy", "north 7654.AQ5.AKQ.765",
          "--where", "hcp(west) > 9", "--event", "drop QS", "--json"], ["odds_at_table"]),
        (["compare", "hcp(north) > 20", "-n", "100", "--json", "--methods", "exact,filter"],
         ["comparison", "comparison"]),
        (["poker", "equity", "AA", "KK", "-b", "2c 3d 9h", "--json"], ["equity"]),
        (["poker", "odds", "As Kd", "-b", "Qh Jh 2c", "-r", "1e4", "--json"], ["odds"]),
        (["shapes", "any 4333", "--json"], ["shapes"]),
        (["scenarios", "stayman-fit", "--json"], ["scenario", "share"]),
        (["scenarios", "michaels", "--json"], ["scenario"] * 3),
        (["number", "--deal", "77", "--json"], ["deal_number"]),
        (["number", "--deal", "77", "--system", "andrews", "--json"], ["deal_number"]),
        (["number", "--deal", "0", "--system", "pavlicek-ranked", "--json"], ["deal_number"]),
        (["number", PBN, "--system", "pavlicek-suited", "--json"], ["deal_number"]),
        (["combinations", "13", "5", "--rank", "4 3 2 1 0", "--json"], ["combination"]),
        (["combinations", "9", "5", "--unrank", "9", "--order", "lex", "--json"], ["combination"]),
        (["combinations", "13", "5", "--json"], ["number"]),
        (["number", "--condition", "hcp(north) == 37", "--deal", "5", "--json"], ["deal_number"]),
    ],
)  # fmt: skip
def test_the_command_line_prints_documents(
    cli: Callable[..., Any], arguments: list[str], kinds: list[str]
) -> None:
    values = json.loads(cli(*arguments).out)
    VALIDATOR.validate(values)
    listed = values if isinstance(values, list) else [values]
    assert [each["kind"] for each in listed] == kinds
    again = read_json(json.dumps(values))
    assert json.loads(write_json(again)) == values


def test_both_commands_that_check_a_script_print_one_document(
    cli: Callable[..., Any], tmp_path: Path
) -> None:
    path = tmp_path / "a.dl"
    path.write_text("x = 3\ncondition hcp(north) > 20 && aces(north) >= 1")
    values = json.loads(cli("run", "--check", str(path), "--json").out)
    VALIDATOR.validate(values)
    assert (values["kind"], len(values["clauses"])) == ("check", 2)
    assert json.loads(cli("explain", str(path), "--json").out) == values


@pytest.mark.long
def test_a_script_answers_with_a_document(cli: Callable[..., Any], tmp_path: Path) -> None:
    path = tmp_path / "a.dl"
    path.write_text(
        "startboard 5 dealer west vulnerable NS produce 2 condition hcp(north) >= 20\n"
        'action printall, printes("N has ", hcp(north), \\n), average "aces" aces(north),\n'
        "frequency (hcp(south), 3, 5), frequency (aces(north), 0, 4, kings(north), 0, 4),\n"
        "evalcontract(north, 1N)"
    )
    said = cli("run", str(path), "--seed", "1", "--json")
    values = json.loads(said.out)
    VALIDATOR.validate(values)
    answer = read_json(said.out)
    assert json.loads(write_json(answer)) == values
    assert values["deals"] == [each.text() for each in deal(2, "hcp(north) >= 20", seed=1)]
    points = [each.north.hcp for each in deal(2, "hcp(north) >= 20", seed=1)]
    assert values["printed"] == "".join(f"N has {n}\n" for n in points)
    assert (values["board"], values["dealer"], values["vulnerable"]) == (5, "west", "NS")
    average, column, table, contract = values["statistics"]
    where = parse("hcp(north) >= 20")
    assert average["mean"] == float(where.expectation("aces(north)"))
    assert average["half_width"] is None
    assert column["rows"] == ["Low", "3", "4", "5", "High"]
    assert column["counts"][1] == [str(where.distribution("hcp(south)")[3])]
    assert (len(table["rows"]), len(table["columns"])) == (5, 5)
    assert (contract["statistic"], contract["histogram"]["exact"]) == ("evalcontract", False)
    report = cli("run", str(path), "--seed", "1").out
    assert average["lines"][0] in report


def test_a_script_that_prints_nothing_shows_no_deals() -> None:
    run = run_script("hcp(north) >= 20 action average cccc(north)", seed=1, produce=1000)
    found = Answering(run).result()
    assert (found.deals, found.printed, found.produced) == ((), "", 1000)
    (average,) = found.statistics
    assert not average.histogram.exact
    assert 0 < write_record(average)["half_width"] < 50


def test_an_answer_shows_so_many_deals_at_most() -> None:
    found = Answering(run_script("hcp(north) >= 20 produce 30", seed=1), most=10).result()
    assert (len(found.deals), found.notes) == (10, ("these are the first 10 of 30 deals",))


def test_a_number_that_counts_from_one_is_of_the_deal_that_was_asked_for(
    cli: Callable[..., Any],
) -> None:
    system = ("--system", "andrews", "--json")
    found = json.loads(cli("number", PBN, *system).out)
    assert int(found["from_one"]) == int(found["number"]) + 1
    assert (found["deal"], found["text"]) == (PBN, read_json(json.dumps(found)).text)
    back = json.loads(cli("number", "--deal", found["from_one"], *system).out)
    assert back["from_one"] == PBN != back["deal"]
    assert json.loads(cli("number", "--deal", "0", *system).out)["from_one"] is None


@pytest.mark.long
def test_the_schema_has_every_kind_and_no_other() -> None:
    Draft202012Validator.check_schema(SCHEMA)
    named = [each["$ref"].rpartition("/")[2] for each in SCHEMA["$defs"]["document"]["oneOf"]]
    assert named == list(KINDS)


def solved_board(table: list[list[int]], number: int = 1) -> SolvedBoard:
    sides = list(Vulnerability)[number % 4]
    tricks = tuple(map(tuple, table))
    return SolvedBoard(number, Seat(number % 4), sides, Deal(PBN), tricks)


tables = st.lists(st.lists(st.integers(0, 13), min_size=5, max_size=5), min_size=4, max_size=4)


@pytest.mark.long
@given(st.lists(st.builds(solved_board, tables, st.integers(0, 10**9)), max_size=3))
def test_solved_boards(boards: list[SolvedBoard]) -> None:
    """Par, which follows from the tricks, is written, and worked out again by the reader."""
    found = SolvedBoards(tuple(boards))
    again = returned(found, "solved_boards")
    assert again == found
    assert [board.par for board in again.boards] == [board.par for board in boards]


@given(st.text(), st.text(), st.binary())
def test_files_of_boards(name: str, kind: str, content: bytes) -> None:
    found = BoardFile(name, kind, content)
    assert returned(found, "board_file") == found


@pytest.mark.long
@pytest.mark.parametrize("name", KINDS)
def test_the_schema_refuses_what_is_too_little_or_too_much(name: str) -> None:
    document = json.loads(write_json(EXAMPLES[name]()))
    VALIDATOR.validate(document)
    assert not VALIDATOR.is_valid({**document, "more": 1})
    for key in document:
        without = {each: value for each, value in document.items() if each != key}
        assert not VALIDATOR.is_valid(without), key
        with pytest.raises(ArgumentError):
            read_json(json.dumps({**without, "dealwright": 2}))


NATURAL = read_system("natural")
WEAK = read_system("natural", parameters={"strength": "12..14"})
EXAMPLES: dict[str, Callable[[], object]] = {
    "endgame": lambda: endgame(
        "south SAQ", "north S3 HA", unseen="SK4 H32", lead="south", tricks=2, card="SQ"
    ),
    "themed_boards": lambda: themed_boards("squeeze", 1, seed=1).result(),
    "decisions": lambda: finding_decisions("contract", 1, seed=1, solver=StandIn()).result(),
    "suit_combination": lambda: suit_combination("AQ", "32", entries=1, vacant=(10, 12)),
    "number": lambda: 5,
    "histogram": lambda: Histogram(["a"], {(1,): 2}),
    "card_table": lambda: parse("hcp(north) == 37").cards(),
    "audit": lambda: auditing(
        [
            deal(4, seed=1).masks,
            deal(4, seed=1).masks,
            *(Session(name, deal(2, seed=2).masks, (1, 2)) for name in ("open", "closed")),
        ]
    ).result(),
    "checked_event": lambda: CheckedEvent(
        (Finding(True, "a"), Finding(False, "b")), (1, 2), (3, 4), ("c",), ("d", "e")
    ),
    "odds_at_table": lambda: table_view(
        "south AKT32.432.432.AK",
        "north 7654.AQ5.AKQ.765",
        where="hcp(west) >= 4",
        play="HJ HQ HK H2, S9 S2 D9 S4",
        likely=["1/2 if west HT"],
    ).odds(
        ["drop QS", "cccc(west) > 1000"],
        lines=["cash SA; make", "onside HT"],
        seed=1,
        resources=Resources(seconds=0.01),
    ),
    "share": lambda: Share(proportion(3, 10, method="filter"), 100),
    "limit_shares": lambda: job_of(
        "limits", {"limits": ["hcp(north) > 20", "hcp(south) > 20", "spades(east) > 3"]}
    ).result(),
    "plan": lambda: PlanSummary("deal", "filter", "asked for"),
    "explanation": lambda: parse("1").explain(seed=1, hits=10),
    "comparison": lambda: Comparison("a", {"exact": Histogram(["a"], {(1,): 2})}),
    "condition": lambda: parse("hcp(north) > 3"),
    "deal": lambda: deal(1, seed=1)[0],
    "deals": lambda: deal(2, seed=1),
    "mixture": lambda: Mixture(TYPES),
    "practice_set": lambda: practice_set(2, TYPES, seed=1),
    "deal_number": lambda: DealNumber(deal(1, seed=1)[0], 7),
    "combination": lambda: CombinationNumber(13, 5, "lex", (0, 1, 2, 3, 7), 3),
    "shapes": lambda: shape_class("any 4333"),
    "scenario": lambda: scenario("stayman-fit"),
    "mixed_deals": lambda: Mixture(TYPES).deal(2, seed=1),
    "weighted_deals": lambda: weighted("hcp(west) > 9", "hearts(west): 5=3"),
    "weighted_sample": lambda: weighted(None, "hearts(west): 5=3").deal(2, seed=1),
    "system_table": lambda: call_table(NATURAL, "1NT 2C", depth=2),
    "system_check": lambda: checking_system(read_system("opening\n  1C hcp > 9")).result(),
    "system_shown": lambda: showing(NATURAL, "1NT 2C").result(),
    "system_auction": lambda: bid_deal(NATURAL, deal(1, seed=1)[0]),
    "system_call": lambda: system_call(NATURAL, ["1NT", "Pass"], "AQ42.KJ83.Q32.54"),
    "system_meanings": lambda: system_meanings(NATURAL, ["1NT", "Pass"]),
    "compared_systems": lambda: comparing_systems(
        NATURAL, WEAK, 300, solves=40, seed=1, solver=StandIn()
    ).result(),
    "equity": lambda: poker.equity("AsAh", "KsKh", board="Kd 7d 2c 2h"),
    "odds": lambda: poker.odds("As Kd", "Qh Jh 2c", rounds=100, seed=1),
    "range": lambda: poker.parse_range("KK+@0.5, AsKs !AhAd"),
    "hand_equities": lambda: poker.hand_equities("AA AKs", "KK", board="Kd 7d 2c 2h"),
    "range_hits": lambda: poker.range_hits("AA AKs", "Kd 7d 2c"),
    "poker_hand": lambda: poker.named_hand("As Ks Qs Js 9s"),
    "poker_table": lambda: table_summary(poker.build_table(k=5)),
    "simulation": lambda: simulate(100, lambda masks: masks & 1 > 0, 5, seed=1),
    "script_answer": lambda: Answering(run_script("hcp(north) > 20 produce 1", seed=1)).result(),
    "check": lambda: check_script(run_script("hcp(north) > 9", seed=1)),
    "solved_boards": lambda: SolvedBoards((solved_board([[7, 6, 8, 9, 10]] * 4),)),
    "award": lambda: award(PBN, "3NT", layouts=40, seed=1, solver=StandIn()),
    "compared_contracts": lambda: contracts(
        "hcp(north) > 12", "3NT 4S", by="hcp(north)", par=True, deals=40, seed=1, solver=StandIn()
    ),
    "compared_leads": lambda: lead(
        "west QJT95.K4.832.A74", "3NT", field="SQ", deals=40, seed=1, solver=StandIn()
    ),
    "compared_strategies": lambda: strategies(
        "strategy a\n 3NT\nstrategy b\n 2NT", deals=40, seed=1, solver=StandIn()
    ),
    "tabulation": lambda: tabulate(None, "hcp(north)", "controls(north)", deals=40, seed=1),
    "making": lambda: makes(
        "north AQ4.AJ92.Q5.K964", "south K95.QT4.KJ762.83", "3NT-S", deals=99, solver=Honours()
    ),
    "solved_play": lambda: SolvedPlay(
        "3NT-N", (Card("S2"),), Seat.SOUTH, 0, (CardTricks((Card("SK"), Card("SQ")), 9),)
    ),
    "solver_cache": lambda: CacheInfo(
        "a.sqlite", 4096, 1 << 28, 12, damaged=1, notes=("1 damaged row",)
    ),
    "board_file": lambda: board_file(deal(2, seed=1), "pbn"),
}


def test_every_kind_names_a_class() -> None:
    for kind in KINDS.values():
        assert isinstance(kind, Kind)
        assert kind.type.__name__ == kind.path.split(":")[1]


def test_the_reader_imports_only_what_it_reads() -> None:
    code = (
        "import sys, dealwright; dealwright.read_json; before = set(sys.modules);"
        "assert not {'numpy', 'dealwright.ask.condition', 'dealwright.scripts'} & before;"
        "dealwright.read_json(sys.argv[1]); assert 'dealwright.poker' not in sys.modules"
    )
    text = write_json(EXAMPLES["deal"]())
    subprocess.run([sys.executable, "-c", code, text], check=True)


@pytest.mark.parametrize(
    "kind",
    [
        "system_table",
        "system_check",
        pytest.param("system_shown", marks=pytest.mark.long),
        "system_auction",
        "system_call",
        pytest.param("system_meanings", marks=pytest.mark.long),
        "compared_systems",
    ],
)
def test_systems(kind: str) -> None:
    answer = EXAMPLES[kind]()
    assert returned(answer, kind) == answer


@pytest.mark.parametrize(
    "text",
    [
        "", "{", "5", "null", "{}", '{"dealwright": 1}', '{"dealwright": 1, "kind": "none"}',
        '{"dealwright": true, "kind": "deal", "deal": "N:"}', '{"dealwright": 1, "kind": "deal"}',
        '{"dealwright": 1, "kind": "number", "value": 1}',
        '{"dealwright": 1, "kind": "histogram", "quantities": ["a"], "counts": [3]}', "[[]]",
    ],
)  # fmt: skip
def test_what_is_no_document(text: str) -> None:
    with pytest.raises(ArgumentError):
        read_json(text)


def test_what_has_no_document() -> None:
    for answer in (object(), "text", True, 0.5, None):
        with pytest.raises(ArgumentError, match=r"no document of the type [a-zN]"):
            write_json(answer)
    opaque = parse("hcp(north) > 3") & (lambda deals: deals.north.hcp > 5)
    with pytest.raises(ConditionError, match="Python predicate"):
        write_json(opaque)
