"""One hand: a set of at most 13 cards, with its suits and its features."""

from __future__ import annotations

import operator
import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from dealwright.base.errors import CardError, FeatureError
from dealwright.base.kernels import board_text
from dealwright.cards import (
    Card,
    Holding,
    Suit,
    cards_from_mask,
    mask_of,
    mask_of_suits,
)

if TYPE_CHECKING:
    from dealwright.deals.feature_names import HandFeatures
else:
    HandFeatures = object

__all__ = ["BALANCED", "Hand", "hand_mask", "hand_text"]

# The squares of the lengths of 4333, 4432 and 5332 add to this or less, of no other (Andrews).
BALANCED = 47


def hand_mask(text: str) -> int:
    """Read a hand as 52 bits: spades to clubs, separated by dots or spaces; ``-`` is a void.

    >>> hand_mask("AK.Q.-.2") == hand_mask("AK Q - 2") == hand_mask("ak.q..2")
    True

    :raises CardError: if there are not four suits, a letter is not a rank, or a card occurs twice
    """
    stripped = text.strip()
    suits = stripped.split(".") if "." in stripped else stripped.split()
    if len(suits) != 4:
        raise CardError(
            f"'{stripped}' does not have four suits; write spades to clubs, as in AKQ2.T98.543.AK7"
        )
    return mask_of_suits(suits)


def hand_text(mask: int) -> str:
    """Return a hand in dotted form, spades to clubs.

    >>> hand_text(0b101)
    '...42'
    """
    return board_text.hands_text((mask,), "", False)


def _mask_from_text(text: str) -> int:
    """Read a hand in dotted form, or as a list of cards with suits."""
    if "." in text or not re.search("[CDHS♣♦♥♠]", text, re.IGNORECASE | re.ASCII):
        return hand_mask(text)
    return mask_of(text)


class Hand(HandFeatures):
    """The cards of one player, immutable; ``mask`` is the set as 52 bits.

    Its text is either the suits in order, spades first (``AKQ2.T98.543.A72``), or a list of cards
    (``As Kd 10h``, ``SAKQ2 HT98``). Every registered feature is an attribute.

    >>> hand = Hand("AKQ2.T98.543.A72")
    >>> hand.hcp, hand.losers, hand.shape, str(hand.spades)
    (13, 8, (4, 3, 3, 3), 'AKQ2')
    >>> "SA" in hand, Hand("AKQ2 T98 543 A72") == hand, Hand("SAKQ2 HT98 D543 CA72") == hand
    (True, True, True)

    :raises CardError: if the text is not a hand, or there are more than 13 cards
    """

    __slots__ = ("mask",)
    mask: int

    def __init__(self, cards: str | int | Hand) -> None:
        if isinstance(cards, Hand):
            mask = cards.mask
        elif isinstance(cards, str):
            mask = _mask_from_text(cards)
        else:
            try:
                mask = operator.index(cards)
            except TypeError:
                raise CardError(f"{cards!r} is not a hand") from None
        if mask < 0 or mask >> 52:
            raise CardError(f"{mask} is not a set of cards")
        if mask.bit_count() > 13:
            raise CardError(f"a hand has at most 13 cards; '{cards}' has {mask.bit_count()}")
        object.__setattr__(self, "mask", mask)

    @property
    def spades(self) -> Holding:
        """The spades held."""
        return self.holding(Suit.SPADES)

    @property
    def hearts(self) -> Holding:
        """The hearts held."""
        return self.holding(Suit.HEARTS)

    @property
    def diamonds(self) -> Holding:
        """The diamonds held."""
        return self.holding(Suit.DIAMONDS)

    @property
    def clubs(self) -> Holding:
        """The clubs held."""
        return self.holding(Suit.CLUBS)

    def holding(self, suit: Suit | str) -> Holding:
        """Return the cards held in a suit.

        >>> str(Hand("AKQ2.T98.543.A72").holding("hearts"))
        'T98'
        """
        return Holding.from_bits(self.mask >> 13 * Suit.of(suit) & 8191)

    def length(self, suit: Suit | str) -> int:
        """Return the number of cards held in a suit.

        >>> Hand("AKQ2.T98.543.A72").length("S")
        4
        """
        return (self.mask >> 13 * Suit.of(suit) & 8191).bit_count()

    @property
    def shape(self) -> tuple[int, int, int, int]:
        """The suit lengths: spades, hearts, diamonds, clubs."""
        return (
            self.length(Suit.SPADES),
            self.length(Suit.HEARTS),
            self.length(Suit.DIAMONDS),
            self.length(Suit.CLUBS),
        )

    @property
    def balanced(self) -> bool:
        """Whether the shape is 4333, 4432 or 5332, as ``balanced`` in conditions."""
        return len(self) == 13 and sum(length * length for length in self.shape) <= BALANCED

    def feature(self, name: str, suit: Suit | str | None = None) -> int:
        """Return a registered feature of the hand, or of one suit.

        >>> Hand("AKQ2.T98.543.A72").feature("hcp", "spades")
        9

        :raises FeatureError: if there is no such feature, or it has no value there
        """
        from dealwright.deals.features import feature

        definition = feature(name)
        if suit is None and not definition.whole_hand:
            raise FeatureError(f"{definition.name} describes one suit; say which suit")
        if suit is None and definition.shape is not None and len(self) != 13:
            raise FeatureError(
                f"{definition.name} needs a hand of 13 cards; this one has {len(self)}"
            )
        return definition.value(self.mask, None if suit is None else Suit.of(suit))

    def __dir__(self) -> list[str]:
        from dealwright.deals.features import whole_hand_names

        return [*super().__dir__(), *whole_hand_names()]

    def __getattr__(self, name: str) -> int:
        if name.startswith("_"):
            raise AttributeError(name)
        try:
            return self.feature(name)
        except FeatureError as error:
            # its hint is one, so Python adds none of its own
            raise AttributeError(str(error), name=name, obj=None) from None

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError("a Hand cannot be changed")

    def __contains__(self, card: object) -> bool:
        """Return whether the hand holds a card, which may be text."""
        return isinstance(card, Card | str) and bool(self.mask & Card(card).mask)

    def __iter__(self) -> Iterator[Card]:
        """Iterate over the cards, spade ace first."""
        return iter(cards_from_mask(self.mask))

    def __len__(self) -> int:
        return self.mask.bit_count()

    def __eq__(self, other: object) -> bool:
        return self.mask == other.mask if isinstance(other, Hand) else NotImplemented

    def __hash__(self) -> int:
        return hash((Hand, self.mask))

    def __str__(self) -> str:
        return hand_text(self.mask)

    def _repr_html_(self) -> str:
        from dealwright.deals.diagram import hand_html

        return hand_html(self.mask)

    def __repr__(self) -> str:
        return f"Hand('{self}')"

    def __reduce__(self) -> tuple[type[Hand], tuple[int]]:
        return Hand, (self.mask,)
