"""Counting models: one file for each method; ``BUILDERS`` are tried in order.

A builder takes a problem and an effort, and returns a model, or None if its method does not apply.
It raises ``TooLarge`` if a table would be too large; then the next builder is tried.
"""

from __future__ import annotations

from collections.abc import Callable

from dealwright.planning.budget import Effort, OverBudget, TooLarge
from dealwright.planning.models.base import Model, Problem, digest_of
from dealwright.planning.models.honours import honours_model
from dealwright.planning.models.suits import suits_model

__all__ = ["BUILDERS", "Model", "Problem", "digest_of", "state"]

BUILDERS: list[Callable[[Problem, Effort], Model | None]] = [honours_model, suits_model]


def state(problem: Problem, effort: Effort) -> Model:
    """Return the model of a problem by the first method that applies.

    :raises TooLarge: if no method does
    :raises OverBudget: if building it would cost more than the effort
    """
    for build in BUILDERS:
        try:
            model = build(problem, effort)
        except OverBudget:
            raise
        except TooLarge:
            continue
        if model is not None:
            return model
    raise TooLarge
