"""Documents: what is written is read back equal, and follows the published schema."""

from __future__ import annotations

import json
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
    Mixture,
    Workspace,
    deal,
    parse,
    read_json,
    write_json,
)
from dealwright.answers import proportion
from dealwright.ask.comparison import Comparison
from dealwright.ask.counting import Share
from dealwright.ask.explanation import Explanation, PlanSummary
from dealwright.ask.planning import Resources, planned
from dealwright.condition import question_of
from dealwright.conditions import nodes
from dealwright.deals import Source
from dealwright.documents import KINDS, Kind
from dealwright.practice.practice_sets import practice_set
from tests.laws.strategies import deal_rows, trees

ROOT = Path(__file__).parents[2]
SCHEMA = json.loads((ROOT / "docs/reference/answers.schema.json").read_text("utf-8"))
VALIDATOR = Draft202012Validator(SCHEMA)
MIXED = "hcp(north) >= 30 && cccc(south) > 1000"
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
    assert again.to_dict() == found.to_dict()
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


@given(st.integers(0, 10**6), st.integers(1, 10**6), st.integers(1, 10**29))
def test_shares(hits: int, more: int, deals: int) -> None:
    sampled = Share(proportion(hits, hits + more, seed="1"), deals)
    mixed = Share(sampled.estimate * Fraction(1, 7), deals)
    exact = Share(Estimate.certain(Fraction(hits, hits + more)), deals)
    for found in (sampled, mixed, exact):
        again = returned(found, "share")
        assert again == found
        assert again.estimate.to_dict() == found.estimate.to_dict()


@given(trees)
@settings(max_examples=60)
def test_conditions(tree: nodes.Node) -> None:
    condition = Condition(tree)
    assert returned(condition, "condition") == condition


@given(st.lists(st.integers(-100, 100), min_size=560, max_size=560), st.integers(1, 100))
@settings(max_examples=5)
def test_a_condition_carries_its_own_features(table: list[int], scale: int) -> None:
    workspace = Workspace()
    mine = Feature(
        "mine", "shapes", shape=table, holding=np.arange(8192) % 7, scale=scale, aliases=("m",)
    )
    workspace.register(mine)
    condition = parse("m(north) >= 3 && hcp(south) > 5", workspace)
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
    plan = PlanSummary.of_plan(planned(question_of(text), "deal", Resources()))
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


def test_practice_sets() -> None:
    found = practice_set(6, TYPES, place="either", pair="ew", first=3, seed=2)
    again = returned(found, "practice_set")
    assert again.deals == found.deals
    assert again.deals.source == found.deals.source
    for name in ("first", "pair", "types", "seats", "counts"):
        assert getattr(again, name) == getattr(found, name)


@pytest.mark.parametrize(
    ("arguments", "kinds"),
    [
        (["count", MIXED, "--seed", "1", "--limit", "1e6", "--json"], ["share"]),
        (["count", "hcp(north) > 40", "--json"], ["share"]),
        (["explain", MIXED, "--limit", "1e6", "--json"], ["explanation"]),
        (["distribution", "1", "aces(north)", "kings(north)", "--json"], ["histogram"]),
        (["compare", "hcp(north) > 20", "-n", "100", "--json", "--methods", "exact,filter"],
         ["comparison", "comparison"]),
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


def test_the_schema_has_every_kind_and_no_other() -> None:
    Draft202012Validator.check_schema(SCHEMA)
    named = [each["$ref"].rpartition("/")[2] for each in SCHEMA["$defs"]["document"]["oneOf"]]
    assert named == list(KINDS)


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


EXAMPLES: dict[str, Callable[[], object]] = {
    "number": lambda: 5,
    "histogram": lambda: Histogram(["a"], {(1,): 2}),
    "share": lambda: Share(proportion(3, 10), 100),
    "plan": lambda: PlanSummary("deal", "filter", "asked for"),
    "explanation": lambda: parse("1").explain(seed=1, hits=10),
    "comparison": lambda: Comparison("a", {"exact": Histogram(["a"], {(1,): 2})}),
    "condition": lambda: parse("hcp(north) > 3"),
    "deal": lambda: deal(1, seed=1)[0],
    "deals": lambda: deal(2, seed=1),
    "mixture": lambda: Mixture(TYPES),
    "practice_set": lambda: practice_set(2, TYPES, seed=1),
}


def test_every_kind_names_a_class() -> None:
    for kind in KINDS.values():
        assert isinstance(kind, Kind)
        assert kind.type.__name__ == kind.path.split(":")[1]


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
        with pytest.raises(ArgumentError, match="no document of"):
            write_json(answer)
    opaque = parse("hcp(north) > 3") & (lambda deals: deals.north.hcp > 5)
    with pytest.raises(ConditionError, match="Python predicate"):
        write_json(opaque)
