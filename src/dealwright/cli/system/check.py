"""``dealwright system check``: gaps in the rules of a system, proved and counted."""

from __future__ import annotations

from typing import Annotated

from dealwright.cli.answering import answer_job
from dealwright.cli.commands import Command, Exit
from dealwright.cli.options import Json
from dealwright.cli.system.options import with_system_paths
from dealwright.requests.fields import Option
from dealwright.requests.systems import Check

__all__ = ["COMMAND"]

HELP = """Check a system: hands without a call, rules that never apply, empty positions.

Exact counts prove each of them; for hands without a call an example is shown. --all also prints
every rule's share of its position, and how many of its hands the rules above it take. Positions
whose rules are beyond exact counting are named. The status is 1 if there is a problem, or a
position that was not checked.

Examples:

  dealwright system check natural

  dealwright system check my.system --all

  dealwright system check natural --set strength=12..14 --json
"""


def check(
    request: Check,
    every: Annotated[
        bool, Option("--all", help="Print every rule, and what it loses to which.")
    ] = False,
    as_json: Json = False,
) -> None:
    """Check a system."""
    job = with_system_paths(request).job()
    report = answer_job(
        job, "counting", lambda report: report.lines(every=every), as_json=as_json,
        interrupted="the answer is from the positions checked so far",
    )  # fmt: skip
    if report.problems or report.uncounted:
        raise Exit(1)


COMMAND = Command(check, HELP, order=0)
