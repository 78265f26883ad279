"""The poker games: their cards, the rules by which hands compare, and their names.

A new game needs only a row of ``GAMES``, which also decides whether the game has values, ranges,
equities, odds by category and tables of all hands.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cached_property

from dealwright.base.errors import PokerError
from dealwright.base.kernels.equity import EquityKernels
from dealwright.base.kernels.poker import PokerKernels, Rules, poker_kernels
from dealwright.cards import Card
from dealwright.poker.badugi import badugi_table

__all__ = ["GAMES", "Game", "game_named", "valued_game"]

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
    """One game of poker.

    A player has ``hole`` cards, and all players share ``board`` cards. ``rules`` decide which hand
    of five wins the pot, or its high half if ``low_rules`` decide the low half; ``rules`` is None
    for badugi, which has no hands of five. ``half`` is true for the low half of a pot by itself:
    its hands have values, but no game is played for it alone.

    ``kind`` is how a player's cards and the board make a hand: any of them (``together``), exactly
    two of the hole cards (``omaha``), or up to four of different ranks and suits (``badugi``).
    ``aliases`` are other names. In every name only letters and digits matter: ``hold'em``,
    ``Holdem``; ``short deck``, ``short-deck``.
    """

    name: str
    summary: str
    hole: int
    board: int
    rules: Rules | None
    low_rules: Rules | None = None
    half: bool = False
    kind: str = "together"
    aliases: tuple[str, ...] = ()

    def __reduce__(self) -> tuple[Callable[[str], Game], tuple[str]]:
        return game_named, (self.name,)

    @property
    def kernels(self) -> PokerKernels:
        """The kernels that value hands of five cards by ``rules``.

        :raises PokerError: if the game has no hands of five cards
        """
        if self.rules is None:
            raise PokerError(f"{self.name} has no hands of five cards")
        return poker_kernels(self.rules, Card)

    @cached_property
    def equity_kernels(self) -> EquityKernels:
        """The kernels that compare players' hands."""
        high = poker_kernels(self.rules, Card) if self.rules else None
        low = poker_kernels(self.low_rules, Card) if self.low_rules else None
        badugi = badugi_table() if self.kind == "badugi" else None
        return EquityKernels(self.kind, self.hole, self.board, high, low, badugi)

    @property
    def has_ranges(self) -> bool:
        """Whether players have two cards, so that ranges can be written."""
        return self.hole == 2 and self.kind == "together"

    @property
    def has_one_value(self) -> bool:
        """Whether a hand has one value; with a high and a low half it has two."""
        return self.low_rules is None

    @property
    def has_partial_hands(self) -> bool:
        """Whether hands of one to four cards compare: the cards that are seen in stud."""
        return self.has_table and self.hole == 7 and not self.half

    @property
    def has_pot(self) -> bool:
        """Whether players compare hands, so that there are equities."""
        return not self.half

    @property
    def has_categories(self) -> bool:
        """Whether each value has a category, from high card to straight flush."""
        return self.rules is not None and not self.rules.limit and self.has_one_value

    @property
    def has_odds(self) -> bool:
        """Whether there are odds by category: the best category wins."""
        return self.rules is not None and self.has_categories and not self.rules.low

    @property
    def has_table(self) -> bool:
        """Whether all its hands have values without a board, so that a table exists."""
        return self.rules is not None and self.has_one_value and self.kind == "together"


def _omaha() -> Iterable[Game]:
    for hole in (4, 5, 6):
        name = "omaha" if hole == 4 else f"omaha{hole}"
        best = f"the best two of {hole} hole cards with three of the board"
        others = {"": ("omaha4",), "-low": ("omaha4-low",), "-hilo": ("omaha4-hilo", "omaha8")}
        if hole != 4:
            others = dict.fromkeys(others, ())
        yield Game(name, best, hole, 5, _HIGH, kind="omaha", aliases=others[""])
        yield Game(
            f"{name}-low", f"{best}, eight or better", hole, 5, _EIGHT, half=True, kind="omaha",
            aliases=others["-low"],
        )  # fmt: skip
        yield Game(
            f"{name}-hilo", f"{name} with a low half, eight or better", hole, 5, _HIGH, _EIGHT,
            kind="omaha", aliases=others["-hilo"],
        )  # fmt: skip


GAMES: dict[str, Game] = {
    game.name: game
    for game in (
        Game("holdem", "the best five of two hole cards and a board", 2, 5, _HIGH,
             aliases=("high",)),
        Game("short-deck", "hold'em with 36 cards, a flush beats a full house", 2, 5, _SHORT,
             aliases=("sixplus",)),
        Game("short-deck-trips", "short deck where trips beat a straight", 2, 5, _SHORT_TRIPS),
        Game("holdem-hilo", "hold'em with a low half, eight or better", 2, 5, _HIGH, _EIGHT,
             aliases=("holdem8",)),
        *_omaha(),
        Game("stud", "the best five of seven cards", 7, 0, _HIGH),
        Game("stud-hilo", "stud with a low half, eight or better", 7, 0, _HIGH, _EIGHT,
             aliases=("stud8",)),
        Game("razz", "ace to five low: straights and flushes do not count", 7, 0, _ACE_TO_FIVE,
             aliases=("acetofive",)),
        Game("eight-or-better", "ace to five low, no pair and no card above eight", 7, 0, _EIGHT,
             half=True, aliases=("stud-low",)),
        Game("deuce-to-seven", "the worst high hand of five cards, the ace always high", 5, 0,
             _DEUCE, aliases=("27",)),
        Game("badugi", "the most of four cards with no rank and no suit twice, low", 4, 0, None,
             kind="badugi"),
    )
}  # fmt: skip


def _key(name: str) -> str:
    """Return the letters and digits of a name, in lower case."""
    return re.sub(r"[^a-z0-9]", "", name.lower())


_BY_KEY = {
    _key(name): game for game in GAMES.values() for name in (game.name, *game.aliases) if name
}


def game_named(name: object) -> Game:
    """Return the game with a name.

    >>> game_named("Hold'em").name, game_named("sixplus").name, game_named("omaha8").name
    ('holdem', 'short-deck', 'omaha-hilo')

    :raises PokerError: if there is no such game, with the known names
    """
    found = None
    if isinstance(name, str):
        found = GAMES.get(name) or _BY_KEY.get(_key(name))
    if found is None:
        raise PokerError(f"'{name}' is not a known game; choose {', '.join(GAMES)}")
    return found


def valued_game(name: str) -> Game:
    """Return the game with a name, if its hands have one value.

    :raises PokerError: if there is no such game, or its hands have a high and a low value
    """
    game_found = game_named(name)
    if not game_found.has_one_value:
        valued = ", ".join(game.name for game in GAMES.values() if game.has_one_value)
        raise PokerError(
            f"a hand of {game_found.name} has two values, high and low; choose {valued}"
        )
    return game_found
