"""How likely a condition is, and how it is tested: estimates and explanations."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from dealwright.deals import Deals, predeal_masks
from dealwright.deals.predeal import Predeal
from dealwright.errors import ArgumentError
from dealwright.kernels import Packs, body
from dealwright.planning import Plan, plan_condition
from dealwright.questions.condition import Condition
from dealwright.questions.dealing import stream_of
from dealwright.questions.evaluation import truth_of_plan, values_of
from dealwright.sampling import hit_counts, thread_count, uniform
from dealwright.sampling.filtered import truth_of
from dealwright.statistics import Estimate, proportion
from dealwright.stream import Seed, Stream

__all__ = ["ClauseShare", "Explanation", "count", "deals_in", "explain", "probability"]

DEFAULT_HITS = 100_000
DEFAULT_SAMPLES = 400_000_000
_CLAUSE_SAMPLE = 1 << 18
Progress = Callable[[int, int], None]


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


def probability(
    condition: Condition | None,
    *,
    seed: Seed | Stream | None = None,
    predeal: Predeal | None = None,
    threads: int | None = None,
    limit: int = DEFAULT_SAMPLES,
    hits: int = DEFAULT_HITS,
    progress: Progress | None = None,
) -> Estimate:
    """Return the share of deals that satisfy a condition.

    Deals are examined until ``hits`` satisfy it or ``limit`` have been examined. ``progress`` is
    called with the numbers examined and found.
    """
    packs = Packs(predeal_masks(predeal))
    plan = plan_condition(None if condition is None else condition.tree)
    return _probability(plan, packs, stream_of(seed), thread_count(threads), limit, hits, progress)


def _probability(
    plan: Plan,
    packs: Packs,
    stream: Stream,
    threads: int,
    limit: int,
    hits: int,
    progress: Progress | None,
) -> Estimate:
    if limit < 1:
        raise ArgumentError("the limit is at least one deal")
    if plan.certain or plan.impossible:
        share = int(plan.certain)
        return Estimate(share, share, share, True, "proof")
    tried = found = 0
    steps = hit_counts(plan, stream, packs, limit=limit, threads=threads)
    for tried, found in steps:
        if progress:
            progress(tried, found)
        if found >= hits:
            break
    return proportion(found, tried, seed=stream.seed)


def count(
    condition: Condition | None, *, predeal: Predeal | None = None, **options: Any
) -> Estimate:
    """Return how many deals satisfy a condition; options as for ``probability``."""
    share = probability(condition, predeal=predeal, **options)
    return share.scaled(deals_in(Packs(predeal_masks(predeal))))


@dataclass(frozen=True)
class ClauseShare:
    """A clause: its text, how it is tested, and its shares among a sample of random deals.

    ``alone`` is the share that satisfy it, ``given`` that among the deals that passed the clauses
    before it (None if there were none).
    """

    text: str
    how: str
    alone: float
    given: float | None


@dataclass(frozen=True)
class Explanation:
    """What is known of a condition: how many deals, how it is dealt, what each clause costs."""

    condition: str
    count: Estimate
    probability: Estimate
    clauses: tuple[ClauseShare, ...]
    clause_sample: int
    body: str
    impossible: str = ""

    @property
    def method(self) -> str:
        """What deals the condition: ``uniform``, ``filter``, or ``proof`` when none can."""
        return self.probability.method if self.impossible else self._dealt_by

    @property
    def _dealt_by(self) -> str:
        return "uniform" if self.probability.exact else "filter"

    def to_dict(self) -> dict[str, Any]:
        """Return the explanation as JSON values; ``count`` is a decimal string."""
        return {
            **estimate_dict(self.count, self.probability),
            "method": self.method,
            "condition": self.condition,
            "impossible": self.impossible or None,
            "kernels": self.body,
            "clauses": [
                {"text": c.text, "tested_by": c.how, "alone": c.alone, "given": c.given}
                for c in self.clauses
            ],
            "clause_sample": self.clause_sample,
        }

    def __str__(self) -> str:
        return "\n".join(self._lines())

    def _lines(self) -> Iterator[str]:
        yield f"condition    {self.condition or 'none: every deal'}".replace(
            "\n", "\n             "
        )
        yield from estimate_lines(self.count, self.probability)
        if self.impossible:
            yield f"impossible   no deal satisfies '{self.impossible}'"
            return
        words = {"uniform": "uniform dealing", "filter": "filter: deal at random and test"}
        yield f"method       {words[self.method]} ({self.body} kernels)"
        if self.clauses:
            yield ""
            yield f"clauses in the order of testing, shares in {self.clause_sample:,} random deals"
            yield f"  {'alone':>9}  {'given':>9}  {'tested by':<16} clause"
            for c in self.clauses:
                given = "-" if c.given is None else f"{c.given:9.3%}"
                yield f"  {c.alone:9.3%}  {given:>9}  {c.how:<16} {c.text}"


def estimate_dict(count: Estimate, share: Estimate) -> dict[str, Any]:
    """Return the JSON values of a count and a probability."""
    value = float(share)
    return {
        "count": str(int(count)),
        "probability": value,
        "one_in": 1 / value if value else None,
        "exact": count.exact,
        "method": share.method,
        "interval": {
            "confidence": share.confidence,
            "count": [str(round(count.low)), str(round(count.high))],
            "probability": [float(share.low), float(share.high)],
        },
        "samples": share.samples,
        "hits": share.hits,
        "seed": share.seed or None,
    }


def estimate_lines(count: Estimate, share: Estimate) -> Iterator[str]:
    """Yield a count and a probability as lines for a person."""
    if count.exact:
        yield f"deals        {int(count):,} (exact)"
        if 0 < float(share) < 1:
            yield f"probability  {float(share):.6g}, 1 in {1 / float(share):,.4f}"
        else:
            yield f"probability  {int(share)}"
        return
    value, low, high = float(count), float(count.low), float(count.high)
    yield f"deals        about {value:.5e} ({low:.5e} to {high:.5e})"
    if share.hits:
        yield (
            f"probability  {float(share):.6g}, 1 in {1 / float(share):,.4g} "
            f"(1 in {1 / float(share.high):,.4g} to {1 / float(share.low):,.4g})"
        )
    else:
        yield f"probability  none found; rarer than 1 in {1 / float(share.high):,.3g}"
    yield (
        f"estimated    {share.hits:,} of {share.samples:,} random deals, "
        f"{share.confidence:.0%} interval, seed {share.seed}"
    )


def explain(
    condition: Condition | None,
    *,
    seed: Seed | Stream | None = None,
    predeal: Predeal | None = None,
    threads: int | None = None,
    **options: Any,
) -> Explanation:
    """Return how a condition is tested and what each clause costs; options as ``probability``."""
    packs = Packs(predeal_masks(predeal))
    plan = plan_condition(None if condition is None else condition.tree)
    stream, threads = stream_of(seed), thread_count(threads)
    sample = Deals.concatenate(
        uniform(_CLAUSE_SAMPLE, stream.split("clauses"), packs, threads=threads)
    )
    share = _probability(
        plan, packs, stream, threads,
        options.get("limit", DEFAULT_SAMPLES), options.get("hits", DEFAULT_HITS),
        options.get("progress"),
    )  # fmt: skip
    return Explanation(
        condition=plan.text,
        count=share.scaled(deals_in(packs)),
        probability=share,
        clauses=tuple(_shares(plan, sample)),
        clause_sample=len(sample),
        body=body(),
        impossible=plan.impossible,
    )


def _shares(plan: Plan, sample: Deals) -> Iterator[ClauseShare]:
    before = truth_of_plan(plan_condition(None), sample)
    tests: list[tuple[str, str, Any]] = [
        (clause.text, clause.how, values_of(clause.node, sample) != 0) for clause in plan.clauses
    ]
    for predicate in plan.opaque:
        name = getattr(predicate.function, "__name__", "predicate")
        tests.append((f"<{name}>", "Python", truth_of(predicate, sample)))
    for text, how, truth in tests:
        after = before & truth
        given = float(after.sum() / before.sum()) if before.any() else None
        yield ClauseShare(text, how, float(truth.mean()), given)
        before = after
