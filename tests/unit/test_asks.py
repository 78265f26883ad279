"""Questions to a solver as values, and the six methods that they replace."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from dealwright import Card, CardError, Deals, Seat, Strain, deal, solve
from dealwright.double_dummy.asks import Ask, Cards, Leads, Tables, Tricks
from dealwright.double_dummy.bounds import decided, merged
from dealwright.double_dummy.current_solver import current_solver
from dealwright.double_dummy.deprecated import WithMethods
from dealwright.double_dummy.solver import CardTricks, Position, at_once, batch_factor
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


class Old:
    """A solver with the six methods."""

    at_once = 3

    def __init__(self) -> None:
        self.plain = StandIn()

    def tables(self, masks: Any, strains: Any, *, stop: Any = None) -> Any:
        return self.plain.solve(Tables(masks, strains))

    def tricks(self, masks: Any, declarer: Any, strain: Any, *, stop: Any = None) -> Any:
        return self.plain.solve(Tricks(masks, declarer, strain))

    def makes(self, masks: Any, declarer: Any, strain: Any, tricks: int, *, stop: Any) -> Any:
        return self.plain.solve(Tricks(masks, declarer, strain, tricks))

    def leads(self, masks: Any, declarer: Any, strain: Any, *, stop: Any = None) -> Any:
        return self.plain.solve(Leads(masks, declarer, strain))

    def beating(self, masks: Any, declarer: Any, strain: Any, tricks: int, *, stop: Any) -> Any:
        return self.plain.solve(Leads(masks, declarer, strain, tricks))

    def cards(self, positions: Any, *, stop: Any = None) -> Any:
        return [(ACE,)] * len(positions)


class New(WithMethods):
    """A solver of the package, which had the six methods."""

    batch_factor = 4

    def solve(self, ask: Ask, *, stop: object = None) -> Any:
        if isinstance(ask, Cards):
            answer = np.empty(len(ask), ask.dtype)
            answer.fill((ACE,))
            return answer
        return StandIn().solve(ask)


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


def test_the_six_methods_of_a_solver_still_answer() -> None:
    solver, plain = New(), StandIn()
    old: Any = solver
    with pytest.warns(DeprecationWarning, match="use solve"):
        assert np.array_equal(old.tables(MASKS), plain.solve(Tables(MASKS)))
    spades = [Strain.SPADES]
    calls = [
        (lambda: old.tables(MASKS, spades), Tables(MASKS, spades)),
        (lambda: old.tricks(MASKS, *EAST), Tricks(MASKS, *EAST)),
        (lambda: old.makes(MASKS, *EAST, tricks=8, stop=None), Tricks(MASKS, *EAST, 8)),
        (lambda: old.leads(MASKS, *EAST), Leads(MASKS, *EAST)),
        (lambda: old.beating(MASKS, *EAST, 5), Leads(MASKS, *EAST, 5)),
    ]
    for call, ask in calls:
        with pytest.warns(DeprecationWarning, match=rf"use solve\(asks.{type(ask).__name__}\("):
            assert np.array_equal(call(), plain.solve(ask))
    with pytest.warns(DeprecationWarning, match="use solve"):
        assert old.cards(POSITIONS) == [(ACE,)] * 3
    with pytest.warns(DeprecationWarning, match="use batch_factor"):
        assert old.at_once == 4
    with pytest.warns(DeprecationWarning, match=r"use dealwright\.double_dummy\.solver\.batch_"):
        assert at_once(solver) == 4
    with pytest.raises(AttributeError, match="New has no attribute guess"):
        _ = old.guess


def test_a_solver_with_the_six_methods_is_still_a_solver() -> None:
    old: Any = Old()
    with pytest.warns(DeprecationWarning, match="six methods of the solver Old are deprecated"):
        solver = current_solver(old)
    for make in ASKS:
        assert np.array_equal(solver.solve(make(MASKS)), StandIn().solve(make(MASKS)))
    assert solver.solve(Cards(POSITIONS)).tolist() == [(ACE,)] * 3
    assert batch_factor(solver) == 3
    with pytest.warns(DeprecationWarning, match="give it the method solve"):
        found = solve(Deals(MASKS), ["S"], solver=old)
    assert np.array_equal(found, StandIn().solve(Tables(MASKS, [Strain.SPADES])))
