"""Plans for several distributions of one condition, counted together or alone."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, NamedTuple

from dealwright.conditions.nodes import Node
from dealwright.planning.budget import Budget, Effort
from dealwright.planning.exact_part import cached_model
from dealwright.planning.filter import Filter, Trial
from dealwright.planning.models.base import CountingProblem, Model
from dealwright.planning.planner import Plan, plan, tests_of
from dealwright.planning.question import Question

if TYPE_CHECKING:
    from dealwright.base.kernels.stopping import StopFlag
    from dealwright.deals.workspace import Workspace

__all__ = ["Planned", "plan_together"]

_CHEAP_SECONDS = 0.005  # seconds; a cheaper group is counted alone
_TOGETHER = 6  # groups at most
_MORE = 1.5  # counting together may cost at most this many times one group
Group = tuple[Node, ...]


class Planned(NamedTuple):
    """The plan that answers a group of quantities, and their indices among its values."""

    plan: Plan
    columns: tuple[int, ...]


def plan_together(
    question: Question,
    groups: Sequence[Group],
    budget: Budget,
    workspace: Workspace,
    trial: Trial,
    *,
    stop: StopFlag | None = None,
) -> list[Planned]:
    """Return plans for the joint distributions of groups of quantities, in their order.

    All plans share the budget's seconds. Quantities that depend on points alone, such as the points
    of two hands, label states that are counted anyway, so one count gives them all.

    :raises Stopped: if the flag was set before the plans were made
    """
    tests = tests_of(question, workspace, trial)
    several = _JointPlanner(question, tests, budget, workspace, trial, budget.effort(stop), stop)
    return several.planned(groups)


@dataclass
class _JointPlanner:
    question: Question
    tests: Filter
    budget: Budget
    workspace: Workspace
    trial: Trial
    effort: Effort
    stop: StopFlag | None

    def __post_init__(self) -> None:
        self._paid: dict[Group, float] = {}  # seconds of effort spent on building each model
        self._seconds: dict[Group, float] = {}  # predicted seconds of counting each group

    def planned(self, groups: Sequence[Group]) -> list[Planned]:
        """Return the plans: cheap groups first and alone, expensive ones of the same size together.

        Each group may spend an equal part of the effort left on its model, so that one that is too
        large does not use up the share of the others.
        """
        plans: dict[Group, Planned] = {}
        alike: dict[tuple[int, ...], list[Group]] = {}
        cheap: list[Group] = []
        distinct = list(dict.fromkeys(groups))
        for index, group in enumerate(distinct):
            model = self._model(group, self.effort.left / (len(distinct) - index))
            if model is None:
                plans[group] = self._sampled(group)
            elif model.impossible or model.predicted_seconds < _CHEAP_SECONDS:
                cheap.append(group)
            else:
                alike.setdefault(tuple(model.sizes.values()), []).append(group)
                self._seconds[group] = model.predicted_seconds
        for group in cheap:
            plans[group] = self._alone(group)
        for same in alike.values():
            for index in range(0, len(same), _TOGETHER):
                plans |= self._together(same[index : index + _TOGETHER])
        return [plans[group] for group in groups]

    def _model(self, group: Group, most: float) -> Model | None:
        """Return the model of a group, or None if it costs more than ``most`` seconds."""
        if self.tests.costly or self.tests.impossible or self.tests.refused:
            return None
        question = self.question
        problem = CountingProblem(self.tests.nodes, question.fixed, group, question.weight)
        effort = self.effort.rest(most)
        model = cached_model(problem, self.workspace, effort)
        self.effort.spend(effort.spent)
        self._paid[group] = effort.spent
        return model

    def _sampled(self, group: Group) -> Planned:
        return self._planned(group, self.effort.of(0.0))

    def _alone(self, group: Group) -> Planned:
        paid = self._paid.get(group, 0.0)  # its model exists already
        effort = self.effort.of(self.effort.left + paid)
        planned = self._planned(group, effort)
        self.effort.spent += effort.spent - paid
        return planned

    def _planned(self, group: Group, effort: Effort) -> Planned:
        group_plan = plan(
            replace(self.question, values=group), "distribution", self.budget, self.workspace,
            self.trial, effort=effort, stop=self.stop,
        )  # fmt: skip
        return Planned(group_plan, tuple(range(len(group))))

    def _together(self, groups: Sequence[Group]) -> dict[Group, Planned]:
        """Return plans for groups that need the same states: one for all if that is cheap."""
        every = tuple(dict.fromkeys(node for group in groups for node in group))
        model = self._model(every, self.effort.left / 2) if len(groups) > 1 else None
        cheap = model is not None and model.predicted_seconds < _MORE * self._seconds[groups[0]]
        joint = self._alone(every).plan if cheap else None
        if joint is None or joint.method == "sample":
            return {group: self._alone(group) for group in groups}
        return {group: Planned(joint, tuple(map(every.index, group))) for group in groups}
