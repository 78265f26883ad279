"""The games whose hands can be evaluated, and the rules by which each compares them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TypeVar

from dealwright.errors import PokerError
from dealwright.kernels.poker import PokerKernels, Rules, poker_kernels

__all__ = ["GAMES", "Game", "game_named", "named"]

_Kind = TypeVar("_Kind")

_ALL = (1 << 13) - 1
_FROM_SIX = _ALL & ~0b1111
_WHEEL, _SHORT_WHEEL = 0b1_0000_0000_1111, 0b1_0000_1111_0000
_RUNS = tuple(0b11111 << low for low in range(8, -1, -1))  # ten to ace, down to two to six

_HIGH = Rules(_ALL, (8, 7, 6, 5, 4, 3, 2, 1, 0), (*_RUNS, _WHEEL))
_SHORT = Rules(_FROM_SIX, (8, 7, 5, 6, 4, 3, 2, 1, 0), (*_RUNS[:5], _SHORT_WHEEL))
_SHORT_TRIPS = Rules(_FROM_SIX, (8, 7, 5, 6, 3, 4, 2, 1, 0), _SHORT.straights)
_ACE_TO_FIVE = Rules(_ALL, (0, 1, 2, 3, 6, 7), (), low=True, ace_low=True, flushes=False)
_EIGHT = Rules(
    _ALL, (0, 1, 2, 3, 6, 7), (), low=True, ace_low=True, flushes=False, limit=57
)  # 56 lows of five ranks among ace to eight come first
_DEUCE = Rules(_ALL, (0, 1, 2, 3, 4, 5, 6, 7, 8), tuple(reversed(_RUNS)), low=True, most=5)


@dataclass(frozen=True)
class Game:
    """One game: ``hole`` cards of which exactly two play with three of a board, or 0.

    ``rules`` is None for badugi, which has no hands of five.
    """

    name: str
    what: str
    rules: Rules | None
    hole: int = 0

    @property
    def kernels(self) -> PokerKernels:
        """The kernels for its rules.

        :raises PokerError: if the game has no hands of five cards
        """
        if self.rules is None:
            raise PokerError(f"{self.name} has no hands of five cards")
        return poker_kernels(self.rules)


def _omaha() -> list[Game]:
    found = []
    for hole, name in ((4, "omaha"), (5, "omaha5"), (6, "omaha6")):
        best = f"the best two of {hole} hole cards with three of the board"
        found += [
            Game(name, best, _HIGH, hole),
            Game(f"{name}-low", f"{best}, eight or better", _EIGHT, hole),
        ]
    return found


GAMES: dict[str, Game] = {
    game.name: game
    for game in (
        Game("holdem", "the best high five of 5 to 7 cards", _HIGH),
        Game("shortdeck", "36 cards, a flush beats a full house", _SHORT),
        Game("shortdeck-trips", "short deck where trips beat a straight", _SHORT_TRIPS),
        *_omaha(),
        Game("razz", "ace to five low: straights and flushes do not count", _ACE_TO_FIVE),
        Game("eight-or-better", "ace to five low, no pair and no card above eight", _EIGHT),
        Game("deuce-to-seven", "the worst high hand, the ace always high", _DEUCE),
        Game("badugi", "the most of four cards with no rank and no suit twice, low", None),
    )
}
_ALIASES = {
    "high": "holdem",
    "stud": "holdem",
    "short-deck": "shortdeck",
    "short-deck-trips": "shortdeck-trips",
    "sixplus": "shortdeck",
    "omaha4": "omaha",
    "omaha4-low": "omaha-low",
    "acetofive": "razz",
    "stud-low": "eight-or-better",
    "27": "deuce-to-seven",
}


def game_named(name: str) -> Game:
    """Return the game of a name.

    >>> game_named("omaha").hole, game_named("sixplus").what
    (4, '36 cards, a flush beats a full house')

    :raises PokerError: if there is no such game, with the names there are
    """
    return named(name, GAMES, _ALIASES)


def named(name: str, games: Mapping[str, _Kind], aliases: Mapping[str, str]) -> _Kind:
    """Return one of some games by its name or another name for it.

    :raises PokerError: if there is no such game, with the names there are
    """
    found = games.get(aliases.get(name, name))
    if found is None:
        raise PokerError(f"'{name}' is not a game here; choose {', '.join(games)}")
    return found
