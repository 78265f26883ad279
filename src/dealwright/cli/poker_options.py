"""The end of the help of poker commands: a list of games."""

from __future__ import annotations

from collections.abc import Callable

__all__ = ["games_with"]


def games_with(attribute: str) -> Callable[[], str]:
    """Return a function that lists the games for which ``attribute`` is true.

    Listing imports the games, so it happens only when help is shown.
    """

    def list_games() -> str:
        from dealwright.poker.games import GAMES

        games = (game for game in GAMES.values() if getattr(game, attribute))
        return f"Games: {', '.join(f'{game.name} ({game.summary})' for game in games)}."

    return list_games
