"""What several tests ask of the planner, in the words that tests use."""

from __future__ import annotations

from collections.abc import Sequence

from dealwright.ask.planning import plan_question
from dealwright.ask.resources import Resources
from dealwright.conditions.nodes import Node
from dealwright.deals.workspace import default_workspace
from dealwright.planning.budget import Budget, Effort
from dealwright.planning.exact_part import (
    Counted,
    ExactPart,
    cached_model,
    count_problem,
    exact_part,
)
from dealwright.planning.filter import Filter, filter_of
from dealwright.planning.models.base import CountingProblem, Model
from dealwright.planning.planner import Plan
from dealwright.planning.question import Question
from dealwright.planning.sampling.trial import FixedTrial


def counted(
    clauses: Sequence[Node],
    fixed: Sequence[int] = (0, 0, 0, 0),
    *,
    values: Sequence[Node] = (),
    weight: Node | None = None,
) -> Counted | None:
    """Return the exact count of a conjunction, or None where it is beyond the limits."""
    problem = CountingProblem(tuple(clauses), tuple(fixed), tuple(values), weight)
    return count_problem(problem, default_workspace(), Budget())


def modelled(
    clauses: Sequence[Node], *, values: Sequence[Node] = (), effort: Effort | None = None
) -> Model | None:
    """Return the model of a conjunction, or None where it is beyond an effort."""
    problem = CountingProblem(tuple(clauses), values=tuple(values))
    return cached_model(problem, default_workspace(), effort or Effort())


def filter_for(tree: Node | None) -> Filter:
    """Return the tests of a condition."""
    return filter_of(Question(tree), FixedTrial())


def part_of(tree: Node, memory: int | None = None) -> ExactPart:
    """Return the exact part of a condition."""
    problem = CountingProblem(filter_for(tree).nodes)
    budget = Budget() if memory is None else Budget(memory)
    return exact_part(problem, default_workspace(), budget)


def plan_for(tree: Node, method: str = "auto") -> Plan:
    """Return how a condition is dealt."""
    return plan_question(Question(tree), "deal", Resources(), method=method)
