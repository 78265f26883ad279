"""``dealwright count``: how many deals satisfy a condition."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

from dealwright.cli.board_files import (
    Files,
    ReadAs,
    reading_to_the_end,
    refuse_beside_files,
    refuse_without_files,
)
from dealwright.cli.commands import Command
from dealwright.cli.options import (
    ClusterAddress,
    ConditionArgument,
    ConditionFile,
    Encoding,
    Include,
    Json,
    Limit,
    Memory,
    Predeal,
    Seed,
    Threads,
    Work,
    limit_of,
    predeal_text,
    read_condition,
    resources_of,
    seconds,
)
from dealwright.errors import SearchStopped
from dealwright.requests.fields import Given, Option

if TYPE_CHECKING:
    from dealwright.condition import Condition

__all__ = ["COMMAND"]

HELP = """Print how many deals satisfy a condition, and its probability.

The count is exact if the condition can be counted suit by suit in at most --budget seconds of work.
Otherwise (with cccc, for example) it is an estimate from random deals, marked as one, with a 95 %
interval. Work is measured in operations, so the answer does not depend on the machine. With --files
the command counts the boards of files instead.

Examples:

  dealwright count "hcp(north) + hcp(south) >= 26"

  dealwright count "shape(north, any 6511) && hcp(north) == 12 && hcp(south) == 20"

  dealwright count "zar(north) + zar(south) >= 52" --budget 60

  dealwright count "balanced(north)" --predeal "south AKQ2.T98.543.A72" --json

  dealwright count "hcp(south) >= 20" --files friday.lin --files monday.pbn
"""


def count(
    typed: Given,
    condition: ConditionArgument = None,
    as_json: Json = False,
    seed: Seed = None,
    predeal: Predeal = None,
    file: ConditionFile = None,
    include: Include = None,
    limit: Limit = None,
    threads: Threads = None,
    method: Annotated[
        str,
        Option(
            "--method",
            "-m",
            metavar="NAME",
            help="auto, exact (never estimate) or filter (always estimate).",
        ),
    ] = "auto",
    budget: Work = None,
    memory: Memory = None,
    files: Files = None,
    read_as: ReadAs = None,
    encoding: Encoding = None,
    cluster: ClusterAddress = None,
) -> None:
    """Count; the arguments are those of the command line."""
    if files:
        refuse_beside_files(
            typed, "seed", "predeal", "method", "budget", "memory", "threads", "cluster"
        )
        where = read_condition(condition, file)
        _count_in_files(where, files, read_as, encoding, limit, as_json=as_json)
        return
    refuse_without_files(read_as, encoding)
    from dealwright.ask.counting import Counting, budget_of
    from dealwright.cli.jobs import show_progress
    from dealwright.cli.output import print_report
    from dealwright.condition import question_of
    from dealwright.documents import write_json
    from dealwright.planning.reasons import uncounted_text

    question = question_of(read_condition(condition, file), predeal_text(predeal))
    given = budget_of(None if budget is None else seconds(budget), method)
    job = Counting(
        question, resources_of(memory, threads, given), seed=seed, limit=limit_of(limit),
        method=method,
    )  # fmt: skip
    with show_progress(job, "counting"):
        found = job.result()
    if as_json:
        print(write_json(found, indent=2))
    else:
        print_report(found.lines())
        part = None if found.plan is None or found.estimate.exact else found.plan.part
        for clause in () if part is None else part.uncounted:
            print(f"not counted  {uncounted_text(clause)}")
    if job.state == "stopped":
        raise SearchStopped("interrupted: the estimate is of the deals examined so far")


def _count_in_files(
    where: Condition | None,
    files: list[str],
    read_as: str | None,
    encoding: str | None,
    limit: str | None,
    *,
    as_json: bool,
) -> None:
    """Print how many boards of files satisfy a condition."""
    from dealwright.ask.boards import BoardTest
    from dealwright.cli.output import print_report
    from dealwright.documents import write_json

    test = BoardTest(None if where is None else where.tree)
    with reading_to_the_end(test, "counting", files, read_as, encoding, limit) as boards:
        for _ in test.matching(boards):
            pass
        if as_json:
            print(write_json(test.share, indent=2))
        else:
            print_report(test.share.lines())


COMMAND = Command(count, HELP, "Count and explain")
