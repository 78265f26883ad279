"""Checking a script: suspicious parts, and the cost of each clause of its condition."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from operator import itemgetter
from typing import TYPE_CHECKING, Any

from dealwright.answers import Estimate
from dealwright.answers.tabular import Tabular
from dealwright.ask.counting import counted_share
from dealwright.conditions.nodes import Node, all_of
from dealwright.planning.contradictions import contradiction
from dealwright.planning.filter import is_dear
from dealwright.planning.question import Question
from dealwright.scripts.data import ConditionPart, Statistical
from dealwright.scripts.running import Run

if TYPE_CHECKING:
    from typing import Annotated

    from dealwright.answers.records import Key, Row

__all__ = ["Check", "ClauseCost", "check_script"]

_EXAMINED = 1_000_000  # deals, if a share is not counted
_HITS = 5_000  # a precision of 3 %
_SECONDS, _RARE = 0.8, 0.6  # for counting: all shares, and more for rare ones
_SOLVED = 6.0  # seconds if clauses need a solver
_MET, _SEARCHED = 8, 1 << 18
_WIDEST = 60


@dataclass(frozen=True)
class ClauseCost:
    """A clause of a condition: its line and text, and the share of deals that satisfy it.

    ``alone`` is its share of all deals, ``given`` its share of the deals that satisfy the others
    (None without others, or if no such deal was found); ``exact`` is true if both were counted.
    """

    line: int
    text: str
    alone: Fraction
    given: Fraction | None
    exact: bool

    json_keys = ("line", "text", "_alone", "_given", "exact", "_fractions")

    @property
    def _alone(self) -> float:
        """The share of all deals."""
        return float(self.alone)

    @property
    def _given(self) -> Annotated[float | None, Key("given_others")]:
        """The share of the deals that satisfy the others."""
        return None if self.given is None else float(self.given)

    @property
    def _fractions(self) -> tuple[Fraction, Fraction | None]:
        """Both shares, with every digit."""
        return self.alone, self.given

    @classmethod
    def of_record(cls, *, fractions: tuple[Fraction, Fraction | None], **fields: Any) -> ClauseCost:
        """Return the cost of its document."""
        alone, given_others = fractions
        return cls(alone=alone, given=given_others, **fields)


@dataclass
class Check(Tabular):
    """The findings in a script: remarks in the order of lines, and the costs of its clauses."""

    table_rows = "clauses"

    remarks: list[Annotated[tuple[int, str], Row(("line", "text"))]] = field(default_factory=list)
    clauses: list[ClauseCost] = field(default_factory=list)
    share: Annotated[Estimate | None, Key("estimate")] = None

    json_keys = ("remarks", "_probability", "_interval", "_exact", "share", "clauses")

    @property
    def _probability(self) -> float | None:
        """The share of all deals that satisfy the condition."""
        return None if self.share is None else float(self.share)

    @property
    def _interval(self) -> tuple[float, float] | None:
        """The interval of the share."""
        return None if self.share is None else (float(self.share.low), float(self.share.high))

    @property
    def _exact(self) -> bool:
        """Whether the share is counted."""
        return self.share is None or self.share.exact

    @property
    def costliest(self) -> ClauseCost | None:
        """The most costly clause: the one that rejects most deals that satisfy the others."""
        with_given = [cost for cost in self.clauses if cost.given is not None]
        return min(with_given, key=lambda cost: cost.given or 0, default=None)

    def lines(self) -> Iterator[str]:
        """Yield the findings as lines of text."""
        for line, text in self.remarks:
            yield f"line {line}: {text}"
        if not self.remarks:
            yield "nothing suspicious"
        if self.share is None or not self.clauses:
            return
        yield ""
        yield _rarity(self.share)
        yield f"{'line':>6}{'alone':>12}{'given others':>14}  clause"
        for cost in self.clauses:
            about = " " if cost.exact else "~"
            given_others = "-" if cost.given is None else f"{about}{_percent(cost.given)}"
            alone = f"{about}{_percent(cost.alone)}"
            yield f"{cost.line:6}{alone:>12}{given_others:>14}  {cost.text}"
        costliest = self.costliest
        if len(self.clauses) > 1 and costliest is not None and self.share.value:
            yield f"costs most: line {costliest.line}, {costliest.text}"


def check_script(run: Run) -> Check:
    r"""Return the suspicious parts of a script and the costs of its clauses, without printing.

    >>> from dealwright.scripts import run_script
    >>> check = check_script(run_script("a = 3 condition hcp(north) >= 9 && hcp(north) > 7"))
    >>> print("\n".join(check.lines()))
    line 1: 'a' is defined and never used
    line 1: 'hcp(north) > 7' follows from the other clauses
    <BLANKLINE>
    condition: 1 deal in 1.599 (exact)
      line       alone  given others  clause
         1   62.5232 %     87.5486 %  hcp(north) >= 9
         1   71.4154 %    100.0000 %  hcp(north) > 7
    costs most: line 1, hcp(north) >= 9
    """
    script, check = run.script, Check()
    for note in script.notes:
        check.remarks.append((note.line, note.text))
    for definition in script.unused():
        if not script.place(definition.position):  # unused names of included files are normal
            text = f"'{definition.name}' is defined and never used"
            check.remarks.append((script.line(definition.position), text))
    clauses = run.clauses()
    if clauses:
        _weigh(run, clauses, check)
    check.remarks.sort(key=itemgetter(0))
    return check


def _weigh(run: Run, clauses: Sequence[ConditionPart], check: Check) -> None:
    """Add the clauses and their costs to the result."""
    tests = [clause.test for clause in clauses]
    seconds = (_SOLVED if is_dear(tests) else _SECONDS) / (2 + 2 * len(clauses))
    base, total = _share(run, [], seconds), _share(run, tests, seconds, _RARE)
    check.share = total * (1 / Fraction(base.value)) if base.value else total
    if total.exact and total.value == 0:
        _explain_no_deals(run, clauses, check)
    for index, clause in enumerate(clauses):
        others = _share(run, [*tests[:index], *tests[index + 1 :]], seconds)
        alone = _share(run, [clause.test], seconds)
        exact = others.exact and alone.exact and total.exact
        given_others = Fraction(total.value) / Fraction(others.value) if others.value else None
        cost = ClauseCost(
            run.script.line(clause.position),
            _short(run.script.clause_text(clause)) + run.script.place(clause.position),
            Fraction(alone.value) / (Fraction(base.value) or 1),
            given_others if given_others is None else min(given_others, Fraction(1)),
            exact,
        )
        check.clauses.append(cost)
        run.report(index + 1, len(clauses), "clauses")
        if exact and given_others == 1:
            finding = "holds in every deal" if cost.alone == 1 else "follows from the other clauses"
            check.remarks.append((cost.line, f"'{cost.text}' {finding}"))


def _share(run: Run, tests: Sequence[Node], seconds: float, rare: float = 0.0) -> Estimate:
    """Return the share of deals that satisfy tests, given predealt cards and lengths.

    Counting may take ``seconds``, and ``rare`` seconds more if hardly any deal satisfies them,
    because a sample would not find enough.
    """
    question = Question(all_of([*run.fixed_lengths(), *tests]), run.script.predeal)
    resources, seed = run.resources(seconds), run.seed
    sampled = counted_share(
        question, resources, seed=seed, method="filter", limit=_SEARCHED, hits=_MET
    ).estimate
    common = sampled.exact or (sampled.hits or 0) >= _MET
    if not common:
        resources = run.resources(seconds + rare)
    return counted_share(question, resources, seed=seed, limit=_EXAMINED, hits=_HITS).estimate


def _explain_no_deals(run: Run, clauses: Sequence[ConditionPart], check: Check) -> None:
    """Add the reason why no deal satisfies the condition, and its effect on statistics."""
    script = run.script
    tests = [*run.fixed_lengths(), *(clause.test for clause in clauses)]
    question, resources = Question(all_of(tests), script.predeal), run.resources()
    proof = contradiction(question, resources.budget, resources.workspace)
    with_cards = " with the predealt cards" if question.has_fixed else ""
    places = {clause.test: script.line(clause.position) for clause in clauses}
    lines = [places[part] for part in proof.clauses if part in places] if proof else []
    first = min(lines, default=script.line(clauses[0].position))
    check.remarks.append((first, f"no deal satisfies {proof or 'the condition'}{with_cards}"))
    if any(isinstance(action, Statistical) for action in script.actions):
        check.remarks.append((first, "there is no deal to average or count"))


def _rarity(share: Estimate) -> str:
    if share.value == 0:
        return f"condition: no deal{'' if share.exact else ' was found'}"
    how = "(exact)" if share.exact else "(sampled)"
    return f"condition: 1 deal in {1 / float(share):,.4g} {how}"


def _percent(share: Fraction) -> str:
    """Return a share in percent; a share other than 0 and 1 is never shown as 0 or 100."""
    value = float(100 * share)
    return f"{value:.2e} %" if 0 < value < 5e-5 else f"{value:.4f} %"


def _short(text: str) -> str:
    return text if len(text) <= _WIDEST else text[: _WIDEST - 3] + "..."
