"""The value of a tree for deals that are already there."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from dealwright import kernels
from dealwright.conditions.nodes import Node
from dealwright.deals import Deals
from dealwright.kernels.programs import ProgramBuilder
from dealwright.planning.lower import lower
from dealwright.planning.plan import Plan, plan_condition
from dealwright.sampling.filtered import truth_of

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["truth_for", "values_of"]


def values_of(node: Node, deals: Deals) -> NDArray[np.int32]:
    """Return the value of a tree for each deal, int32[n].

    :raises ConditionError: if a value could leave 32 bits
    """
    builder = ProgramBuilder()
    builder.add(3, lower(node, builder))
    return kernels.evaluate(builder.build(), deals.masks)


def truth_for(node: Node, deals: Deals) -> NDArray[np.bool_]:
    """Return which deals satisfy a condition, bool[n]; Python predicates see them all."""
    plan = plan_condition(node)
    return truth_of_plan(plan, deals)


def truth_of_plan(plan: Plan, deals: Deals) -> NDArray[np.bool_]:
    """Return which deals satisfy a plan, bool[n]."""
    if plan.impossible:
        return np.zeros(len(deals), dtype=np.bool_)
    truth = np.ones(len(deals), dtype=np.bool_)
    for clause in plan.clauses:
        truth &= values_of(clause.node, deals) != 0
    for predicate in plan.opaque:
        truth &= truth_of(predicate, deals)
    return truth
