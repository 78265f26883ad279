"""Letters of cards in other languages, for printed hands and for typed hands."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache

from dealwright.base.errors import ArgumentError, CardError
from dealwright.cards import RANK_LETTERS, Suit

__all__ = ["CARD_LETTERS", "ENGLISH", "CardLetters", "letters_of"]

_SYMBOLS = {suit.symbol: suit.letter for suit in Suit}
_SEAT = re.compile(r"north|east|south|west|[nesw]:?|-", re.IGNORECASE)
_WORD = re.compile(r"[^\s,;]+")


@dataclass(frozen=True)
class CardLetters:
    """The letters of cards in a language.

    ``honours`` are those of ten, jack, queen, king and ace. ``suits`` are the letters of clubs,
    diamonds, hearts and spades that may be typed before ranks; "" where they would be letters of
    ranks too, so that suits are symbols there. ``ten`` is how the ten is shown if that has been
    set, else "".

    >>> french = letters_of("fr")
    >>> french.ranks_of(0b1_1111_0000_0001), french.english("south PARD42 C10")
    (['A', 'R', 'D', 'V', '10', '2'], 'south SAKQ42 HT')
    """

    language: str
    honours: tuple[str, str, str, str, str]
    suits: str = ""
    ten: str = ""

    def __str__(self) -> str:
        return " ".join([*reversed(self._ranks[8:]), "9", "...", "2"])

    @property
    def in_print(self) -> CardLetters:
        """The letters on printed pages: ``10`` for the ten, unless its text has been set.

        >>> letters_of("en").in_print.suit_text(3 << 8), letters_of("en", "T").in_print.ten
        ('J10', 'T')
        """
        return self if self.ten else replace(self, ten="10")

    @cached_property
    def _ranks(self) -> tuple[str, ...]:
        return (*RANK_LETTERS[:8], self.ten or self.honours[0], *self.honours[1:])

    def rank(self, letter: str) -> str:
        """Return the letter of a rank that is given in English."""
        return self._ranks[RANK_LETTERS.index(letter)]

    def ranks_of(self, bits: int) -> list[str]:
        """Return the letters of a holding of 13 bits, ace first."""
        return [self._ranks[rank] for rank in range(12, -1, -1) if bits >> rank & 1]

    def suit_text(self, bits: int) -> str:
        """Return the text of a holding of 13 bits, ace first; "" for a void."""
        return _suit_text(self, bits)

    def english(self, text: str) -> str:
        """Return predealt cards in English letters; seats stay as they are.

        Cards are dotted hands (``ARD42.RV87.32.AR``), or runs of a suit and its ranks. The ten may
        be ``10`` in every language, and ``T`` if that is not a letter of a suit.

        >>> letters_of("sv").english("W: EKDKn.10.. ; N ♠9♥8")
        'W: AKQJ.T.. ; N S9H8'

        :raises CardError: if a letter is none of this language, naming those that are
        """
        if self.language == "en":
            return text
        return _WORD.sub(lambda word: self._word(word[0]), text)

    def _word(self, word: str) -> str:
        if _SEAT.fullmatch(word):
            return word
        seat = re.match(r"[nesw]:", word, re.IGNORECASE)
        if seat:
            return word[:2] + self._word(word[2:])
        suits = {} if "." in word else self._typed_suits
        known = {"10": "T", "T": "T", **self._typed_ranks, **suits, ".": ".", "-": "-"}
        longest_first = "|".join(map(re.escape, sorted(known, key=len, reverse=True)))
        match = re.fullmatch(f"(?:{longest_first})*", word.upper())
        if match is None:
            right = re.match(f"(?:{longest_first})*", word.upper())
            assert right is not None
            raise CardError(
                f"'{word[right.end()]}' in '{word}' is not a card; ranks are {self!s} here, suits "
                f"{' '.join([*reversed(self.suits), *(suit.symbol for suit in reversed(Suit))])}"
            )
        return "".join(known[part] for part in re.findall(longest_first, word.upper()))

    @cached_property
    def _typed_ranks(self) -> dict[str, str]:
        return {
            letters.upper(): rank for letters, rank in zip(self._ranks, RANK_LETTERS, strict=True)
        }

    @cached_property
    def _typed_suits(self) -> dict[str, str]:
        return {**_SYMBOLS, **dict(zip(self.suits, "CDHS", strict=bool(self.suits)))}


@lru_cache(1 << 14)
def _suit_text(letters: CardLetters, bits: int) -> str:
    return "".join(letters.ranks_of(bits))


ENGLISH = CardLetters("en", ("T", "J", "Q", "K", "A"), "CDHS")
# Sources: the indices of national packs (A. Pollett, "Card indices"; Wikipedia, "Standard 52-card
# deck") and, for Norwegian, hands as clubs print them. Packs and federations of Spain and Italy
# use English letters.
_TABLE = (
    ENGLISH,
    CardLetters("da", ("10", "Kn", "D", "K", "E")),
    CardLetters("de", ("10", "B", "D", "K", "A")),
    CardLetters("fr", ("10", "V", "D", "R", "A"), "TKCP"),
    CardLetters("nb", ("10", "Kn", "D", "K", "E")),
    CardLetters("nl", ("10", "B", "V", "H", "A")),
    CardLetters("pl", ("10", "W", "D", "K", "A")),
    CardLetters("sv", ("10", "Kn", "D", "K", "E")),
)
CARD_LETTERS = {letters.language: letters for letters in _TABLE}


def letters_of(language: str, ten: str = "") -> CardLetters:
    """Return the letters of a language, with another text of the ten if it is given.

    >>> letters_of("en", "10").suit_text(0b11 << 8)
    'J10'

    :raises ArgumentError: if the letters of the language are not known
    """
    if language not in CARD_LETTERS:
        raise ArgumentError(
            f"there are no letters of cards for '{language}'; choose one of "
            f"{', '.join(CARD_LETTERS)}"
        )
    return replace(CARD_LETTERS[language], ten=ten)
