"""The search for boards with a decision, and the document that holds them."""

from __future__ import annotations

from collections.abc import Callable, Generator
from dataclasses import dataclass, replace
from math import inf
from time import monotonic
from typing import TYPE_CHECKING, Any

from dealwright.analysis.decisions.calls import call_choices
from dealwright.analysis.decisions.choices import (
    Choices,
    ChoiceSolving,
    Decision,
    DecisionKind,
    Pair,
    Run,
)
from dealwright.analysis.decisions.contracts import contract_choices
from dealwright.analysis.decisions.leads import lead_choices
from dealwright.analysis.decisions.limits import LAYOUTS, LOOKS, ClosenessLimits, at_every_look
from dealwright.answers.printed import OneLine
from dealwright.ask.condition import Condition, parse
from dealwright.ask.resources import Resources
from dealwright.base.errors import ArgumentError, Stopped
from dealwright.base.jobs import Job
from dealwright.double_dummy.current_solver import current_solver
from dealwright.numbering.stream import Stream
from dealwright.systems.system import System, read_system

if TYPE_CHECKING:
    from typing import Annotated

    from dealwright.analysis.sampling import Sampling
    from dealwright.answers.records import OneOf
    from dealwright.double_dummy.solver import Solver
    from dealwright.numbering.stream import Seed

__all__ = ["CHOICES", "SYSTEM", "Decisions", "finding_decisions"]

CHOICES = ("lead", "contract", "call")
SYSTEM = "standard"  # whose calls are chosen, unless another is named
_NOTHING_KNOWN: dict[str, Any] = {"contract": "", "known": "", "auction": (), "system": ""}
_EARLY = 64  # layouts before which a result is not taken for certain


@dataclass(frozen=True)
class Decisions(OneLine):
    """Boards with a decision, as they were found among the hands that were ``tried``.

    ``wanted`` boards were looked for; there are fewer if the search was stopped or ran out of time.
    """

    choice: Annotated[str, OneOf(CHOICES)]
    close: float | None
    clear: float | None
    seed: str
    wanted: int
    tried: int
    boards: tuple[Decision, ...]


class _Search:
    """Ends by ``Stopped`` if the job is stopped or the time is over."""

    def __init__(self, job: Job[Decisions, Decisions], n: int, seconds: float | None) -> None:
        self._job, self._n = job, n
        self._end = inf if seconds is None else monotonic() + seconds
        self._found = 0, 0

    def tick(self, found: Decisions | None = None) -> None:
        """Report progress.

        :raises Stopped: if the search ends
        """
        if found is not None:
            self._found = len(found.boards), found.tried
        boards, tried = self._found
        self._job.report(boards, self._n, "boards", f"{tried:,} hands tried")
        if self._job.stopping or monotonic() >= self._end:
            raise Stopped("no more decisions are looked for")

    def run(self, part: Sampling[Any], end: Callable[[Any], bool] = lambda _: False) -> Any:
        """Return the answer of a job, or the first one at which it is to end.

        :raises Stopped: if the search ends
        """
        part.flag = self._job.flag
        part.watch(lambda _: self.tick())
        for answer in part:
            if end(answer):
                return answer
        return part.result()


def finding_decisions(
    kind: str,
    n: int,
    *,
    contracts: str | None = None,
    where: Condition | str | None = None,
    system: System | None = None,
    close: float | None = None,
    clear: float | None = None,
    seconds: float | None = None,
    seed: Seed | Stream | None = None,
    resources: Resources | None = None,
    solver: Solver | None = None,
) -> Job[Decisions, Decisions]:
    """Return a job that finds n boards with a decision; its partial results are those so far.

    ``kind`` is ``lead``, ``contract`` or ``call``; ``contracts`` belong to the first two, which
    take ``where`` as what the auction shows, ``system`` to the last, for which ``where`` limits the
    deals. Two choices are compared on layouts that agree with the hand and with what is known;
    others have chosen them. A board has a decision if the whole 95 % interval of the difference is
    below ``close`` IMPs or above ``clear`` IMPs; all have one if neither is given. If the job is
    stopped, or ``seconds`` have passed, the result has the boards so far.

    :raises ArgumentError: if there is no such kind, or the contracts or limits make no sense
    """
    limits = ClosenessLimits(close, clear)
    limits.check()
    condition = parse(where) if isinstance(where, str) else where
    used_resources = Resources() if resources is None else resources
    solving = ChoiceSolving(used_resources, current_solver(solver))
    choices, stream = _choices(kind, contracts, condition, system, solving), Stream.of(seed)

    def work(job: Job[Decisions, Decisions]) -> Generator[Decisions, None, Decisions]:
        search = _Search(job, n, seconds)
        found = Decisions(kind, close, clear, stream.seed, n, 0, ())
        try:
            for choice, layouts in choices(stream) if n else ():
                search.tick(found)
                decision = None
                if choice is not None:
                    decision = _decision(choice, limits, layouts, search.run)
                boards = found.boards if decision is None else (*found.boards, decision)
                found = replace(found, tried=found.tried + 1, boards=boards)
                yield found
                if len(boards) == n:
                    break
        except Stopped:
            pass
        return found

    return Job(work)


def _choices(
    kind: str, contracts: str | None, where: Condition | None, system: System | None,
    solving: ChoiceSolving,
) -> Choices:  # fmt: skip
    """Return the choices of a kind.

    :raises ArgumentError: if there is no such kind, or it does not take what is given
    """
    if kind == "call":
        if contracts is not None:
            raise ArgumentError("leave out the contract: with call, the system makes the calls")
        return call_choices(read_system(SYSTEM) if system is None else system, where, solving)
    if kind not in CHOICES:
        raise ArgumentError(
            f"'{kind}' is not a decision; choose {', '.join(CHOICES[:-1])} or {CHOICES[-1]}"
        )
    if system is not None:
        raise ArgumentError(
            f"leave out the system: it is for the choice of a call, not of a {kind}"
        )
    if contracts is not None and where is None:
        raise ArgumentError("a contract needs a condition that says what the auction shows")
    return (lead_choices if kind == "lead" else contract_choices)(contracts, where, solving)


def _decision(
    choice: DecisionKind, limits: ClosenessLimits, stream: Stream, run: Run
) -> Decision | None:
    """Return the decision of a choice, None if there is none that is close or clear.

    The sample grows to ``LOOKS``, and may decide at each of them.
    """
    chosen = choice.guess(limits, stream, run)
    if chosen is None:
        return None
    job, pair_of = choice.compared(chosen, LAYOUTS, stream.split("sample"))

    def graded(answer: Any) -> tuple[Pair, str | None]:
        pair = pair_of(answer)
        pair = pair._replace(imps=at_every_look(pair.imps))
        decides = pair.counts and answer.deals in LOOKS
        return pair, limits.grade(pair.imps) if decides else None

    def ends(answer: Any) -> bool:
        pair = pair_of(answer)
        certain = not pair.counts and answer.deals >= _EARLY
        return certain or limits.hopeless(pair.imps, answer.deals) or graded(answer)[1] is not None

    answer = run(job, ends)
    pair, grade = graded(answer)
    if grade is None:
        return None
    return Decision(
        choice.deal, choice.dealer, choice.seat, pair.first, pair.second, pair.imps, answer.deals,
        grade, unfinished=pair.unfinished, **(_NOTHING_KNOWN | choice.known),
    )  # fmt: skip
