"""The choice among counting methods: ``BUILDERS`` are tried in order.

A builder takes a problem and an effort, and returns a model, or None if its method does not apply.
It raises ``TooLarge`` if a table would be too large. The next builder is tried after None or
``TooLarge``, and if deals will be drawn but the model only counts (``Model.draws``). Models of
``COUNTERS`` are also tried when only a count is needed and the first model is expensive.
"""

from __future__ import annotations

from collections.abc import Callable
from math import inf

from dealwright.planning.budget import Effort, OverBudget, TooLarge
from dealwright.planning.models.base import CountingProblem, Model
from dealwright.planning.models.honours import honours_model, only_honours
from dealwright.planning.models.suits import suits_model

__all__ = ["BUILDERS", "COUNTERS", "Builder", "chosen_model"]

Builder = Callable[[CountingProblem, Effort], Model | None]


def _by_scores(problem: CountingProblem, effort: Effort) -> Model | None:
    from dealwright.planning.models.boxes import boxes_model  # few counts need it: 10 ms

    return boxes_model(problem, effort)


BUILDERS: list[Builder] = [honours_model, suits_model]
COUNTERS: list[Builder] = [_by_scores]
_CHEAP_SECONDS = 0.05  # seconds: a count that costs less needs no alternative
_EXPENSIVE_SECONDS = 0.1  # seconds: another model may pay, whatever the tests read
_FIRST_SECONDS = (
    0.02  # seconds: a first model that is longer to build waits for one that only counts
)
_LITTLE_SECONDS = 0.6  # seconds: a count that costs less needs no model that is long to build
_EFFORT_DIVISOR = 10  # another model may take 1 / this of the effort left, if the first one fits


def chosen_model(problem: CountingProblem, effort: Effort, *, drawing: bool = True) -> Model:
    """Return the model of a problem by the first method that applies.

    Without ``drawing`` it may be a model that only counts, if that costs less.

    :raises TooLarge: if no method applies
    :raises OverBudget: if building it would cost more than the effort
    """
    if drawing:
        best = _first(problem, effort, drawing)
        if best is None:
            raise TooLarge
        return best
    start = effort.rest(inf if only_honours(problem.atoms) else _FIRST_SECONDS)
    best, error, late = None, TooLarge, False
    try:
        best = _first(problem, start, drawing)
    except OverBudget:
        late = start.most < effort.left
        error = TooLarge if late else OverBudget
    effort.spend_on_done(start.spent)
    if late:  # what is over a part of the effort may be within the rest
        best, _ = _counter(None, problem, effort.rest(effort.left / _EFFORT_DIVISOR), effort, error)
        if _cost(best, effort) <= _LITTLE_SECONDS:
            assert best is not None
            return best
        other = effort.rest()
        try:
            first = _first(problem, other, drawing)
        except OverBudget:
            first, error = None, OverBudget
        late = best is not None  # else a second attempt may take more
        if _cost(first, effort) < _cost(best, effort):
            effort.spend_on_done(other.spent)
            best = first
    trial = None if late else _trial(best, problem, effort)
    if trial is not None:
        best, error = _counter(best, problem, trial, effort, error)
    if best is None:
        raise error
    return best


def _counter(
    best: Model | None,
    problem: CountingProblem,
    trial: Effort,
    effort: Effort,
    error: type[TooLarge],
) -> tuple[Model | None, type[TooLarge]]:
    """Return a model that only counts if it costs less than the best, and the error if none."""
    for build in COUNTERS:
        try:
            candidate = build(problem, trial)
        except OverBudget:
            error = OverBudget
        except TooLarge:
            continue
        else:
            if _cost(candidate, effort) < _cost(best, effort):
                best = candidate
                effort.spend_on_done(trial.spent)
    return best, error


def _first(problem: CountingProblem, effort: Effort, drawing: bool) -> Model | None:
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


def _trial(best: Model | None, problem: CountingProblem, effort: Effort) -> Effort | None:
    """Return the effort for building a second model that only counts, or None if it cannot pay.

    If ``best`` fits, it is a tenth of the effort left or half of its cost, spent only if the second
    model is used; so the attempt never prevents a count that fits.
    """
    cost = _cost(best, effort)
    if cost >= effort.left:  # both are inf if memory is short and the effort has no limit
        return effort.rest()
    atoms = problem.atoms
    joint = atoms.across_tests or atoms.across_values or atoms.joint
    worthwhile = cost > (_CHEAP_SECONDS if joint else min(_EXPENSIVE_SECONDS, effort.left / 2))
    return effort.rest(max(effort.left / _EFFORT_DIVISOR, cost / 2)) if worthwhile else None


def _cost(model: Model | None, effort: Effort) -> float:
    """Return the seconds that counting a model costs; inf if there is too little memory."""
    if model is None or model.predicted_bytes(drawing=False) > effort.memory:
        return inf
    return 0.0 if model.impossible else model.predicted_seconds + model.seconds_beside
