"""``dealwright poker range``: a range as a grid, its hits on a board, its hands' equities."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

from dealwright.cli.answering import print_answer
from dealwright.cli.command import Command
from dealwright.cli.options import Json
from dealwright.cli.poker_options import games_with
from dealwright.requests.poker import HandEquitiesRequest, RangeHitsRequest, RangeRequest

if TYPE_CHECKING:
    from dealwright.base.jobs import Job

__all__ = ["COMMAND"]

HELP = """Show a range as the grid of 13 by 13 classes, suited hands above the diagonal.

A cell has the name of a class that is in the range, its average weight in percent if that is not
whole, or a dot. With a board, the command also shows what the range makes and draws to there; with
--against, the equity of every class against another range, also in the grid.

Examples:

  dealwright poker range "22+ ATs+ KQs AQo+"

  dealwright poker range "15%" --board "Qh Jh 2c"

  dealwright poker range "22+ AK:0.5" --against "random"

  dealwright poker range "QQ+" --against "AK" --board "Kh 7d 2c" --json
"""


def show(request: HandEquitiesRequest, as_json: Json = False) -> None:
    """Print a range, its hits or its equities."""
    from dealwright.base.errors import PokerError
    from dealwright.cli.jobs import show_progress
    from dealwright.cli.output import shows_colour

    text, board, game = request.range, request.board, request.game
    job: Job[Any, Any]
    if request.against:
        job = request.job()
    elif board:
        job = RangeHitsRequest(range=text, board=board, dead=request.dead, game=game).job()
    elif request.dead:
        raise PokerError("dead cards change nothing without --board or --against")
    else:
        job = RangeRequest(range=text, game=game).job()
    with show_progress(job, "equity"):
        answer = job.result()
    colour = shows_colour(sys.stdout)
    print_answer(answer, lambda answer: answer.lines(colour=colour), as_json=as_json)


COMMAND = Command(show, HELP, order=2, ending=games_with("has_ranges"))
