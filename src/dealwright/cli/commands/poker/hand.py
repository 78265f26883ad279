"""``dealwright poker hand``: the value and the name of a hand."""

from __future__ import annotations

from typing import Annotated

from dealwright.cli.command import Command
from dealwright.cli.options import Json
from dealwright.cli.poker_options import games_with
from dealwright.requests.board import Board
from dealwright.requests.fields import Argument, Option

__all__ = ["COMMAND"]

HELP = """Show what a hand is: its value, its name, its best five cards and how many hands it beats.

Values begin at 1, the best hand. With a board, the cards are the hole cards.

Examples:

  dealwright poker hand "As Ah Ad Kc Ks 7h 2d"

  dealwright poker hand "As Kd Qd 2c" --game omaha --board "Js Ts 9h 3d 3c"

  dealwright poker hand "As 2s 3d 4h 6c" --game razz --json
"""


def hand(
    cards: Annotated[str, Argument(metavar="CARDS", help="The hand, as in 'As Kd Qh Jh 2c'.")],
    board: Board = "",
    game: Annotated[
        str, Option("--game", "-g", metavar="NAME", help="The game: see below.")
    ] = "holdem",
    as_json: Json = False,
) -> None:
    """Evaluate a hand and print it."""
    from dealwright.cli.answering import print_answer
    from dealwright.poker.games import game_named
    from dealwright.poker.hand_names import named_hand

    if board and game_named(game).kind == "together":  # all cards make the hand
        named = named_hand(f"{cards} {board}", game)
    else:
        named = named_hand(cards, game, board=board)
    print_answer(named, as_json=as_json)


COMMAND = Command(hand, HELP, order=-1, ending=games_with("has_one_value"))
