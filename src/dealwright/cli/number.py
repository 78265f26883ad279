"""``dealwright number``: deals as integers, and integers as deals."""

from __future__ import annotations

from typing import Annotated

from dealwright.cli.commands import Command
from dealwright.cli.options import ConditionFile, Include, Json, read_condition
from dealwright.errors import ArgumentError
from dealwright.requests.deals import Predeal
from dealwright.requests.fields import Argument, Option

__all__ = ["COMMAND"]

FROM_0 = "   counting from 0"

HELP = """Turn a deal into its number, or a number into its deal.

Numbers begin at 0. Andrews's and Pavlicek's pages begin at 1: for their systems both are shown.

Examples:

  dealwright number "N:Q843.98654.32.A6 K9.AQ7.QJ98.Q542 AJ6.K2.AKT654.K7 -"

  dealwright number --deal 12345678901234567890123456789

  dealwright number --deal 12345678901234567890123456789 --system andrews

  dealwright number --deal rVXjFWNN2mWL9JH_

  dealwright number --condition "hcp(north) == 37" --deal 0

With --condition the number is among the deals of that condition, from 0 to their count minus one.
"""


def number(
    deal: Annotated[
        str | None,
        Argument(metavar="[DEAL]", cards="cards", help="A deal as PBN writes it."),
    ] = None,
    of: Annotated[
        str | None, Option("--deal", metavar="N", help="A number, or its 16 characters.")
    ] = None,
    system: Annotated[
        str,
        Option(
            metavar="NAME",
            help="dealwright, andrews, bigdeal, pavlicek-suited or pavlicek-ranked.",
        ),
    ] = "dealwright",
    condition: Annotated[
        str | None,
        Option(metavar="COND", help="Number the deals of this condition only."),
    ] = None,
    predeal: Predeal = None,
    file: ConditionFile = None,
    include: Include = None,
    as_json: Json = False,
) -> None:
    """Print a number or a deal; the arguments are those of the command line."""
    if deal is None and of is None:
        raise ArgumentError("give a deal, or a number with --deal N")
    if deal is not None and of is not None:
        raise ArgumentError("give a deal, or a number with --deal N, not both")
    from dealwright.ask.numbering import numbered_deal
    from dealwright.condition import question_of
    from dealwright.documents import write_json

    question = None
    if condition is not None or file is not None or predeal:
        if system != "dealwright":
            raise ArgumentError("a published system numbers all deals; leave --condition out")
        question = question_of(read_condition(condition, file), predeal)
    found = numbered_deal(deal, of, question, system=system)
    if as_json:
        print(write_json(found))
        return
    published = system != "dealwright"
    print((found.deal.text() if deal is None else str(found.number)) + FROM_0 * published)
    if found.from_one:
        page = "book" if system == "andrews" else "page"
        print(f"{found.from_one}   counting from 1, as the {page} does")
    elif deal is not None:
        print(found.text)


COMMAND = Command(number, HELP, "Numbers and tables")
