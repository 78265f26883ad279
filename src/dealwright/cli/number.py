"""``dealwright number``: deals as integers, and integers as deals."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from dealwright.cli.commands import Command
from dealwright.cli.options import (
    ConditionFile,
    Include,
    Json,
    Predeal,
    predeal_text,
    read_condition,
)
from dealwright.errors import ArgumentError

if TYPE_CHECKING:
    from dealwright.condition import Condition

__all__ = ["COMMAND"]

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
        str | None, typer.Argument(metavar="[DEAL]", help="A deal as PBN writes it.")
    ] = None,
    of: Annotated[
        str | None, typer.Option("--deal", metavar="N", help="A number, or its 16 characters.")
    ] = None,
    system: Annotated[
        str,
        typer.Option(
            metavar="NAME", help="dealwright, andrews, pavlicek-suited or pavlicek-ranked."
        ),
    ] = "dealwright",
    condition: Annotated[
        str | None,
        typer.Option(metavar="COND", help="Number the deals of this condition only."),
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
    published = system != "dealwright"
    if condition is not None or file is not None or predeal:
        if published:
            raise ArgumentError("a published system numbers all deals; leave --condition out")
        asked = read_condition(condition, file)
        _under_condition(asked, predeal_text(predeal), deal, of, as_json)
        return
    _print_number(deal, of, system, as_json)


def _print_number(deal: str | None, of: str | None, system: str, as_json: bool) -> None:
    """Print a deal's number among all deals, or the deal of a number."""
    from dealwright.ask.numbering import DealNumber
    from dealwright.deals import Deal
    from dealwright.documents import write_json
    from dealwright.numbering.deals import deal_number, masks_from_number, parse_deal_number

    published = system != "dealwright"
    from_one = ""
    if deal is not None:
        dealt = Deal(deal)
        number = deal_number(dealt.masks, system)
        if published:
            from_one = str(number + 1)
    else:
        assert of is not None
        number = parse_deal_number(of)
        dealt = Deal(masks_from_number(number, system))
        if published and number:
            from_one = Deal(masks_from_number(number - 1, system)).text()
    found = DealNumber(dealt, number, system=system, from_one=from_one)
    if as_json:
        print(write_json(found))
        return
    print((dealt.text() if deal is None else str(number)) + ("   counting from 0" * published))
    if from_one:
        page = "book" if system == "andrews" else "page"
        print(f"{from_one}   counting from 1, as the {page} does")
    elif deal is not None:
        print(found.text)


def _under_condition(
    condition: Condition | None,
    predeal: str | None,
    deal: str | None,
    of: str | None,
    as_json: bool,
) -> None:
    """Print the number of a deal under a condition, or the deal of a number."""
    from dealwright.ask.numbering import ConditionDeals, DealNumber
    from dealwright.condition import question_of
    from dealwright.deals import Deal
    from dealwright.documents import write_json
    from dealwright.numbering.deals import parse_deal_number

    deals = ConditionDeals(question_of(condition, predeal))
    if deal is not None:
        dealt = Deal(deal)
        number = deals.rank(dealt)
    else:
        assert of is not None
        number = parse_deal_number(of)
        dealt = deals.unrank(number)
    found = DealNumber(dealt, number, deals.size, condition=deals.condition, digest=deals.digest)
    if as_json:
        print(write_json(found))
    elif deal is not None:
        print(f"{number}\n{found.text}")
    else:
        print(dealt.text())


COMMAND = Command(number, HELP, "Numbers and tables")
