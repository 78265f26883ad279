"""The planner: from a question and a purpose to a plan.

Counting, dealing, numbering, explaining, scripts and mixtures all call ``plan``. It reads neither a
clock nor the number of deals requested, so a plan is the same on every machine and deal i of a seed
stays deal i. All methods deal from the same distribution.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING

import numpy as np

from dealwright.base import kernels
from dealwright.base.errors import BudgetExceeded, ConditionError, nesting_checked
from dealwright.base.problem_reports import keep_report
from dealwright.planning.budget import Budget, Effort, OverBudget
from dealwright.planning.exact_part import (
    Counted,
    ExactPart,
    cached_model,
    count_problem,
    exact_part,
)
from dealwright.planning.filter import (
    Filter,
    Trial,
    cost_of,
    filter_of,
    is_dear,
    uncountable,
)
from dealwright.planning.lowering import is_costly
from dealwright.planning.method_names import METHOD_NAMES, METHODS, checked_method
from dealwright.planning.question import Question
from dealwright.planning.reasons import Reason, uncounted_text
from dealwright.planning.refutation import refuted_by_sample

if TYPE_CHECKING:
    from dealwright.base.kernels.stopping import StopFlag
    from dealwright.deals.workspace import Workspace
    from dealwright.planning.models.base import CountingProblem

__all__ = ["Plan", "plan", "tests_of"]

# Nanoseconds of one core, measured on Zen 4; only their ratios matter.
_EXAMINE = 15.0
_SEAT = (17.0, 6.5, 5.0, 1.0)  # dealing each seat in turn to the deals that passed so far
_STEP = 0.7  # a step of a program
_DRAW = 350.0
_DRAW_ONE = 1000.0  # under a condition on several hands
_SAMPLE = 4096
_JOB = 10_000  # deals that the choice of method assumes, whatever number is requested
_LARGE_SAMPLE = 1 << 18  # used if the first sample has too few hits: 4 ms
_SETTLED = 8  # accepted deals that make the share of a sample precise enough
_PREPARE = 1 / 16  # share of the budget for preparing to draw, even if counting used it up
_PAYS = 0.25  # planning may cost this share of testing that many deals
_STATE_A_MODEL = 2e7  # approximate nanoseconds of planning in a new process
_LEAST_CHECKED, _MOST_CHECKED = 1 << 13, 1 << 17  # deals beside a count that only counts
_OPERATIONS_OF_A_TEST = 400  # of a count for each deal that is tested beside it
_TEST = 10.0
_QUICK = 5_000_000  # operations: 10 ms


@dataclass(frozen=True)
class Plan:
    """The plan that answers a question, as plain data.

    ``method`` is ``proof`` (no deal or every deal satisfies), ``uniform``, ``exact``, ``filter``,
    ``mixed``, or ``sample`` if a distribution cannot be counted. ``part`` is the exact part (None
    if it was not needed), ``filter`` all tests, ``reason`` why the method was chosen. Testing a
    deal costs ``examining`` nanoseconds.
    """

    question: Question
    purpose: str
    method: str
    reason: Reason
    filter: Filter
    part: ExactPart | None = None
    examining: float = _EXAMINE

    @property
    def impossible(self) -> bool:
        """Whether no deal satisfies the question's condition, by proof or by count."""
        if self.filter.impossible or self.filter.refused:
            return True
        return self.part is not None and bool(self.part.exact) and not self.part.counted.total

    @property
    def complete(self) -> bool:
        """Whether the whole condition is counted exactly."""
        return self.part is not None and self.part.complete and not self.filter.costly

    def affordable(self, seconds: float, each: float) -> tuple[int, int | None]:
        """Return the most deals found, and examined, in some seconds of one core.

        Each deal found costs ``each`` seconds more. The second is None if deals need no examining.
        """
        searched = self.method in ("filter", "mixed")
        most = int(seconds / (each + (_EXAMINE if searched else _DRAW_ONE) / 1e9))
        return most, self.examinable(seconds) if searched else None

    def examinable(self, seconds: float) -> int:
        """Return the number of deals that can be examined in some seconds of one core.

        At least 1,000, so that there is always an estimate. Excludes expensive columns, because
        only some deals reach them; ``spent`` includes them.
        """
        cost = _DRAW_ONE if self.method == "mixed" else self.examining
        if not is_dear(self.filter.costly):
            cost += sum(cost_of(node) for node in self.filter.costly)
        return max(1000, int(min(seconds * 1e9, 1e18) / cost))

    def spent(self, tried: int, asked: int) -> float:
        """Return the core seconds of testing ``tried`` deals and of columns of ``asked``."""
        cost = _DRAW_ONE if self.method == "mixed" else self.examining
        return (tried * cost + asked * sum(cost_of(node) for node in self.filter.costly)) / 1e9


def plan(
    question: Question,
    purpose: str,
    budget: Budget,
    workspace: Workspace,
    trial: Trial,
    *,
    method: str = "auto",
    effort: Effort | None = None,
    stop: StopFlag | None = None,
) -> Plan:
    """Return the best plan for a question.

    A ``method`` other than ``auto`` is used, or an error is raised.

    ``trial`` is the planner's sample. ``effort`` replaces the budget's effort if several
    distributions, or a count and its estimate, share one. Setting ``stop`` ends counting.

    :raises ConditionError: if the method cannot answer the question
    :raises ArgumentError: if there is no such method for the purpose
    :raises Stopped: if the flag was set before the plan was made
    """
    if method != "auto":
        checked_method(method, METHODS[purpose])
    tests = tests_of(question, workspace, trial)
    planner = _Planner(question, purpose, budget, workspace, trial, tests, stop)
    if tests.impossible or tests.refused:
        return planner.made("proof", Reason("impossible"))
    if purpose == "count":
        return planner.for_counting(method, effort)
    if purpose == "deal":
        return planner.for_dealing(method)
    if purpose == "number":
        return planner.for_numbering()
    return planner.for_distribution(budget.effort(stop) if effort is None else effort)


def tests_of(question: Question, workspace: Workspace, trial: Trial) -> Filter:
    """Return the tests of a question; several plans of one condition share them.

    A condition with costly columns is not cached, because its functions may hold any objects.
    """
    with nesting_checked():
        if question.tree is None or is_costly(question.tree):
            return filter_of(question, trial)
        key = ("tests", type(trial), question.tree, question.fixed)
        return workspace.plans.get(key, lambda: filter_of(question, trial))


@dataclass
class _Planner:
    question: Question
    purpose: str
    budget: Budget
    workspace: Workspace
    trial: Trial
    tests: Filter
    stop: StopFlag | None

    def made(self, method: str, reason: Reason, part: ExactPart | None = None) -> Plan:
        """Return a plan for the question."""
        return Plan(self.question, self.purpose, method, reason, self.tests, part)

    def _problem(self) -> CountingProblem:
        from dealwright.planning.models.base import (
            CountingProblem,  # much that plain dealing does not need
        )

        question = self.question
        values = question.values if self.purpose == "distribution" else ()
        return CountingProblem(self.tests.nodes, question.fixed, values, question.weight)

    def _part(self, effort: Effort | None = None, *, drawing: bool = True) -> ExactPart | None:
        """Return the exact part, or None if no clause could be counted."""
        if not self.tests.clauses:
            return None
        return exact_part(
            self._problem(), self.workspace, self.budget, effort=effort, drawing=drawing,
            rarity=lambda: self._shares()[1], contradiction=partial(self._contradiction, effort),
            stop=self.stop,
        )  # fmt: skip

    def _contradiction(self, effort: Effort | None, counted: Counted | None, why: str) -> str:
        """Return what random deals say against a count, or ""; charge for their tests.

        Testing costs about a twentieth of the count, and at least 8,192 deals are tested. The deals
        are the same in every run, so the answer is too. Quick counts by suits and ranks, which
        merge little, are not tested. ``why`` is what a kernel says that refused its arrays.
        """
        if counted is None:
            return self._reported(METHOD_NAMES["boxes"], why)
        if counted.model.draws and counted.operations < _QUICK:
            return ""
        program = self.tests.program
        deals = min(_MOST_CHECKED, max(_LEAST_CHECKED, counted.operations // _OPERATIONS_OF_A_TEST))
        hits = deals
        if program is not None:
            hits = self.trial.accepted(self.question.pack, program, deals)
        if effort is not None:
            effort.spend_on_done(deals * (sum(_SEAT) + _TEST) / 1e9)
        why = refuted_by_sample(counted.total, self.question.deals, hits, deals)
        return self._reported(METHOD_NAMES[counted.model.name], why) if why else ""

    def _reported(self, method: str, why: str) -> str:
        """Keep what a report of a refuted count needs; return why it is refuted."""
        keep_report(
            "count",
            f"count by {method}: {why}\n"
            f"condition: {self.question.text}\nfixed cards: {self.question.fixed}",
        )
        return why

    # ------------------------------------------------------------------------------- purposes

    def for_counting(self, method: str, effort: Effort | None) -> Plan:
        """Plan a count: exact if possible, else estimated from random deals."""
        if self.tests.certain:
            return self.made("proof", Reason("certain"))
        part = None if method == "filter" else self._part(effort, drawing=False)
        if part is not None and part.complete and not self.tests.costly:
            return self.made("exact", Reason("complete"), part)
        if method == "exact":
            raise self._refusal(part, "exact")
        if part is not None and part.exact and part.counted.total == 0:
            return self.made("exact", Reason("none"), part)
        if part is not None and part.exact and self._prepared(part, effort):
            return self.made("mixed", Reason("rest"), part)
        plan_ = self.made("filter", Reason("asked" if method == "filter" else "uncounted"), part)
        return replace(plan_, examining=self._examining())

    def for_dealing(self, method: str) -> Plan:
        """Plan dealing."""
        if method == "filter":
            return self.made("filter", Reason("asked"))
        if self.tests.certain and method in ("auto", "exact"):
            return self.made("uniform", Reason("certain"))
        effort = None
        if method == "auto" and self.tests.clauses:
            passed = self._share()
            if passed:
                most = min(self.budget.seconds, _PAYS * _JOB * _EXAMINE / passed / 1e9)
                effort = self.budget.effort(self.stop).of(most)
                if self._common(passed, effort):
                    return self.made("filter", Reason("common", 1 / passed))
        return self._with_exact_part(method, effort)

    def for_numbering(self) -> Plan:
        """Plan the numbering of deals, which needs an exact count."""
        if self.tests.certain:
            return self._in_one_count(self.budget.effort(self.stop), Reason("certain"))
        part = self._part()
        if part is None or not part.complete or self.tests.costly:
            raise self._refusal(part, "exact")
        return self.made("exact", Reason("complete"), part)

    def for_distribution(self, effort: Effort) -> Plan:
        """Plan the distribution of values or weights: exact in one count, or from a sample."""
        return self._in_one_count(effort, Reason("complete"))

    def _in_one_count(self, effort: Effort, reason: Reason) -> Plan:
        problem = self._problem()
        counted = None
        if not self.tests.costly:
            counted = count_problem(
                problem, self.workspace, self.budget, effort=effort, stop=self.stop
            )
        if counted is None:
            return self.made("sample", Reason("costly" if self.tests.costly else "too large"))
        return self.made("exact", reason, ExactPart(problem.clauses, (), counted))

    # -------------------------------------------------------------------------------- choices

    def _share(self) -> float:
        """Return the share of deals that pass all clauses; 0 if no deal of the sample does."""
        passed = self._shares()[0]
        if passed * _SAMPLE >= _SETTLED or self.tests.program is None:
            return passed
        hits = self.trial.accepted(self.question.pack, self.tests.program, _LARGE_SAMPLE)
        return hits / _LARGE_SAMPLE if hits >= _SETTLED else 0.0

    def _shares(self) -> tuple[float, Sequence[float]]:
        """Return the share of a sample that passes all clauses, and each clause alone."""
        sample = self.trial.masks(self.question.pack, _SAMPLE)
        truths = [kernels.evaluate(clause.program, sample) != 0 for clause in self.tests.clauses]
        together = truths[0].copy() if truths else None
        for truth in truths[1:]:
            assert together is not None
            together &= truth
        alone = [float(truth.mean()) for truth in truths]
        return (1.0 if together is None else float(together.mean())), alone

    def _prepared(self, part: ExactPart, effort: Effort | None) -> bool:
        """Build the tables for drawing a part; return whether they fit in the effort left.

        Tables that exist already cost the same, so that earlier work never changes a plan.
        """
        effort = self.budget.effort(self.stop) if effort is None else effort
        rest = effort.of(max(effort.left, _PREPARE * self.budget.seconds))
        engine = part.counted.engine
        if engine is None:
            return False
        try:
            engine.prepare(stop=self.stop, most_operations=rest.operations_left)
            rest.spend_operations(engine.operations - part.counted.operations)
        except (BudgetExceeded, OverBudget):
            effort.spend_all()
            return False
        effort.spend_on_done(rest.spent)
        return True

    def _examining(self) -> float:
        """Return the nanoseconds of testing a deal: dealing seats and running steps."""
        program, remaining = self.tests.program, 1.0
        if program is None:
            return _EXAMINE
        passed = np.ones(_SAMPLE, dtype=np.bool_)
        sample = self.trial.masks(self.question.pack, _SAMPLE)
        cost, dealt = 0.0, 0
        for number, (clause, seat) in enumerate(
            zip(self.tests.clauses, program.seats, strict=True)
        ):
            cost += remaining * sum(_SEAT[dealt : seat + 1])
            dealt = max(dealt, seat + 1)
            cost += remaining * _STEP * len(program.expression(number))
            passed &= kernels.evaluate(clause.program, sample) != 0
            remaining = float(passed.mean())
        return max(_EXAMINE, cost)

    def _common(self, passed: float, effort: Effort) -> bool:
        """Return whether testing is sure to be faster than counting."""
        if passed * _DRAW >= _EXAMINE:
            return True
        testing = _JOB * _EXAMINE / passed
        if testing < _STATE_A_MODEL:
            return True
        model = cached_model(self._problem(), self.workspace, effort.rest())
        if model is None or self.tests.costly:
            return False
        return testing < _STATE_A_MODEL + 3e9 * model.predicted_seconds + _JOB * _DRAW

    def _with_exact_part(self, method: str, effort: Effort | None) -> Plan:
        part = self._part(effort)
        if part is None or not part.exact:
            if method == "auto":
                return self.made("filter", Reason("uncounted"), part)
            raise self._refusal(part, method)
        if part.counted.total == 0:
            return self.made("exact", Reason("none"), part)
        if part.complete and not self.tests.costly:
            if method == "mixed":
                raise ConditionError(
                    "every clause is counted exactly, so there is nothing to mix",
                    hint="Use the method exact or auto",
                )
            return self.made("exact", Reason("complete"), part)
        if method == "exact":
            raise self._refusal(part, method)
        if method == "mixed":
            return self.made("mixed", Reason("asked"), part)
        share = part.counted.total / self.question.deals
        if share * _DRAW >= _EXAMINE:
            return self.made("filter", Reason("part common", share), part)
        return self.made("mixed", Reason("part rare", 1 / share), part)

    def _refusal(self, part: ExactPart | None, method: str) -> ConditionError:
        uncounted = () if part is None else part.uncounted
        reasons = [uncounted_text(clause, testable=False) for clause in uncounted]
        if part is not None and part.refuted is not None:
            method, why = part.refuted
            reasons = [
                f"a count by {METHOD_NAMES[method]} is not used, because {why}; please report it"
            ]
        reasons += [f"{uncountable(node)} cannot be counted" for node in self.tests.costly]
        why = "; ".join(reasons) or "there is nothing to count"
        return ConditionError(
            f"the method {method} cannot {self.purpose} this condition: {why}",
            hint="Use the method auto, which counts what it can and tests the rest",
        )
