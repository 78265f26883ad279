"""Limits counted together: how many deals keep to all of them, and what each alone leaves."""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from dealwright.answers import Estimate
from dealwright.answers.tabular import Tabular
from dealwright.ask.counting import Counting, Share
from dealwright.ask.resources import Resources
from dealwright.base.jobs import Job
from dealwright.numbering.stream import Seed, Stream
from dealwright.planning.contradictions import contradiction
from dealwright.planning.filter import conjuncts
from dealwright.planning.question import Question

if TYPE_CHECKING:
    from typing import Annotated

    from dealwright.answers.records import INLINE, OR_NULL
    from dealwright.conditions.nodes import Node

__all__ = ["CountingLimits", "LimitShares"]

_PART = 0.5  # of the budget, in addition: for what the limits alone leave


@dataclass(frozen=True)
class LimitShares(Tabular):
    """The share of deals that keep to all limits, and the share that each limit alone leaves.

    ``alone`` has an estimate for each limit, in their order. If no deal keeps to all of them,
    ``contradictory`` has the indices of a smallest set of limits that contradict each other, if
    one was found, and ``reason`` a proof in words, or "".
    """

    share: Annotated[Share, INLINE]
    alone: tuple[Estimate, ...]
    contradictory: tuple[int, ...] = ()
    reason: Annotated[str, OR_NULL] = ""

    json_keys = ("share", "alone", "contradictory", "reason")

    def lines(self) -> Iterator[str]:
        """Yield the share as text, then a line for each limit."""
        yield from self.share.lines()
        for index, alone in enumerate(self.alone):
            mark = "  contradictory" if index in self.contradictory else ""
            yield f"limit {index + 1:<6} {alone:.6g}{mark}"


class CountingLimits(Job[LimitShares, LimitShares]):
    """A job that counts the deals of a question whose condition joins limits, and of each limit.

    ``question`` is about all of them. Its partial results have the share so far. What a limit alone
    leaves is counted, or else estimated, within half as much again as the budget of the whole.
    """

    def __init__(
        self,
        question: Question,
        limits: Sequence[Node],
        resources: Resources,
        *,
        seed: Seed | Stream | None = None,
    ) -> None:
        super().__init__(type(self)._count)
        self.question = question
        self.limits = tuple(limits)
        self.resources = resources
        self._stream = Stream.of(seed)
        self._counting = Counting(question, resources, seed=self._stream)

    def _count(self) -> Generator[LimitShares, None, LimitShares]:
        single = self.limits == (self.question.tree,)  # then its share alone is the share of all
        alone = () if single else tuple(map(self._alone, self.limits))
        for share in self.run_part(self._counting):
            yield LimitShares(share, (share.estimate,) if single else alone)
        share = self._counting.result()
        alone = (share.estimate,) if single else alone
        contradictory, reason = (
            self._contradictory() if share.estimate.exact and share.estimate == 0 else ((), "")
        )
        return LimitShares(share, alone, contradictory, reason)

    def _alone(self, limit: Node) -> Estimate:
        """Return the share of deals that keep to a limit."""
        budget, workspace = self.resources.budget, self.resources.workspace
        seconds = _PART * budget.seconds / len(self.limits)
        resources = Resources(budget.memory, workspace, self.resources.threads, seconds)
        job = Counting(self.question.about(limit), resources, seed=self._stream)
        job.flag = self.flag
        return job.result().estimate

    def _contradictory(self) -> tuple[tuple[int, ...], str]:
        """Return the indices of limits that contradict each other, and a proof in words."""
        if self.question.tree is None:
            return (), ""
        proof = contradiction(self.question, self.resources.budget, self.resources.workspace)
        if proof is None:
            return (), ""
        clauses = set(proof.clauses)
        indices = (
            index
            for index, limit in enumerate(self.limits)
            if not clauses.isdisjoint(conjuncts(limit))
        )
        return tuple(indices), proof.reason
