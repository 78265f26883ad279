"""Lowering: a clause becomes steps of the kernels' stack machine.

A clause that reads only one hand's suit lengths becomes one table over the 560 shapes; a clause
that reads only one suit of one hand becomes a table over its 8192 holdings. The clause is computed
once for each entry and then looked up (the idea of Andrews's ``Deal``).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import TYPE_CHECKING, Any

import numpy as np

from dealwright.base.kernels.programs import HOLDINGS, STACK_DEPTH, Op, ProgramBuilder, ProgramStep
from dealwright.conditions import arithmetic
from dealwright.conditions.nodes import (
    Alias,
    Binary,
    Choice,
    Costly,
    HasCard,
    Measure,
    Node,
    Number,
    ShapeTest,
    Unary,
    Within,
    children,
    names_in,
    remembered,
)
from dealwright.conditions.shape_sets import shape_values
from dealwright.numbering.shapes import all_shapes
from dealwright.planning.bounds import bounds

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = [
    "ProgramFull",
    "Scope",
    "is_costly",
    "last_seat",
    "lower",
    "one_shape",
    "one_suit",
    "scope_of",
    "table_over_holdings",
    "table_over_shapes",
]

# What a node reads: (seat, suit or None, "length" or "cards"); None with "length" is the shape.
Look = tuple[int, int | None, str]
Scope = frozenset[Look]

_BINARY = {
    "+": Op.ADD,
    "-": Op.SUBTRACT,
    "*": Op.MULTIPLY,
    "/": Op.DIVIDE,
    "%": Op.REMAINDER,
    "==": Op.EQUAL,
    "!=": Op.NOT_EQUAL,
    "<": Op.LESS,
    "<=": Op.LESS_EQUAL,
    ">": Op.GREATER,
    ">=": Op.GREATER_EQUAL,
    "and": Op.LOGICAL_AND,
    "or": Op.LOGICAL_OR,
}


@remembered
def scope_of(node: Node) -> Scope:
    """Return what a node reads: seats, suits, and their lengths or cards.

    >>> from dealwright.conditions.parse import parse_tree
    >>> sorted(scope_of(parse_tree("spades(west) >= 5 && hascard(west, AS)")))
    [(3, 3, 'cards'), (3, 3, 'length')]
    """
    if isinstance(node, Measure):
        if node.suit is not None:
            kind = "length" if node.feature.name == "length" else "cards"
            return frozenset({(node.seat, node.suit, kind)})
        kind = "length" if node.feature.holding_table is None else "cards"
        return frozenset({(node.seat, None, kind)})
    if isinstance(node, HasCard):
        return frozenset({(node.seat, node.card // 13, "cards")})
    if isinstance(node, ShapeTest):
        return frozenset({(node.seat, None, "length")})
    if isinstance(node, Costly):
        return frozenset((seat, None, "cards") for seat in node.column.seats)
    return frozenset().union(*(scope_of(child) for child in children(node)))


@remembered
def is_costly(node: Node) -> bool:
    """Return whether a tree contains a costly column."""
    return isinstance(node, Costly) or any(is_costly(child) for child in children(node))


def last_seat(node: Node) -> int:
    """Return the last seat, in dealing order, that a node reads."""
    return max((seat for seat, _, _ in scope_of(node)), default=0)


def one_suit(scope: Scope) -> tuple[int, int] | None:
    """Return the only seat and suit of a scope, or None."""
    places = {(seat, suit) for seat, suit, _ in scope}
    if len(places) != 1:
        return None
    ((seat, suit),) = places
    return None if suit is None else (seat, suit)


def one_shape(scope: Scope) -> int | None:
    """Return the seat if a scope reads only one seat's suit lengths, else None."""
    seats = {seat for seat, _, _ in scope}
    if len(seats) != 1 or any(kind != "length" for _, _, kind in scope):
        return None
    return seats.pop()


def table_over_shapes(node: Node) -> NDArray[np.int64]:
    """Return a node's value for every shape, int64[560]; its scope must be one seat's lengths."""
    return _over_shapes(node)


@lru_cache(maxsize=256)  # 4 KB each
def _over_shapes(node: Node) -> NDArray[np.int64]:
    return _table(node, len(all_shapes()), _shapes_of_leaf)


def _shapes_of_leaf(node: Node) -> NDArray[np.int64] | None:
    if isinstance(node, ShapeTest):
        inside: NDArray[np.int64] = (shape_values(node.shapes) != 0).astype(np.int64)
        return inside
    if not isinstance(node, Measure):
        return None
    if node.suit is not None:
        return all_shapes()[:, 3 - node.suit].astype(np.int64)
    table = node.feature.shape_table
    assert table is not None
    return table


def _table(
    node: Node, entries: int, leaf: Callable[[Node], NDArray[np.int64] | None]
) -> NDArray[np.int64]:
    """Return a node's values from those of its leaves, computing repeated parts once."""
    computed: dict[Node, Any] = {}

    def values(part: Node) -> Any:
        if part not in computed:
            leaf_values = leaf(part)
            computed[part] = arithmetic.value(part, values) if leaf_values is None else leaf_values
        return computed[part]

    for name in names_in(node):
        values(name)
    return np.broadcast_to(np.asarray(values(node), dtype=np.int64), (entries,))


def table_over_holdings(node: Node) -> NDArray[np.int64]:
    """Return a node's value for every holding, int64[8192]; its scope must be one seat's suit."""
    return _over_holdings(node)


@lru_cache(maxsize=96)  # 64 KB each
def _over_holdings(node: Node) -> NDArray[np.int64]:
    return _table(node, HOLDINGS, _holdings_of_leaf)


def _holdings_of_leaf(node: Node) -> NDArray[np.int64] | None:
    if isinstance(node, HasCard):
        return np.arange(HOLDINGS, dtype=np.int64) >> node.card % 13 & 1
    if not isinstance(node, Measure):
        return None
    table = node.feature.holding_table
    assert table is not None
    return table


class ProgramFull(Exception):
    """A node whose program would need more columns than the kernels have."""


def lower(node: Node, builder: ProgramBuilder) -> list[ProgramStep]:
    """Return the steps that push a node's value on the stack.

    A part that occurs several times, such as a name, is computed once and kept in a column.

    :raises ConditionError: if a value could leave 32 bits
    :raises ProgramFull: if the kernels have too few columns for it
    """
    bounds(node)
    return _Lowering(node, builder).steps


class _Lowering:
    """The steps of one expression.

    The stack grows up from column 0. Kept values take columns from the last one down, and free them
    after their last use.
    """

    def __init__(self, node: Node, builder: ProgramBuilder) -> None:
        self.builder = builder
        self.steps: list[ProgramStep] = []
        self._uses = _uses_of(node)
        self._kept: dict[Node, int] = {}
        self._free = list(range(1, STACK_DEPTH))
        self._depth, self._deepest, self._room = 0, 0, STACK_DEPTH
        self._push(node)

    def _add(self, step: ProgramStep, change: int) -> None:
        self.steps.append(step)
        self._depth += change
        self._deepest = max(self._deepest, self._depth)
        if self._deepest > self._room:
            raise ProgramFull

    def _push(self, node: Node) -> None:
        """Add the steps of a node; a list of open parts replaces recursion."""
        pending = [self._pushing(node)]
        while pending:
            part = next(pending[-1], None)
            if part is None:
                pending.pop()
            else:
                pending.append(self._pushing(part))

    def _pushing(self, node: Node) -> Iterator[Node]:
        """Add the steps of a node; yield each part where its steps belong."""
        node = _without_name(node)
        if node in self._kept:
            column = self._kept[node]
            self._add(ProgramStep(Op.KEPT, column), 1)
        else:
            yield from self._compute(node)
            if self._uses.get(node, 1) < 2:
                return
            if not self._free:
                raise ProgramFull
            column = self._kept[node] = self._free.pop()
            self._room = min(self._room, column)
            self._add(ProgramStep(Op.KEEP, column), 0)
        self._uses[node] -= 1
        if self._uses[node] == 0:
            del self._kept[node]
            self._free.append(column)
            self._free.sort()

    def _compute(self, node: Node) -> Iterator[Node]:
        simple = _one_step(node, self.builder)
        if simple is not None:
            self._add(simple, 1)
        elif isinstance(node, Measure):
            for step in node.feature.steps(self.builder, node.seat, node.suit):
                self._add(step, _GROWTH.get(step.op, -1))
        elif isinstance(node, Within):
            yield from self._within(node)
        else:
            yield from children(node)
            if isinstance(node, Unary):
                self._add(ProgramStep(Op.NEGATE if node.op == "-" else Op.LOGICAL_NOT), 0)
            elif isinstance(node, Choice):
                self._add(ProgramStep(Op.SELECT), -2)
            else:
                assert isinstance(node, Binary)
                self._add(ProgramStep(_BINARY[node.op]), -1)

    def _within(self, node: Within) -> Iterator[Node]:
        least, most = bounds(node.value)
        for number, (low, high) in enumerate(node.ranges):
            low = least if low is None else max(low, least)
            high = most if high is None else min(high, most)
            yield node.value
            if low <= high:
                self._add(ProgramStep(Op.BETWEEN, low, high), 0)
            else:  # an empty range must not wrap around in the kernel's unsigned comparison
                self._add(ProgramStep(Op.CONSTANT, 0), 1)
                self._add(ProgramStep(Op.LOGICAL_AND), -1)
            if number:
                self._add(ProgramStep(Op.LOGICAL_OR), -1)


# How many columns a step adds to the stack; other operators join two into one.
_GROWTH = {
    **dict.fromkeys((Op.CONSTANT, Op.HAND_SUM, Op.HOLDING, Op.SHAPE), 1),
    **dict.fromkeys((Op.BETWEEN, Op.NEGATE, Op.LOGICAL_NOT), 0),
    Op.SELECT: -2,
}


def _without_name(node: Node) -> Node:
    while isinstance(node, Alias):
        node = node.value
    return node


def _is_one_step(node: Node) -> bool:
    scope = scope_of(node)
    return isinstance(node, Number) or one_suit(scope) is not None or one_shape(scope) is not None


def _one_step(node: Node, builder: ProgramBuilder) -> ProgramStep | None:
    """Return the step of a number, or of a part that one table answers, else None."""
    if isinstance(node, Number):
        return ProgramStep(Op.CONSTANT, node.value)
    scope = scope_of(node)
    place = one_suit(scope)
    if place is not None:
        return ProgramStep(
            Op.HOLDING, place[0] + 4 * place[1], *builder.table(table_over_holdings(node))
        )
    seat = one_shape(scope)
    if seat is not None:
        return ProgramStep(Op.SHAPE, seat, *builder.table(table_over_shapes(node)))
    return None


def _uses_of(node: Node) -> dict[Node, int]:
    """Return how often each part of several steps is used; its own parts are counted once."""
    uses: dict[Node, int] = {}
    pending = [_without_name(node)]
    while pending:
        current = pending.pop()
        if _is_one_step(current) or isinstance(current, Measure):
            continue  # looking up a table again is as cheap as keeping its value
        uses[current] = uses.get(current, 0) + 1
        if uses[current] == 1:
            operands = [_without_name(part) for part in children(current)]
            pending += operands * len(current.ranges) if isinstance(current, Within) else operands
    return uses
