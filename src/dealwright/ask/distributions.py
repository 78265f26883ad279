"""Exact distributions: one, or several of a condition, counted together if that costs less."""

from __future__ import annotations

from collections.abc import Generator, Sequence

from dealwright.answers import Histogram
from dealwright.ask.planning import Resources, planned, planned_together
from dealwright.conditions.nodes import Node
from dealwright.conditions.unparse import to_text
from dealwright.errors import ArgumentError, ConditionError
from dealwright.jobs import Job
from dealwright.kernels.stopping import StopFlag
from dealwright.planning.planner import Plan
from dealwright.planning.question import Question

__all__ = ["Distributing", "distribution", "distributions"]


def distribution(
    question: Question, resources: Resources, *, stop: StopFlag | None = None
) -> Histogram:
    """Return the exact joint distribution of a question's values over its deals.

    :raises ConditionError: if no deal satisfies the condition, or it cannot be counted exactly
    :raises Stopped: if the flag was set before it was done
    """
    if not question.values:
        raise ArgumentError("name at least one quantity, such as hcp(north)")
    made = planned(question, "distribution", resources, stop=stop)
    if made.filter.costly:
        raise ConditionError("a Python predicate cannot be counted exactly")
    answer = _counted(made)
    if answer is None:
        raise ConditionError(
            f"the distribution of {', '.join(map(to_text, question.values))} cannot be computed "
            "exactly under this condition",
            hint="Deal a sample and use its columns, such as deals.north.hcp",
        )
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


def _counted(made: Plan) -> Histogram | None:
    """Return the number of deals for each row of a question's values, or None if not counted.

    It is empty if no deal satisfies the condition.
    """
    question = made.question
    counts: dict[tuple[int, ...], int] = {}
    if made.method == "sample":
        return None
    engine = None if made.part is None else made.part.counted.engine
    if made.part is not None and engine is not None and engine.total:
        rows = made.part.counted.model.values
        assert rows is not None
        keys = [tuple(row) for row in rows.tolist()]
        counts = dict(zip(keys, engine.totals(), strict=True))
    names = tuple(map(to_text, question.values))
    return Histogram(names, counts, condition=question.text, method="exact")


def distributions(
    question: Question,
    groups: Sequence[Sequence[Node]],
    resources: Resources,
    *,
    stop: StopFlag | None = None,
) -> list[Histogram | None]:
    """Return the joint counts of each group of quantities over a question's deals.

    A group is None if it cannot be counted, or if the budget's seconds are used up. Seconds are
    predicted from measured constants, so the answer does not depend on the machine. If no deal
    satisfies the question, the counts are empty.
    """
    plans = planned_together(question, [tuple(group) for group in groups], resources, stop=stop)
    joint = {id(each.plan): _counted(each.plan) for each in plans}
    found = [(joint[id(each.plan)], each.columns) for each in plans]
    return [each and each.marginal(*columns) for each, columns in found]
