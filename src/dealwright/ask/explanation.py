"""How likely a condition is, and how it is tested: estimates and explanations."""

from __future__ import annotations

from collections.abc import Generator, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from dealwright.answers import Estimate
from dealwright.ask.counting import DEFAULT_HITS, DEFAULT_SAMPLES, Counting
from dealwright.ask.planning import Resources, impossible_text, planned
from dealwright.conditions import to_text
from dealwright.deals import Deals
from dealwright.jobs import Job
from dealwright.kernels import body
from dealwright.planning.exact_part import ExactPart
from dealwright.planning.filter import Filter
from dealwright.planning.planner import Plan
from dealwright.planning.question import Question
from dealwright.planning.reasons import uncounted_text
from dealwright.sampling import Evaluation, uniform
from dealwright.stream import Seed, Stream

__all__ = ["ClauseShare", "Explaining", "Explanation", "estimate_dict", "estimate_lines"]

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

    ``counting`` and ``dealing`` are the plans; ``counted`` are the clauses that are counted exactly
    and ``tested`` those left to testing (each with the reason). ``impossible`` is a proof in words,
    or "".
    """

    condition: str
    count: Estimate
    probability: Estimate
    clauses: tuple[ClauseShare, ...]
    clause_sample: int
    body: str
    dealing: Plan
    counting: Plan | None
    impossible: str = ""

    @property
    def method(self) -> str:
        """What deals the condition: uniform, exact, filter, mixed; ``proof`` when none can."""
        return "proof" if self.impossible else self.dealing.method

    @property
    def why(self) -> str:
        """Why it is dealt so."""
        return str(self.dealing.reason)

    @property
    def part(self) -> ExactPart | None:
        """The exact part: that of dealing, or else that of counting."""
        if self.dealing.part is not None or self.counting is None:
            return self.dealing.part
        return self.counting.part

    @property
    def counted(self) -> tuple[str, ...]:
        """The clauses that are counted exactly."""
        return () if self.part is None else tuple(to_text(node) for node in self.part.exact)

    @property
    def tested(self) -> tuple[str, ...]:
        """The clauses left to testing where some are counted, each with the reason."""
        return () if self.part is None else tuple(map(uncounted_text, self.part.uncounted))

    @property
    def _acceptance(self) -> float | None:
        """The share of draws of the exact part that pass the tested clauses, where sampled."""
        share = self.probability
        sampled = share.method == "mixed" and share.samples
        return share.hits / share.samples if sampled else None

    @property
    def exact_part(self) -> dict[str, Any] | None:
        """Sizes, memory and time of the exact part, or None: predicted, then as built."""
        part = self.part
        if part is None or not part.exact:
            return None
        model, engine = part.counted.model, part.counted.engine
        return {
            "count": str(part.counted.total),
            "clauses": list(self.counted),
            "tested": list(self.tested),
            "suits_read": model.suits_read,
            "automata": model.automata,
            "predicted": {
                **model.sizes,
                "bytes": model.bytes_needed(drawing=True),
                "seconds": model.predicted_seconds,
            },
            "built": {} if engine is None else {**engine.sizes, "bytes": engine.bytes},
            "seconds": part.counted.seconds,
            "acceptance_of_the_rest": self._acceptance,
            "digest": model.digest,
        }

    def to_dict(self) -> dict[str, Any]:
        """Return the explanation as JSON values; ``count`` is a decimal string."""
        return {
            **estimate_dict(self.count, self.probability),
            "method": self.method,
            "why": self.why,
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
        yield f"             {self.why}"
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
        assert self.part is not None
        yield from self.part.counted.model.describe(part["built"])


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


class Explaining(Job[Explanation, Explanation]):
    """A job that explains a question; options as ``Counting``, ``method`` as for dealing."""

    def __init__(
        self,
        question: Question,
        resources: Resources,
        *,
        seed: Seed | Stream | None = None,
        method: str = "auto",
        limit: int = DEFAULT_SAMPLES,
        hits: int = DEFAULT_HITS,
    ) -> None:
        super().__init__(type(self)._explain)
        self.question = question
        self.resources = resources
        self._method = method
        stream = Stream.of(seed)
        self._clauses = stream.split("clauses")
        self._counting = Counting(question, resources, seed=stream, limit=limit, hits=hits)
        self._counting.flag = self.flag
        self._counting.watch(lambda progress: self.report(*progress))

    def _explain(self) -> Generator[Explanation, None, Explanation]:
        question, resources = self.question, self.resources
        threads = resources.threads
        sample = Deals.concatenate(
            uniform(_CLAUSE_SAMPLE, self._clauses, question.packs, threads=threads)
        )
        share = self._counting.result()
        dealing = planned(question, "deal", resources, method=self._method)
        impossible = ""
        if share.estimate.exact and share.estimate.value == 0:
            impossible = impossible_text(share.plan or dealing, resources)
        yield from ()
        return Explanation(
            condition=question.text,
            count=share.count,
            probability=share.estimate,
            clauses=tuple(_shares(dealing.filter, sample)),
            clause_sample=len(sample),
            body=body(),
            dealing=dealing,
            counting=share.plan,
            impossible=impossible,
        )


def _shares(tests: Filter, sample: Deals) -> Iterator[ClauseShare]:
    before = np.full(len(sample), not tests.impossible)
    listed = [(clause.text, clause.how, clause.node) for clause in tests.clauses]
    listed += [(to_text(node), "column", node) for node in tests.costly]
    values = Evaluation(sample.masks)
    for text, how, node in listed:
        truth = values.truth(node)
        after = before & truth
        given = float(after.sum() / before.sum()) if before.any() else None
        yield ClauseShare(text, how, float(truth.mean()), given)
        before = after
