"""Counting models: one file for each method; ``BUILDERS`` are tried in order.

A builder takes a problem and an effort, and returns a model, or None if its method does not apply.
It raises ``TooLarge`` if a table would be too large; then the next builder is tried. Models of
``COUNTERS`` only count: they are stated too where no deal will be drawn, and the cheapest is used.
"""

from __future__ import annotations

from collections.abc import Callable
from math import inf

from dealwright.planning.budget import Effort, OverBudget, TooLarge
from dealwright.planning.models.base import Model, Problem, digest_of
from dealwright.planning.models.boxes import boxes_model
from dealwright.planning.models.honours import honours_model
from dealwright.planning.models.suits import suits_model

__all__ = ["BUILDERS", "COUNTERS", "Model", "Problem", "digest_of", "state"]

Builder = Callable[[Problem, Effort], Model | None]
BUILDERS: list[Builder] = [honours_model, suits_model]
COUNTERS: list[Builder] = [boxes_model]
_CHEAP = 0.05  # seconds: a count that costs less is made at once


def state(problem: Problem, effort: Effort, *, drawing: bool = True) -> Model:
    """Return the model of a problem by the first method that applies.

    Without ``drawing`` it may be one that only counts, if that costs less.

    :raises TooLarge: if no method does
    :raises OverBudget: if building it would cost more than the effort
    """
    failed: type[TooLarge] = TooLarge
    found: Model | None = None
    for build in BUILDERS if drawing else (*BUILDERS, *COUNTERS):
        if found is not None and (build in BUILDERS or _cost(found, effort) < _CHEAP):
            continue
        try:
            made = build(problem, effort)
        except OverBudget:
            if drawing:
                raise
            failed = OverBudget
        except TooLarge:
            continue
        else:
            if found is None or _cost(made, effort) < _cost(found, effort):
                found = made
    if found is None:
        raise failed
    return found


def _cost(model: Model | None, effort: Effort) -> float:
    """Return the seconds that counting a model costs; inf where there is too little memory."""
    if model is None or model.predicted_bytes(drawing=False) > effort.memory:
        return inf
    return 0.0 if model.impossible else max(model.predicted_seconds, model.seconds_beside)
