"""The domains of the fuzzer that deal and play: right answers pass, a fault is found."""

from __future__ import annotations

import random  # noqa: TID251
from collections.abc import Callable, Iterable
from fractions import Fraction
from typing import Any

import pytest
from tools.fuzz import Run, domains

from dealwright.ask.numbering import ConditionDeals
from dealwright.base.kernels.double_dummy import DoubleDummySearch
from dealwright.base.kernels.endgame import EndgameSearch
from dealwright.cards import Card
from dealwright.deals import Deals
from dealwright.play.at_table import evidence
from dealwright.play.at_table.events import VisibleCards
from dealwright.play.ending import solving
from dealwright.play.suit import combinations
from dealwright.play.suit.game import SuitGame
from dealwright.poker import players

MonkeyPatch = pytest.MonkeyPatch
DOMAINS = domains()


def run_of(name: str, numbers: Iterable[int], seed: str = "tests") -> Run:
    """Return a domain's run of some cases, none made smaller, up to the first fault."""
    run = Run(name, DOMAINS[name], seed)
    for number in numbers:
        run.check(number, 0.0)
        if run.faults:
            break
    return run


@pytest.mark.parametrize(
    ("name", "numbers"),
    [
        ("draws", [1, 3, 4]),
        ("endings", range(5)),
        ("equities", range(4)),
        ("odds", range(5)),
        ("solver", range(20)),
        ("suits", [5, 6, 8, 9]),
    ],
)
def test_right_answers_pass(name: str, numbers: Iterable[int]) -> None:
    run = run_of(name, numbers)
    assert not run.faults, "\n".join(run.lines())
    assert run.compared > 2


@pytest.mark.long
@pytest.mark.parametrize(
    ("name", "cases"),
    [("draws", 8), ("endings", 40), ("equities", 30), ("odds", 30), ("solver", 500), ("suits", 8)],
)
def test_more_right_answers_pass(name: str, cases: int) -> None:
    run = run_of(name, range(cases))
    assert not run.faults, "\n".join(run.lines())
    assert 2 * run.compared > cases


@pytest.mark.parametrize("name", ["draws", "endings", "equities", "odds", "solver", "suits"])
def test_a_case_is_the_same_again_and_has_smaller_ones(name: str) -> None:
    domain = DOMAINS[name]
    cases = [domain.draw(random.Random(f"tests/{number}")) for number in range(30)]
    assert cases == [domain.draw(random.Random(f"tests/{number}")) for number in range(30)]
    assert all(str(case) and "\n" not in str(case) for case in cases)
    smaller = [list(domain.smaller(case)) for case in cases]
    assert any(smaller)
    for case, simpler in zip(cases, smaller, strict=True):
        assert case not in simpler


def seats_exchanged(monkeypatch: MonkeyPatch) -> None:
    """The deal of a number has the hands of east and west exchanged."""
    unrank_many = ConditionDeals.unrank_many

    def exchanged(self: ConditionDeals, numbers: Iterable[int]) -> Deals:
        return Deals.trusted(unrank_many(self, numbers).masks[:, [0, 3, 2, 1]].copy())

    monkeypatch.setattr(ConditionDeals, "unrank_many", exchanged)


def next_numbers(monkeypatch: MonkeyPatch) -> None:
    """The number of a deal is one too high."""
    rank_many = ConditionDeals.rank_many
    monkeypatch.setattr(
        ConditionDeals, "rank_many", lambda self, deals: [n + 1 for n in rank_many(self, deals)]
    )


def choice_forgotten(monkeypatch: MonkeyPatch) -> None:
    """Of equal cards each is always played: no restricted choice."""
    chance = evidence._Pick.chance

    def forgotten(self: evidence._Pick, choice: str, held: frozenset[Card]) -> Fraction:
        return Fraction(chance(self, choice, held) > 0)

    monkeypatch.setattr(evidence._Pick, "chance", forgotten)


def other_side(monkeypatch: MonkeyPatch) -> None:
    """A card is onside with the hand after the tenace."""
    sides = VisibleCards.sides_of_tenace
    monkeypatch.setattr(
        VisibleCards, "sides_of_tenace", lambda self, word, card: sides(self, word, card)[::-1]
    )


def layout_forgotten(monkeypatch: MonkeyPatch) -> None:
    """The last layout of the unseen cards is left out."""
    possible = solving.Position.possible
    monkeypatch.setattr(solving.Position, "possible", lambda self: possible(self)[:-1] or [0])


def sampling_cut(monkeypatch: MonkeyPatch) -> None:
    """The chance of the player who samples is that of all layouts but the last."""
    sampling = EndgameSearch.sampling

    def cut(search: EndgameSearch, **options: Any) -> tuple[list[int], int]:
        chances, scale = sampling(search, **options)
        return [*chances[:-1], 0], scale

    monkeypatch.setattr(EndgameSearch, "sampling", cut)


def places_exchanged(monkeypatch: MonkeyPatch) -> None:
    """Vacant places of West and East are exchanged."""
    layouts = combinations._layouts
    monkeypatch.setattr(
        combinations, "_layouts", lambda view, vacant, chances: layouts(view, vacant[::-1], chances)
    )


def lines_cut(monkeypatch: MonkeyPatch) -> None:
    """Of the lines of a position only the first is kept."""
    family = SuitGame.family
    monkeypatch.setattr(SuitGame, "family", lambda self, position: list(family(self, position))[:1])


def weights_lost(monkeypatch: MonkeyPatch) -> None:
    """All hands of a player weigh the same."""
    weight = players._weight
    monkeypatch.setattr(players, "_weight", lambda text, hands: min(1, weight(text, hands)))


def goal_missed(monkeypatch: MonkeyPatch) -> None:
    """A contract makes if a trick less is taken than it needs."""
    contracts = DoubleDummySearch.contracts
    monkeypatch.setattr(
        DoubleDummySearch, "contracts",
        lambda self, deals, seat, strain, goal: contracts(self, deals, seat, strain, goal - 1),
    )  # fmt: skip


def leader_turned(monkeypatch: MonkeyPatch) -> None:
    """North leads where west should."""
    cards = DoubleDummySearch.cards
    monkeypatch.setattr(
        DoubleDummySearch, "cards",
        lambda self, hands, strain, leader: cards(self, hands, strain, leader % 3),
    )  # fmt: skip


@pytest.mark.long
@pytest.mark.parametrize(
    ("name", "put", "most"),
    [
        ("draws", seats_exchanged, 10),
        ("draws", next_numbers, 10),
        ("endings", layout_forgotten, 10),
        ("endings", sampling_cut, 40),
        ("equities", weights_lost, 60),
        ("odds", choice_forgotten, 40),
        ("odds", other_side, 40),
        ("solver", goal_missed, 10),
        ("solver", leader_turned, 10),
        ("suits", places_exchanged, 20),
        ("suits", lines_cut, 40),
    ],
)
def test_a_fault_is_found(
    name: str, put: Callable[[MonkeyPatch], None], most: int, monkeypatch: MonkeyPatch
) -> None:
    put(monkeypatch)
    run = run_of(name, range(most))
    assert run.faults, (name, put.__doc__)
    ((number, case, fault),) = run.faults
    assert str(case)
    assert "Traceback" not in fault
    assert "Error" not in fault
    monkeypatch.undo()
    assert not run_of(name, [number]).faults
