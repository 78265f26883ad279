"""Conditions of a caller: words without a seat are about the hand that calls."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from dealwright.base.errors import ConditionError
from dealwright.cards import Seat
from dealwright.conditions import derived_words, nodes, result_words
from dealwright.conditions.parse import read_with_names
from dealwright.conditions.phrases import read_hand_of
from dealwright.conditions.shape_sets import NAMED_SHAPES
from dealwright.conditions.text_reader import COMMENT, SUIT_FUNCTIONS
from dealwright.deals.features import Features
from dealwright.systems.calls import OTHER_SUIT

__all__ = ["SUITS_OF", "VARIABLE", "CallerDefinition", "CallerReading"]

SUITS_OF = {"S": "spades", "H": "hearts", "D": "diamonds", "C": "clubs"}
_TOKEN = re.compile(rf"{COMMENT}|[A-Za-z_][A-Za-z0-9_]*|\d[\w.]*|\s+|.", re.DOTALL)
_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
_BEGINS_PHRASE = re.compile(
    r"\s*(?:[<>=]|!=|\d+(?:\s*-\s*\d+\b|[+-](?:\s|\Z)|\s*\Z|\+?\s+[a-z]))", re.IGNORECASE
)
_CONDITION_SIGN = re.compile(  # of no phrase: operators, and the bracket of a call
    r"&&|\|\||[<>=!?*/%{}]|\.\.|\bin\s+\d|\b(?!(?:and|or|not|no|with|in|of)\b)[A-Za-z_]\w*\s*\(",
    re.IGNORECASE,
)
_AT_LEAST = re.compile(r"\s*\d+\+\s*[A-Za-z]")  # 5+ spades: not a sum, which has two operands
VARIABLE = re.compile(r"(?<![A-Za-z])(?:o?[Mm])(?![A-Za-z])")
_DIFFERENCE = re.compile(r"\s*(\d+)\s*-\s*(\d+)\s*")
_KEYWORDS = frozenset(["and", "or", "not", "in", "any"])
_SEATS = frozenset(["north", "east", "south", "west", "n", "e", "s", "w", "ns", "ew"])
_RANGES = re.compile(r"\s*(\{[^{}]*\}|-?\d*\s*\.\.\s*-?\d*)\s*")
_OTHER = {"oM": "M", "om": "m"}
_COMMENTS = ("#", "//", "/*")
_OF_HANDS = frozenset([*SUIT_FUNCTIONS, *NAMED_SHAPES, *derived_words.OF_SEATS])
_CALLER = "rules describe only the caller's hand: leave seats out"
_RULE_LENGTH = 200_000  # characters of a rule with its parameters


@dataclass(frozen=True)
class CallerDefinition:
    """A name that a system defines: a parameter (ranges) or an expression, and its position."""

    name: str
    text: str
    at: int

    @property
    def is_range(self) -> bool:
        """Whether its text is ranges that may follow ``in``."""
        return _RANGES.fullmatch(self.text) is not None


@dataclass
class _Output:
    """A text under construction, with the source position of each piece."""

    pieces: list[str] = field(default_factory=list)
    starts: list[int] = field(default_factory=list)
    sources: list[int] = field(default_factory=list)
    length: int = 0

    def add(self, text: str, at: int) -> None:
        self.pieces.append(text)
        self.starts.append(self.length)
        self.sources.append(at)
        self.length += len(text)

    def source(self, position: int) -> int:
        """Return the source position of a position in the text."""
        piece = max(bisect_right(self.starts, position) - 1, 0)
        return self.sources[piece] + position - self.starts[piece]


@dataclass
class CallerReading:
    """Reads the conditions of a system for one seat and one choice of suits for its variables.

    ``definitions`` are those of the whole file by name; the last of a name counts. ``refuse`` makes
    the error for a position in the file.
    """

    seat: Seat
    binding: Mapping[str, str]
    definitions: Mapping[str, CallerDefinition]
    features: Features
    refuse: Callable[..., ConditionError]
    read: dict[str, nodes.Alias] = field(default_factory=dict)
    _reading: list[str] = field(default_factory=list)

    def node(self, text: str, at: int, *, test: bool = False) -> nodes.Node:
        """Return the tree of an expression at a position in the file; it may have to be a ``test``.

        :raises ConditionError: if it cannot be read, with its position in the file
        """
        difference = _DIFFERENCE.fullmatch(text)
        if difference is not None and not test:
            low, high = difference.groups()
            raise self.refuse(
                at + difference.start(1), f"'{low}-{high}' is a difference of two numbers",
                f"Write {low}..{high} for a range, or {low}-{high} hcp for points",
            )  # fmt: skip
        if _AT_LEAST.match(text) and (phrase := self._phrase(text, at, lenient=True)) is not None:
            return phrase
        written = _Output()
        self._rewrite(text, at, written)
        try:
            written_text = "".join(written.pieces)
            return read_with_names(written_text, self.features, self.read, test=test)
        except ConditionError as error:
            words = self._is_worded(text) and error.message.startswith("unexpected")
            phrase = self._phrase(text, at, lenient=not (words or _BEGINS_PHRASE.match(text)))
            if phrase is not None:
                return phrase
            place = at if error.position is None else written.source(error.position)
            raise self.refuse(place, error.message, error.hint) from None

    def _is_worded(self, text: str) -> bool:
        """Return whether a text has no operator, no call and no name that the system defines."""
        names = _NAME.findall(text)
        return _CONDITION_SIGN.search(text) is None and self.definitions.keys().isdisjoint(names)

    def _phrase(self, text: str, at: int, *, lenient: bool = False) -> nodes.Node | None:
        """Return the tree of a hand in words, such as ``15-17 balanced``; None if it is none.

        A variable such as ``M`` is its suit.

        :raises ConditionError: if it cannot be read, unless ``lenient``
        """
        written = _Output()
        end = 0
        for match in VARIABLE.finditer(text):
            suit = self._suit(match[0])
            if suit is not None:
                written.add(text[end : match.start()], at + end)
                written.add(f" {suit} ", at + match.start())
                end = match.end()
        written.add(text[end:], at + end)
        try:
            return read_hand_of(self.seat, "".join(written.pieces), self.features)
        except ConditionError as error:
            if lenient:
                return None
            place = written.source(error.position or 0)
            raise self.refuse(place, error.message, error.hint) from None

    def _rewrite(self, text: str, at: int, out: _Output) -> None:
        """Write a text, adding the seat to words that leave it out."""
        tokens = _Tokens(text)
        while (token_start := tokens.take()) is not None:
            token, start = token_start
            if token.startswith(_COMMENTS):
                out.add(" ", at + start)
            elif _NAME.fullmatch(token) is None:
                out.add(token, at + start)
            elif self._is_call(token, tokens.ahead()):
                self._call(token, at + start, tokens.group(), at, out)
            else:
                self._word(token, at + start, out)
            if out.length > _RULE_LENGTH:
                raise self.refuse(at, "the condition is too long", "Use fewer names in it")

    def _is_call(self, word: str, after: str) -> bool:
        """Return whether a word is a function of the brackets after it."""
        if after == "{":
            return word.lower() in ("shape", "hand")
        is_defined = word in self.definitions and word not in self.features
        return after == "(" and word.lower() not in _KEYWORDS and not is_defined

    def _word(self, word: str, start: int, out: _Output) -> None:
        """Write a word without brackets; add the seat if the word is about a hand."""
        lower, suit = word.lower(), self._suit(word)
        self._check_one_hand(word, start)
        if lower in _KEYWORDS:
            out.add(word, start)
        elif word in self.definitions and suit is None:
            self._define(word, start, out)
        elif suit is not None or lower in _OF_HANDS or lower in self.features:
            out.add(f"{suit or lower}({self.seat.name.lower()})", start)
        elif word in self.features:
            out.add(f"{word}({self.seat.name.lower()})", start)
        else:
            out.add(word, start)

    def _call(
        self, word: str, start: int, group: list[tuple[str, int]], at: int, out: _Output
    ) -> None:
        """Write a word with its brackets, with the seat first inside them."""
        self._check_one_hand(word, start)
        phrase = word.lower() == "hand"
        cards = word.lower() in ("shape", "hascard")  # patterns and cards, not names of suits
        separator = ": " if phrase else ", "
        names = [taken for taken in group if _NAME.fullmatch(taken[0])]
        if (
            names
            and names[0][0].lower() in _SEATS
            and (not (phrase or cards) or _begins_with_seat(group))
        ):
            raise self.refuse(at + names[0][1], f"'{word}' has a seat", _CALLER)
        out.add(word, start)
        seated = False
        for token, begin in group:
            suit = None if cards else self._suit(token)
            out.add(suit or token, at + begin)
            if not seated and token in ("(", "{"):
                seated = True
                comma = separator if any(text.strip() for text, _ in group[1:-1]) else ""
                out.add(self.seat.name.lower() + comma, at + begin)

    def _check_one_hand(self, word: str, start: int) -> None:
        lower = word.lower()
        if (
            lower in derived_words.OF_SIDES or lower in result_words.WORDS
        ) and word not in self.definitions:
            raise self.refuse(start, f"'{word}' is about more than one hand", _CALLER)

    def _suit(self, word: str) -> str | None:
        """Return the suit that a variable stands for: ``M``, or ``oM`` for the other."""
        name = _OTHER.get(word, word)
        if name not in self.binding:
            return None
        letter = self.binding[name]
        return SUITS_OF[OTHER_SUIT[letter] if word in _OTHER else letter]

    def _define(self, name: str, start: int, out: _Output) -> None:
        """Write a name of the system: a parameter's ranges, or a name whose tree is stored."""
        definition = self.definitions[name]
        if definition.is_range:
            out.add(definition.text.strip(), start)
            return
        if name in self._reading:
            raise self.refuse(
                definition.at, f"'{name}' is defined in terms of itself", "Use other names in it"
            )
        if name not in self.read:
            self._reading.append(name)
            try:
                self.read[name] = nodes.Alias(name, self.node(definition.text, definition.at))
            finally:
                self._reading.pop()
        out.add(name, start)


class _Tokens:
    """The tokens of a text, taken one by one or up to a closing bracket."""

    def __init__(self, text: str) -> None:
        self.tokens = [(match[0], match.start()) for match in _TOKEN.finditer(text)]
        self.place = 0

    def take(self) -> tuple[str, int] | None:
        """Return the next token and its place, None at the end."""
        if self.place == len(self.tokens):
            return None
        self.place += 1
        return self.tokens[self.place - 1]

    def ahead(self) -> str:
        """Return the next token that is not blank, "" at the end."""
        following = (token for token, _ in self.tokens[self.place :] if token.strip())
        return next(following, "")

    def group(self) -> list[tuple[str, int]]:
        """Return the tokens up to the bracket that closes the next one, or up to the end."""
        tokens, depth = list[tuple[str, int]](), 0
        while (token := self.take()) is not None:
            tokens.append(token)
            depth += {"(": 1, "{": 1, ")": -1, "}": -1}.get(token[0], 0)
            if depth == 0 and token[0].strip():
                break
        return tokens


def _begins_with_seat(group: list[tuple[str, int]]) -> bool:
    """Return whether a seat comes first, unlike the length of ``shape(s + h > 8)``."""
    text = "".join(token for token, _ in group).strip()[1:]
    return re.match(r"\s*[A-Za-z]+\s*,", text) is not None
