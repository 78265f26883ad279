"""Options that several poker commands share."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated

from dealwright.requests.fields import Option

__all__ = ["Board", "Dead", "games_with"]

Board = Annotated[str, Option("--board", "-b", metavar="CARDS", help="Cards on the board.")]
Dead = Annotated[str, Option("--dead", "-d", metavar="CARDS", help="Known cards that cannot come.")]


def games_with(has: str) -> Callable[[], str]:
    """Return what lists the games for which an attribute is true: the end of a help text.

    The list imports the games, so it is made only when help is asked for.
    """

    def listed() -> str:
        from dealwright.poker.games import GAMES

        games = (game for game in GAMES.values() if getattr(game, has))
        return f"Games: {', '.join(f'{game.name} ({game.summary})' for game in games)}."

    return listed
