"""Errors of typed conditions whose hints offer only what some deal may satisfy."""

from __future__ import annotations

from dealwright.ask.counting import Counting
from dealwright.ask.resources import Resources
from dealwright.base.errors import ConditionError, DealwrightError
from dealwright.conditions.hints import checked
from dealwright.conditions.parse import read_condition
from dealwright.deals.workspace import Workspace
from dealwright.planning.question import Question

__all__ = ["with_true_offers"]

_LOOK = 0.05  # seconds of work to see whether what a hint offers can be true


def with_true_offers(error: ConditionError, workspace: Workspace) -> ConditionError:
    """Return an error whose hint offers only what can be read and may be true.

    >>> from dealwright.deals.workspace import default_workspace
    >>> wrong = ConditionError("no", text="x", position=0, hint="Write: 8+ aces - or: 3+ aces")
    >>> with_true_offers(wrong, default_workspace()).hint
    'Write: 3+ aces'
    """

    def holds(text: str) -> bool | None:
        try:
            reading = read_condition(text, workspace.features, workspace.definitions, typed=True)
        except ConditionError:
            return None
        resources = Resources(workspace=workspace, seconds=_LOOK)
        try:
            job = Counting(Question(reading.tree), resources, method="exact", seed=0)
            return bool(job.result().count)
        except DealwrightError:  # it is too dear to know
            return True

    return checked(error, holds)
