"""Counting deals: exact if the condition decomposes over suits or honours, else estimated."""

from __future__ import annotations

from collections.abc import Generator, Iterator
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import lru_cache, partial
from math import inf
from typing import TYPE_CHECKING, NamedTuple

from dealwright.answers import Estimate, proportion
from dealwright.answers.estimates import IN_FILES
from dealwright.answers.tabular import Tabular
from dealwright.ask.planning import plan_question
from dealwright.ask.resources import Resources, workspace_of
from dealwright.base.checked_numbers import checked_integer, is_number
from dealwright.base.current_cluster import joined_cluster
from dealwright.base.errors import ArgumentError, ConditionError, Stopped
from dealwright.base.jobs import Job
from dealwright.numbering.stream import Seed, Stream
from dealwright.planning.filter import affordable, conjuncts, cost_of, is_dear
from dealwright.planning.method_names import METHOD_NAMES, METHODS, checked_method
from dealwright.planning.planner import Plan
from dealwright.planning.question import Question
from dealwright.planning.reasons import uncounted_text

if TYPE_CHECKING:
    from typing import Annotated

    from dealwright.answers.records import DIGITS, INLINE, OR_NULL, WITHOUT_NONE
    from dealwright.base.cluster import Cluster
    from dealwright.base.kernels.stopping import StopFlag
    from dealwright.conditions.nodes import Node
    from dealwright.deals.workspace import Workspace
    from dealwright.planning.budget import Effort
    from dealwright.planning.sampling.searching import DealSource, Hits, Range

__all__ = [
    "BUDGET",
    "Counting",
    "Share",
    "budget_of",
    "conditional",
    "counted_share",
    "counted_within",
]

_HITS = 100_000  # default
MOST_SAMPLES = 400_000_000  # deals in an estimate that no budget ends earlier
BUDGET = 2.0  # default seconds of work for a count, or the estimate in its place
_OF_TASK = 32  # ranges in a task for a cluster: about a second of one core
_LEAST = (
    0.125  # part of the budget kept for an estimate, whatever the search for an exact count used
)


_COUNTED = ("proof", "exact")  # methods of plans that need no sample
_DRAWN = {"filter": "random deals", "mixed": "draws of the exact part"}


@dataclass(frozen=True)
class _Floats:
    """A share as floats in its document, for programs that cannot read fractions."""

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
class Share(Tabular):
    """A share of all deals: its estimate, the number of all deals, and the plan behind it.

    With the method ``files`` it is a share of boards in files, and ``deals`` is their number. A
    share read from JSON has no plan. ``note`` is about a count that was not used because something
    contradicts it. Comparisons ignore both.
    """

    estimate: Estimate
    deals: Annotated[int, DIGITS]
    plan: Plan | None = field(default=None, compare=False, repr=False)
    note: Annotated[str | None, WITHOUT_NONE] = field(default=None, compare=False, repr=False)

    json_keys = ("_floats", "deals", "estimate", "note")

    def __getstate__(self) -> dict[str, object]:
        """Return the fields without the plan, whose models stay with their process."""
        return {**vars(self), "plan": None}

    @property
    def _floats(self) -> Annotated[_Floats, INLINE]:
        """The share and the count with intervals, as floats."""
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

    def lines(self, *, uncounted: bool = True) -> Iterator[str]:
        """Yield the count and the probability as lines of text.

        With ``uncounted``, the clauses that could not be counted follow.
        """
        yield from self._figures()
        if self.note is not None:
            yield f"note         {self.note}"
        part = None if self.plan is None or self.estimate.exact else self.plan.part
        for clause in part.uncounted if uncounted and part is not None else ():
            yield f"not counted  {uncounted_text(clause)}"

    def _figures(self) -> Iterator[str]:
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
            f"{100 * share.confidence:.4g} % interval, seed {share.seed}"
        )


class Counting(Job[Share, Share]):
    """A job that counts the deals of a question: its partial results are the shares so far.

    ``method`` is ``auto``, ``exact`` (never estimate) or ``filter`` (always estimate). ``auto``
    estimates if an exact count costs more than the budget of ``resources``. An estimate examines
    deals until ``hits`` satisfy the condition or ``limit`` have been examined. The default limit is
    the number of deals that the rest of the budget pays for after the search for an exact count, or
    an eighth of the budget if that is more; at most 400 million. The budget also ends an estimate
    that uses a double-dummy solver, even with a limit. A job that is stopped has the share of the
    deals examined until then.

    :raises ArgumentError: if there is no such method, or ``limit`` or ``hits`` is below 1
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
        checked_method(method, METHODS["count"])
        if limit is not None and checked_integer(limit, "the limit") < 1:
            raise ArgumentError("the limit must be at least one deal")
        if hits is not None and checked_integer(hits, "hits") < 1:
            raise ArgumentError(f"hits must be at least 1, not {hits}")
        self.question = question
        self.resources = resources
        self.stream = Stream.of(seed)
        self.limit = MOST_SAMPLES if limit is None else limit
        self.by_budget = limit is None
        self.hits = _HITS if hits is None else hits
        self._method = method
        self._prepared: tuple[Plan, float] | None = None

    def prepare(self) -> tuple[Plan, float]:
        """Return the plan, made on the first call, and the seconds left for an estimate.

        :raises Stopped: if the job was stopped before the plan was made
        """
        if self._prepared is None:
            budget = self.resources.budget
            effort = budget.effort(self.flag)
            plan = self._plan(effort)
            self._prepared = plan, max(effort.left, _LEAST * budget.seconds)
        return self._prepared

    def _count(self) -> Generator[Share, None, Share]:
        question, seed = self.question, self.stream.seed
        self.report(0, self.limit, "deals")
        share = Share(proportion(0, 0, seed=seed), question.deals)
        try:
            plan, seconds = self.prepare()
            if plan.method in _COUNTED:
                return Share(_exact_share(plan), question.deals, plan, _note_of(plan))
            if self.by_budget:
                self.limit = min(self.limit, plan.examinable(seconds))
            note = _note_of(plan)
            nothing = proportion(0, 0, method=plan.method, seed=seed)
            share = Share(nothing, question.deals, plan, note)
            expensive = is_dear(plan.filter.costly)
            for hits in self._steps(plan):
                tried, accepted = hits.tried, hits.accepted
                share = Share(self._estimate(plan, tried, accepted), question.deals, plan, note)
                progress = max(tried / self.limit, accepted / self.hits)
                if expensive:
                    progress = max(progress, min(1.0, plan.spent(tried, hits.asked) / seconds))
                self.report(
                    round(progress * self.limit), self.limit, "deals", f"{accepted:,} found"
                )
                yield share
                if progress >= 1 or self.stopping:
                    break
        except Stopped:
            pass
        return share

    def _plan(self, effort: Effort) -> Plan:
        return plan_question(
            self.question, "count", self.resources, method=self._method, effort=effort,
            stop=self.flag,
        )  # fmt: skip

    def _steps(self, plan: Plan) -> Iterator[Hits]:
        from dealwright.planning.sampling.searching import hit_counts

        cluster = joined_cluster()
        return hit_counts(
            self.source_of(plan), plan.filter.costly, limit=self.limit,
            threads=self.resources.threads,
            elsewhere=None if cluster is None else partial(self._on_cluster, cluster),
        )  # fmt: skip

    def source_of(self, made: Plan) -> DealSource:
        """Return the deals that a plan examines."""
        from dealwright.planning.sampling.searching import Drawn, Uniform

        if made.method == "mixed":
            assert made.part is not None
            assert made.part.counted.engine is not None
            return Drawn(made.part.counted.engine, made.part.rest, self.stream)
        return Uniform(made.filter, self.question.pack, self.stream)

    def _on_cluster(self, cluster: Cluster, ranges: Iterator[Range]) -> Iterator[Range]:
        """Return the size and the hits of each range of deals, examined by workers."""
        budget = self.resources.budget
        task = _WorkerTask(
            self.question, budget.memory, budget.seconds, self._method, self.stream.seed
        )
        return cluster.each(partial(_hits_of_worker, task), ranges, _OF_TASK, self.flag)

    def _estimate(self, plan: Plan, tried: int, accepted: int) -> Estimate:
        share = proportion(accepted, tried, method=plan.method, seed=self.stream.seed)
        if plan.method == "filter":
            return share
        assert plan.part is not None
        return share * Fraction(plan.part.counted.total, self.question.deals)


class _WorkerTask(NamedTuple):
    """A description of an estimate, from which workers of a cluster make its plan."""

    question: Question
    memory: int
    seconds: float
    method: str
    seed: str


@lru_cache(maxsize=4)
def _source_of_worker(task: _WorkerTask) -> tuple[DealSource, tuple[Node, ...]]:
    """Return the deals to examine and their costly clauses; every worker makes the same plan."""
    resources = Resources(task.memory, threads=1, seconds=task.seconds)
    counting = Counting(task.question, resources, seed=task.seed, method=task.method)
    plan = counting._plan(resources.budget.effort(counting.flag))
    return counting.source_of(plan), tuple(plan.filter.costly)


def _hits_of_worker(task: _WorkerTask, deals: Range) -> Range:
    """Return the size and the hits of a range of deals."""
    from dealwright.planning.sampling.searching import hits_of

    return hits_of(*_source_of_worker(task), *deals)


def _note_of(plan: Plan) -> str | None:
    """Return what to say of a count that was not used, or None."""
    if plan.part is None or plan.part.refuted is None:
        return None
    method, why = plan.part.refuted
    return (
        f"an exact count by {METHOD_NAMES[method]} is not used, because {why}. "
        f"Please report this condition: {plan.question.text}"
    )


def _exact_share(plan: Plan) -> Estimate:
    """Return the share of a plan that needs no sample."""
    if plan.method == "proof":
        share = Fraction(int(plan.filter.certain))
        return Estimate.certain(share, "proof")
    assert plan.part is not None
    share = Fraction(plan.part.counted.total, plan.question.deals)
    return Estimate.certain(share)


def budget_of(
    seconds: float | None,
    method: str = "auto",
    workspace: Workspace | None = None,
    *,
    default: float = BUDGET,
) -> float:
    """Return the budget of a count in seconds, by default that of the workspace, else ``default``.

    By default the method exact has no limit.

    :raises ArgumentError: if it is not a number, or negative
    """
    if seconds is None and method == "exact":
        return inf
    if seconds is None:
        held = workspace_of(workspace)
        seconds = default if held is None or held.budget is None else held.budget
    if not is_number(seconds) or not seconds >= 0:
        raise ArgumentError(f"a budget must be a number of seconds, 0 or more, not {seconds!r}")
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
    """Return the exact share of a question's deals, or None if ``effort`` does not suffice."""
    plan = plan_question(question, "count", resources, effort=effort, stop=stop)
    return _exact_share(plan) if plan.method in _COUNTED else None


def conditional(given: Counting, both: Counting, test: Node) -> Estimate:
    """Return the probability of a test given a condition.

    ``given`` counts the deals of the given condition, ``both`` those that also pass the test. If
    they cannot both be counted, both are estimated from one sample: with two samples, their ratio
    could be above 1.

    :raises ConditionError: if no deal satisfies the given condition
    """
    (given_plan, _), (both_plan, _) = given.prepare(), both.prepare()
    if given_plan.method in _COUNTED:
        given_share = _exact_share(given_plan)
        if given_share.value == 0:
            raise ConditionError(
                f"no deal satisfies '{given.question.text}', so it has no probability given it"
            )
        examined = given.question.deals
        if both_plan.method == "mixed" and both_plan.part is not None:
            examined = both_plan.part.counted.total
        if both_plan.method in _COUNTED or examined <= given_share.value * given.question.deals:
            return both.result().estimate.ratio(given_share)
    return _share_of_sample(given, both, test)


def _share_of_sample(given: Counting, both: Counting, test: Node) -> Estimate:
    """Return the share of a sample of the given condition's deals that pass a test.

    The sample ends at the hits, the limit or the budget at which an estimate of ``both`` ends.
    """
    from dealwright.planning.sampling.searching import passed, search

    (given_plan, _), (both_plan, seconds) = given.prepare(), both.prepare()
    if given_plan.method in _COUNTED:  # counted, but few of the drawn deals satisfy both
        given_plan = plan_question(given.question, "deal", given.resources, stop=given.flag)
        given_plan = replace(
            given_plan, method="mixed" if given_plan.method in ("exact", "mixed") else "filter"
        )
    limit = min(given.limit, given_plan.examinable(seconds)) if given.by_budget else given.limit
    tests = tuple(conjuncts(test))
    chunk, expensive = affordable(tests), is_dear((*given_plan.filter.costly, *tests))
    seconds_per_deal = both_plan.examining / 1e9 + sum(map(cost_of, tests)) / 1e9
    samples = hits = tried = 0
    for part in search(
        limit, given.source_of(given_plan), given_plan.filter.costly, limit=limit,
        threads=given.resources.threads,
    ):  # fmt: skip
        masks, tried = part.deals.masks, part.tried
        for start in range(0, len(masks), chunk):
            truth = passed(masks[start : start + chunk], tests, given.resources.threads)
            samples, hits = samples + len(truth), hits + int(truth.sum())
            spent = given_plan.spent(tried, part.asked) + samples * seconds_per_deal
            if (given.by_budget or expensive) and samples and spent > seconds:
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
    if both_plan.method in _COUNTED and not _exact_share(both_plan).value:
        return _exact_share(both_plan)
    return proportion(hits, samples, method=given_plan.method, seed=given.stream.seed)
