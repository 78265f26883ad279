"""Suits, ranks, seats, cards and the holding of one suit, with their text in and out.

A card is the number ``13 * suit + rank``: suits clubs 0, diamonds 1, hearts 2, spades 3; ranks
deuce 0 to ace 12. A set of cards is an integer with those bits; a holding is its 13 bits in a suit.
"""

from __future__ import annotations

import operator
from collections.abc import Iterable, Iterator
from enum import IntEnum
from functools import cache, total_ordering

from dealwright.errors import CardError

__all__ = [
    "PACK",
    "RANK_LETTERS",
    "Card",
    "Holding",
    "Rank",
    "Seat",
    "Suit",
    "cards_from_mask",
    "mask_of",
    "suit_bits",
    "suit_text",
]

RANK_LETTERS = "23456789TJQKA"
PACK = (1 << 52) - 1


class Suit(IntEnum):
    """A suit; the order is that of the bids, clubs lowest."""

    CLUBS = 0
    DIAMONDS = 1
    HEARTS = 2
    SPADES = 3

    @property
    def letter(self) -> str:
        """``C``, ``D``, ``H`` or ``S``."""
        return "CDHS"[self]

    @property
    def symbol(self) -> str:
        """The Unicode suit symbol."""
        return "♣♦♥♠"[self]

    @classmethod
    def parse(cls, text: str) -> Suit:
        """Read a letter, an English name (singular or plural) or a symbol, in any case.

        >>> Suit.parse("s"), Suit.parse("Heart"), Suit.parse("♦")
        (<Suit.SPADES: 3>, <Suit.HEARTS: 2>, <Suit.DIAMONDS: 1>)

        :raises CardError: if the text names no suit
        """
        word = text.strip().upper()
        for suit in cls:
            if word and word in (suit.letter, suit.name, suit.name[:-1], suit.symbol):
                return suit
        raise CardError(f"'{text}' is not a suit; write S, H, D or C")


class Rank(IntEnum):
    """A rank, from the deuce (0) to the ace (12)."""

    TWO = 0
    THREE = 1
    FOUR = 2
    FIVE = 3
    SIX = 4
    SEVEN = 5
    EIGHT = 6
    NINE = 7
    TEN = 8
    JACK = 9
    QUEEN = 10
    KING = 11
    ACE = 12

    @property
    def letter(self) -> str:
        """``2`` to ``9``, ``T``, ``J``, ``Q``, ``K`` or ``A``."""
        return RANK_LETTERS[self]

    @classmethod
    def parse(cls, text: str) -> Rank:
        """Read a rank letter in either case; the ten is ``T`` or ``10``.

        >>> Rank.parse("10") is Rank.parse("t") is Rank.TEN
        True

        :raises CardError: if the text names no rank
        """
        word = text.strip().upper()
        at = RANK_LETTERS.find("T" if word == "10" else word)
        if at < 0 or not word or (len(word) > 1 and word != "10"):
            raise CardError(f"'{text}' is not a rank; write A K Q J T 9 8 7 6 5 4 3 2")
        return cls(at)


class Seat(IntEnum):
    """A seat at the table, clockwise from north."""

    NORTH = 0
    EAST = 1
    SOUTH = 2
    WEST = 3

    @property
    def letter(self) -> str:
        """``N``, ``E``, ``S`` or ``W``."""
        return self.name[0]

    @property
    def left(self) -> Seat:
        """The left-hand opponent, who plays next.

        >>> Seat.WEST.left
        <Seat.NORTH: 0>
        """
        return Seat((self + 1) % 4)

    @property
    def partner(self) -> Seat:
        """The seat opposite."""
        return Seat((self + 2) % 4)

    @property
    def right(self) -> Seat:
        """The right-hand opponent."""
        return Seat((self + 3) % 4)

    @classmethod
    def parse(cls, text: str) -> Seat:
        """Read a letter or a name, in any case.

        >>> Seat.parse("w"), Seat.parse("South")
        (<Seat.WEST: 3>, <Seat.SOUTH: 2>)

        :raises CardError: if the text names no seat
        """
        word = text.strip().upper()
        for seat in cls:
            if word and word in (seat.letter, seat.name):
                return seat
        raise CardError(f"'{text}' is not a seat; write north, east, south or west")


@total_ordering
class Card:
    """One of the 52 cards, immutable; ``index`` is ``13 * suit + rank``.

    >>> Card("SA"), Card("as"), Card("10h"), Card(51)
    (Card('SA'), Card('SA'), Card('HT'), Card('SA'))
    >>> Card("D7") < Card("H2")
    True
    """

    __slots__ = ("index",)
    index: int

    def __init__(self, card: str | int | Card) -> None:
        if isinstance(card, Card):
            index = card.index
        elif isinstance(card, str):
            index = _card_index(card)
        else:
            try:
                index = operator.index(card)
            except TypeError:
                raise CardError(f"{card!r} is not a card") from None
            if not 0 <= index < 52:
                raise CardError(f"{index} is not a card; cards are 0 (C2) to 51 (SA)")
        object.__setattr__(self, "index", index)

    @classmethod
    def of(cls, suit: Suit, rank: Rank) -> Card:
        """Return the card of that suit and rank."""
        return cls(13 * suit + rank)

    @property
    def suit(self) -> Suit:
        """The card's suit."""
        return Suit(self.index // 13)

    @property
    def rank(self) -> Rank:
        """The card's rank."""
        return Rank(self.index % 13)

    @property
    def mask(self) -> int:
        """The card as a set: one bit of 52."""
        return 1 << self.index

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError("a Card cannot be changed")

    def __eq__(self, other: object) -> bool:
        return self.index == other.index if isinstance(other, Card) else NotImplemented

    def __lt__(self, other: object) -> bool:
        return self.index < other.index if isinstance(other, Card) else NotImplemented

    def __hash__(self) -> int:
        return hash((Card, self.index))

    def __str__(self) -> str:
        return self.suit.letter + self.rank.letter

    def __repr__(self) -> str:
        return f"Card('{self}')"

    def __reduce__(self) -> tuple[type[Card], tuple[int]]:
        return Card, (self.index,)


def _card_index(text: str) -> int:
    word = text.strip().upper().replace("10", "T")
    for symbol, letter in zip("♣♦♥♠", "CDHS", strict=True):
        word = word.replace(symbol, letter)
    if len(word) == 2:
        for suit, rank in ((word[0], word[1]), (word[1], word[0])):
            if suit in "CDHS" and rank in RANK_LETTERS:
                return 13 * "CDHS".index(suit) + RANK_LETTERS.index(rank)
    raise CardError(f"'{text}' is not a card; write a suit and a rank, as in SA, HT or 10h")


class Holding(frozenset[Rank]):
    """The cards of one suit in one hand, as a set of ranks.

    >>> holding = Holding.parse("A10 5")
    >>> str(holding), len(holding), holding.bits, Rank.TEN in holding
    ('AT5', 3, 4360, True)
    """

    __slots__ = ()

    def __new__(cls, ranks: str | Iterable[Rank] = ()) -> Holding:
        """Make a holding of ranks, or of their letters."""
        if isinstance(ranks, str):
            return cls.from_bits(suit_bits(ranks))
        return super().__new__(cls, (Rank(rank) for rank in ranks))

    @classmethod
    def from_bits(cls, bits: int) -> Holding:
        """Return the holding whose ranks are the set bits of a 13-bit number.

        :raises CardError: if bits is negative or has more than 13 bits
        """
        if not 0 <= bits < 1 << 13:
            raise CardError(f"{bits} is not a holding; holdings are 0 to 8191")
        return cls(rank for rank in Rank if bits >> rank & 1)

    @classmethod
    def parse(cls, text: str) -> Holding:
        """Read ranks in any order and case, with or without spaces; ``-`` or "" is a void.

        :raises CardError: for anything else, or a rank given twice
        """
        return cls.from_bits(suit_bits(text))

    @property
    def bits(self) -> int:
        """The holding as 13 bits, deuce lowest."""
        return sum(1 << rank for rank in self)

    def __iter__(self) -> Iterator[Rank]:
        """From the highest rank down."""
        return iter(sorted(super().__iter__(), reverse=True))

    def __str__(self) -> str:
        return "".join(rank.letter for rank in self)

    def __repr__(self) -> str:
        return f"Holding.parse('{self}')"


@cache
def suit_text(bits: int) -> str:
    """Return the ranks of one suit as 13 bits, ace first, "" for none; there are 8192 of them.

    >>> suit_text(0b1_0000_0000_0101)
    'A42'
    """
    return "".join(RANK_LETTERS[rank] for rank in range(12, -1, -1) if bits >> rank & 1)


def suit_bits(text: str) -> int:
    """Read the ranks of one suit as 13 bits.

    >>> suit_bits("AK")
    6144

    :raises CardError: for letters that are no ranks, or a rank given twice
    """
    word = "".join(text.split()).upper().replace("10", "T")
    if word in ("-", "—"):
        return 0
    bits = 0
    for letter in word:
        at = RANK_LETTERS.find(letter)
        if at < 0:
            raise CardError(f"'{letter}' in '{text}' is not a rank; write A K Q J T 9 ... 2")
        if bits >> at & 1:
            raise CardError(f"'{letter}' stands twice in '{text}'")
        bits |= 1 << at
    return bits


def mask_of(cards: Iterable[Card]) -> int:
    """Return the set of those cards as 52 bits.

    >>> mask_of([Card("C2"), Card("C4")])
    5

    :raises CardError: if a card stands twice
    """
    mask = 0
    for card in cards:
        if mask & card.mask:
            raise CardError(f"{card} stands twice")
        mask |= card.mask
    return mask


def cards_from_mask(mask: int) -> list[Card]:
    """Return the cards of a set, spade ace first.

    >>> cards_from_mask(5)
    [Card('C4'), Card('C2')]
    """
    return [Card(index) for index in range(51, -1, -1) if mask >> index & 1]
