"""Questions to a solver as values, and the six methods that they replace."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from dealwright import Card, CardError, Seat, Strain, deal
from dealwright.double_dummy.asks import Ask, Cards, CardTricks, Leads, Position, Tables, Tricks
from dealwright.double_dummy.bounds import decided, merged
from dealwright.double_dummy.stores import MemoryStore, StoringSolver
from tests.oracles.stand_in_solver import StandIn

MASKS = deal(20, seed="asks").masks
EAST = (Seat.EAST, Strain.HEARTS)
ACE = CardTricks((Card("SA"),), 1)
POSITIONS = [Position((Card("SA").mask, 1, 2, 4), Strain.CLUBS, Seat.NORTH)] * 3
ASKS: list[Callable[[Any], Ask]] = [
    Tables,
    lambda masks: Tables(masks, (Strain.SPADES, Strain.CLUBS)),
    lambda masks: Tables(masks, ()),
    lambda masks: Tricks(masks, *EAST),
    *(lambda masks, goal=goal: Tricks(masks, *EAST, goal) for goal in (-1, 0, 1, 8, 13, 14)),
    lambda masks: Leads(masks, *EAST),
    *(lambda masks, goal=goal: Leads(masks, *EAST, goal) for goal in (-1, 0, 1, 5, 13, 14)),
]


@pytest.mark.parametrize("make", ASKS)
def test_answers_split_join_and_are_stored(make: Callable[[Any], Ask]) -> None:
    ask, solver = make(MASKS), StandIn()
    answer = solver.solve(ask)
    assert (answer.shape, answer.dtype) == ((len(MASKS), *ask.shape), ask.dtype)
    parts = [solver.solve(ask[at : at + 7]) for at in range(0, len(ask), 7)]
    assert np.array_equal(ask.joined(parts), answer)
    nothing = ask.joined([])
    assert (nothing.shape, nothing.dtype) == ((0, *ask.shape), ask.dtype)
    if isinstance(ask, Cards) or ask.is_trivial:
        assert isinstance(ask, Tricks | Leads)
        assert np.array_equal(ask.trivial_answer(), answer)
        return
    bounds = ask.bounds(answer)
    assert bounds.shape == (len(ask), ask.width)
    assert ask.known(bounds).all()
    assert np.array_equal(ask.answer(bounds), answer)


@pytest.mark.parametrize("make", ASKS)
def test_a_store_answers_what_its_solver_would(make: Callable[[Any], Ask]) -> None:
    again = np.concatenate([MASKS[5:], MASKS[:10]])
    solver = StoringSolver(StandIn(), MemoryStore())
    for masks in (MASKS[:8], again, again[:0]):
        assert np.array_equal(solver.solve(make(masks)), StandIn().solve(make(masks)))
    expected = StandIn().solve(Tables(MASKS))
    assert np.array_equal(solver.solve(Tables(MASKS)), expected)


def test_the_best_lead_says_what_declarer_takes() -> None:
    leads = StandIn().solve(Leads(MASKS, *EAST))
    made = 13 - leads.max(axis=1)
    ((exact, tricks),) = Leads(MASKS, *EAST).implied(leads)
    assert isinstance(exact, Tricks)
    assert (exact.declarer, exact.strain, exact.goal) == (*EAST, None)
    assert np.array_equal(tricks, made)
    ((goal, reached),) = Leads(MASKS, *EAST, 4).implied(leads >= 4)
    assert isinstance(goal, Tricks)
    assert (goal.declarer, goal.strain, goal.goal) == (*EAST, 10)
    assert np.array_equal(reached, made >= 10)


def test_what_is_no_deal_is_no_ask() -> None:
    with pytest.raises(CardError, match="four masks of 13 different cards"):
        Tricks(MASKS[:, [0, 0, 1, 2]], *EAST)


def test_bounds_that_disagree_are_those_of_the_second() -> None:
    first, second = np.array([0x43, 0x99], np.uint8), np.array([0x87, 0xD7], np.uint8)
    assert merged(first, second).tolist() == [0x87, 0x99]
    assert decided(first, None).tolist() == [False, True]
    assert decided(first, 5).tolist() == [True, True]
    assert decided(first, 4).tolist() == [False, True]
