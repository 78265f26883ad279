"""What a double-dummy solver answers, and the positions that it is asked about."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from dealwright.cards import Card, Seat, Strain, cards_from_mask
from dealwright.errors import CardError

if TYPE_CHECKING:
    from typing import Annotated

    import numpy as np
    from numpy.typing import NDArray

    from dealwright.kernels.stopping import StopFlag
    from dealwright.records import TEXT

__all__ = ["ALL_STRAINS", "CardTricks", "Position", "Solver", "at_once"]

ALL_STRAINS: tuple[Strain, ...] = tuple(Strain)


@dataclass(frozen=True)
class Position:
    """A position in the play: ``leader`` leads, or has led, to the trick.

    ``hands`` are the cards left, masks of north, east, south and west; ``trick`` are the cards that
    have been played to the trick, which no hand has any more.

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
        have = [hand.bit_count() for hand in self.hands]
        for at in range(len(self.trick)):
            have[(self.leader + at) % 4] += 1
        if len(set(have)) > 1 or not have[0]:
            counts = ", ".join(map(str, have))
            raise CardError(f"hands have equally many cards, at least one, not {counts}")
        together = 0
        for mask in (*self.hands, *(card.mask for card in self.trick)):
            if mask & together:
                twice = ", ".join(str(card) for card in cards_from_mask(mask & together))
                raise CardError(f"a position has no card twice: {twice}")
            together |= mask

        played = list(self.trick)
        for at, card in enumerate(played):
            led, seat = played[0].suit, Seat((self.leader + at) % 4)
            if card.suit != led and self.hands[seat] >> 13 * led & 8191:
                raise CardError(f"{seat.name.lower()} plays {card} and could follow suit")

    @property
    def player(self) -> Seat:
        """The seat that plays next."""
        return Seat((self.leader + len(self.trick)) % 4)


@dataclass(frozen=True)
class CardTricks:
    """Cards of equal worth, highest first, and the tricks that playing one of them gives.

    ``tricks`` are those that the player's side takes from here on, with the trick that is on.
    """

    cards: tuple[Annotated[Card, TEXT], ...]
    tricks: int


class Solver(Protocol):
    """A double-dummy solver: tricks under perfect play of all four hands.

    Deals are uint64[n, 4] masks, columns north, east, south, west. Every method raises ``Stopped``
    soon after its stop flag is set.
    """

    def tables(
        self,
        masks: NDArray[np.uint64],
        strains: Sequence[Strain] = ALL_STRAINS,
        *,
        stop: StopFlag | None = None,
    ) -> NDArray[np.int8]:
        """Return each declarer's tricks, int8[n, 4, 5]: seats from north, strains from clubs.

        Tricks in a strain that is not asked for are -1.
        """
        ...

    def cards(
        self, positions: Sequence[Position], *, stop: StopFlag | None = None
    ) -> list[tuple[CardTricks, ...]]:
        """Return the tricks of every card that can be played in each position, most tricks first.

        Cards of which it does not matter which is played are named together.
        """
        ...

    def tricks(
        self,
        masks: NDArray[np.uint64],
        declarer: Seat,
        strain: Strain,
        *,
        stop: StopFlag | None = None,
    ) -> NDArray[np.int8]:
        """Return the tricks of one declarer in one strain, int8[n]."""
        ...

    def makes(
        self,
        masks: NDArray[np.uint64],
        declarer: Seat,
        strain: Strain,
        tricks: int,
        *,
        stop: StopFlag | None = None,
    ) -> NDArray[np.bool_]:
        """Return where declarer takes at least so many tricks, bool[n]; faster than ``tricks``."""
        ...

    def leads(
        self,
        masks: NDArray[np.uint64],
        declarer: Seat,
        strain: Strain,
        *,
        stop: StopFlag | None = None,
    ) -> NDArray[np.int8]:
        """Return the defenders' tricks after each opening lead, int8[n, 52].

        Columns are cards by their index; cards that the leader does not hold have -1.
        """
        ...

    def beating(
        self,
        masks: NDArray[np.uint64],
        declarer: Seat,
        strain: Strain,
        tricks: int,
        *,
        stop: StopFlag | None = None,
    ) -> NDArray[np.bool_]:
        """Return which opening leads give the defenders at least so many tricks, bool[n, 52].

        Faster than ``leads``.
        """
        ...


def at_once(solver: Solver) -> int:
    """Return how many deals a solver likes to have at the same time, as a multiple of the usual.

    It is the ``at_once`` of a solver that has one: on a cluster, the number of workers.
    """
    return int(getattr(solver, "at_once", 1))
