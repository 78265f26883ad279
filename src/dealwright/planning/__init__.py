"""From a question to a plan: plain data that the kernels run."""

from dealwright.planning.budget import Budget
from dealwright.planning.planner import Plan, plan
from dealwright.planning.question import Question

__all__ = ["Budget", "Plan", "Question", "plan"]
