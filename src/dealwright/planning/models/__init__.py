"""Counting models: one file for each method; ``BUILDERS`` are tried in order.

A builder takes a problem and an effort, and returns a model, or None if its method does not apply.
It raises ``TooLarge`` if a table would be too large; then the next builder is tried, as it is
where deals will be drawn and the model only counts (``Model.draws``). Models of ``COUNTERS`` are
also tried when only a count is needed and the first model is expensive.
"""

from __future__ import annotations

from collections.abc import Callable
from math import inf

from dealwright.planning.budget import Effort, OverBudget, TooLarge
from dealwright.planning.models.base import Model, Problem, digest_of
from dealwright.planning.models.honours import honours_model
from dealwright.planning.models.suits import suits_model

__all__ = ["BUILDERS", "COUNTERS", "Builder", "Model", "Problem", "digest_of", "state"]

Builder = Callable[[Problem, Effort], Model | None]


def _by_scores(problem: Problem, effort: Effort) -> Model | None:
    from dealwright.planning.models.boxes import boxes_model  # few counts need it: 10 ms

    return boxes_model(problem, effort)


BUILDERS: list[Builder] = [honours_model, suits_model]
COUNTERS: list[Builder] = [_by_scores]
_CHEAP = 0.05  # seconds: a count that costs less is made at once
_DEAR = 0.5  # seconds: here another model may pay, whatever the tests read
_SHARE = 10  # of what is left, for stating another where the first fits


def state(problem: Problem, effort: Effort, *, drawing: bool = True) -> Model:
    """Return the model of a problem by the first method that applies.

    Without ``drawing`` it may be one that only counts, if that costs less.

    :raises TooLarge: if no method does
    :raises OverBudget: if building it would cost more than the effort
    """
    found: Model | None = None
    failed: type[TooLarge] = TooLarge
    try:
        found = _first(problem, effort, drawing)
    except OverBudget:
        if drawing:
            raise
        failed = OverBudget
    for build in () if drawing else COUNTERS:
        trial = _trial(found, problem, effort)
        made = None
        try:
            made = None if trial is None else build(problem, trial)
        except OverBudget:
            failed = OverBudget
        except TooLarge:
            continue
        if trial is not None and _cost(made, effort) < _cost(found, effort):
            found = made
            effort.spend_on_done(trial.spent)
    if found is None:
        raise failed
    return found


def _first(problem: Problem, effort: Effort, drawing: bool) -> Model | None:
    """Return the model of the first method that applies, draws if needed, and is not too large."""
    for build in BUILDERS:
        try:
            model = build(problem, effort)
        except OverBudget:
            raise
        except TooLarge:
            continue
        if model is not None and (model.draws or not drawing):
            return model
    return None


def _trial(found: Model | None, problem: Problem, effort: Effort) -> Effort | None:
    """Return the effort for stating a model that only counts as well, None if it cannot pay.

    Where the model found fits, it is a tenth of what is left, spent only if the other is used: so a
    count that fits is never lost to the attempt.
    """
    cost = _cost(found, effort)
    if cost >= effort.left:  # both are inf where memory is short and any price is paid
        return effort.rest()
    atoms = problem.atoms
    joint = atoms.across_tests or atoms.across_values or atoms.joint
    worth = cost > (_CHEAP if joint else min(_DEAR, effort.left / 2))
    return effort.rest(effort.left / _SHARE) if worth else None


def _cost(model: Model | None, effort: Effort) -> float:
    """Return the seconds that counting a model costs; inf where there is too little memory."""
    if model is None or model.predicted_bytes(drawing=False) > effort.memory:
        return inf
    return 0.0 if model.impossible else model.predicted_seconds + model.seconds_beside
