"""A condition written as a script of ``dealer``, which BBO's deal source takes too."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial, reduce
from itertools import permutations

import numpy as np
from numpy.typing import NDArray

from dealwright.cards import Card, Seat, Suit
from dealwright.condition import Condition, question_of
from dealwright.conditions import arithmetic, nodes
from dealwright.conditions.nodes import Binary, Measure, Node, Number, Pattern, ShapeTest
from dealwright.conditions.shapes import lengths_by_name, shape_values
from dealwright.conditions.unparse import to_text
from dealwright.deals.predeal import Predeal
from dealwright.errors import ConditionError
from dealwright.features import feature
from dealwright.numbering.shapes import all_shapes

__all__ = ["dealer_script"]

_KNOWN = {
    "hcp", "controls", "losers", "length", "tens", "jacks", "queens", "kings", "aces",
    "top2", "top3", "top4", "top5", "c13", "quality", "cccc",
}  # fmt: skip
_SUITS = "cdhs"
_LONGEST = 9  # cards of a suit in a list of shapes
_RELATIONS = {"==", "!=", "<", "<=", ">", ">="}


def dealer_script(where: Condition | str | None, predeal: Predeal | None = None) -> str:
    """Return a script of ``dealer`` that deals by a condition: for BBO's deal source, and others.

    It uses only what Hans van Staveren's program has known since its first versions: ranges become
    comparisons, classes of shapes become lists, and words such as ``longest_fit`` what they mean.

    >>> print(dealer_script("hcp(north) in 15..17 && balanced(north)", "south SAK HQ"))
    predeal south SAK, HQ
    condition hcp(north) >= 15 && hcp(north) <= 17 && shape(north, any 4333 + any 4432 + any 5332)
    <BLANKLINE>

    :raises ConditionError: if the condition cannot be read, or asks what ``dealer`` cannot say
    :raises PredealError: if no deal can hold the fixed cards
    """
    question = question_of(where, predeal)
    lines = [_predeal(Seat(at), mask) for at, mask in enumerate(question.fixed) if mask]
    if question.tree is not None:
        text = to_text(nodes.rebuilt(question.tree, _of))
        lines.append(text if "\ncondition " in text else f"condition {text}")
    return "\n".join([*lines, ""])


def _predeal(seat: Seat, mask: int) -> str:
    cards = [Card(at) for at in reversed(range(52)) if mask >> at & 1]
    suits = [
        suit.letter + "".join(card.rank.letter for card in cards if card.suit is suit)
        for suit in reversed(Suit)
    ]
    return f"predeal {seat.name.lower()} {', '.join(text for text in suits if len(text) > 1)}"


def _of(node: Node) -> Node | None:
    """Return what ``dealer`` has in the place of a node; None if the same."""
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
    """Tell whether ``dealer`` reads a class of shapes as it is."""
    return (
        isinstance(shapes, nodes.Patterns)
        and shapes.items[0].add
        and all(max(n or 0 for n in item.lengths) <= _LONGEST for item in shapes.items)
    )


def _of_lengths(test: ShapeTest) -> Node | None:
    """Return arithmetic on the lengths of named suits as a test of a hand; None for others."""
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
        ends = [("==", low)] if low == high else [(">=", low), ("<=", high)]
        limits = [Binary(op, node.value, Number(end)) for op, end in ends if end is not None]
        tests.append(reduce(partial(Binary, "and"), limits))
    return reduce(partial(Binary, "or"), tests)


def _of_shape(node: Node) -> Node | None:
    """Return a comparison as a list of shapes, where ``dealer`` lacks a quantity of the shape."""
    measures = [each for each in nodes.walk(node) if isinstance(each, Measure)]
    if all(each.feature.name in _KNOWN for each in measures):
        return None
    if any(_lengths(each) is None for each in measures) or len({m.seat for m in measures}) > 1:
        return None
    if any(isinstance(each, nodes.HasCard | ShapeTest) for each in nodes.walk(node)):
        return None
    return _listed(measures[0].seat, np.not_equal(_value_of_shape(node), 0))


def _value_of_shape(node: Node) -> NDArray[np.int64]:
    """Return the value of an expression of one hand's shape for all shapes, int64[560]."""
    if isinstance(node, Measure):
        found = _lengths(node)
        assert found is not None
        return found
    return np.asarray(arithmetic.value(node, _value_of_shape))


def _lengths(measure: Measure) -> NDArray[np.int64] | None:
    """Return a quantity for all shapes, int64[560]; None if the shape does not say it."""
    if measure.feature.name == "length" and measure.suit is not None:
        return lengths_by_name()[_SUITS[measure.suit]]
    feature = measure.feature
    return None if measure.suit is not None or feature.holding is not None else feature.shape_table


def _listed(seat: int, inside: NDArray[np.bool_]) -> Node:
    """Return a class of shapes, bool[560], as a list; ``dealer`` lists no suit of ten cards."""
    if inside.all() or not inside.any():
        return Number(int(inside.all()))
    left = {_four(row) for row in all_shapes()[inside].tolist()}
    long = {lengths for lengths in left if max(lengths) > _LONGEST}
    items = list[Pattern]()
    for lengths in sorted({_four(sorted(each, reverse=True)) for each in left - long}):
        every = {_four(each) for each in permutations(lengths)}
        if every <= left:
            items.append(Pattern(True, True, lengths))
        else:
            items += [Pattern(True, False, each) for each in sorted(every & left, reverse=True)]
    tests: list[Node] = [ShapeTest(seat, nodes.Patterns(tuple(items)))] if items else []
    for at in range(4):  # of spades first
        mine = {lengths for lengths in long if lengths[at] > _LONGEST}
        if len(mine) == np.count_nonzero(all_shapes()[:, at] > _LONGEST):
            tests.append(Binary(">", _length(seat, at), Number(_LONGEST)))
        else:
            tests += [_one_shape(seat, lengths) for lengths in sorted(mine)]
    return reduce(partial(Binary, "or"), tests)


def _one_shape(seat: int, lengths: tuple[int, ...]) -> Node:
    equal = [Binary("==", _length(seat, at), Number(lengths[at])) for at in range(3)]
    return reduce(partial(Binary, "and"), equal)


def _length(seat: int, at: int) -> Node:
    return Measure(feature("length"), seat, 3 - at)


def _four(lengths: Sequence[int]) -> tuple[int, int, int, int]:
    spades, hearts, diamonds, clubs = lengths
    return spades, hearts, diamonds, clubs
