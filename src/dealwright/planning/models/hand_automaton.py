"""The automaton of one hand: it reads four holdings, suit by suit, and ends in an outcome.

A letter stands for all holdings of a suit that the seat's tests treat alike. The classes after two
suits are the residual classes of Myhill and Nerode, so a range of lengths adds no state and
"balanced" has six.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any

import numpy as np

from dealwright.base.kernels.programs import HOLDINGS
from dealwright.conditions.nodes import Node, children
from dealwright.numbering.shapes import all_shapes
from dealwright.planning.budget import Effort, TooLarge
from dealwright.planning.lowering import (
    one_shape,
    one_suit,
    scope_of,
    table_over_holdings,
    table_over_shapes,
)
from dealwright.planning.models.atoms import evaluate
from dealwright.planning.models.linear_sums import measures_of
from dealwright.planning.shortcuts import ALL_SHORTCUTS, Shortcuts

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Ints = NDArray[np.int64]

__all__ = [
    "DEAD",
    "MOST_LETTERS",
    "MOST_PAIRS",
    "HandAutomaton",
    "HandReader",
    "letter_rows",
    "merge_outcomes",
    "minimal",
    "unique_rows",
]

MOST_PAIRS = 6_000_000
MOST_LETTERS = 1 << 16  # of an automaton in a suit: kernels keep them in 16 bits
DEAD = -1


@dataclass
class HandAutomaton:
    """The automaton of one hand: letters, their composition in each half, and outcomes.

    ``letters[suit]`` int64[patterns, small + 1] has the letter, or DEAD, of a pattern of honours
    and a number of small cards (``suit`` in the order of reading). ``compose[half]`` int32[letters,
    letters] has the class or DEAD, ``fit`` int32[left classes, right classes] the outcome or DEAD,
    ``values`` the atoms' values for each outcome.
    """

    letters: list[Ints]
    counts: list[int]
    compose: list[NDArray[np.int32]]
    fit: NDArray[np.int32]
    values: dict[Node, Ints]

    @property
    def outcomes(self) -> int:
        """The number of outcomes."""
        return int(self.fit.max()) + 1 if self.fit.size else 0


class HandReader:
    """Builds the automaton of a seat from what its tests and values read; see ``automaton``.

    ``holdings[suit]`` int64[patterns, small + 1] are representative holdings of the seat, by suit.
    Without ``lengths`` it is known that the hand has 13 cards, so lengths are read only by tests.
    ``used`` collects the shortcuts that are taken.
    """

    def __init__(
        self,
        seat: int,
        tests: Sequence[Node],
        values: Sequence[Node],
        holdings: list[Ints],
        effort: Effort,
        *,
        lengths: bool = True,
        shortcuts: Shortcuts = ALL_SHORTCUTS,
        used: set[str] | None = None,
    ) -> None:
        self.seat = seat
        self.shortcuts = shortcuts
        self.used: set[str] = set() if used is None else used
        self.effort = effort
        self.values = list(values)
        self.suit_tests: list[list[Node]] = [[], [], [], []]
        self.shape_tests: list[Node] = []
        self.tests: list[Node] = []
        for node in tests:
            confined = one_suit(scope_of(node))
            if confined is not None:
                self.suit_tests[confined[1]].append(node)
            elif one_shape(scope_of(node)) is not None:
                self.shape_tests.append(node)
            else:
                self.tests.append(node)
        self.suit_inputs: list[list[Node]] = [[], [], [], []]
        self.shape_inputs: list[Node] = []
        self.sums: list[Node] = []
        self._seen: set[Node] = set()
        for node in (*self.tests, *self.values):
            self._inputs(node)
        self.lengths = lengths or bool(self.shape_tests or self.shape_inputs)
        if not self.lengths:
            if shortcuts.unread_lengths:
                self.used.add("unread_lengths")
            else:
                self.lengths = True
        self.raw = [self._letters(suit, holdings[suit]) for suit in range(4)]

    def _inputs(self, node: Node) -> None:
        scope = scope_of(node)
        if not scope:
            return
        confined = one_suit(scope)
        if confined is not None:
            kind = self.suit_inputs[confined[1]]
        elif one_shape(scope) is not None:
            kind = self.shape_inputs
        elif _is_sum(node):
            kind = self.sums
            if _shape_table(node) is not None and node not in self.shape_inputs:
                self.shape_inputs.append(node)
        else:
            if node not in self._seen:
                self._seen.add(node)
                for child in children(node):
                    self._inputs(child)
            return
        if node not in kind:
            kind.append(node)

    def _letters(self, suit: int, holdings: Ints) -> tuple[Ints, Ints]:
        """Return letters (or DEAD) of holdings, and the length, inputs and sums of each."""
        flat = holdings.ravel()
        self.effort.spend_on_rows(len(flat), len(self.suit_inputs[suit]) + len(self.sums))
        sizes = _sizes()[flat]
        columns = [sizes if self.lengths else np.zeros_like(sizes)]
        columns += [table_over_holdings(node)[flat] for node in self.suit_inputs[suit]]
        columns += [_holding_table(node)[flat] for node in self.sums]
        live = self._possible_lengths(suit)[sizes]
        for node in self.suit_tests[suit]:
            live = live & (table_over_holdings(node)[flat] != 0)
        table = np.stack(columns, axis=1)[live]
        rows, index = letter_rows(table, self.shortcuts, self.used)
        letters = np.full(len(flat), DEAD, dtype=np.int64)
        letters[live] = index
        return letters.reshape(holdings.shape), rows

    def _possible_lengths(self, suit: int) -> NDArray[np.bool_]:
        """Return the lengths of a suit that occur in an accepted shape, bool[14]."""
        live = np.ones(560, dtype=np.bool_)
        for node in self.shape_tests:
            live &= table_over_shapes(node) != 0
        possible = np.zeros(14, dtype=np.bool_)
        possible[all_shapes()[live, 3 - suit]] = True
        return possible

    def automaton(self, order: Sequence[int]) -> HandAutomaton:
        """Return the automaton that reads the suits in a given order, in two halves.

        :raises TooLarge: if the tests distinguish too many states
        """
        shape_ids, shape_values = self._shapes()
        if self.lengths:
            left_class, right_class, shape_fit = _residuals(shape_ids.tobytes(), tuple(order))
        else:
            left_class = right_class = np.zeros((14, 14), dtype=np.int64)
            shape_fit = np.zeros((1, 1), dtype=np.int64)
        halves = []
        for half, classes in enumerate((left_class, right_class)):
            first, second = order[2 * half], order[2 * half + 1]
            halves.append(self._half(first, second, classes))
        (compose0, states0), (compose1, states1) = halves
        fit, values = self._fit(order, states0, states1, shape_fit, shape_values)
        automaton = HandAutomaton(
            [self.raw[suit][0] for suit in order],
            [len(self.raw[suit][1]) for suit in order],
            [compose0, compose1],
            fit,
            values,
        )
        return automaton if not self.shortcuts.minimal_classes else minimal(automaton, self.used)

    def _shapes(self) -> tuple[NDArray[np.int32], Ints]:
        """Return an id for each shape (DEAD if a test fails), and the inputs' values by id."""
        if not self.shape_tests and not self.shape_inputs:
            return np.zeros(560, dtype=np.int32), np.zeros((1, 0), dtype=np.int64)
        live = np.ones(560, dtype=np.bool_)
        for node in self.shape_tests:
            live &= table_over_shapes(node) != 0
        columns = [table for node in self.shape_inputs if (table := _shape_table(node)) is not None]
        ids = np.full(560, DEAD, dtype=np.int32)
        if not columns:
            ids[live] = 0
            return ids, np.zeros((1, 0), dtype=np.int64)
        rows, index = unique_rows(np.stack(columns, axis=1)[live])
        ids[live] = index
        return ids, rows

    def _half(
        self, first: int, second: int, classes: Ints
    ) -> tuple[NDArray[np.int32], tuple[Ints, Ints]]:
        """Return compose over raw states, and the raw states: (shape class, inputs and sums)."""
        a, b = self.raw[first][1], self.raw[second][1]
        if len(a) * len(b) > MOST_PAIRS:
            raise TooLarge
        sums = len(self.sums)
        na, nb = len(self.suit_inputs[first]), len(self.suit_inputs[second])
        self.effort.spend_on_rows(len(a) * len(b), na + nb + sums)
        shape = classes[a[:, 0]][:, b[:, 0]]
        if na + nb + sums == 0:
            states = int(classes.max()) + 1
            none = np.zeros((states, 0), dtype=np.int64)
            return shape.astype(np.int32), (np.arange(states, dtype=np.int64), none)
        full = (len(a), len(b))
        columns = [shape]
        columns += [np.broadcast_to(a[:, 1 + i, None], full) for i in range(na)]
        columns += [np.broadcast_to(b[None, :, 1 + i], full) for i in range(nb)]
        columns += [a[:, 1 + na + i, None] + b[None, :, 1 + nb + i] for i in range(sums)]
        table = np.stack([column.ravel() for column in columns], axis=1)
        live = table[:, 0] >= 0
        rows, index = unique_rows(table[live])
        compose = np.full(len(table), DEAD, dtype=np.int32)
        compose[live] = index
        return compose.reshape(full), (rows[:, 0], rows[:, 1:])

    def _fit(
        self,
        order: Sequence[int],
        left: tuple[Ints, Ints],
        right: tuple[Ints, Ints],
        shape_fit: Ints,
        shape_values: Ints,
    ) -> tuple[NDArray[np.int32], dict[Node, Ints]]:
        """Return outcomes of raw states, and the values of atoms by outcome."""
        if len(left[0]) * len(right[0]) > MOST_PAIRS:
            raise TooLarge
        tests = len(self.tests) + len(self.values)
        self.effort.spend_on_rows(len(left[0]) * len(right[0]), tests)
        ids = shape_fit[left[0]][:, right[0]]
        if not self.tests and not self.values:
            return np.where(ids >= 0, 0, DEAD).astype(np.int32), {}
        pairs = np.nonzero(ids >= 0)
        known = self._known(order, left[1][pairs[0]], right[1][pairs[1]], shape_values[ids[pairs]])
        n = len(pairs[0])
        live = np.ones(n, dtype=np.bool_)
        for node in self.tests:
            live &= np.broadcast_to(evaluate(node, known), (n,)) != 0
        fit = np.full(ids.shape, DEAD, dtype=np.int32)
        if not self.values:
            fit[pairs] = np.where(live, 0, DEAD)
            return fit, {}
        columns = [np.broadcast_to(evaluate(node, known), (n,))[live] for node in self.values]
        rows, index = unique_rows(np.stack(columns, axis=1).astype(np.int64))
        fit[pairs[0][live], pairs[1][live]] = index
        return fit, {node: rows[:, i] for i, node in enumerate(self.values)}

    def _known(self, order: Sequence[int], left: Ints, right: Ints, shape: Ints) -> dict[Node, Any]:
        known: dict[Node, Any] = {}
        for half, states in ((0, left), (1, right)):
            column = 0
            for suit in order[2 * half : 2 * half + 2]:
                for node in self.suit_inputs[suit]:
                    known[node] = states[:, column]
                    column += 1
        sums = len(self.sums)
        for i, node in enumerate(self.sums):
            known[node] = left[:, left.shape[1] - sums + i] + right[:, right.shape[1] - sums + i]
        for i, node in enumerate(self.shape_inputs):
            known[node] = known.get(node, 0) + shape[:, i]
        return known


def _is_sum(node: Node) -> bool:
    """Return whether a node is a sum of measures of the whole hand that read cards."""
    measures = measures_of(node)
    return measures is not None and all(measure.suit is None for measure in measures)


def _shape_table(node: Node) -> Ints | None:
    """Return the values by shape of one seat's lengths, or of a sum; None if it has none."""
    if one_shape(scope_of(node)) is not None:
        return table_over_shapes(node)
    tables = [
        factor * measure.feature.shape_table
        for measure, factor in (measures_of(node) or {}).items()
        if measure.feature.shape_table is not None
    ]
    return np.sum(tables, axis=0) if tables else None


def _holding_table(node: Node) -> Ints:
    """Return what each holding of a suit adds to a sum."""
    total = np.zeros(HOLDINGS, dtype=np.int64)
    for measure, factor in (measures_of(node) or {}).items():
        if measure.feature.holding_table is not None:
            total += factor * measure.feature.holding_table
    return total


_FEW_ROWS = 48  # rows; up to here, Python is faster than some ten calls of numpy


@lru_cache(maxsize=1)
def _sizes() -> Ints:
    return np.array([x.bit_count() for x in range(8192)], dtype=np.int64)


def unique_rows(table: Ints, check: Callable[[], None] | None = None) -> tuple[Ints, Ints]:
    """Return the distinct rows of int64[n, k] in order, and the index of each row among them.

    ``check`` is called between the steps, so that long work can be stopped.

    np.unique would load numpy's masked arrays, which takes a tenth of a command's start-up.
    """
    if table.shape[1] == 0 or len(table) == 0:
        return table[:1], np.zeros(len(table), dtype=np.int64)
    if len(table) <= _FEW_ROWS:
        rows = list(map(tuple, table.tolist()))
        distinct = sorted(set(rows))
        places = {row: place for place, row in enumerate(distinct)}
        return np.array(distinct, np.int64), np.array([places[row] for row in rows], np.int64)
    least = table.min(axis=0)
    spans = [int(span) for span in table.max(axis=0) - least + 1]
    product = 1
    code = np.zeros(len(table), dtype=np.int64)
    for column, span in enumerate(spans):
        if product * span >= 1 << 62:  # replace the codes so far by their ranks, which are smaller
            ranked, code = unique_rows(code[:, None], check)
            product = len(ranked)
        code = code * span + (table[:, column] - least[column])
        product *= span
        if check is not None:
            check()
    if product <= 4 * len(table) + 4096:  # a table of all codes is faster than sorting
        seen = np.zeros(product, dtype=np.bool_)
        seen[code] = True
        ids = np.cumsum(seen, dtype=np.int64) - 1
        first = np.zeros(int(ids[-1]) + 1, dtype=np.int64)
        first[ids[code]] = np.arange(len(code), dtype=np.int64)
        return table[first], ids[code]
    order = np.argsort(code, kind="stable")
    ordered = code[order]
    new = np.concatenate([[True], ordered[1:] != ordered[:-1]])
    index = np.empty(len(code), dtype=np.int64)
    index[order] = np.cumsum(new, dtype=np.int64) - 1
    return table[order[new]], index


@lru_cache(maxsize=64)
def _residuals(ids: bytes, order: tuple[int, ...]) -> tuple[Ints, Ints, Ints]:
    """Return residual classes of two lengths, twice int64[14, 14], and shape ids of class pairs."""
    shape_id = np.frombuffer(ids, dtype=np.int32)
    lengths = all_shapes().astype(np.int64)[:, [3 - suit for suit in order]]
    matrix = np.full((196, 196), DEAD, dtype=np.int64)
    matrix[14 * lengths[:, 0] + lengths[:, 1], 14 * lengths[:, 2] + lengths[:, 3]] = shape_id
    rows, left = _same_rows(matrix)
    columns, right = _same_rows(np.ascontiguousarray(matrix[rows].T))
    fit = matrix[rows][:, columns]
    return left.reshape(14, 14), right.reshape(14, 14), fit


def _same_rows(matrix: NDArray[Any]) -> tuple[list[int], Ints]:
    """Return one live row of each kind, and the kind of every row (DEAD for dead rows)."""
    kinds: dict[bytes, int] = {}
    firsts: list[int] = []
    index = np.full(len(matrix), DEAD, dtype=np.int64)
    alive = (matrix >= 0).any(axis=1)
    for row in np.flatnonzero(alive).tolist():
        key = matrix[row].tobytes()
        if key not in kinds:
            kinds[key] = len(firsts)
            firsts.append(row)
        index[row] = kinds[key]
    return firsts, index


def letter_rows(
    table: NDArray[Any], shortcuts: Shortcuts, used: set[str]
) -> tuple[NDArray[Any], NDArray[np.int64]]:
    """Return the rows of the letters of holdings, and the letter of each: equal rows are one.

    :raises TooLarge: if there are too many letters
    """
    if shortcuts.letters:
        rows, index = unique_rows(table)
        if len(rows) < len(table):
            used.add("letters")
    else:
        rows, index = table, np.arange(len(table), dtype=np.int64)
    if len(rows) > MOST_LETTERS:
        raise TooLarge
    return rows, index


def minimal(automaton: HandAutomaton, used: set[str] | None = None) -> HandAutomaton:
    """Return an equal automaton with the fewest classes; note in ``used`` whether any merged."""
    rows, left = _same_rows(automaton.fit)
    columns, right = _same_rows(np.ascontiguousarray(automaton.fit[rows].T))
    left, right = np.append(left, DEAD), np.append(right, DEAD)  # so that DEAD stays DEAD
    compose = [
        classes[table].astype(np.int32)
        for classes, table in zip((left, right), automaton.compose, strict=True)
    ]
    fit = np.ascontiguousarray(automaton.fit[rows][:, columns])
    if used is not None and fit.shape != automaton.fit.shape:
        used.add("minimal_classes")
    return HandAutomaton(automaton.letters, automaton.counts, compose, fit, automaton.values)


def merge_outcomes(automaton: HandAutomaton, same: Ints, *, smallest: bool = True) -> HandAutomaton:
    """Return the automaton with outcome i renamed same[i] (DEAD: rejected), the smallest one."""
    renamed = np.append(same, DEAD).astype(np.int32)[automaton.fit]
    merged = HandAutomaton(automaton.letters, automaton.counts, automaton.compose, renamed, {})
    return minimal(merged) if smallest else merged
