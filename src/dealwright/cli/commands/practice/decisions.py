"""``dealwright practice decisions``: boards where a decision is close or clear, and their texts."""

from __future__ import annotations

from dataclasses import replace

from dealwright.base.errors import ArgumentError, SearchStopped
from dealwright.cli.answering import print_notes
from dealwright.cli.command import Command
from dealwright.cli.messages import say
from dealwright.cli.options import ConditionFile, Include
from dealwright.cli.practice_files import SetFiles, WrittenSet, taken_of_text, write_set
from dealwright.requests.decisions import DecideRequest
from dealwright.requests.practice import FirstBoard

__all__ = ["COMMAND"]

HELP = """Find boards where a lead, a contract or a call is close or clear, with the answers.

One choice gains less than --close or more than --clear IMPs against the other, on layouts that
agree with the hand and CONDITION, what the auction shows. The whole 95 % interval is on one side of
the limit. Calls are those of --system, which bids the auction so far and the rest of it.
decisions.txt has the hands and the choices, from clear to close, answers.txt the IMPs. It takes
some 10 s of CPU a board, and ends after --time seconds (300).

Examples:

  dealwright practice decisions lead 10 --close 1 --output leads

  dealwright practice decisions contract --contract "3NT-N 4S-N" --clear 2 "north: 15-17 balanced; south: 5 spades, 8-12" --output games

  dealwright practice decisions call 10 --clear 2 --system two-over-one --output calls
"""  # noqa: E501


def decisions(
    request: DecideRequest,
    files: SetFiles,
    board: FirstBoard = 1,
    file: ConditionFile = None,
    include: Include = None,
) -> None:
    """Find boards with a decision and write their files."""
    taken = taken_of_text(request, file, board)
    board = taken.pop("board")
    write_set(_decided_set(print_notes(replace(request, **taken)), board), files)


def _decided_set(request: DecideRequest, first: int) -> WrittenSet:
    """Return a set of boards with a decision, from clear to close, with the choices and answers.

    :raises ArgumentError: if an option makes no sense
    :raises SearchStopped: if no board was found
    """
    from dealwright.analysis.decisions.texts import answers_text, problems_text
    from dealwright.cards.bridge.boards import Vulnerability
    from dealwright.cli.jobs import show_progress
    from dealwright.deals import Deals
    from dealwright.deals.batch import Source
    from dealwright.practice.practice_sets import ONE_TYPE, PracticeSet
    from dealwright.requests.deals import MOST_SEARCH

    if first < 1:
        raise ArgumentError(f"board numbers begin at 1, not {first}")
    if request.n == 0:
        raise ArgumentError("ask for at least one board (--number 1)")
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


COMMAND = Command(decisions, HELP, order=2)
