"""How likely a condition is, and how it is tested: estimates and explanations."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from dealwright.answers import Estimate
from dealwright.ask.counting import DEFAULT_HITS, DEFAULT_SAMPLES, share_of
from dealwright.ask.dealing import stream_of
from dealwright.ask.evaluation import truth_of_plan, values_of
from dealwright.cards import Suit
from dealwright.condition import Condition
from dealwright.conditions import to_text
from dealwright.deals import Deals, predeal_masks
from dealwright.deals.predeal import Predeal
from dealwright.kernels import Packs, body
from dealwright.planning import Plan, plan_condition
from dealwright.planning.choose import Choice, choose
from dealwright.planning.contradictions import contradiction
from dealwright.planning.exact import ExactPlan
from dealwright.planning.limits import DEFAULT_MEMORY
from dealwright.planning.plan import refused_by
from dealwright.sampling import uniform
from dealwright.sampling.filtered import truth_of
from dealwright.stream import Seed, Stream
from dealwright.threads import thread_count

__all__ = ["ClauseShare", "Explanation", "estimate_dict", "estimate_lines", "explain"]

_CLAUSE_SAMPLE = 1 << 18


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
    """What is known of a condition: how many deals, how it is dealt, what each clause costs.

    ``counted`` are the clauses that are counted exactly and ``tested`` those left to testing (each
    with the reason); ``sizes`` are the predicted and the real sizes of the exact part.
    """

    condition: str
    count: Estimate
    probability: Estimate
    clauses: tuple[ClauseShare, ...]
    clause_sample: int
    body: str
    choice: Choice
    impossible: str = ""

    @property
    def method(self) -> str:
        """What deals the condition: uniform, exact, filter, mixed; ``proof`` when none can."""
        return "proof" if self.impossible else self.choice.method

    @property
    def counted(self) -> tuple[str, ...]:
        """The clauses that are counted exactly."""
        exact = self.choice.exact
        return () if exact is None else tuple(to_text(node) for node in exact.exact)

    @property
    def tested(self) -> tuple[str, ...]:
        """The clauses left to testing where some are counted, each with the reason."""
        exact = self.choice.exact
        return () if exact is None else exact.why

    @property
    def _acceptance(self) -> float | None:
        """The share of draws of the exact part that pass the tested clauses, where sampled."""
        share = self.probability
        sampled = share.method == "mixed" and share.samples
        return share.hits / share.samples if sampled else None

    @property
    def exact_part(self) -> dict[str, Any] | None:
        """Sizes, memory and time of the exact part, or None: predicted, then as built."""
        exact = self.choice.exact
        if exact is None or not exact.exact:
            return None
        model, engine = exact.counted.model, exact.counted.engine
        return {
            "count": str(exact.counted.total),
            "clauses": list(self.counted),
            "tested": list(self.tested),
            "suits_read": "".join(Suit(suit).letter for suit in model.order),
            "automata": model.automata,
            "predicted": {
                **model.sizes,
                "bytes": model.predicted_bytes,
                "seconds": model.predicted_seconds,
            },
            "built": {} if engine is None else {**engine.sizes, "bytes": engine.bytes},
            "seconds": exact.counted.seconds,
            "acceptance_of_the_rest": self._acceptance,
            "digest": model.digest,
        }

    def to_dict(self) -> dict[str, Any]:
        """Return the explanation as JSON values; ``count`` is a decimal string."""
        return {
            **estimate_dict(self.count, self.probability),
            "method": self.method,
            "why": self.choice.why,
            "condition": self.condition,
            "impossible": self.impossible or None,
            "kernels": self.body,
            "exact_part": self.exact_part,
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
            yield f"impossible   no deal satisfies {self.impossible}"
            return
        words = {
            "uniform": "uniform dealing",
            "exact": "exact: draw a number, deal its deal",
            "filter": "filter: deal at random and test",
            "mixed": "mixed: draw exactly from one part, test the rest",
        }
        yield f"method       {words[self.method]} ({self.body} kernels)"
        yield f"             {self.choice.why}"
        yield from self._exact_lines()
        if self.clauses:
            yield ""
            yield f"clauses in the order of testing, shares in {self.clause_sample:,} random deals"
            yield f"  {'alone':>9}  {'given':>9}  {'tested by':<16} clause"
            for c in self.clauses:
                given = "-" if c.given is None else f"{c.given:9.3%}"
                yield f"  {c.alone:9.3%}  {given:>9}  {c.how:<16} {c.text}"

    def _exact_lines(self) -> Iterator[str]:
        part = self.exact_part
        if part is None:
            return
        suits, seconds = part["suits_read"], part["seconds"]
        yield f"exact part   {len(part['clauses'])} clauses, counted in {seconds:.3f} s"
        for text in part["tested"]:
            yield f"  tested     {text}"
        if self._acceptance is not None:
            yield f"  accepted   {self._acceptance:.3%} of the draws pass what is tested"
        for name, classes in part["automata"].items():
            left, right = classes
            yield f"  {name:<10} {left} classes after {suits[:2]}, {right} after {suits[2:]}"
        guess, real = part["predicted"], part["built"]
        if "honour_cells" in guess:
            yield (
                f"  honours    {guess['honour_cells']:,} cells by rank, "
                f"{guess['cell_pairs']:,} pairs of cells"
            )
            return
        yield (
            f"  layouts    {guess['layout_classes']:,} classes of four suits; "
            f"{guess['row_pairs_left'] + guess['row_pairs_right']:,} pairs of rows"
        )
        if real and real["states_left"]:
            yield f"  memory     {real['bytes'] / 2**20:,.1f} MiB"
            cells = [real[f"states_{s}"] * real[f"points_{s}"] for s in ("left", "right")]
            bound = [guess[f"states_{s}"] * guess[f"points_{s}"] for s in ("left", "right")]
            yield (
                f"  cells      {cells[0]:,} and {cells[1]:,} "
                f"(at most {bound[0]:,} and {bound[1]:,} predicted)"
            )


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


_DRAWN = {"filter": "random deals", "mixed": "draws of the exact part"}


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
        f"estimated    {share.hits:,} of {share.samples:,} {_DRAWN[share.method]}, "
        f"{share.confidence:.0%} interval, seed {share.seed}"
    )


def explain(
    condition: Condition | None,
    *,
    seed: Seed | Stream | None = None,
    predeal: Predeal | None = None,
    threads: int | None = None,
    method: str = "auto",
    memory: int = DEFAULT_MEMORY,
    **options: Any,
) -> Explanation:
    """Return how a condition is dealt and what each clause costs; options as ``share_of``.

    ``method`` is as for dealing: ``auto`` asks the planner.
    """
    packs = Packs(predeal_masks(predeal))
    plan = plan_condition(None if condition is None else condition.tree)
    stream, threads = stream_of(seed), thread_count(threads)
    sample = Deals.concatenate(
        uniform(_CLAUSE_SAMPLE, stream.split("clauses"), packs, threads=threads)
    )
    share = share_of(
        condition, seed=stream, predeal=predeal, threads=threads, memory=memory,
        limit=options.get("limit", DEFAULT_SAMPLES), hits=options.get("hits", DEFAULT_HITS),
        progress=options.get("progress"),
    )  # fmt: skip
    choice = choose(plan, packs, method, memory=memory)
    if choice.exact is None and share.exact is not None:
        choice = Choice(choice.method, choice.why, share.exact)
    impossible = f"'{plan.impossible}'" if plan.impossible else ""
    if not impossible and share.estimate.exact and share.estimate.value == 0:
        impossible = _proof(plan, share.exact, packs, memory)
        impossible += " with the predealt cards" if any(packs.fixed) else ""
    return Explanation(
        condition=plan.text,
        count=share.count,
        probability=share.estimate,
        clauses=tuple(_shares(plan, sample)),
        clause_sample=len(sample),
        body=body(),
        choice=choice,
        impossible=impossible,
    )


def _proof(plan: Plan, exact: ExactPlan | None, packs: Packs, memory: int) -> str:
    """Return a smallest contradicting set of clauses as text."""
    assert plan.condition is not None
    found = None if exact is None else contradiction(plan.condition, packs.fixed, memory=memory)
    return str(found or f"'{refused_by(plan.condition, packs.fixed) or plan.text}'")


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
