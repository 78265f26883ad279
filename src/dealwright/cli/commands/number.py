"""``dealwright number``: deals as integers, and integers as deals."""

from __future__ import annotations

from dealwright.base.errors import ArgumentError
from dealwright.cli.answering import print_notes, with_condition
from dealwright.cli.command import Command
from dealwright.cli.options import ConditionFile, Include, Json
from dealwright.requests.tables import NumberRequest

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
    request: NumberRequest,
    file: ConditionFile = None,
    include: Include = None,
    as_json: Json = False,
) -> None:
    """Print a number or a deal."""
    from dealwright.requests.documents import write_json

    if request.deal is None and request.number is None:
        raise ArgumentError("give a deal, or a number with --deal N")
    if request.deal is not None and request.number is not None:
        raise ArgumentError("give a deal, or a number with --deal N, not both")
    numbered = print_notes(with_condition(request, file)).job().result()
    if as_json:
        print(write_json(numbered))
        return
    published = request.system != "dealwright"
    text = numbered.deal.text() if request.deal is None else str(numbered.number)
    print(text + FROM_0 * published)
    if numbered.from_one:
        page = "book" if request.system == "andrews" else "page"
        print(f"{numbered.from_one}   counting from 1, as the {page} does")
    elif request.deal is not None:
        print(numbered.text)


COMMAND = Command(number, HELP, "Numbers and tables")
