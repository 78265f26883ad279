"""``dealwright distribution``: exact frequency tables under a condition."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from dealwright.base.errors import ArgumentError, SearchStopped
from dealwright.cli.answering import lines_with_symbols, print_answer, print_notes, with_condition
from dealwright.cli.board_files import (
    Files,
    ReadAs,
    reading_with_report,
    refuse_dealing_options,
    refuse_reading_options,
)
from dealwright.cli.command import Command
from dealwright.cli.messages import say
from dealwright.cli.options import ConditionFile, Encoding, Include, Json
from dealwright.requests.distributions import DistributionRequest
from dealwright.requests.fields import GivenFields

__all__ = ["COMMAND"]

HELP = """Print the distribution of one or more quantities over the deals of a condition.

A quantity is an expression such as hcp(west) or spades(north) + spades(south), or shape(west).
Two quantities make a cross table if it fits. The result is exact if it can be counted. If not, as
with the solver's tricks(south, spades), it comes from a sample, as large as --budget and
--memory allow. With --boards it is the distribution over the boards of files.

Examples:

  dealwright distribution "west: 11-15, 5+ spades" "shape(west)"

  dealwright distribution "balanced(north)" "hcp(north)" "spades(south)"

  dealwright distribution 1 'balanced(north) ? "flat" : longest(north) > 5 ? "long" : "other"'

  dealwright distribution 1 "hcp(north) + hcp(south)" --json

  dealwright distribution 1 "shape(south)" --boards club.pbn

  dealwright distribution "hcp(north) + hcp(south) == 25" "tricks(south, notrump)" --budget 10
"""


def distribution(
    request: DistributionRequest,
    given: GivenFields,
    as_json: Json = False,
    file: ConditionFile = None,
    include: Include = None,
    files: Files = None,
    read_as: ReadAs = None,
    encoding: Encoding = None,
) -> None:
    """Print the distribution."""
    from dealwright.ask.boards import BoardTest
    from dealwright.cli.jobs import show_progress

    request = _with_quantities(request, file)
    if files:
        refuse_dealing_options(given, "predeal", "seed", "budget", "memory")
        question = request.question
        test = BoardTest(question.tree)
        with reading_with_report(test, "counting", files, read_as, encoding) as boards:
            table = test.histogram(boards, question.values)
            print_answer(table, lines_with_symbols, as_json=as_json)
        return
    refuse_reading_options(read_as, encoding)
    job = request.job()
    with show_progress(job, "counting"):
        table = job.result()
    print_answer(table, lines_with_symbols, as_json=as_json)
    if job.full:
        say(f"note: --memory allows no more rows, so the sample ends with {table.total:,} deals")
    if job.state == "stopped":
        raise SearchStopped("interrupted: the distribution is from the deals examined so far")


def _with_quantities(request: DistributionRequest, file: Path | None) -> DistributionRequest:
    """Return the request; if the condition is in a file, all arguments are quantities.

    So is the only argument where hands are given in words.

    :raises ArgumentError: if no quantity is given
    """
    alone = bool(request.hand_phrases) and not request.quantities
    if request.condition is not None and (file is not None or alone):
        quantities = (request.condition, *request.quantities)
        request = replace(request, condition=None, quantities=quantities)
    if not request.quantities:
        raise ArgumentError(
            "give a condition (1: every deal) and at least one quantity, as in: "
            'dealwright distribution 1 "hcp(south)"'
        )
    return print_notes(with_condition(request, file))


COMMAND = Command(distribution, HELP, "Count and explain", order=1)
