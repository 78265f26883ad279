"""Counts of quantities over the deals of an auction: exact, in parts, or in a sample."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from dataclasses import dataclass
from typing import Any

from dealwright.answers import Histogram
from dealwright.ask.distributions import (
    distributions,
    distributions_in_parts,
    sampled_distributions,
)
from dealwright.ask.resources import Resources
from dealwright.base.jobs import Job
from dealwright.cards import Seat
from dealwright.conditions.nodes import Measure, Node
from dealwright.deals.features import built_in
from dealwright.numbering.stream import Stream
from dealwright.planning.lowering import scope_of
from dealwright.planning.question import Question

__all__ = ["Counts"]

_SAMPLING = 0.5  # seconds of one core for a sample: about 100,000 deals or more
Groups = Sequence[Sequence[Node]]


@dataclass(frozen=True)
class Counts:
    """The method of counting; ``in_parts`` splits large counts by ranges of points."""

    resources: Resources
    stream: Stream
    in_parts: bool = False

    def exact(
        self, question: Question, groups: Groups, job: Job[Any, Any]
    ) -> list[Histogram | None]:
        """Return the exact joint counts of groups of quantities, None if they are too large."""
        if not self.in_parts:
            return distributions(question, groups, self.resources, stop=job.flag)
        nodes = [*(node for group in groups for node in group), *filter(None, [question.tree])]
        seats = sorted({seat for node in nodes for seat, _, _ in scope_of(node)})
        points = [Measure(built_in()["hcp"], Seat(seat)) for seat in seats]
        return distributions_in_parts(question, groups, points, self.resources, stop=job.flag)

    def sampled(self, question: Question, groups: Groups, job: Job[Any, Any]) -> list[Histogram]:
        """Return the joint counts of groups in one sample of deals.

        :raises ConditionError: if no deal was found
        """

        def sampling(
            part: Job[list[Histogram], list[Histogram]],
        ) -> Generator[list[Histogram], None, list[Histogram]]:
            histograms = list[Histogram]()
            for histograms in sampled_distributions(
                part, question, groups, self.resources, self.stream, seconds=_SAMPLING
            ):
                yield histograms
            return histograms

        part = Job(sampling)
        part.flag = job.flag
        return part.result()
