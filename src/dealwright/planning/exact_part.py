"""The exact part of a question: the clauses that are counted; the others are tested."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass, replace
from time import perf_counter
from typing import TYPE_CHECKING

from dealwright.base.errors import BudgetExceeded, ConditionError, InvariantError
from dealwright.base.kernels.exact import ExactCount
from dealwright.base.kernels.stopping import StopFlag
from dealwright.base.threads import interruptibly
from dealwright.conditions.nodes import Node, depth_of
from dealwright.deals.workspace import Workspace
from dealwright.planning.budget import Budget, Effort, OverBudget, TooLarge
from dealwright.planning.lowering import scope_of
from dealwright.planning.refutation import Refutation

if TYPE_CHECKING:
    from dealwright.planning.models.base import CountingProblem, Model

__all__ = ["Counted", "ExactPart", "Uncounted", "cached_model", "count_problem", "exact_part"]

_MOST_CLAUSES_TRIED = 24
_DEEPEST = 300  # nesting depth up to which models analyse a clause; deeper clauses are tested


@dataclass(frozen=True)
class _BuiltModel:
    """A model (None if the problem is too large), and the seconds of building it."""

    model: Model | None
    effort: float

    @property
    def bytes(self) -> int:
        """The memory of the model, in bytes."""
        return 1024 + (0 if self.model is None else self.model.bytes)


@dataclass(frozen=True)
class Counted:
    """A model with its engine, which counts ``total`` deals, each with its weight.

    Counting took ``operations``; building and counting took ``seconds`` by the clock.
    """

    model: Model
    engine: ExactCount | None
    seconds: float
    operations: int = 0

    @property
    def total(self) -> int:
        """The number of deals, each counted with its weight."""
        return 0 if self.engine is None else self.engine.total

    @property
    def bytes(self) -> int:
        """The memory of the engine, in bytes."""
        return 0 if self.engine is None else self.engine.bytes


@dataclass(frozen=True)
class Uncounted:
    """A clause that is not counted; ``why`` is ``testing``, ``together``, ``alone`` or ``memory``.

    They mean: testing costs less than counting; the clause is too large together with the others;
    it is too large alone; counting it would need ``bytes`` of memory.
    """

    clause: Node
    why: str
    bytes: int = 0


@dataclass(frozen=True)
class ExactPart:
    """A conjunction split in two: the ``exact`` clauses are counted, the ``rest`` is tested.

    ``uncounted`` has the reasons for clauses of the rest. ``refuted`` is a count of all clauses
    that was not used, because something contradicts it.
    """

    exact: tuple[Node, ...]
    rest: tuple[Node, ...]
    counted: Counted
    uncounted: tuple[Uncounted, ...] = ()
    refuted: Refutation | None = None

    @property
    def complete(self) -> bool:
        """Whether every clause is counted exactly."""
        return not self.rest


def cached_model(
    problem: CountingProblem, workspace: Workspace, effort: Effort, *, drawing: bool = True
) -> Model | None:
    """Return the model of a problem, or None if it is too large or exceeds the effort.

    Without ``drawing`` the model may be one that can only count.

    Models are cached in the workspace. A cached model costs as much effort as a new one, so that
    earlier work never changes a plan.
    """
    from dealwright.planning.models.choice import (
        chosen_model,  # much that plain dealing does not need
    )

    def build() -> _BuiltModel:
        own_effort = effort.rest()
        if any(depth_of(node) > _DEEPEST for node in (*problem.clauses, *problem.values)):
            return _BuiltModel(None, 0.0)
        try:
            return _BuiltModel(chosen_model(problem, own_effort, drawing=drawing), own_effort.spent)
        except OverBudget:
            raise
        except TooLarge:
            return _BuiltModel(None, own_effort.spent)

    if effort.used_up:
        return None
    key: Hashable = ("model", problem.key, drawing, effort.memory)  # none may fit in less
    try:
        built_model = workspace.plans.get(key, build)
        effort.spend(built_model.effort)
    except OverBudget:
        effort.spend_all()  # as for a model that is built now
        return None
    return built_model.model


def count_problem(
    problem: CountingProblem,
    workspace: Workspace,
    budget: Budget,
    *,
    effort: Effort | None = None,
    drawing: bool = True,
    stop: StopFlag | None = None,
) -> Counted | None:
    """Return the exact count of a problem, or None if it would exceed the budget.

    ``effort`` is the rest of the budget's effort; without ``drawing`` the memory bound is for
    counting only. Counts are cached in the workspace.

    :raises Stopped: if the flag was set before the work was done
    """
    start = perf_counter()
    effort = budget.effort(stop) if effort is None else effort
    model = cached_model(problem, workspace, effort, drawing=drawing)
    if model is None:
        return None
    if model.impossible:
        return Counted(model, None, perf_counter() - start)
    seconds = model.predicted_seconds
    if model.bytes_needed(drawing=drawing) > budget.memory:
        return None
    if max(seconds, model.seconds_beside) > effort.left:
        return None
    effort.spend(model.seconds_beside)
    most_operations = effort.operations_left

    def count() -> Counted:
        flag = StopFlag() if stop is None else stop
        engine = interruptibly(lambda: model.count(flag, most_operations), flag, seconds)
        return Counted(model, engine, perf_counter() - start, engine.operations)

    try:
        counted = workspace.plans.get(("count", model.name, problem.key), count)
        effort.spend_operations(counted.operations)
    except (BudgetExceeded, OverBudget):
        effort.spend_all()
        return None
    except InvariantError:
        effort.spend_on_done(seconds)
        raise
    return counted


def exact_part(
    problem: CountingProblem,
    workspace: Workspace,
    budget: Budget,
    *,
    effort: Effort | None = None,
    drawing: bool = True,
    rarity: Callable[[], Sequence[float]] | None = None,
    contradiction: Callable[[Counted | None, str], str] | None = None,
    stop: StopFlag | None = None,
) -> ExactPart:
    """Return a split that counts as many clauses as fit, the rarest first.

    ``rarity`` returns the share of random deals that satisfy each clause; it is called only if not
    all clauses fit. Without it, clauses are added in their order. ``contradiction`` returns what
    contradicts a count of all clauses, or ""; then the next method is used. It is also told what a
    kernel says that refuses its arrays.

    :raises ConditionError: if there are no clauses
    :raises Stopped: if the flag was set before the work was done
    """
    clauses = problem.clauses
    if not clauses:
        raise ConditionError("there is no clause to count")
    search = _Search(
        problem, workspace, budget, budget.effort(stop) if effort is None else effort, stop
    )
    counted, refuted = search.count_checked(clauses, contradiction, drawing=drawing)
    if counted is not None:
        return ExactPart(clauses, (), counted, refuted=refuted)
    if refuted is not None and refuted.method != "boxes":  # which would count parts wrongly too
        return replace(search.greedy(()), rest=clauses, refuted=refuted)
    rarest = list(range(len(clauses)))
    if rarity is not None:
        shares = rarity()
        rarest.sort(key=lambda i: shares[i])
    suited = [
        any(suit is not None or kind == "length" for _, suit, kind in scope_of(clause))
        for clause in clauses
    ]
    parts = [search.greedy([clauses[i] for i in rarest])]
    if parts[0].counted.total:  # sums of honours alone are far cheaper than sums with lengths
        honours_first = sorted(rarest, key=lambda i: suited[i])
        parts.append(search.greedy([clauses[i] for i in honours_first]))
    return replace(min(parts, key=lambda part: part.counted.total), refuted=refuted)


@dataclass
class _Search:
    """The search for the clauses that fit."""

    problem: CountingProblem
    workspace: Workspace
    budget: Budget
    effort: Effort
    stop: StopFlag | None

    def count(self, clauses: Sequence[Node], *, drawing: bool = True) -> Counted | None:
        """Return the count of some clauses, or None if it exceeds the budget."""
        problem = replace(self.problem, clauses=tuple(clauses))
        return count_problem(
            problem, self.workspace, self.budget, effort=self.effort, drawing=drawing,
            stop=self.stop,
        )  # fmt: skip

    def count_checked(
        self,
        clauses: Sequence[Node],
        contradiction: Callable[[Counted | None, str], str] | None,
        *,
        drawing: bool,
    ) -> tuple[Counted | None, Refutation | None]:
        """Return the count of some clauses, and one that is not used, as something contradicts it.

        A kernel that refuses its arrays contradicts a count too.
        """
        counted, method, why = None, "boxes", ""
        try:
            counted = self.count(clauses, drawing=drawing)
            if counted is not None and contradiction is not None:
                method, why = counted.model.name, contradiction(counted, "")
        except InvariantError as error:
            why = error.message
            if contradiction is not None:
                contradiction(None, why)
        if not why:
            return counted, None
        if counted is not None and counted.model.draws:  # there is no further method
            return None, Refutation(method, why)
        return self.count(clauses), Refutation(method, why)

    def greedy(self, clauses: Sequence[Node]) -> ExactPart:
        """Return the part that results from adding each clause that can still be counted."""
        exact: list[Node] = []
        best: Counted | None = None
        uncounted: list[Uncounted] = []
        for clause in clauses[:_MOST_CLAUSES_TRIED]:
            alone = self.count([clause])
            together = self.count([*exact, clause]) if alone else None
            if together is None:
                uncounted.append(self._reason(clause, alone is not None))
            else:
                exact.append(clause)
                best = together
        rest = tuple(clause for clause in clauses if clause not in exact)
        if best is None:
            no_clauses = replace(self.problem, clauses=())
            best = count_problem(no_clauses, self.workspace, Budget(1 << 60))
            assert best is not None
        return ExactPart(tuple(exact), rest, best, tuple(uncounted))

    def _reason(self, clause: Node, alone: bool) -> Uncounted:
        if self.effort.used_up:
            return Uncounted(clause, "testing")
        if alone:
            return Uncounted(clause, "together")
        problem = replace(self.problem, clauses=(clause,))
        model = cached_model(problem, self.workspace, self.effort)
        if model is None:
            return Uncounted(clause, "alone")
        return Uncounted(clause, "memory", model.predicted_bytes())
