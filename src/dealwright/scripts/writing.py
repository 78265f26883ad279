"""Conditions written as scripts of ``dealer``, which BBO's deal source also accepts."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial, reduce
from itertools import permutations
from typing import TYPE_CHECKING

import numpy as np

from dealwright.ask.condition import Condition, question_of
from dealwright.base.errors import ConditionError
from dealwright.cards import Card, Seat, Suit
from dealwright.conditions import arithmetic, nodes
from dealwright.conditions.nodes import Binary, Measure, Node, Number, Pattern, ShapeTest
from dealwright.conditions.shape_sets import lengths_by_name, shape_values
from dealwright.conditions.unparse import to_text
from dealwright.deals.features import feature
from dealwright.deals.predeal import Predeal
from dealwright.numbering.shapes import all_shapes

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["dealer_script"]

_KNOWN = {
    "hcp", "controls", "losers", "length", "tens", "jacks", "queens", "kings", "aces",
    "top2", "top3", "top4", "top5", "c13", "quality", "cccc",
}  # fmt: skip
_SUITS = "cdhs"
_LONGEST_SUIT = 9  # cards of a suit in a list of shapes
_RELATIONS = {"==", "!=", "<", "<=", ">", ">="}


def dealer_script(where: Condition | str | None, predeal: Predeal | None = None) -> str:
    """Return a script of ``dealer`` for a condition, for example for BBO's deal source.

    It uses only features of the first versions of Hans van Staveren's program: ranges become
    comparisons, classes of shapes become lists, and words such as ``longest_fit`` become their
    expressions.

    >>> print(dealer_script("hcp(north) in 15..17 && balanced(north)", "south SAK HQ"))
    predeal south SAK, HQ
    condition hcp(north) >= 15 && hcp(north) <= 17 && shape(north, any 4333 + any 4432 + any 5332)
    <BLANKLINE>

    :raises ConditionError: if the condition cannot be read, or expressed in ``dealer``
    :raises PredealError: if no deal can hold the fixed cards
    """
    question = question_of(where, predeal)
    lines = [_predeal(Seat(seat), mask) for seat, mask in enumerate(question.fixed) if mask]
    if question.tree is not None:
        text = to_text(nodes.rebuilt(question.tree, _of))
        lines.append(text if "\ncondition " in text else f"condition {text}")
    return "\n".join([*lines, ""])


def _predeal(seat: Seat, mask: int) -> str:
    cards = [Card(card_number) for card_number in reversed(range(52)) if mask >> card_number & 1]
    suits = [
        suit.letter + "".join(card.rank.letter for card in cards if card.suit is suit)
        for suit in reversed(Suit)
    ]
    return f"predeal {seat.name.lower()} {', '.join(text for text in suits if len(text) > 1)}"


def _of(node: Node) -> Node | None:
    """Return the equivalent of a node in ``dealer``; None if it is the same."""
    if isinstance(node, nodes.Word):
        return nodes.rebuilt(node.value, _of)
    if isinstance(node, Measure) and node.feature.name not in _KNOWN:
        raise ConditionError(f"dealer has no {to_text(node)}")
    if isinstance(node, ShapeTest) and not _plain(node.shapes):
        return _of_lengths(node) or _listed(node.seat, shape_values(node.shapes) != 0)
    if isinstance(node, Binary) and node.op in _RELATIONS:
        return _of_shape(node)
    if isinstance(node, nodes.Within):
        return _of_shape(node) or nodes.rebuilt(_compared(node), _of)
    if isinstance(node, nodes.Unary) and node.op == "-":
        return Binary("-", Number(0), nodes.rebuilt(node.operand, _of))
    if isinstance(node, Number) and node.value < 0:
        return Binary("-", Number(0), Number(-node.value))
    if isinstance(node, nodes.Costly):
        raise ConditionError(f"dealer has no {to_text(node)}")
    return None


def _plain(shapes: Node) -> bool:
    """Return whether ``dealer`` can read a class of shapes unchanged."""
    return (
        isinstance(shapes, nodes.Patterns)
        and shapes.items[0].add
        and all(max(n or 0 for n in item.lengths) <= _LONGEST_SUIT for item in shapes.items)
    )


def _of_lengths(test: ShapeTest) -> Node | None:
    """Return arithmetic on named suits as a test of a hand; None for other shapes."""
    other = nodes.NamedShape | nodes.Braced | nodes.Patterns
    for node in nodes.walk(test.shapes):
        if isinstance(node, other) or (
            isinstance(node, nodes.LengthOf) and node.name not in _SUITS
        ):
            return None

    def measured(node: Node) -> Node | None:
        if isinstance(node, nodes.LengthOf):
            return Measure(feature("length"), test.seat, _SUITS.index(node.name))
        return None

    return nodes.rebuilt(test.shapes, lambda node: measured(node) or _of(node))


def _compared(node: nodes.Within) -> Node:
    """Return a test of ranges as comparisons."""
    tests = list[Node]()
    for low, high in node.ranges:
        comparisons = [("==", low)] if low == high else [(">=", low), ("<=", high)]
        limits = [Binary(op, node.value, Number(end)) for op, end in comparisons if end is not None]
        tests.append(reduce(partial(Binary, "and"), limits))
    return reduce(partial(Binary, "or"), tests)


def _of_shape(node: Node) -> Node | None:
    """Return a comparison as a list of shapes if ``dealer`` lacks a quantity of it, else None."""
    measures = [part for part in nodes.walk(node) if isinstance(part, Measure)]
    if all(part.feature.name in _KNOWN for part in measures):
        return None
    if any(_lengths(part) is None for part in measures) or len({m.seat for m in measures}) > 1:
        return None
    if any(isinstance(part, nodes.HasCard | ShapeTest) for part in nodes.walk(node)):
        return None
    return _listed(measures[0].seat, np.not_equal(_value_of_shape(node), 0))


def _value_of_shape(node: Node) -> NDArray[np.int64]:
    """Return the value of an expression of one hand's shape for all shapes, int64[560]."""
    if isinstance(node, Measure):
        values = _lengths(node)
        assert values is not None
        return values
    return np.asarray(arithmetic.value(node, _value_of_shape))


def _lengths(measure: Measure) -> NDArray[np.int64] | None:
    """Return a quantity for all shapes, int64[560]; None if it is not a function of the shape."""
    if measure.feature.name == "length" and measure.suit is not None:
        return lengths_by_name()[_SUITS[measure.suit]]
    feature = measure.feature
    return None if measure.suit is not None or feature.holding is not None else feature.shape_table


def _listed(seat: int, inside: NDArray[np.bool_]) -> Node:
    """Return a class of shapes, bool[560], as a list; ``dealer`` lists no ten-card suits."""
    if inside.all() or not inside.any():
        return Number(int(inside.all()))
    shapes = {_four(row) for row in all_shapes()[inside].tolist()}
    long = {lengths for lengths in shapes if max(lengths) > _LONGEST_SUIT}
    items = list[Pattern]()
    for lengths in sorted({_four(sorted(shape, reverse=True)) for shape in shapes - long}):
        orders = {_four(shape) for shape in permutations(lengths)}
        if orders <= shapes:
            items.append(Pattern(True, True, lengths))
        else:
            items += [
                Pattern(True, False, shape) for shape in sorted(orders & shapes, reverse=True)
            ]
    tests: list[Node] = [ShapeTest(seat, nodes.Patterns(tuple(items)))] if items else []
    for column in range(4):  # of spades first
        long_shapes = {lengths for lengths in long if lengths[column] > _LONGEST_SUIT}
        if len(long_shapes) == np.count_nonzero(all_shapes()[:, column] > _LONGEST_SUIT):
            tests.append(Binary(">", _length(seat, column), Number(_LONGEST_SUIT)))
        else:
            tests += [_one_shape(seat, lengths) for lengths in sorted(long_shapes)]
    return reduce(partial(Binary, "or"), tests)


def _one_shape(seat: int, lengths: tuple[int, ...]) -> Node:
    equal = [Binary("==", _length(seat, column), Number(lengths[column])) for column in range(3)]
    return reduce(partial(Binary, "and"), equal)


def _length(seat: int, column: int) -> Node:
    return Measure(feature("length"), seat, 3 - column)


def _four(lengths: Sequence[int]) -> tuple[int, int, int, int]:
    spades, hearts, diamonds, clubs = lengths
    return spades, hearts, diamonds, clubs
