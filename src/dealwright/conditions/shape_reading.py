"""Reading the arguments of ``shape(...)`` and ``shape{...}``."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from dealwright.base.errors import ConditionError
from dealwright.conditions import nodes
from dealwright.conditions.nodes import Node
from dealwright.conditions.number_reading import check_test
from dealwright.conditions.shape_patterns import (
    LENGTH_SIGNS,
    Piece,
    cards_of_pattern,
    lengths_of_pattern,
    of_each_suit,
    pattern_of_lengths,
    pieces,
    seat_and_list,
)
from dealwright.conditions.shape_sets import NAMED_SHAPES
from dealwright.conditions.syntax import Token, Tree

if TYPE_CHECKING:
    from dealwright.conditions.parse import Reader

__all__ = [
    "braced_shape",
    "shape_test",
    "shapes_of",
]

_LISTED = re.compile(r"(?i)([-+])?\s*(any\s+)?\b((?:1[0-3]|\d)(?:[-=](?:1[0-3]|\d)){3}|\w+)")


def shape_test(reader: Reader, tree: Tree) -> Node:
    """Return the tree of ``shape(north, ...)``."""
    reader.refuse_in_shape(tree)
    seat, shapes = tree.children[-2:]
    return nodes.ShapeTest(reader.seat(seat), shapes_of(reader, shapes))


def shapes_of(reader: Reader, tree: Any) -> Node:
    """Return the tree of the argument of ``shape(north, ...)``."""
    if isinstance(tree, Token):
        return nodes.Patterns(tuple(_listed(reader, tree)))
    if tree.data == "patterns":
        return nodes.Patterns(tuple(_pattern(reader, *_parts(item)) for item in tree.children))
    reader.shape_names = True
    try:
        rule = reader.node(tree)
    finally:
        reader.shape_names = False
    if not any(isinstance(n, nodes.LengthOf | nodes.NamedShape) for n in nodes.walk(rule)):
        raise reader.error(
            tree,
            f"'{reader.source_of(tree)}' is not a test of the four lengths",
            "A pattern has four characters, as 4333 or 54xx; arithmetic uses s h d c",
        )
    for part in nodes.walk(rule):
        sides = (part.left, part.right) if isinstance(part, nodes.Binary) else ()
        named = [side.name for side in sides if isinstance(side, nodes.NamedShape)]
        if named and isinstance(part, nodes.Binary) and part.op in "+-*/%":
            raise reader.error(
                tree,
                f"'{named[0]}' is a class of shapes, and cannot be added to a number",
                f"Join classes with || and &&, or in a list: {named[0]} + any 5422",
            )
    if reader.typed:
        check_test(reader, tree, rule)
    return rule


def _listed(reader: Reader, token: Token) -> Iterator[nodes.Pattern]:
    """Yield the patterns of a list in which names of classes stand."""
    for match in _LISTED.finditer(token):
        sign, any_order, word = match.groups()
        place = Token("PATTERN", word, token.start_pos + match.start(3))
        if word.lower() not in NAMED_SHAPES:
            yield _pattern(reader, sign, any_order is not None, place)
            continue
        for first, second, third, fourth in NAMED_SHAPES[word.lower()]:
            yield nodes.Pattern(sign != "-", True, (first, second, third, fourth))


def braced_shape(reader: Reader, tree: Tree) -> Node:
    """Return the tree of ``shape{north, 5+M(332)}``."""
    reader.refuse_in_shape(tree)
    token: Any = tree.children[0]
    parts = seat_and_list(token)
    if parts is None:
        raise reader.error(token, "a shape in braces is shape{north, 5+M(332)}")
    seat, listed, begin = parts
    place = Token("SEAT", seat, token.start_pos)
    items = tuple(
        item
        for piece in pieces(listed, token.start_pos + begin)
        for item in _braced_items(reader, piece)
    )
    return nodes.ShapeTest(reader.seat(place), nodes.Braced(items))


def _braced_items(reader: Reader, piece: Piece) -> Iterator[nodes.BracedPattern]:
    pattern = pattern_of_lengths(piece.pattern)
    if pattern is not None and "-" in piece.pattern and reader.typed:
        raise _order_error(reader, Token("PATTERN", piece.pattern, piece.position), pattern)
    if pattern is not None and ("=" in piece.pattern or cards_of_pattern(pattern) == 13):
        piece = piece._replace(pattern=pattern)  # at most 5, 4 and 2, and 2, are exactly these
    try:
        lengths_of_pattern(piece.pattern)
        suit_pieces = list(of_each_suit(piece))
    except ConditionError as error:
        message, hint = error.message, error.hint
        raise ConditionError(
            message, text=reader.text, position=piece.position, hint=hint
        ) from None
    for suit_piece in suit_pieces:
        test = _braced_test(reader, suit_piece) if suit_piece.test.strip() else None
        yield nodes.BracedPattern(suit_piece.add, suit_piece.pattern, test)


def _braced_test(reader: Reader, piece: Piece) -> Node:
    try:
        return reader.read_lengths(piece.test.replace(",", " and "))
    except ConditionError as error:
        raise ConditionError(
            error.message, text=reader.text, position=piece.test_position,
            hint=error.hint or "A test compares lengths: h>=s,d+c==7, signs without spaces",
        ) from None  # fmt: skip


def _order_error(reader: Reader, word: Token, pattern: str) -> ConditionError:
    """Return the error for ``5-4-2-2``, which is any order in a phrase."""
    if cards_of_pattern(pattern) != 13:
        return _cards_error(reader, word, pattern)
    return reader.error(
        word, f"'{word}' may be a shape in any order, or with spades first",
        f"Write: any {pattern} - or: {word.replace('-', '=')}",
    )  # fmt: skip


def _cards_error(reader: Reader, word: Token, pattern: str) -> ConditionError:
    message = f"the shape {word} has {cards_of_pattern(pattern)} cards, not 13"
    return reader.error(word, message, "A hand has 13 cards")


def _pattern(reader: Reader, sign: str | None, any_order: bool, word: Token) -> nodes.Pattern:
    pattern = pattern_of_lengths(word)
    if pattern is not None:
        if "-" in word:
            raise _order_error(reader, word, pattern)
        if any_order:
            raise reader.error(
                word, f"'any' is any order, and {word} is spades first",
                f"Write: any {pattern} - or: {word}",
            )  # fmt: skip
    letters = pattern or word.lower()
    first, second, third, fourth = (LENGTH_SIGNS.get(letter) for letter in letters)
    total = cards_of_pattern(letters)
    if total > 13 or (total < 13 and not {"x"}.intersection(letters)):
        raise _cards_error(reader, word, letters)
    return nodes.Pattern(sign != "-", any_order, (first, second, third, fourth))


def _parts(pattern: Any) -> tuple[str | None, bool, Token]:
    """Return a pattern's sign, whether it means any order, and its letters."""
    sign, any_order, word = pattern.children[0], pattern.children[-2], pattern.children[-1]
    return sign, any_order is not None, word
