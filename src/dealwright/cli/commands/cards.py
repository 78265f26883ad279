"""``dealwright cards``: where each of the 52 cards is under a condition."""

from __future__ import annotations

from dealwright.cli.answering import answer_job, lines_with_symbols, print_notes, with_condition
from dealwright.cli.command import Command
from dealwright.cli.options import ConditionFile, Include, Json
from dealwright.requests.distributions import CardsRequest

__all__ = ["COMMAND"]

HELP = """Print how likely each seat is to hold each of the 52 cards under a condition.

The chances are exact if the condition can be counted in --budget seconds of work: one pass over
the counted tables finds all of them. Otherwise they come from a sample of deals, and are printed
with a 95 % interval. Cards with the same chances share a line.

Examples:

  dealwright cards "hcp(north) in 15..17 && balanced(north)"

  dealwright cards "hcp(west) >= 12 && spades(west) >= 5" --predeal "south KQ2.AJ5.K632.Q43"

  dealwright cards "hcp(north) + hcp(south) >= 33" --json
"""


def cards(
    request: CardsRequest,
    as_json: Json = False,
    file: ConditionFile = None,
    include: Include = None,
) -> None:
    """Print the table of cards."""
    answer_job(
        print_notes(with_condition(request, file)).job(),
        "counting",
        lines_with_symbols,
        as_json=as_json,
        interrupted="the chances are from the deals examined so far",
    )


COMMAND = Command(cards, HELP, "Count and explain", order=2)
