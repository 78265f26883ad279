"""The protocol of double-dummy solvers, and the positions that they solve."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from dealwright.base.errors import CardError
from dealwright.cards import Card, Seat, Strain, cards_from_mask

if TYPE_CHECKING:
    from typing import Annotated, Any

    from numpy.typing import NDArray

    from dealwright.answers.records import TEXT
    from dealwright.base.kernels.stopping import StopFlag
    from dealwright.double_dummy.asks import Ask

__all__ = ["ALL_STRAINS", "CardTricks", "Position", "Solver", "batch_factor"]

ALL_STRAINS: tuple[Strain, ...] = tuple(Strain)


@dataclass(frozen=True)
class Position:
    """A position in the play: ``leader`` leads, or has led, to the trick.

    ``hands`` are the remaining cards, as masks of north, east, south and west, without ``trick``,
    the cards already played to the trick.

    >>> ace, king = Card("SA").mask, Card("SK").mask
    >>> Position((ace, king, 1, 2), Strain.NOTRUMP, Seat.NORTH).player
    <Seat.NORTH: 0>

    :raises CardError: if no play leads to such a position
    """

    hands: tuple[int, int, int, int]
    strain: Strain
    leader: Seat
    trick: tuple[Card, ...] = ()

    def __post_init__(self) -> None:
        if len(self.trick) > 3:
            raise CardError(f"a trick that is not over has 0 to 3 cards, not {len(self.trick)}")
        lengths = [hand.bit_count() for hand in self.hands]
        for index in range(len(self.trick)):
            lengths[(self.leader + index) % 4] += 1
        if len(set(lengths)) > 1 or not lengths[0]:
            counts = ", ".join(map(str, lengths))
            raise CardError(f"hands have equally many cards, at least one, not {counts}")
        union = 0
        for mask in (*self.hands, *(card.mask for card in self.trick)):
            if mask & union:
                repeated = ", ".join(str(card) for card in cards_from_mask(mask & union))
                raise CardError(f"a position has no card twice: {repeated}")
            union |= mask

        played = list(self.trick)
        for index, card in enumerate(played):
            led, seat = played[0].suit, Seat((self.leader + index) % 4)
            if card.suit != led and self.hands[seat] >> 13 * led & 8191:
                raise CardError(f"{seat.name.lower()} plays {card} and could follow suit")

    @property
    def player(self) -> Seat:
        """The seat that plays next."""
        return Seat((self.leader + len(self.trick)) % 4)


@dataclass(frozen=True)
class CardTricks:
    """Equivalent cards, highest first, and the tricks after one of them is played.

    ``tricks`` is the number that the player's side takes from now on, with the current trick.
    """

    cards: tuple[Annotated[Card, TEXT], ...]
    tricks: int


class Solver(Protocol):
    """A double-dummy solver: tricks under perfect play of all four hands.

    >>> import numpy as np
    >>> from dealwright import solve
    >>> class Pessimist:
    ...     def solve(self, ask, *, stop=None):
    ...         return np.zeros((len(ask), *ask.shape), ask.dtype)
    >>> deal = "N:AKQJ.AKQ.AKQ.AKQ T98.JT9.JT98.JT9 765.876.765.8765 -"
    >>> int(solve(deal, solver=Pessimist()).max())
    0
    """

    def solve(self, ask: Ask, *, stop: StopFlag | None = None) -> NDArray[Any]:
        """Return the answer to an ask: an array of its ``dtype``, with ``shape`` for each row.

        :raises SolverError: if the solver fails
        :raises Stopped: soon after the flag is set
        """
        ...


def batch_factor(solver: Solver) -> int:
    """Return the batch size that a solver prefers, as a multiple of the default.

    It is the attribute ``batch_factor`` of the solver, by default 1: on a cluster, the number of
    threads of the workers.
    """
    return int(getattr(solver, "batch_factor", 1))
