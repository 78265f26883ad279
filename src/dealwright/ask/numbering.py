"""The deals of a condition as a lazy numbered list."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

import numpy as np

from dealwright.ask.planning import plan_question
from dealwright.ask.resources import Resources
from dealwright.base.errors import (
    ArgumentError,
    ConditionError,
    DealwrightError,
    NumberingError,
)
from dealwright.base.kernels.exact import ExactCount
from dealwright.deals import Deal, Deals
from dealwright.numbering.base import Numbering, as_integer
from dealwright.numbering.deals import (
    DEALS,
    FROM_ONE,
    deal_number,
    format_deal_number,
    masks_from_number,
    parse_deal_number,
)
from dealwright.numbering.stream import Seed, Stream
from dealwright.planning.question import Question

if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Annotated

    from dealwright.answers.records import DIGITS, OR_NULL, OneOf, Text
    from dealwright.deals.batch import DealsLike

__all__ = ["ConditionDeals", "DealNumber", "numbered_deal"]

_LOW = (1 << 64) - 1
_NOT_SAVED = "plans are no longer kept in files: parse(text).numbers() makes the same numbers again"


@dataclass(frozen=True)
class DealNumber:
    """A deal with its number, 0 .. ``of`` - 1.

    ``system`` is the name of the numbering. ``condition`` is the text of the condition whose deals
    are numbered, or ""; two programs with equal ``digest`` number its deals alike. ``from_one`` is
    the result in a published system that counts from 1: the deal's number as text, or the deal
    with that number; "" for other systems.
    """

    deal: Annotated[Deal, Text("text")]
    number: Annotated[int, DIGITS]
    of: Annotated[int, DIGITS] = DEALS
    system: Annotated[
        str, OneOf(("dealwright", "andrews", "bigdeal", "pavlicek-suited", "pavlicek-ranked"))
    ] = "dealwright"
    condition: str = ""
    digest: Annotated[str, OR_NULL] = ""
    from_one: Annotated[str, OR_NULL] = ""

    json_keys = ("system", "condition", "digest", "number", "of", "text", "deal", "from_one")

    @property
    def text(self) -> str:
        """The number as 16 characters, for links."""
        return format_deal_number(self.number)


def numbered_deal(
    deal: str | None = None,
    number: str | None = None,
    question: Question | None = None,
    *,
    system: str = "dealwright",
    resources: Resources | None = None,
) -> DealNumber:
    """Return a deal with its number, from the text of either.

    Without a question all deals are numbered, by a system. A number is digits or 16 characters.

    >>> numbered_deal(number="0").deal.north.hcp, numbered_deal(number="5", system="andrews").text
    (10, 'AAAAAAAAAAAAAAAF')

    :raises ArgumentError: unless there is either a deal or a number, and if a published system is
        named with a question
    :raises NumberingError: if the number is out of range, or the deal does not fit the question
    :raises ConditionError: if the condition cannot be counted exactly
    """
    if deal is None and number is None:
        raise ArgumentError("give a deal or a number")
    if deal is not None and number is not None:
        raise ArgumentError("give a deal or a number, not both")
    counts_from_one = system in FROM_ONE
    if question is not None:
        if system != "dealwright":
            raise ArgumentError("a published system numbers all deals; leave the condition out")
        deals = ConditionDeals(question, resources)
        if deal is not None:
            numbered = Deal(deal)
            index = deals.rank(numbered)
        else:
            assert number is not None
            index = parse_deal_number(number)
            numbered = deals.unrank(index)
        return DealNumber(
            numbered, index, deals.size, condition=deals.condition, digest=deals.digest
        )
    from_one = ""
    if deal is not None:
        numbered = Deal(deal)
        index = deal_number(numbered.masks, system)
        if counts_from_one:
            from_one = str(index + 1)
    else:
        assert number is not None
        index = parse_deal_number(number)
        numbered = Deal(masks_from_number(index, system))
        if counts_from_one and index:
            from_one = Deal(masks_from_number(index - 1, system)).text()
    return DealNumber(numbered, index, system=system, from_one=from_one)


class ConditionDeals(Numbering[Deal]):
    """All deals that satisfy a condition, numbered from 0; none of them is built.

    Like every numbering it is a sequence with indexing, slices and iteration, with
    ``split(parts)`` for several machines and ``sample(n, stream, replace=False)`` for distinct
    deals. The numbers depend on the text of the condition and on the version of the package; two
    programs with equal ``digest`` have equal numbers.

    >>> from dealwright import parse
    >>> deals = parse("hcp(north) == 37").numbers()
    >>> deals.size
    337912392291465600
    >>> deals[0].north.hcp, deals.rank(deals[-1]) == deals.size - 1
    (37, True)

    :raises ConditionError: if the condition cannot be counted exactly
    :raises PredealError: if no deal can hold the predealt cards
    """

    def __init__(self, question: Question, resources: Resources | None = None) -> None:
        resources = Resources() if resources is None else resources
        self.condition = question.text
        self._engine: ExactCount | None = None
        self._kind = ""
        self._arrays: dict[str, Any] = {}
        self._operations = 0
        self.digest = ""
        plan = plan_question(question, "number", resources)
        if plan.method == "proof":
            return
        if plan.part is None:
            raise ConditionError("the deals of this condition cannot be numbered")
        counted = plan.part.counted
        self._engine = counted.engine
        self._kind = counted.model.name
        self._arrays = counted.model.arrays
        self._operations = counted.operations
        self.digest = counted.model.digest

    @property
    def size(self) -> int:
        """The number of deals."""
        return 0 if self._engine is None else self._engine.total

    @property
    def _description(self) -> str:
        return f"'{self.condition}'" if self.condition else "what was asked (the predealt cards)"

    def __contains__(self, item: object) -> bool:
        try:
            self._rank(item)
        except DealwrightError:
            return False
        return True

    def __getstate__(self) -> dict[str, Any]:
        return {**self.__dict__, "_engine": None}

    def __setstate__(self, state: dict[str, Any]) -> None:
        for name, value in state.items():
            setattr(self, name, value)
        if self._arrays:
            self._engine = ExactCount(self._arrays, kind=self._kind)

    def save(self, path: str | Path) -> NoReturn:
        """Refuse: plans are no longer kept in files, because a count is quick to repeat.

        :raises NumberingError: always; the next version removes this method
        """
        raise NumberingError(_NOT_SAVED)

    @classmethod
    def load(cls, path: str | Path) -> NoReturn:
        """Refuse, as ``save``.

        :raises NumberingError: always; the next version removes this method
        """
        raise NumberingError(_NOT_SAVED)

    def unrank_many(self, numbers: Iterable[int]) -> Deals:
        """Return the deals with the given numbers as a batch.

        :raises NumberingError: if one is out of range
        """
        indices = [as_integer(number, "the number") for number in numbers]
        for number in indices:
            if not 0 <= number < self.size:
                raise self._out_of_range(number)
        if not indices or self._engine is None:
            return Deals([])
        low = np.array([number & _LOW for number in indices], dtype=np.uint64)
        high = np.array([number >> 64 for number in indices], dtype=np.uint64)
        return Deals.trusted(self._engine.unrank(low, high))

    def rank_many(self, deals: DealsLike) -> list[int]:
        """Return the numbers of a batch's deals; see ``Deals.of`` for what a batch may be.

        :raises NumberingError: if one does not satisfy the condition, with its index
        :raises CardError: if they are not deals
        """
        deals = Deals.of(deals)
        if self._engine is None:
            low = high = np.zeros(len(deals), dtype=np.uint64)
            accepted = np.zeros(len(deals), dtype=np.bool_)
        else:
            low, high, accepted = self._engine.rank(deals.masks)
        if not accepted.all():
            index = int(np.flatnonzero(~accepted)[0])
            raise NumberingError(f"deal {index} does not satisfy {self._description}")
        pairs = zip(low.tolist(), high.tolist(), strict=True)
        return [(upper << 64) | lower for lower, upper in pairs]

    def deal(self, n: int, seed: Seed | Stream | None = None, *, replace: bool = True) -> Deals:
        """Return n random deals as a batch, each equally likely; distinct unless ``replace``.

        :raises NumberingError: if more distinct deals are asked for than there are
        """
        return self.unrank_many(int(x) for x in self.sample_numbers(n, seed, replace=replace))

    def _rank(self, item: Any) -> int:
        deal = item if isinstance(item, Deal) else Deal(item)
        masks = np.array([deal.masks], dtype=np.uint64)
        try:
            return self.rank_many(Deals.trusted(masks))[0]
        except NumberingError:
            raise NumberingError(f"{deal.text()} does not satisfy {self._description}") from None

    def _unrank(self, index: int) -> Deal:
        return self.unrank_many([index])[0]

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, ConditionDeals):
            return NotImplemented
        return (self.digest, self.size) == (other.digest, other.size)

    def __hash__(self) -> int:
        return hash((ConditionDeals, self.digest, self.size))

    def __repr__(self) -> str:
        return f"<{self.size:,} deals of '{self.condition}'>"
