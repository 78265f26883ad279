"""Jobs that deal the deals of a question, all together or in batches."""

from __future__ import annotations

import os
from collections.abc import Generator, Iterator, Mapping, Sequence
from functools import cached_property, lru_cache, partial
from typing import TYPE_CHECKING, Any, NamedTuple

from dealwright.ask.resources import Resources
from dealwright.base.checked_numbers import checked_integer
from dealwright.base.current_cluster import joined_cluster
from dealwright.base.errors import (
    ArgumentError,
    AttemptLimitReached,
    ConditionError,
    SearchInterrupted,
    Stopped,
)
from dealwright.base.jobs import Job
from dealwright.base.threads import Interruptible
from dealwright.deals import Deals, Source
from dealwright.numbering.stream import STREAM_VERSION, Seed, Stream
from dealwright.planning.method_names import METHODS as PLANNED
from dealwright.planning.method_names import checked_method
from dealwright.planning.question import Question
from dealwright.planning.sampling.uniform import uniform, uniform_into

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from dealwright.base.cluster import Cluster
    from dealwright.base.kernels import Filtered
    from dealwright.base.kernels.exact import ExactCount
    from dealwright.planning.planner import Plan
    from dealwright.planning.sampling.searching import DealSource as Searched
    from dealwright.planning.sampling.searching import Part

__all__ = [
    "METHODS",
    "Dealing",
    "DealingTask",
    "QuestionDealing",
    "checked_number",
    "dealing_of_worker",
]

METHODS = (*PLANNED["deal"], "pavlicek1999")
_SEARCHED = ("filter", "mixed")
_OF_TASK = 32  # parts in a task for a cluster: about a second of one core


class Dealing(Job[Deals, Deals]):
    """A job that deals ``n`` deals; iterate over its batches, or call ``result()`` for all deals.

    ``tried`` and ``found`` are the numbers of deals examined and found so far, ``method`` names the
    method, and ``seed`` repeats the deals. The job does not keep batches it has yielded:
    ``result()`` then returns the rest.

    >>> from dealwright import dealing
    >>> job = dealing(100_000, "hcp(north) >= 20", seed=1)
    >>> sum(len(batch) for batch in job), job.found
    (100000, 100000)
    """

    def __init__(self, n: int, stream: Stream) -> None:
        super().__init__(type(self)._deal)
        self.n = checked_number(n)
        self.stream = stream
        self.tried = 0
        self.found = 0
        self.asked = 0  # deals for which costly columns were computed
        self.exchange: tuple[str, ...] = ()  # what is exchanged at random in each deal

    def prepare(self) -> None:
        """Plan the work, so that an impossible request fails before anything is written.

        :raises ConditionError: if no deal satisfies the condition, or the method cannot deal it
        """

    @property
    def method(self) -> str:
        """The method that deals."""
        raise AttributeError("method")

    @property
    def condition_text(self) -> str:
        """The condition that the deals satisfy, as text; "" if there is none."""
        return ""

    @property
    def seed(self) -> str:
        """The seed, as text."""
        return self.stream.seed

    @property
    def source(self) -> Source:
        """The origin of the deals so far."""
        exchange = ", ".join(self.exchange)
        return Source(
            self.seed, self.method, self.tried, self.condition_text, STREAM_VERSION, exchange
        )

    def batches(self) -> Iterator[Deals]:
        """Yield the deals in batches; keep ``tried`` and ``found`` up to date."""
        raise AttributeError("batches")

    def _deal(self) -> Generator[Deals, None, Deals]:
        """Yield batches until there are enough deals, or the job is stopped."""
        self.tried = self.found = self.asked = 0
        self.report(0, self.n, "deals")
        try:
            self.prepare()
            for batch in self.batches():
                self.report(self.found, self.n, "deals", f"{self.tried:,} tried")
                yield self._exchanged(batch)
                if self.stopping:
                    break
        except Stopped:
            pass
        return Deals.concatenate([], source=self.source)

    def _exchanged(self, batch: Deals) -> Deals:
        """Return the last batch, with hands and suits exchanged."""
        if not self.exchange:
            return batch
        from dealwright.deals.exchanging import exchanged_at_random

        stream, first = self.stream.split("exchange"), self.found - len(batch)
        return Deals.trusted(exchanged_at_random(batch.masks, self.exchange, stream, first))

    def result(self) -> Deals:
        """Return the deals that were not yielded before; if stopped, those dealt so far.

        :raises AttemptLimitReached: if the limit came first; its ``deals`` are those found
        :raises SearchInterrupted: (a KeyboardInterrupt) on Ctrl-C; its ``deals`` are those found
        """
        batches: list[Deals] = []
        try:
            for batch in self:  # not extend: an interrupt must not lose deals
                batches.append(batch)  # noqa: PERF402
        except AttemptLimitReached as stop:
            stop.deals, stop.tried = Deals.concatenate(batches, source=self.source), self.tried
            raise
        except KeyboardInterrupt:
            deals = Deals.concatenate(batches, source=self.source)
            message = self.shortfall("interrupted")
            raise SearchInterrupted(message, deals=deals, tried=self.tried) from None
        return Deals.concatenate(batches, source=self.source)

    def weighting(self) -> Mapping[str, Any]:
        """Return the fields of a JSON document about unequal weights; empty if all are equal."""
        return {}

    has_notes = False  # whether ``notes`` returns any

    def notes(self, deals: Deals, first: int) -> Sequence[Mapping[str, Any]]:
        """Return the notes that a record of each deal has beside the cards.

        ``first`` is the index of the first deal.
        """
        return [{}] * len(deals)

    def summary(self) -> Sequence[str]:
        """Return lines on the deals' weights; none if all deals were equally likely."""
        return ()

    def shortfall(self, why: str) -> str:
        """Return one line about a job that ended early."""
        return f"{why}: {self.found:,} of {self.n:,} deals dealt"


class QuestionDealing(Dealing):
    """A job that deals the deals of a question by a ``plan``, made before the first deal.

    ``method`` is ``uniform`` without a condition. With one it is ``exact`` (draw without
    rejection), ``filter`` (deal and test) or ``mixed`` (draw exactly from one part, test the rest);
    all three deal from the same distribution. ``pavlicek1999`` is the biased method of 1999, kept
    as history.

    :raises ArgumentError: if n, the limit or the number of threads is out of range
    """

    def __init__(
        self,
        n: int,
        question: Question,
        stream: Stream,
        resources: Resources,
        *,
        method: str = "auto",
        limit: int | None = None,
    ) -> None:
        super().__init__(n, stream)
        checked_method(method, METHODS)
        self.question = question
        self.resources = resources
        self._method = method
        self.attempts: NDArray[np.uint64] | None = None  # of the last batch, if it was searched for
        self._limit = None if limit is None else checked_number(limit, "the attempt limit")
        if method == "pavlicek1999" and question.has_fixed:
            raise ArgumentError(f"'{method}' cannot take predealt cards; use the method 'auto'")

    def again(
        self,
        n: int,
        *,
        seed: Seed | Stream | None = None,
        threads: int | None = None,
        limit: int | None = None,
    ) -> QuestionDealing:
        """Return a job for n deals with the same plan, without planning again, and the same limit.

        ``threads`` and ``limit`` replace those of this job.
        """
        resources, new_limit = self.resources, self._limit if limit is None else limit
        dealing = QuestionDealing(
            n, self.question, Stream.of(seed), resources, method=self._method, limit=new_limit
        )
        if threads is not None:
            dealing.resources = Resources(resources.budget.memory, resources.workspace, threads)
        if "plan" in self.__dict__:
            dealing.__dict__["plan"] = self.plan
        return dealing

    @cached_property
    def plan(self) -> Plan:
        """The plan that finds the deals.

        :raises ConditionError: if no deal satisfies the condition, or the method cannot deal it
        :raises Stopped: if the job was stopped before the plan was made
        """
        from dealwright.ask.planning import impossible_text, plan_question

        resources, method = self.resources, self._method
        self.question.pack.built()  # a kernel body that cannot run fails here, before any work
        if method == "pavlicek1999":
            method = "filter"
        plan = plan_question(self.question, "deal", resources, method=method, stop=self.flag)
        if plan.impossible and self.n:
            raise ConditionError(f"no deal satisfies {impossible_text(plan, resources)}")
        return plan

    def prepare(self) -> None:
        """Make the plan, so that an impossible request fails before anything is written.

        :raises ConditionError: if no deal satisfies the condition, or the method cannot deal it
        """
        if self._needs_no_plan:
            self.question.pack.built()
        else:
            _ = self.plan
        if self._method == "pavlicek1999":
            _ = self._requirements

    @property
    def _needs_no_plan(self) -> bool:
        """Whether every deal satisfies the question, so that dealing needs no plan."""
        return self.question.tree is None and self._method == "auto"

    @cached_property
    def _requirements(self) -> tuple[object, ...]:
        from dealwright.planning.method_of_1999 import requirements_of

        return requirements_of(self.question.tree)

    @property
    def method(self) -> str:
        """The method that deals; see the class."""
        if self._needs_no_plan:
            return "uniform"
        return self._method if self._method == "pavlicek1999" else self.plan.method

    @property
    def condition_text(self) -> str:
        """The condition as text; "" for none."""
        return self.question.text

    @property
    def limit(self) -> int:
        """The greatest number of deals to examine."""
        if self._limit is not None:
            return self._limit
        if self.method not in _SEARCHED:
            return self.n
        from dealwright.planning.sampling.searching import DEFAULT_LIMIT

        return DEFAULT_LIMIT

    @property
    def engine(self) -> ExactCount:
        """The exact count that draws the deals (``exact`` and ``mixed`` only)."""
        part = self.plan.part
        assert part is not None
        assert part.counted.engine is not None
        return part.counted.engine

    def batches(self) -> Iterator[Deals]:
        """Yield the deals in batches; under a condition a batch may be empty.

        :raises AttemptLimitReached: after the last batch, if the limit came first
        :raises BatchAborted: if the method of 1999 cannot complete one of the deals
        """
        if self.n == 0:
            return
        if self.method in _SEARCHED:
            from dealwright.planning.sampling.searching import search

            cluster = joined_cluster()
            parts = search(
                self.n, self.searched, self.plan.filter.costly, limit=self.limit,
                threads=self.resources.threads,
                elsewhere=None if cluster is None else partial(self._on_cluster, cluster),
            )  # fmt: skip
            for part in parts:
                self.found += len(part.deals)
                self.tried, self.asked, self.attempts = part.tried, part.asked, part.attempts
                yield part.deals
        else:
            for batch in self._without_search(min(self.n, self.limit)):
                self.found += len(batch)
                self.tried = self.found
                yield batch
        if self.found < self.n:
            raise AttemptLimitReached(self.shortfall("stopped at the attempt limit"))

    def _without_search(self, n: int) -> Iterator[Deals]:
        """Yield deals of a method that rejects no deal."""
        if self.method != "pavlicek1999":
            return self.span(0, n)
        from dealwright.planning.method_of_1999 import pavlicek1999

        return pavlicek1999(n, self._requirements, self.stream)  # type: ignore[arg-type]

    def span(self, first: int, n: int) -> Iterator[Deals]:
        """Yield deals ``first`` .. ``first + n - 1`` in batches, for methods that do not search.

        :raises ArgumentError: if the method is neither ``uniform`` nor ``exact``
        """
        threads = self.resources.threads
        if self.method == "uniform":
            return uniform(n, self.stream, self.question.pack, first=first, threads=threads)
        if self.method == "exact":
            from dealwright.planning.sampling.exact import drawn

            return drawn(n, self.engine, self.stream, first=first, threads=threads)
        raise ArgumentError(
            f"deals of the method {self.method} have no numbers; use the method exact"
        )

    def _on_cluster(self, cluster: Cluster, parts: Iterator[Part]) -> Iterator[Filtered]:
        """Return the accepted deals of each part, examined by workers."""
        examine = partial(_accepted_of_worker, self.task())
        return cluster.each(examine, parts, _OF_TASK, self.flag)

    def task(self) -> DealingTask:
        """Return a description of the job, from which workers of a cluster make its plan."""
        budget = self.resources.budget
        return DealingTask(self.question, self.seed, self._method, budget.memory, budget.seconds)

    @property
    def searched(self) -> Searched:
        """The deals to examine (``filter`` and ``mixed`` only)."""
        from dealwright.planning.sampling.searching import Drawn, Uniform

        if self.method == "filter":
            return Uniform(self.plan.filter, self.question.pack, self.stream)
        part = self.plan.part
        assert part is not None
        return Drawn(self.engine, part.rest, self.stream)

    def result(self) -> Deals:
        """Return the deals that were not yielded before; if stopped, those dealt so far.

        :raises AttemptLimitReached: if the limit came first; its ``deals`` are those found
        :raises SearchInterrupted: (a KeyboardInterrupt) on Ctrl-C; its ``deals`` are those found
        :raises ArgumentError: if so many deals do not fit in memory
        """
        if self.state == "waiting":
            _check_memory(self.n)
            in_place = self.method in ("uniform", "exact") and self.n <= self.limit
            if self.n and in_place and not self.exchange:
                return self._in_place()
        return super().result()

    def _in_place(self) -> Deals:
        """Deal all deals into one array."""
        import numpy as np

        masks = np.empty((self.n, 4), dtype=np.uint64)
        threads = self.resources.threads
        if self.method == "uniform":
            steps = uniform_into(masks, self.stream, self.question.pack, threads=threads)
        else:
            from dealwright.planning.sampling.exact import drawn_into

            steps = drawn_into(masks, self.engine, self.stream, threads=threads)
        self._state = "running"
        try:
            with Interruptible(self.flag):
                for dealt in steps:
                    self.found += dealt
                    self.tried = self.found
                    self.report(self.found, self.n, "deals")
                    if self.stopping:
                        break
        except KeyboardInterrupt:
            self._state = "failed"
            deals = Deals.trusted(masks[: self.found], source=self.source)
            message = self.shortfall("interrupted")
            raise SearchInterrupted(message, deals=deals, tried=self.tried) from None
        self._state = "stopped" if self.stopping else "done"
        return Deals.trusted(masks[: self.found], source=self.source)

    def shortfall(self, why: str) -> str:
        """Return a line about a search that ended early: deals found, examined, and their share."""
        from dealwright.answers.estimates import unseen_at_most

        if self.tried == 0 or self.method not in _SEARCHED:
            rarity = ""
        elif self.found:
            unit = "deal" if self.method == "filter" else "draw of its exact part"
            rarity = f"; about 1 {unit} in {self.tried / self.found:,.4g} satisfies the condition"
        else:
            rarity = (
                f"; fewer than 1 deal in {1 / unseen_at_most(self.tried):,.3g} satisfies the "
                "condition (95 % confidence), perhaps none"
            )
        return f"{why}: {self.found:,} of {self.n:,} deals found in {self.tried:,} tried{rarity}"


class DealingTask(NamedTuple):
    """A description of a dealing, from which workers of a cluster make its plan."""

    question: Question
    seed: str
    method: str
    memory: int
    seconds: float


@lru_cache(maxsize=4)
def dealing_of_worker(task: DealingTask) -> QuestionDealing:
    """Return the dealing in a worker, cached; every machine makes the same plan."""
    resources = Resources(task.memory, threads=1, seconds=task.seconds)
    return QuestionDealing(1, task.question, Stream.of(task.seed), resources, method=task.method)


def _accepted_of_worker(task: DealingTask, part: Part) -> Filtered:
    """Return the accepted deals of a part."""
    return dealing_of_worker(task).searched.accepted(*part)


def checked_number(value: int, what: str = "the number of deals") -> int:
    """Return an integer of at least 0.

    :raises ArgumentError: if it is not one
    """
    number = checked_integer(value, what)
    if number < 0:
        raise ArgumentError(f"{what} cannot be negative ({number})")
    return number


def _check_memory(n: int) -> None:
    try:
        memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    except (AttributeError, ValueError, OSError):
        return
    if 64 * n > memory:
        raise ArgumentError(
            f"{n:,} deals do not fit in memory; read them in batches: for batch in dealing({n}, "
            "...)"
        )
