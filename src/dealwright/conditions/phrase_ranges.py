"""The ranges of a phrase: ``15-17``, ``5+``, ``12-``, ``at least 8``, ``>= 8``, ``5 or 6``."""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple

from dealwright.base.errors import ConditionError
from dealwright.cards import Suit
from dealwright.conditions.phrase_pieces import SUITS, PhraseCursor
from dealwright.conditions.syntax import Token

__all__ = [
    "POINT_WORDS",
    "SIGNS",
    "PhraseSpan",
    "begins_range",
    "exactly_or_more",
    "point_words",
    "read_number",
    "read_span",
    "sign_words",
    "turned_span",
]

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


class PhraseSpan(NamedTuple):
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


def sign_words(cursor: PhraseCursor) -> tuple[str, int]:
    """Return the sign of the words before a number, and their number; "" if there are none."""
    for words in (3, 2, 1):
        text = " ".join(cursor.word(place) for place in range(words))
        if text in SIGNS:
            return SIGNS[text], words
    return "", 0


def point_words(cursor: PhraseCursor, ahead: int = 0) -> int:
    """Return how many pieces ahead mean points, as ``high card points`` does; 0 if none do."""
    if cursor.word(ahead) in POINT_WORDS:
        return 1
    dash = cursor.word(ahead + 1) == "-"
    words = [cursor.word(ahead), cursor.word(ahead + dash + 1), cursor.word(ahead + dash + 2)]
    named = words[0] == "high" and words[1] in ("card", "cards") and words[2] in POINT_WORDS
    return 3 + dash if named else 0


def begins_range(cursor: PhraseCursor) -> bool:
    """Return whether a range comes next."""
    return (
        cursor.piece.type == "number"
        or cursor.word() in ("-", "between")
        or (sign_words(cursor)[0] != "" and cursor.ahead(sign_words(cursor)[1]).type == "number")
    )


def read_span(cursor: PhraseCursor) -> PhraseSpan:
    """Read a range.

    :raises ConditionError: if it is none, or empty
    """
    sign, words = sign_words(cursor)
    if sign:
        cursor.place += words
        number = read_number(cursor)
        if cursor.word() == "-" and cursor.word(1) in ("card", "cards"):
            cursor.place += 1
        ends: dict[str, PhraseSpan] = {
            "+": PhraseSpan(number, None), "-": PhraseSpan(None, number),
            "=": PhraseSpan(number, number),
            ">": PhraseSpan(number + 1, None), "<": PhraseSpan(None, number - 1),
            "!=": PhraseSpan(number, number, outside=True),
        }  # fmt: skip
        return ends[sign]
    if cursor.takes("-"):
        return PhraseSpan(None, read_number(cursor))
    if cursor.takes("between"):
        start = cursor.piece
        low = read_number(cursor)
        if not cursor.takes("and"):
            raise cursor.error(cursor.piece, "expected 'and'", f"Write: {low}-{low + 2}")
        high = read_number(cursor)
        if low > high:
            raise _empty_range(cursor, start, low, high)
        return PhraseSpan(low, high)
    return _numbered_span(cursor)


def _numbered_span(cursor: PhraseCursor) -> PhraseSpan:
    start = cursor.piece
    low = read_number(cursor)
    word = cursor.word()
    if word == "+":
        cursor.place += 1
        return PhraseSpan(low, None)
    numbered = cursor.ahead(1).type == "number"
    even = word == "-" and cursor.touches(1) == cursor.touches(0)
    if numbered and (even or word == "to"):
        cursor.place += 1
        high = read_number(cursor)
    elif word in (":", ".") and cursor.ahead(1 + (word == ".")).type == "number":
        final = cursor.ahead(1 + (word == "."))
        raise cursor.error(cursor.piece, f"'{word}' does not make a range in a phrase",
                         f"Write: {low}-{final}")  # fmt: skip
    elif word == "-" and cursor.touches(0):
        cursor.place += 1
        if not cursor.takes("card", "cards"):
            return PhraseSpan(None, low)
        span = turned_span(cursor, PhraseSpan(low, low, bare=True))
        if span.bare:
            raise exactly_or_more(cursor, start, low)
        return span
    else:
        return turned_span(cursor, PhraseSpan(low, low, bare=True))
    if low > high:
        raise _two_suiter(cursor, start, low, high)
    return PhraseSpan(low, high)


def turned_span(cursor: PhraseCursor, span: PhraseSpan) -> PhraseSpan:
    """Return the range of a bare number before ``or fewer``, ``min`` or ``exactly``."""
    if not span.bare:
        return span
    if cursor.word() == "exactly" and cursor.ahead(1).type != "number":
        cursor.place += 1
        return span._replace(bare=False)
    ends = cursor.word(2) not in ("than", "to") and cursor.ahead(2).type != "number"
    if ends and cursor.word() in ("or", "and") and cursor.word(1) in (*_MORE, *_FEWER):
        more, words = cursor.word(1) in _MORE, 2
    elif cursor.word() in _LIMITS and cursor.ahead(1).type != "number":
        more, words = _LIMITS[cursor.word()] == "+", 1
    elif ends and cursor.word() == "at" and cursor.word(1) in ("least", "most"):
        more, words = cursor.word(1) == "least", 2
    else:
        return span
    cursor.place += words
    return PhraseSpan(span.low, None) if more else PhraseSpan(None, span.low)


def _two_suiter(
    cursor: PhraseCursor, start: Token, first: Fraction | int, second: Fraction | int
) -> ConditionError:
    """Return the error for ``5-4``: the range is empty, and the suits are not named."""
    if first + second > 13 or cursor.word() in POINT_WORDS:
        return _empty_range(cursor, start, first, second)
    return cursor.error(
        start,
        f"'{first}-{second}' is not a range of points, and as a shape does not say which suits",
        f"Write: {first}-{second} majors - or: {first}+ spades {second}+ hearts - or: "
        f"any {first}{second}xx",
    )


def _empty_range(
    cursor: PhraseCursor, start: Token, low: Fraction | int, high: Fraction | int
) -> ConditionError:
    return cursor.error(start, f"the range {low}-{high} is empty", f"Write: {high}-{low}")


def exactly_or_more(cursor: PhraseCursor, start: Token, number: Fraction | int) -> ConditionError:
    """Return the error for ``5-card``, which may mean exactly five or more."""
    cursor.takes("card", "cards")
    word = cursor.word().removesuffix("s")
    suit = Suit(SUITS.get(cursor.word(), Suit.SPADES)).name.lower()
    if word in ("major", "minor", "suit"):
        suit = "card suit" if word == "suit" else word
    return cursor.error(
        start,
        f"'{number}-card' may mean exactly {number} cards, or {number} and more",
        f"Write: exactly {number} {suit} - or: {number}+ {suit}",
    )


def read_number(cursor: PhraseCursor) -> Fraction | int:
    """Read a number.

    :raises ConditionError: if something else comes next
    """
    piece = cursor.piece
    if piece.type != "number":
        shown = f", not '{piece}'" if piece else ""
        raise cursor.error(piece, f"expected a number{shown}")
    cursor.place += 1
    return cursor.amount(piece)
