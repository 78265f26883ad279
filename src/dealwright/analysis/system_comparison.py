"""Two systems compared on the same deals: where they part, how often, and which one wins."""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator, Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from dealwright.analysis.system_scoring import Scoring, SystemScores, Way, ways_of
from dealwright.answers import Estimate
from dealwright.answers.estimates import proportion
from dealwright.answers.tabular import Tabular
from dealwright.ask.dealing import QuestionDealing
from dealwright.ask.resources import Resources
from dealwright.base.errors import ArgumentError
from dealwright.base.jobs import Job
from dealwright.double_dummy.current_solver import current_solver
from dealwright.numbering.stream import Seed, Stream
from dealwright.planning.question import Question
from dealwright.systems.system import System

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from dealwright.double_dummy.solver import Solver

__all__ = ["ComparedSystems", "Parting", "comparing_systems"]

_LISTED = 1000  # partings that are listed; the others are only counted


@dataclass(frozen=True)
class Parting:
    """Where two systems part: the common calls, then the call of each, and an example."""

    auction: str
    one: str
    other: str
    deals: int
    example: str


@dataclass(frozen=True)
class ComparedSystems(Tabular):
    """Two systems on ``deals`` random deals: how many part, and where, most often first.

    ``scores`` are their scores against each other, if some deals were solved.
    """

    table_rows = "partings"

    names: tuple[str, str]
    deals: int
    parted: int
    partings: tuple[Parting, ...]
    seed: str
    scores: SystemScores | None = None

    json_keys = ("names", "deals", "parted", "share", "seed", "partings", "scores")

    @property
    def share(self) -> Estimate:
        """The share of deals in which the systems part, with its interval."""
        return proportion(self.parted, self.deals, seed=self.seed)

    def lines(self, most: int = 30) -> Iterator[str]:
        """Yield the comparison as text."""
        share = self.share
        yield (
            f"{self.names[0]} and {self.names[1]} differ in {share.value:.2%} of "
            f"{self.deals:,} deals ({share.low:.2%} to {share.high:.2%})"
        )
        if self.scores is not None:
            yield from self.scores.lines(self.names, self.deals)
            yield "most often they differ at"
        for parting in self.partings[:most]:
            auction = parting.auction or "opening"
            yield f"{parting.deals / self.deals:>9.3%}  {auction}: {parting.one} / {parting.other}"
            yield f"           {parting.example}"
        rest = self.parted - sum(parting.deals for parting in self.partings[:most])
        if rest:
            yield f"{rest / self.deals:>9.3%}  elsewhere"


def comparing_systems(
    one: System,
    other: System,
    deals: int = 100_000,
    *,
    solves: int = 0,
    vulnerable: str = "none",
    seed: Seed | Stream | None = None,
    solver: Solver | None = None,
) -> Job[ComparedSystems, ComparedSystems]:
    """Return a job that bids the same random deals by two systems; North deals.

    If ``solves`` is not 0, the first deals with different contracts, at most ``solves``, are scored
    double dummy at the vulnerability ``vulnerable`` (none, ns, ew or all).

    >>> from dealwright.systems import read_system
    >>> systems = [read_system(name) for name in ("natural", "strong-club")]
    >>> comparison = comparing_systems(*systems, 5000, seed=1).result()
    >>> comparison.parted, comparison.partings[0].one, comparison.partings[0].other
    (2835, 'Pass', '1D')

    :raises ArgumentError: if there is no deal
    :raises CardError: if there is no such vulnerability
    """
    if deals < 1:
        raise ArgumentError("compare at least one deal")
    stream = Stream.of(seed)
    scoring = None
    if solves:
        scoring = Scoring(solves, vulnerable, current_solver(solver))

    def compared(job: Job[Any, Any]) -> Generator[ComparedSystems, None, ComparedSystems]:
        counts: Counter[tuple[str, str, str]] = Counter()
        examples: dict[tuple[str, str, str], str] = {}
        done = 0
        comparison = ComparedSystems((one.name, other.name), 0, 0, (), stream.seed)
        for batch in QuestionDealing(deals, Question(), stream, Resources()):
            for place, first_way, other_way in _parted(one, other, batch.masks):
                key = _parting(first_way.calls, other_way.calls)
                counts[key] += 1
                if key not in examples:
                    examples[key] = batch[place].text()
                if scoring is not None:
                    scoring.add(key, batch.masks[place], first_way, other_way)
            done += len(batch)
            partings = tuple(
                Parting(*key, n, examples[key]) for key, n in counts.most_common(_LISTED)
            )
            comparison = replace(comparison, deals=done, parted=counts.total(), partings=partings)
            job.report(done, deals, "deals")
            yield comparison
            if job.stopping:
                break
        for scores in () if scoring is None else scoring.scored(job, done, stream.seed):
            comparison = replace(comparison, scores=scores)
            yield comparison
        return comparison

    return Job(compared)


def _parted(
    one: System, other: System, masks: NDArray[np.uint64]
) -> Iterator[tuple[int, Way, Way]]:
    """Yield the deals that two systems bid differently: the index, and both ways."""
    for index, (first_way, other_way) in enumerate(
        zip(ways_of(one, masks), ways_of(other, masks), strict=True)
    ):
        if first_way.calls != other_way.calls:
            yield index, first_way, other_way


def _parting(first_calls: tuple[str, ...], other_calls: tuple[str, ...]) -> tuple[str, str, str]:
    index = next(
        index for index, (a, b) in enumerate(zip(first_calls, other_calls, strict=False)) if a != b
    )
    common_calls = " ".join(
        call for number, call in enumerate(first_calls[:index]) if number % 2 == 0
    )
    return common_calls, first_calls[index], other_calls[index]
