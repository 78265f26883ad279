"""Counting deals: exact if the condition decomposes over suits or honours, else estimated."""

from __future__ import annotations

from collections.abc import Generator, Iterator
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import lru_cache, partial
from math import inf
from typing import TYPE_CHECKING, NamedTuple

from dealwright.answers import Estimate, proportion
from dealwright.answers.histogram_text import IN_FILES
from dealwright.ask.planning import planned
from dealwright.ask.resources import Resources
from dealwright.deprecated import WithDict
from dealwright.errors import ArgumentError, ConditionError, Stopped
from dealwright.jobs import Job
from dealwright.joined import joined_cluster
from dealwright.planning.filter import affordable, conjuncts, cost_of, is_dear
from dealwright.planning.methods import METHODS
from dealwright.planning.planner import Plan
from dealwright.planning.question import Question
from dealwright.sampling.searching import (
    Drawn,
    Hits,
    Range,
    Source,
    Uniform,
    hit_counts,
    hits_of,
    passed,
    search,
)
from dealwright.stream import Seed, Stream

if TYPE_CHECKING:
    from typing import Annotated

    from dealwright.cluster import Cluster
    from dealwright.conditions.nodes import Node
    from dealwright.kernels.stopping import StopFlag
    from dealwright.planning.budget import Effort
    from dealwright.records import DIGITS, INLINE, OR_NULL

__all__ = ["Counting", "Share", "budget_of", "conditional", "counted_share", "counted_within"]

_HITS = 100_000
MOST_SAMPLES = 400_000_000  # where no budget ends an estimate before
BUDGET = 2.0  # seconds of work that a count may cost, with an estimate in its place
_OF_TASK = 32  # ranges that a worker of a cluster examines: about a second of one core
_LEAST = 0.125  # of the budget, for an estimate where looking for an exact count used it up


_COUNTED = ("proof", "exact")  # methods of plans that need no sample
_DRAWN = {"filter": "random deals", "mixed": "draws of the exact part"}


@dataclass(frozen=True)
class _Floats:
    """A share as its document has it, for programs that read no fractions."""

    count: Annotated[int, DIGITS]
    probability: float
    one_in: float | None
    exact: bool
    method: str
    interval: tuple[float, float]
    count_interval: tuple[Annotated[int, DIGITS], Annotated[int, DIGITS]]
    confidence: float
    samples: int
    hits: int
    seed: Annotated[str, OR_NULL]


@dataclass(frozen=True)
class Share(WithDict):
    """A share of all deals: its estimate, the number of all deals, and the plan behind it.

    With the method ``files`` it is a share of the boards of files, and ``deals`` is their number. A
    share read from JSON has no plan. Comparisons ignore the plan.
    """

    estimate: Estimate
    deals: Annotated[int, DIGITS]
    plan: Plan | None = field(default=None, compare=False)

    json_keys = ("_floats", "deals", "estimate")

    @property
    def _floats(self) -> Annotated[_Floats, INLINE]:
        """The share and the count with intervals, as numbers that any program can read."""
        count, share = self.count, self.estimate
        value = float(share)
        return _Floats(
            int(count), value, 1 / value if value else None, share.exact, share.method,
            (float(share.low), float(share.high)), (round(count.low), round(count.high)),
            share.confidence, share.samples, share.hits, share.seed,
        )  # fmt: skip

    @property
    def count(self) -> Estimate:
        """The number of deals: the share times all deals."""
        return self.estimate.scaled(self.deals)

    def lines(self) -> Iterator[str]:
        """Yield the count and the probability as lines of text."""
        count, share = self.count, self.estimate
        if share.method == IN_FILES:
            yield f"boards       {int(count):,} of {self.deals:,} in files"
            yield f"share        {share:.6g}"
            return
        if share.exact:
            yield f"deals        {int(count):,} (exact)"
            if 0 < share < 1:
                yield f"probability  {share:.6g}, 1 in {1 / float(share):,.4f}"
            else:
                yield f"probability  {int(share)}"
            return
        value, low, high = float(count), float(count.low), float(count.high)
        yield f"deals        about {value:.5e} ({low:.5e} to {high:.5e})"
        if share.hits:
            yield (
                f"probability  {share:.6g}, 1 in {1 / float(share):,.4g} "
                f"(1 in {1 / float(share.high):,.4g} to {1 / float(share.low):,.4g})"
            )
        else:
            yield f"probability  none found; rarer than 1 in {1 / float(share.high):,.3g}"
        yield (
            f"estimated    {share.hits:,} of {share.samples:,} {_DRAWN[share.method]}, "
            f"{share.confidence:.0%} interval, seed {share.seed}"
        )


class Counting(Job[Share, Share]):
    """A job that counts the deals of a question: its partial results are the shares so far.

    ``method`` is ``auto``, ``exact`` (refuse to estimate) or ``filter`` (always estimate); what
    costs more than the budget of ``resources`` is estimated. For an estimate deals are examined
    until ``hits`` satisfy the condition or ``limit`` have been examined (unless given, as many as
    are paid for by what looking for an exact count left of the budget, or by an eighth of the
    budget; 400 million at most). Deals that a solver is asked about are paid for likewise, with a
    limit too. A job that is stopped has the share of the deals examined until then.

    :raises ArgumentError: if there is no such method, or the limit is below 1
    """

    def __init__(
        self,
        question: Question,
        resources: Resources,
        *,
        seed: Seed | Stream | None = None,
        limit: int | None = None,
        hits: int | None = None,
        method: str = "auto",
    ) -> None:
        super().__init__(type(self)._count)
        if method not in METHODS["count"]:
            raise ArgumentError(f"'{method}' is not a method; choose {', '.join(METHODS['count'])}")
        if limit is not None and limit < 1:
            raise ArgumentError("the limit is at least one deal")
        self.question = question
        self.resources = resources
        self.stream = Stream.of(seed)
        self.limit = MOST_SAMPLES if limit is None else limit
        self.by_budget = limit is None
        self.hits = _HITS if hits is None else hits
        self._method = method
        self._prepared: tuple[Plan, float] | None = None

    def prepare(self) -> tuple[Plan, float]:
        """Return the plan, made once, and the seconds that it leaves for an estimate.

        :raises Stopped: if the job was stopped before the plan was made
        """
        if self._prepared is None:
            budget = self.resources.budget
            effort = budget.effort(self.flag)
            made = self._planned(effort)
            self._prepared = made, max(effort.left, _LEAST * budget.seconds)
        return self._prepared

    def _count(self) -> Generator[Share, None, Share]:
        question, seed = self.question, self.stream.seed
        self.report(0, self.limit, "deals")
        share = Share(proportion(0, 0, seed=seed), question.deals)
        try:
            made, seconds = self.prepare()
            if made.method in _COUNTED:
                return Share(_exact(made), question.deals, made)
            if self.by_budget:
                self.limit = min(self.limit, made.examinable(seconds))
            share = Share(proportion(0, 0, method=made.method, seed=seed), question.deals, made)
            dear = is_dear(made.filter.costly)
            for done in self._steps(made):
                tried, found = done.tried, done.accepted
                share = Share(self._estimate(made, tried, found), question.deals, made)
                part = max(tried / self.limit, found / self.hits)
                if dear:
                    part = max(part, min(1.0, made.spent(tried, done.asked) / seconds))
                self.report(round(part * self.limit), self.limit, "deals", f"{found:,} found")
                yield share
                if part >= 1 or self.stopping:
                    break
        except Stopped:
            pass
        return share

    def _planned(self, effort: Effort) -> Plan:
        return planned(
            self.question, "count", self.resources, method=self._method, effort=effort,
            stop=self.flag,
        )  # fmt: skip

    def _steps(self, made: Plan) -> Iterator[Hits]:
        cluster = joined_cluster()
        return hit_counts(
            self.source_of(made), made.filter.costly, limit=self.limit,
            threads=self.resources.threads,
            elsewhere=None if cluster is None else partial(self._on_cluster, cluster),
        )  # fmt: skip

    def source_of(self, made: Plan) -> Source:
        """Return the deals that a plan examines."""
        if made.method == "mixed":
            assert made.part is not None
            assert made.part.counted.engine is not None
            return Drawn(made.part.counted.engine, made.part.rest, self.stream)
        return Uniform(made.filter, self.question.packs, self.stream)

    def _on_cluster(self, cluster: Cluster, ranges: Iterator[Range]) -> Iterator[Range]:
        """Return the size and the hits of each range of deals, as workers examine them."""
        budget = self.resources.budget
        work = _Work(self.question, budget.memory, budget.seconds, self._method, self.stream.seed)
        return cluster.each(partial(_hits_of_worker, work), ranges, _OF_TASK, self.flag)

    def _estimate(self, made: Plan, tried: int, found: int) -> Estimate:
        share = proportion(found, tried, method=made.method, seed=self.stream.seed)
        if made.method == "filter":
            return share
        assert made.part is not None
        return share * Fraction(made.part.counted.total, self.question.deals)


class _Work(NamedTuple):
    """What a worker of a cluster must know to examine any deals of an estimate."""

    question: Question
    memory: int
    seconds: float
    method: str
    seed: str


@lru_cache(maxsize=4)
def _examined(work: _Work) -> tuple[Source, tuple[Node, ...]]:
    """Return the deals to examine, and their costly clauses: the plan is the same everywhere."""
    resources = Resources(work.memory, threads=1, seconds=work.seconds)
    counting = Counting(work.question, resources, seed=work.seed, method=work.method)
    made = counting._planned(resources.budget.effort(counting.flag))
    return counting.source_of(made), tuple(made.filter.costly)


def _hits_of_worker(work: _Work, part: Range) -> Range:
    """Return the size and the hits of a range of deals."""
    return hits_of(*_examined(work), *part)


def _exact(made: Plan) -> Estimate:
    """Return the share of a plan that needs no sample."""
    if made.method == "proof":
        share = Fraction(int(made.filter.certain))
        return Estimate.certain(share, "proof")
    assert made.part is not None
    share = Fraction(made.part.counted.total, made.question.deals)
    return Estimate.certain(share)


def budget_of(seconds: float | None, method: str = "auto") -> float:
    """Return what a count may cost, in seconds: what is given, or 2; any with the method exact.

    :raises ArgumentError: if it is negative
    """
    if seconds is None:
        return inf if method == "exact" else BUDGET
    if not seconds >= 0:
        raise ArgumentError(f"a budget is a number of seconds, 0 or more, not {seconds!r}")
    return seconds


def counted_share(
    question: Question,
    resources: Resources,
    *,
    seed: Seed | Stream | None = None,
    limit: int | None = None,
    hits: int | None = None,
    method: str = "auto",
) -> Share:
    """Return the share of deals in which a question's condition holds; see ``Counting``."""
    job = Counting(question, resources, seed=seed, limit=limit, hits=hits, method=method)
    return job.result()


def counted_within(
    question: Question, resources: Resources, effort: Effort, stop: StopFlag
) -> Estimate | None:
    """Return the exact share of a question's deals, or None if it costs more than an effort."""
    made = planned(question, "count", resources, effort=effort, stop=stop)
    return _exact(made) if made.method in _COUNTED else None


def conditional(given: Counting, both: Counting, test: Node) -> Estimate:
    """Return the probability of a test given a condition.

    ``given`` counts the deals of the given condition, ``both`` those that also pass the test. Where
    they cannot both be counted, one sample answers for both: two would disagree, and the share of
    one in the other could be above 1.

    :raises ConditionError: if no deal satisfies the given condition
    """
    (below, _), (above, _) = given.prepare(), both.prepare()
    if below.method in _COUNTED:
        whole = _exact(below)
        if whole.value == 0:
            raise ConditionError(
                f"no deal satisfies '{given.question.text}', so it has no probability given it"
            )
        examined = given.question.deals
        if above.method == "mixed" and above.part is not None:
            examined = above.part.counted.total
        if above.method in _COUNTED or examined <= whole.value * given.question.deals:
            return both.result().estimate.ratio(whole)
    return _share_of_sample(given, both, test)


def _share_of_sample(given: Counting, both: Counting, test: Node) -> Estimate:
    """Return the share of a sample of the given condition's deals that pass a test.

    The sample ends as an estimate of ``both`` would: at its hits, its limit, or what it may cost.
    """
    (made, _), (above, seconds) = given.prepare(), both.prepare()
    if made.method in _COUNTED:  # counted, but few of the deals that are drawn satisfy both
        made = planned(given.question, "deal", given.resources, stop=given.flag)
        made = replace(made, method="mixed" if made.method in ("exact", "mixed") else "filter")
    limit = min(given.limit, made.examinable(seconds)) if given.by_budget else given.limit
    tests = tuple(conjuncts(test))
    chunk, dear = affordable(tests), is_dear((*made.filter.costly, *tests))
    each = above.examining / 1e9 + sum(map(cost_of, tests)) / 1e9
    samples = hits = tried = 0
    for found in search(
        limit, given.source_of(made), made.filter.costly, limit=limit,
        threads=given.resources.threads,
    ):  # fmt: skip
        masks, tried = found.deals.masks, found.tried
        for at in range(0, len(masks), chunk):
            truth = passed(masks[at : at + chunk], tests, given.resources.threads)
            samples, hits = samples + len(truth), hits + int(truth.sum())
            spent = made.spent(tried, found.asked) + samples * each
            if (given.by_budget or dear) and samples and spent > seconds:
                break
        else:
            if hits < given.hits:
                continue
        break
    if not samples:
        raise ConditionError(
            f"no deal that satisfies '{given.question.text}' was found among {tried:,}",
            hint="Raise the limit, or let the count be exact (method auto)",
        )
    if above.method in _COUNTED and not _exact(above).value:
        return _exact(above)
    return proportion(hits, samples, method=made.method, seed=given.stream.seed)
