"""Two contracts of north and south; south knows his hand and what north has shown."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from dealwright.analysis.contract_comparison import comparing_contracts
from dealwright.ask.condition import Condition, parse
from dealwright.base.errors import ArgumentError
from dealwright.cards import Seat, cards_from_mask
from dealwright.cards.bridge.alternatives import alternatives_of
from dealwright.decisions.choices import (
    Choice,
    Kind,
    Measure,
    Pair,
    Run,
    Solving,
    better,
    dealt,
    is_open,
)  # fmt: skip
from dealwright.numbering.stream import Stream

if TYPE_CHECKING:
    from dealwright.analysis.contract_comparison import ComparedContracts
    from dealwright.analysis.sampling import Sampling
    from dealwright.deals import Deal
    from dealwright.decisions.limits import Limits

__all__ = ["Contracts"]

_CONTRACTS = "3NT-N 4S-N"
_WHERE = "hcp(north) in 15..17 && balanced(north) && spades(south) in 5..6 && hcp(south) in 8..13"


class Contracts(Kind):
    """Two named contracts.

    :raises ArgumentError: if there are not two of north and south
    """

    def __init__(self, contracts: str | None, where: Condition | None, solving: Solving) -> None:
        text = _CONTRACTS if contracts is None else contracts
        found = alternatives_of(text, Seat.SOUTH)
        if len(found) != 2 or any(each.declarer % 2 for each in found):
            raise ArgumentError(
                f"the choice is between two contracts of north and south, as '3NT-N 4S-N', not "
                f"'{text}'"
            )
        self.pair = str(found[0]), str(found[1])
        self.where = parse(_WHERE) if where is None else where
        self.solving = solving

    def choices(self, stream: Stream) -> Iterator[tuple[Choice, Stream]]:
        """Yield hands without end, each with the stream of its layouts."""
        for deal, layouts in dealt(self.where, stream):
            yield _Contract(self, deal), layouts


class _Contract(Choice):
    def __init__(self, kind: Contracts, deal: Deal) -> None:
        super().__init__(deal, Seat.SOUTH, Seat.NORTH)
        self._kind = kind

    @property
    def known(self) -> dict[str, Any]:
        return super().known | {"known": str(self._kind.where)}

    def guess(self, limits: Limits, stream: Stream, run: Run) -> tuple[str, str] | None:
        """Return the two contracts: nothing is chosen, so no layouts are spent on it."""
        return self._kind.pair

    def compared(
        self, pair: tuple[str, str], deals: int, seed: Stream
    ) -> tuple[Sampling[Any], Measure]:
        """Return the comparison; it counts if at least one of the contracts is open."""

        def same(answer: ComparedContracts) -> Pair:
            (both,) = answer.pairs
            counts = any(is_open(contract.makes) for contract in answer.contracts)
            return better(both.first, both.other, both.imps["none"])._replace(counts=counts)

        kind, cards = self._kind, {self.seat: cards_from_mask(self.hand)}
        job = comparing_contracts(
            kind.where, pair, predeal=cards, deals=deals, seed=seed,
            resources=kind.solving.resources, solver=kind.solving.solver,
        )  # fmt: skip
        return job, same
