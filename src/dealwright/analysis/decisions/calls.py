"""Two calls of north or south: the one of the system's rules, and the best other one there."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from dealwright.analysis.covariates import of_side
from dealwright.analysis.decisions.choices import (
    Choices,
    ChoiceSolving,
    Measure,
    Pair,
    Run,
    better,
    choices_of,
)  # fmt: skip
from dealwright.analysis.sampling import Sampling
from dealwright.analysis.system_scoring import Way, scores_of, ways_of
from dealwright.ask.condition import Condition, as_quantity, parse
from dealwright.cards import Seat, Strain
from dealwright.cards.bridge.alternatives import Alternative, imps_of
from dealwright.cards.bridge.auction import Auction
from dealwright.cards.bridge.boards import Vulnerability
from dealwright.double_dummy.solver import batch_factor
from dealwright.numbering.stream import Stream
from dealwright.planning.question import Question
from dealwright.planning.sampling.evaluation import values_of
from dealwright.systems.bidding import bid_deal

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from dealwright.analysis.decisions.limits import ClosenessLimits
    from dealwright.analysis.design import Design
    from dealwright.analysis.moments import Means, Moments
    from dealwright.answers import Estimate
    from dealwright.base.kernels.stopping import StopFlag
    from dealwright.conditions.nodes import Node
    from dealwright.deals import Deal
    from dealwright.double_dummy.solver import Solver
    from dealwright.systems.system import System

__all__ = ["CallChoice", "call_choices"]

_GLANCE = 64  # layouts on which tricks are estimated, not solved
_RIVALS = 2  # calls that are solved beside the one of the rules
_SCREEN = 16  # layouts from which the best of these is chosen
_GAINS = 0.1  # least share of the layouts in which each of two calls is better
_UNFINISHED = 0.05  # most of the layouts that may have an auction which the rules do not finish
_CHUNK = 32  # layouts solved at a time
_DEALER = Seat.NORTH
_OF_RIVAL = 3  # outcomes of a rival: IMPs, whether the first call is better, whether the rival is
# tricks by what ``_strength`` adds up, in notrump and in a suit: its slopes, through the mean
_TRICKS = {True: (0.36, -3.0), False: (0.24, -6.0)}
_SPREAD = (0.25, 0.5, 0.25)  # chances of a trick less, as estimated, a trick more


def call_choices(system: System, where: Condition | None, solving: ChoiceSolving) -> Choices:
    """Return the choices of calls of a system, which north and south play; north deals.

    The opponents follow ``system.opponents``, or pass. The choice of a deal is drawn among the
    turns of north and south at which a rule makes the call, and others make other calls.
    """

    def choose(deal: Deal, layouts: Stream) -> CallChoice | None:
        turns = list(_turns(system, deal))
        if not turns:
            return None
        turn = layouts.split("turn").words(0, 1).tolist()[0] % len(turns)
        seat, before, calls = turns[turn]
        return CallChoice(deal, seat, before, calls, system, solving)

    return choices_of(parse("1") if where is None else where, choose)


def _turns(system: System, deal: Deal) -> Iterator[tuple[Seat, Auction, tuple[str, ...]]]:
    """Yield the turns: the seat, the auction before, and the calls of the rules, its own first.

    There are none in an auction that the rules do not finish.
    """
    (way,) = ways_of(system, np.array([deal.masks], dtype=np.uint64), _DEALER)
    bid = bid_deal(system, deal, _DEALER).calls if way.finished else ()
    for place, made in enumerate(bid):
        before = Auction(_DEALER, tuple(call.call for call in bid[:place]))
        if made.line and made.seat % 2 == 0:
            applicable = system.applicable_rules(before) or []
            calls = dict.fromkeys([made.call, *(applied.call for applied in applicable)])
            if len(calls) > 1:
                yield made.seat, before, tuple(calls)


@dataclass(frozen=True)
class CallChoice:
    """The choice among the ``calls`` that a system's rules know after an auction, its own first."""

    deal: Deal
    seat: Seat
    before: Auction
    calls: tuple[str, ...]
    system: System
    solving: ChoiceSolving
    dealer: Seat = _DEALER

    @property
    def known(self) -> dict[str, Any]:
        """The auction, and the name of the system, with the opponents' if they have one."""
        name, opponents = _name(self.system), self.system.opponents
        if opponents is not None:
            name += f" (opponents: {_name(opponents)})"
        return {"auction": self.before.calls, "system": name}

    @cached_property
    def question(self) -> Question:
        """The layouts that agree with the hand and with what the calls have shown."""
        hands = [0, 0, 0, 0]
        hands[self.seat] = self.deal.masks[self.seat]
        north, east, south, west = hands
        return Question(self.system.tree(self.before), (north, east, south, west))

    def guess(self, limits: ClosenessLimits, stream: Stream, run: Run) -> tuple[str, str] | None:
        """Return the call of the rules and the best other one.

        Estimated tricks leave few others, at no cost; a few solved layouts choose among them.
        """
        own = self.calls[0]
        glance = run(self._comparing(self.calls, _GLANCE, stream.split("glance"), None))
        rivals = sorted(filter(_counts, glance.rivals), key=lambda each: -float(each.imps))
        calls = [own, *(rival.call for rival in rivals[-_RIVALS:])]
        if len(calls) == 1:
            return None
        answer = run(self._comparing(calls, _SCREEN, stream.split("screen"), self.solving.solver))
        best = min(answer.rivals, key=lambda each: float(each.imps))
        if limits.hopeless(better(own, best.call, best.imps).imps, answer.deals):
            return None
        return own, best.call

    def compared(
        self, pair: tuple[str, str], deals: int, seed: Stream
    ) -> tuple[Sampling[Any], Measure]:
        """Return the comparison; it counts if each call is better in some layouts."""

        def same(answer: _Compared) -> Pair:
            (rival,) = answer.rivals
            found = better(*pair, rival.imps)
            return found._replace(counts=_counts(rival), unfinished=rival.unfinished)

        return self._comparing(pair, deals, seed, self.solving.solver), same

    def _comparing(
        self, calls: Sequence[str], deals: int, seed: Stream, solver: Solver | None
    ) -> Sampling[_Compared]:
        study = _Study(self.system, self.before, calls, solver)
        return Sampling(self.question, study, self.solving.resources, seed, deals=deals)


class _Rival(NamedTuple):
    """A call against the first one, which gains ``imps`` against it.

    ``gains`` and ``loses`` are the shares of the layouts in which the first one does.
    """

    call: str
    imps: Estimate
    gains: float
    loses: float
    unfinished: int
    deals: int


class _Compared(NamedTuple):
    rivals: tuple[_Rival, ...]
    deals: int


def _counts(rival: _Rival) -> bool:
    """Return whether there is something to decide, and nearly all auctions are finished."""
    finished = rival.unfinished <= _UNFINISHED * rival.deals
    return finished and min(rival.gains, rival.loses) >= _GAINS


class _Study:
    """The study of calls: the outcomes of each layout; see ``sampling.Study``.

    Without a solver tricks are estimated.
    """

    strata: Node | None = None
    covariates: tuple[Node, ...] = ()

    def __init__(
        self, system: System, before: Auction, calls: Sequence[str], solver: Solver | None
    ) -> None:
        self._system, self._before, self._calls, self._solver = system, before, calls, solver
        self.chunk = _GLANCE if solver is None else _CHUNK * batch_factor(solver)
        rivals = len(calls) - 1
        self.width = (_OF_RIVAL + 1) * rivals
        self.targets = {"imps": tuple(range(rivals))}

    def outcomes(
        self, masks: NDArray[np.uint64], stop: StopFlag | None = None
    ) -> NDArray[np.int64]:
        """Return the outcomes of layouts, int64[n, width]: what by what, all rivals of each."""
        dealer, made = self._before.dealer, self._before.calls
        by_call = [ways_of(self._system, masks, dealer, (*made, call)) for call in self._calls]
        finished = np.array([[way.finished for way in ways] for ways in by_call]).T
        both = finished[:, :1] & finished[:, 1:]
        differ = [
            row for row, (own, *ways) in enumerate(zip(*by_call, strict=True))
            if any(way.contract != own.contract for way in ways)
        ]  # fmt: skip
        scores = np.zeros((len(masks), len(by_call)), dtype=np.int64)
        if differ:
            chosen = [[ways[row] for ways in by_call] for row in differ]
            if self._solver is None:
                scores[differ] = _estimated_scores(chosen, masks[differ])
            else:
                none = Vulnerability.NONE
                scores[differ] = scores_of(chosen, masks[differ], self._solver, none, stop)
        imps = imps_of(scores[:, :1] - scores[:, 1:]) * both
        return np.concatenate([imps, imps > 0, imps < 0, ~both], axis=1).astype(np.int64)

    def weights(self, outcome: int) -> NDArray[np.float64]:
        """Return the weights of one outcome, float64[width]."""
        weights = np.zeros(self.width, dtype=np.float64)
        weights[outcome] = 1.0
        return weights

    def headline(self, answer: _Compared) -> str:
        """Return by how many IMPs the first call gains against the first rival."""
        return f"{float(answer.rivals[0].imps):+.2f} IMPs"

    def of_values(self, answer: _Compared, unit: str) -> list[Estimate]:
        """Return nothing: no value counts for itself."""
        return []

    def answer(self, means: Means, moments: Moments, design: Design) -> _Compared:
        """Return the comparison of the layouts so far."""
        rivals, deals = self._calls[1:], means.deals
        sums = moments.sums.sum(axis=0).reshape(_OF_RIVAL + 1, len(rivals)).tolist()
        found = [
            _Rival(call, means.mean(self.weights(place)), gains / deals, loses / deals, lost, deals)
            for place, (call, _, gains, loses, lost) in enumerate(zip(rivals, *sums, strict=True))
        ]
        return _Compared(tuple(found), deals)


def _name(system: System) -> str:
    return system.name or "the given system"


@cache
def _strength(declarer: Seat, trumps: Strain) -> Node:
    """Return a side's points, controls and trumps, by which its tricks are estimated.

    A point is worth about 0.23 tricks in a suit contract and 0.37 in notrump, a control 0.32 in
    both, a trump 0.97; with these numbers 83 % of the variance of random deals' tricks is explained
    in a suit and 76 % in notrump (least squares on 1,000 sides).
    """
    parts = of_side(declarer, "hcp") + " + " + of_side(declarer, "controls")
    if trumps != Strain.NOTRUMP:
        parts += f" + 4 * ({of_side(declarer, trumps.name.lower())})"
    return as_quantity(parts).tree


def _estimated_scores(
    ways: Sequence[Sequence[Way]], masks: NDArray[np.uint64]
) -> NDArray[np.int64]:
    """Return the scores of north and south, int64[n, k], by points, controls and trumps alone."""
    scores = np.zeros((len(ways), len(ways[0])), dtype=np.int64)
    places: dict[Alternative, list[tuple[int, int]]] = {}
    for row, of_deal in enumerate(ways):
        for column, way in enumerate(of_deal):
            places.setdefault(way.contract, []).append((row, column))
    for contract, cells in places.items():
        if contract.contract is None:  # passed out
            continue
        rows, columns = np.array(cells).T
        slope, mean = _TRICKS[contract.strain == Strain.NOTRUMP]
        strength = values_of(_strength(contract.declarer, contract.strain), masks[rows])
        tricks = np.rint(slope * strength + mean).astype(np.int64)
        table = contract.scores(0, vulnerable=False)
        spread = sum(
            chance * table[np.clip(tricks + more, 0, 13)]
            for more, chance in zip((-1, 0, 1), _SPREAD, strict=True)
        )
        scores[rows, columns] = np.rint(spread)
    return scores
