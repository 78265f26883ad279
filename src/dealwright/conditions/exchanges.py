"""Conditions with their seats or suits exchanged, such as every North by East."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from dealwright.base.errors import ConditionError
from dealwright.cards import Seat
from dealwright.conditions import nodes
from dealwright.conditions.derived_words import OF_SEATS, OF_SIDES, of_seat, of_side
from dealwright.conditions.nodes import Node
from dealwright.conditions.unparse import to_text
from dealwright.numbering.shapes import all_shapes, shape_index

__all__ = ["exchanged"]

_OF_ONE = re.compile(r"(\w+)\((\w+)\)")
_LETTERS = "cdhs"
_SAME = (0, 1, 2, 3)


def exchanged(tree: Node, seats: Sequence[int] = _SAME, suits: Sequence[int] = _SAME) -> Node:
    """Return a condition with ``seats[i]`` in place of seat i, and ``suits[i]`` of suit i.

    Seats are numbered from north, suits from clubs. The number of deals does not change.

    >>> from dealwright.conditions.parse import read_condition
    >>> tree, _ = read_condition("spades(north) >= 5 && hascard(south, HA) && longest_fit(ns) > 8")
    >>> to_text(exchanged(tree, seats=(1, 2, 3, 0), suits=(0, 1, 3, 2)))
    'hearts(east) >= 5 && hascard(west, AS) && longest_fit(ew) > 8'

    :raises ConditionError: if a part of it cannot be exchanged: results of a solver, Python
    functions, and for suits also lists in braces
    """
    change = _Exchange(tuple(seats), tuple(suits))
    return nodes.rebuilt(tree, change.of)


class _Exchange:
    def __init__(self, seats: tuple[int, ...], suits: tuple[int, ...]) -> None:
        self.seats, self.suits = seats, suits
        self.of_suits = suits != _SAME

    def of(self, node: Node) -> Node | None:
        """Return the replacement of a node, or None if it has nothing to exchange."""
        if isinstance(node, nodes.Measure):
            return self._measure(node)
        if isinstance(node, nodes.HasCard):
            suit, rank = divmod(node.card, 13)
            return nodes.HasCard(self.seats[node.seat], 13 * self.suits[suit] + rank)
        if isinstance(node, nodes.ShapeTest):
            return nodes.ShapeTest(self.seats[node.seat], nodes.rebuilt(node.shapes, self.of))
        if isinstance(node, nodes.Pattern):
            return self._pattern(node)
        if isinstance(node, nodes.LengthOf) and node.name in _LETTERS:
            return nodes.LengthOf(_LETTERS[self.suits[_LETTERS.index(node.name)]])
        if isinstance(node, nodes.Word):
            return self._word(node)
        if isinstance(node, nodes.Braced) and self.of_suits:
            raise ConditionError("suits of a list of shapes in braces cannot be exchanged")
        if isinstance(node, nodes.Costly):
            raise ConditionError(f"the hands of '{to_text(node)}' cannot be exchanged")
        return None

    def _measure(self, node: nodes.Measure) -> Node:
        if node.suit is None and self.of_suits and not self._same_of_suits(node):
            raise ConditionError(f"suits of '{to_text(node)}' cannot be exchanged")
        suit = None if node.suit is None else self.suits[node.suit]
        return nodes.Measure(node.feature, self.seats[node.seat], suit)

    def _same_of_suits(self, node: nodes.Measure) -> bool:
        """Return whether a feature of a hand is unchanged when its suits are exchanged."""
        table = node.feature.shape_table
        if table is None:
            return True
        lengths = all_shapes()  # of spades first
        exchanged_lengths = np.empty_like(lengths)
        for suit, target in enumerate(self.suits):
            exchanged_lengths[:, 3 - target] = lengths[:, 3 - suit]
        places = [shape_index(*row) for row in exchanged_lengths.tolist()]
        return bool((table[places] == table).all())

    def _pattern(self, node: nodes.Pattern) -> Node:
        if node.any_order:
            return node
        lengths = list(node.lengths)  # of spades first
        for suit, target in enumerate(self.suits):
            lengths[3 - target] = node.lengths[3 - suit]
        spades, hearts, diamonds, clubs = lengths
        return replace(node, lengths=(spades, hearts, diamonds, clubs))

    def _word(self, node: nodes.Word) -> Node:
        """Return the word of the new seat or side, or its expression if that side has no name."""
        match = _OF_ONE.fullmatch(node.name)
        if match and match[1] in OF_SEATS:
            return of_seat(match[1], self.seats[Seat.of(match[2])])
        if match and match[1] in OF_SIDES and (side := self._side(match[2])):
            return of_side(match[1], side)
        value = nodes.rebuilt(node.value, self.of)
        if match and match[1] in OF_SIDES:
            return value
        arguments = tuple(nodes.rebuilt(argument, self.of) for argument in node.arguments)
        return nodes.Word(node.name, value, arguments)

    def _side(self, side: str) -> str:
        """Return the side that replaces a side, or "" if its seats are not partners any more."""
        seats = {self.seats[Seat.of(letter)] for letter in side}
        return {frozenset({0, 2}): "ns", frozenset({1, 3}): "ew"}.get(frozenset(seats), "")
