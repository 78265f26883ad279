"""``practice --decide``: boards where a decision is close or clear, and their texts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dealwright.base.errors import ArgumentError, SearchStopped
from dealwright.cli.messages import say
from dealwright.cli.theme_boards import ONE_TYPE, WrittenSet

if TYPE_CHECKING:
    from dealwright.requests.decisions import DecideRequest

__all__ = ["decided_set"]


def decided_set(request: DecideRequest, first: int) -> WrittenSet:
    """Return a set of boards with a decision, from clear to close, with the choices and answers.

    :raises ArgumentError: if an option makes no sense
    :raises SearchStopped: if no board was found
    """
    from dealwright.analysis.decisions.texts import answers_text, problems_text
    from dealwright.cards.bridge.boards import Vulnerability
    from dealwright.cli.jobs import show_progress
    from dealwright.deals import Deals
    from dealwright.deals.batch import Source
    from dealwright.practice.practice_sets import PracticeSet
    from dealwright.requests.deals import MOST_SEARCH

    if first < 1:
        raise ArgumentError(f"board numbers begin at 1, not {first}")
    job = request.job()
    with show_progress(job, "finding"):
        found = job.result()
    boards, stopped, number = found.boards, job.state == "stopped", len(found.boards)
    seconds = MOST_SEARCH if request.time is None else request.time
    if not boards:
        ended = "interrupted" if stopped else f"{seconds:g} seconds have passed"
        raise SearchStopped(f"{ended}: no board was found, none is written")
    if number < found.wanted and not stopped:
        say(f"note: {number} of {found.wanted} boards were found in {seconds:g} seconds")
    boards = tuple(sorted(boards, key=lambda decision: -float(decision.imps)))
    deals = Deals(
        [board.deal.masks for board in boards], source=Source(found.seed, "decision", number)
    )
    pair = (boards[0].seat, boards[0].seat.partner)
    seats = tuple(board.seat for board in boards)
    practice_set = PracticeSet(deals, first, pair, (ONE_TYPE,) * number, seats)
    texts = {
        "decisions.txt": problems_text(boards, first), "answers.txt": answers_text(boards, first)
    }  # fmt: skip
    contract, _, declarer = boards[0].contract.partition("-")
    ended = f"interrupted: {number} of {found.wanted} boards were found" if stopped else ""
    return WrittenSet(
        practice_set, texts, tags={"Declarer": declarer, "Contract": contract} if contract else {},
        placed={"dealer": boards[0].dealer, "vulnerability": Vulnerability.NONE},
        interrupted=ended,
    )  # fmt: skip
