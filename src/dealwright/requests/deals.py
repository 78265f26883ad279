"""Requests about the deals of a condition: counts, distributions, cards, explanations."""

from __future__ import annotations

import functools
from dataclasses import dataclass
from functools import cached_property, reduce
from operator import and_
from typing import TYPE_CHECKING, Annotated, Any, ClassVar

from dealwright.errors import ArgumentError
from dealwright.requests.base import Limits, Request, value_or
from dealwright.requests.fields import Argument, Field, Option, Served
from dealwright.requests.numbers import seconds, whole_number
from dealwright.sizes import memory_bytes

if TYPE_CHECKING:
    from dealwright.ask.card_tables import CardTabling
    from dealwright.ask.counting import Counting
    from dealwright.ask.distributions import Distributing
    from dealwright.ask.explanation import Explaining
    from dealwright.ask.resources import Resources
    from dealwright.condition import Condition
    from dealwright.jobs import Job
    from dealwright.planning.question import Question

__all__ = [
    "BUDGET",
    "MOST_SECONDS",
    "PREDEAL",
    "SEED",
    "Cards",
    "Compare",
    "ConditionText",
    "Count",
    "DealsRequest",
    "Distribution",
    "Exchange",
    "Explain",
    "Predeal",
]

MOST_SECONDS = 5.0  # of work that a request over HTTP may allow

ConditionText = Annotated[
    str | None,
    Argument(
        "The condition of the deals (1: every deal); '-' reads it from standard input.",
        served=Served(
            "The condition of the deals; every deal without one.", most=20_000,
            example="hcp(north) in 15..17 && balanced(north)",
        ),
    ),
]  # fmt: skip


def _hand(seat: str, example: str) -> Field:
    return Option(
        metavar="HAND", help=f"{seat.title()}'s hand in words, as '{example}'.",
        served=Served(most=2000, example=example),
    )  # fmt: skip


PREDEAL = Option(
    "--predeal", "-p", metavar="CARDS", separator="; ", cards="cards",
    help="Cards fixed at a seat, as in 'north SAKQ, H2' or 'N:AKQ.2..'; may be repeated.",
    served=Served("Fixed cards.", most=400, example="south AKQ2.T98.543.A72 north SJ"),
)  # fmt: skip
Predeal = Annotated[str | None, PREDEAL]
SEED = Option(
    "--seed", "-s", metavar="TEXT", help="Repeat the deals of this seed.",
    served=Served("Repeats what was drawn.", most=100, example="friday", default="page"),
)  # fmt: skip
Seed = Annotated[str | None, SEED]
BUDGET = Option(
    "--budget", metavar="SECONDS", parser=seconds, setting=True,
    help="Work that counting may cost (default: 2, or the settings).",
    served=Served(
        "Seconds of work that an exact answer may cost, else it is estimated.",
        most=MOST_SECONDS, example=1, name="seconds",
    ),
)  # fmt: skip
Budget = Annotated[float | None, BUDGET]
Memory = Annotated[
    int | None,
    Option(
        "--memory",
        metavar="SIZE",
        parser=memory_bytes,
        help="The most memory for exact counting (default: 1 GiB).",
    ),
]
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
    north: Annotated[str | None, _hand("north", "15-17 balanced")] = None
    east: Annotated[str | None, _hand("east", "12- no void")] = None
    south: Annotated[str | None, _hand("south", "5+ spades, 8+")] = None
    west: Annotated[str | None, _hand("west", "any 5422")] = None
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
        from dealwright.condition import parse

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
        from dealwright.condition import question_of

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
class Count(DealsRequest):
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


@dataclass(frozen=True, kw_only=True)
class Cards(DealsRequest):
    """How likely each seat is to hold each card."""

    about: ClassVar[str] = (
        "In how many deals of a condition each seat holds each card: exact, or in a sample."
    )
    answer: ClassVar[str] = "card_table"
    partial: ClassVar[bool] = True

    def job(self, limits: Limits = Limits()) -> CardTabling:  # noqa: B008
        """Return the job that counts the cards."""
        from dealwright.ask.card_tables import CardTabling

        return CardTabling(
            self.question, self.resources(limits, self.seconds(limits)), seed=self.seed
        )


@dataclass(frozen=True, kw_only=True)
class Explain(DealsRequest):
    """How a condition is dealt, and what each clause costs."""

    about: ClassVar[str] = (
        "How likely a condition is, how it is dealt, what each clause costs, and why no deal fits."
    )
    answer: ClassVar[str] = "explanation"

    limit: Limit = None
    threads: Threads = None
    method: Annotated[
        str, Option("--method", "-m", metavar="NAME", help="auto, exact, filter or mixed.")
    ] = "auto"

    def job(self, limits: Limits = Limits()) -> Explaining:  # noqa: B008
        """Return the job that explains."""
        from dealwright.ask.explanation import Explaining

        limits = limits._replace(threads=value_or(self.threads, limits.threads))
        resources = self.resources(limits, self.seconds(limits))
        return Explaining(
            self.question, resources, seed=self.seed, limit=self.limit, method=self.method
        )


@dataclass(frozen=True, kw_only=True)
class Distribution(DealsRequest):
    """The distribution of quantities."""

    about: ClassVar[str] = (
        "The distribution of one or more quantities over the deals of a condition."
    )
    answer: ClassVar[str] = "histogram"
    partial: ClassVar[bool] = True

    quantities: Annotated[
        tuple[str, ...],
        Argument(
            "The quantities to tabulate.", "QUANTITY...",
            served=Served(
                "Such as hcp(west) or shape(west).", most=3, example=["hcp(west)"], needed=True
            ),
        ),
    ] = ()  # fmt: skip

    @property
    def question(self) -> Question:
        """The question about the deals and the quantities.

        :raises ConditionError: if a quantity cannot be read
        :raises PredealError: if no deal can hold the fixed cards
        """
        from dealwright.condition import question_of

        return question_of(self.where, self.predeal or None, self.quantities)

    def job(self, limits: Limits = Limits()) -> Distributing:  # noqa: B008
        """Return the job that counts, or samples for as long as the budget allows."""
        from dealwright.ask.distributions import Distributing

        budget = value_or(self.budget, limits.seconds)
        resources = self.resources(limits, None if limits.seconds is None else budget)
        return Distributing(self.question, resources, seed=self.seed, budget=budget)


@dataclass(frozen=True, kw_only=True)
class Exchange(Request):
    """A condition with hands and suits exchanged."""

    about: ClassVar[str] = "A condition with hands and suits exchanged."
    answer: ClassVar[str] = "condition"

    condition: Annotated[
        str,
        Argument(
            "The condition.",
            served=Served(
                most=20_000, example="hcp(north) in 15..17 && spades(south) >= 5"
            ),
        ),
    ]  # fmt: skip
    seats: Annotated[
        str,
        Option(
            help="What stands for north, east, south and west.",
            served=Served(most=4, example="ESWN"),
        ),
    ] = "NESW"
    suits: Annotated[
        str,
        Option(
            help="What stands for clubs, diamonds, hearts and spades.",
            served=Served(most=4, example="CDSH"),
        ),
    ] = "CDHS"

    def job(self, limits: Limits = Limits()) -> Job[Any, Condition]:  # noqa: B008
        """Return the job whose answer is the exchanged condition.

        :raises ArgumentError: if the seats or suits are not a permutation
        :raises ConditionError: if the condition cannot be read
        """
        from dealwright.condition import Condition, parse
        from dealwright.conditions.exchanged import exchanged
        from dealwright.jobs import one_call

        orders = (
            _permutation("seats", "NESW", self.seats),
            _permutation("suits", "CDHS", self.suits),
        )
        condition = Condition(exchanged(parse(self.condition).tree, *orders))
        return one_call(lambda _: condition)


def _permutation(name: str, letters: str, text: str) -> list[int]:
    indices = [letters.find(letter) for letter in text.upper()]
    if sorted(indices) != [0, 1, 2, 3]:
        raise ArgumentError(f"'{name}' are the letters {letters} in any order")
    return indices


@dataclass(frozen=True, kw_only=True)
class Compare(DealsRequest):
    """Methods of dealing compared."""

    methods: Annotated[
        str,
        Option(
            metavar="NAMES",
            help="Two or more, with commas; the others are compared with the first.",
        ),
    ] = "exact,pavlicek1999"
    of: Annotated[
        tuple[str, ...],
        Option(
            "--of", metavar="QUANTITY", help="What to compare (default: shapes and HCP); repeat it."
        ),
    ] = ()  # fmt: skip
    number: Annotated[
        int,
        Option(
            "--number", "-n", metavar="N", help="Number of deals for each sampled method.",
            parser=functools.partial(whole_number, label="the number of deals"),
        ),
    ] = 20_000  # fmt: skip
    predeal: None = None
    budget: None = None
    memory: None = None
    threads: Threads = None

    def job(self, limits: Limits = Limits()) -> Job[Any, Any]:  # noqa: B008
        """Return the job that compares.

        :raises ArgumentError: if there is no condition, or the number of deals is 0
        """
        if self.where is None:
            raise ArgumentError("give a condition to compare the methods on")
        if not self.number:
            raise ArgumentError("compare at least one deal")
        return self.where.comparing(
            [name.strip() for name in self.methods.split(",") if name.strip()],
            quantities=self.of, deals=self.number, seed=self.seed,
            threads=value_or(self.threads, limits.threads),
        )  # fmt: skip
