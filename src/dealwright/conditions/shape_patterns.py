"""Shapes in braces: the pattern language of Dellacherie's preprocessor for `dealer`.

``shape{north, 5+M3+c(31):h>=s}``: lengths such as ``5``, ``5+``, ``3-``, ``[0-35]``, ``x``, each
with an optional suit after it (``s h d c``, ``M`` a major, ``m`` a minor), lengths in any order in
brackets, and after a colon tests of the four lengths.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import permutations, product
from typing import NamedTuple

from dealwright.base.errors import ConditionError
from dealwright.conditions.text_reader import COMMENT

__all__ = [
    "LENGTH_SIGNS",
    "Piece",
    "cards_of_pattern",
    "lengths_of_pattern",
    "of_each_suit",
    "pattern_of_lengths",
    "pieces",
    "seat_and_list",
]

Lengths = tuple[int, int, int, int]
_FULL = frozenset(range(14))
LENGTH_SIGNS = {**{str(n): n for n in range(10)}, "t": 10, "j": 11, "q": 12, "k": 13}
_SUITS = {"s": (0,), "h": (1,), "d": (2,), "c": (3,), "M": (0, 1), "m": (2, 3)}
_LENGTH = re.compile(r"([0-9tjqk])([+-]?)|(x)|\[([0-9tjqk-]+)\]")
_SPAN = re.compile(r"([0-9tjqk])(?:-([0-9tjqk]))?")


class Piece(NamedTuple):
    """One pattern of a list: whether it adds shapes, its text, its test, their offsets."""

    add: bool
    pattern: str
    position: int
    test: str
    test_position: int


class _Slot(NamedTuple):
    lengths: frozenset[int]
    suit: str  # a letter, or "" where none is written


def pattern_of_lengths(text: str) -> str | None:
    """Return the pattern of four lengths with a sign between them, or None.

    >>> pattern_of_lengths("5=4=2=2"), pattern_of_lengths("10-2-1-0"), pattern_of_lengths("5+xx")
    ('5422', 't210', None)
    """
    if not re.fullmatch(r"(?:1[0-3]|\d)(?:[-=](?:1[0-3]|\d)){3}", text):
        return None
    letters = {length: letter for letter, length in LENGTH_SIGNS.items()}
    lengths = [int(length) for length in re.split("[-=]", text)]
    return "".join(letters[length] for length in lengths)


def cards_of_pattern(pattern: str) -> int:
    """Return the number of cards in the known lengths of a pattern.

    >>> cards_of_pattern("54xx")
    9
    """
    return sum(LENGTH_SIGNS.get(letter, 0) for letter in pattern)


def seat_and_list(token: str) -> tuple[str, str, int] | None:
    """Return the seat, the list and the list's offset of a text ``shape{seat, list}``.

    >>> seat_and_list("shape{north, 5+xx5+}")
    ('north', ' 5+xx5+', 12)
    """
    match = re.fullmatch(r"(?is)shape\s*\{\s*(\w+)\s*,(.*)\}", re.sub(COMMENT, _blank, token))
    return None if match is None else (match[1], match[2], match.start(2))


def _blank(comment: re.Match[str]) -> str:
    return re.sub(r"[^\n]", " ", comment[0])


def pieces(text: str, offset: int) -> Iterator[Piece]:
    """Yield the patterns of a list; a sign between two patterns has spaces around it.

    >>> [(piece.add, piece.pattern, piece.test) for piece in pieces("4+s4+h(xx):d>c - 7xxx", 0)]
    [(True, '4+s4+h(xx)', 'd>c'), (False, '7xxx', '')]
    """
    sign, position = "+", offset
    for part in re.split(r"((?:^|(?<!\s)\s+)[+-]\s+)", text):
        if part.strip() in ("+", "-"):
            sign = part.strip()
        elif part.strip() or position > offset:
            pattern, colon, test = part.partition(":")
            indent = len(pattern) - len(pattern.lstrip())
            test_position = position + len(pattern) + len(colon)
            yield Piece(
                sign == "+",
                pattern.strip(),
                position + indent,
                test if colon else "",
                test_position,
            )
        position += len(part)


def of_each_suit(piece: Piece) -> Iterator[Piece]:
    """Yield a pattern for each suit that ``M`` and ``m`` of its test stand for.

    In a test they are the major and the minor of the pattern, or either if the pattern has none;
    the preprocessor replaces the letter in both.

    >>> [(piece.pattern, piece.test) for piece in of_each_suit(next(pieces("4Mxxx:M>c", 0)))]
    [('4sxxx', 's>c'), ('4hxxx', 'h>c')]

    :raises ConditionError: if the pattern has the letter twice, so that the test could mean either
    """
    letters = [letter for letter in "Mm" if re.search(rf"\b{letter}\b", piece.test)]
    for letter in letters:
        if piece.pattern.count(letter) > 1:
            raise ConditionError(
                f"'{letter}' in the test could be either '{letter}' of the shape {piece.pattern}",
                hint="Name the suits: s h d c",
            )
    for suits in product(*(("sh" if letter == "M" else "dc") for letter in letters)):
        pattern, test = piece.pattern, piece.test
        for letter, suit in zip(letters, suits, strict=True):
            if letter in pattern and suit in pattern:
                break  # the pattern has another length for that suit
            pattern = pattern.replace(letter, suit)
            test = re.sub(rf"\b{letter}\b", suit, test)
        else:
            yield piece._replace(pattern=pattern, test=test)


@cache
def lengths_of_pattern(pattern: str) -> frozenset[Lengths]:
    """Return the shapes of a pattern, as lengths of spades, hearts, diamonds, clubs.

    >>> sorted(lengths_of_pattern("6+M(3+22)"))
    [(2, 6, 2, 3), (2, 6, 3, 2), (3, 6, 2, 2), (6, 2, 2, 3), (6, 2, 3, 2), (6, 3, 2, 2)]

    :raises ConditionError: if it is not a pattern, with the offset of the error
    """
    text = "".join(pattern.split())
    fixed, bracket, bracketed = text.partition("(")
    if bracket and (not bracketed.endswith(")") or "(" in bracketed or ")" in bracketed[:-1]):
        raise ConditionError(f"the brackets of the shape {pattern} do not match")
    fixed_slots, free_slots = _slots(fixed, pattern), _slots(bracketed[:-1], pattern)
    if any(slot.suit for slot in free_slots):
        raise ConditionError(f"a suit cannot be inside the brackets of {pattern}")
    if len(fixed_slots) + len(free_slots) != 4:
        raise ConditionError(
            f"the shape {pattern} has {len(fixed_slots) + len(free_slots)} suits, not four",
            hint="Write four lengths, such as 5+xx5+, or some with suits: 5+s(3+xx)",
        )
    shapes = frozenset(
        lengths
        for order in _orders(fixed_slots, free_slots, pattern)
        for lengths in _of_thirteen([slot.lengths for slot in order])
    )
    if not shapes:
        raise ConditionError(f"no hand of 13 cards has the shape {pattern}")
    return shapes


def _slots(text: str, pattern: str) -> list[_Slot]:
    slots, position = [], 0
    while position < len(text):
        length = _LENGTH.match(text, position)
        if length is None:
            raise ConditionError(
                f"the shape {pattern} cannot be read at '{text[position:]}'",
                hint="A length is 5, 5+, 5-, [0-35] or x; s h d c M m behind it name its suit",
            )
        position = length.end()
        suit = text[position : position + 1] if text[position : position + 1] in _SUITS else ""
        position += len(suit)
        slots.append(_Slot(_lengths(length, pattern), suit))
    return slots


def _lengths(match: re.Match[str], pattern: str) -> frozenset[int]:
    if match[3]:
        return _FULL
    if match[1]:
        n = LENGTH_SIGNS[match[1]]
        return frozenset({"": [n], "+": range(n, 14), "-": range(n + 1)}[match[2]])
    if not re.fullmatch(f"(?:{_SPAN.pattern})+", match[4]):
        raise ConditionError(f"the range [{match[4]}] of the shape {pattern} cannot be read")
    spans = [
        (LENGTH_SIGNS[low], LENGTH_SIGNS[high or low]) for low, high in _SPAN.findall(match[4])
    ]
    return frozenset(n for low, high in spans for n in range(low, high + 1))


def _orders(named: Sequence[_Slot], free: Sequence[_Slot], pattern: str) -> Iterator[list[_Slot]]:
    """Yield every order of the four slots, from spades to clubs, that the pattern allows."""
    letters = [slot.suit for slot in named]
    if any(letters) and not all(letters):
        unnamed = [slot for slot in named if not slot.suit]
        if len(set(unnamed)) > 1 or free:
            raise ConditionError(
                f"only some lengths of the shape {pattern} name a suit",
                hint="Put the others in brackets, which allow any order: 5M(332)",
            )
        named = [slot for slot in named if slot.suit]
        free, letters = unnamed, [slot.suit for slot in named]
    in_order = [(suit,) for suit in range(len(named))]
    choices = [_SUITS[letter] for letter in letters] if any(letters) else in_order
    placed = [suits for suits in product(*choices) if len(set(suits)) == len(suits)]
    if not placed:
        raise ConditionError(f"the shape {pattern} names a suit twice")
    for suits in placed:
        others = [suit for suit in range(4) if suit not in suits]
        for order in dict.fromkeys(permutations(free)):
            slots = dict(zip((*suits, *others), (*named, *order), strict=True))
            yield [slots[suit] for suit in range(4)]


def _of_thirteen(allowed: Sequence[frozenset[int]]) -> Iterator[Lengths]:
    for first, second, third in product(*allowed[:3]):
        last = 13 - first - second - third
        if last in allowed[3]:
            yield first, second, third, last
