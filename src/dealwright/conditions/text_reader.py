"""The base class of parse tree readers: errors with positions, numbers, seats and suits."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Literal

from dealwright.base.errors import CardError, ConditionError
from dealwright.cards import Seat, Suit
from dealwright.conditions.syntax import Token, Tree

__all__ = [
    "COMMENT",
    "MOST_CHARACTERS",
    "MOST_DIGITS",
    "SUIT_FUNCTIONS",
    "Note",
    "TextReader",
    "plain_text",
    "without_quotes",
]

SUIT_FUNCTIONS = {
    name: int(suit)
    for suit in Suit
    for name in (suit.name.lower(), suit.name.lower().removesuffix("s"))
}
MOST_DIGITS = 11  # of a number in a text; values that leave 32 bits are refused where they are used
MOST_CHARACTERS = 1_000_000
_QUOTES = str.maketrans("“”„‟", '""""')
_QUOTED = re.compile(r"""(\s*)["“”„‟«»'‘’]([^"“”„‟«»'‘’]*)["“”„‟«»'‘’](\s*)""")
_TYPED = str.maketrans(
    {"≥": ">=", "≤": "<=", "≠": "!=", "–": "-", "—": "-", "−": "-", "×": "*", "·": "*",
     "♠": "S", "♤": "S", "♥": "H", "♡": "H", "♦": "D", "♢": "D", "♣": "C", "♧": "C",
     "\N{NO-BREAK SPACE}": " ", "’": "'", "‘": "'", "…": ".."}
)  # fmt: skip
# all that is white space for Python, but no end of a line (decoding.lines_of) and no tabulator
_BLANKS = dict.fromkeys(
    [
        *map(ord, "\x0b\x0c\x1c\x1d\x1e\x1f\x85\u1680\u2028\u2029\u202f\u205f\u3000"),
        *range(0x2000, 0x200B),
    ],
    " ",
)
_OPPOSITE: dict[str, Literal["", "down", "up"]] = {"": "", "down": "up", "up": "down"}
COMMENT = r"//[^\n]*|#[^\n]*|/\*(?s:.)*?(?:\*/|\Z)"  # of a text or script, as grammar.lark has it


@dataclass(frozen=True)
class Note:
    """A note on a text that is valid but may not mean what it seems to.

    ``line`` counts from 1.
    """

    line: int
    text: str

    def __str__(self) -> str:
        return f"line {self.line}: {self.text}"


def plain_text(text: str) -> str:
    """Return a text with LF line ends and without a byte order mark, in characters of a keyboard.

    Signs that word processors put in are those that they stand for: dashes are minus, curly quotes
    straight ones, suit symbols letters. Positions of errors stay, except behind ``≥ ≤ ≠``.

    >>> plain_text("hcp(north) ≥ 15 && hascard(north, ♠A)")
    'hcp(north) >= 15 && hascard(north, SA)'

    :raises ConditionError: if it has more than a million characters
    """
    if len(text) > MOST_CHARACTERS:
        raise ConditionError(
            f"a condition or script has at most {MOST_CHARACTERS:,} characters, not {len(text):,}"
        )
    text = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    text = text.translate(_BLANKS)
    if text.isascii():
        return text
    pieces = text.translate(_QUOTES).split('"')
    pieces[::2] = [piece.translate(_TYPED) for piece in pieces[::2]]  # texts in quotes stay
    return '"'.join(pieces)


def without_quotes(text: str) -> str:
    """Return a text with blanks in place of quotes around all of it, straight or curly.

    >>> without_quotes("“north: 15-17 balanced”"), without_quotes("'a' && 'b'")
    (' north: 15-17 balanced ', "'a' && 'b'")
    """
    quoted = _QUOTED.fullmatch(text)
    return text if quoted is None else f"{quoted[1]} {quoted[2]} {quoted[3]}"


@lru_cache(maxsize=2)
def _line_ends(text: str) -> list[int]:
    return [match.start() for match in re.finditer("\n", text)]


class TextReader:
    """Reads the parts of one text; keeps the text for errors, and collects notes on it."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.notes: list[Note] = []
        self._noted: set[Note] = set()

    def note(self, at: Tree | Token, text: str) -> None:
        """Add a note on a part of the text."""
        note_ = Note(bisect_left(_line_ends(self.text), at.start_pos) + 1, text)
        if note_ not in self._noted:
            self._noted.add(note_)
            self.notes.append(note_)

    def error(self, at: Tree | Token, message: str, hint: str = "") -> ConditionError:
        """Return an error that points at a part of the text."""
        return ConditionError(message, text=self.text, position=at.start_pos, hint=hint)

    def near(self, name: str, known: Iterable[str]) -> str:
        """Return a question with the known name that is close to an unknown one, or ""."""
        from difflib import get_close_matches

        word, names = name.lower(), list(known)
        close = get_close_matches(word, names, n=1, cutoff=0.8) or [
            name for name in names if sorted(name) == sorted(word)
        ]
        return f"Did you mean {close[0]}?" if close else ""

    def source_of(self, part: Tree | Token) -> str:
        """Return the text of a part, its blanks as one."""
        if isinstance(part, Token):
            return str(part)
        tree = part
        return " ".join(self.text[tree.start_pos : tree.end_pos].split())

    # Leaves

    def integer(self, token: Token, rounded: Literal["", "down", "up"] = "") -> int:
        """Return a number; a decimal number in hundredths, the unit of valuations.

        Hundredths are integers, so ``<= 6.125`` is exactly ``<= 6.12``: a comparison says how to
        round. Elsewhere a number is rounded to the nearest hundredth, with a note.
        """
        whole, point, part = token.partition(".")
        if len(whole) > MOST_DIGITS - 2 * bool(point):
            shown = token if len(token) <= 20 else f"{token[:20]}..."
            raise self.error(token, f"{shown} is too large a number")
        if not f"{whole}{part}".isdecimal():
            raise self.error(token, f"'{token}' is not a number")
        if not point:
            return int(whole)
        hundredths = 100 * int(whole or "0") + int((part + "00")[:2])
        if not part[2:].strip("0"):
            return hundredths
        if not rounded:
            self.note(token, f"{token} is rounded to hundredths")
        return hundredths + (part[2] >= "5" if not rounded else rounded == "up")

    def bound(self, tree: Any, rounded: Literal["", "down", "up"] = "") -> int:
        """Return an end of a range, which may have a minus."""
        sign, digits = tree.children
        if sign == "-":
            return -self.integer(digits, _OPPOSITE[rounded])
        return self.integer(digits, rounded)

    def seat(self, token: Any) -> int:
        """Return the seat that a word names, 0 to 3."""
        try:
            return int(Seat.of(token))
        except CardError:
            hint = self.near(token, ["north", "east", "south", "west"])
            hint = hint or "The seats are north, east, south and west"
            raise self.error(token, f"expected a seat, not '{token}'", hint) from None

    def _suit(self, token: Any) -> int:
        try:
            return int(Suit.of(token))
        except CardError:
            hint = (
                self.near(token, SUIT_FUNCTIONS) or "The suits are spades, hearts, diamonds, clubs"
            )
            raise self.error(token, f"expected a suit, not '{token}'", hint) from None
