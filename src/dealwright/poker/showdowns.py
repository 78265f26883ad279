"""The games in which players compare hands: their cards, and what wins the pot or halves of it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from dealwright.kernels.equity import EquityKernels
from dealwright.poker.badugi import badugi_table
from dealwright.poker.games import game_named, named

__all__ = ["SHOWDOWNS", "Showdown", "showdown_named"]


@dataclass(frozen=True)
class Showdown:
    """One game: ``own`` cards of each player, ``board`` cards for all, and how hands are valued.

    ``high`` and ``low`` are names of ``GAMES``; with a ``low`` the pot is halved.
    """

    name: str
    own: int
    board: int
    high: str
    low: str = ""
    kind: str = "together"

    @cached_property
    def kernels(self) -> EquityKernels:
        """The kernels that compare hands."""
        if self.kind == "badugi":
            return EquityKernels(self.kind, self.own, 0, None, badugi=badugi_table())
        low = game_named(self.low).kernels if self.low else None
        return EquityKernels(self.kind, self.own, self.board, game_named(self.high).kernels, low)

    @property
    def two_and_five(self) -> bool:
        """Whether it is a kind of hold'em: two cards, a board of five, one winner's pot."""
        return (self.kind, self.own, self.board, self.low) == ("together", 2, 5, "")


def _omaha() -> list[Showdown]:
    found = []
    for own, name in ((4, "omaha"), (5, "omaha5"), (6, "omaha6")):
        found += [
            Showdown(name, own, 5, name, kind="omaha"),
            Showdown(f"{name}-hilo", own, 5, name, f"{name}-low", kind="omaha"),
        ]
    return found


SHOWDOWNS: dict[str, Showdown] = {
    game.name: game
    for game in (
        Showdown("holdem", 2, 5, "holdem"),
        Showdown("short-deck", 2, 5, "shortdeck"),
        Showdown("short-deck-trips", 2, 5, "shortdeck-trips"),
        *_omaha(),
        Showdown("stud", 7, 0, "holdem"),
        Showdown("stud-hilo", 7, 0, "holdem", "eight-or-better"),
        Showdown("razz", 7, 0, "razz"),
        Showdown("deuce-to-seven", 5, 0, "deuce-to-seven"),
        Showdown("badugi", 4, 0, "badugi", kind="badugi"),
    )
}
_ALIASES = {
    "shortdeck": "short-deck",
    "sixplus": "short-deck",
    "shortdeck-trips": "short-deck-trips",
    "omaha4": "omaha",
    "27": "deuce-to-seven",
}


def showdown_named(name: str) -> Showdown:
    """Return the game of a name.

    >>> showdown_named("omaha-hilo").own, showdown_named("sixplus").name
    (4, 'short-deck')

    :raises PokerError: if there is no such game, with the names there are
    """
    return named(name, SHOWDOWNS, _ALIASES)
