"""How many deals, how likely, how distributed: exact wherever the condition decomposes."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from dealwright.answers import Estimate, proportion
from dealwright.ask.dealing import stream_of
from dealwright.conditions import parse_tree, to_text
from dealwright.deals import predeal_masks
from dealwright.deals.predeal import Predeal
from dealwright.errors import ArgumentError, ConditionError
from dealwright.kernels import Packs
from dealwright.planning import plan_condition
from dealwright.planning.choose import deals_in, plan_exactly
from dealwright.planning.exact import ExactPlan, counted
from dealwright.planning.limits import DEFAULT_MEMORY
from dealwright.planning.plan import refused_by
from dealwright.sampling import Rest, hit_counts, mixed_hits
from dealwright.stream import Seed, Stream
from dealwright.threads import thread_count

if TYPE_CHECKING:
    from dealwright.condition import Condition, Quantity
    from dealwright.conditions.nodes import Node
    from dealwright.planning.effort import Effort

__all__ = [
    "COUNT_METHODS",
    "DEFAULT_HITS",
    "DEFAULT_SAMPLES",
    "Distribution",
    "Share",
    "conditional",
    "count",
    "counts_of",
    "distribution",
    "expectation",
    "probability",
    "share_of",
]

COUNT_METHODS = ("auto", "exact", "filter")
DEFAULT_HITS = 100_000
DEFAULT_SAMPLES = 400_000_000
Progress = Callable[[int, int], None]


@dataclass(frozen=True)
class Share:
    """A share of all deals: the estimate, the exact count where known, and the plan behind it."""

    estimate: Estimate
    deals: int
    exact: ExactPlan | None = None

    @property
    def count(self) -> Estimate:
        """How many deals that is."""
        return self.estimate.scaled(self.deals)


def share_of(
    condition: Condition | None,
    *,
    seed: Seed | Stream | None = None,
    predeal: Predeal | None = None,
    threads: int | None = None,
    limit: int = DEFAULT_SAMPLES,
    hits: int = DEFAULT_HITS,
    method: str = "auto",
    memory: int = DEFAULT_MEMORY,
    effort: Effort | None = None,
    progress: Progress | None = None,
) -> Share:
    """Return the share of deals that satisfy a condition, exact where that can be.

    ``method`` is ``auto``, ``exact`` (refuse to estimate) or ``filter`` (always estimate); what is
    beyond an ``effort`` is estimated. For an
    estimate deals are examined until ``hits`` satisfy it or ``limit`` have been examined;
    ``progress`` is called with the numbers examined and found.

    :raises ConditionError: if ``method`` is exact and a clause cannot be counted
    """
    if method not in COUNT_METHODS:
        raise ArgumentError(f"'{method}' is not a method; choose {', '.join(COUNT_METHODS)}")
    if limit < 1:
        raise ArgumentError("the limit is at least one deal")
    packs = Packs(predeal_masks(predeal))
    plan = plan_condition(None if condition is None else condition.tree)
    deals = deals_in(packs)
    if plan.certain or plan.impossible or refused_by(plan.condition, packs.fixed):
        share = Fraction(int(plan.certain))
        return Share(Estimate(share, share, share, True, "proof"), deals)
    stream, workers = stream_of(seed), thread_count(threads)
    exact = None
    if method != "filter":
        exact = plan_exactly(plan, packs, memory=memory, drawing=False, effort=effort)
    if exact is not None and exact.complete and not plan.opaque:
        share = Fraction(exact.counted.total, deals)
        return Share(Estimate(share, share, share, True, "exact"), deals, exact)
    if method == "exact":
        from dealwright.planning.choose import choose

        choose(plan, packs, "exact", memory=memory)
    if exact is not None and exact.counted.total == 0:
        nothing = Fraction(0)
        return Share(Estimate(nothing, nothing, nothing, True, "exact"), deals, exact)
    if exact is not None and exact.exact and exact.counted.engine is not None:
        rest = Rest(exact.rest, plan.opaque)
        steps = mixed_hits(exact.counted.engine, rest, stream, limit=limit, threads=workers)
        tried, found = _until(steps, hits, progress)
        inner = proportion(found, tried, method="mixed", seed=stream.seed)
        return Share(inner.times(Fraction(exact.counted.total, deals)), deals, exact)
    steps = hit_counts(plan, stream, packs, limit=limit, threads=workers)
    tried, found = _until(steps, hits, progress)
    return Share(proportion(found, tried, seed=stream.seed), deals, exact)


def _until(
    steps: Iterator[tuple[int, int]], hits: int, progress: Progress | None
) -> tuple[int, int]:
    tried = found = 0
    for tried, found in steps:
        if progress:
            progress(tried, found)
        if found >= hits:
            break
    return tried, found


def probability(condition: Condition | None, **options: Any) -> Fraction | Estimate:
    """Return the chance that a random deal satisfies a condition; options as ``share_of``."""
    estimate = share_of(condition, **options).estimate
    return Fraction(estimate.value) if estimate.exact else estimate


def count(condition: Condition | None, **options: Any) -> int | Estimate:
    """Return how many deals satisfy a condition; options as for ``share_of``."""
    estimate = share_of(condition, **options).count
    return int(estimate) if estimate.exact else estimate


def conditional(condition: Condition, given: Condition, **options: Any) -> Fraction | Estimate:
    """Return the chance of a condition among the deals of another; options as for ``share_of``.

    :raises ConditionError: if no deal satisfies the condition that is given
    """
    below = share_of(given, **options).estimate
    if below.value == 0 and below.exact:
        raise ConditionError(f"no deal satisfies '{given}', so nothing is likely given it")
    if below.value == 0:
        raise ConditionError(
            f"no deal that satisfies '{given}' was found among {below.samples:,}",
            hint="Raise the limit, or let the count be exact (method auto)",
        )
    both = share_of(given & condition, **options).estimate
    if both.exact and below.exact:
        return Fraction(both.value) / Fraction(below.value)
    low, high = (
        Fraction(a) / Fraction(b) for a, b in ((both.low, below.high), (both.high, below.low))
    )
    return Estimate(
        Fraction(both.value) / Fraction(below.value), low, min(high, Fraction(1)), False,
        both.method, both.confidence, both.samples, both.hits, both.seed,
    )  # fmt: skip


# ------------------------------------------------------------------------------------ distributions


@dataclass(frozen=True)
class Distribution:
    """The exact joint distribution of some quantities over the deals of a condition.

    ``counts`` maps tuples of values to numbers of deals; a quantity's texts are in ``names``.

    >>> from dealwright import hcp, north, parse
    >>> balanced = parse("balanced(north)").distribution(hcp(north))
    >>> balanced.total == parse("balanced(north)").count(), balanced[38]
    (True, 0)
    """

    names: tuple[str, ...]
    counts: dict[tuple[int, ...], int]
    condition: str = ""

    @property
    def total(self) -> int:
        """How many deals there are."""
        return sum(self.counts.values())

    def __getitem__(self, values: int | tuple[int, ...]) -> int:
        key = values if isinstance(values, tuple) else (values,)
        return self.counts.get(key, 0)

    def probability(self, values: int | tuple[int, ...]) -> Fraction:
        """Return the share of the condition's deals that have these values."""
        return Fraction(self[values], self.total)

    def marginal(self, which: int = 0) -> dict[int, int]:
        """Return the counts of one quantity's values, in order."""
        found: dict[int, int] = {}
        for key in sorted(self.counts):
            found[key[which]] = found.get(key[which], 0) + self.counts[key]
        return dict(sorted(found.items()))

    def mean(self, which: int = 0) -> Fraction:
        """Return the exact mean of a quantity."""
        weighed = sum(value * n for value, n in self.marginal(which).items())
        return Fraction(weighed, self.total)

    def variance(self, which: int = 0) -> Fraction:
        """Return the exact variance of a quantity."""
        squares = sum(value * value * n for value, n in self.marginal(which).items())
        return Fraction(squares, self.total) - self.mean(which) ** 2

    def to_dict(self) -> dict[str, Any]:
        """Return the distribution as JSON values; numbers of deals are decimal strings."""
        return {
            "condition": self.condition,
            "quantities": list(self.names),
            "exact": True,
            "total": str(self.total),
            "counts": [
                {"values": list(key), "count": str(n), "probability": n / self.total}
                for key, n in sorted(self.counts.items())
            ],
        }


def distribution(
    condition: Condition | None,
    quantities: Sequence[Quantity | str],
    *,
    predeal: Predeal | None = None,
    memory: int = DEFAULT_MEMORY,
) -> Distribution:
    """Return the exact joint distribution of quantities over the deals of a condition.

    :raises ConditionError: if no deal satisfies the condition, or it cannot be counted exactly
    """
    if not quantities:
        raise ArgumentError("name at least one quantity, such as hcp(north)")
    packs = Packs(predeal_masks(predeal))
    plan = plan_condition(None if condition is None else condition.tree)
    if plan.opaque:
        raise ConditionError("a Python predicate cannot be counted exactly")
    clauses = [clause.node for clause in plan.clauses]
    nodes = [
        parse_tree(quantity) if isinstance(quantity, str) else quantity.tree
        for quantity in quantities
    ]
    counts = {} if plan.impossible else counts_of(clauses, packs, nodes, memory)
    if counts is None:
        names = ", ".join(to_text(node) for node in nodes)
        raise ConditionError(
            f"the distribution of {names} cannot be computed exactly under this condition",
            hint="Deal a sample and use its columns, such as deals.north.hcp",
        )
    if not counts:
        raise ConditionError(f"no deal satisfies '{plan.text}'")
    return Distribution(tuple(to_text(node) for node in nodes), counts, plan.text)


def counts_of(
    clauses: Sequence[Node],
    packs: Packs,
    values: Sequence[Node],
    memory: int,
    effort: Effort | None = None,
) -> dict[tuple[int, ...], int] | None:
    """Return how many deals of some clauses have each row of values, in order; None if too many."""
    found = counted(clauses, packs.fixed, values=values, memory=memory, effort=effort)
    if found is None:
        return None
    if found.engine is None or found.total == 0:
        return {}
    rows = found.model.values
    assert rows is not None
    keys = [tuple(row) for row in rows.tolist()]
    totals = found.engine.totals()
    return {key: n for key, n in sorted(zip(keys, totals, strict=True)) if n}


def expectation(condition: Condition | None, quantity: Quantity, **options: Any) -> Fraction:
    """Return the exact mean of a quantity over the deals of a condition."""
    return distribution(condition, [quantity], **options).mean()
