"""Which of two systems wins: their contracts on the same deals, scored by double dummy."""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator, Iterator
from dataclasses import dataclass, replace
from math import hypot, sqrt
from statistics import NormalDist
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from dealwright.analysis.alternatives import Alternative, imps_of
from dealwright.analysis.design import unmeasured
from dealwright.analysis.moments import Means, Moments
from dealwright.answers import Estimate
from dealwright.answers.interval_texts import margin
from dealwright.bridge.auction import Auction, contract_so_far
from dealwright.bridge.boards import Vulnerability
from dealwright.bridge.scoring import Contract
from dealwright.cards import Seat, Strain
from dealwright.deals import Deals
from dealwright.double_dummy.asks import Tricks
from dealwright.double_dummy.solver import batch_factor
from dealwright.errors import Stopped
from dealwright.sampling.evaluation import values_of
from dealwright.systems.bidding import auctions_of
from dealwright.systems.system import System

if TYPE_CHECKING:
    from typing import Annotated

    from numpy.typing import NDArray

    from dealwright.double_dummy.solver import Solver
    from dealwright.jobs import Job
    from dealwright.records import OneOf

__all__ = ["ScoredParting", "Scoring", "SystemScores", "Way", "ways_of"]

PASSED_OUT = Alternative(None, Seat.NORTH)
_GAME = 400  # points for making a game, undoubled and not vulnerable; a part-score has fewer
_FEW = 5  # solved deals of a parting that is told apart
_CHUNK = 32  # deals solved at a time: a second or so
_OUTCOMES = 4  # IMPs, points, and both where the rules finish the auctions
_Z = NormalDist().inv_cdf(0.975)
_Parting = tuple[str, str, str]


class Way(NamedTuple):
    """How a deal is bid: its calls, the contract, and whether the rules finish the auction.

    They do if it is passed out, if the contract is a game or more, or if the partner of the last
    bidder passed by a rule. Else the rules end before the auction does.
    """

    calls: tuple[str, ...]
    contract: Alternative
    finished: bool


def ways_of(system: System, masks: NDArray[np.uint64], dealer: Seat = Seat.NORTH) -> list[Way]:
    r"""Return how deals, uint64[n, 4], are bid by the rules.

    Where the rules end, all pass: the contract is the last bid, and who first named its strain
    plays it.

    >>> from dealwright import deal
    >>> from dealwright.systems import read_system
    >>> given = read_system("opening\n  1C hcp >= 12\n  else Pass")
    >>> for way in ways_of(given, deal(2, seed=1).masks):
    ...     print(*way.calls, way.contract, way.finished)
    1C Pass Pass Pass 1C-N False
    Pass Pass 1C Pass Pass Pass 1C-S False
    """
    found = [Way((), PASSED_OUT, True)] * len(masks)
    for calls, places in auctions_of(system, masks, dealer).items():
        contract, finished = _ending(system, calls, masks[places], dealer)
        ways = [Way(calls, contract, ended) for ended in (False, True)]
        for place, ended in zip(places.tolist(), finished.tolist(), strict=True):
            found[place] = ways[ended]
    return found


def _ending(
    system: System, calls: tuple[str, ...], masks: NDArray[np.uint64], dealer: Seat
) -> tuple[Alternative, NDArray[np.bool_]]:
    """Return the contract of an auction, and in which of its deals the rules finish it."""
    declared = contract_so_far(calls, dealer)
    every = np.ones(len(masks), dtype=np.bool_)
    if declared is None:
        return PASSED_OUT, every
    contract = Contract(declared.level, declared.strain[0], len(declared.risk))
    ended = Alternative(contract, declared.declarer)
    last = max(at for at, call in enumerate(calls) if call not in ("Pass", "X", "XX"))
    before = Auction(dealer, calls[: last + 2])
    made = replace(contract, doubled=0).score(contract.level + 6, vulnerable=False)
    if made >= _GAME or calls[last + 2] != "Pass":
        return ended, every
    player = system.player(before)
    spots = (None if player is None else player.spots(before)) or []
    finished = ~every
    for spot in spots:
        if spot.call == "Pass":
            finished |= values_of(spot.tree, masks) != 0
    return ended, finished


@dataclass(frozen=True)
class ScoredParting:
    """Deals whose contracts differ after two systems part at one place.

    ``deals`` of all deals, ``solved`` of them; ``imps`` and ``points`` are means of these deals,
    above 0 where the first system wins. ``example`` is one of them, with the contracts of both.
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
    """What two systems score against each other, in IMPs and points a deal, all deals counted.

    Above 0 the first system wins. The final contracts differ in ``differ`` deals, of which
    ``solved`` were solved; on all other deals the difference is 0. ``finished_imps`` and
    ``finished_points`` are the part of the differences that comes from deals whose two auctions the
    rules finish; ``unfinished`` counts, for each system, the solved deals where they do not.
    ``partings`` are those where most is won or lost, the most first.
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
        """Yield the scores as text; ``deals`` is how many were bid."""
        yield (
            f"the contracts differ in {self.differ / deals:.2%}; {self.solved:,} of these deals "
            f"solved, double dummy, {Vulnerability.parse(self.vulnerable).phrase}"
        )
        yield f"{names[0]} against {names[1]}: {_sum(self.imps, self.points)} a deal"
        finished = _sum(self.finished_imps, self.finished_points)
        yield f"  of this, where the rules finish both auctions: {finished}"
        one, other = (f"{n / self.solved:.1%}" for n in self.unfinished)
        yield f"  auctions that the rules do not finish: {one} of these deals, and {other}"
        if self.partings:
            yield "most is won and lost at (IMPs a deal of all; of these deals)"
        for each in self.partings[:most]:
            share = each.deals / deals
            yield (
                f"{share * float(each.imps):>+9.4f}  {each.auction or 'opening'}: {each.one} / "
                f"{each.other}  {share:.3%}, {each.solved} solved, "
                f"{float(each.imps):+.2f}{margin(each.imps)} IMPs"
            )
            yield f"           {each.example}  {each.contracts[0]} / {each.contracts[1]}"


def _sum(imps: Estimate, points: Estimate) -> str:
    of_imps = f"{float(imps):+.3f}{margin(imps, '.3f')} IMPs"
    return f"{of_imps}, {float(points):+.1f}{margin(points, '.1f')} points"


class _Collected(NamedTuple):
    """A deal whose contracts differ: where the systems part, its cards, and how both bid it."""

    parting: _Parting
    masks: NDArray[np.uint64]
    ways: tuple[Way, Way]


class Scoring:
    """Collects the deals whose contracts differ, up to ``solves`` of them, and has them solved.

    Strata are the places where the systems part: how many deals of each there are is known from all
    deals that were bid, so only the means within them are estimated from those that are solved.
    """

    def __init__(self, solves: int, vulnerable: str, solver: Solver) -> None:
        self.solves, self._solver = solves, solver
        self.vulnerable = Vulnerability.parse(vulnerable)
        self.counts: Counter[_Parting] = Counter()
        self._deals: list[_Collected] = []

    def add(self, parting: _Parting, masks: NDArray[np.uint64], one: Way, other: Way) -> None:
        """Add a deal, uint64[4], where the systems part; it counts only if the contracts differ."""
        if one.contract == other.contract:
            return
        self.counts[parting] += 1
        if len(self._deals) < self.solves:
            self._deals.append(_Collected(parting, masks, (one, other)))

    def scored(
        self, job: Job[Any, Any], bid: int, seed: str
    ) -> Generator[SystemScores, None, None]:
        """Solve what was collected of ``bid`` deals and yield the scores so far.

        Nothing is yielded if the job is stopped before a batch is solved.
        """
        total = len(self._deals)
        kept = [
            key for key, n in self.counts.most_common() if n * total >= _FEW * self.counts.total()
        ]
        strata = {key: at for at, key in enumerate(kept)}
        shares = np.array([*(self.counts[key] for key in kept), 0], dtype=np.float64)
        shares[-1] = self.counts.total() - shares.sum()
        design = replace(
            unmeasured(None, ()), shares=shares / max(1.0, shares.sum()), deals=self.counts.total()
        )
        moments = Moments(len(shares), _OUTCOMES)
        chunk, done = _CHUNK * batch_factor(self._solver), 0
        while done < total and not job.stopping:
            rows = slice(done, min(total, done + chunk))
            try:
                outcomes = self._outcomes(rows, job)
            except Stopped:
                return
            where = [strata.get(each.parting, len(kept)) for each in self._deals[rows]]
            moments.add(np.array(where, dtype=np.int64), outcomes)
            done = rows.stop
            found = self._answer(Means(design, moments, seed=seed), moments, kept, bid, done)
            note = f"{float(found.imps):+.3f}{margin(found.imps)} IMPs"
            job.report(done, total, "deals solved", note)
            yield found

    def _outcomes(self, rows: slice, job: Job[Any, Any]) -> NDArray[np.int64]:
        """Return the outcomes of some of the collected deals, int64[n, outcomes]."""
        chosen = self._deals[rows]
        masks = np.array([each.masks for each in chosen], dtype=np.uint64)
        tricks: dict[tuple[Seat, Strain], dict[int, int]] = {}
        for row, each in enumerate(chosen):
            for way in each.ways:
                if way.contract.contract is not None:
                    tricks.setdefault((way.contract.declarer, way.contract.strain), {})[row] = 0
        for (declarer, strain), known in tricks.items():
            deals = list(known)
            ask = Tricks(masks[deals], declarer, strain)
            made = self._solver.solve(ask, stop=job.flag)
            known.update(zip(deals, made.tolist(), strict=True))
        scores = np.array(
            [
                [self._score(way.contract, row, tricks) for way in each.ways]
                for row, each in enumerate(chosen)
            ]
        )
        points = scores[:, 0] - scores[:, 1]
        finished = np.array([all(way.finished for way in each.ways) for each in chosen])
        imps = imps_of(points)
        return np.stack([imps, points, imps * finished, points * finished], axis=1)

    def _score(
        self, contract: Alternative, row: int, tricks: dict[tuple[Seat, Strain], dict[int, int]]
    ) -> int:
        """Return the score of north and south in one contract."""
        if contract.contract is None:
            return 0
        made = tricks[contract.declarer, contract.strain][row]
        vulnerable = self.vulnerable.includes(contract.declarer)
        score = contract.contract.score(made, vulnerable=vulnerable)
        return score if contract.declarer % 2 == 0 else -score

    def _answer(
        self, means: Means, moments: Moments, kept: list[_Parting], bid: int, done: int
    ) -> SystemScores:
        differ = self.counts.total()
        weights = np.eye(_OUTCOMES)
        imps, points, of_imps, of_points = (
            _of_all(means.mean(each), differ / bid, bid) for each in weights
        )
        used = np.flatnonzero(moments.number).tolist()
        places = [means.of_strata(weights[at]) for at in range(2)]
        partings = [
            self._parting(kept[stratum], int(moments.number[stratum]), its_imps, its_points)
            for stratum, its_imps, its_points in zip(used, *places, strict=True)
            if stratum < len(kept)
        ]
        partings.sort(key=lambda each: -abs(each.deals * float(each.imps)))
        one, other = (
            sum(not each.ways[at].finished for each in self._deals[:done]) for at in range(2)
        )
        return SystemScores(
            self.vulnerable.name.lower(), differ, done, (one, other), imps, points, of_imps,
            of_points, tuple(partings),
        )  # fmt: skip

    def _parting(
        self, parting: _Parting, solved: int, imps: Estimate, points: Estimate
    ) -> ScoredParting:
        first = next(each for each in self._deals if each.parting == parting)
        one, other = (str(way.contract) for way in first.ways)
        return ScoredParting(
            *parting, self.counts[parting], solved, imps, points,
            Deals.trusted(first.masks[None])[0].text(), (one, other),
        )  # fmt: skip


def _of_all(found: Estimate, share: float, bid: int) -> Estimate:
    """Return the mean of all deals: a mean of the deals that differ, times their share.

    The share is that of ``bid`` deals, and the variance of a product of independent estimates p and
    m is about p^2 V(m) + m^2 V(p).
    """
    mean = float(found)
    error = _Z * abs(mean) * sqrt(share * (1 - share) / bid)
    half = hypot(share * float(found.high - found.low) / 2, error)
    value = share * mean
    return replace(found, value=value, low=value - half, high=value + half)
