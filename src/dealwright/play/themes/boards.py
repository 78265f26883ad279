"""Boards that a theme of play decides: the deal, the play to its ending, and the answer."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TYPE_CHECKING

from dealwright.base.errors import ArgumentError
from dealwright.cards import Card, Seat, Strain, Suit, cards_from_mask, mask_of, trick_winner
from dealwright.deals import Deal
from dealwright.play.ending.solving import cards_text

if TYPE_CHECKING:
    from typing import Annotated

    from dealwright.answers.records import SHORT, TEXT, WORD, Text

__all__ = ["CONTRACT", "DECLARER", "THEMES", "OpenEnding", "ThemedBoard"]

THEMES = ("squeeze", "throw-in", "finesse-or-drop", "ending")
CONTRACT, DECLARER = "6NT", Seat.SOUTH


@dataclass(frozen=True)
class OpenEnding:
    """The cards left in the four hands, by seat, those of the defenders together, and who leads.

    ``voids`` are the suits to which a defender has not followed, by seat.
    """

    hands: Mapping[str, str]
    unseen: str
    leader: Annotated[Seat, WORD]
    voids: Mapping[str, tuple[str, ...]]


@dataclass(frozen=True)
class ThemedBoard:
    """A deal that South makes only by a theme, with the play to its ending.

    ``play`` are the cards in the order in which they are played, from West's lead on. In the ending
    ``tricks`` more are wanted, and ``best`` is the chance of its best line, over all layouts that
    agree with the play. ``chance`` and ``rival`` are those of the best line and of the best one
    without the theme once the cards ``after`` are played too; ``card`` of ``seat`` decides there,
    and ``rival_card`` is what the rival plays there, if that is known. ``victims`` are the
    defenders who are squeezed or thrown in.
    """

    theme: str
    contract: str
    deal: Annotated[Deal, Text("text")]
    play: tuple[Annotated[Card, TEXT], ...]
    tricks: int
    best: Annotated[Fraction, SHORT]
    after: tuple[Annotated[Card, TEXT], ...]
    chance: Annotated[Fraction, SHORT]
    rival: Annotated[Fraction, SHORT]
    seat: Annotated[Seat, WORD]
    card: Annotated[Card, TEXT]
    rival_card: Annotated[Card | None, TEXT]
    victims: tuple[Annotated[Seat, WORD], ...]

    json_keys = (
        "theme", "contract", "declarer", "deal", "play", "tricks", "best", "after", "chance",
        "rival", "seat", "card", "rival_card", "victims", "ending",
    )  # fmt: skip

    @property
    def declarer(self) -> Annotated[Seat, WORD]:
        """The declarer."""
        return DECLARER

    @property
    def ending(self) -> OpenEnding:
        """The ending: what is left after the play."""
        hands, leader = [*self.deal.masks], DECLARER.left
        voids: dict[Seat, set[Suit]] = {DECLARER.left: set(), DECLARER.right: set()}
        for start in range(0, len(self.play), 4):
            trick = self.play[start : start + 4]
            for turn, card in enumerate(trick):
                seat = Seat((leader + turn) % 4)
                hands[seat] ^= card.mask
                if seat in voids and card.suit is not trick[0].suit:
                    voids[seat].add(trick[0].suit)
            leader = Seat((leader + trick_winner(trick, Strain.NOTRUMP)) % 4)
        return OpenEnding(
            {str(seat): cards_text(hands[seat]) for seat in Seat},
            cards_text(hands[Seat.EAST] | hands[Seat.WEST]),
            leader,
            {
                str(seat): tuple(str(suit) for suit in sorted(suits, reverse=True))
                for seat, suits in voids.items()
                if suits
            },
        )

    def with_suits(self, order: Sequence[Suit]) -> ThemedBoard:
        """Return the board with its suits exchanged: ``order[suit]`` in place of each suit.

        Suits are numbered from clubs. In notrump all suits are alike, so the chances stay.

        >>> from dealwright.play.themes.stored_boards import stored_boards
        >>> board = stored_boards("squeeze")[0]
        >>> other = board.with_suits([Suit.HEARTS, Suit.DIAMONDS, Suit.CLUBS, Suit.SPADES])
        >>> str(board.deal.north), str(other.deal.north)
        ('872.K876.KJ7.AQT', '872.AQT.KJ7.K876')
        >>> str(board.card), str(other.card), board.chance == other.chance
        ('C5', 'H5', True)

        :raises ArgumentError: if they are not the four suits
        """
        if sorted(order) != [*Suit]:
            names = ", ".join(map(str, order))
            raise ArgumentError(
                f"the order of the suits must have each of the four once, not: {names}"
            )

        def exchanged(card: Card) -> Card:
            return Card.of(order[card.suit], card.rank)

        hands = (map(Card, cards_from_mask(hand)) for hand in self.deal.masks)
        return replace(
            self,
            deal=Deal([mask_of(map(exchanged, hand)) for hand in hands]),
            play=tuple(map(exchanged, self.play)),
            after=tuple(map(exchanged, self.after)),
            card=exchanged(self.card),
            rival_card=None if self.rival_card is None else exchanged(self.rival_card),
        )
