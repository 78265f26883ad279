"""Exact plans: which clauses are counted exactly, which are left to testing, and at what cost."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from threading import Lock
from time import perf_counter

from dealwright.conditions.nodes import Measure, Node, walk
from dealwright.conditions.unparse import to_text
from dealwright.errors import ConditionError
from dealwright.kernels import body
from dealwright.kernels.exact import ExactCount
from dealwright.planning.counting import ExactModel, exact_model
from dealwright.planning.effort import Effort, TooDear
from dealwright.planning.hand_automaton import TooLarge
from dealwright.planning.limits import DEFAULT_MEMORY, memory_checked
from dealwright.planning.lower import scope_of

__all__ = [
    "Counted",
    "ExactPlan",
    "counted",
    "exact_plan",
    "forget",
    "modelled",
    "question_digest",
]

_MOST_SECONDS = 30.0
_MOST_CLAUSES_TRIED = 24
_MODELS_KEPT = 64
_COUNTS_KEPT = 64


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


class _Plans:
    """Plans by the digest of their question, the least recently used forgotten first.

    Together they are predicted to need no more than one budget of memory (the last is always kept).
    """

    def __init__(self) -> None:
        self._lock = Lock()
        self._models: OrderedDict[str, tuple[ExactModel | None, float]] = OrderedDict()
        self._counted: OrderedDict[str, Counted] = OrderedDict()

    def model(
        self, digest: str, make: Callable[[Effort], ExactModel], effort: Effort
    ) -> ExactModel | None:
        """Return the model of a question, None where it is too large, or beyond the effort.

        What was stated before costs as much again, so that no choice depends on what came before.
        """
        with self._lock:
            known = self._models.get(digest)
            if known is not None:
                self._models.move_to_end(digest)
        if known is None:
            rest = effort.rest()
            try:
                known = make(rest), rest.spent
            except TooDear:
                effort.spent = effort.most
                return None
            except TooLarge:
                known = None, rest.spent
        try:
            effort.spend(known[1])
        except TooDear:
            return None
        with self._lock:
            self._models[digest] = known
            while len(self._models) > _MODELS_KEPT:
                self._models.popitem(last=False)
        return known[0]

    def counted(self, digest: str, make: Callable[[], Counted]) -> Counted:
        """Return the count of a question, made the first time."""
        with self._lock:
            if digest in self._counted:
                self._counted.move_to_end(digest)
                return self._counted[digest]
        found = make()
        with self._lock:
            self._counted[digest] = found
            sizes = {key: c.model.predicted_bytes for key, c in self._counted.items() if c.engine}
            while len(self._counted) > 1 and sum(sizes.values()) > DEFAULT_MEMORY:
                oldest, _ = self._counted.popitem(last=False)
                sizes.pop(oldest, None)
            while len(self._counted) > _COUNTS_KEPT:
                self._counted.popitem(last=False)
        return found

    def clear(self) -> None:
        """Forget everything."""
        with self._lock:
            self._models.clear()
            self._counted.clear()


_plans = _Plans()


def forget() -> None:
    """Forget the plans kept in memory."""
    _plans.clear()


def question_digest(
    clauses: Sequence[Node],
    fixed: Sequence[int],
    values: Sequence[Node] = (),
    weight: Node | None = None,
) -> str:
    """Return a digest of what is asked: clauses in any order, fixed cards, values, weight."""
    parts = [
        *sorted(to_text(clause) for clause in clauses),
        *_feature_digests((*clauses, *values, *([] if weight is None else [weight]))),
        *(f"fixed {mask:x}" for mask in fixed),
        *(f"value {to_text(node)}" for node in values),
        "" if weight is None else f"weight {to_text(weight)}",
        f"body {body()}",
    ]
    return blake2b("\n".join(parts).encode(), digest_size=16).hexdigest()


def _feature_digests(nodes: Sequence[Node]) -> list[str]:
    """Return what distinguishes features of one name: the digests of their tables."""
    known = {part.feature for node in nodes for part in walk(node) if isinstance(part, Measure)}
    return sorted(each.digest.hex() for each in known)


def modelled(
    clauses: Sequence[Node],
    fixed: Sequence[int] = (0, 0, 0, 0),
    *,
    values: Sequence[Node] = (),
    weight: Node | None = None,
    effort: Effort | None = None,
) -> ExactModel | None:
    """Return the model of a conjunction, not yet counted.

    None where it is too large to state, or would cost more than an effort.
    """

    def make(rest: Effort) -> ExactModel:
        ordered = sorted(clauses, key=to_text)  # the numbers must not depend on the order
        return exact_model(ordered, fixed, values=values, weight=weight, effort=rest)

    digest = question_digest(clauses, fixed, values, weight)
    return _plans.model(digest, make, Effort() if effort is None else effort)


def counted(
    clauses: Sequence[Node],
    fixed: Sequence[int] = (0, 0, 0, 0),
    *,
    values: Sequence[Node] = (),
    weight: Node | None = None,
    memory: int = DEFAULT_MEMORY,
    drawing: bool = True,
    effort: Effort | None = None,
) -> Counted | None:
    """Return the exact count of a conjunction, or None where it would be beyond the limits.

    Without ``drawing`` the memory bounds counting alone. Plans are kept in memory: the same
    question costs nothing the second time.

    :raises ArgumentError: if the memory is no number of bytes
    """
    memory = memory_checked(memory)
    start = perf_counter()
    effort = Effort() if effort is None else effort
    model = modelled(clauses, fixed, values=values, weight=weight, effort=effort)
    if model is None:
        return None
    if model.impossible:
        return Counted(model, None, perf_counter() - start)
    if model.bytes_needed(drawing) > memory or model.predicted_seconds > _MOST_SECONDS:
        return None
    try:
        effort.spend(model.predicted_seconds)
    except TooDear:
        return None
    size = 0 if model.values is None else len(model.values)
    return _plans.counted(
        question_digest(clauses, fixed, values, weight),
        lambda: Counted(
            model, ExactCount(model.arrays, model.labels, size), perf_counter() - start
        ),
    )


def exact_plan(
    clauses: Sequence[Node],
    fixed: Sequence[int] = (0, 0, 0, 0),
    *,
    memory: int = DEFAULT_MEMORY,
    rarity: Callable[[], Sequence[float]] | None = None,
    drawing: bool = True,
    effort: Effort | None = None,
) -> ExactPlan:
    """Return a plan that counts as many clauses as fit, the rarest first.

    No more is stated and counted than an effort allows. ``rarity`` returns the share of random
    deals that satisfy each clause, and is asked only where not all fit; without it clauses are
    taken in their order.

    :raises ConditionError: if there are no clauses
    """
    if not clauses:
        raise ConditionError("there is nothing to count: every deal satisfies no condition")
    effort = Effort() if effort is None else effort
    everything = counted(clauses, fixed, memory=memory, drawing=drawing, effort=effort)
    if everything is not None:
        return ExactPlan(tuple(clauses), (), everything)
    places = range(len(clauses))
    rarest = list(places)
    if rarity is not None:
        shares = rarity()
        rarest.sort(key=lambda i: shares[i])
    suited = {i: any(suit is not None or kind == "length" for _, suit, kind in scope_of(clauses[i]))
              for i in places}  # fmt: skip
    plans = [_greedy([clauses[i] for i in rarest], fixed, memory, effort)]
    if plans[0].counted.total:  # sums of honours alone are far cheaper than with lengths
        honours_first = sorted(rarest, key=lambda i: suited[i])
        plans.append(_greedy([clauses[i] for i in honours_first], fixed, memory, effort))
    return min(plans, key=lambda plan: plan.counted.total)


def _reason(clause: Node, fixed: Sequence[int], alone: bool, effort: Effort) -> str:
    if effort.spent >= effort.most:
        return "testing costs less than counting"
    if alone:
        return "too many states with the others"
    model = modelled([clause], fixed, effort=effort)
    if model is None:
        return "too many states to count"
    return f"counting would need about {model.predicted_bytes / 2**20:,.0f} MiB (see --memory)"


def _greedy(
    clauses: Sequence[Node], fixed: Sequence[int], memory: int, effort: Effort
) -> ExactPlan:
    """Return the plan that counts each clause in turn unless it makes counting too large."""
    kept: list[Node] = []
    best: Counted | None = None
    why: list[str] = []
    for clause in clauses[:_MOST_CLAUSES_TRIED]:
        alone = counted([clause], fixed, memory=memory, effort=effort)
        both = [*kept, clause]
        together = counted(both, fixed, memory=memory, effort=effort) if alone else None
        if together is None:
            why.append(f"{to_text(clause)}: {_reason(clause, fixed, alone is not None, effort)}")
        else:
            kept.append(clause)
            best = together
    rest = [clause for clause in clauses if clause not in kept]
    if best is None:
        best = counted([], fixed, memory=1 << 60)
        assert best is not None
    return ExactPlan(tuple(kept), tuple(rest), best, tuple(why))
