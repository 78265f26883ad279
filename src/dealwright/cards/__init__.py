"""Suits, strains, ranks, seats, cards and holdings of one suit, and how to read and write them.

A card's text is its suit and its rank, in either order and in any case. The suit is a letter or a
symbol, the ten is ``T`` or ``10``: ``SA``, ``As``, ``A♠``, ``♠A``, ``10h``. Every function that
takes a card, a suit, a rank or a seat takes its text as well.

A card is the number ``13 * suit + rank``: suits clubs 0, diamonds 1, hearts 2, spades 3; ranks
deuce 0 to ace 12. A set of cards is an integer with those bits; a holding is its 13 bits in a suit.
"""

from __future__ import annotations

import operator
import re
from collections.abc import Iterable, Iterator, Sequence
from enum import IntEnum
from functools import cache, lru_cache, total_ordering
from typing import Any, Self

from dealwright.base.errors import CardError

__all__ = [
    "PACK",
    "RANK_LETTERS",
    "Card",
    "Holding",
    "Rank",
    "Seat",
    "Strain",
    "Suit",
    "cards_from_mask",
    "mask_of",
    "mask_of_suits",
    "parse_cards",
    "points_of",
    "suit_bits",
    "suit_text",
    "trick_strength",
    "trick_winner",
]

RANK_LETTERS = "23456789TJQKA"
PACK = (1 << 52) - 1
_RANK, _SUIT = "(?:10|[2-9TJQKA])", "[CDHS♣♦♥♠]"
_FLAGS = re.IGNORECASE | re.ASCII  # no foreign letters that fold to K or S
_CARD = re.compile(rf"({_RANK})({_SUIT})|({_SUIT})({_RANK})", _FLAGS)
_RANKS_FIRST = re.compile(rf"(?:{_RANK}{_SUIT})+", _FLAGS)
_SUITS_FIRST = re.compile(rf"(?:{_SUIT}(?:{_RANK}+|-))+", _FLAGS)
_HOW = "write a suit and a rank, as in SA, As, A♠ or 10h"
_HOW_TO_WRITE = {
    "suit": "S, H, D or C",
    "strain": "NT, S, H, D or C",
    "rank": "A K Q J T 9 8 7 6 5 4 3 2",
    "seat": "north, east, south or west",
}


class _Named(IntEnum):
    """A numbered name: a suit, a rank or a seat; its text is the name, in lower case."""

    def __str__(self) -> str:
        return self.name.lower()

    def __format__(self, spec: str) -> str:
        """Format the name, or the number if the specification is for a number, as in ``:d``."""
        if spec and spec[-1] in "bcdeEfFgGnoxX%":
            return int.__format__(self, spec)
        return format(str(self), spec)

    @property
    def letter(self) -> str:
        """The first letter of the name."""
        return self.name[0]

    @property
    def _spellings(self) -> tuple[str, ...]:
        return (self.letter, self.name)

    @classmethod
    def of(cls, given: int | str) -> Self:
        """Return the suit, rank or seat that a member, a number or a text stands for.

        Text is read in any case: a suit's letter, symbol or English name (singular or plural), a
        rank's letter (the ten is ``T`` or ``10``), a seat's letter or name.

        >>> Suit.of("s") is Suit.of("Spade") is Suit.of("♠") is Suit.of(3) is Suit.SPADES
        True
        >>> Seat.of("south").name, Rank.of("10").name
        ('SOUTH', 'TEN')

        :raises CardError: if there is no such suit, rank or seat
        """
        what = cls.__name__.lower()
        if isinstance(given, str):
            member: Self | None = _by_spelling(cls).get(given.strip().upper())
            if member is not None:
                return member
            raise CardError(f"'{given}' is not a {what}; write {_HOW_TO_WRITE[what]}")
        try:
            return cls(operator.index(given))
        except (TypeError, ValueError):
            last = len(cls) - 1
            message = f"{given!r} is not a {what}; write its name, or a number from 0 to {last}"
            raise CardError(message) from None


@cache
def _by_spelling(kind: type[_Named]) -> dict[str, Any]:
    return {word: member for member in kind for word in member._spellings}


class Suit(_Named):
    """A suit; in order of bids, clubs lowest. Its letter is ``C``, ``D``, ``H`` or ``S``.

    >>> from dealwright import Suit
    >>> Suit.of("hearts").letter, Suit.SPADES > Suit.HEARTS, [suit.letter for suit in Suit]
    ('H', True, ['C', 'D', 'H', 'S'])
    """

    CLUBS = 0
    DIAMONDS = 1
    HEARTS = 2
    SPADES = 3

    @property
    def symbol(self) -> str:
        """The Unicode suit symbol."""
        return "♣♦♥♠"[self]

    @property
    def _spellings(self) -> tuple[str, ...]:
        return (self.letter, self.name, self.name[:-1], self.symbol)


class Strain(_Named):
    """A suit as trumps, or notrump; in order of bids, with the numbers of the suits.

    >>> Strain.of("NT"), Strain.of("hearts"), Strain.NOTRUMP.letter, Strain.SPADES.word
    (<Strain.NOTRUMP: 4>, <Strain.HEARTS: 2>, 'N', 'S')
    """

    CLUBS = 0
    DIAMONDS = 1
    HEARTS = 2
    SPADES = 3
    NOTRUMP = 4

    @property
    def word(self) -> str:
        """``C``, ``D``, ``H``, ``S`` or ``NT``, as PBN writes it."""
        return "NT" if self is Strain.NOTRUMP else self.letter

    @property
    def _spellings(self) -> tuple[str, ...]:
        if self is Strain.NOTRUMP:
            return ("N", "NT", "NOTRUMP", "NOTRUMPS")
        return Suit(self)._spellings


class Rank(_Named):
    """A rank, from the deuce (0) to the ace (12).

    >>> from dealwright import Rank
    >>> Rank.of("10").letter, int(Rank.ACE), Rank.KING > Rank.QUEEN
    ('T', 12, True)
    """

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

    @property
    def _spellings(self) -> tuple[str, ...]:
        return (self.letter, "10") if self is Rank.TEN else (self.letter,)


class Seat(_Named):
    """A seat at the table, clockwise from north; its letter is ``N``, ``E``, ``S`` or ``W``.

    >>> from dealwright import Seat
    >>> print(Seat.of("N"), Seat.of("N").partner, f"{Seat.SOUTH:d}")
    north south 2
    """

    NORTH = 0
    EAST = 1
    SOUTH = 2
    WEST = 3

    @property
    def letter(self) -> str:
        """The first letter of the name."""
        return "NESW"[self]

    @property
    def left(self) -> Seat:
        """The left-hand opponent, who plays next.

        >>> Seat.WEST.left
        <Seat.NORTH: 0>
        """
        return _AROUND[self + 1]

    @property
    def partner(self) -> Seat:
        """The seat opposite."""
        return _AROUND[self + 2]

    @property
    def right(self) -> Seat:
        """The right-hand opponent."""
        return _AROUND[self + 3]


_AROUND: tuple[Seat, ...] = (*Seat, *Seat)  # finding a member by its number takes ten times as long


@total_ordering
class Card:
    """One of the 52 cards, immutable; ``index`` is ``13 * suit + rank``.

    >>> Card("SA"), Card("as"), Card("A♠"), Card("10h"), Card(51)
    (Card('SA'), Card('SA'), Card('SA'), Card('HT'), Card('SA'))
    >>> Card("D7") < Card("H2")
    True
    """

    __slots__ = ("index",)
    index: int

    def __init__(self, card: str | int | Card) -> None:
        if isinstance(card, Card):
            index = card.index
        elif isinstance(card, str):
            found = _CARD.fullmatch(card.strip())
            if found is None:
                raise CardError(f"'{card}' is not a card; {_HOW}")
            index = _index(found)
        else:
            try:
                index = operator.index(card)
            except TypeError:
                raise CardError(f"{card!r} is not a card") from None
            if not 0 <= index < 52:
                raise CardError(f"{index} is not a card; cards are 0 (C2) to 51 (SA)")
        object.__setattr__(self, "index", index)

    @classmethod
    def of(cls, suit: Suit | str, rank: Rank | str) -> Card:
        """Return the card of a suit and a rank.

        >>> Card.of(Suit.SPADES, Rank.ACE), Card.of("hearts", "10")
        (Card('SA'), Card('HT'))
        """
        return cls(13 * Suit.of(suit) + Rank.of(rank))

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


def _index(card: re.Match[str]) -> int:
    rank, suit = (card[1], card[2]) if card[1] else (card[4], card[3])
    place = "C♣D♦H♥S♠".index(suit.upper()) // 2
    return 13 * place + RANK_LETTERS.index(rank.upper().replace("10", "T"))


def parse_cards(text: str) -> list[Card]:
    """Read cards, in the order given.

    Spaces, commas and semicolons may stand between cards. In a run of cards without spaces, either
    every rank comes first (``AsKd``) or every suit does (``SAHK``); several ranks may follow a suit
    (``SAKQ``), and ``-`` is a void. A card may occur more than once.

    >>> parse_cards("SA Kd, 10♥ ♣2")
    [Card('SA'), Card('DK'), Card('HT'), Card('C2')]
    >>> parse_cards("AsKdTh") == parse_cards("SADKHT"), parse_cards("SAK D-")
    (True, [Card('SA'), Card('SK')])

    :raises CardError: if something is not a card
    """
    return list(_parsed(text))


@lru_cache(maxsize=1024)  # the same boards and hands are read many times
def _parsed(text: str) -> tuple[Card, ...]:
    found: list[Card] = []
    for word in re.findall(r"[^\s,;]+", text):
        match = _RANKS_FIRST.match(word) or _SUITS_FIRST.match(word)
        if match is None or match.end() < len(word):
            rest = word[match.end() :] if match else word
            raise CardError(f"'{rest}' in '{text}' is not a card; {_HOW}")
        if match.re is _RANKS_FIRST:
            found += [Card(_index(card)) for card in _CARD.finditer(word)]
        else:
            for suit, ranks in re.findall(rf"({_SUIT})([^CDHS♣♦♥♠]+)", word, _FLAGS):
                found += [Card.of(suit, rank) for rank in re.findall(_RANK, ranks, _FLAGS)]
    return tuple(found)


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
        return super().__new__(cls, (Rank.of(rank) for rank in ranks))

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

    def __contains__(self, rank: object) -> bool:
        """Return whether the holding contains a rank, which may be text.

        >>> "A" in Holding("AT5"), "10" in Holding("AT5"), "9" in Holding("AT5")
        (True, True, False)
        """
        return super().__contains__(Rank.of(rank) if isinstance(rank, str) else rank)

    def __iter__(self) -> Iterator[Rank]:
        """Iterate from the highest rank down."""
        return iter(sorted(super().__iter__(), reverse=True))

    def __str__(self) -> str:
        return "".join(rank.letter for rank in self)

    def __repr__(self) -> str:
        return f"Holding.parse('{self}')"


def trick_strength(card: Card, led: Suit, trump: Strain) -> tuple[bool, bool, int]:
    """Return the strength of a card in a trick: the greatest wins.

    >>> trick_strength(Card("S2"), Suit.HEARTS, Strain.SPADES) > (False, True, 12)
    True
    """
    return int(card.suit) == int(trump), card.suit is led, card.rank


def trick_winner(cards: Sequence[Card], trump: Strain) -> int:
    """Return the place of the card that wins a trick; the first was led.

    >>> trick_winner([Card("H2"), Card("HA"), Card("S2"), Card("HK")], Strain.SPADES)
    2
    """
    led = cards[0].suit
    return max(range(len(cards)), key=lambda place: trick_strength(cards[place], led, trump))


@cache
def suit_text(bits: int) -> str:
    """Return the text of a holding given as 13 bits, ace first; "" for a void.

    >>> suit_text(0b1_0000_0000_0101)
    'A42'
    """
    return "".join(RANK_LETTERS[rank] for rank in range(12, -1, -1) if bits >> rank & 1)


def suit_bits(text: str, skipped: str = "") -> int:
    """Read the ranks of one suit as 13 bits; letters of ``skipped`` are no cards here.

    >>> suit_bits("AK"), suit_bits("AKxx", skipped="X")
    (6144, 6144)

    :raises CardError: for letters that are not ranks, or a rank given twice
    """
    return _suit_bits(text, skipped) if skipped else _SUIT_BITS[text]


def _suit_bits(text: str, skipped: str = "") -> int:
    word = "".join(text.split()).upper().replace("10", "T")
    if word in ("-", "—"):
        return 0
    bits = 0
    for letter in word:
        if letter in skipped:
            continue
        rank = RANK_LETTERS.find(letter)
        if rank < 0:
            raise CardError(f"'{letter}' in '{text}' is not a rank; write A K Q J T 9 ... 2")
        if bits >> rank & 1:
            raise CardError(f"'{letter}' occurs twice in '{text}'")
        bits |= 1 << rank
    return bits


class _SuitBits(dict[str, int]):
    """The bits of suits by their text: files repeat the same few thousand suits."""

    def __missing__(self, text: str) -> int:
        bits = _suit_bits(text)
        if len(text) <= 16 and len(self) < 1 << 14:
            self[text] = bits
        return bits


_SUIT_BITS = _SuitBits()


def mask_of_suits(suits: Sequence[str]) -> int:
    """Read the ranks of four suits, spades to clubs, as 52 bits.

    >>> mask_of_suits(["A", "", "-", "2"]) == mask_of(["SA", "C2"])
    True

    :raises CardError: for letters that are not ranks, or a rank given twice
    """
    spades, hearts, diamonds, clubs = suits
    bits = _SUIT_BITS
    return bits[spades] << 39 | bits[hearts] << 26 | bits[diamonds] << 13 | bits[clubs]


def mask_of(cards: str | Iterable[Card | str | int]) -> int:
    """Return a set of cards as 52 bits; the cards are a text or an iterable.

    >>> mask_of([Card("C2"), "C4"]), mask_of("2c 4c")
    (5, 5)

    :raises CardError: if something is not a card, or a card occurs twice
    """
    mask = 0
    for given in parse_cards(cards) if isinstance(cards, str) else cards:
        card = Card(given)
        if mask & card.mask:
            raise CardError(f"{card} occurs twice")
        mask |= card.mask
    return mask


_HONOURS = tuple(
    (points, sum(1 << 13 * suit + rank for suit in range(4)))
    for points, rank in ((4, 12), (3, 11), (2, 10), (1, 9))
)


def points_of(mask: int) -> int:
    """Return the high card points of a set of cards: A 4, K 3, Q 2, J 1.

    >>> points_of(mask_of("SAKQJ H9"))
    10
    """
    return sum(points * (mask & honours).bit_count() for points, honours in _HONOURS)


def cards_from_mask(mask: int) -> list[Card]:
    """Return the cards of a set, spade ace first.

    >>> cards_from_mask(5)
    [Card('C4'), Card('C2')]
    """
    return [Card(index) for index in range(51, -1, -1) if mask >> index & 1]
