"""Requests about the deals of a condition: what they share, and how many deals there are."""

from __future__ import annotations

import functools
from dataclasses import dataclass
from functools import cached_property, reduce
from operator import and_
from typing import TYPE_CHECKING, Annotated, ClassVar

from dealwright.base.sizes import memory_bytes
from dealwright.requests.base import Limits, Request, value_or
from dealwright.requests.fields import Argument, Field, Option
from dealwright.requests.numbers import seconds, whole_number
from dealwright.requests.served import Served

if TYPE_CHECKING:
    from dealwright.ask.condition import Condition
    from dealwright.ask.counting import Counting
    from dealwright.ask.resources import Resources
    from dealwright.planning.question import Question

__all__ = [
    "BUDGET",
    "MOST_SEARCH",
    "MOST_SECONDS",
    "MOST_TIME",
    "PREDEAL",
    "SEED",
    "ConditionText",
    "CountRequest",
    "DealsRequest",
    "East",
    "North",
    "Predeal",
    "South",
    "West",
    "is_script_name",
]

MOST_SECONDS = 5.0  # of work that a request over HTTP may allow
MOST_TIME = 60.0  # seconds of a simulation over HTTP
MOST_SEARCH = 300.0  # seconds of a search for decisions

ConditionText = Annotated[
    str | None,
    Argument(
        "The condition of the deals; every deal without one.",
        served=Served(most=20_000, example="hcp(north) in 15..17 && balanced(north)"),
        remark=" ('-' reads it from standard input).",
    ),
]  # fmt: skip


def is_script_name(text: str) -> bool:
    """Return whether a text is the name of a script of ``dealer``, by its ending.

    >>> is_script_name("stayman.dl"), is_script_name("hcp(north) > 8")
    (True, False)
    """
    return text.lower().endswith((".dl", ".dlr", ".dls", ".dealer", ".script"))


def _hand(seat: str, example: str) -> Field:
    return Option(
        metavar="HAND", help=f"{seat.title()}'s hand in words, as '{example}'.", join=", ".join,
        served=Served(most=2000),  # an example of each would make examples that no deal fits
    )  # fmt: skip


North = Annotated[str | None, _hand("north", "15-17 balanced")]
East = Annotated[str | None, _hand("east", "12- no void")]
South = Annotated[str | None, _hand("south", "5+ spades, 8+")]
West = Annotated[str | None, _hand("west", "any 5422")]
PREDEAL = Option(
    "--predeal", "-p", metavar="CARDS", join="; ".join, cards="cards",
    help="Cards fixed at a seat, as in 'north SAKQ, H2' or 'N:AKQ.2..'.",
    remark="; may be repeated.",
    served=Served(most=400, example="south AKQ2.T98.543.A72 north SJ"),
)  # fmt: skip
Predeal = Annotated[str | None, PREDEAL]
SEED = Option(
    "--seed", "-s", metavar="TEXT", help="Repeat the deals of this seed.",
    served=Served(most=100, example="friday", default="page"),
)  # fmt: skip
Seed = Annotated[str | None, SEED]
BUDGET = Option(
    "--budget", metavar="SECONDS", parser=seconds, setting=True,
    help="Seconds of work allowed for exact counting; what costs more is estimated.",
    remark=" (default: 2, or the settings).",
    served=Served(most=MOST_SECONDS, example=1, name="seconds"),
)  # fmt: skip
Budget = Annotated[float | None, BUDGET]
MEMORY = Option(
    "--memory", metavar="SIZE", parser=memory_bytes,
    help="The memory limit of exact counting (default: 1 GiB).",
)  # fmt: skip
Memory = Annotated[int | None, MEMORY]
Threads = Annotated[
    int | None,
    Option(
        "--threads", "-t", metavar="N", setting=True,
        help="Threads to use (default: every core).",
    ),
]  # fmt: skip
Limit = Annotated[
    int | None,
    Option(
        "--limit", metavar="N", parser=functools.partial(whole_number, label="the limit"),
        help="Stop after examining this many deals.",
    ),
]  # fmt: skip


@dataclass(frozen=True, kw_only=True)
class DealsRequest(Request):
    """A request about the deals of a condition with fixed cards, counted or sampled."""

    condition: ConditionText = None
    north: North = None
    east: East = None
    south: South = None
    west: West = None
    predeal: Predeal = None
    seed: Seed = None
    budget: Budget = None
    memory: Memory = None

    @property
    def condition_texts(self) -> tuple[str | None, ...]:
        """The texts of the conditions but those of the hands; a deal satisfies all of them."""
        return (self.condition,)

    @property
    def hand_phrases(self) -> tuple[str, ...]:
        """The hands in words, each with its seat: ``north: 15-17 balanced``."""
        if self.north is self.east is self.south is self.west is None:
            return ()
        from dealwright.conditions.phrases import phrases_of_seats

        return tuple(phrases_of_seats(self.north, self.east, self.south, self.west))

    @cached_property
    def conditions(self) -> tuple[Condition, ...]:
        """The conditions; a deal satisfies all of them.

        :raises ConditionError: if one cannot be read
        """
        texts = [text for text in self.condition_texts if text and text.strip()]
        texts += self.hand_phrases
        if not texts:
            return ()
        from dealwright.ask.condition import parse

        return tuple(map(parse, texts))

    @property
    def where(self) -> Condition | None:
        """The condition of the deals, or None for every deal.

        :raises ConditionError: if it cannot be read
        """
        return reduce(and_, self.conditions) if self.conditions else None

    @property
    def question(self) -> Question:
        """The question about the deals.

        :raises PredealError: if no deal can hold the fixed cards
        """
        if not self.conditions:
            from dealwright.deals.predeal import predeal_masks
            from dealwright.planning.question import Question

            return Question(fixed=predeal_masks(self.predeal or None))
        from dealwright.ask.condition import question_of

        return question_of(self.where, self.predeal or None)

    def resources(self, limits: Limits, seconds: float | None = None) -> Resources:
        """Return the resources of counting: the memory of the request, or else the limits."""
        from dealwright.ask.resources import Resources

        return Resources(
            value_or(self.memory, limits.memory), threads=limits.threads, seconds=seconds
        )

    def seconds(self, limits: Limits, method: str = "auto") -> float:
        """Return the seconds of work that a count by ``method`` may cost."""
        from dealwright.ask.counting import budget_of

        return budget_of(value_or(self.budget, limits.seconds), method)


@dataclass(frozen=True, kw_only=True)
class CountRequest(DealsRequest):
    """How many deals satisfy a condition."""

    about: ClassVar[str] = (
        "How many deals satisfy a condition: exact, or an estimate with its interval."
    )
    answer: ClassVar[str] = "share"
    partial: ClassVar[bool] = True

    limit: Limit = None
    threads: Threads = None
    method: Annotated[
        str,
        Option(
            "--method", "-m", metavar="NAME",
            help="auto, exact (never estimate) or filter (always estimate).",
        ),
    ] = "auto"  # fmt: skip

    def job(self, limits: Limits = Limits()) -> Counting:  # noqa: B008
        """Return the job that counts."""
        from dealwright.ask.counting import Counting

        limits = limits._replace(threads=value_or(self.threads, limits.threads))
        resources = self.resources(limits, self.seconds(limits, self.method))
        return Counting(
            self.question, resources, seed=self.seed, limit=self.limit, method=self.method
        )
