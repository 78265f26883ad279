"""Counting models: one file a method, tried in the order of ``BUILDERS``.

A builder takes a problem and an effort, and returns a model, or None where its method does not
apply. It raises ``TooLarge`` where the method applies but a table would be too large: the next one
is tried then.
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
    """Return the model of a problem by the first method that takes it.

    :raises TooLarge: if no method does
    :raises OverBudget: if stating it would cost more than the effort
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
