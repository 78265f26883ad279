"""Two leads against a contract: the best one, and the best one of another suit."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

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
from dealwright.analysis.decisions.limits import ClosenessLimits
from dealwright.analysis.lead_comparison import comparing_leads
from dealwright.ask.condition import Condition, parse
from dealwright.base.errors import ArgumentError
from dealwright.cards import Seat, cards_from_mask
from dealwright.cards.bridge.alternatives import alternatives_of
from dealwright.numbering.stream import Stream

if TYPE_CHECKING:
    from dealwright.analysis.lead_comparison import ComparedLeads
    from dealwright.analysis.sampling import Sampling
    from dealwright.deals import Deal

__all__ = ["LeadChoice", "lead_choices"]

_SCREEN = 24  # layouts from which two leads are chosen
_GLANCE = 96  # layouts from which two are chosen by how often they beat the contract
_SWING = 10  # IMPs of beating a game, about: what a glance makes of a difference of chances
_SLACK = 0.2  # IMPs by which a third lead may be better, beyond doubt
_CONTRACT = "3NT-S"
_WHERE = (
    "hcp(south) in 15..17 && balanced(south) && hcp(north) in 9..12 && "
    "spades(north) <= 3 && hearts(north) <= 3"
)


def lead_choices(contracts: str | None, where: Condition | None, solving: ChoiceSolving) -> Choices:
    """Return the choices of leads of the hand on declarer's left.

    :raises ArgumentError: if there are two contracts, or none
    """
    text = _CONTRACT if contracts is None else contracts
    played = alternatives_of(text, Seat.SOUTH)
    if len(played) != 1 or played[0].contract is None:
        raise ArgumentError(f"give one contract that is led against, as 3NT-S, not '{text}'")
    declarer, contract = played[0].declarer, str(played[0])
    condition = parse(_WHERE) if where is None else where
    return choices_of(
        condition, lambda deal, _: LeadChoice(deal, declarer, contract, condition, solving)
    )


@dataclass(frozen=True)
class LeadChoice:
    """The choice of a lead against a contract, where the auction has shown ``where``.

    Declarer is the dealer.
    """

    deal: Deal
    dealer: Seat
    contract: str
    where: Condition
    solving: ChoiceSolving

    @property
    def seat(self) -> Seat:
        """The leader."""
        return self.dealer.left

    @property
    def known(self) -> dict[str, Any]:
        """The contract and the condition."""
        return {"contract": self.contract, "known": str(self.where)}

    def guess(self, limits: ClosenessLimits, stream: Stream, run: Run) -> tuple[str, str] | None:
        """Return the two leads.

        Clear leads alone are rare: then a glance at whether they beat the contract chooses, which
        takes a quarter as long, with IMPs that are about right; six times as many are examined.
        """
        if limits.close is None and limits.clear is not None:

            def ends(answer: ComparedLeads) -> bool:
                return limits.hopeless(_SWING * _best(answer).imps, answer.deals)

            stream = stream.split("glance")
            answer = run(self._comparing(_GLANCE, stream, beat_only=True, sorted_by="beats"), ends)
            if ends(answer) or not is_open(answer.leads[0].beats):
                return None
            pair = _best(answer)
        else:
            pair = _best(run(self._comparing(_SCREEN, stream.split("screen"))))
            if limits.hopeless(pair.imps, _SCREEN):
                return None
        return (pair.first, pair.second) if pair.counts else None

    def compared(
        self, pair: tuple[str, str], deals: int, seed: Stream
    ) -> tuple[Sampling[Any], Measure]:
        """Return the comparison; a pair does not count if a third lead is better."""
        first, second = pair

        def same(answer: ComparedLeads) -> Pair:
            by_card = {card: lead for lead in answer.leads for card in lead.cards}
            found = better(first, second, by_card[first].imps["none"])
            lead = by_card[found.first]
            counts = is_open(lead.beats) and float(lead.behind.low) <= _SLACK
            return found._replace(counts=counts)

        return self._comparing(deals, seed, field=second), same

    def _comparing(self, deals: int, seed: Stream, **options: Any) -> Sampling[ComparedLeads]:
        hand = {self.seat: cards_from_mask(self.deal.masks[self.seat])}
        return comparing_leads(
            hand, self.contract, self.where, deals=deals, seed=seed,
            resources=self.solving.resources, solver=self.solving.solver, **options,
        )  # fmt: skip


def _best(answer: ComparedLeads) -> Pair:
    """Return the best lead, and the best one of another suit."""
    first = answer.leads[0]
    others = [lead for lead in answer.leads if lead.cards[0][0] != first.cards[0][0]]
    other = others[0] if others else first  # thirteen cards of one suit
    return Pair(first.cards[0], other.cards[0], other.behind, bool(others))
