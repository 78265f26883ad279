"""Requests about numbers of deals, numbers of subsets, and classes of shapes."""

from __future__ import annotations

import functools
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any, ClassVar

from dealwright.base.errors import ArgumentError, naming
from dealwright.requests.base import Limits, Request
from dealwright.requests.deals import PREDEAL, DealsRequest
from dealwright.requests.fields import Argument, Option
from dealwright.requests.numbers import whole_number
from dealwright.requests.served import Served

if TYPE_CHECKING:
    from dealwright.ask.numbering import DealNumber
    from dealwright.base.jobs import Job
    from dealwright.numbering.combinations import CombinationNumber, Combinations

__all__ = ["CombinationRequest", "NumberRequest", "NumbersRequest", "ShapesRequest"]

_MOST_ELEMENTS = 1000  # of a subset over HTTP


@dataclass(frozen=True, kw_only=True)
class NumberRequest(DealsRequest):
    """The number of a deal, or the deal of a number."""

    about: ClassVar[str] = (
        "The number of a deal, or the deal with a number; under a condition, among its deals only."
    )
    answer: ClassVar[str] = "deal_number"

    deal: Annotated[
        str | None,
        Argument(
            "A deal as PBN writes it.", "[DEAL]", cards="cards",
            served=Served(most=400),
        ),
    ] = None  # fmt: skip
    number: Annotated[
        str | None,
        Option(
            "--deal", metavar="N", help="The number of a deal: its digits, or its 16 characters.",
            served=Served(most=100, example="12345678901234567"),
        ),
    ] = None  # fmt: skip
    system: Annotated[
        str,
        Option(
            "--system", metavar="NAME",
            help="dealwright, andrews, bigdeal, pavlicek-suited or pavlicek-ranked.",
            served=Served(most=30),
        ),
    ] = "dealwright"  # fmt: skip
    condition: Annotated[
        str | None,
        Option(
            "--condition", metavar="COND", help="Number the deals of this condition only.",
            served=Served(most=20_000, example="hcp(north) in 15..17 && balanced(north)"),
        ),
    ] = None  # fmt: skip
    predeal: Annotated[str | None, PREDEAL._replace(served=Served(most=400))] = None
    seed: None = None
    budget: None = None
    memory: None = None

    def job(self, limits: Limits = Limits()) -> Job[Any, DealNumber]:  # noqa: B008
        """Return the job that finds the number, or the deal.

        :raises ArgumentError: if a published system is asked about the deals of a condition
        """
        from dealwright.ask.numbering import numbered_deal
        from dealwright.base.jobs import one_call

        restricted = self.where is not None or bool((self.predeal or "").strip())
        if restricted and self.system != "dealwright":
            raise ArgumentError("a published system numbers all deals; leave the condition out")
        question = self.question if restricted else None
        resources = self.resources(limits, limits.seconds)

        def number_deal(_: Job[Any, Any]) -> DealNumber:
            with naming("number" if self.deal is None else "deal"):
                return numbered_deal(
                    self.deal, self.number, question, system=self.system, resources=resources
                )

        return one_call(number_deal)


@dataclass(frozen=True, kw_only=True)
class ShapesRequest(Request):
    """The shapes of a class."""

    about: ClassVar[str] = "The shapes of a class, out of the 560, with how many hands have each."
    answer: ClassVar[str] = "shapes"

    shapes: Annotated[
        str | None,
        Argument(
            "The class of shapes, as inside shape(north, ...); all shapes without one.", "[EXPR]",
            served=Served(most=1000, example="any 5431 + balanced"),
        ),
    ] = None  # fmt: skip

    def job(self, limits: Limits = Limits()) -> Job[Any, Any]:  # noqa: B008
        """Return the job whose answer is the class.

        :raises ConditionError: if it cannot be read
        """
        from dealwright.ask.shape_classes import shape_class
        from dealwright.base.jobs import one_call

        shapes = shape_class((self.shapes or "").strip() or "xxxx")
        return one_call(lambda _: shapes)


@dataclass(frozen=True, kw_only=True)
class NumbersRequest(Request):
    """The numbers of deals."""

    about: ClassVar[str] = (
        "Deals with their numbers, as a list; a deal is a text, its number, or 16 characters."
    )
    answer: ClassVar[str] = "deal_number"

    deals: Annotated[
        tuple[str, ...],
        Argument(
            "Deals, numbers, or 16 characters each.",
            served=Served(most=100, example=["rVXjFWNN2mWL9JH_"]),
        ),
    ]  # fmt: skip

    def job(self, limits: Limits = Limits()) -> Job[Any, list[DealNumber]]:  # noqa: B008
        """Return the job whose answers are the deals with their numbers.

        :raises DealwrightError: if one cannot be read
        """
        from dealwright.ask.numbering import numbered_deal
        from dealwright.base.jobs import one_call

        numbered = [
            numbered_deal(text) if ":" in text else numbered_deal(number=text)
            for text in self.deals
        ]
        return one_call(lambda _: numbered)


@dataclass(frozen=True, kw_only=True)
class CombinationRequest(Request):
    """The number of a subset, or the subset of a number."""

    about: ClassVar[str] = "The number of a k-subset of {0..n-1}, or the subset of a number."
    answer: ClassVar[str] = "combination"

    n: Annotated[
        int,
        Argument(
            "The number of elements.", "N", parser=functools.partial(whole_number, label="N"),
            served=Served(most=_MOST_ELEMENTS, example=13),
        ),
    ]  # fmt: skip
    k: Annotated[
        int,
        Argument(
            "The number of elements in a subset.", "K",
            parser=functools.partial(whole_number, label="K"),
            served=Served(most=_MOST_ELEMENTS, example=5),
        ),
    ]  # fmt: skip
    combination: Annotated[
        str | None,
        Option(
            "--rank", metavar='"C C ..."', help="The elements of a subset, to get its rank.",
            served=Served(most=5000),
        ),
    ] = None  # fmt: skip
    number: Annotated[
        str | None,
        Option(
            "--unrank", metavar="I", help="The rank of the subset to return.",
            served=Served(most=1500, example="1286"),
        ),
    ] = None  # fmt: skip
    order: Annotated[
        str,
        Option(
            metavar="NAME", help="colex (squashed), lex, gray or block.", served=Served(most=20)
        ),
    ] = "colex"  # fmt: skip

    @property
    def family(self) -> Combinations:
        """All k-subsets, in the order of the request.

        :raises ArgumentError: if the order is unknown
        """
        from dealwright.numbering.combinations import Combinations

        return Combinations(self.n, self.k, self.order)

    def job(self, limits: Limits = Limits()) -> Job[Any, CombinationNumber]:  # noqa: B008
        """Return the job that ranks the subset, or unranks the number.

        :raises ArgumentError: unless exactly one of the two is given
        """
        from dealwright.base.jobs import one_call

        family = self.family
        if (self.combination is None) == (self.number is None):
            raise ArgumentError("give 'combination' or 'number', not both")

        def number_subset(_: Job[Any, Any]) -> CombinationNumber:
            if self.number is not None:
                number = whole_number(self.number, "the rank of a subset")
            else:
                words = (self.combination or "").replace(",", " ").split()
                number = family.rank(tuple(whole_number(word, "an element") for word in words))
            return family.numbered(number)

        return one_call(number_subset)
