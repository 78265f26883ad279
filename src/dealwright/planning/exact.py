"""Exact plans: which clauses are counted exactly, which are left to testing, and at what cost."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass
from threading import Lock
from time import perf_counter

import numpy as np

from dealwright.conditions.nodes import Node
from dealwright.conditions.unparse import to_text
from dealwright.errors import ConditionError
from dealwright.features.registry import generation
from dealwright.kernels import body
from dealwright.kernels.exact import ExactCount
from dealwright.planning.counting import ExactModel, exact_model
from dealwright.planning.hand_automaton import TooLarge

__all__ = ["DEFAULT_MEMORY", "Counted", "ExactPlan", "counted", "exact_plan"]

DEFAULT_MEMORY = 1 << 30
_MOST_SECONDS = 30.0
_MOST_CLAUSES_TRIED = 24
_KEPT = 16


@dataclass(frozen=True)
class Counted:
    """A model with its engine: ``total`` deals (each as often as its weight says)."""

    model: ExactModel
    engine: ExactCount | None
    seconds: float

    @property
    def total(self) -> int:
        """How many deals there are."""
        return 0 if self.engine is None else self.engine.total


@dataclass(frozen=True)
class ExactPlan:
    """A conjunction split in two: ``exact`` clauses are counted, ``rest`` must be tested.

    ``why`` says, for each clause of the rest, why it was not counted.
    """

    exact: tuple[Node, ...]
    rest: tuple[Node, ...]
    counted: Counted
    why: tuple[str, ...] = ()

    @property
    def complete(self) -> bool:
        """Whether every clause is counted exactly."""
        return not self.rest


_cache: OrderedDict[object, Counted | None] = OrderedDict()
_lock = Lock()


def counted(
    clauses: Sequence[Node],
    fixed: Sequence[int] = (0, 0, 0, 0),
    *,
    values: Sequence[Node] = (),
    weight: Node | None = None,
    memory: int = DEFAULT_MEMORY,
) -> Counted | None:
    """Return the exact count of a conjunction, or None where it would be beyond the limits.

    Plans are kept in memory: the same question costs nothing the second time.
    """
    key = (
        frozenset(clauses), tuple(fixed), tuple(values), weight, memory, generation(), body(),
    )  # fmt: skip
    with _lock:
        if key in _cache:
            _cache.move_to_end(key)
            return _cache[key]
    found = _count(clauses, fixed, values, weight, memory)
    with _lock:
        _cache[key] = found
        while len(_cache) > _KEPT:
            _cache.popitem(last=False)
    return found


def _count(
    clauses: Sequence[Node],
    fixed: Sequence[int],
    values: Sequence[Node],
    weight: Node | None,
    memory: int,
) -> Counted | None:
    start = perf_counter()
    try:
        ordered = sorted(clauses, key=to_text)  # the numbers must not depend on the order
        model = exact_model(ordered, fixed, values=values, weight=weight)
    except TooLarge:
        return None
    if model.impossible:
        return Counted(model, None, perf_counter() - start)
    if model.predicted_bytes > memory or model.predicted_seconds > _MOST_SECONDS:
        return None
    return Counted(model, ExactCount(model.arrays), perf_counter() - start)


def exact_plan(
    clauses: Sequence[Node],
    fixed: Sequence[int] = (0, 0, 0, 0),
    *,
    memory: int = DEFAULT_MEMORY,
    rarity: Sequence[float] = (),
) -> ExactPlan:
    """Return a plan that counts as many clauses as fit, the rarest first.

    ``rarity`` gives the share of random deals that satisfy each clause; without it clauses are
    taken in their order.

    :raises ConditionError: if there are no clauses
    """
    if not clauses:
        raise ConditionError("there is nothing to count: every deal satisfies no condition")
    everything = counted(clauses, fixed, memory=memory)
    if everything is not None:
        return ExactPlan(tuple(clauses), (), everything)
    order = np.argsort(np.asarray(rarity), kind="stable") if len(rarity) else range(len(clauses))
    kept: list[Node] = []
    best: Counted | None = None
    why: list[str] = []
    for place in list(order)[:_MOST_CLAUSES_TRIED]:
        clause = clauses[int(place)]
        alone = counted([clause], fixed, memory=memory)
        together = counted([*kept, clause], fixed, memory=memory) if alone else None
        if together is None:
            reason = "does not decompose over suits" if alone is None else "too many states with"
            why.append(f"{to_text(clause)}: {reason}" + (" the others" if alone else ""))
        else:
            kept.append(clause)
            best = together
    rest = [clause for clause in clauses if clause not in kept]
    if best is None:
        best = counted([], fixed, memory=memory)
        assert best is not None
    return ExactPlan(tuple(kept), tuple(rest), best, tuple(why))
