"""Conditions of a caller: words without a seat speak of the hand that calls."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from dealwright.cards import Seat
from dealwright.conditions import derived, nodes, results
from dealwright.conditions.parse import read_with_names
from dealwright.conditions.shapes import NAMED_SHAPES
from dealwright.conditions.text_reader import COMMENT, SUIT_FUNCTIONS
from dealwright.errors import ConditionError
from dealwright.features import Features

__all__ = ["SUITS_OF", "Definition", "Reading"]

SUITS_OF = {"S": "spades", "H": "hearts", "D": "diamonds", "C": "clubs"}
_TOKEN = re.compile(rf"{COMMENT}|[A-Za-z_][A-Za-z0-9_]*|\d[\w.]*|\s+|.", re.DOTALL)
_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
_KEYWORDS = frozenset(["and", "or", "not", "in", "any"])
_SEATS = frozenset(["north", "east", "south", "west", "n", "e", "s", "w", "ns", "ew"])
_RANGES = re.compile(r"\s*(\{[^{}]*\}|-?\d*\s*\.\.\s*-?\d*)\s*")
_OTHER = {"oM": "M", "om": "m"}
_MINOR_OF = {"S": "H", "H": "S", "D": "C", "C": "D"}
_CALLER = "rules speak of the caller's hand alone: leave seats out"
_MOST = 200_000  # characters of a rule with its parameters


@dataclass(frozen=True)
class Definition:
    """A name that a system defines: a parameter (ranges) or an expression; where it stands."""

    name: str
    text: str
    at: int

    @property
    def is_range(self) -> bool:
        """Whether its text is what may follow ``in``."""
        return _RANGES.fullmatch(self.text) is not None


@dataclass
class _Output:
    """A text in the making, and for each piece where it comes from."""

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
        """Return where a position of the text comes from."""
        piece = max(bisect_right(self.starts, position) - 1, 0)
        return self.sources[piece] + position - self.starts[piece]


@dataclass
class Reading:
    """Reads the conditions of a system for one seat and one choice of suits for its variables.

    ``definitions`` are those of the whole file by name, of one name the last. ``refuse`` makes the
    error for a place of the file.
    """

    seat: Seat
    binding: Mapping[str, str]
    definitions: Mapping[str, Definition]
    features: Features
    refuse: Callable[[int, str, str], ConditionError]
    read: dict[str, nodes.Alias] = field(default_factory=dict)
    _reading: list[str] = field(default_factory=list)

    def node(self, text: str, at: int) -> nodes.Node:
        """Return the tree of a condition that stands at a place of the file.

        :raises ConditionError: if it cannot be read, with its place in the file
        """
        written = _Output()
        self._rewrite(text, at, written)
        try:
            return read_with_names("".join(written.pieces), self.features, self.read)
        except ConditionError as error:
            place = at if error.position is None else written.source(error.position)
            raise self.refuse(place, error.message, error.hint) from None

    def _rewrite(self, text: str, at: int, out: _Output) -> None:
        """Write a text with the seat where words leave it out."""
        tokens = [(found[0], found.start()) for found in _TOKEN.finditer(text)]
        place = 0
        while place < len(tokens):
            token, start = tokens[place]
            place += 1
            if token.startswith(("#", "//", "/*")) or _NAME.fullmatch(token) is None:
                out.add(" " if token.startswith(("#", "//", "/*")) else token, at + start)
            else:
                after = text[start + len(token) :].lstrip()[:1]
                place = self._word(token, at + start, after, tokens, place, at, out)
            if out.length > _MOST:
                raise self.refuse(at, "the condition is too long", "Use fewer names in it")

    def _word(
        self, word: str, start: int, after: str, tokens: list[tuple[str, int]], place: int,
        at: int, out: _Output,
    ) -> int:  # fmt: skip
        """Write one word; return the place of the token after what was written."""
        seat, lower = self.seat.name.lower(), word.lower()
        if after in ("(", "{") and (after == "(" or lower == "shape"):
            return self._call(word, start, after, tokens, place, at, out)
        if lower in _KEYWORDS:
            out.add(word, start)
        elif (suit := self._suit(word)) is not None:
            out.add(f"{suit}({seat})", start)
        elif word in self.definitions:
            self._define(word, start, out)
        elif lower in SUIT_FUNCTIONS or lower in NAMED_SHAPES or lower in derived.OF_SEATS:
            out.add(f"{lower}({seat})", start)
        elif word in self.features or lower in self.features:
            out.add(f"{word if word in self.features else lower}({seat})", start)
        elif lower in derived.OF_SIDES or lower in results.WORDS:
            raise self.refuse(start, f"'{word}' is about more than one hand", _CALLER)
        else:
            out.add(word, start)
        return place

    def _call(
        self, word: str, start: int, bracket: str, tokens: list[tuple[str, int]], place: int,
        at: int, out: _Output,
    ) -> int:  # fmt: skip
        """Write a word with its brackets, the seat first inside them."""
        lower = word.lower()
        if lower in derived.OF_SIDES or lower in results.WORDS:
            raise self.refuse(start, f"'{word}' is about more than one hand", _CALLER)
        if lower in _KEYWORDS or (word in self.definitions and word not in self.features):
            if lower in _KEYWORDS:
                out.add(word, start)
            else:
                self._define(word, start, out)
            return place
        depth, inside = 0, list[tuple[str, int]]()
        opened = place
        while place < len(tokens):
            token, _ = tokens[place]
            place += 1
            depth += {"(": 1, "{": 1, ")": -1, "}": -1}.get(token, 0)
            inside.append(tokens[place - 1])
            if depth == 0 and token.strip():
                break
        words = [token for token, _ in inside if _NAME.fullmatch(token)]
        raw = lower in ("shape", "hascard")
        first = words[0].lower() if words else ""
        if first in _SEATS and not (raw and len(words) > 0 and self._is_length(inside)):
            where = next(begin for token, begin in inside if token == words[0])
            raise self.refuse(at + where, f"'{word}' has a seat", _CALLER)
        out.add(word, start)
        for number, (token, begin) in enumerate(tokens[opened:place]):
            suit = self._suit(token)
            out.add(suit if suit is not None and not raw else token, at + begin)
            if number == _first_bracket(inside) and token == bracket:
                some = any(each.strip() for each, _ in inside[number + 1 : -1])
                out.add(self.seat.name.lower() + (", " if some else ""), at + begin)
        return place

    @staticmethod
    def _is_length(inside: list[tuple[str, int]]) -> bool:
        """Return whether what begins like a seat is a length of a shape: ``shape(s + h > 8)``."""
        text = "".join(token for token, _ in inside)[1:].lstrip()
        return re.match(r"[A-Za-z]+\s*,", text) is None

    def _suit(self, word: str) -> str | None:
        """Return the suit that a variable stands for: ``M``, or ``oM`` for the other."""
        name = _OTHER.get(word, word)
        if name not in self.binding:
            return None
        letter = self.binding[name]
        return SUITS_OF[_MINOR_OF[letter] if word in _OTHER else letter]

    def _define(self, name: str, start: int, out: _Output) -> None:
        """Write a name of the system: a parameter's ranges, or a name whose tree is kept."""
        found = self.definitions[name]
        if found.is_range:
            out.add(found.text.strip(), start)
            return
        if name in self._reading:
            raise self.refuse(found.at, f"'{name}' is defined by itself", "Use other names in it")
        if name not in self.read:
            self._reading.append(name)
            value = self.node(found.text, found.at)
            self._reading.pop()
            self.read[name] = nodes.Alias(name, value)
        out.add(name, start)


def _first_bracket(inside: list[tuple[str, int]]) -> int:
    return next(at for at, (token, _) in enumerate(inside) if token.strip())
