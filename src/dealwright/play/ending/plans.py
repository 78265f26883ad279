"""The best line of an ending as steps, and as text."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from dealwright.cards import Card, Seat, cards_from_mask

if TYPE_CHECKING:
    from typing import Annotated

    from dealwright.answers.records import OneOf
    from dealwright.base.kernels.endgame import EndgameStep

__all__ = ["MADE", "PlanCase", "PlanStep", "plan_lines", "plan_steps"]

MADE = -1  # in place of a step: the tricks are made

_CASH = -2  # a card of the kernel
_SHOWN_STEPS = 60  # steps of a plan in a report


@dataclass(frozen=True)
class PlanCase:
    """A case of a step, and the index of the next step (-1: the tricks are made).

    ``cards`` are a defender's, none for all others; ``leader`` is set where cards decide who leads.
    """

    cards: tuple[str, ...]
    leader: str
    next: int


@dataclass(frozen=True)
class PlanStep:
    """A step of a line of play.

    ``action`` is ``play`` (the ``seat`` plays ``card``, with one case), ``cash`` (the seat leads
    cards that no other hand can beat until the tricks are made), ``see`` (a case for the cards that
    a defender may play) or ``leader`` (a case for each defender who may have won the trick before).
    ``trick`` counts from 1. Plays that no step names make no difference.
    """

    trick: int
    action: Annotated[str, OneOf(("play", "cash", "see", "leader"))]
    seat: str
    card: str
    cases: tuple[PlanCase, ...]


def plan_steps(root: int, steps: Sequence[EndgameStep]) -> tuple[PlanStep, ...]:
    """Return the steps of a plan of the kernel, the first step first, each before its cases."""
    order, places = list[int](), dict[int, int]()
    waiting = [root] if root >= 0 else []
    while waiting:
        step = waiting.pop(0)
        if step not in places:
            places[step] = len(order)
            order.append(step)
            waiting += [after for _, _, after in steps[step].cases if after >= 0]
    return tuple(_step(steps[index], places) for index in order)


def _step(step: EndgameStep, places: dict[int, int]) -> PlanStep:
    cases = tuple(
        PlanCase(
            tuple(map(str, cards_from_mask(cards))),
            "" if leader < 0 else str(Seat(leader)),
            places.get(after, MADE),
        )
        for cards, leader, after in step.cases
    )
    seat = "" if step.seat < 0 else str(Seat(step.seat))
    if step.card >= 0:
        return PlanStep(step.trick, "play", seat, str(Card(step.card)), cases)
    action = "cash" if step.card == _CASH else "see" if seat else "leader"
    return PlanStep(step.trick, action, seat, "", cases)


def plan_lines(steps: Sequence[PlanStep]) -> Iterator[str]:
    """Yield a plan as numbered sentences.

    >>> lead = PlanStep(1, "play", "south", "SA", (PlanCase((), "", 1),))
    >>> rest = PlanStep(2, "cash", "south", "", ())
    >>> list(plan_lines([lead, rest]))
    ['  1  trick 1: south plays SA; step 2', '  2  trick 2: south cashes the rest']
    """
    for number, step in enumerate(steps[:_SHOWN_STEPS], 1):
        yield f"{number:3}  trick {step.trick}: {_sentence(step)}"
    if len(steps) > _SHOWN_STEPS:
        yield f"     {len(steps) - _SHOWN_STEPS} more steps: --json has all of them"


def _sentence(step: PlanStep) -> str:
    if step.action == "play":
        return f"{step.seat} plays {step.card}; {_next(step.cases[0])}"
    if step.action == "cash":
        return f"{step.seat} cashes the rest"
    if step.action == "leader":
        return "; ".join(f"if {case.leader} won: {_next(case)}" for case in step.cases)
    cases = [
        f"if {step.seat} plays {' '.join(case.cards)}: {_next(case)}" for case in step.cases[:-1]
    ]
    return "; ".join([*cases, f"otherwise {_next(step.cases[-1])}"])


def _next(case: PlanCase) -> str:
    return "made" if case.next == MADE else f"step {case.next + 1}"
