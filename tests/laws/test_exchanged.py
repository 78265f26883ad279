"""Hands and suits exchanged in a condition: it holds in the exchanged deals, and in no others."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dealwright import ConditionError, Deals, deal, parse
from dealwright.ask.condition import Condition
from dealwright.conditions.exchanges import exchanged
from dealwright.conditions.nodes import Node
from dealwright.planning.sampling.evaluation import values_of
from tests.laws.strategies import trees

SAMPLE = deal(300, seed="exchanged")
ORDERS = st.permutations(range(4))


def moved(seats: list[int], suits: list[int]) -> Deals:
    """Return the deals of the sample with hands and suits exchanged, from the definition."""
    found = np.zeros_like(SAMPLE.masks)
    for seat, other in enumerate(seats):
        for suit, new in enumerate(suits):
            ranks = SAMPLE.masks[:, seat] >> np.uint64(13 * suit) & np.uint64(8191)
            found[:, other] |= ranks << np.uint64(13 * new)
    return Deals(found)


def agree(tree: Node, seats: list[int], suits: list[int]) -> None:
    try:
        other = exchanged(tree, seats, suits)
    except ConditionError:
        return
    try:
        before = values_of(tree, SAMPLE.masks)
    except ConditionError:  # it always divides by zero, as 1 / 0
        with pytest.raises(ConditionError):
            values_of(other, moved(seats, suits).masks)
        return
    assert np.array_equal(values_of(other, moved(seats, suits).masks), before)


@settings(deadline=None)
@given(trees, ORDERS, ORDERS)
def test_exchanged_conditions_hold_in_exchanged_deals(
    tree: Node, seats: list[int], suits: list[int]
) -> None:
    agree(tree, seats, suits)


TEXTS = [
    "hcp(north) in 15..17 && balanced(north) && spades(south) >= 5",
    "shape(east, 5xxx + x4xx - any 5431) || shape(west, s >= 5 && h > d)",
    "longest_fit(ns) >= 9 && fits(ew) == 2 && starting_points(west) > 12",
    "hascard(south, HA) && losers(east) <= 7 && freakness(north) > 3",
    "strong = hcp(north) > 12\nstrong && top3(east, hearts) == 2",
]


@pytest.mark.parametrize("text", TEXTS)
@settings(deadline=None, max_examples=10)
@given(seats=ORDERS, suits=ORDERS)
def test_texts_are_exchanged_and_read_again(text: str, seats: list[int], suits: list[int]) -> None:
    where = parse(text)
    other = Condition(exchanged(where.tree, seats, suits))
    assert np.array_equal(other.matches(moved(seats, suits)), where.matches(SAMPLE))
    assert parse(str(other)) == other


def test_as_many_deals_satisfy_an_exchanged_condition() -> None:
    where = parse(TEXTS[0])
    assert Condition(exchanged(where.tree, [2, 3, 0, 1], [3, 1, 2, 0])).count() == where.count()


def test_a_wrong_exchange_is_seen() -> None:
    """The deals tell one exchange from another."""
    seats, suits = [1, 2, 3, 0], [0, 1, 3, 2]
    where = parse(TEXTS[0])
    wrong = Condition(exchanged(where.tree, [3, 0, 1, 2], suits))
    assert not np.array_equal(wrong.matches(moved(seats, suits)), where.matches(SAMPLE))


@pytest.mark.parametrize(
    ("text", "suits"),
    [
        ("tricks(south, spades) >= 10", (0, 1, 2, 3)),
        ("shape_index(north) > 99", (0, 1, 3, 2)),
        ("shape{north, 4xxx}", (0, 1, 3, 2)),
    ],
)
def test_what_names_suits_in_its_own_way_is_refused(
    text: str, suits: tuple[int, int, int, int]
) -> None:
    with pytest.raises(ConditionError, match="cannot be exchanged"):
        exchanged(parse(text).tree, (1, 2, 3, 0), suits)
