"""Requests about a condition itself: its explanation, and the condition with seats exchanged."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any, ClassVar

from dealwright.base.errors import ArgumentError
from dealwright.requests.base import Limits, Request, value_or
from dealwright.requests.deals import DealsRequest, Limit, Threads
from dealwright.requests.fields import Argument, Option
from dealwright.requests.served import Served

if TYPE_CHECKING:
    from dealwright.ask.condition import Condition
    from dealwright.ask.explanation import Explaining
    from dealwright.ask.limit_shares import CountingLimits
    from dealwright.base.jobs import Job

__all__ = ["CountLimitsRequest", "ExchangeRequest", "ExplainRequest"]


@dataclass(frozen=True, kw_only=True)
class ExplainRequest(DealsRequest):
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
class CountLimitsRequest(DealsRequest):
    """How many deals keep to all limits, and what each leaves."""

    about: ClassVar[str] = (
        "How many deals meet all limits, and what share of deals meets each of them alone."
    )
    answer: ClassVar[str] = "limit_shares"
    partial: ClassVar[bool] = True

    limits: Annotated[
        tuple[str, ...],
        Argument(
            "The limits, one condition each.",
            served=Served(most=60, example=["hcp(north) in 15..17", "balanced(north)"]),
        ),
    ] = ()

    @property
    def condition_texts(self) -> tuple[str | None, ...]:
        """The texts of the conditions but those of the hands; a deal satisfies all of them."""
        return (self.condition, *self.limits)

    def job(self, limits: Limits = Limits()) -> CountingLimits:  # noqa: B008
        """Return the job that counts."""
        from dealwright.ask.condition import parse
        from dealwright.ask.limit_shares import CountingLimits

        resources = self.resources(limits, self.seconds(limits))
        trees = [parse(text).tree for text in self.limits]
        return CountingLimits(self.question, trees, resources, seed=self.seed)


@dataclass(frozen=True, kw_only=True)
class ExchangeRequest(Request):
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
            help="The seats that replace north, east, south and west.",
            served=Served(most=4, example="ESWN"),
        ),
    ] = "NESW"
    suits: Annotated[
        str,
        Option(
            help="The suits that replace clubs, diamonds, hearts and spades.",
            served=Served(most=4, example="CDSH"),
        ),
    ] = "CDHS"

    def job(self, limits: Limits = Limits()) -> Job[Any, Condition]:  # noqa: B008
        """Return the job whose answer is the exchanged condition.

        :raises ArgumentError: if the seats or suits are not a permutation
        :raises ConditionError: if the condition cannot be read
        """
        from dealwright.ask.condition import Condition, parse
        from dealwright.base.jobs import one_call
        from dealwright.conditions.exchanges import exchanged

        orders = (
            _permutation("seats", "NESW", self.seats),
            _permutation("suits", "CDHS", self.suits),
        )
        condition = Condition(exchanged(parse(self.condition).tree, *orders))
        return one_call(lambda _: condition)


def _permutation(name: str, letters: str, text: str) -> list[int]:
    indices = [letters.find(letter) for letter in text.upper()]
    if sorted(indices) != [0, 1, 2, 3]:
        raise ArgumentError(f"'{name}' must be the letters {letters} in any order")
    return indices
