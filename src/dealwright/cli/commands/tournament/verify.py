"""``dealwright tournament verify``: check an event from what was published."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from dealwright.cli.command import Command, Exit
from dealwright.cli.options import Json
from dealwright.cli.tournament_options import Public, Value
from dealwright.requests.fields import Argument, Option

__all__ = ["COMMAND"]

HELP = """Check an event: commitment, public value, every board and every file.

Give the public file and the secret that was published after the event, the public value as you found
it yourself, and the record, or files of boards. A second implementation, in plain Python, deals
everything again, and reads all files of boards beside a record. The exit status is 1 if a check fails,
or a set of the plan, a file of the record or a file of boards beside it was not checked.

Examples:

  dealwright tournament verify spring-congress.public.json --value "4 11 23 30 38 45 2 9 17 28 33 49 7 15 21 26 40 44" sets/record.json

  dealwright tournament verify congress.public.json --secret published.json --value "4 11 23 30 38 45 2 9 17 28 33 49 7 15 21 26 40 44" pairs-1.pbn pairs-2.dup
"""  # noqa: E501


def verify(
    public: Public,
    value: Value,
    files: Annotated[
        list[Path] | None,
        Argument(metavar="FILES...", help="Records, or files of boards."),
    ] = None,
    secret: Annotated[
        Path | None,
        Option(metavar="FILE", help="The secret file (default: NAME.secret.json)."),
    ] = None,
    as_json: Json = False,
) -> None:
    """Check an event."""
    from dealwright.cli.output import print_verdict
    from dealwright.cli.tournament_options import beside
    from dealwright.fair.tournament.checking import check_event
    from dealwright.requests.documents import write_json

    checked = check_event(public, secret or beside(public, ".secret.json"), value, files or [])
    if as_json:
        print_verdict([write_json(checked, indent=2)])
    else:
        print_verdict(checked.lines())
    if not checked.holds:
        raise Exit(1)


COMMAND = Command(verify, HELP, order=3)
