"""The situation of a robot whose file has no rules for a place, and the rules written for it."""

from __future__ import annotations

from functools import cached_property
from math import ceil
from typing import NamedTuple

from dealwright.cards import Seat, Strain, Suit
from dealwright.systems.robots.kinds import NATURAL, CallKind
from dealwright.systems.robots.place import Bid, Place

__all__ = [
    "GAME",
    "MAJORS",
    "MINORS",
    "SUITS",
    "Situation",
    "WrittenRule",
    "at_least",
    "at_most",
    "points",
    "stopped",
    "support",
    "word",
]

MAJORS, MINORS = (Suit.SPADES, Suit.HEARTS), (Suit.DIAMONDS, Suit.CLUBS)
SUITS = MAJORS + MINORS
GAME: dict[Strain | Suit, int] = {
    Strain.CLUBS: 5,
    Strain.DIAMONDS: 5,
    Strain.HEARTS: 4,
    Strain.SPADES: 4,
    Strain.NOTRUMP: 3,
}
_FIT = 8


class WrittenRule(NamedTuple):
    """A rule as text: a hand that passes every test fits."""

    call: str
    tests: tuple[str, ...]
    note: str
    kind: CallKind

    @property
    def condition(self) -> str:
        """The tests as one condition; "" without any."""
        return " && ".join(self.tests)


def word(suit: Suit) -> str:
    """Return the word of a suit in conditions: ``spades``."""
    return suit.name.lower()


def at_least(what: str | Suit, number: float) -> str:
    """Return the test of a quantity or a length; "" if every hand passes it.

    >>> at_least("hcp", 11.5), at_least(Suit.SPADES, 0)
    ('hcp >= 12', '')
    """
    name = what if isinstance(what, str) else word(what)
    return f"{name} >= {ceil(number)}" if number > 0 else ""


def at_most(what: str | Suit, number: int) -> str:
    """Return the test that a quantity or a length is no more."""
    name = what if isinstance(what, str) else word(what)
    return f"{name} <= {number}"


def points(number: float) -> str:
    """Return the test of high card points."""
    return at_least("hcp", number)


def support(suit: Suit, fewest: int, number: float) -> str:
    """Return the test of points in support of a suit: short suits count with three trumps."""
    return at_least("goren" if fewest >= 3 else "hcp", number)


def stopped(suits: list[Suit]) -> str:
    """Return the test that suits are stopped; "" if there are none."""
    return " && ".join(f"stoppers({word(suit)})" for suit in suits)


class Situation:
    """What a robot knows of a place with a bid, and its ``rules`` so far."""

    def __init__(self, place: Place) -> None:
        self.place = place
        self.rules: list[WrittenRule] = []
        self.seat, self.partner = place.seat, place.partner
        self.side = place.seat % 2
        self.mine, self.partners = place.shown(place.seat), place.shown(place.partner)
        self.lefts, self.rights = place.shown(place.left), place.shown(place.right)
        self.bids, self.last = place.bids, place.bids[-1]
        self.level, self.strain = self.last.level, self.last.strain
        self.base = self.partners.counted_on
        calls = place.auction.calls
        after = calls[self.last.number + 1 :]
        self.doubled = "XX" if "XX" in after else "X" if "X" in after else ""
        self.right_passed = calls[-1] == "Pass"
        self.is_last_chance = calls[-2:] == ("Pass", "Pass")
        self.my_calls = place.calls_of(self.seat)
        self.partners_calls = place.calls_of(self.partner)

    def add(self, call: str, *tests: str, note: str, kind: CallKind = NATURAL) -> None:
        """Add a rule."""
        self.rules.append(WrittenRule(call, tuple(filter(None, tests)), note, kind))

    def bid(self, strain: Strain | Suit, *tests: str, note: str, kind: CallKind = NATURAL) -> None:
        """Add a rule for the cheapest bid in a strain."""
        if (level := self.cheapest(strain)) <= 7:
            self.add(f"{level}{Strain(strain).word}", *tests, note=note, kind=kind)

    # ------------------------------------------------------------------------------ the auction

    def cheapest(self, strain: Strain | Suit) -> int:
        """Return the least level of a bid in a strain."""
        return self.level + (1 if strain <= self.strain else 0)

    def is_ours(self, bid: Bid) -> bool:
        """Whether the caller's side made a bid."""
        return bid.seat % 2 == self.side

    @cached_property
    def ours(self) -> list[Bid]:
        """The bids of the caller's side."""
        return [bid for bid in self.bids if self.is_ours(bid)]

    @cached_property
    def their_bids(self) -> list[Bid]:
        """The bids of the other side."""
        return [bid for bid in self.bids if not self.is_ours(bid)]

    @property
    def is_ours_last(self) -> bool:
        """Whether the caller's side made the last bid."""
        return self.is_ours(self.last)

    @cached_property
    def theirs(self) -> list[Suit]:
        """The suits that the opponents have shown, the highest first."""
        shown = {suit: max(self.lefts.least[suit], self.rights.least[suit]) for suit in SUITS}
        named = {bid.strain for bid in self.their_bids}
        return [s for s in SUITS if shown[s] >= 4 or (Strain(s) in named and shown[s] >= 3)]

    @cached_property
    def unbid(self) -> list[Suit]:
        """The suits that the opponents have not shown, the highest first."""
        return [suit for suit in SUITS if suit not in self.theirs]

    @property
    def partners_kind(self) -> CallKind:
        """The kind of partner's last call."""
        return self.place.kind_of_partner

    @property
    def partner_spoke(self) -> bool:
        """Whether partner has called, other than pass, since the caller's last such call."""
        if not self.partners_calls:
            return False
        return not self.my_calls or self.partners_calls[-1][0] > self.my_calls[-1][0]

    @cached_property
    def must_reach_game(self) -> bool:
        """Whether the side has forced to game."""
        return self.place.forced[self.side]

    @property
    def is_game(self) -> bool:
        """Whether the last bid is a game of the caller's side."""
        return self.is_ours_last and self.level >= GAME[self.strain]

    @property
    def is_forced(self) -> bool:
        """Whether a pass is no choice."""
        forced = (
            self.partner_spoke
            and self.right_passed
            and self.partners_kind.is_forcing
            and self.last.number == self.partners_calls[-1][0]
        )
        short_of_game = self.must_reach_game and not self.is_game
        return forced or (short_of_game and (self.is_ours_last or self.is_last_chance))

    @property
    def agreed(self) -> Suit | None:
        """The trumps on which the side has agreed."""
        return self.place.agreed[self.side]

    @cached_property
    def stop(self) -> str:
        """The test that their suits are stopped; "" if partner has bid notrump by nature."""
        for at, call in self.partners_calls:
            if call.endswith("NT") and self.place.kinds[at] == NATURAL:
                return ""
        return stopped(self.theirs)

    # --------------------------------------------------------------------- what partner has shown

    def for_fit(self, suit: Suit, trumps: int = _FIT) -> int:
        """Return how many cards of a suit give the side so many trumps."""
        return max(0, trumps - self.partners.least[suit])

    def long(self, suit: Suit) -> int:
        """Return the cards beyond five that partner has shown: each is worth a point."""
        return max(0, self.partners.least[suit] - 5)

    def supports(self, suit: Suit, total: float, fewest: int | None = None) -> str:
        """Return the test of points that make a total with partner's, in support of a suit."""
        few = self.for_fit(suit) if fewest is None else fewest
        return support(suit, few, total - self.base)

    def opened(self, seat: Seat) -> bool:
        """Whether a seat made the first bid."""
        return self.bids[0].seat == seat
