"""The values of a tree for given deals: tables in the kernels, then costly columns."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import TYPE_CHECKING, Any

import numpy as np

from dealwright.base import kernels
from dealwright.base.kernels.programs import Program
from dealwright.conditions import arithmetic
from dealwright.conditions.nodes import (
    Alias,
    Binary,
    Choice,
    Costly,
    Node,
    children,
    names_in,
    value_parts,
)
from dealwright.deals.columns import DealColumn
from dealwright.planning.filter import program_of
from dealwright.planning.lowering import ProgramFull, is_costly
from dealwright.planning.trick_goals import with_goals

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Places = NDArray[np.intp]

__all__ = ["Evaluation", "truth_of", "values_of"]


@lru_cache(maxsize=512)
def _program(node: Node) -> Program | None:
    """Return the program of a node, or None if it is too large and must be evaluated in pieces."""
    try:
        return program_of(node)
    except ProgramFull:
        return None


class Evaluation:
    """Evaluates trees for a batch of deals, calling a costly column at most once for each deal.

    If one side of ``and``, ``or`` or a choice decides the value, the columns of the other side are
    not called.
    """

    def __init__(self, masks: NDArray[np.uint64]) -> None:
        self._masks = masks
        self._large: set[int] = set()  # names that need pieces, by their id
        self._known: dict[DealColumn | Node, tuple[NDArray[np.int64], NDArray[np.bool_]]] = {}

    def values(self, node: Node, at: Places | None = None) -> NDArray[Any]:
        """Return the values of a tree for the deals at increasing indices (None: all).

        :raises ConditionError: if a value could leave 32 bits, or a column fails
        """
        places = np.arange(len(self._masks), dtype=np.int64) if at is None else at
        if is_costly(node):
            node = with_goals(node)
        if self._needs_pieces(node):
            for name in names_in(node):  # before their users, so that calls do not nest
                if self._needs_pieces(name):
                    self._large.add(id(name))
                    if not is_costly(name):  # columns are computed only where needed
                        self._value(name, places)
        return self._values(node, places)

    def _values(self, node: Node, places: Places) -> NDArray[Any]:
        return np.broadcast_to(np.asarray(self._value(node, places)), (len(places),))

    def truth(self, node: Node, at: Places | None = None) -> NDArray[np.bool_]:
        """Return which deals satisfy a tree, bool[n]."""
        truth: NDArray[np.bool_] = self.values(node, at) != 0
        return truth

    def _needs_pieces(self, node: Node) -> bool:
        """Return whether a tree has columns, or needs more than one program.

        A tree with a name that needs pieces needs pieces too, so it is not tried again.
        """
        if is_costly(node) or any(id(name) in self._large for name in _outer_names(node)):
            return True
        return _program(node) is None

    def _value(self, node: Node, at: Places) -> Any:
        if not self._needs_pieces(node):
            program = _program(node)
            assert program is not None
            return kernels.evaluate(program, self._rows(at))
        if isinstance(node, Costly):
            column = node.column
            return self._once(column, column.chunk, at, lambda p: column.values(self._rows(p)))
        if not children(node):
            return arithmetic.value(node, lambda part: self._value(part, at))
        return self._once(node, len(at), at, lambda places: self._operator(node, places))

    def _rows(self, places: Places) -> NDArray[np.uint64]:
        """Return the deals at increasing indices, without a copy if they are all deals."""
        return self._masks if len(places) == len(self._masks) else self._masks[places]

    def _operator(self, node: Node, places: Places) -> Any:
        if isinstance(node, Binary) and node.op in ("and", "or"):
            return self._decided(node, places)
        if isinstance(node, Choice):
            test = self._values(node.test, places) != 0
            values = np.empty(len(places), dtype=np.int64)
            values[test] = self._values(node.then, places[test])
            values[~test] = self._values(node.other, places[~test])
            return values
        return arithmetic.value(node, lambda part: self._value(part, places))

    def _decided(self, node: Binary, places: Places) -> NDArray[np.bool_]:
        """Return the value of ``and`` or ``or``, computing the expensive side only if needed."""
        first, second = node.left, node.right
        if is_costly(first) and not is_costly(second):
            first, second = second, first
        truth: NDArray[np.bool_] = self._values(first, places) != 0
        undecided = np.flatnonzero(truth if node.op == "and" else ~truth)
        truth[undecided] = self._values(second, places[undecided]) != 0
        return truth

    def _once(
        self, key: DealColumn | Node, chunk: int, places: Places, compute: Callable[[Places], Any]
    ) -> NDArray[np.int64]:
        """Return the values of a column or a part, calling ``compute`` once for each deal."""
        if key not in self._known:
            n = len(self._masks)
            self._known[key] = np.zeros(n, dtype=np.int64), np.zeros(n, dtype=np.bool_)
        values, computed = self._known[key]
        missing = places[~computed[places]]
        for start in range(0, len(missing), max(chunk, 1)):
            chunk_places = missing[start : start + chunk]
            values[chunk_places] = compute(chunk_places)
        computed[missing] = True
        return values[places]


def _outer_names(node: Node) -> Iterator[Alias]:
    """Yield the names in an expression that are not inside other names."""
    pending = [node]
    while pending:
        current = pending.pop()
        if isinstance(current, Alias):
            yield current
        else:
            pending += value_parts(current)


def values_of(node: Node, masks: NDArray[np.uint64]) -> NDArray[np.int32]:
    """Return the value of a tree for each deal of uint64[n, 4], int32[n].

    :raises ConditionError: if a value could leave 32 bits
    """
    program = None if is_costly(node) else _program(node)
    if program is not None:
        return kernels.evaluate(program, masks)
    return Evaluation(masks).values(node).astype(np.int32)


def truth_of(node: Node | None, masks: NDArray[np.uint64]) -> NDArray[np.bool_]:
    """Return which deals of uint64[n, 4] satisfy a condition (None: all), bool[n]."""
    if node is None:
        return np.ones(len(masks), dtype=np.bool_)
    return Evaluation(masks).truth(node)
