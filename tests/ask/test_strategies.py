"""Strategies of Hypothesis: nothing is filtered, whatever the condition; failures shrink."""

from __future__ import annotations

import sys
from typing import Any

import pytest
from hypothesis import HealthCheck, find, given, settings

from dealwright import (
    ArgumentError,
    Combinations,
    ConditionError,
    Deal,
    NumberingError,
    parse,
    strategies,
)

RARE = "north: 8+ spades, 25+ points"  # one deal in 13 million
QUICK = settings(max_examples=25, database=None, deadline=None, suppress_health_check=[])


@QUICK
@given(strategies.deals(RARE))
def test_rare_deals_are_drawn_without_filtering(deal: Deal) -> None:
    """A strategy that filtered would fail its health check here."""
    assert parse(RARE).matches(deal)


@QUICK
@given(strategies.deals("south: 5+ spades", predeal="north SAKQ", toward=None))
def test_fixed_cards(deal: Deal) -> None:
    assert str(deal.north.holding("spades")).startswith("AKQ")
    assert deal.south.length("spades") >= 5


@QUICK
@given(strategies.hands("4=4=4=1"))
def test_hands_of_a_phrase(hand: Any) -> None:
    assert hand.shape == (4, 4, 4, 1)


@QUICK
@given(strategies.members(Combinations(52, 13)))
def test_members(subset: tuple[int, ...]) -> None:
    assert len(set(subset)) == 13


def shrunk(strategy: Any, wrong: Any) -> Any:
    return find(strategy, wrong, settings=settings(database=None, max_examples=200))


@pytest.mark.long
def test_failures_shrink_to_the_first_member_or_the_one_that_is_named() -> None:
    numbering = parse("north: 5+ spades").numbers()
    deals = strategies.deals("north: 5+ spades")
    assert shrunk(deals, lambda deal: True) == numbering[0]
    goal = numbering[10**20]
    toward = strategies.deals("north: 5+ spades", toward=goal)
    assert shrunk(toward, lambda deal: True) == goal
    assert shrunk(strategies.deals(toward=goal.text()), lambda deal: True) == goal
    bug = 10**15  # a fault of all deals from a number on shrinks to that deal
    assert shrunk(deals, lambda deal: numbering.rank(deal) >= bug) == numbering[bug]


def test_what_cannot_be_drawn_is_said() -> None:
    with pytest.raises(ConditionError, match="no deal satisfies"):
        strategies.deals("north: 5+ aces")
    with pytest.raises(ConditionError, match="which suits"):
        strategies.hands("5-4")
    with pytest.raises(ArgumentError, match="no members"):
        strategies.members(Combinations(3, 4))
    with pytest.raises(NumberingError):
        strategies.deals("north: 13 spades", toward=parse("north: 13 hearts").numbers()[0])


def test_without_hypothesis_the_error_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(sys.modules, "hypothesis", None)
    with pytest.raises(ArgumentError, match=r"pip install 'dealwright\[hypothesis\]'"):
        strategies.members(Combinations(5, 2))


def test_no_health_check_is_left_out() -> None:
    """The strategies above ran with all of them."""
    assert not set(QUICK.suppress_health_check) & set(HealthCheck)
