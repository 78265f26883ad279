"""Exact distributions: one, or several of a condition, counted together where that costs less."""

from __future__ import annotations

from collections.abc import Generator, Mapping, Sequence
from dataclasses import dataclass

from dealwright.answers import Histogram
from dealwright.ask.planning import Resources
from dealwright.conditions.nodes import Node
from dealwright.conditions.unparse import to_text
from dealwright.errors import ArgumentError, ConditionError
from dealwright.jobs import Job
from dealwright.kernels.stopping import StopFlag
from dealwright.planning.budget import Effort
from dealwright.planning.exact_part import count_problem, stated
from dealwright.planning.filter import Filter, filter_of
from dealwright.planning.models import Model, Problem
from dealwright.planning.question import Question
from dealwright.sampling.trial import FixedTrial

__all__ = ["Distributing", "distribution", "distributions"]

_CHEAP = 0.005  # seconds; what costs less is counted alone
_TOGETHER = 6  # groups at most
_MORE = 1.5  # times what one of them costs, the most that counting them together may cost


def distribution(
    question: Question, resources: Resources, *, stop: StopFlag | None = None
) -> Histogram:
    """Return the exact joint distribution of a question's values over its deals.

    :raises ConditionError: if no deal satisfies the condition, or it cannot be counted exactly
    :raises Stopped: if the flag was set before it was done
    """
    if not question.values:
        raise ArgumentError("name at least one quantity, such as hcp(north)")
    tests = filter_of(question, FixedTrial())
    if tests.costly:
        raise ConditionError("a Python predicate cannot be counted exactly")
    answer = _histogram(question, question.values)
    if not tests.impossible and not tests.refused:
        found = _counted(
            question, tests, question.values, resources, resources.budget.effort(stop), stop
        )
        if found is None:
            raise ConditionError(
                f"the distribution of {', '.join(answer.names)} cannot be computed exactly under "
                "this condition",
                hint="Deal a sample and use its columns, such as deals.north.hcp",
            )
        answer = found
    if not answer.total:
        raise ConditionError(f"no deal satisfies '{question.text}'")
    return answer


class Distributing(Job[Histogram, Histogram]):
    """A job that counts the joint distribution of a question's values over its deals."""

    def __init__(self, question: Question, resources: Resources) -> None:
        super().__init__(type(self)._count)
        self.question = question
        self.resources = resources

    def _count(self) -> Generator[Histogram, None, Histogram]:
        yield from ()
        return distribution(self.question, self.resources, stop=self.flag)


def _histogram(
    question: Question,
    values: Sequence[Node],
    counts: Mapping[tuple[int, ...], int] | None = None,
) -> Histogram:
    """Return the histogram of some values over a question's deals; empty without counts."""
    names = tuple(map(to_text, values))
    return Histogram(names, counts or {}, condition=question.text, method="exact")


def _counted(
    question: Question,
    tests: Filter,
    values: tuple[Node, ...],
    resources: Resources,
    effort: Effort,
    stop: StopFlag | None = None,
) -> Histogram | None:
    """Return how many deals have each row of values, in order; None if that is too much work."""
    problem = Problem(tests.nodes, question.fixed, values)
    found = count_problem(problem, resources.workspace, resources.budget, effort=effort, stop=stop)
    if found is None:
        return None
    if found.engine is None or found.total == 0:
        return _histogram(question, values)
    rows = found.model.values
    assert rows is not None
    keys = [tuple(row) for row in rows.tolist()]
    totals = found.engine.totals()
    return _histogram(question, values, dict(zip(keys, totals, strict=True)))


def distributions(
    question: Question,
    groups: Sequence[Sequence[Node]],
    resources: Resources,
    *,
    stop: StopFlag | None = None,
) -> list[Histogram | None]:
    """Return how many deals of a question have each values of some quantities, for each group.

    None where that cannot be counted, or no more within the budget's seconds in all (by measured
    constants, so that it does not depend on the machine). No deal at all gives empty counts.
    """
    tests = filter_of(question, FixedTrial())
    if tests.impossible or tests.refused:
        return [_histogram(question, group) for group in groups]
    if tests.costly:
        return [None for _ in groups]
    several = _Several(question, tests, resources, resources.budget.effort(stop), stop)
    return several.counts([tuple(group) for group in groups])


@dataclass
class _Several:
    question: Question
    tests: Filter
    resources: Resources
    effort: Effort
    stop: StopFlag | None

    def __post_init__(self) -> None:
        # to look must not take from counting, nor be free
        self._looking = Effort(self.effort.most, stop=self.stop)

    def counts(self, groups: Sequence[tuple[Node, ...]]) -> list[Histogram | None]:
        """Return the counts of groups: cheap ones alone, dear ones of the same size together."""
        found: dict[tuple[Node, ...], Histogram | None] = {}
        alike: dict[tuple[int, ...], list[tuple[Node, ...]]] = {}
        for group in dict.fromkeys(groups):
            model = self._model(group)
            if model is None or model.impossible or model.predicted_seconds < _CHEAP:
                found[group] = self._alone(group)
            else:
                alike.setdefault(tuple(model.sizes.values()), []).append(group)
        for same in alike.values():
            for at in range(0, len(same), _TOGETHER):
                found |= self._together(same[at : at + _TOGETHER])
        return [found[group] for group in groups]

    def _model(self, group: tuple[Node, ...]) -> Model | None:
        problem = Problem(self.tests.nodes, self.question.fixed, group)
        return stated(problem, self.resources.workspace, self._looking)

    def _alone(self, group: tuple[Node, ...]) -> Histogram | None:
        return _counted(self.question, self.tests, group, self.resources, self.effort, self.stop)

    def _together(
        self, groups: Sequence[tuple[Node, ...]]
    ) -> dict[tuple[Node, ...], Histogram | None]:
        """Return the counts of groups that need the same states, from one count where it can be.

        Quantities that depend on points alone, such as the points of two hands, are labels of
        what is counted anyway.
        """
        every = tuple(dict.fromkeys(node for group in groups for node in group))
        model, first = self._model(every), self._model(groups[0])
        cheap = (
            len(groups) > 1
            and model is not None
            and first is not None
            and model.predicted_seconds < _MORE * first.predicted_seconds
        )
        joint = self._alone(every) if cheap else None
        if joint is not None:
            return {group: joint.marginal(*map(every.index, group)) for group in groups}
        return {group: self._alone(group) for group in groups}
