"""The ranges of a phrase: ``15-17``, ``5+``, ``12-``, ``at least 8``, ``>= 8``, ``5 or 6``."""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple

from dealwright.base.errors import ConditionError
from dealwright.cards import Suit
from dealwright.conditions.phrase_pieces import SUITS, PhrasePieces
from dealwright.conditions.syntax import Token

__all__ = ["POINT_WORDS", "SIGNS", "PhraseRanges", "Span"]

POINT_WORDS = ("hcp", "hcps", "points", "point", "pts", "pt")
_MORE = ("more", "better", "higher", "longer", "up", "over")
_FEWER = ("fewer", "less", "lower", "shorter")
_LIMITS = {"min": "+", "minimum": "+", "plus": "+", "max": "-", "maximum": "-"}  # behind a number
SIGNS = {  # before a number
    ">=": "+", "<=": "-", "=": "=", "==": "=", "!=": "!=", ">": ">", "<": "<",
    "at least": "+", "min": "+", "minimum": "+", "no fewer than": "+", "no less than": "+",
    "not less than": "+", "not fewer than": "+",
    "at most": "-", "max": "-", "maximum": "-", "up to": "-", "no more than": "-",
    "not more than": "-",
    "exactly": "=", "only": "=", "just": "=", "more than": ">", "over": ">",
    "fewer than": "<", "less than": "<", "under": "<",
}  # fmt: skip


class Span(NamedTuple):
    """The values from low to high; None is an open end. ``bare`` is a number without a sign.

    ``outside`` is every other value.
    """

    low: Fraction | int | None
    high: Fraction | int | None
    bare: bool = False
    outside: bool = False

    def points(self, most: int) -> frozenset[int]:
        """Return its whole numbers from 0 to ``most``."""
        low = 0 if self.low is None else self.low
        high = most if self.high is None else self.high
        return frozenset(n for n in range(most + 1) if (low <= n <= high) is not self.outside)

    @property
    def ends(self) -> list[Fraction | int]:
        """The ends that it has."""
        return [end for end in (self.low, self.high) if end is not None]

    @property
    def is_limit(self) -> bool:
        """Whether it says only how many there are at most."""
        return not self.outside and not self.low and self.high is not None


class PhraseRanges(PhrasePieces):
    """Reads the ranges of a phrase."""

    def _sign_words(self) -> tuple[str, int]:
        """Return the sign of the words before a number, and their number; "" if there are none."""
        for words in (3, 2, 1):
            text = " ".join(self._word(place) for place in range(words))
            if text in SIGNS:
                return SIGNS[text], words
        return "", 0

    def _point_words(self, ahead: int = 0) -> int:
        """Return how many pieces ahead mean points, as ``high card points`` does; 0 if none do."""
        if self._word(ahead) in POINT_WORDS:
            return 1
        dash = self._word(ahead + 1) == "-"
        words = [self._word(ahead), self._word(ahead + dash + 1), self._word(ahead + dash + 2)]
        named = words[0] == "high" and words[1] in ("card", "cards") and words[2] in POINT_WORDS
        return 3 + dash if named else 0

    def _begins_range(self) -> bool:
        """Return whether a range comes next."""
        return (
            self._piece.type == "number"
            or self._word() in ("-", "between")
            or (self._sign_words()[0] != "" and self._ahead(self._sign_words()[1]).type == "number")
        )

    def _span(self) -> Span:
        """Read a range.

        :raises ConditionError: if it is none, or empty
        """
        sign, words = self._sign_words()
        if sign:
            self._next += words
            number = self._number()
            if self._word() == "-" and self._word(1) in ("card", "cards"):
                self._next += 1
            ends: dict[str, Span] = {
                "+": Span(number, None), "-": Span(None, number), "=": Span(number, number),
                ">": Span(number + 1, None), "<": Span(None, number - 1),
                "!=": Span(number, number, outside=True),
            }  # fmt: skip
            return ends[sign]
        if self._takes("-"):
            return Span(None, self._number())
        if self._takes("between"):
            start = self._piece
            low = self._number()
            if not self._takes("and"):
                raise self.error(self._piece, "expected 'and'", f"Write: {low}-{low + 2}")
            high = self._number()
            if low > high:
                raise self._empty_range(start, low, high)
            return Span(low, high)
        return self._numbered_span()

    def _numbered_span(self) -> Span:
        start = self._piece
        low = self._number()
        word = self._word()
        if word == "+":
            self._next += 1
            return Span(low, None)
        numbered = self._ahead(1).type == "number"
        even = word == "-" and self._touches(1) == self._touches(0)
        if numbered and (even or word == "to"):
            self._next += 1
            high = self._number()
        elif word in (":", ".") and self._ahead(1 + (word == ".")).type == "number":
            final = self._ahead(1 + (word == "."))
            raise self.error(self._piece, f"'{word}' does not make a range in a phrase",
                             f"Write: {low}-{final}")  # fmt: skip
        elif word == "-" and self._touches(0):
            self._next += 1
            if not self._takes("card", "cards"):
                return Span(None, low)
            span = self._turned(Span(low, low, bare=True))
            if span.bare:
                raise self._exactly_or_more(start, low)
            return span
        else:
            return self._turned(Span(low, low, bare=True))
        if low > high:
            raise self._two_suiter(start, low, high)
        return Span(low, high)

    def _turned(self, span: Span) -> Span:
        """Return the range of a bare number before ``or fewer``, ``min`` or ``exactly``."""
        if not span.bare:
            return span
        if self._word() == "exactly" and self._ahead(1).type != "number":
            self._next += 1
            return span._replace(bare=False)
        ends = self._word(2) not in ("than", "to") and self._ahead(2).type != "number"
        if ends and self._word() in ("or", "and") and self._word(1) in (*_MORE, *_FEWER):
            more, words = self._word(1) in _MORE, 2
        elif self._word() in _LIMITS and self._ahead(1).type != "number":
            more, words = _LIMITS[self._word()] == "+", 1
        elif ends and self._word() == "at" and self._word(1) in ("least", "most"):
            more, words = self._word(1) == "least", 2
        else:
            return span
        self._next += words
        return Span(span.low, None) if more else Span(None, span.low)

    def _two_suiter(
        self, start: Token, first: Fraction | int, second: Fraction | int
    ) -> ConditionError:
        """Return the error for ``5-4``: the range is empty, and the suits are not named."""
        if first + second > 13 or self._word() in POINT_WORDS:
            return self._empty_range(start, first, second)
        return self.error(
            start,
            f"'{first}-{second}' is not a range of points, and as a shape does not say which suits",
            f"Write: {first}-{second} majors - or: {first}+ spades {second}+ hearts - or: "
            f"any {first}{second}xx",
        )

    def _empty_range(
        self, start: Token, low: Fraction | int, high: Fraction | int
    ) -> ConditionError:
        return self.error(start, f"the range {low}-{high} is empty", f"Write: {high}-{low}")

    def _exactly_or_more(self, start: Token, number: Fraction | int) -> ConditionError:
        self._takes("card", "cards")
        word = self._word().removesuffix("s")
        suit = Suit(SUITS.get(self._word(), Suit.SPADES)).name.lower()
        if word in ("major", "minor", "suit"):
            suit = "card suit" if word == "suit" else word
        return self.error(
            start,
            f"'{number}-card' may mean exactly {number} cards, or {number} and more",
            f"Write: exactly {number} {suit} - or: {number}+ {suit}",
        )

    def _number(self) -> Fraction | int:
        piece = self._piece
        if piece.type != "number":
            shown = f", not '{piece}'" if piece else ""
            raise self.error(piece, f"expected a number{shown}")
        self._next += 1
        return self._amount(piece)
