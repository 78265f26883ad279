"""Lessons: the opening that a sentence names, boards that begin so, and opponents who pass."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache, partial
from typing import TYPE_CHECKING, ClassVar, NamedTuple

import numpy as np

from dealwright.ask.condition import Condition, as_condition, parse
from dealwright.cards import Seat
from dealwright.conditions.derived_words import SIDES
from dealwright.conditions.opening_bids import USUAL_SYSTEM, openings_read
from dealwright.deals.columns import DealColumn
from dealwright.systems.bidding import auctions_of
from dealwright.systems.system import System, read_system

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from dealwright.deals import Deals

__all__ = ["Lesson", "boards_that_begin", "lesson_of", "quiet_opponents"]

# A hand that would hardly pass where the rules of defenders end.
_WEAK = "hcp({seat}) <= 14 && not (hcp({seat}) >= 11 && shape({seat}, l1 >= 6))"
_DENIED = re.compile(r"(?i)\b(?:not|no|never|without)\s+opens\b")
OPPONENTS = "standard"  # the system of the library that has rules for defenders


class Lesson(NamedTuple):
    """The opening of a sentence: who opens, the calls that it may be, and their system."""

    seat: Seat
    calls: tuple[str, ...]
    system: str = USUAL_SYSTEM

    @property
    def text(self) -> str:
        """Who opens and with what, as ``North's 1NT``."""
        return f"{self.seat.name.title()}'s {' or '.join(self.calls)}"


def lesson_of(*texts: str | None) -> Lesson | None:
    """Return the opening that texts of conditions name; None if there is none, or two hands open.

    >>> lesson_of("north: opens 1NT; south: 5+ hearts")
    Lesson(seat=<Seat.NORTH: 0>, calls=('1NT',), system='natural')
    >>> lesson_of("west: opens 1H in two-over-one or opens 1S in two-over-one").text
    "West's 1H or 1S"
    >>> lesson_of("hcp(north) >= 12", None) is None
    True

    :raises ConditionError: if one cannot be read
    """
    with openings_read() as found:
        for text in filter(None, texts):
            if _DENIED.search(text):
                return None
            parse(text)
    openings = dict.fromkeys(found)
    if len({(opening.seat, opening.system) for opening in openings}) != 1:
        return None
    first = next(iter(openings))
    return Lesson(first.seat, tuple(opening.call for opening in openings), first.system)


def quiet_opponents(
    lesson: Lesson | None, dealers: Iterable[Seat] = tuple(Seat), *, pair: str = "ns"
) -> Condition:
    """Return the condition that the opponents pass throughout, by the rules of systems.

    It holds whichever of ``dealers`` deals. The pair of the lesson bids by its system, the
    opponents by that of the library which has rules for defenders, and the auction begins as the
    lesson says. Without a lesson ``pair`` bids by the usual system. Where the rules of defenders
    end, a hand passes; so no opponent has 15 points, or a suit of six cards and 11 points.

    >>> from dealwright import deal
    >>> lesson = lesson_of("north: opens 1NT")
    >>> quiet = parse("north: opens 1NT") & quiet_opponents(lesson, [Seat.EAST])
    >>> boards_that_begin(lesson, deal(5, quiet, seed=1), [Seat.EAST] * 5)
    5
    """
    seats = (
        (lesson.seat.left, lesson.seat.right) if lesson else SIDES["ew" if pair == "ns" else "ns"]
    )
    weak = parse(" && ".join(_WEAK.format(seat=seat.name.lower()) for seat in seats))
    return weak & as_condition(_Quiet(lesson, tuple(dealers), pair))


@dataclass(frozen=True)
class _Quiet(DealColumn):
    """Whether the opponents pass, for each deal of a batch; other processes can read it."""

    lesson: Lesson | None
    dealers: tuple[Seat, ...]
    pair: str

    @property
    def name(self) -> str:
        """What a condition writes."""
        return "<the opponents pass>"

    cost: ClassVar[float] = 2000.0  # type: ignore[misc]

    def values(self, masks: NDArray[np.uint64]) -> NDArray[np.bool_]:
        """Return whether they pass, bool[n]."""
        system = _bidding(USUAL_SYSTEM if self.lesson is None else self.lesson.system)
        side = SIDES[self.pair][0] % 2 if self.lesson is None else self.lesson.seat % 2
        holds = np.ones(len(masks), np.bool_)
        for dealer in self.dealers:
            quiet = np.zeros(len(masks), np.bool_)
            acted = partial(_opponents_act, (dealer + side + 1) % 2)
            auctions = auctions_of(system, masks, dealer, side=side, written=True, ends=acted)
            for calls, places in auctions.items():
                quiet[places] = not acted(calls) and (
                    self.lesson is None or _begins(self.lesson, dealer, calls)
                )
            holds &= quiet
        return holds


def _opponents_act(first: int, calls: tuple[str, ...]) -> bool:
    """Return whether the side with the first or the second call of an auction calls at all."""
    return any(call != "Pass" for call in calls[first::2])


def boards_that_begin(lesson: Lesson, deals: Deals, dealers: Sequence[Seat]) -> int:
    """Return on how many boards the auction begins with the opening of a lesson.

    All four hands bid by the rules of systems, see ``quiet_opponents``.
    """
    system, begun = _bidding(lesson.system), 0
    for dealer in set(dealers):
        masks = deals.masks[[index for index, seat in enumerate(dealers) if seat is dealer]]
        auctions = auctions_of(system, masks, dealer, side=lesson.seat % 2, written=True)
        begun += sum(len(at) for calls, at in auctions.items() if _begins(lesson, dealer, calls))
    return begun


def _begins(lesson: Lesson, dealer: Seat, calls: Sequence[str]) -> bool:
    """Return whether the first call that is not a pass is the opening of a lesson."""
    first = next((place for place, call in enumerate(calls) if call != "Pass"), None)
    if first is None:
        return False
    return (dealer + first) % 4 == lesson.seat and calls[first] in lesson.calls


@cache
def _bidding(name: str) -> System:
    """Return a system of the library, with the usual defenders as its opponents."""
    return read_system(name, opponents=read_system(OPPONENTS))
