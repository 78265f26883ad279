"""Decisions, and the choices that they come from: what the search asks of each kind."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import count
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from dealwright.answers import Estimate
from dealwright.ask.condition import Condition
from dealwright.cards import Seat
from dealwright.deals import Deal
from dealwright.numbering.stream import Stream

if TYPE_CHECKING:
    from typing import Annotated

    from dealwright.analysis.decisions.limits import ClosenessLimits
    from dealwright.analysis.sampling import Sampling
    from dealwright.answers.records import WORD, OneOf, Text
    from dealwright.ask.resources import Resources
    from dealwright.double_dummy.solver import Solver

__all__ = [
    "ChoiceSolving",
    "Choices",
    "Decision",
    "DecisionKind",
    "Measure",
    "Pair",
    "Run",
    "better",
    "choices_of",
    "is_open",
]

_BATCH = 16  # deals that are dealt together
_DOUBT = 0.05, 0.95  # the chances between which a result is open


@dataclass(frozen=True)
class Decision:
    """A deal in which ``seat`` has two choices, and what he knows beside his hand.

    ``first`` is expected to gain ``imps`` a deal against ``second``, with nobody vulnerable, double
    dummy, over ``layouts`` that agree with the hand and with what is known. ``grade`` is ``close``,
    ``clear``, or "" if no limit was given. ``contract`` is the one that is led against, ``known``
    the condition of leads and contracts. Calls have the ``auction`` so far and the ``system``, by
    whose rules all have bid and bid on; the rules do not finish the auctions of ``unfinished``
    layouts, which count as no difference.
    """

    deal: Annotated[Deal, Text("text")]
    dealer: Annotated[Seat, WORD]
    seat: Annotated[Seat, WORD]
    first: str
    second: str
    imps: Estimate
    layouts: int
    grade: Annotated[str, OneOf(("close", "clear", ""))]
    contract: str
    known: str
    auction: tuple[str, ...]
    system: str
    unfinished: int


class Pair(NamedTuple):
    """Two choices, by how many IMPs the first gains, and whether there is something to decide."""

    first: str
    second: str
    imps: Estimate
    counts: bool = True
    unfinished: int = 0


Measure = Callable[[Any], Pair]  # of an answer
Run = Callable[..., Any]  # run(job) returns its answer, run(job, end) ends where end(answer)


class ChoiceSolving(NamedTuple):
    """The resources that a search deals with, and its solver."""

    resources: Resources
    solver: Solver


class DecisionKind(Protocol):
    """A deal with a choice for one hand."""

    @property
    def deal(self) -> Deal:
        """The deal."""
        ...

    @property
    def seat(self) -> Seat:
        """The seat that chooses."""
        ...

    @property
    def dealer(self) -> Seat:
        """The dealer."""
        ...

    @property
    def known(self) -> dict[str, Any]:
        """What is known beside the hand, by the fields of a ``Decision``; others are empty."""
        ...

    def guess(self, limits: ClosenessLimits, stream: Stream, run: Run) -> tuple[str, str] | None:
        """Return two choices by a few layouts; None if they will hardly keep to a limit."""
        ...

    def compared(
        self, pair: tuple[str, str], deals: int, seed: Stream
    ) -> tuple[Sampling[Any], Measure]:
        """Return a job that compares two choices, and what finds the pair in its answers."""
        ...


# choices(stream) yields choices without end, each with the stream of its layouts; None if a deal
# has no choice
Choices = Callable[[Stream], Iterator[tuple[DecisionKind | None, Stream]]]


def choices_of(where: Condition, choose: Callable[[Deal, Stream], DecisionKind | None]) -> Choices:
    """Return the choices of deals that satisfy a condition.

    ``choose`` returns that of a deal, by the stream of its layouts.
    """

    def choices(stream: Stream) -> Iterator[tuple[DecisionKind | None, Stream]]:
        for number in count():
            deals = where.deal(_BATCH, seed=stream.split(f"deals {number}"))
            for place, deal in enumerate(deals):
                layouts = stream.split(f"layouts {number} {place}")
                yield choose(deal, layouts), layouts

    return choices


def better(first: str, second: str, imps: Estimate) -> Pair:
    """Return two choices, the better one first."""
    return Pair(first, second, imps) if imps >= 0 else Pair(second, first, -imps)


def is_open(chance: Estimate) -> bool:
    """Return whether a chance leaves something to decide."""
    low, high = _DOUBT
    return low <= float(chance) <= high
