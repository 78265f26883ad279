"""The award of a contract: its expected score beside that of the best contract of the two hands."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import sqrt
from typing import TYPE_CHECKING, Any

import numpy as np

from dealwright.analysis.alternatives import SIDES, Alternative, usual_declarer
from dealwright.analysis.contract_comparison import tricks_of
from dealwright.analysis.design import Design
from dealwright.analysis.moments import Means, Moments
from dealwright.analysis.sampling import Sampling
from dealwright.analysis.texts import percent
from dealwright.answers import Estimate
from dealwright.ask.resources import Resources
from dealwright.bridge.scoring import Contract
from dealwright.cards import Seat, Strain, Suit
from dealwright.condition import question_of
from dealwright.deals import Deal, Hand, predeal_masks
from dealwright.deprecated import WithDict
from dealwright.double_dummy.asked import asked_solver
from dealwright.errors import ArgumentError
from dealwright.stream import Stream

if TYPE_CHECKING:
    from typing import Annotated

    from numpy.typing import NDArray

    from dealwright.condition import Condition
    from dealwright.conditions.nodes import Node
    from dealwright.deals.predeal import Predeal
    from dealwright.double_dummy.solver import Solver
    from dealwright.kernels.stopping import StopFlag
    from dealwright.records import OneOf
    from dealwright.stream import Seed

__all__ = ["FULL_AWARD", "Award", "Candidate", "award", "awarding"]

FULL_AWARD = 10
_FIT = 7  # cards of a suit in two hands, from which it is looked at
_LAYOUTS = 200  # that are solved if nothing else is asked for


@dataclass(frozen=True)
class Candidate:
    """A contract that the side could play: the chance that it makes, and its expected score."""

    contract: str
    makes: Estimate
    score: Estimate


@dataclass(frozen=True)
class Award(WithDict):
    """What a contract is worth to a side: 10 times its expected score over that of the best.

    The award is 10 for the best contract and 0 for a score below 0; passing is a contract with the
    score 0. ``candidates`` are the best contract of each strain looked at, best first.
    """

    side: Annotated[str, OneOf(("ns", "ew"))]
    vulnerable: bool
    reached: Candidate
    award: Estimate
    candidates: tuple[Candidate, ...]
    layouts: int
    seed: str

    def lines(self) -> Iterator[str]:
        """Yield the award as lines of text, then a table of the candidates."""
        low, high = self.award.interval
        yield (
            f"{self.reached.contract}: {self.award:.1f} of {FULL_AWARD} ({low:.1f} to {high:.1f}), "
            f"estimated from {self.layouts} layouts"
        )
        yield f"{'contract':<10}{'makes':>8}{'score':>9}"
        for each in self.candidates:
            yield f"{each.contract:<10}{percent(each.makes):>8}{float(each.score):>+9.0f}"


class _Awarding:
    """The study of an award: the score of each contract on each layout; see ``sampling.Study``."""

    def __init__(
        self, reached: Alternative, deal: Deal, side: str, solver: Solver, *, vulnerable: bool
    ) -> None:
        self.side, self.vulnerable, self._solver = side, vulnerable, solver
        others = [
            Alternative(Contract(level, strain.letter), declarer)
            for strain, declarer in _declarers(reached, deal, side).items()
            for level in range(1, 8)
        ]
        passed = Alternative(None, usual_declarer(side))
        if reached.contract is None:
            reached = passed
        self.alternatives = tuple(dict.fromkeys([reached, passed, *others]))
        self._scores = [
            each.scores(SIDES[side], vulnerable=vulnerable) for each in self.alternatives
        ]
        self._k = len(self.alternatives)
        self.width = 2 * self._k  # scores, then which contracts make
        self.targets = {"points": tuple(range(self._k))}
        self.predictor: Node | None = None  # the layouts of two hands are much alike
        self.covariates: tuple[Node, ...] = ()
        self.every_value = False
        self.chunk = 8  # half a second of work

    def outcomes(
        self, masks: NDArray[np.uint64], stop: StopFlag | None = None
    ) -> NDArray[np.int64]:
        """Return the scores of all contracts, then whether each makes, int64[n, width]."""
        tricks = tricks_of(self.alternatives, masks, self._solver, stop)
        found = np.empty((len(masks), self.width), dtype=np.int64)
        for at, each in enumerate(self.alternatives):
            found[:, at] = self._scores[at][tricks[at]]
            found[:, self._k + at] = tricks[at] >= each.needed
        return found

    def weights(self, outcome: int) -> NDArray[np.float64]:
        """Return the weights that give one outcome, float64[width]."""
        found = np.zeros(self.width, dtype=np.float64)
        found[outcome] = 1.0
        return found

    def headline(self, answer: Award) -> str:
        """Return the contract and its award."""
        return f"{answer.reached.contract} {answer.award:.1f} of {FULL_AWARD}"

    def of_values(self, answer: Award, unit: str) -> list[Estimate]:
        """Return nothing: no value counts for itself."""
        return []

    def answer(self, means: Means, moments: Moments, design: Design) -> Award:
        """Return the award on the layouts so far."""
        hits = moments.sums[:, self._k :].sum(axis=0).tolist()

        def candidate(at: int) -> Candidate:
            makes = (
                Estimate.certain(1)
                if self.alternatives[at].contract is None
                else means.share(self.weights(self._k + at), hits[at])
            )
            return Candidate(str(self.alternatives[at]), makes, means.mean(self.weights(at)))

        scores = [means.value(self.weights(at)) for at in range(self._k)]
        best = dict[int | None, int]()  # of each strain, and of passing
        for at in sorted(range(self._k), key=lambda at: -scores[at]):
            each = self.alternatives[at]
            if at == 0 or each.contract is None or not each.contract.doubled:
                best.setdefault(None if each.contract is None else int(each.strain), at)
        return Award(
            self.side, self.vulnerable, candidate(0), self._award(means, scores),
            tuple(candidate(at) for at in best.values()), means.deals, means.seed,
        )  # fmt: skip

    def _award(self, means: Means, scores: list[float]) -> Estimate:
        """Return the award: the least of the ratios to each contract, from 0 to 1, times 10.

        A ratio r of means y / x is possible if y - r x is within its interval of 0 (Fieller, *Some
        Problems in Interval Estimation*, 1954), which also holds where x may be 0.
        """
        y, mine = scores[0], self.weights(0)
        own = means.half_width(mine) ** 2
        value, low, high = 1.0, 1.0, 1.0
        for at in range(1, self._k):
            x, other = scores[at], self.weights(at)
            its = means.half_width(other) ** 2
            both = (own + its - means.half_width(mine - other) ** 2) / 2
            value = min(value, 1.0 if y >= x else max(0.0, y / x) if x > 0 else 0.0)
            low = min(low, _ratio(y, x, own, its, both, -1))
            high = min(high, _ratio(y, x, own, its, both, 1))
        return Estimate(
            FULL_AWARD * value, FULL_AWARD * low, FULL_AWARD * high, False, "sample",
            means.confidence, means.deals, 0, means.seed,
        )  # fmt: skip


def awarding(
    deal: Deal | str,
    contract: str,
    *,
    side: str = "ns",
    vulnerable: bool = False,
    where: Condition | str | None = None,
    predeal: Predeal | None = None,
    layouts: int | None = None,
    seconds: float | None = None,
    seed: Seed | Stream | None = None,
    resources: Resources | None = None,
    solver: Solver | None = None,
) -> Sampling[Award]:
    """Return a job that awards a contract; see ``award``.

    :raises ArgumentError: if there is no such side
    :raises CardError: if the deal or the contract cannot be read
    :raises ConditionError: if ``where`` cannot be read
    """
    if side not in SIDES:
        raise ArgumentError(f"a side is ns or ew, not '{side}'")
    dealt = Deal(deal)
    reached = Alternative.parse(contract, usual_declarer(side))
    known = predeal_masks(predeal)
    pair = (Seat(SIDES[side]), Seat(SIDES[side] + 2))
    fixed = {seat: dealt[seat] if seat in pair else Hand(known[seat]) for seat in Seat}
    study = _Awarding(reached, dealt, side, asked_solver(solver), vulnerable=vulnerable)
    return Sampling(
        question_of(where, fixed), study, Resources() if resources is None else resources,
        Stream.of(seed), deals=_LAYOUTS if layouts is None else layouts, seconds=seconds,
    )  # fmt: skip


def award(deal: Deal | str, contract: str, **options: Any) -> Award:
    """Award a contract of a side: 10 times its expected score over that of its best contract.

    The opponents' cards are dealt anew, ``layouts`` times (200), under what is known: ``where`` and
    ``predeal``, as the deal itself was dealt. Scores are double dummy; opponents do not bid. Each
    level of notrump, of the suits with seven cards or more, and of the contract's strain is looked
    at; the best is the best of the sample, so the award is a little low.

    >>> found = award("N:AKQ2.KQ3.A32.K54 T98.JT9.JT98.JT9 J543.A2.K54.AQ32 76.87654.Q76.876",
    ...               "3NT", layouts=30, seed=1)
    >>> found.candidates[0].contract, found.award < 10
    ('7S-N', True)

    :raises ArgumentError: if there is no such side
    :raises CardError: if the deal or the contract cannot be read
    :raises ConditionError: if ``where`` cannot be read
    """
    return awarding(deal, contract, **options).result()


def _ratio(y: float, x: float, own: float, its: float, both: float, sign: int) -> float:
    """Return the ratio from 0 to 1 where y - r x is as far from 0 as its half width.

    ``own``, ``its`` and ``both`` are squares of half widths of y and x, and their covariance. Below
    it, y - r x is above zero for certain (sign -1), or not below it for certain (sign 1).
    """

    def above(r: float) -> bool:
        half = sqrt(max(0.0, own - 2 * r * both + r * r * its))
        return y - r * x + sign * half >= 0

    if not above(0.0) or above(1.0):
        return float(above(1.0) and above(0.0))
    low, high = 0.0, 1.0
    for _ in range(40):
        middle = (low + high) / 2
        low, high = (middle, high) if above(middle) else (low, middle)
    return low


def _declarers(reached: Alternative, deal: Deal, side: str) -> dict[Strain, Seat]:
    """Return who declares each strain: the one who did, or has more cards of it, or more HCP."""
    pair = (Seat(SIDES[side]), Seat(SIDES[side] + 2))
    found = {Strain.NOTRUMP: max(pair, key=lambda seat: deal[seat].hcp)}
    for suit in Suit:
        lengths = [deal[seat].length(suit) for seat in pair]
        if sum(lengths) >= _FIT:
            found[Strain(suit)] = pair[lengths[1] > lengths[0]]
    if reached.contract is not None and reached.declarer in pair:
        found[reached.strain] = reached.declarer
    return found
