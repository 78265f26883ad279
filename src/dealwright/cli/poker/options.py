"""What the help of several poker commands ends with."""

from __future__ import annotations

from collections.abc import Callable

__all__ = ["games_with"]


def games_with(has: str) -> Callable[[], str]:
    """Return what lists the games for which an attribute is true: the end of a help text.

    The list imports the games, so it is made only when help is asked for.
    """

    def listed() -> str:
        from dealwright.poker.games import GAMES

        games = (game for game in GAMES.values() if getattr(game, has))
        return f"Games: {', '.join(f'{game.name} ({game.summary})' for game in games)}."

    return listed
