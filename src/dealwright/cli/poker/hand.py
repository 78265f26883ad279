"""``dealwright poker hand``: the value and the name of a hand."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated

from dealwright.cli.commands import Command
from dealwright.cli.options import Json
from dealwright.cli.poker.options import games_with
from dealwright.requests.board import Board
from dealwright.requests.fields import Argument, Option

if TYPE_CHECKING:
    from dealwright.poker.hand_names import NamedHand

__all__ = ["COMMAND", "report"]

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
    from dealwright.cli.output import print_report
    from dealwright.poker.games import game_named
    from dealwright.poker.hand_names import named_hand

    if board and game_named(game).kind == "together":  # all cards make the hand
        named = named_hand(f"{cards} {board}", game)
    else:
        named = named_hand(cards, game, board=board)
    if as_json:
        from dealwright.documents import write_json

        print(write_json(named, indent=2))
    else:
        print_report(report(named))


def report(named: NamedHand) -> Iterator[str]:
    """Yield the lines that describe a hand."""
    board = f" on {named.board}" if named.board else ""
    yield f"{named.game}: {named.cards}{board}"
    yield f"{named.name}: value {named.value:,} of {named.worst:,}"
    if named.five:
        yield f"best five  {named.five}"
    if named.number is not None:
        yield f"number     {named.number:,}"
    if named.beats is not None and named.ties is not None:
        yield f"beats      {float(100 * named.beats):.4f} % of all hands of as many cards"
        yield f"ties       {float(100 * named.ties):.4f} %"


COMMAND = Command(hand, HELP, order=-1, ending=games_with("has_one_value"))
