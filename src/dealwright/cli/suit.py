"""``dealwright suit``: the best line in one suit for each number of tricks."""

from __future__ import annotations

import re
from typing import Annotated

from dealwright.cli.commands import Command
from dealwright.cli.options import Json, holding_in_english
from dealwright.errors import ArgumentError, SearchStopped
from dealwright.requests.fields import Argument, Option
from dealwright.requests.numbers import whole_number

__all__ = ["COMMAND"]

HELP = """Find the best line of play in one suit for each number of tricks, with its exact chance.

Declarer sees only the cards that are played; the defenders see all cards and play their best.
West plays after declarer, East after dummy. Each line is for a least number of tricks. Declarer
can always lead the suit from either hand, unless --entries limits it.

Examples:

  dealwright suit AQT9 432

  dealwright suit AKJ32 6548 --vacant 10-7

  dealwright suit KT982 A43 --entries 1 --json
"""


def suit(
    dummy: Annotated[
        str,
        Argument(metavar="DUMMY", settle=holding_in_english, help="Dummy's cards; '-' for none."),
    ],
    declarer: Annotated[
        str,
        Argument(
            metavar="DECLARER", settle=holding_in_english, help="Declarer's cards; '-' for none."
        ),
    ],
    entries: Annotated[
        str | None,
        Option("--entries", metavar="N", help="Times declarer may enter dummy outside the suit."),
    ] = None,
    vacant: Annotated[
        str,
        Option("--vacant", metavar="W-E", help="Places of West and East for unseen cards."),
    ] = "13-13",
    as_json: Json = False,
) -> None:
    """Solve; the arguments are those of the command line."""
    from dealwright.cli.jobs import show_progress
    from dealwright.cli.output import print_report
    from dealwright.documents import write_json
    from dealwright.suit_play import solving_suit

    places = re.fullmatch(r"\s*([0-9]{1,2})\s*-\s*([0-9]{1,2})\s*", vacant, re.ASCII)
    if not places:
        raise ArgumentError(f"'{vacant}' are no vacant places; write West-East, as in 10-7")
    job = solving_suit(
        dummy, declarer,
        entries=None if entries is None else whole_number(entries, "the number of entries"),
        vacant=(int(places[1]), int(places[2])),
    )  # fmt: skip
    with show_progress(job, "solving"):
        found = job.result()
    print(write_json(found, indent=2)) if as_json else print_report(found.lines())
    if job.state == "stopped":
        raise SearchStopped("interrupted; only the finished targets are shown")


COMMAND = Command(suit, HELP, "Count and explain", order=9)
