"""The registry of features: what is known, what is refused, and adding one."""

from __future__ import annotations

import pickle
from traceback import format_exception_only

import numpy as np
import pytest

import dealwright
from dealwright import (
    Deals,
    Feature,
    FeatureError,
    Hand,
    deal,
    feature,
    measure,
    north,
    parse,
    point_scale,
    register,
)
from dealwright.deals.features import feature_names
from dealwright.numbering.shapes import all_shapes

pytestmark = pytest.mark.usefixtures("own_features")


def test_a_user_feature_in_text_python_and_columns() -> None:
    register(Feature("voids", "suits without a card", holding=lambda: np.arange(8192) == 0))
    deals = deal(20, "voids(north) >= 1 && hcp(north) > 12", seed=5)
    assert (deals.north.voids >= 1).all()
    assert (deals.north.shape.min(axis=1) == 0).all()
    assert deals[0].north.voids == deals.north.voids[0]
    assert str(measure("voids", north) == 2) == "voids(north) == 2"


def test_a_point_scale() -> None:
    register(point_scale("bumrap", {"A": 18, "K": 12, "Q": 6, "J": 3, "T": 1}, "quarter points"))
    deals = deal(5, "bumrap(south) >= 60", seed=5)
    assert (deals.south.bumrap >= 60).all()


def test_a_feature_of_shapes() -> None:
    register(Feature("short", "shortest suit", shape=np.arange(560) % 7, per_suit=False))
    assert (deal(5, "short(west) == 3", seed=5).west.short == 3).all()


def test_an_unknown_attribute_has_one_hint() -> None:
    for hands in (Hand("AKQ2.T98.543.A72"), deal(2, seed=1).north):
        with pytest.raises(AttributeError) as raised:
            _ = hands.lenth
        (line,) = format_exception_only(raised.value)
        assert line == "AttributeError: there is no feature 'lenth'; did you mean length?\n"


def test_pickle_of_registered_features() -> None:
    assert pickle.loads(pickle.dumps(feature("hcp"))) is feature("hcp")


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        (lambda: feature("hpc"), "did you mean hcp"),
        (lambda: Feature("two words", "x", holding=np.zeros(8192)), "is not a name"),
        (lambda: Feature("x", "x"), "needs a table"),
        (lambda: Feature("x", "x", holding=np.zeros(5, dtype=int)).holding_table, "8192 entries"),
        (lambda: Feature("x", "x", shape=np.zeros(5, dtype=int)).shape_table, "560 entries"),
        (lambda: Feature("x", "x", holding=np.zeros(8192)).holding_table, "integers"),
        (lambda: Feature("x", "x", holding=np.full(8192, 10**7)).holding_table, "a million"),
        (lambda: register(Feature("hcp", "x", holding=np.zeros(8192, dtype=int))), "already"),
        (
            lambda: register(Feature("y", "x", shape=np.zeros(560, int), aliases=("ace",))),
            "already",
        ),
        (lambda: point_scale("x", "1 " * 14), "at most 13"),
        (lambda: point_scale("x", {"Z": 1}), "not a rank"),
        (lambda: point_scale("x", "4 three"), "scale 'x'"),
        (lambda: measure("quality", north), "say which suit"),
        (lambda: measure("cccc", north, "spades"), "whole hand"),
    ],
)
def test_refused(wrong, message: str) -> None:
    with pytest.raises(FeatureError, match=message):
        wrong()


def test_balanced_hands_are_those_of_conditions() -> None:
    """On every shape: a hand alone, a column of hands, a condition."""
    texts = [".".join("AKQJT98765432"[:n] for n in row) for row in all_shapes().tolist()]
    deals = Deals([deal(1, predeal=f"N:{text}", seed=1)[0].masks for text in texts])
    expected = parse("balanced(north)").matches(deals).tolist()
    assert sum(expected) == 4 + 12 + 12
    assert deals.north.balanced.tolist() == expected
    assert [Hand(text).balanced for text in texts] == expected
    assert not Hand("AKQ.AKQ.AKQ.AKQ").balanced  # a card is missing


def test_every_feature_works_in_text() -> None:
    deals = deal(50, seed=9)
    for name in feature_names():
        found = feature(name)
        if name == "length":
            continue
        arguments = "(east)" if found.whole_hand else "(east, hearts)"
        low = parse(f"{name}{arguments} >= {found.bounds[0]}")
        assert low.matches(deals).all(), name


def test_kaplan_rubens_by_the_manual() -> None:
    """The example that dealer's own documentation prints: 15.40, hearts 1.60, clubs 2.80."""
    from dealwright import Suit

    hand = Hand(".A854.JT832.AK32")
    assert hand.cccc == 1540
    assert [hand.feature("quality", suit) for suit in reversed(Suit)] == [0, 160, 100, 280]
    assert (hand.losers, hand.controls, hand.c13, hand.top5) == (6, 5, 17, 5)


def test_features_are_listed_where_they_are_attributes() -> None:
    deals = deal(2, seed=1)
    hand, column = deals[0].north, deals.north
    register(point_scale("mine", "1"))
    for listed in (dir(hand), dir(column)):
        assert {"hcp", "zar", "mine", "losers", "length"} <= {*listed}
        assert "quality" not in listed
    for name in dir(hand):
        getattr(hand, name)
    for name in dir(column):
        getattr(column, name)


@pytest.mark.parametrize("word", ["hcp", "ltc", "zar", "spades"])
def test_words_are_equal_after_pickling(word: str) -> None:
    function = getattr(dealwright, word)
    again = pickle.loads(pickle.dumps(function))
    assert again == function == getattr(dealwright, word)
    assert hash(again) == hash(function)
    assert str(again("north")) == str(function("north"))
    assert function not in (dealwright.controls, dealwright.hearts, "hcp")
    assert again.__doc__ == function.__doc__
