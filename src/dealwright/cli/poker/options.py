"""Options that several poker commands share."""

from __future__ import annotations

from typing import Annotated, Any, ClassVar

import typer
from typer.core import TyperCommand

__all__ = ["Board", "Dead", "GamesCommand"]

Board = Annotated[str, typer.Option("--board", "-b", metavar="CARDS", help="Cards on the board.")]
Dead = Annotated[
    str, typer.Option("--dead", "-d", metavar="CARDS", help="Known cards that cannot come.")
]


class GamesCommand(TyperCommand):
    """A command whose help ends with its games: those for which ``has`` is true.

    The list imports the games, so it is made only when help is asked for.
    """

    has: ClassVar[str]

    def ending(self) -> str:
        """Return the games, and what each of them is."""
        from dealwright.poker.games import GAMES

        games = (game for game in GAMES.values() if getattr(game, self.has))
        listed = ", ".join(f"{game.name} ({game.summary})" for game in games)
        return f"Games: {listed}."

    def format_help(self, ctx: Any, formatter: Any) -> None:
        """Write the help, and the games."""
        self.epilog = self.ending()
        super().format_help(ctx, formatter)
