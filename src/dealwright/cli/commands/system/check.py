"""``dealwright system check``: gaps in the rules of a system, proved and counted."""

from __future__ import annotations

from typing import Annotated

from dealwright.cli.answering import answer_job
from dealwright.cli.command import Command, Exit
from dealwright.cli.options import Json
from dealwright.cli.system_options import with_system_paths
from dealwright.requests.fields import Option
from dealwright.requests.systems import SystemCheckRequest

__all__ = ["COMMAND"]

HELP = """Check a system: rules that are wrong, rules that are idle, hands whose calls are guessed.

A rule is WRONG if more general rules above it take its hands (all of them; of an opening, more than
half), or if it raises a suit that only opponents have shown. Idle are other rules that never apply,
and positions that no deal reaches; guessed are the calls of hands that no rule covers, with their
share and an example. Exact counts prove all of this; positions that cannot be counted exactly are
named. --all also prints every rule's share of its position, and how many of its hands each rule
above takes. The exit status is 1 if a rule is wrong.

Examples:

  dealwright system check natural

  dealwright system check my.system --all

  dealwright system check natural --set strength=12..14 --json
"""


def check(
    request: SystemCheckRequest,
    every: Annotated[
        bool,
        Option("--all", help="Print every rule, and how many of its hands each rule above takes."),
    ] = False,
    as_json: Json = False,
) -> None:
    """Check a system."""
    job = with_system_paths(request).checking(shares=every or as_json)
    report = answer_job(
        job, "counting", lambda report: report.lines(every=every), as_json=as_json,
        interrupted="the answer is from the positions checked so far",
    )  # fmt: skip
    if report.problems:
        raise Exit(1)


COMMAND = Command(check, HELP, order=0)
