"""The excess-space matrix, with which the method of 1999 turns length ranges into patterns."""

from __future__ import annotations

from collections.abc import Sequence

from dealwright.cards import Seat, Suit
from dealwright.errors import DealwrightError
from dealwright.history.requirements import SeatRequirements
from dealwright.random_integers import Draws

__all__ = ["ExcessSpace", "Stuck"]


class Stuck(DealwrightError):
    """The method of 1999 cannot complete a deal; this aborts the whole batch."""


class ExcessSpace:
    """The number of further cards that each hand can take in each suit.

    ``slots[seat][suit]`` are the cards assigned so far, at first the least lengths. ``soft[seat]``
    are the cards of a hand not yet tied to a suit, ``available[suit]`` the cards of a suit not yet
    tied to a hand, and ``excess[seat][suit]`` how many more cards the hand may take in the suit:
    greatest minus least length, as far as the hand's 13 cards and the suit's 13 cards allow.

    >>> from dealwright.history.requirements import requirements_of
    >>> from dealwright.conditions.parse import parse_tree
    >>> tree = parse_tree("spades(west) in 5..6 && hearts(west) == 4 && diamonds(east) >= 4")
    >>> space = ExcessSpace(requirements_of(tree))
    >>> space.excess[Seat.WEST], space.excess[Seat.EAST], space.available
    ([4, 4, 0, 1], [9, 9, 9, 8], [13, 9, 9, 8])
    """

    def __init__(self, requirements: Sequence[SeatRequirements]) -> None:
        self.slots = [[low for low, _ in needs.lengths] for needs in requirements]
        self.soft = [13 - sum(slots) for slots in self.slots]
        self.available = [13 - sum(slots[suit] for slots in self.slots) for suit in Suit]
        self.excess = [
            [
                min(high - low, self.soft[seat], self.available[suit])
                for suit, (low, high) in enumerate(needs.lengths)
            ]
            for seat, needs in enumerate(requirements)
        ]

    def resolve(self, seat: Seat, draws: Draws, percent: Sequence[int] = (100,) * 4) -> list[int]:
        """Complete the pattern of a hand; return its four lengths.

        Cards that no other hand can take are assigned first. Then each suit is drawn with relative
        probability weight x available. The weight is the excess that the hand had before its first
        draw; it becomes 0 when the hand has no more room in the suit. If the weight shrank with the
        excess, balanced patterns would be too frequent. ``percent`` adjusts the weight of each
        suit.

        :raises Stuck: if the hand cannot take a card that it must take, or no suit has a card for
            it
        """
        self._take_forced(seat)
        excess = self.excess[seat]
        weights = [room * share for room, share in zip(excess, percent, strict=True)]
        while self.soft[seat]:
            chances = [weights[suit] * self.available[suit] if excess[suit] else 0 for suit in Suit]
            if not any(chances):
                raise Stuck(f"no suit has a card left for {seat.name.lower()}'s pattern")
            self._take(seat, draws.weighted(chances))
        return self.slots[seat]

    def _take_forced(self, seat: Seat) -> None:
        """Give a hand the cards of each suit for which the other hands have no room."""
        for suit in Suit:
            room = sum(self.excess[other][suit] for other in Seat if other != seat)
            forced = self.available[suit] - room
            if forced > self.excess[seat][suit]:
                raise Stuck(f"nobody has room for all the {suit.name.lower()}")
            for _ in range(forced):
                self._take(seat, suit)

    def _take(self, seat: Seat, suit: int) -> None:
        """Assign a card and update the matrix: hand, suit, then every limit that follows."""
        self.slots[seat][suit] += 1
        self.soft[seat] -= 1
        self.excess[seat][suit] -= 1
        for other_suit in Suit:
            self.excess[seat][other_suit] = min(self.excess[seat][other_suit], self.soft[seat])
        self.available[suit] -= 1
        for row in self.excess:
            row[suit] = min(row[suit], self.available[suit])
