"""The award of a contract: its expected score relative to the best contract of the two hands."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import sqrt
from typing import TYPE_CHECKING, Any

import numpy as np

from dealwright.analysis.contract_comparison import tricks_of
from dealwright.analysis.design import Design
from dealwright.analysis.moments import Means, Moments
from dealwright.analysis.sampling import Sampling
from dealwright.analysis.texts import percent
from dealwright.answers import Estimate
from dealwright.answers.tabular import Tabular
from dealwright.ask.condition import question_of
from dealwright.ask.resources import resources_of
from dealwright.base.call_options import options_of
from dealwright.base.checked_numbers import checked_integer
from dealwright.cards import Seat, Strain, Suit
from dealwright.cards.bridge.alternatives import (
    SIDES,
    Alternative,
    checked_side,
    imps_of,
    usual_declarer,
)
from dealwright.cards.bridge.scoring import Contract
from dealwright.deals import Deal, Hand, predeal_masks
from dealwright.double_dummy.current_solver import current_solver
from dealwright.numbering.stream import Stream

if TYPE_CHECKING:
    from typing import Annotated

    from numpy.typing import NDArray

    from dealwright.answers.records import OneOf
    from dealwright.ask.condition import Condition
    from dealwright.ask.resources import Resources
    from dealwright.base.kernels.stopping import StopFlag
    from dealwright.conditions.nodes import Node
    from dealwright.deals.predeal import Predeal
    from dealwright.deals.workspace import Workspace
    from dealwright.double_dummy.solver import Solver
    from dealwright.numbering.stream import Seed

__all__ = ["FULL_AWARD", "Award", "Candidate", "award", "awarding"]

FULL_AWARD = 10
_FIT = 7  # cards of a suit in two hands, from which it is a candidate strain
_LAYOUTS = 200  # default number of layouts to solve


@dataclass(frozen=True)
class Candidate:
    """A contract that the side could play: the chance that it makes, and its expected score."""

    contract: str
    makes: Estimate
    score: Estimate


@dataclass(frozen=True)
class Award(Tabular):
    """What a contract is worth to a side: 10 times its expected score divided by the best one.

    The award is 10 for the best contract and 0 for a score below 0; passing is a contract with the
    score 0. ``candidates`` are the best contracts of the candidate strains, best first. ``imps`` is
    the mean of the IMPs that the contract wins from the first of them on a layout.
    """

    table_rows = "candidates"

    side: Annotated[str, OneOf(("ns", "ew"))]
    vulnerable: bool
    reached: Candidate
    award: Estimate
    candidates: tuple[Candidate, ...]
    layouts: int
    seed: str
    imps: Estimate | None = None

    def lines(self) -> Iterator[str]:
        """Yield the award as lines of text, then a table of the candidates."""
        low, high = self.award.interval
        yield (
            f"{self.reached.contract}: {self.award:.1f} of {FULL_AWARD} ({low:.1f} to {high:.1f}), "
            f"estimated from {self.layouts} layouts"
        )
        if self.imps is not None and self.reached.contract != self.candidates[0].contract:
            least, most = self.imps.interval
            yield (
                f"against {self.candidates[0].contract}: {self.imps:+.1f} IMPs "
                f"({least:+.1f} to {most:+.1f})"
            )
        yield f"{'contract':<10}{'makes':>8}{'score':>9}"
        for candidate in self.candidates:
            yield (
                f"{candidate.contract:<10}{percent(candidate.makes):>8}"
                f"{float(candidate.score):>+9.0f}"
            )


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
            alternative.scores(SIDES[side], vulnerable=vulnerable)
            for alternative in self.alternatives
        ]
        self._k = len(self.alternatives)
        self.width = 3 * self._k  # scores, which contracts make, IMPs against each
        self.targets = {"points": tuple(range(self._k))}
        self.strata: Node | None = None
        self.covariates: tuple[Node, ...] = ()
        self.chunk = 8  # deals; half a second of work

    def outcomes(
        self, masks: NDArray[np.uint64], stop: StopFlag | None = None
    ) -> NDArray[np.int64]:
        """Return the scores of all contracts, whether each makes, IMPs, int64[n, width].

        The IMPs are those of the contract reached against each.
        """
        tricks = tricks_of(self.alternatives, masks, self._solver, stop)
        table = np.empty((len(masks), self.width), dtype=np.int64)
        for column, alternative in enumerate(self.alternatives):
            table[:, column] = self._scores[column][tricks[column]]
            table[:, self._k + column] = tricks[column] >= alternative.needed
            table[:, 2 * self._k + column] = imps_of(table[:, 0] - table[:, column])
        return table

    def weights(self, outcome: int) -> NDArray[np.float64]:
        """Return the weights that give one outcome, float64[width]."""
        vector = np.zeros(self.width, dtype=np.float64)
        vector[outcome] = 1.0
        return vector

    def headline(self, answer: Award) -> str:
        """Return the contract and its award."""
        return f"{answer.reached.contract} {answer.award:.1f} of {FULL_AWARD}"

    def of_values(self, answer: Award, unit: str) -> list[Estimate]:
        """Return []: this study has no precision targets by value."""
        return []

    def answer(self, means: Means, moments: Moments, design: Design) -> Award:
        """Return the award on the layouts so far."""
        hits = moments.sums[:, self._k : 2 * self._k].sum(axis=0).tolist()

        def candidate(index: int) -> Candidate:
            makes = (
                Estimate.certain(1)
                if self.alternatives[index].contract is None
                else means.share(self.weights(self._k + index), hits[index])
            )
            return Candidate(str(self.alternatives[index]), makes, means.mean(self.weights(index)))

        scores = [means.value(self.weights(index)) for index in range(self._k)]
        best = dict[int | None, int]()  # of each strain, and of passing
        for index in sorted(range(self._k), key=lambda index: -scores[index]):
            alternative = self.alternatives[index]
            if index == 0 or alternative.contract is None or not alternative.contract.doubled:
                best.setdefault(
                    None if alternative.contract is None else int(alternative.strain), index
                )
        return Award(
            self.side, self.vulnerable, candidate(0), self._award(means, scores),
            tuple(candidate(index) for index in best.values()), means.deals, means.seed,
            means.mean(self.weights(2 * self._k + next(iter(best.values())))),
        )  # fmt: skip

    def _award(self, means: Means, scores: list[float]) -> Estimate:
        """Return the award: 10 times the least ratio to any contract, from 0 to 1.

        A ratio r of means y / x is possible if the interval of y - r x contains 0 (Fieller, *Some
        Problems in Interval Estimation*, 1954), which also holds if x may be 0.
        """
        y, own_weights = scores[0], self.weights(0)
        own_square = means.half_width(own_weights) ** 2
        value, low, high = 1.0, 1.0, 1.0
        for index in range(1, self._k):
            x, other_weights = scores[index], self.weights(index)
            other_square = means.half_width(other_weights) ** 2
            covariance = (
                own_square + other_square - means.half_width(own_weights - other_weights) ** 2
            ) / 2
            value = min(value, 1.0 if y >= x else max(0.0, y / x) if x > 0 else 0.0)
            low = min(low, _ratio(y, x, own_square, other_square, covariance, -1))
            high = min(high, _ratio(y, x, own_square, other_square, covariance, 1))
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
    workspace: Workspace | None = None,
    resources: Resources | None = None,
    solver: Solver | None = None,
) -> Sampling[Award]:
    """Return a job that awards a contract; see ``award``.

    :raises ArgumentError: if there is no such side
    :raises CardError: if the deal or the contract cannot be read
    :raises ConditionError: if ``where`` cannot be read
    """
    checked_side(side)
    if layouts is not None:
        layouts = checked_integer(layouts, "the number of layouts")
    dealt = Deal(deal)
    reached = Alternative.parse(contract, usual_declarer(side))
    known = predeal_masks(predeal)
    pair = (Seat(SIDES[side]), Seat(SIDES[side] + 2))
    fixed = {seat: dealt[seat] if seat in pair else Hand(known[seat]) for seat in Seat}
    study = _Awarding(
        reached, dealt, side, current_solver(solver, workspace), vulnerable=vulnerable
    )
    return Sampling(
        question_of(where, fixed, workspace=workspace), study, resources_of(resources, workspace),
        Stream.of(seed), deals=_LAYOUTS if layouts is None else layouts, seconds=seconds,
    )  # fmt: skip


@options_of(awarding)
def award(deal: Deal | str, contract: str, **options: Any) -> Award:
    """Award a contract of a side: 10 times its expected score over that of its best contract.

    The opponents' cards are dealt anew, ``layouts`` times (200), under the conditions of the deal
    itself: ``where`` and ``predeal``. Scores are double dummy; opponents do not bid. Candidates are
    all levels of notrump, of the suits with seven cards or more, and of the contract's strain. The
    best is the best of the sample, so the award is a little low.

    >>> result = award("N:AKQ2.KQ3.A32.K54 T98.JT9.JT98.JT9 J543.A2.K54.AQ32 76.87654.Q76.876",
    ...               "3NT", layouts=30, seed=1)
    >>> result.candidates[0].contract, result.award < 10
    ('7S-N', True)

    :raises ArgumentError: if there is no such side
    :raises CardError: if the deal or the contract cannot be read
    :raises ConditionError: if ``where`` cannot be read
    """
    return awarding(deal, contract, **options).result()


def _ratio(
    y: float, x: float, own_square: float, other_square: float, covariance: float, sign: int
) -> float:
    """Return the ratio r from 0 to 1 at which the half width of y - r x equals its distance from 0.

    ``own``, ``its`` and ``both`` are squares of half widths of y and x, and their covariance. Below
    that ratio y - r x is certainly above zero (sign -1), or not certainly below it (sign 1).
    """

    def above(r: float) -> bool:
        half = sqrt(max(0.0, own_square - 2 * r * covariance + r * r * other_square))
        return y - r * x + sign * half >= 0

    if not above(0.0) or above(1.0):
        return float(above(1.0) and above(0.0))
    low, high = 0.0, 1.0
    for _ in range(40):
        middle = (low + high) / 2
        low, high = (middle, high) if above(middle) else (low, middle)
    return low


def _declarers(reached: Alternative, deal: Deal, side: str) -> dict[Strain, Seat]:
    """Return the declarer of each strain: the actual one, or who has more cards, or more HCP."""
    pair = (Seat(SIDES[side]), Seat(SIDES[side] + 2))
    declarers = {Strain.NOTRUMP: max(pair, key=lambda seat: deal[seat].hcp)}
    for suit in Suit:
        lengths = [deal[seat].length(suit) for seat in pair]
        if sum(lengths) >= _FIT:
            declarers[Strain(suit)] = pair[lengths[1] > lengths[0]]
    if reached.contract is not None and reached.declarer in pair:
        declarers[reached.strain] = reached.declarer
    return declarers
