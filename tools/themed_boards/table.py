"""Four hands in play: legal cards, tricks, and double dummy with a handicap."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, NamedTuple

from dealwright.base.kernels.handicap import HandicapSolver
from dealwright.cards import Card, Seat, Strain, cards_from_mask, trick_winner

if TYPE_CHECKING:
    from dealwright.base.kernels.stopping import StopFlag

__all__ = ["NO_HANDICAP", "Handicap", "OpenTable", "seats_bits"]


class Handicap(NamedTuple):
    """The defenders with idle cards and with free exits, as sets of seats, a bit each."""

    idle: int = 0
    exits: int = 0


NO_HANDICAP = Handicap()


@dataclass(frozen=True, eq=False)
class OpenTable:
    """Four hands in play; ``tricks`` more are wanted by declarer's side.

    ``played`` are the cards since the beginning, where ``wanted`` tricks were wanted; ``voids`` are
    by seat the cards of suits to which it has not followed. Tables of one play share a solver, and
    with it what it has found.
    """

    hands: tuple[int, ...]
    declarer: Seat
    strain: Strain
    leader: Seat
    trick: tuple[Card, ...]
    tricks: int
    played: tuple[Card, ...]
    wanted: int
    solver: HandicapSolver
    number: int = 1  # of the trick
    voids: tuple[int, ...] = (0, 0, 0, 0)

    @classmethod
    def begin(
        cls, hands: Sequence[int], declarer: Seat, strain: Strain, leader: Seat, tricks: int,
        trick: tuple[Card, ...] = (),
    ) -> OpenTable:  # fmt: skip
        """Return the table where play begins."""
        solver = HandicapSolver(
            hands, trump=-1 if strain is Strain.NOTRUMP else int(strain), declarer=declarer,
            leader=leader, trick=[card.index for card in trick],
        )  # fmt: skip
        return cls(tuple(hands), declarer, strain, leader, trick, tricks, (), tricks, solver)

    @property
    def turn(self) -> Seat:
        """The seat that plays next."""
        return Seat((self.leader + len(self.trick)) % 4)

    @property
    def ours(self) -> bool:
        """Whether declarer's side plays next."""
        return self.is_ours(self.turn)

    @property
    def left(self) -> int:
        """How many cards declarer has."""
        return self.hands[self.declarer].bit_count()

    @property
    def over(self) -> bool:
        """Whether nothing is open."""
        return self.tricks <= 0 or not any(self.hands)

    def is_ours(self, seat: Seat) -> bool:
        """Return whether a seat is of declarer's side."""
        return (seat - self.declarer) % 2 == 0

    def legal(self) -> list[Card]:
        """Return the cards that may be played, the highest of each suit first."""
        hand = self.hands[self.turn]
        led = 8191 << 13 * self.trick[0].suit if self.trick else 0
        return [*map(Card, cards_from_mask(hand & led or hand))]

    def makes(
        self, handicap: Handicap = NO_HANDICAP, *, stop: StopFlag | None = None,
        most_operations: int | None = None,
    ) -> bool:  # fmt: skip
        """Return whether declarer's side takes its tricks double dummy.

        :raises Stopped: if the flag was set
        :raises BudgetExceeded: if it takes more operations than it may
        """
        return self.solver.makes(
            self.wanted, played=[card.index for card in self.played], stop=stop,
            most_operations=most_operations, idle=handicap.idle, exits=handicap.exits,
        )  # fmt: skip

    def after(self, card: Card) -> OpenTable:
        """Return the table after a card."""
        hands = [*self.hands]
        hands[self.turn] ^= card.mask
        led = (*self.trick, card)[0].suit
        voids = [*self.voids]
        voids[self.turn] |= 0 if card.suit is led else 8191 << 13 * led
        table = replace(
            self, hands=tuple(hands), trick=(*self.trick, card), played=(*self.played, card),
            voids=tuple(voids),
        )  # fmt: skip
        if len(table.trick) < 4:
            return table
        winner = Seat((self.leader + trick_winner(table.trick, self.strain)) % 4)
        won = self.is_ours(winner)
        return replace(
            table, leader=winner, trick=(), tricks=table.tricks - won, number=self.number + 1
        )


def seats_bits(seats: Sequence[Seat]) -> int:
    """Return a set of seats as the kernel has it."""
    return sum(1 << seat for seat in seats)
