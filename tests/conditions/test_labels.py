"""Quantities whose values are texts: in the language, in distributions, on the command line."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from dealwright import (
    ArgumentError,
    ConditionError,
    Feature,
    FeatureError,
    Histogram,
    Workspace,
    deal,
    parse,
)
from dealwright.answers.records import read_record, write_record
from dealwright.numbering.shapes import all_shapes

STYLE = 'balanced(north) ? "flat" : spades(north) >= 5 ? "spades" : "other"'


def test_each_text_has_the_count_of_its_branch() -> None:
    found = parse("hcp(north) >= 15").distribution(STYLE)
    tests = {
        "flat": "balanced(north)",
        "spades": "not balanced(north) && spades(north) >= 5",
        "other": "not balanced(north) && spades(north) < 5",
    }
    assert found.texts == ({0: "flat", 1: "spades", 2: "other"},)
    for text, test in tests.items():
        assert found[text] == parse(f"hcp(north) >= 15 && {test}").count()
        assert found.probability(text) == found.probability(found._row(text))
    assert found.names == (STYLE,)
    assert parse("hcp(north) >= 15").distribution(found.names[0]) == found


@pytest.mark.long
def test_a_sample_has_the_same_texts() -> None:
    exact = parse("1").distribution(STYLE)
    some = parse("cccc(north) >= 0").distribution(STYLE, seed=1, budget=0.05)
    assert not some.exact
    assert some.texts == exact.texts
    assert some.compare(exact).distance < 6 * some.compare(exact).expected


def test_names_and_brackets_may_hold_texts() -> None:
    space = Workspace()
    space.define('style = balanced(south) ? "flat" : (hcp(south) > 9 ? "strong" : "weak")')
    found = parse("hcp(south) in 8..12").distribution("style", "aces(south)", workspace=space)
    assert found.marginal(0).texts == ({0: "flat", 1: "strong", 2: "weak"},)
    assert "strong" in str(found)
    assert read_record(Histogram, write_record(found)) == found


@pytest.mark.parametrize(
    "text",
    [
        'balanced(north) ? "flat" : 3',
        '(balanced(north) ? "flat" : "other") + 1',
        '(balanced(north) ? "flat" : "other") ? "a" : "b"',
        '-(balanced(north) ? "flat" : "other")',
        'hcp(north) in 3..4 && (balanced(north) ? "flat" : "other")',
        'balanced(north) ? "" : "other"',
        'balanced(north) ? "two\nlines" : "other"',
    ],
)
def test_texts_elsewhere_are_refused_at_their_place(text: str) -> None:
    with pytest.raises(ConditionError, match="a text") as caught:
        parse("1").distribution(text)
    assert text[caught.value.position] == '"'  # type: ignore[index]


def test_conditions_have_no_texts() -> None:
    with pytest.raises(ConditionError, match="a text can be a value only"):
        parse(STYLE)


def test_texts_have_no_mean() -> None:
    found = parse("1").distribution(STYLE)
    with pytest.raises(ArgumentError, match="texts for values"):
        found.mean()


def test_a_feature_says_what_its_values_mean() -> None:
    space = Workspace()
    names = ["short", "normal", "long"]
    table = np.clip(all_shapes().astype(np.int64).max(axis=1) - 4, 0, 2)
    space.register(Feature("kind", "kind of hand", shape=table, texts=names, per_suit=False))
    found = parse("1").distribution("kind(west)", workspace=space)
    longest = parse("1").distribution("longest(west)")
    assert found["short"] == longest[4]
    assert found["normal"] == longest[5]
    assert found["long"] == found.total - longest[4] - longest[5]
    few = Feature("few", "too few texts", shape=table, texts=names[:2], per_suit=False)
    with pytest.raises(FeatureError, match="values 0 to 2 and 2 texts"):
        _ = few.value_texts
    plain = Feature("kind", "kind of hand", shape=table, per_suit=False)
    assert plain != space.features["kind"]


def test_columns_of_texts_are_counted() -> None:
    dealt = deal(500, seed=1)
    suits = np.where(dealt.north.spades >= dealt.north.hearts, "spades", "hearts")
    found = Histogram.of_columns({"suit": suits, "aces": dealt.north.aces})
    assert found.marginal("suit")["hearts"] == int((suits == "hearts").sum())
    assert found["spades", 1] == int(((suits == "spades") & (dealt.north.aces == 1)).sum())


def test_the_command_prints_texts(cli: Callable[..., Any]) -> None:
    said = cli("distribution", "hcp(north) >= 15", STYLE)
    assert said.status == 0
    assert [line.split()[0] for line in said.out.splitlines()[1:4]] == ["flat", "spades", "other"]
    document = json.loads(cli("distribution", "hcp(north) >= 15", STYLE, "--json").out)
    assert document["texts"] == [{"0": "flat", "1": "spades", "2": "other"}]
    refused = cli("count", STYLE)
    assert (refused.status, refused.out) == (2, "")
    assert "a text can be a value only in a quantity" in refused.err
    refused = cli("tabulate", "1", "--of", "hcp(north)", "--by", STYLE)
    assert refused.status == 2


def test_shapes_are_written_as_lengths_wherever_they_are_printed(cli: Callable[..., Any]) -> None:
    text = "shape(north, 4333 + 5332)"
    assert "4=3=3=3" in cli("distribution", text, "shape(north)").out
    document = json.loads(cli("distribution", text, "shape(north)", "--json").out)
    assert set(document["texts"][0].values()) == {"4=3=3=3", "5=3=3=2"}
