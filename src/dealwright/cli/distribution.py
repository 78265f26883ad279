"""``dealwright distribution``: exact frequency tables under a condition."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from dealwright.cli.board_files import (
    Files,
    ReadAs,
    reading_to_the_end,
    refuse_beside_files,
    refuse_without_files,
)
from dealwright.cli.commands import Command
from dealwright.cli.messages import say
from dealwright.cli.options import (
    ClusterAddress,
    ConditionFile,
    Encoding,
    Include,
    Json,
    Memory,
    Predeal,
    Seed,
    Work,
    predeal_text,
    read_condition,
    resources_of,
    seconds,
)
from dealwright.errors import ArgumentError, SearchStopped
from dealwright.requests.fields import Argument, Given

if TYPE_CHECKING:
    from dealwright.answers import Histogram
    from dealwright.condition import Condition

__all__ = ["COMMAND"]

HELP = """Print the distribution of one or more quantities over the deals of a condition.

A quantity is an expression such as hcp(west) or spades(north) + spades(south), or shape(west).
Two quantities make a cross table if it fits. The result is exact if it can be counted. If not, as
with the solver's tricks(south, spades), it comes from a sample, as large as --budget and
--memory allow. With --files it is the distribution over the boards of files.

Examples:

  dealwright distribution "hcp(west) in 11..15 && spades(west) >= 5" "shape(west)"

  dealwright distribution "balanced(north)" "hcp(north)" "spades(south)"

  dealwright distribution 1 'balanced(north) ? "flat" : longest(north) > 5 ? "long" : "other"'

  dealwright distribution 1 "hcp(north) + hcp(south)" --json

  dealwright distribution 1 "shape(south)" --files club.pbn

  dealwright distribution "hcp(north) + hcp(south) == 25" "tricks(south, notrump)" --budget 10
"""


def distribution(
    typed: Given,
    condition: Annotated[
        str, Argument(help="The condition of the deals (1: all deals); '-' reads it.")
    ],
    quantities: Annotated[
        list[str] | None, Argument(metavar="QUANTITY...", help="The quantities to tabulate.")
    ] = None,
    as_json: Json = False,
    predeal: Predeal = None,
    file: ConditionFile = None,
    include: Include = None,
    seed: Seed = None,
    budget: Work = None,
    cluster: ClusterAddress = None,
    memory: Memory = None,
    files: Files = None,
    read_as: ReadAs = None,
    encoding: Encoding = None,
) -> None:
    """Tabulate; the arguments are those of the command line."""
    from dealwright.ask.boards import BoardTest
    from dealwright.ask.distributions import Distributing
    from dealwright.cli.jobs import show_progress
    from dealwright.condition import question_of

    asked, wanted = _read(condition, quantities or [], file)
    question = question_of(asked, predeal_text(predeal), wanted)
    if files:
        refuse_beside_files(typed, "predeal", "seed", "budget", "memory", "cluster")
        test = BoardTest(question.tree)
        with reading_to_the_end(test, "counting", files, read_as, encoding) as boards:
            found = test.histogram(boards, question.values)
            _print(found, as_json=as_json)
        return
    refuse_without_files(read_as, encoding)
    job = Distributing(
        question, resources_of(memory), seed=seed,
        budget=None if budget is None else seconds(budget),
    )  # fmt: skip
    with show_progress(job, "counting"):
        found = job.result()
    _print(found, as_json=as_json)
    if job.full:
        say(f"note: --memory allows no more rows, so the sample ends with {found.total:,} deals")
    if job.state == "stopped":
        raise SearchStopped("interrupted: the distribution is of the deals examined so far")


def _print(found: Histogram, *, as_json: bool) -> None:
    from dealwright.cli.output import print_report, shows_symbols
    from dealwright.documents import write_json

    if as_json:
        print(write_json(found, indent=2))
    else:
        print_report(found.lines(symbols=shows_symbols(sys.stdout)))


def _read(
    condition: str, quantities: list[str], file: Path | None
) -> tuple[Condition | None, list[str]]:
    """Return the condition and the quantities; with a file, all arguments are quantities."""
    if file is not None:
        return read_condition(None, file), [condition, *quantities]
    if not quantities:
        raise ArgumentError(
            'give a condition and at least one quantity, such as "balanced(north)" "hcp(north)"'
        )
    return read_condition(condition, None), quantities


COMMAND = Command(distribution, HELP, "Count and explain", order=1)
