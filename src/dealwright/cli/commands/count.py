"""``dealwright count``: how many deals satisfy a condition."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dealwright.cli.answering import answer_job, print_answer, print_notes, with_condition
from dealwright.cli.board_files import (
    Files,
    ReadAs,
    reading_with_report,
    refuse_dealing_options,
    refuse_reading_options,
)
from dealwright.cli.command import Command
from dealwright.cli.options import ConditionFile, Encoding, Include, Json
from dealwright.requests.deals import CountRequest
from dealwright.requests.fields import GivenFields

if TYPE_CHECKING:
    from dealwright.ask.condition import Condition

__all__ = ["COMMAND"]

HELP = """Print how many deals satisfy a condition, and its probability.

The count is exact if the condition can be counted suit by suit in at most --budget seconds of work.
Otherwise (with cccc, for example) it is an estimate from random deals, marked as one, with a 95 %
interval. Work is measured in operations, so the answer does not depend on the machine. With
--boards the command counts the boards of files instead.

Examples:

  dealwright count "north: 15-17 balanced; south: 5+ spades"

  dealwright count "hcp(north) + hcp(south) >= 26"

  dealwright count "shape(north, any 6511) && hcp(north) == 12 && hcp(south) == 20"

  dealwright count "zar(north) + zar(south) >= 52" --budget 60

  dealwright count "balanced(north)" --predeal "south AKQ2.T98.543.A72" --json

  dealwright count "hcp(south) >= 20" --boards friday.lin --boards monday.pbn
"""


def count(
    request: CountRequest,
    given: GivenFields,
    as_json: Json = False,
    file: ConditionFile = None,
    include: Include = None,
    files: Files = None,
    read_as: ReadAs = None,
    encoding: Encoding = None,
) -> None:
    """Count the deals, or the boards of files."""
    request = print_notes(with_condition(request, file))
    if files:
        refuse_dealing_options(given, "seed", "predeal", "method", "budget", "memory", "threads")
        _count_in_files(request.where, files, read_as, encoding, request.limit, as_json=as_json)
        return
    refuse_reading_options(read_as, encoding)
    answer_job(
        request.job(), "counting", as_json=as_json,
        interrupted="the estimate is from the deals examined so far",
    )  # fmt: skip


def _count_in_files(
    where: Condition | None,
    files: list[str],
    read_as: str | None,
    encoding: str | None,
    limit: int | None,
    *,
    as_json: bool,
) -> None:
    """Print how many boards of files satisfy a condition."""
    from dealwright.ask.boards import BoardTest

    test = BoardTest(None if where is None else where.tree)
    with reading_with_report(test, "counting", files, read_as, encoding, limit) as boards:
        for _ in test.matching(boards):
            pass
        print_answer(test.share, as_json=as_json)


COMMAND = Command(count, HELP, "Count and explain")
