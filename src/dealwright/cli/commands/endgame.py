"""``dealwright endgame``: the best line of an ending, with its exact chance over all layouts."""

from __future__ import annotations

from dealwright.cli.answering import answer_job
from dealwright.cli.command import Command
from dealwright.cli.options import Json
from dealwright.requests.play import EndgameRequest

__all__ = ["COMMAND"]

HELP = """Find the best line of an ending of up to seven cards, with its exact chance over all layouts.

HAND and DUMMY are the cards left in the two hands of declarer's side, each with its seat; --unseen
are the defenders' cards, and all their layouts are equally likely. The report compares four figures:
double dummy (each layout played with all cards seen), the best line, the line after --card, and a
player who chooses each card by double dummy over the layouts that agree with the cards played.

Defenders see all cards and know the line; lines never choose at random. If seven cards take too
long, the best line is given as an interval. Endings of more cards are refused.

Examples:

  dealwright endgame "south SAQ2 HA" "north S43 DAK" --unseen "SKT9 HKQ DQJ C2" --lead south --tricks 3

  dealwright endgame "south SAJ9 H2" "north SKT8 HA" --unseen "SQ76 H3456 D2" --lead south --tricks 4

  dealwright endgame "south SA2 HK" "north S3 HA2" --unseen "SKQ HQJ D32" --lead north --strain hearts --tricks 3 --json
"""  # noqa: E501


def endgame(request: EndgameRequest, as_json: Json = False) -> None:
    """Solve an ending."""
    answer_job(
        request.job(), "solving", as_json=as_json, interrupted="the figures found so far are shown"
    )


COMMAND = Command(endgame, HELP, "Count and explain", order=10)
