"""Boards where the choice between two leads, or two contracts, is close or clear."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Generator, Iterator, Sequence
from itertools import count
from math import ceil, inf, sqrt
from time import monotonic
from typing import TYPE_CHECKING, Any, NamedTuple

from dealwright.analysis.alternatives import Alternative, alternatives_of
from dealwright.analysis.contract_comparison import comparing_contracts
from dealwright.analysis.lead_comparison import comparing_leads
from dealwright.cards import Seat, cards_from_mask
from dealwright.condition import Condition, parse
from dealwright.deals import Deal
from dealwright.deals.hand import hand_text
from dealwright.errors import ArgumentError, Stopped
from dealwright.jobs import Job
from dealwright.stream import Stream

if TYPE_CHECKING:
    from dealwright.analysis.contract_comparison import ComparedContracts
    from dealwright.analysis.lead_comparison import ComparedLeads
    from dealwright.analysis.sampling import Sampling
    from dealwright.answers import Estimate
    from dealwright.stream import Seed

__all__ = ["CHOICES", "Decision", "answers_text", "finding_decisions", "problems_text"]

_BATCH = 16  # deals that are dealt together
_GLANCE, _LONG_GLANCE = 24, 96  # layouts that show whether a result is open, or also by how much
_SCREEN = 24  # layouts from which two choices are chosen
_SWING = 10  # IMPs of beating a game, about: what a glance makes of a difference of chances
_LEAST, _MOST = 96, 400  # layouts of the sample that decides
_HALF_CLOSE, _HALF_CLEAR = 0.4, 0.25  # half the planned interval, as a part of the limit
_DOUBT = 0.05, 0.95  # the chances between which the result of a contract is open
_SLACK = 0.2  # IMPs by which a third lead may be better, beyond doubt
_SIGMAS = 1.96  # standard errors in half an interval


class Decision(NamedTuple):
    """A deal in which ``seat`` has two choices, and what he knows beside his hand.

    ``first`` is expected to gain ``imps`` a deal against ``second``, with nobody vulnerable, double
    dummy, over ``layouts`` that agree with the hand and with ``known``. ``grade`` is ``close``,
    ``clear``, or "" if no limit was given. ``contract`` is the one that is led against, else "".
    """

    deal: Deal
    seat: Seat
    contract: str
    known: str
    first: str
    second: str
    imps: Estimate
    layouts: int
    grade: str


class _Pair(NamedTuple):
    """Two choices, by how many IMPs the first gains, and whether there is something to decide."""

    first: str
    second: str
    imps: Estimate
    counts: bool = True


Measure = Callable[[Any], "_Pair"]  # of an answer
Run = Callable[..., Any]  # run(job) returns its answer, run(job, end) ends where end(answer)


class _Choices(ABC):
    """What is chosen: ``usual`` contracts and condition, and how choices are compared."""

    usual: tuple[str, str]
    tells: bool  # whether chances to make tell which choice is better

    def __init__(self, contracts: str | None, where: Condition | str | None) -> None:
        usual_contracts, usual_condition = self.usual
        if contracts is not None and where is None:
            raise ArgumentError("a contract needs a condition: say what the auction shows")
        self.contracts = usual_contracts if contracts is None else contracts
        where = usual_condition if where is None else where
        self.where = where if isinstance(where, Condition) else parse(where)
        self.seat, self.contract = self.checked()

    @abstractmethod
    def checked(self) -> tuple[Seat, str]:
        """Return who chooses, and the contract that is led against, if any."""

    @abstractmethod
    def glance(self, hand: int, deals: int, seed: Stream) -> tuple[Sampling[Any], Measure]:
        """Return a job that solves only whether contracts make, and what finds a pair in it.

        It takes a quarter of the time. The IMPs are about right if ``tells``.
        """

    @abstractmethod
    def compared(
        self, hand: int, deals: int, seed: Stream, pair: _Pair | None = None
    ) -> tuple[Sampling[Any], Measure]:
        """Return a job that compares choices, and what finds the pair in its answers.

        It is the given pair, the better choice first, or the two best ones.
        """


class _Leads(_Choices):
    """The best lead, and the best of another suit."""

    tells = True

    usual = (
        "3NT-S",
        "hcp(south) in 15..17 && balanced(south) && hcp(north) in 9..12 && "
        "spades(north) <= 3 && hearts(north) <= 3",
    )

    def checked(self) -> tuple[Seat, str]:
        played = alternatives_of(self.contracts, Seat.SOUTH)
        if len(played) != 1 or played[0].contract is None:
            raise ArgumentError(f"a lead is against one contract, as 3NT-S, not '{self.contracts}'")
        return played[0].declarer.left, str(played[0])

    def glance(self, hand: int, deals: int, seed: Stream) -> tuple[Sampling[Any], Measure]:
        """Return the comparison of the chances to beat the contract."""

        def best(answer: ComparedLeads) -> _Pair:
            pair = _best(answer)
            counts = pair.counts and _open(answer.leads[0].beats)
            return pair._replace(imps=_SWING * pair.imps, counts=counts)

        job = comparing_leads(
            {self.seat: cards_from_mask(hand)}, self.contract, self.where, beat_only=True,
            sorted_by="beats", deals=deals, seed=seed,
        )  # fmt: skip
        return job, best

    def compared(
        self, hand: int, deals: int, seed: Stream, pair: _Pair | None = None
    ) -> tuple[Sampling[Any], Measure]:
        """Return the comparison; a pair does not count if a third lead is better."""

        def same(answer: ComparedLeads) -> _Pair:
            assert pair is not None
            by_card = {card: lead for lead in answer.leads for card in lead.cards}
            better = _better(pair.first, pair.second, by_card[pair.first].imps["none"])
            lead = by_card[better.first]
            counts = _open(lead.beats) and float(lead.behind.low) <= _SLACK
            return better._replace(counts=counts)

        job = comparing_leads(
            {self.seat: cards_from_mask(hand)}, self.contract, self.where,
            field=pair.second if pair else "", deals=deals, seed=seed,
        )  # fmt: skip
        return job, same if pair else _best


def _best(answer: ComparedLeads) -> _Pair:
    """Return the best lead, and the best one of another suit."""
    first = answer.leads[0]
    others = [lead for lead in answer.leads if lead.cards[0][0] != first.cards[0][0]]
    other = others[0] if others else first  # thirteen cards of one suit
    return _Pair(first.cards[0], other.cards[0], other.behind, bool(others))


class _Contracts(_Choices):
    """Two contracts of north and south; south knows his hand and what north has shown."""

    tells = False

    usual = (
        "3NT-N 4S-N",
        "hcp(north) in 15..17 && balanced(north) && spades(south) in 5..6 && hcp(south) in 8..13",
    )

    def checked(self) -> tuple[Seat, str]:
        found = alternatives_of(self.contracts, Seat.SOUTH)
        if len(found) != 2 or not all(map(_of_north_south, found)):
            raise ArgumentError(
                "the choice is between two contracts of north and south, as '3NT-N 4S-N', not "
                f"'{self.contracts}'"
            )
        return Seat.SOUTH, ""

    def glance(self, hand: int, deals: int, seed: Stream) -> tuple[Sampling[Any], Measure]:
        """Return the comparison of the chances to make."""

        def both(answer: ComparedContracts) -> _Pair:
            first, other = answer.contracts
            return _Pair(first.contract, other.contract, first.makes, _any_open(answer))

        job = comparing_contracts(
            self.where, self.contracts, predeal={self.seat: cards_from_mask(hand)}, make_only=True,
            deals=deals, seed=seed,
        )  # fmt: skip
        return job, both

    def compared(
        self, hand: int, deals: int, seed: Stream, pair: _Pair | None = None
    ) -> tuple[Sampling[Any], Measure]:
        """Return the comparison of the two contracts."""

        def better(answer: ComparedContracts) -> _Pair:
            (both,) = answer.pairs
            pair = _better(both.first, both.other, both.imps["none"])
            return pair._replace(counts=_any_open(answer))

        cards = {self.seat: cards_from_mask(hand)}
        job = comparing_contracts(self.where, self.contracts, predeal=cards, deals=deals, seed=seed)
        return job, better


def _any_open(answer: ComparedContracts) -> bool:
    return any(_open(contract.makes) for contract in answer.contracts)


CHOICES: dict[str, type[_Choices]] = {"lead": _Leads, "contract": _Contracts}


def _of_north_south(alternative: Alternative) -> bool:
    return alternative.declarer in (Seat.NORTH, Seat.SOUTH)


def _open(chance: Estimate) -> bool:
    """Return whether a chance leaves something to decide."""
    low, high = _DOUBT
    return low <= float(chance) <= high


def _better(first: str, second: str, imps: Estimate) -> _Pair:
    """Return two choices, the better one first."""
    return _Pair(first, second, imps) if imps >= 0 else _Pair(second, first, -imps)


class _Limits(NamedTuple):
    """The limits of close and clear decisions in IMPs; None where there is none."""

    close: float | None
    clear: float | None

    def check(self) -> None:
        """Check that no difference is both.

        :raises ArgumentError: if one can be
        """
        if self.close is not None and self.clear is not None and self.clear < self.close:
            raise ArgumentError(
                f"clear is at least close: {self.clear:g} IMPs is less than {self.close:g}"
            )

    def layouts(self, half: float) -> int:
        """Return how many layouts to measure, from half the interval of those of the screen."""
        if self.close is None and self.clear is None:
            return _MOST
        wanted = min(
            inf if self.close is None else _HALF_CLOSE * self.close,
            inf if self.clear is None else _HALF_CLEAR * self.clear,
        )
        return min(_MOST, max(_LEAST, ceil(_SCREEN * (half / wanted) ** 2)))

    def hopeless(self, imps: Estimate, now: int, layouts: int) -> bool:
        """Return whether the interval of all layouts will hardly keep to a limit.

        ``imps`` is of the layouts up to ``now``. A limit is hopeless if it is more than a standard
        error away from what the mean of all layouts needs. This ends some that would be offered,
        and offers none more.
        """
        mean, half = float(imps), float(imps.high - imps.low) / 2
        final = half * sqrt(now / layouts)
        doubt = sqrt(max(0.0, half**2 - final**2)) / _SIGMAS
        close = self.close is not None and mean + final < self.close + doubt
        clear = self.clear is not None and mean - final > self.clear - doubt
        return not (close or clear or (self.close is None and self.clear is None))

    def grade(self, imps: Estimate) -> str | None:
        """Return the grade of a difference of at least 0; None if its interval has a limit."""
        if self.close is None and self.clear is None:
            return ""
        if self.close is not None and max(float(imps.high), -float(imps.low)) < self.close:
            return "close"
        return "clear" if self.clear is not None and float(imps.low) > self.clear else None


class _Search:
    """What a search has found; it ends by ``Stopped`` if the job is stopped or the time is over."""

    def __init__(self, job: Job[Any, Any], n: int, seconds: float | None) -> None:
        self.found = list[Decision]()
        self.tried = 0
        self._job, self._n = job, n
        self._end = inf if seconds is None else monotonic() + seconds

    def tick(self, _: object = None) -> None:
        """Report progress.

        :raises Stopped: if the search ends
        """
        self._job.report(len(self.found), self._n, "boards", f"{self.tried:,} hands tried")
        if self._job.stopping or monotonic() >= self._end:
            raise Stopped("no more decisions are looked for")

    def run(self, part: Sampling[Any], end: Callable[[Any], bool] = lambda _: False) -> Any:
        """Return the answer of a job, or the first one at which it is to end.

        :raises Stopped: if the search ends
        """
        part.flag = self._job.flag
        part.watch(self.tick)
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
    close: float | None = None,
    clear: float | None = None,
    seconds: float | None = None,
    seed: Seed | Stream | None = None,
) -> Job[Decision, list[Decision]]:
    """Return a job that finds n boards with a decision; its partial results are the decisions.

    ``kind`` is ``lead`` or ``contract``. The choices are the two best ones on a few layouts that
    agree with the hand; their difference is measured on other layouts. A board has a decision if
    the whole 95 % interval of the difference is below ``close`` IMPs or above ``clear`` IMPs; all
    have one if neither is given. If the job is stopped, or ``seconds`` have passed, the result has
    the decisions so far.

    :raises ArgumentError: if there is no such kind, or the contracts or limits make no sense
    """
    if kind not in CHOICES:
        raise ArgumentError(f"a decision is {' or '.join(CHOICES)}, not '{kind}'")
    limits = _Limits(close, clear)
    limits.check()
    choices, stream = CHOICES[kind](contracts, where), Stream.of(seed)

    def work(job: Job[Decision, list[Decision]]) -> Generator[Decision, None, list[Decision]]:
        search = _Search(job, n, seconds)
        try:
            for deal, layouts in _dealt(choices.where, stream) if n else ():
                search.tick()
                search.tried += 1
                decision = _decision(choices, limits, deal, layouts, search.run)
                if decision is not None:
                    search.found.append(decision)
                    yield decision
                if len(search.found) == n:
                    break
        except Stopped:
            pass
        return search.found

    return Job(work)


def _dealt(where: Condition, stream: Stream) -> Iterator[tuple[Deal, Stream]]:
    """Yield deals without end, each with the stream of its layouts."""
    for number in count():
        deals = where.deal(_BATCH, seed=stream.split(f"deals {number}"))
        for place, deal in enumerate(deals):
            yield deal, stream.split(f"layouts {number} {place}")


def _guess(
    choices: _Choices, limits: _Limits, hand: int, stream: Stream, run: Run
) -> tuple[_Pair, int] | None:
    """Return two choices, and how many layouts are to measure them; None if that is hopeless."""
    alone = choices.tells and limits.close is None and limits.clear is not None
    size = _LONG_GLANCE if alone else _GLANCE
    job, seen = choices.glance(hand, size, stream.split("glance"))

    def ends(answer: Any) -> bool:
        return alone and limits.hopeless(seen(answer).imps, answer.deals, _MOST)

    answer = run(job, ends)
    pair = seen(answer)
    if not pair.counts or ends(answer):
        return None
    if not alone:
        size = _SCREEN
        job, best = choices.compared(hand, size, stream.split("screen"))
        pair = best(run(job))
    half = float(pair.imps.high - pair.imps.low) / 2 * sqrt(size / _SCREEN)
    layouts = limits.layouts(half)
    return None if limits.hopeless(pair.imps, size, layouts) or not pair.counts else (pair, layouts)


def _decision(
    choices: _Choices, limits: _Limits, deal: Deal, stream: Stream, run: Callable[..., Any]
) -> Decision | None:
    """Return the decision of a deal, None if there is none that is close or clear."""
    hand = deal.masks[choices.seat]
    guess = _guess(choices, limits, hand, stream, run)
    if guess is None:
        return None
    pair, layouts = guess
    job, same = choices.compared(hand, layouts, stream.split("sample"), pair)

    def ends(answer: Any) -> bool:
        pair, early = same(answer), answer.deals < _LEAST
        return not (pair.counts or early) or limits.hopeless(pair.imps, answer.deals, layouts)

    answer = run(job, ends)
    pair = same(answer)
    grade = limits.grade(pair.imps)
    if answer.deals < layouts or not pair.counts or grade is None:
        return None
    first, second, imps, _ = pair
    return Decision(
        deal, choices.seat, choices.contract, str(choices.where), first, second, imps, layouts,
        grade,
    )  # fmt: skip


# ------------------------------------------------------------------------------------------- texts


def problems_text(decisions: Sequence[Decision], first: int) -> str:
    """Return the decisions: the hand, what is known, and the two choices sorted by their texts."""
    return "\n".join("\n".join(_problem(each, n)) for n, each in enumerate(decisions, first))


def _problem(decision: Decision, number: int) -> Iterator[str]:
    choices = " or ".join(sorted((decision.first, decision.second)))
    what = f"leads against {decision.contract}" if decision.contract else "chooses a contract"
    yield f"Board {number}: {decision.seat} {what}, {choices}?"
    yield f"  {decision.seat} {hand_text(decision.deal.masks[decision.seat])}"
    yield f"  known: {decision.known}"
    yield ""


def answers_text(decisions: Sequence[Decision], first: int) -> str:
    """Return the answers: the better choice, its gain with the interval, and the layouts."""
    return "\n".join("\n".join(_answer(each, n)) for n, each in enumerate(decisions, first))


def _answer(decision: Decision, number: int) -> Iterator[str]:
    imps = decision.imps
    grade = f" ({decision.grade})" if decision.grade else ""
    yield f"Board {number}{grade}: {decision.first}, or {decision.second}"
    yield (
        f"  {decision.first} gains {float(imps):.2f} IMPs a deal against {decision.second}, "
        f"{float(imps.low):.2f} to {float(imps.high):.2f}"
    )
    yield f"  {decision.layouts} layouts, double dummy, nobody vulnerable, 95 % interval"
    yield ""
