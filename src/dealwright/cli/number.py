"""``dealwright number``: deals as integers, and integers as deals."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Annotated

import typer

from dealwright.cli.commands import Command
from dealwright.cli.options import ConditionFile, Json, Predeal, predeal_text, read_condition
from dealwright.errors import ArgumentError

if TYPE_CHECKING:
    from dealwright.condition import Condition

__all__ = ["COMMAND"]

HELP = """Turn a deal into its number, or a number into its deal.

Numbers count from 0. Andrews's and Pavlicek's pages count from 1: for their systems both are shown.

Examples:

  dealwright number "N:Q843.98654.32.A6 K9.AQ7.QJ98.Q542 AJ6.K2.AKT654.K7 -"

  dealwright number --deal 12345678901234567890123456789

  dealwright number --deal 12345678901234567890123456789 --system andrews

  dealwright number --deal rVXjFWNN2mWL9JH_

  dealwright number --condition "hcp(north) == 37" --deal 0

With --condition the number is among the deals of that condition, 0 to their count less one.
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
    from dealwright.deals import Deal
    from dealwright.numbering.deals import (
        DEALS,
        deal_number,
        format_deal_number,
        masks_from_number,
        parse_deal_number,
    )

    published = system != "dealwright"
    if deal is not None:
        found = deal_number(Deal(deal).masks, system)
        values = {"system": system, "number": str(found), "text": format_deal_number(found)}
        if published:
            values["from_one"] = str(found + 1)
        if as_json:
            print(json.dumps(values))
            return
        print(f"{found}" + ("   counting from 0" if published else ""))
        if published:
            print(f"{found + 1}   counting from 1, as the {_page(system)} does")
        else:
            print(format_deal_number(found))
        return
    assert of is not None
    index = parse_deal_number(of)
    dealt = Deal(masks_from_number(index, system))
    before = Deal(masks_from_number(index - 1, system)) if published and index else None
    if as_json:
        values = {"system": system, "number": str(index), "deal": dealt.text(), "of": str(DEALS)}
        if before is not None:
            values["from_one"] = str(before)
        print(json.dumps(values))
        return
    print(dealt.text() + ("   counting from 0" if published else ""))
    if before is not None:
        print(f"{before.text()}   counting from 1, as the {_page(system)} does")


def _page(system: str) -> str:
    return "book" if system == "andrews" else "page"


def _under_condition(
    condition: Condition | None,
    predeal: str | None,
    deal: str | None,
    of: str | None,
    as_json: bool,
) -> None:
    """Print the number of a deal under a condition, or the deal of a number."""
    from dealwright.ask.numbering import ConditionDeals
    from dealwright.condition import question_of
    from dealwright.deals import Deal
    from dealwright.numbering.deals import format_deal_number, parse_deal_number

    deals = ConditionDeals(question_of(condition, predeal))
    if deal is not None:
        found = Deal(deal)
        index = deals.rank(found)
    else:
        assert of is not None
        index = parse_deal_number(of)
        found = deals.unrank(index)
    values = {
        "condition": deals.condition,
        "digest": deals.digest,
        "number": str(index),
        "of": str(deals.size),
        "text": format_deal_number(index),
        "deal": found.text(),
    }
    if as_json:
        print(json.dumps(values))
    elif deal is not None:
        print(f"{index}\n{values['text']}")
    else:
        print(found.text())


COMMAND = Command(number, HELP, "Numbers and tables")
