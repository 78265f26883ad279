"""``dealwright system deal``: deals with a given auction."""

from __future__ import annotations

from typing import Annotated

from dealwright.cli.command import Command
from dealwright.cli.commands.deal import deal_boards
from dealwright.cli.options import Output, Partial, WriteAs
from dealwright.cli.system_options import Opponents, SystemFile, read_system_file
from dealwright.requests.dealing import DealBoardsRequest, number_of_deals
from dealwright.requests.deals import Seed
from dealwright.requests.fields import Argument
from dealwright.requests.systems import Parameters

__all__ = ["COMMAND"]

HELP = """Deal N deals that the rules bid to a given auction, all equally likely.

The first call of the side is North's. Deals come without rejection where they can be counted.

Examples:

  dealwright system deal natural "1NT 2D" 5

  dealwright system deal natural "1S 2NT" 20 --output raises.pbn
"""


def deal(
    file: SystemFile,
    auction: Annotated[str, Argument(help="The calls, '1NT 2C 2H' or '1S (2H) X'.")],
    n: Annotated[int, Argument("How many deals.", "N", parser=number_of_deals, bare="first")] = 1,
    seed: Seed = None,
    format: WriteAs = None,
    output: Output = None,
    partial: Partial = False,
    parameters: Parameters = (),
    opponents: Opponents = None,
) -> None:
    """Deal and write boards."""
    from dealwright.systems.calls import auction_of

    system = read_system_file(file, parameters, opponents)
    condition = system.condition(auction)
    dealer = auction_of(auction).dealer.name.lower()
    request = DealBoardsRequest(n=n, condition=condition, seed=seed, dealer=dealer)
    deal_boards(request, format=format, output=output, partial=partial)


COMMAND = Command(deal, HELP, order=3)
