"""Two contracts of north and south; south knows his hand and what north has shown."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from dealwright.analysis.contract_comparison import comparing_contracts
from dealwright.analysis.decisions.choices import (
    Choices,
    ChoiceSolving,
    Measure,
    Pair,
    Run,
    better,
    choices_of,
    is_open,
)  # fmt: skip
from dealwright.ask.condition import Condition, parse
from dealwright.base.errors import ArgumentError
from dealwright.cards import Seat, cards_from_mask
from dealwright.cards.bridge.alternatives import alternatives_of

if TYPE_CHECKING:
    from dealwright.analysis.contract_comparison import ComparedContracts
    from dealwright.analysis.decisions.limits import ClosenessLimits
    from dealwright.analysis.sampling import Sampling
    from dealwright.deals import Deal
    from dealwright.numbering.stream import Stream

__all__ = ["ContractChoice", "contract_choices"]

_CONTRACTS = "3NT-N 4S-N"
_WHERE = "hcp(north) in 15..17 && balanced(north) && spades(south) in 5..6 && hcp(south) in 8..13"


def contract_choices(
    contracts: str | None, where: Condition | None, solving: ChoiceSolving
) -> Choices:
    """Return the choices between two named contracts.

    :raises ArgumentError: if there are not two of north and south
    """
    text = _CONTRACTS if contracts is None else contracts
    played = alternatives_of(text, Seat.SOUTH)
    if len(played) != 2 or any(each.declarer % 2 for each in played):
        raise ArgumentError(f"give two contracts of north and south, as '3NT-N 4S-N', not '{text}'")
    pair = str(played[0]), str(played[1])
    condition = parse(_WHERE) if where is None else where
    return choices_of(condition, lambda deal, _: ContractChoice(deal, pair, condition, solving))


@dataclass(frozen=True)
class ContractChoice:
    """The choice of south between two contracts, where north has shown ``where``."""

    deal: Deal
    pair: tuple[str, str]
    where: Condition
    solving: ChoiceSolving
    seat: Seat = Seat.SOUTH
    dealer: Seat = Seat.NORTH

    @property
    def known(self) -> dict[str, Any]:
        """The condition."""
        return {"known": str(self.where)}

    def guess(self, limits: ClosenessLimits, stream: Stream, run: Run) -> tuple[str, str] | None:
        """Return the two contracts: nothing is chosen, so no layouts are spent on it."""
        return self.pair

    def compared(
        self, pair: tuple[str, str], deals: int, seed: Stream
    ) -> tuple[Sampling[Any], Measure]:
        """Return the comparison; it counts if at least one of the contracts is open."""

        def same(answer: ComparedContracts) -> Pair:
            (both,) = answer.pairs
            counts = any(is_open(contract.makes) for contract in answer.contracts)
            return better(both.first, both.other, both.imps["none"])._replace(counts=counts)

        job = comparing_contracts(
            self.where, pair, predeal={self.seat: cards_from_mask(self.deal.masks[self.seat])},
            deals=deals, seed=seed, resources=self.solving.resources, solver=self.solving.solver,
        )  # fmt: skip
        return job, same
