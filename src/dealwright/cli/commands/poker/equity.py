"""``dealwright poker equity``: each player's share of the pot."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from dealwright.base.errors import PokerError, SearchStopped
from dealwright.cli.answering import lines_with_symbols, print_answer
from dealwright.cli.command import Command
from dealwright.cli.options import Json
from dealwright.cli.poker_options import games_with
from dealwright.requests.poker import EquityRequest

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["COMMAND"]

HELP = """Compute each player's share of the pot at the showdown, for two to ten players.

A player of hold'em or short deck is a range such as AA, "QQ+,AKs", 15% or random; in other games
the known cards, or random. Unknown cards are dealt. If an exact count takes only seconds, the
result is exact; otherwise it is simulated until every equity is known to 0.05 %.

Examples:

  dealwright poker equity AA KK

  dealwright poker equity "QQ+,AKs" "15%" random --board "Qh Jh 2c"

  dealwright poker equity "AA@0.5, AKs" "22+" --dead "As" --method exact

  dealwright poker equity "As2s3dKd" "QhQd4c5c" --game omaha-hilo --board "3s 4h 8s"

  dealwright poker equity "As 2s 3d" "4h 5d 7c" --game razz --json
"""


def equity(request: EquityRequest, as_json: Json = False) -> None:
    """Compute and print the equities."""
    from dealwright.cli.jobs import show_progress

    try:
        job = request.job()
    except PokerError as error:
        together = _cards_together(request.players)
        if not together:
            raise
        first = error.message.partition("\n")[0]
        raise PokerError(f"{first}; write its cards together: poker equity {together}") from None
    with show_progress(job, "equity"):
        answer = job.result()
    print_answer(answer, lines_with_symbols, as_json=as_json)
    if answer.stopped == "interrupted":
        raise SearchStopped("interrupted; the shares are from the rounds so far")


def _cards_together(players: Sequence[str]) -> str:
    """Return the hands with single cards that follow each other in pairs; "" if there are none."""
    single = re.compile(r"(?:10|[2-9tjqka])[shdc]", re.IGNORECASE)
    hands, pending = list[str](), list(reversed(players))
    while pending:
        hand = pending.pop()
        if pending and single.fullmatch(hand) and single.fullmatch(pending[-1]):
            hand += pending.pop()
        hands.append(hand)
    return " ".join(hands) if len(hands) < len(players) else ""


COMMAND = Command(equity, HELP, order=1, ending=games_with("has_pot"))
