"""From a condition to a plan: plain data that the kernels run."""

from dealwright.planning.plan import Clause, Plan, plan_condition

__all__ = ["Clause", "Plan", "plan_condition"]
