"""Requests about distributions over the deals of a condition: of quantities, cards and methods."""

from __future__ import annotations

import functools
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any, ClassVar

from dealwright.base.errors import ArgumentError
from dealwright.requests.base import Limits, value_or
from dealwright.requests.deals import DealsRequest, Threads
from dealwright.requests.fields import Argument, Option
from dealwright.requests.numbers import whole_number
from dealwright.requests.served import Served

if TYPE_CHECKING:
    from dealwright.ask.card_tables import CardTabling
    from dealwright.ask.distributions import Distributing
    from dealwright.base.jobs import Job
    from dealwright.planning.question import Question

__all__ = ["CardsRequest", "CompareRequest", "DistributionRequest"]


@dataclass(frozen=True, kw_only=True)
class CardsRequest(DealsRequest):
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
class DistributionRequest(DealsRequest):
    """The distribution of quantities."""

    about: ClassVar[str] = (
        "The distribution of one or more quantities over the deals of a condition."
    )
    answer: ClassVar[str] = "histogram"
    partial: ClassVar[bool] = True

    quantities: Annotated[
        tuple[str, ...],
        Argument(
            "The quantities to tabulate, as hcp(west) or shape(west).", "QUANTITY...",
            served=Served(most=3, example=["hcp(west)"], needed=True),
        ),
    ] = ()  # fmt: skip

    @property
    def question(self) -> Question:
        """The question about the deals and the quantities.

        :raises ConditionError: if a quantity cannot be read
        :raises PredealError: if no deal can hold the fixed cards
        """
        from dealwright.ask.condition import question_of

        return question_of(self.where, self.predeal or None, self.quantities)

    def job(self, limits: Limits = Limits()) -> Distributing:  # noqa: B008
        """Return the job that counts, or samples for as long as the budget allows."""
        from dealwright.ask.distributions import Distributing

        budget = value_or(self.budget, limits.seconds)
        return Distributing(self.question, self.resources(limits), seed=self.seed, budget=budget)


@dataclass(frozen=True, kw_only=True)
class CompareRequest(DealsRequest):
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
            "--of", metavar="QUANTITY", help="What to compare (default: shapes and HCP)."
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
