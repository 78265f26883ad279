"""``practice --decide``: boards where a decision is close or clear, and their texts."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from dealwright.cli.messages import say
from dealwright.cli.themed import ONE_TYPE, MadeSet
from dealwright.errors import ArgumentError, SearchStopped

if TYPE_CHECKING:
    from dealwright.condition import Condition

__all__ = ["Decide", "decided_set", "imps"]

_NUMBER, _SECONDS = 10, 300.0  # boards and seconds, unless others are asked for


@dataclass(frozen=True)
class Decide:
    """The options of a decision; None where one is not given."""

    kind: str
    contracts: str | None
    close: float | None
    clear: float | None
    seconds: float | None


def imps(text: str) -> float:
    """Read a number of IMPs.

    :raises ArgumentError: if it is no number above 0
    """
    try:
        number = float(text)
    except ValueError:
        number = 0.0
    if not 0 < number <= 24:
        raise ArgumentError(f"a limit is a number of IMPs such as 1.5, not '{text}'")
    return number


def decided_set(
    decide: Decide, number: int | None, first: int, seed: str | None, where: Condition | None
) -> MadeSet:
    """Return a set of boards with a decision, from clear to close, with the choices and answers.

    :raises ArgumentError: if an option makes no sense
    :raises SearchStopped: if no board was found
    """
    from dealwright.analysis.decisions import answers_text, finding_decisions, problems_text
    from dealwright.bridge.boards import Vulnerability
    from dealwright.cards import Seat
    from dealwright.cli.jobs import show_progress
    from dealwright.deals import Deals
    from dealwright.deals.batch import Source
    from dealwright.practice.practice_sets import PracticeSet
    from dealwright.stream import Stream

    if first < 1:
        raise ArgumentError(f"board numbers begin at 1, not {first}")
    number = _NUMBER if number is None else number
    seconds = _SECONDS if decide.seconds is None else decide.seconds
    stream = Stream.of(seed)
    job = finding_decisions(
        decide.kind, number, contracts=decide.contracts, where=where, close=decide.close,
        clear=decide.clear, seconds=seconds, seed=stream,
    )  # fmt: skip
    with show_progress(job, "finding"):
        decisions = job.result()
    stopped, number_found = job.state == "stopped", len(decisions)
    if not decisions:
        ended = "interrupted" if stopped else f"{seconds:g} seconds have passed"
        raise SearchStopped(f"{ended}: no board was found, none is written")
    if number_found < number and not stopped:
        say(f"note: {number_found} of {number} boards were found in {seconds:g} seconds")
    decisions.sort(key=lambda decision: -float(decision.imps))
    deals = Deals(
        [decision.deal.masks for decision in decisions],
        source=Source(stream.seed, "decision", len(decisions)),
    )
    seat = decisions[0].seat
    contract, _, declarer = decisions[0].contract.partition("-")
    practice_set = PracticeSet(
        deals, first, (seat, seat.partner), (ONE_TYPE,) * len(decisions), (seat,) * len(decisions)
    )
    texts = {
        "decisions.txt": problems_text(decisions, first),
        "answers.txt": answers_text(decisions, first),
    }
    dealer = Seat.of(declarer) if declarer else seat.partner
    return MadeSet(
        practice_set, texts, tags={"Declarer": declarer, "Contract": contract} if contract else {},
        placed={"dealer": dealer, "vulnerability": Vulnerability.NONE},
        interrupted=f"interrupted: {number_found} of {number} boards were found" if stopped else "",
    )  # fmt: skip
