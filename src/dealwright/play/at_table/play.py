"""The tricks played so far: the cards they have shown, and the suits of which a hand is void."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from dealwright.base.errors import CardError
from dealwright.cards import Card, Seat, Strain, Suit, trick_strength, trick_winner

__all__ = ["Play", "read_play"]

_TRICKS = re.compile(r"[,;|]")


@dataclass(frozen=True)
class Play:
    """What the play has shown.

    ``cards`` are in the order of play, ``played`` the masks of the cards that north, east, south
    and west played. ``voids`` has, for each suit of which an unseen hand has shown out, the seat,
    the suit, and how many of its cards were dealt there. ``tricks`` have the player and the card of
    each play; ``trump`` is the strain.
    """

    cards: tuple[Card, ...] = ()
    played: tuple[int, int, int, int] = (0, 0, 0, 0)
    voids: tuple[tuple[Seat, Suit, int], ...] = ()
    tricks: tuple[tuple[tuple[Seat, Card], ...], ...] = ()
    trump: Strain = Strain.NOTRUMP

    def strength(self, card: Card, led: Suit) -> tuple[bool, bool, int]:
        """Return the strength of a card in a trick of the suit led: the greatest wins."""
        return trick_strength(card, led, self.trump)


def read_play(
    text: str, seen: Sequence[int], *, leader: Seat = Seat.WEST, trump: Strain = Strain.NOTRUMP
) -> Play:
    """Return what the play shows; ``text`` has the cards in the order of play, four a trick.

    Commas between tricks are not needed. ``seen`` are the masks of the visible hands as dealt, 0
    for others. The winner of a trick leads to the next.

    >>> from dealwright.deals import predeal_masks
    >>> seen = predeal_masks("south AK32.432.432.432 north 7654.AKQ.AKQ.765")
    >>> play = read_play("HJ HA H5 H2, S4 S8 SA D9", seen)
    >>> play.voids, play.tricks[1][0]
    (((<Seat.WEST: 3>, <Suit.SPADES: 3>, 0),), (<Seat.NORTH: 0>, Card('S4')))

    :raises CardError: if a card cannot have been played there, or cannot be read
    """
    played, tricks = [0, 0, 0, 0], list[tuple[tuple[Seat, Card], ...]]()
    voids = dict[tuple[Seat, Suit], int]()
    for number, cards in enumerate(_tricks(text), 1):
        trick = list[tuple[Seat, Card]]()
        for card in cards:
            player = Seat((leader + len(trick)) % 4)
            where = f"trick {number}: {player.name.lower()}"
            led = trick[0][1].suit if trick else card.suit
            holder = next((seat for seat in Seat if (seen[seat] | played[seat]) & card.mask), None)
            if any(mask & card.mask for mask in played):
                raise CardError(f"{where} cannot play {card}, which was played before")
            if seen[player] and holder is not player:
                raise CardError(f"{where} plays next, and does not have {card}")
            if holder not in (None, player):
                raise CardError(f"{where} plays next, and {card} is in the {_name(holder)} hand")
            if (player, card.suit) in voids:
                raise CardError(
                    f"{where} plays {card}, and did not follow to {card.suit.name.lower()} before"
                )
            if card.suit is not led:
                if seen[player] & ~played[player] & 8191 << 13 * led:
                    raise CardError(
                        f"{where} cannot play {card}: a hand with {led.name.lower()} follows suit"
                    )
                dealt = (played[player] >> 13 * led & 8191).bit_count()
                if not seen[player]:
                    voids.setdefault((player, led), dealt)
            played[player] |= card.mask
            trick.append((player, card))
        tricks.append(tuple(trick))
        leader = trick[trick_winner([card for _, card in trick], trump)][0]
    north, east, south, west = played
    return Play(
        tuple(card for trick in tricks for _, card in trick),
        (north, east, south, west),
        tuple((seat, suit, dealt) for (seat, suit), dealt in voids.items()),
        tuple(tricks),
        trump,
    )


def _tricks(text: str) -> Iterator[list[Card]]:
    """Yield the cards of each trick; only the last may have fewer than four."""
    parts = [part.split() for part in _TRICKS.split(text) if part.strip()]
    if len(parts) == 1:
        parts = [parts[0][start : start + 4] for start in range(0, len(parts[0]), 4)]
    for number, words in enumerate(parts, 1):
        if len(words) > 4 or (len(words) < 4 and number < len(parts)):
            raise CardError(
                f"trick {number} of the play has {len(words)} cards: '{' '.join(words)}'"
            )
        yield [Card(word) for word in words]


def _name(seat: Seat | None) -> str:
    return "" if seat is None else seat.name.lower()
