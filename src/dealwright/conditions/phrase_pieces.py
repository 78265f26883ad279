"""The words, numbers and signs of a phrase, one after the other."""

from __future__ import annotations

import re
from collections.abc import Callable
from fractions import Fraction
from typing import NamedTuple

from dealwright.cards import Seat, Suit
from dealwright.conditions.nodes import Node
from dealwright.conditions.syntax import Token
from dealwright.conditions.text_reader import TextReader
from dealwright.deals.features import Features

__all__ = ["NUMBER_WORDS", "SUITS", "Grammar", "PhraseCursor"]

NUMBER_WORDS = {  # "ten" is also a card
    "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8,
    "nine": 9, "ten": 10, "eleven": 11, "twelve": 12, "thirteen": 13, "fourteen": 14,
    "fifteen": 15, "sixteen": 16, "seventeen": 17, "eighteen": 18, "nineteen": 19, "twenty": 20,
}  # fmt: skip
NUMBER_WORDS.update({f"twenty-{word}": 20 + n for word, n in [*NUMBER_WORDS.items()][:9]})
_TEN = re.compile(  # what follows the number ten, and not the card
    r"(?i)[\s-]+(?:or (?!\w+ of)(?!(?:ace|king|queen|jack|knave|nine)s?\b)|to |cards?\b|points?\b"
    r"|pts\b|hcp\b|high\b|[shdc]\w+s\b)"
)
_BEFORE_TEN = (
    "least", "most", "exactly", "only", "just", "than", "over", "under", "to", "between", "min",
    "minimum", "max", "maximum", "=", "==", "!=", ">=", "<=", ">", "<",
)  # fmt: skip
_OF = re.compile(r"(?i)\s+of\b")
_NEXT_WORD = re.compile(r"[\s-]+([A-Za-z]+)")
_RANK_FOLLOWS = re.compile(r"(?i)\s+(?:ace|king|queen|jack|knave|ten|singleton|doubleton)\b")
SUITS = {
    name: int(suit)
    for suit in Suit
    for name in (suit.letter.lower(), suit.name.lower(), suit.name.lower().removesuffix("s"))
}
_SKIPPED = ("a", "an", "the", "hand")

_PIECE = re.compile(
    r"(?P<shape>\d{1,2}(?:=\d{1,2}){2,}|\d{1,2}(?:-\d{1,2}){2,})(?![\d.])"
    r"|(?P<number>\d+(?:\.\d+)?)|(?P<word>twenty-[a-z]+|[a-z_]\w*)|(?P<sign>&&|\|\||[<>=!]=|[^\s\w])|(?P<letter>.)",
    re.IGNORECASE | re.ASCII,
)
_BLANK = re.compile(r"(?:[\s\u200b\ufeff]+|#[^\n]*|//[^\n]*)*")
_WHERE_ENDS = re.compile(r"\bor\s*:|\Z", re.IGNORECASE)


class Grammar(NamedTuple):
    """What the parts of a phrase read in turn: a hand in brackets, an item behind ``not``."""

    read_whole: Callable[[PhraseCursor], Node]
    read_hand: Callable[[PhraseCursor], Node]
    read_item: Callable[[PhraseCursor], tuple[Node, frozenset[int] | None]]
    is_readable: Callable[[PhraseCursor, str], bool]
    points_follow: Callable[[PhraseCursor, int], str]


class PhraseCursor(TextReader):
    """A place in a phrase, which is a text or its part from ``begin`` to ``end``, cut into pieces.

    The type of a piece is ``word``, ``number``, ``sign``, ``shape`` (5-4-2-2 or 5=4=2=2),
    ``condition`` (what follows ``where``, whole), ``letter`` (any other character) or ``end``.
    ``place`` is the number of the next piece; functions that read a part of a phrase take the
    cursor and move it. ``owner`` has the hand that is read, and ``item_begin`` the piece with which
    the item begins. ``condition`` reads the text behind ``where``.
    """

    def __init__(
        self,
        text: str,
        features: Features,
        grammar: Grammar,
        begin: int = 0,
        end: int | None = None,
        *,
        condition: Callable[[int, int], Node] | None = None,
    ) -> None:
        super().__init__(text)
        names = {name.partition("_")[0] for name in features.names()}
        # before words of features "ten" is a number
        self._counted = names | {name.removesuffix("s") for name in names}
        self.features, self.grammar, self.condition = features, grammar, condition
        self.end = len(text) if end is None else end
        self.pieces = list[Token]()
        self.place = self.item_begin = 0
        self.owner = Seat.NORTH
        self._scan(begin)

    def _scan(self, begin: int) -> None:
        position, end = begin, self.end
        while True:
            blank = _BLANK.match(self.text, position, end)
            assert blank is not None
            position = blank.end()
            if position >= end:
                return
            match_ = _PIECE.match(self.text, position, end)
            assert match_ is not None
            position = match_.end()
            word = match_[0].lower()
            if word in _SKIPPED and not (word == "a" and self._is_ace(position)):
                continue
            number = word in NUMBER_WORDS and (word != "ten" or self._is_number_ten(position))
            kind = "number" if number else str(match_.lastgroup)
            piece = Token(kind, match_[0], match_.start())
            self.pieces.append(piece)
            if piece.lower() == "where":
                where_end = _WHERE_ENDS.search(self.text, position, end)
                stop = end if where_end is None else where_end.start()
                self.pieces.append(Token("condition", self.text[position:stop], position))
                position = stop

    def _is_ace(self, position: int) -> bool:
        """Return whether the "a" before a position is the ace of ``headed by A``."""
        before = [piece.lower() for piece in self.pieces[-2:]]
        return before == ["headed", "by"] and not _RANK_FOLLOWS.match(self.text, position)

    def _is_number_ten(self, position: int) -> bool:
        """Return whether the "ten" before a position is a number, and not a card."""
        if _OF.match(self.text, position):
            return False
        before = ["", "", "", *(piece.lower() for piece in self.pieces[-3:])][-3:]
        number_before = before[1] in NUMBER_WORDS or before[1].isdigit()
        if before[2] in _BEFORE_TEN or (before[2] == "-" and (number_before or not before[1])):
            return True
        if before[2] == "and" and before[0] == "between":
            return True
        following = _NEXT_WORD.match(self.text, position)
        word = following[1].lower() if following else ""
        return _TEN.match(self.text, position) is not None or word in self._counted

    @property
    def piece(self) -> Token:
        """The next piece."""
        return self.ahead(0)

    def ahead(self, places: int) -> Token:
        """Return the piece so many places ahead."""
        place = self.place + places
        return self.pieces[place] if place < len(self.pieces) else Token("end", "", self.end)

    def word(self, places: int = 0) -> str:
        """Return a piece ahead in small letters."""
        return self.ahead(places).lower()

    def amount(self, piece: Token) -> Fraction | int:
        """Return the value of a number, which may be a word."""
        if piece.lower() in NUMBER_WORDS:
            return NUMBER_WORDS[piece.lower()]
        self.integer(piece)  # raises an error for a number that is too large
        return Fraction(piece) if "." in piece else int(piece)

    def take(self) -> Token:
        """Return the next piece, and move behind it."""
        piece = self.piece
        self.place += 1
        return piece

    def takes(self, *words: str) -> bool:
        """Take the next piece if it is one of the words; return whether it was."""
        if self.word() in words and self.piece.type != "end":
            self.place += 1
            return True
        return False

    def last_suit(self, begin: int) -> int | None:
        """Return the suit that the hand named last before a piece, or None."""
        for piece in reversed(self.pieces[:begin]):
            if piece in (";", ":"):
                return None
            if piece.lower() in SUITS:
                return SUITS[piece.lower()]
        return None

    def touches(self, places: int) -> bool:
        """Return whether there is no blank before a piece ahead."""
        before = self.ahead(places - 1)
        piece = self.ahead(places)
        return piece.type != "end" and before.start_pos + len(before) == piece.start_pos

    def between(self, first: int, last: int) -> str:
        """Return the text of the pieces from the first to before the last."""
        if last <= first:
            return ""
        begin, final = self.pieces[first], self.pieces[last - 1]
        return " ".join(self.text[begin.start_pos : final.start_pos + len(final)].split())
