"""Planning several distributions of one condition: which are counted together, which alone."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, NamedTuple

from dealwright.conditions.nodes import Node
from dealwright.planning.budget import Budget, Effort
from dealwright.planning.exact_part import stated
from dealwright.planning.filter import Filter, Trial
from dealwright.planning.models import Model, Problem
from dealwright.planning.planner import Plan, plan, tests_of
from dealwright.planning.question import Question

if TYPE_CHECKING:
    from dealwright.kernels.stopping import StopFlag
    from dealwright.workspace import Workspace

__all__ = ["Planned", "plan_together"]

_CHEAP = 0.005  # seconds; what costs less is counted alone
_TOGETHER = 6  # groups at most
_MORE = 1.5  # times what one of them costs, the most that counting them together may cost
Group = tuple[Node, ...]


class Planned(NamedTuple):
    """The plan that answers a group of quantities, and where they stand among its values."""

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
    """Return plans for the joint distributions of some groups of quantities, in their order.

    All of them share the budget's seconds. Quantities that depend on points alone, such as the
    points of two hands, are labels of what is counted anyway, so one count gives them all.

    :raises Stopped: if the flag was set before the plans were made
    """
    tests = tests_of(question, workspace, trial)
    several = _Several(question, tests, budget, workspace, trial, budget.effort(stop), stop)
    return several.planned(groups)


@dataclass
class _Several:
    question: Question
    tests: Filter
    budget: Budget
    workspace: Workspace
    trial: Trial
    effort: Effort
    stop: StopFlag | None

    def __post_init__(self) -> None:
        # to look must not take from counting, nor be free
        self._looking = Effort(self.effort.most, stop=self.stop)

    def planned(self, groups: Sequence[Group]) -> list[Planned]:
        """Return the plans: cheap groups alone, dear ones of the same size together."""
        found: dict[Group, Planned] = {}
        alike: dict[tuple[int, ...], list[Group]] = {}
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

    def _model(self, group: Group) -> Model | None:
        if self.tests.costly or self.tests.impossible or self.tests.refused:
            return None
        problem = Problem(self.tests.nodes, self.question.fixed, group)
        return stated(problem, self.workspace, self._looking)

    def _alone(self, group: Group) -> Planned:
        made = plan(
            replace(self.question, values=group), "distribution", self.budget, self.workspace,
            self.trial, effort=self.effort, stop=self.stop,
        )  # fmt: skip
        return Planned(made, tuple(range(len(group))))

    def _together(self, groups: Sequence[Group]) -> dict[Group, Planned]:
        """Return plans for groups that need the same states: one for all where that is cheap."""
        every = tuple(dict.fromkeys(node for group in groups for node in group))
        model, first = self._model(every), self._model(groups[0])
        cheap = (
            len(groups) > 1
            and model is not None
            and first is not None
            and model.predicted_seconds < _MORE * first.predicted_seconds
        )
        joint = self._alone(every).plan if cheap else None
        if joint is None or joint.method == "sample":
            return {group: self._alone(group) for group in groups}
        return {group: Planned(joint, tuple(map(every.index, group))) for group in groups}
