"""``dealwright poker odds``: the chance of each category, exact and simulated."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from typing import TYPE_CHECKING

from dealwright.cli.answering import answer_job
from dealwright.cli.command import Command
from dealwright.cli.options import Json
from dealwright.cli.poker_options import games_with
from dealwright.cli.user_settings import suit_colours
from dealwright.requests.poker import OddsRequest

if TYPE_CHECKING:
    from dealwright.poker.chances import Odds as OddsAnswer

__all__ = ["COMMAND"]

HELP = """Compute how likely each category is, given the known cards: now, and by each street.

Counts are exact: every way to deal the unknown cards is counted, and the last street is simulated
too. The odds by a street are the chances of each category at that street, whatever the hand is now.
Outs are the next cards that lead to a better category, including those that pair the board.

Examples:

  dealwright poker odds "As Kd" --board "Qh Jh 2c"

  dealwright poker odds "As Ah Kd Qd" --game omaha --dead "Ks Kc"

  dealwright poker odds "7s 6s 5s" --game stud --rounds 0

  dealwright poker odds
"""


def odds(request: OddsRequest, as_json: Json = False) -> None:
    """Count and simulate the odds."""
    answer_job(
        request.job(), "counting", _lines, as_json=as_json,
        interrupted="only the finished streets are shown",
    )  # fmt: skip


def _lines(answer: OddsAnswer) -> Iterable[str]:
    """Return the lines of the odds, with symbols and colours if standard output shows them."""
    from dealwright.cli.output import shows_colour, shows_symbols
    from dealwright.poker.reports import PLAIN

    colours = suit_colours() if shows_colour(sys.stdout) else PLAIN
    return answer.lines(symbols=shows_symbols(sys.stdout), colours=colours)


COMMAND = Command(odds, HELP, ending=games_with("has_odds"))
