"""Lowering: a clause becomes steps of the kernels' stack machine.

A clause that reads only one hand's suit lengths becomes one table over the 560 shapes; a clause
that reads only one suit of one hand becomes a table over its 8192 holdings. The clause is computed
once for each entry and then looked up (the idea of Andrews's ``Deal``).
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np

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
)
from dealwright.conditions.shapes import shape_values
from dealwright.errors import ConditionError
from dealwright.kernels.programs import HOLDINGS, Op, ProgramBuilder, Step
from dealwright.numbering.shapes import all_shapes
from dealwright.planning.bounds import bounds

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = [
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

_MOST_STEPS = 5000

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


def scope_of(node: Node) -> Scope:
    """Return what a node reads: seats, suits, and their lengths or cards.

    >>> from dealwright.conditions import parse_tree
    >>> sorted(scope_of(parse_tree("spades(west) >= 5 && hascard(west, AS)")))
    [(3, 3, 'cards'), (3, 3, 'length')]
    """
    return _scope(node)


@lru_cache(maxsize=4096)
def _scope(node: Node) -> Scope:
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


@lru_cache(maxsize=4096)
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


@lru_cache(maxsize=256)
def _over_shapes(node: Node) -> NDArray[np.int64]:
    if isinstance(node, ShapeTest):
        inside: NDArray[np.int64] = (shape_values(node.shapes) != 0).astype(np.int64)
        return inside
    if isinstance(node, Measure):
        if node.suit is not None:
            return all_shapes()[:, 3 - node.suit].astype(np.int64)
        table = node.feature.shape_table
        assert table is not None
        return table
    values = arithmetic.value(node, table_over_shapes)
    return np.broadcast_to(np.asarray(values, dtype=np.int64), (len(all_shapes()),))


def table_over_holdings(node: Node) -> NDArray[np.int64]:
    """Return a node's value for every holding, int64[8192]; its scope must be one seat's suit."""
    return _over_holdings(node)


@lru_cache(maxsize=256)
def _over_holdings(node: Node) -> NDArray[np.int64]:
    if isinstance(node, HasCard):
        return np.arange(HOLDINGS) >> node.card % 13 & 1
    if isinstance(node, Measure):
        table = node.feature.holding_table
        assert table is not None
        return table
    values = arithmetic.value(node, table_over_holdings)
    return np.broadcast_to(np.asarray(values, dtype=np.int64), (HOLDINGS,))


def lower(node: Node, builder: ProgramBuilder) -> list[Step]:
    """Return the steps that push a node's value on the stack.

    :raises ConditionError: if a value could leave 32 bits
    """
    bounds(node)
    return _steps(node, builder)


def _steps(node: Node, builder: ProgramBuilder) -> list[Step]:
    steps = _steps_of(node, builder)
    if len(steps) > _MOST_STEPS:
        raise ConditionError(
            f"the condition is too large: more than {_MOST_STEPS:,} operations when its names are "
            "written out"
        )
    return steps


def _steps_of(node: Node, builder: ProgramBuilder) -> list[Step]:
    if isinstance(node, Alias):
        return _steps(node.value, builder)
    if isinstance(node, Number):
        return [Step(Op.CONSTANT, node.value)]
    scope = scope_of(node)
    place = one_suit(scope)
    if place is not None:
        table = table_over_holdings(node)
        return [Step(Op.HOLDING, place[0] + 4 * place[1], *builder.table(table))]
    seat = one_shape(scope)
    if seat is not None:
        return [Step(Op.SHAPE, seat, *builder.table(table_over_shapes(node)))]
    if isinstance(node, Measure):
        return node.feature.steps(builder, node.seat, node.suit)
    if isinstance(node, Unary):
        op = Op.NEGATE if node.op == "-" else Op.LOGICAL_NOT
        return [*_steps(node.operand, builder), Step(op)]
    if isinstance(node, Choice):
        parts = [step for part in children(node) for step in _steps(part, builder)]
        return [*parts, Step(Op.SELECT)]
    if isinstance(node, Within):
        return _within(node, builder)
    assert isinstance(node, Binary)
    return [*_steps(node.left, builder), *_steps(node.right, builder), Step(_BINARY[node.op])]


def _within(node: Within, builder: ProgramBuilder) -> list[Step]:
    least, most = bounds(node.value)
    steps: list[Step] = []
    for at, (low, high) in enumerate(node.ranges):
        low = least if low is None else max(low, least)
        high = most if high is None else min(high, most)
        steps += _steps(node.value, builder)
        # an empty range must not wrap around in the kernel's unsigned comparison
        steps += [Step(Op.BETWEEN, low, high)] if low <= high else [
            Step(Op.CONSTANT, 0), Step(Op.LOGICAL_AND)
        ]  # fmt: skip
        if at:
            steps.append(Step(Op.LOGICAL_OR))
    return steps
