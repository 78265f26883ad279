"""The planner: how a condition is best dealt - exactly, by filtering, or by a mixture of both.

The choice depends on the condition and the fixed cards only, never on how many deals are asked for
or on a clock, so that deal i of a seed stays deal i. Every method gives the same law.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from dealwright import kernels
from dealwright.errors import ArgumentError, ConditionError
from dealwright.kernels import Packs
from dealwright.kernels.programs import ProgramBuilder
from dealwright.planning.effort import Effort
from dealwright.planning.limits import DEFAULT_MEMORY
from dealwright.planning.lower import last_seat, lower
from dealwright.planning.plan import Plan

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from dealwright.planning.exact import ExactPlan

__all__ = ["METHODS", "Choice", "choose", "deals_in", "plan_exactly"]

METHODS = ("auto", "exact", "filter", "mixed", "pavlicek1999")

# Nanoseconds of one core, measured on Zen 4; only their proportions decide.
_EXAMINE = 15.0
_DRAW = 350.0
_SAMPLE = 4096
_JOB = 10_000  # deals of the job that a choice is made for, whatever is asked for
_LARGE_SAMPLE = 1 << 18  # where the first one tells too little: 4 ms
_SETTLED = 8  # deals of a sample that tell the share well enough
_PAYS = 0.25  # of what testing would cost for that job, the share that planning may cost
_STATE_A_MODEL = 2e7  # nanoseconds of planning in a new process, about


@dataclass(frozen=True)
class Choice:
    """How deals are found: ``method``, the exact part where there is one, and why."""

    method: str
    why: str
    exact: ExactPlan | None = None


def deals_in(packs: Packs) -> int:
    """Return how many deals there are with those cards fixed.

    >>> deals_in(Packs())
    53644737765488792839237440000
    """
    from math import factorial

    needs = [13 - mask.bit_count() for mask in packs.fixed]
    ways = factorial(sum(needs))
    for need in needs:
        ways //= factorial(need)
    return ways


def plan_exactly(
    plan: Plan,
    packs: Packs,
    *,
    memory: int = DEFAULT_MEMORY,
    drawing: bool = True,
    effort: Effort | None = None,
) -> ExactPlan | None:
    """Return the exact plan of a condition's clauses, or None where it has none to count.

    Without ``drawing`` the memory bounds counting alone. With an effort what is dearer is left to
    testing.
    """
    from dealwright.planning.exact import exact_plan

    if not plan.clauses:
        return None
    return exact_plan(
        [clause.node for clause in plan.clauses], packs.fixed, memory=memory, drawing=drawing,
        rarity=lambda: _shares(plan, packs)[1], effort=effort,
    )  # fmt: skip


def choose(
    plan: Plan, packs: Packs, method: str = "auto", *, memory: int = DEFAULT_MEMORY
) -> Choice:
    """Return how to deal a condition; ``method`` other than ``auto`` is obeyed or refused.

    :raises ConditionError: if the method asked for cannot deal the condition
    """
    if method not in METHODS[:4]:
        raise ArgumentError(f"'{method}' is not a method; choose {', '.join(METHODS[:4])}")
    if method == "filter":
        return Choice("filter", "asked for")
    if plan.certain and method in ("auto", "exact"):
        return Choice("uniform", "every deal satisfies it")
    effort = None
    if method == "auto" and plan.clauses:
        passed = _share(plan, packs)
        if passed:
            effort = Effort(_PAYS * _JOB * _EXAMINE / passed / 1e9)
            if _common(plan, packs, passed, effort):
                why = f"about 1 deal in {1 / passed:,.3g} satisfies it, so testing is fastest"
                return Choice("filter", why)
    return _with_exact_part(plan, packs, method, memory, effort)


def _share(plan: Plan, packs: Packs) -> float:
    """Return the share of deals that pass all clauses; 0 where it is too small to be seen soon."""
    passed = _shares(plan, packs)[0]
    if passed * _SAMPLE >= _SETTLED or plan.program is None:
        return passed
    key = kernels.key_from_bytes(bytes(31) + b"\1")
    hits = kernels.count_accepted(packs, key, plan.program, 0, _LARGE_SAMPLE)
    return hits / _LARGE_SAMPLE if hits >= _SETTLED else 0.0


def _common(plan: Plan, packs: Packs, passed: float, effort: Effort) -> bool:
    """Tell whether testing is sure to be faster, before anything is counted."""
    if passed * _DRAW >= _EXAMINE:
        return True
    testing = _JOB * _EXAMINE / passed
    if testing < _STATE_A_MODEL:
        return True
    from dealwright.planning.exact import modelled  # not before it is sure to be needed

    model = modelled([clause.node for clause in plan.clauses], packs.fixed, effort=effort.rest())
    if model is None or plan.opaque:
        return False
    return testing < _STATE_A_MODEL + 3e9 * model.predicted_seconds + _JOB * _DRAW


def _with_exact_part(
    plan: Plan, packs: Packs, method: str, memory: int, effort: Effort | None
) -> Choice:
    exact = plan_exactly(plan, packs, memory=memory, effort=effort)
    if exact is None or not exact.exact:
        if method == "auto":
            return Choice("filter", "no clause can be counted", exact)
        raise _refusal(plan, exact, method)
    if exact.counted.total == 0:
        return Choice("exact", "no deal satisfies it", exact)
    if exact.complete and not plan.opaque:
        if method == "mixed":
            raise ConditionError(
                "every clause is counted exactly, so there is nothing to mix",
                hint="Use the method exact or auto",
            )
        return Choice("exact", "every clause decomposes over suits", exact)
    if method == "exact":
        raise _refusal(plan, exact, method)
    if method == "mixed":
        return Choice("mixed", "asked for", exact)
    return _cheaper(plan, packs, exact)


def _cheaper(plan: Plan, packs: Packs, exact: ExactPlan) -> Choice:
    """Choose between filtering uniform deals and filtering draws of the exact part."""
    share = exact.counted.total / deals_in(packs)
    if share * _DRAW >= _EXAMINE:
        why = f"the part that decomposes holds in {share:.1%} of all deals, so testing is faster"
        return Choice("filter", why, exact)
    return Choice("mixed", f"the part that decomposes holds in 1 deal in {1 / share:,.4g}", exact)


def _refusal(plan: Plan, exact: ExactPlan | None, method: str) -> ConditionError:
    reasons = list(exact.why) if exact is not None else []
    reasons += ["a Python predicate cannot be counted"] * bool(plan.opaque)
    why = "; ".join(reasons) or "there is nothing to count"
    return ConditionError(
        f"the method {method} cannot deal this condition: {why}",
        hint="Use the method auto, which counts what it can and tests the rest",
    )


def _shares(plan: Plan, packs: Packs) -> tuple[float, Sequence[float]]:
    """Return the share of a fixed sample that passes all clauses, and each alone."""
    key = kernels.key_from_bytes(bytes(32))
    sample = kernels.deal_uniform(packs, key, 0, _SAMPLE)
    together: NDArray[np.bool_] | None = None
    alone = []
    for clause in plan.clauses:
        builder = ProgramBuilder()
        builder.add(last_seat(clause.node), lower(clause.node, builder))
        truth = kernels.evaluate(builder.build(), sample) != 0
        alone.append(float(truth.mean()))
        together = truth if together is None else together & truth
    return (1.0 if together is None else float(together.mean())), alone
