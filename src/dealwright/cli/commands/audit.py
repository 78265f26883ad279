"""``dealwright audit``: whether hands were dealt fairly."""

from __future__ import annotations

from typing import Annotated

from dealwright.base.errors import ArgumentError
from dealwright.cli.answering import answer_job, print_notes, with_condition
from dealwright.cli.board_files import ReadAs, reading_files
from dealwright.cli.command import Command, Exit
from dealwright.cli.messages import say
from dealwright.cli.options import Encoding, Json
from dealwright.requests.fair import AuditRequest
from dealwright.requests.fields import Argument

__all__ = ["COMMAND"]

HELP = """Test whether the boards of files were dealt fairly; each file is a session in its order.

Shapes, points, controls, voids, breaks and honour positions are compared with their exact
distributions over the same number of boards. So is where each card goes: its seats, its seats over
the file and on the next board, and the order of a new pack, which a faulty shuffle leaves behind.
The audit also looks for repeated deals and hands, and tests the order of the boards within a
session. Two files with the same deals under the same numbers
(the two rooms of a match, or one set dealt twice) are named, and tested once. The p-values are
corrected for the number of tests (Holm). The report says how often an audit of that many boards
catches sets that were dealt in known wrong ways.

With --where the hands are compared with uniform deals of that condition.

Examples:

  dealwright audit monday.pbn

  dealwright audit season/*.pbn finals.lin --json

  dealwright audit 1nt.pbn --where "hcp(north) in 15..17 && balanced(north)"
"""


def audit(
    request: AuditRequest,
    files: Annotated[
        list[str], Argument(metavar="FILES...", help="Files of boards; '-' is standard input.")
    ],
    read_as: ReadAs = None,
    encoding: Encoding = None,
    as_json: Json = False,
) -> None:
    """Audit files of boards."""
    from dealwright.fair.audit import session_of

    sessions, notes, incomplete = [], list[str](), False
    for name in files:
        job = reading_files([name], read_as, encoding)
        session = session_of(name, job)
        sessions.append(session)
        for note in session.notes:
            say(note)
        notes += session.notes
        job.result().report()
        notes += [f"{source}: {problem}" for source, problem in job.result().problems]
        incomplete |= job.result().incomplete
    if not any(session.numbers for session in sessions):
        raise ArgumentError("no board in these files has all four hands")
    answer_job(
        print_notes(with_condition(request)).auditing(sessions, notes), "auditing", as_json=as_json,
        interrupted="the answer is from the tests made so far",
    )  # fmt: skip
    if incomplete:
        raise Exit(1)


COMMAND = Command(audit, HELP, panel="Files", order=5)
