"""``dealwright suit``: the best line in one suit for each number of tricks."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Annotated

from dealwright.base.errors import ArgumentError
from dealwright.cli.answering import answer_job
from dealwright.cli.command import Command
from dealwright.cli.options import Json
from dealwright.requests.fields import Option
from dealwright.requests.play import SuitRequest

__all__ = ["COMMAND"]

HELP = """Find the best line of play in one suit for each number of tricks, with its exact chance.

Declarer sees only the cards that are played; the defenders see all cards and play their best. West
plays after declarer, East after dummy. Each line aims for at least a number of tricks. Declarer can
always lead the suit from either hand, unless --entries limits it. An x is a small card.

Layouts are weighed by vacant places, or by what is known: with --where, by the exact number of
deals of a condition, such as what the auction showed; with --predeal, by known cards too.

Examples:

  dealwright suit AQT9 432

  dealwright suit AQ9xx xxx

  dealwright suit AKJ32 6548 --vacant 10-7

  dealwright suit KT982 A43 --entries 1 --json

  dealwright suit AQ965 432 --where "west: 12+"

  dealwright suit KJ4 A932 --suit hearts --where "spades(east) >= 6" --predeal "south AK3..KQ2.A54"
"""


def suit(
    request: SuitRequest,
    vacant: Annotated[
        str,
        Option("--vacant", metavar="W-E", help="Vacant places of West and East."),
    ] = "13-13",
    as_json: Json = False,
) -> None:
    """Solve a suit combination."""
    match = re.fullmatch(r"\s*([0-9]{1,2})\s*-\s*([0-9]{1,2})\s*", vacant, re.ASCII)
    if not match:
        raise ArgumentError(
            f"'{vacant}' is not a pair of vacant places; write West-East, as in 10-7"
        )
    request = replace(request, west=int(match[1]), east=int(match[2]))
    answer_job(
        request.job(), "solving", as_json=as_json,
        interrupted="only the finished targets are shown",
    )  # fmt: skip


COMMAND = Command(suit, HELP, "Count and explain", order=9)
