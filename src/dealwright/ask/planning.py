"""Calls of the planner with the default sample, budget and workspace."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from dealwright.ask.resources import Resources
from dealwright.conditions.nodes import Node
from dealwright.planning.budget import Effort
from dealwright.planning.planner import Plan
from dealwright.planning.planner import plan as make_plan
from dealwright.planning.question import Question
from dealwright.planning.sampling.trial import FixedTrial

if TYPE_CHECKING:
    from dealwright.base.kernels.stopping import StopFlag
    from dealwright.planning.shared_counts import Planned

__all__ = ["impossible_text", "plan_groups", "plan_question"]


def plan_question(
    question: Question,
    purpose: str,
    resources: Resources,
    *,
    method: str = "auto",
    effort: Effort | None = None,
    stop: StopFlag | None = None,
) -> Plan:
    """Return the plan of a question; see ``planner.plan``."""
    return make_plan(
        question, purpose, resources.budget, resources.workspace, FixedTrial(), method=method,
        effort=effort, stop=stop,
    )  # fmt: skip


def plan_groups(
    question: Question,
    groups: Sequence[tuple[Node, ...]],
    resources: Resources,
    *,
    stop: StopFlag | None = None,
) -> list[Planned]:
    """Return plans for the distributions of groups of quantities; see ``plan_together``."""
    from dealwright.planning.shared_counts import plan_together

    return plan_together(
        question, groups, resources.budget, resources.workspace, FixedTrial(), stop=stop
    )


def impossible_text(plan: Plan, resources: Resources) -> str:
    """Return the smallest set of clauses that no deal satisfies, with a proof if found."""
    from dealwright.planning.contradictions import contradiction

    question, tests = plan.question, plan.filter
    cards = " with the predealt cards" if question.has_fixed else ""
    if tests.impossible:
        return f"'{tests.impossible}'"
    if tests.refused:
        return f"'{tests.refused}'{cards}"
    if question.weight is not None:
        return (
            f"{repr(question.text) if question.text else 'the cards'} with a weight above 0{cards}"
        )
    proof = contradiction(question, resources.budget, resources.workspace)
    return f"{proof or repr(question.text)}{cards}"
