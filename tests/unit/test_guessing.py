"""Calls past the rules: layouts that fit, the same call whatever others hold, no forcing pass."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations
from typing import TYPE_CHECKING, Any

import pytest

from dealwright import Deal, Deals, SolverError, parse
from dealwright.bridge.auction import Auction
from dealwright.bridge.boards import Vulnerability
from dealwright.cards import Seat
from dealwright.double_dummy.current_solver import use_solver
from dealwright.systems import guessing, read_system
from dealwright.systems.bidding import bid_deal, next_call
from dealwright.systems.guessing import LAYOUTS, guessed_call
from tests.oracles.recording_solver import RecordingSolver

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from dealwright.double_dummy.asks import Ask

OPENING = """
opening
  1C  hcp >= 16            "strong, forcing"
  1S  spades >= 5 && hcp in 11..15
"""
DEAL = Deal("N:AKQ32.A32.K32.A2 J54.K54.QJ4.K543 T98.QJT9.T98.T98 76.876.A765.QJ76")


class Noting(RecordingSolver):
    """Keeps the deals that it is asked about."""

    def __init__(self) -> None:
        super().__init__()
        self.deals_asked: list[NDArray[np.uint64]] = []

    def solve(self, ask: Ask, *, stop: object = None) -> NDArray[Any]:
        self.deals_asked.append(ask.masks)
        return super().solve(ask, stop=stop)


@pytest.fixture(autouse=True)
def solver() -> Iterator[Noting]:
    noting = Noting()
    with use_solver(lambda: noting):
        yield noting


def test_a_call_of_the_rules_is_no_guess() -> None:
    system = read_system(OPENING)
    (call,) = next_call(system, DEAL).calls
    assert (call.call, call.rule, call.note) == ("1C", "hcp >= 16", "strong, forcing")
    assert next_call(system, DEAL).calls == bid_deal(system, DEAL).calls[:1]
    after = next_call(system, DEAL, calls=["1C"]).calls[-1]  # an opponent without a system passes
    assert (after.call, after.rule) == ("Pass", "")
    over = ["Pass"] * 4
    assert len(next_call(system, DEAL, calls=over).calls) == 4


def test_a_forcing_call_is_not_passed() -> None:
    """South has three points and no rule; of a call that is not marked it passes."""
    calls = ["1C", "Pass"]
    forced = next_call(read_system(OPENING), DEAL, calls=calls).calls[-1]
    assert (forced.rule, forced.call != "Pass") == ("guess", True)
    free = read_system(OPENING.replace(", forcing", ", not forcing"))
    hand = DEAL.masks[Seat.SOUTH]
    scores = guessed_call(free, hand, Auction.of(Seat.NORTH, calls)).scores
    assert "Pass" in scores
    assert (
        "Pass" not in guessed_call(read_system(OPENING), hand, Auction.of(Seat.NORTH, calls)).scores
    )
    over = ["1C", "1H"]  # an opponent has called: partner has another turn
    assert "Pass" in guessed_call(read_system(OPENING), hand, Auction.of(Seat.NORTH, over)).scores


def test_the_other_hands_do_not_matter() -> None:
    calls = ["1C", "Pass"]
    hands = [str(DEAL[seat]) for seat in (Seat.NORTH, Seat.EAST, Seat.WEST)]
    found = {
        next_call(read_system(OPENING), f"N:{n} {e} {DEAL.south} {w}", calls=calls).calls[-1]
        for n, e, w in permutations(hands)
    }
    assert len(found) == 1


def test_layouts_fit_the_hand_and_the_calls(solver: Noting) -> None:
    next_call(read_system(OPENING), DEAL, calls=["1C", "1H", "Pass", "2H"])
    first, *others = solver.deals_asked
    assert len(first) == LAYOUTS
    assert all((each == first).all() for each in others)
    assert {*first[:, Seat.NORTH].tolist()} == {DEAL.masks[Seat.NORTH]}  # whose turn it is
    shown = parse("hearts(east) >= 5 && hearts(west) >= 3")  # bids without rules: their length
    assert shown.matches(Deals(first)).all()
    solver.deals_asked.clear()
    next_call(read_system(OPENING), DEAL, calls=["1C", "Pass"])
    assert parse("hcp(north) >= 16").matches(Deals(solver.deals_asked[0])).all()


def test_calls_that_cannot_be_are_taken_as_meaning_nothing() -> None:
    """No hand of North's has 30 points beside South's."""
    system = read_system("opening\n  1C  hcp >= 30\n  else Pass")
    call = next_call(system, DEAL, calls=["1C", "Pass"]).calls[-1]
    assert call.rule == "guess"


def test_who_is_vulnerable_matters() -> None:
    hand, auction = DEAL.masks[Seat.NORTH], Auction.of(Seat.NORTH, ["1C", "4H", "Pass", "Pass"])
    system = read_system(OPENING)
    calm, exposed = (
        guessed_call(system, hand, auction, vulnerable=each).scores
        for each in (Vulnerability.NONE, Vulnerability.ALL)
    )
    assert calm["X"] != exposed["X"]
    assert calm["Pass"] != calm["X"]


def test_without_a_solver_the_hand_passes(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(_: object) -> None:
        raise SolverError("none is installed")

    monkeypatch.setattr(guessing, "current_solver", missing)
    call = next_call(read_system(OPENING), DEAL, calls=["1C", "Pass"]).calls[-1]
    assert (call.call, call.rule) == ("Pass", "")
