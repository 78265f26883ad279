"""The play of a contract named by a text such as 4S-N: the result of each next card."""

from __future__ import annotations

from collections.abc import Sequence

from dealwright.base.errors import ArgumentError
from dealwright.base.kernels.stopping import StopFlag
from dealwright.cards import Card
from dealwright.cards.bridge.alternatives import Alternative
from dealwright.deals import Deal
from dealwright.double_dummy.play import SolvedPlay, solved_play
from dealwright.double_dummy.solver import Solver

__all__ = ["play_of"]


def play_of(
    deal: Deal,
    contract: str,
    played: Sequence[Card] = (),
    *,
    solver: Solver,
    stop: StopFlag | None = None,
) -> SolvedPlay:
    """Return the result of each lead, or of each next card, in a contract such as ``4S-N``.

    :raises ArgumentError: if the deal is passed out
    :raises CardError: if it is not a contract with its declarer, or the cards cannot be played so
    :raises SolverError: if the solver fails
    """
    named = Alternative.parse(contract)
    if named.contract is None:
        raise ArgumentError("nothing is played in a deal that is passed out")
    return solved_play(
        deal, named.strain, named.declarer, played, contract=str(named), solver=solver, stop=stop
    )
