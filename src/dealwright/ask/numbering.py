"""The deals of a condition as a numbered list that is never built."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

import numpy as np

from dealwright.ask.planning import planned
from dealwright.ask.resources import Resources
from dealwright.deals import Deal, Deals
from dealwright.deprecated import WithDict
from dealwright.errors import (
    ArgumentError,
    ConditionError,
    DealwrightError,
    NumberingError,
)
from dealwright.kernels.exact import ExactCount
from dealwright.numbering.base import Numbering, as_integer
from dealwright.numbering.deals import (
    DEALS,
    FROM_ONE,
    deal_number,
    format_deal_number,
    masks_from_number,
    parse_deal_number,
)
from dealwright.planning.question import Question
from dealwright.stream import Seed, Stream

if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Annotated

    from dealwright.records import DIGITS, OR_NULL, OneOf, Text

__all__ = ["ConditionDeals", "DealNumber", "numbered_deal"]

_LOW = (1 << 64) - 1
_NOT_SAVED = "plans are no longer kept in files: parse(text).numbers() makes the same numbers again"


@dataclass(frozen=True)
class DealNumber(WithDict):
    """A deal with its number, which counts from 0, among ``of`` deals.

    ``system`` is whose numbering it is. Under a condition ``condition`` is its text, and
    ``digest`` tells whether two programs number its deals alike. ``from_one`` is what the page of
    a published system, which counts from 1, says of what was asked: the number of the deal as
    text, or the deal of the number; "" elsewhere.
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
    """Return a deal with its number, or the deal of a number, both given as text.

    Without a question the number is among all deals, in the numbering of a system. A number is
    digits or 16 characters.

    >>> numbered_deal(number="0").deal.north.hcp, numbered_deal(number="5", system="andrews").text
    (10, 'AAAAAAAAAAAAAAAF')

    :raises ArgumentError: unless there is a deal or a number, and if a published system is asked
        for the deals of a question
    :raises NumberingError: if the number is out of range, or the deal does not fit the question
    :raises ConditionError: if the condition cannot be counted exactly
    """
    if (deal is None) == (number is None):
        raise ArgumentError("give a deal or a number, one of the two")
    counts_from_one = system in FROM_ONE
    if question is not None:
        if system != "dealwright":
            raise ArgumentError("a published system numbers all deals; leave the condition out")
        deals = ConditionDeals(question, resources)
        if deal is not None:
            dealt = Deal(deal)
            place = deals.rank(dealt)
        else:
            assert number is not None
            place = parse_deal_number(number)
            dealt = deals.unrank(place)
        return DealNumber(dealt, place, deals.size, condition=deals.condition, digest=deals.digest)
    from_one = ""
    if deal is not None:
        dealt = Deal(deal)
        place = deal_number(dealt.masks, system)
        if counts_from_one:
            from_one = str(place + 1)
    else:
        assert number is not None
        place = parse_deal_number(number)
        dealt = Deal(masks_from_number(place, system))
        if counts_from_one and place:
            from_one = Deal(masks_from_number(place - 1, system)).text()
    return DealNumber(dealt, place, system=system, from_one=from_one)


class ConditionDeals(Numbering[Deal]):
    """All deals that satisfy a condition, numbered from 0; none of them is built.

    Like every numbering it is a sequence: it has indexing, slices, iteration, ``split(parts)`` for
    several machines and ``sample(n, stream, replace=False)`` for distinct deals. The numbers depend
    on the text of the condition and on the version of the package; two programs with equal
    ``digest`` have equal numbers.

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
        made = planned(question, "number", resources)
        if made.method == "proof":
            return
        if made.part is None:
            raise ConditionError("the deals of this condition cannot be numbered")
        found = made.part.counted
        self._engine = found.engine
        self._kind = found.model.name
        self._arrays = found.model.arrays
        self._operations = found.operations
        self.digest = found.model.digest

    @property
    def size(self) -> int:
        """The number of deals."""
        return 0 if self._engine is None else self._engine.total

    @property
    def _asked(self) -> str:
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
        """Refuse: plans are no longer kept in files, since a count is quick to make again.

        :raises NumberingError: always; this method goes with the next version
        """
        raise NumberingError(_NOT_SAVED)

    @classmethod
    def load(cls, path: str | Path) -> NoReturn:
        """Refuse, as ``save``.

        :raises NumberingError: always; this method goes with the next version
        """
        raise NumberingError(_NOT_SAVED)

    def unrank_many(self, numbers: Iterable[int]) -> Deals:
        """Return the deals with the given numbers as a batch.

        :raises NumberingError: if one is out of range
        """
        wanted = [as_integer(number, "the number") for number in numbers]
        for number in wanted:
            if not 0 <= number < self.size:
                raise self._out_of_range(number)
        if not wanted or self._engine is None:
            return Deals([])
        low = np.array([number & _LOW for number in wanted], dtype=np.uint64)
        high = np.array([number >> 64 for number in wanted], dtype=np.uint64)
        return Deals.trusted(self._engine.unrank(low, high))

    def rank_many(self, deals: Deals) -> list[int]:
        """Return the numbers of a batch's deals.

        :raises NumberingError: if one does not satisfy the condition, with its index
        """
        if self._engine is None:
            low = high = np.zeros(len(deals), dtype=np.uint64)
            found = np.zeros(len(deals), dtype=np.bool_)
        else:
            low, high, found = self._engine.rank(deals.masks)
        if not found.all():
            place = int(np.flatnonzero(~found)[0])
            raise NumberingError(f"deal {place} does not satisfy {self._asked}")
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
            raise NumberingError(f"{deal.text()} does not satisfy {self._asked}") from None

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
