"""Which of two systems wins: their contracts on the same deals, scored by double dummy."""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator, Iterator, Sequence
from dataclasses import dataclass, replace
from math import hypot, sqrt
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from dealwright.analysis.design import unmeasured
from dealwright.analysis.moments import Means, Moments
from dealwright.answers import Estimate
from dealwright.answers.estimate_texts import margin
from dealwright.answers.estimates import normal_quantile
from dealwright.base.errors import Stopped
from dealwright.cards import Seat, Strain
from dealwright.cards.bridge.alternatives import Alternative, imps_of
from dealwright.cards.bridge.auction import Auction, contract_so_far
from dealwright.cards.bridge.boards import Vulnerability
from dealwright.cards.bridge.scoring import Contract
from dealwright.deals import Deals
from dealwright.double_dummy.asks import Tricks
from dealwright.double_dummy.solver import batch_factor
from dealwright.systems.bidding import auctions_of
from dealwright.systems.system import System

if TYPE_CHECKING:
    from typing import Annotated

    from numpy.typing import NDArray

    from dealwright.answers.records import OneOf
    from dealwright.base.jobs import Job
    from dealwright.base.kernels.stopping import StopFlag
    from dealwright.double_dummy.solver import Solver

__all__ = ["ScoredParting", "Scoring", "SystemScores", "Way", "scores_of", "ways_of"]

PASSED_OUT = Alternative(None, Seat.NORTH)
_GAME = 400  # least points of a game made, undoubled and not vulnerable
_LEAST_SOLVED = 5  # fewest solved deals of a parting that is listed
_CHUNK = 32  # deals solved at a time: about a second
_OUTCOMES = 4  # IMPs, points, and both again for auctions that the rules finish
_Z = normal_quantile(0.95)
_Parting = tuple[str, str, str]


class Way(NamedTuple):
    """How a deal is bid: its calls, the contract, and whether the rules finish the auction.

    They do if it is passed out, if the contract is a game or more, or if the partner of the last
    bidder passed where the file has rules. Otherwise the rules end before the auction does.
    """

    calls: tuple[str, ...]
    contract: Alternative
    finished: bool


def ways_of(
    system: System, masks: NDArray[np.uint64], dealer: Seat = Seat.NORTH, calls: Sequence[str] = ()
) -> list[Way]:
    r"""Return how deals, uint64[n, 4], are bid by the rules, after some calls if there are any.

    When the rules end, all pass: the contract is the last bid, declared by the first of the side
    to name its strain.

    >>> from dealwright import deal
    >>> from dealwright.systems import read_system
    >>> system = read_system("opening\n  1C hcp >= 12\n  else Pass")
    >>> for way in ways_of(system, deal(2, seed=1).masks):
    ...     print(*way.calls, way.contract, way.finished)
    1C Pass Pass Pass 1C-N False
    Pass Pass 1C Pass Pass Pass 1C-S False
    """
    by_deal = [Way((), PASSED_OUT, True)] * len(masks)
    for made, places in auctions_of(system, masks, dealer, calls=calls).items():
        way = Way(made, *_ending(system, made, dealer))
        for place in places.tolist():
            by_deal[place] = way
    return by_deal


def _ending(system: System, calls: tuple[str, ...], dealer: Seat) -> tuple[Alternative, bool]:
    """Return the contract of an auction, and whether the rules finish it."""
    declared = contract_so_far(calls, dealer)
    if declared is None:
        return PASSED_OUT, True
    contract = Contract(declared.level, declared.strain[0], len(declared.risk))
    alternative = Alternative(contract, declared.declarer)
    last_bid = max(index for index, call in enumerate(calls) if call not in ("Pass", "X", "XX"))
    before = Auction(dealer, calls[: last_bid + 2])
    score = replace(contract, doubled=0).score(contract.level + 6, vulnerable=False)
    if score >= _GAME or calls[last_bid + 2] != "Pass":
        return alternative, True
    player = system.player(before)
    return alternative, player is not None and player.rules_at(before) is not None


def scores_of(
    ways: Sequence[Sequence[Way]],
    masks: NDArray[np.uint64],
    solver: Solver,
    vulnerable: Vulnerability,
    stop: StopFlag | None = None,
) -> NDArray[np.int64]:
    """Return the scores of north and south, int64[n, k], for k ways to bid each deal, uint64[n, 4].

    Each declarer and strain of a deal is solved once.

    :raises Stopped: if the flag was set before it was done
    """
    tricks: dict[tuple[Seat, Strain], dict[int, int]] = {}
    for row, of_deal in enumerate(ways):
        for way in of_deal:
            if way.contract.contract is not None:
                tricks.setdefault((way.contract.declarer, way.contract.strain), {})[row] = 0
    for (declarer, strain), results in tricks.items():
        deals = list(results)
        solved = solver.solve(Tricks(masks[deals], declarer, strain), stop=stop)
        results.update(zip(deals, solved.tolist(), strict=True))

    def score(contract: Alternative, row: int) -> int:
        if contract.contract is None:
            return 0
        made = tricks[contract.declarer, contract.strain][row]
        exposed = vulnerable.includes(contract.declarer)
        points = contract.contract.score(made, vulnerable=exposed)
        return points if contract.declarer % 2 == 0 else -points

    rows = [[score(way.contract, row) for way in of_deal] for row, of_deal in enumerate(ways)]
    return np.array(rows, dtype=np.int64)


@dataclass(frozen=True)
class ScoredParting:
    """Deals whose contracts differ after two systems part at one place.

    There are ``deals`` of them, of which ``solved`` were solved; ``imps`` and ``points`` are means
    over these deals, above 0 if the first system wins. ``example`` is one of them, with the
    contracts of both.
    """

    auction: str
    one: str
    other: str
    deals: int
    solved: int
    imps: Estimate
    points: Estimate
    example: str
    contracts: tuple[str, str]


@dataclass(frozen=True)
class SystemScores:
    """The scores of two systems against each other, in IMPs and points per deal of all deals.

    Above 0 the first system wins. The final contracts differ in ``differ`` deals, of which
    ``solved`` were solved; on all other deals the difference is 0. ``finished_imps`` and
    ``finished_points`` are the part of the differences from deals on which the rules finish both
    auctions; ``unfinished`` counts, for each system, the solved deals on which they do not.
    ``partings`` are ordered by the total won or lost, the largest first.
    """

    vulnerable: Annotated[str, OneOf(("none", "ns", "ew", "all"))]
    differ: int
    solved: int
    unfinished: tuple[int, int]
    imps: Estimate
    points: Estimate
    finished_imps: Estimate
    finished_points: Estimate
    partings: tuple[ScoredParting, ...]

    def lines(self, names: tuple[str, str], deals: int, most: int = 12) -> Iterator[str]:
        """Yield the scores as text; ``deals`` is the number of deals bid."""
        yield (
            f"the contracts differ in {self.differ / deals:.2%}; {self.solved:,} of these deals "
            f"solved, double dummy, {Vulnerability.parse(self.vulnerable).phrase}"
        )
        yield f"{names[0]} against {names[1]}: {_sum(self.imps, self.points)} a deal"
        finished = _sum(self.finished_imps, self.finished_points)
        yield f"  of this, where the rules finish both auctions: {finished}"
        first_share, other_share = (f"{n / self.solved:.1%}" for n in self.unfinished)
        yield (
            f"  auctions that the rules do not finish: {first_share} of these deals, "
            f"and {other_share}"
        )
        if self.partings:
            yield "most is won or lost at (IMPs a deal: of all deals; of these)"
        for parting in self.partings[:most]:
            share = parting.deals / deals
            yield (
                f"{share * float(parting.imps):>+9.4f}  {parting.auction or 'opening'}: "
                f"{parting.one} / "
                f"{parting.other}  {share:.3%}, {parting.solved} solved, "
                f"{float(parting.imps):+.2f}{margin(parting.imps)} IMPs"
            )
            yield f"           {parting.example}  {parting.contracts[0]} / {parting.contracts[1]}"


def _sum(imps: Estimate, points: Estimate) -> str:
    of_imps = f"{float(imps):+.3f}{margin(imps, '.3f')} IMPs"
    return f"{of_imps}, {float(points):+.1f}{margin(points, '.1f')} points"


class _Collected(NamedTuple):
    """A deal with different contracts: where the systems part, its cards, and both ways."""

    parting: _Parting
    masks: NDArray[np.uint64]
    ways: tuple[Way, Way]


class Scoring:
    """Collects up to ``solves`` deals with different contracts, and solves them.

    The partings of the systems are strata. Their sizes are known from all deals that were bid; only
    the means within them are estimated from the solved deals.
    """

    def __init__(self, solves: int, vulnerable: str, solver: Solver) -> None:
        self.solves, self._solver = solves, solver
        self.vulnerable = Vulnerability.parse(vulnerable)
        self.counts: Counter[_Parting] = Counter()
        self._deals: list[_Collected] = []

    def add(self, parting: _Parting, masks: NDArray[np.uint64], one: Way, other: Way) -> None:
        """Add a deal, uint64[4], on which systems part; it counts only if contracts differ."""
        if one.contract == other.contract:
            return
        self.counts[parting] += 1
        if len(self._deals) < self.solves:
            self._deals.append(_Collected(parting, masks, (one, other)))

    def scored(
        self, job: Job[Any, Any], bid: int, seed: str
    ) -> Generator[SystemScores, None, None]:
        """Solve the deals collected from ``bid`` deals and yield the scores so far.

        Nothing is yielded if the job is stopped before a batch is solved.
        """
        total = len(self._deals)
        listed = [
            key
            for key, n in self.counts.most_common()
            if n * total >= _LEAST_SOLVED * self.counts.total()
        ]
        strata = {key: index for index, key in enumerate(listed)}
        shares = np.array([*(self.counts[key] for key in listed), 0], dtype=np.float64)
        shares[-1] = self.counts.total() - shares.sum()
        design = replace(
            unmeasured(None, ()), shares=shares / max(1.0, shares.sum()), deals=self.counts.total()
        )
        moments = Moments(len(shares), _OUTCOMES)
        chunk, solved = _CHUNK * batch_factor(self._solver), 0
        while solved < total and not job.stopping:
            rows = slice(solved, min(total, solved + chunk))
            try:
                outcomes = self._outcomes(rows, job)
            except Stopped:
                return
            deal_strata = [strata.get(deal.parting, len(listed)) for deal in self._deals[rows]]
            moments.add(np.array(deal_strata, dtype=np.int64), outcomes)
            solved = rows.stop
            scores = self._answer(Means(design, moments, seed=seed), moments, listed, bid, solved)
            note = f"{float(scores.imps):+.3f}{margin(scores.imps)} IMPs"
            job.report(solved, total, "deals solved", note)
            yield scores

    def _outcomes(self, rows: slice, job: Job[Any, Any]) -> NDArray[np.int64]:
        """Return the outcomes of some of the collected deals, int64[n, outcomes]."""
        chosen = self._deals[rows]
        masks = np.array([deal.masks for deal in chosen], dtype=np.uint64)
        ways = [deal.ways for deal in chosen]
        scores = scores_of(ways, masks, self._solver, self.vulnerable, job.flag)
        points = scores[:, 0] - scores[:, 1]
        finished = np.array([all(way.finished for way in deal.ways) for deal in chosen])
        imps = imps_of(points)
        return np.stack([imps, points, imps * finished, points * finished], axis=1)

    def _answer(
        self, means: Means, moments: Moments, listed: list[_Parting], bid: int, done: int
    ) -> SystemScores:
        differ = self.counts.total()
        weights = np.eye(_OUTCOMES)
        imps, points, of_imps, of_points = (
            _of_all(means.mean(vector), differ / bid, bid) for vector in weights
        )
        strata = np.flatnonzero(moments.number).tolist()
        places = [means.of_strata(weights[index]) for index in range(2)]
        partings = [
            self._parting(
                listed[stratum], int(moments.number[stratum]), imps_of_parting, points_of_parting
            )
            for stratum, imps_of_parting, points_of_parting in zip(strata, *places, strict=True)
            if stratum < len(listed)
        ]
        partings.sort(key=lambda vector: -abs(vector.deals * float(vector.imps)))
        first_unfinished, other_unfinished = (
            sum(not vector.ways[index].finished for vector in self._deals[:done])
            for index in range(2)
        )
        return SystemScores(
            self.vulnerable.name.lower(), differ, done, (first_unfinished, other_unfinished),
            imps, points, of_imps, of_points, tuple(partings),
        )  # fmt: skip

    def _parting(
        self, parting: _Parting, solved: int, imps: Estimate, points: Estimate
    ) -> ScoredParting:
        first = next(deal for deal in self._deals if deal.parting == parting)
        first_contract, other_contract = (str(way.contract) for way in first.ways)
        return ScoredParting(
            *parting, self.counts[parting], solved, imps, points,
            Deals.trusted(first.masks[None])[0].text(), (first_contract, other_contract),
        )  # fmt: skip


def _of_all(estimate: Estimate, share: float, bid: int) -> Estimate:
    """Return the mean over all deals: the mean over deals that differ, times their share.

    The share is estimated from ``bid`` deals. The variance of a product of independent estimates p
    and m is about p^2 V(m) + m^2 V(p).
    """
    mean = float(estimate)
    error = _Z * abs(mean) * sqrt(share * (1 - share) / bid)
    half = hypot(share * float(estimate.high - estimate.low) / 2, error)
    value = share * mean
    return replace(estimate, value=value, low=value - half, high=value + half)
