"""Explaining a condition: how likely it is, how it is dealt, and what each clause costs."""

from __future__ import annotations

import re
from collections.abc import Generator, Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from dealwright.answers import Estimate, proportion
from dealwright.answers.estimate_texts import percents
from dealwright.answers.report import Column, Report, Reported, Table
from dealwright.ask.counting import Counting, Share, counted_within
from dealwright.ask.planning import impossible_text, plan_question
from dealwright.ask.resources import Resources
from dealwright.base.errors import Stopped
from dealwright.base.jobs import Job
from dealwright.base.kernels import body
from dealwright.conditions.nodes import Node, all_of
from dealwright.conditions.unparse import to_text
from dealwright.deals import Deals
from dealwright.numbering.stream import Seed, Stream
from dealwright.planning.exact_part import ExactPart
from dealwright.planning.filter import Filter, affordable
from dealwright.planning.planner import Plan
from dealwright.planning.question import Question
from dealwright.planning.reasons import uncounted_text
from dealwright.planning.sampling.evaluation import Evaluation
from dealwright.planning.sampling.uniform import uniform

if TYPE_CHECKING:
    from typing import Annotated

    from numpy.typing import NDArray

    from dealwright.answers.records import INLINE, OR_NULL, Key, OneOf

__all__ = ["ClauseShare", "Explaining", "Explanation", "PlanSummary"]

_CLAUSE_SAMPLE = 1 << 18
_LABEL = re.compile(r" {13}| *\S.*?  +")  # of a fact, with the blanks before its text
_COLUMN_SECONDS = 1.0  # for each of the two shares of a clause with columns
_COUNTING_SECONDS = 0.5  # for counting the clauses, or half of the budget if less


class _Estimates(NamedTuple):
    """Both shares of a clause."""

    alone: Estimate
    given: Estimate | None


@dataclass(frozen=True)
class ClauseShare:
    """A clause: its text, how it is tested, and the shares of deals that satisfy it.

    ``alone`` is its share of all deals, ``given`` its share of the deals that pass the clauses
    before it (None if no deal does). Both are exact if they can be counted quickly, else from a
    sample. Clauses with expensive columns are tested on fewer deals of the sample; ``how`` then
    contains the number.
    """

    text: str
    how: Annotated[str, Key("tested_by")]
    alone: Estimate
    given: Estimate | None

    json_keys = ("text", "how", "_alone", "_given", "_estimates")

    @property
    def _alone(self) -> float:
        """The share of all deals."""
        return float(self.alone)

    @property
    def _given(self) -> float | None:
        """The share of the deals that pass the clauses before it."""
        return None if self.given is None else float(self.given)

    @property
    def _estimates(self) -> _Estimates:
        """Both shares with their intervals."""
        return _Estimates(self.alone, self.given)

    @classmethod
    def of_record(
        cls,
        *,
        alone: float,
        given: float | None,
        estimates: _Estimates | None = None,
        **fields: Any,
    ) -> ClauseShare:
        """Return the clause of a document; old ones have no estimates, so intervals are 0 to 1."""
        if estimates is None:
            estimates = _Estimates(
                Estimate(alone, 0.0, 1.0, False, "sample"),
                None if given is None else Estimate(given, 0.0, 1.0, False, "sample"),
            )
        return cls(alone=estimates.alone, given=estimates.given, **fields)


@dataclass(frozen=True)
class PlanSummary:
    """How a question is answered, as plain values.

    ``method`` is ``proof``, ``uniform``, ``exact``, ``filter`` or ``mixed``; ``why`` is the reason
    as text. ``exact_part`` lists the clauses that are counted exactly and those that are tested
    (each with the reason), with sizes, memory and time, predicted and then measured. It is None if
    nothing is counted exactly.
    """

    purpose: Annotated[str, OneOf(("count", "deal", "number", "distribution"))]
    method: Annotated[str, OneOf(("proof", "uniform", "exact", "filter", "mixed"))]
    why: str
    exact_part: dict[str, Any] | None = None

    @classmethod
    def of_plan(cls, plan: Plan) -> PlanSummary:
        """Return the summary of a plan."""
        return cls(plan.purpose, plan.method, str(plan.reason), _part_values(plan.part))


def _part_values(part: ExactPart | None) -> dict[str, Any] | None:
    """Return the clauses, sizes, memory and time of an exact part as JSON values."""
    if part is None or not part.exact:
        return None
    model, engine = part.counted.model, part.counted.engine
    built: dict[str, Any] = {} if engine is None else {**engine.sizes, "bytes": engine.bytes}
    return {
        "count": str(part.counted.total),
        "clauses": [to_text(node) for node in part.exact],
        "tested": [uncounted_text(clause) for clause in part.uncounted],
        "suits_read": model.suits_read,
        "automata": {name: list(classes) for name, classes in model.automata.items()},
        "predicted": {
            **model.sizes,
            "bytes": model.bytes_needed(drawing=True),
            "seconds": model.predicted_seconds,
        },
        "built": built,
        "described": list(model.describe(built)),
        "seconds": part.counted.seconds,
        "acceptance_of_the_rest": None,
        "digest": model.digest,
    }


@dataclass(frozen=True)
class Explanation(Reported):
    """An explanation of a condition: how likely it is, how it is dealt, what each clause costs.

    ``share`` is the share of deals that satisfy it, ``plan`` the plan by which they are dealt,
    ``clauses`` the share that each clause accepts, of all deals or of ``clause_sample`` random
    ones. ``impossible`` is a proof in words that no deal satisfies the condition, or "".

    >>> from dealwright import parse
    >>> explanation = parse("hcp(north) >= 20 && spades(south) >= 6").explain(seed=1)
    >>> print(f"{float(explanation.share.estimate):.5f}", len(explanation.clauses))
    0.00073 2
    >>> explanation.impossible
    ''
    """

    table_rows = "clauses"

    condition: str
    share: Annotated[Share, INLINE]
    clauses: tuple[ClauseShare, ...]
    clause_sample: int
    body: Annotated[str, Key("kernels")]
    plan: Annotated[PlanSummary, INLINE]
    impossible: Annotated[str, OR_NULL] = ""

    json_keys = ("share", "plan", "condition", "impossible", "body", "clauses", "clause_sample")

    @property
    def method(self) -> str:
        """The method that deals: uniform, exact, filter, mixed; ``proof`` if no deal exists."""
        return self.plan.method

    def report(self, *, symbols: bool = True) -> Report:
        """Return facts about the condition, then a row for each clause."""
        condition = f"condition    {self.condition or 'none: every deal'}"
        parts: list[str | Table] = [
            condition.replace("\n", "\n             "),
            Table([Column.words("", 0)] * 2, map(_label_and_text, self._facts()), headed=False),
        ]
        if self.clauses and not self.impossible:
            shares = [(_percent(c.alone), _percent(c.given)) for c in self.clauses]
            alone, given = (max(9, *map(len, texts)) for texts in zip(*shares, strict=True))
            columns = [
                Column("alone", 2 + alone), Column("given", 2 + given),
                Column.words("  tested by", 18), Column.words(" clause", 0),
                Column("", 0, drawn=1, only="notebook"),
            ]  # fmt: skip
            parts += [
                "", f"clauses in the order of testing, {self._kind_of_shares()}",
                Table(columns, [
                    (*texts, f"  {c.how}", f" {c.text}", float(c.alone))
                    for texts, c in zip(shares, self.clauses, strict=True)
                ]),
            ]  # fmt: skip
        return Report(*parts, caption=self.condition or "every deal")

    def _kind_of_shares(self) -> str:
        """Return whether the shares of the clauses are exact, as text."""
        shares = [share for c in self.clauses for share in (c.alone, c.given) if share is not None]
        if all(share.exact for share in shares):
            return "exact shares"
        return f"shares: exact, or with the 95 % interval of {self.clause_sample:,} random deals"

    def _facts(self) -> Iterator[str]:
        """Yield lines about the whole condition: how likely it is, how it is dealt."""
        yield from self.share.lines(uncounted=False)
        if self.impossible:
            yield f"impossible   no deal satisfies {self.impossible}"
            return
        method_texts = {
            "uniform": "uniform dealing",
            "exact": "exact: draw a number, deal its deal",
            "filter": "filter: deal at random and test",
            "mixed": "mixed: draw exactly from one part, test the rest",
        }
        yield f"method       {method_texts[self.method]} ({self.body} kernels)"
        yield f"             {self.plan.why}"
        yield from self._exact_lines()

    def _exact_lines(self) -> Iterator[str]:
        part = self.plan.exact_part
        if part is None:
            return
        suits, seconds = part["suits_read"], part["seconds"]
        number = len(part["clauses"])
        clauses = f"{number} clause{'' if number == 1 else 's'}"
        yield f"exact part   {clauses}, counted in {seconds:.3f} s"
        for text in part["tested"]:
            yield f"  tested     {text}"
        accepted = part["acceptance_of_the_rest"]
        if accepted is not None:
            yield f"  accepted   {accepted:.3%} of the draws pass what is tested"
        for name, classes in part["automata"].items():
            left, right = classes
            yield f"  {name:<10} {left} classes after {suits[:2]}, {right} after {suits[2:]}"
        yield from part["described"]


def _label_and_text(line: str) -> tuple[str, str]:
    """Return the label of a fact with the blanks after it, "" if it has none, and its text."""
    label = _LABEL.match(line)
    end = label.end() if label else 0
    return line[:end], line[end:]


def _percent(share: Estimate | None) -> str:
    """Return a share in percent, with its interval if it is not exact."""
    if share is None:
        return "-"
    text = f"{share:.3%}" if share >= 5e-5 or not share else f"{100 * float(share):.3g}%"
    interval = percents(share, 3)
    return f"{text} ({interval})" if interval else text


class Explaining(Job[Share, Explanation]):
    """A job that explains a question; ``method`` as for dealing, other options as for counting."""

    def __init__(
        self,
        question: Question,
        resources: Resources,
        *,
        seed: Seed | Stream | None = None,
        method: str = "auto",
        limit: int | None = None,
        hits: int | None = None,
    ) -> None:
        super().__init__(type(self)._explain)
        self.question = question
        self.resources = resources
        self._method = method
        stream = Stream.of(seed)
        self._clauses = stream.split("clauses")
        self._counting = Counting(question, resources, seed=stream, limit=limit, hits=hits)

    def _explain(self) -> Generator[Share, None, Explanation]:
        question, resources = self.question, self.resources
        threads = resources.threads
        sample = Deals.concatenate(
            uniform(_CLAUSE_SAMPLE, self._clauses, question.pack, threads=threads)
        )
        share = yield from self.run_part(self._counting)
        plan = plan_question(question, "deal", resources, method=self._method)
        impossible = ""
        if share.estimate.exact and share.estimate.value == 0:
            impossible = impossible_text(share.plan or plan, resources)
        return Explanation(
            condition=question.text,
            share=share,
            clauses=tuple(self._clause_shares(plan.filter, sample, share.estimate)),
            clause_sample=len(sample),
            body=body(),
            plan=_summary(plan, share, impossible),
            impossible=impossible,
        )

    def _clause_shares(
        self, tests: Filter, sample: Deals, total_share: Estimate
    ) -> Iterator[ClauseShare]:
        """Yield the clauses with their shares, exact as far as the rest of the effort allows."""
        nodes, seconds = tests.nodes, min(self.resources.budget.seconds / 2, _COUNTING_SECONDS)
        effort = self.resources.budget.effort(self.flag).of(seconds)
        remaining = 2 * len(nodes)

        def exact_share(*clauses: Node) -> Estimate | None:
            nonlocal remaining
            question = self.question.about(all_of(clauses))
            part = effort.rest(effort.left / remaining)
            remaining -= 1
            try:
                return counted_within(question, self.resources, part, self.flag)
            except Stopped:
                return None
            finally:
                effort.spend_on_done(part.spent)

        alone = list(map(exact_share, nodes))
        share_before: Estimate | None = Estimate.certain(1)
        for index, row in enumerate(_sampled_clauses(tests, sample, self._clauses.seed)):
            if index == len(nodes):  # costly clauses, which cannot be counted
                yield row
                continue
            share_after = alone[0] if index == 0 else None
            if (
                share_after is None
                and index == len(nodes) - 1
                and not tests.costly
                and total_share.exact
            ):
                share_after = total_share
            if share_after is None and share_before is not None:
                share_after = exact_share(*nodes[: index + 1])
            given = row.given
            if share_before is not None and share_after is not None:
                given = share_after.ratio(share_before) if share_before else None
            share = alone[index]
            yield replace(row, alone=row.alone if share is None else share, given=given)
            share_before = share_after


def _summary(plan: Plan, share: Share, impossible: str) -> PlanSummary:
    """Return the summary of a plan, with the exact part of the count if the plan has none."""
    summary = PlanSummary.of_plan(plan)
    part = summary.exact_part
    if plan.part is None and share.plan is not None:
        part = _part_values(share.plan.part)
    estimate = share.estimate
    if part is not None and estimate.method == "mixed" and estimate.samples:
        part = {**part, "acceptance_of_the_rest": estimate.hits / estimate.samples}
    return replace(summary, method="proof" if impossible else summary.method, exact_part=part)


def _sampled_clauses(tests: Filter, sample: Deals, seed: str) -> Iterator[ClauseShare]:
    """Yield the clauses in the order of testing, with their shares in a sample."""

    def share(truth: NDArray[np.bool_]) -> Estimate:
        return proportion(int(truth.sum()), len(truth), method="sample", seed=seed)

    passing = np.full(len(sample), not tests.impossible, dtype=np.bool_)
    values = Evaluation(sample.masks)
    for clause in tests.clauses:
        truth = values.truth(clause.node)
        given = share(truth[passing]) if passing.any() else None
        yield ClauseShare(clause.text, clause.how, share(truth), given)
        passing &= truth
    for node in tests.costly:
        limit = affordable([node], _COLUMN_SECONDS)
        first_rows, passing_rows = (
            np.arange(min(limit, len(sample)), dtype=np.int64),
            np.flatnonzero(passing)[:limit],
        )
        alone, passed = values.truth(node, first_rows), values.truth(node, passing_rows)
        how = "column" if limit >= len(sample) else f"column, {limit} deals"
        yield ClauseShare(
            to_text(node), how, share(alone), share(passed) if len(passing_rows) else None
        )
        passing = np.zeros(len(sample), dtype=np.bool_)
        passing[passing_rows[passed]] = True
