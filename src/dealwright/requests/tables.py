"""Requests about numbers and tables: the number of a deal, the shapes of a class."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any, ClassVar

from dealwright.errors import ArgumentError
from dealwright.requests.base import Limits, Request, reading
from dealwright.requests.deals import PREDEAL, OfDeals
from dealwright.requests.fields import Argument, Option, Served

if TYPE_CHECKING:
    from dealwright.ask.numbering import DealNumber
    from dealwright.jobs import Job

__all__ = ["Number", "Shapes"]


@dataclass(frozen=True, kw_only=True)
class Number(OfDeals):
    """The number of a deal, or the deal of a number."""

    about: ClassVar[str] = (
        "The number of a deal, or the deal of a number; under a condition, among its deals."
    )
    answer: ClassVar[str] = "deal_number"

    deal: Annotated[
        str | None,
        Argument(
            "A deal as PBN writes it.", "[DEAL]", cards="cards",
            served=Served("A deal as PBN writes it.", most=400),
        ),
    ] = None  # fmt: skip
    number: Annotated[
        str | None,
        Option(
            "--deal", metavar="N", help="A number, or its 16 characters.",
            served=Served(
                "Its number, digits or 16 characters, in place of a deal.", most=100,
                example="12345678901234567",
            ),
        ),
    ] = None  # fmt: skip
    system: Annotated[
        str,
        Option(
            "--system", metavar="NAME",
            help="dealwright, andrews, bigdeal, pavlicek-suited or pavlicek-ranked.",
            served=Served(
                "dealwright, andrews, bigdeal, pavlicek-suited or pavlicek-ranked.", most=30
            ),
        ),
    ] = "dealwright"  # fmt: skip
    condition: Annotated[
        str | None,
        Option(
            "--condition", metavar="COND", help="Number the deals of this condition only.",
            served=Served(
                "The condition of the deals; every deal without one.", most=20_000,
                example="hcp(north) in 15..17 && balanced(north)",
            ),
        ),
    ] = None  # fmt: skip
    predeal: Annotated[str | None, PREDEAL._replace(served=Served("Fixed cards.", most=400))] = None
    seed: None = None
    budget: None = None
    memory: None = None

    def job(self, limits: Limits = Limits()) -> Job[Any, DealNumber]:  # noqa: B008
        """Return the job that finds the number, or the deal.

        :raises ArgumentError: if a published system is asked about the deals of a condition
        """
        from dealwright.ask.numbering import numbered_deal
        from dealwright.jobs import one_call

        asked = self.where is not None or bool((self.predeal or "").strip())
        if asked and self.system != "dealwright":
            raise ArgumentError("a published system numbers all deals; leave the condition out")
        question = self.question if asked else None
        resources = self.resources(limits, limits.seconds)

        def numbered(_: Job[Any, Any]) -> DealNumber:
            with reading("number" if self.deal is None else "deal"):
                return numbered_deal(
                    self.deal, self.number, question, system=self.system, resources=resources
                )

        return one_call(numbered)


@dataclass(frozen=True, kw_only=True)
class Shapes(Request):
    """The shapes of a class."""

    about: ClassVar[str] = "The shapes of a class, of the 560, with how many hands have each."
    answer: ClassVar[str] = "shapes"

    shapes: Annotated[
        str | None,
        Argument(
            "The class of shapes to list.", "[EXPR]",
            served=Served(
                "The class, as inside shape(north, ...); all shapes without one.", most=1000,
                example="any 5431 + balanced",
            ),
        ),
    ] = None  # fmt: skip

    def job(self, limits: Limits = Limits()) -> Job[Any, Any]:  # noqa: B008
        """Return the job that has the class.

        :raises ConditionError: if it cannot be read
        """
        from dealwright.jobs import one_call
        from dealwright.shape_classes import shape_class

        found = shape_class((self.shapes or "").strip() or "xxxx")
        return one_call(lambda _: found)
