"""Joint outcomes: the accepted pairs of points, given the outcomes of all automata."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from math import prod
from typing import TYPE_CHECKING, Any

import numpy as np

from dealwright.conditions.nodes import Node, children
from dealwright.planning.budget import Effort, TooLarge
from dealwright.planning.lowering import scope_of
from dealwright.planning.models.atoms import Atoms, evaluate, evaluated_parts, one_seat
from dealwright.planning.models.hand_automaton import (
    DEAD,
    HandAutomaton,
    merge_outcomes,
    unique_rows,
)
from dealwright.planning.models.points import HalfPoints, Limit

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Ints = NDArray[np.int64]

__all__ = ["Joint"]

MOST_OUTCOMES = 4096  # that tests of points tell apart
MOST_COMBINATIONS = 4_000_000  # of all automata's outcomes
MOST_ACCEPTED = 40_000_000
_FEW_OUTCOMES = 24  # a seat with fewer outcomes is combined without merging
_MOST_CELLS = 4_000_000  # of the table by which outcomes of a seat are merged
_COLUMNS = 5  # of the pairs: two indices, and the temporaries of evaluating a test
_EVALUATE = 5e-9  # seconds for a test of a pair of points, measured on Zen 4
_USUAL = 8  # operators in a test of that cost; longer ones cost in proportion
_ENTRY = 40e-9  # seconds for an accepted pair: found, listed and written as arrays
_CACHED_BYTES = 1 << 26  # most bytes of cached values over the pairs
_OUTCOME = 60e-6  # seconds for an outcome of one usual test, in addition to its size


class _Outcomes:
    """The combinations of all automata's outcomes, grouped by what the tests of points read.

    ``kind`` is an index into ``kinds`` for each combination, DEAD where a test without points
    rejects it; ``kinds`` are rows of values of ``nodes``.
    """

    def __init__(
        self,
        atoms: Atoms,
        automata: Sequence[HandAutomaton],
        with_points: Sequence[Node],
        effort: Effort,
    ) -> None:
        self.shape = tuple(automaton.outcomes for automaton in automata)
        combinations = int(np.prod(self.shape, dtype=np.int64)) if self.shape else 1
        if combinations > MOST_COMBINATIONS:
            raise TooLarge
        wanted_nodes = [
            *with_points,
            *atoms.values,
            *([] if atoms.weight is None else [atoms.weight]),
        ]
        self.nodes = _without_points(atoms, wanted_nodes)
        tests = [node for node in atoms.joint if not atoms.has_points(node)]
        columns = len(tests) + len(self.nodes)
        if not effort.holds(columns + 1, combinations):
            raise TooLarge
        effort.spend_on_rows(combinations if columns else 1, columns)
        known: dict[Node, Any] = {}
        for axis, automaton in enumerate(automata):
            wide = [1] * len(self.shape)
            wide[axis] = automaton.outcomes
            known |= {node: row.reshape(wide) for node, row in automaton.values.items()}
        live = np.ones(self.shape, dtype=np.bool_)
        for node in tests:
            effort.check()
            live &= np.not_equal(evaluate(node, known), 0)
        self.kind = np.full(combinations, DEAD, dtype=np.int64)
        self.kinds: list[list[np.int64]] = []
        flat = live.reshape(-1)
        if not flat.any():
            return
        table = np.empty((int(np.count_nonzero(flat)), len(self.nodes)), dtype=np.int64)
        for column, node in enumerate(self.nodes):
            effort.check()
            table[:, column] = np.broadcast_to(evaluate(node, known), self.shape)[live]
        rows, index = unique_rows(table, effort.check)
        if len(rows) > MOST_OUTCOMES:
            raise TooLarge
        first = np.full(len(rows), len(index), dtype=np.int64)
        np.minimum.at(first, index, np.arange(len(index), dtype=np.int64))
        order = np.argsort(first)  # kinds as combinations meet them, whatever their values are
        self.kind[flat] = np.argsort(order)[index]
        self.kinds = [list(row) for row in rows[order]]


def _reduced(
    atoms: Atoms,
    automata: list[HandAutomaton],
    halves: list[HalfPoints],
    limits: dict[int, Limit],
    effort: Effort,
) -> list[HandAutomaton]:
    """Merge outcomes of a seat that all parts reading this seat alone treat alike.

    Such a part is evaluated for every outcome and all accepted values of its sums. Outcomes with
    the same values become one, with the atoms of the first. So before outcomes of several hands are
    combined, each hand has only as many outcomes as its rules distinguish.
    """
    nodes = [*atoms.joint, *atoms.values, *([] if atoms.weight is None else [atoms.weight])]
    if not atoms.shortcuts.merged_outcomes or not all(len(half.totals) for half in halves):
        return automata
    reduced = []
    for automaton in automata:
        seats = {seat for node in automaton.values for seat, _, _ in scope_of(node)}
        parts = _parts_of_seat(atoms, nodes, *seats) if len(seats) == 1 else []
        columns = [_over_points(atoms, part, automaton, halves, limits) for part in parts]
        width = sum(column.shape[1] for column in columns if column is not None)
        if (
            automaton.outcomes < _FEW_OUTCOMES
            or not columns
            or any(each is None for each in columns)
        ):
            reduced.append(automaton)
            continue
        effort.spend_on_rows(automaton.outcomes, width)
        table = np.concatenate([column for column in columns if column is not None], axis=1)
        kinds: dict[bytes, int] = {}
        same = np.array([kinds.setdefault(row.tobytes(), len(kinds)) for row in table])
        if len(kinds) < len(table):
            atoms.used.add("merged_outcomes")
        first = np.array([int(np.argmax(same == kind)) for kind in range(len(kinds))])
        values = {node: row[first] for node, row in automaton.values.items()}
        smallest = atoms.shortcuts.minimal_classes
        reduced.append(replace(merge_outcomes(automaton, same, smallest=smallest), values=values))
    return reduced


def _parts_of_seat(atoms: Atoms, nodes: Sequence[Node], seat: int) -> list[Node]:
    """Return the largest parts of some nodes that read only this seat."""
    parts: list[Node] = []
    seen = set[Node]()
    pending = list(nodes)
    while pending:
        node = pending.pop()
        seats = {reader for reader, _, _ in scope_of(node)}
        if node in seen or seat not in seats:
            continue
        seen.add(node)
        if seats == {seat}:
            parts.append(node)
        elif not atoms.is_sum(node):
            pending += children(node)
    return parts


def _over_points(
    atoms: Atoms,
    part: Node,
    automaton: HandAutomaton,
    halves: list[HalfPoints],
    limits: dict[int, Limit],
) -> Ints | None:
    """Return a part's value for each outcome and all accepted sums, int64[outcomes, values].

    Return None if there are too many, or if the automaton does not have one of its atoms.
    """
    sums, seen, pending = list[Node](), set[Node](), [part]
    while pending:
        node = pending.pop()
        if node in seen or not scope_of(node) or node in automaton.values:
            continue
        seen.add(node)
        if node in atoms.points:
            sums.append(node)
        elif operands := children(node):
            pending += operands
        else:
            return None
    spans = []
    for node in sums:
        place = atoms.points.index(node)
        totals = [half.totals[:, place] for half in halves]
        low, high = (sum(int(end(total)) for total in totals) for end in (np.min, np.max))
        span = np.arange(low, high + 1, dtype=np.int64)
        spans.append(span[limits[place].holds(span)] if place in limits else span)
    if prod(map(len, spans)) * automaton.outcomes > _MOST_CELLS:
        return None
    grid = np.meshgrid(*spans, indexing="ij") if spans else []
    values = {node: row[:, None] for node, row in automaton.values.items()}
    values |= {node: axis.reshape(1, -1) for node, axis in zip(sums, grid, strict=True)}
    shape = (automaton.outcomes, prod(map(len, spans)))
    return np.broadcast_to(evaluate(part, values), shape).astype(np.int64)


def _without_points(atoms: Atoms, nodes: Sequence[Node]) -> list[Node]:
    """Return the largest parts of some nodes that read cards but no sum of honours."""
    parts: list[Node] = []
    seen = set[Node]()
    pending = list(reversed(nodes))
    while pending:
        node = pending.pop()
        if node in seen or not scope_of(node):
            continue
        seen.add(node)
        if not atoms.has_points(node):
            parts.append(node)
        elif not atoms.is_sum(node):
            pending += reversed(children(node))
    return parts


class _Grid:
    """Values of nodes over all pairs of points, for one combination of outcomes at a time.

    With several seats, a node that reads one seat is evaluated once for each outcome of that seat,
    because outcomes of the others do not change it.
    """

    def __init__(self, size: int, known: dict[Node, Any], nodes: Sequence[Node]) -> None:
        self.size, self._known, self._nodes = size, known, nodes
        read = [{seat for seat, _, _ in scope_of(node)} for node in nodes]
        seats = set[int]().union(*read)
        self._columns = {
            seat: [column for column, seats_read in enumerate(read) if seat in seats_read]
            for seat in (seats if len(seats) > 1 else ())
        }
        self._kept: dict[tuple[Any, ...], Any] = {}
        self._bytes = 0

    def outcome(self, row: Sequence[np.int64]) -> None:
        """Take the values of an outcome's nodes."""
        self._row = row
        self._parts = self._known | dict(zip(self._nodes, row, strict=True))

    def value(self, node: Node) -> Any:
        """Return a node's value, a number or an array over the pairs."""
        return self._of_seat(one_seat(node), node, partial(evaluate, node, self._parts))

    def live(self, tests: Sequence[Node], check: Callable[[], object]) -> NDArray[np.bool_] | None:
        """Return which pairs satisfy all tests, bool[size]; None if no pair does."""
        by_seat: dict[int | None, list[Node]] = {}
        for node in tests:
            by_seat.setdefault(one_seat(node), []).append(node)
        truth: Any = True
        for seat, seat_tests in by_seat.items():
            truth = truth & self._of_seat(seat, None, partial(self._all, seat_tests, check))
            if truth is False:
                return None
        return np.ones(self.size, dtype=np.bool_) if truth is True else truth

    def _all(self, tests: Sequence[Node], check: Callable[[], object]) -> Any:
        """Return which pairs satisfy all tests: an array, or True or False for all of them."""
        live: NDArray[np.bool_] | None = None
        for node in tests:
            check()
            truth = np.not_equal(evaluate(node, self._parts), 0)
            if truth.ndim == 0:  # the automata alone decide it
                if not truth:
                    return False
            else:
                live = truth if live is None else live & truth
        return True if live is None else live

    def _of_seat(self, seat: int | None, node: Node | None, compute: Callable[[], Any]) -> Any:
        """Return ``compute()``, cached by the outcome's values of a seat's nodes."""
        if seat is None or seat not in self._columns:
            return compute()
        key = (seat, node, *(int(self._row[column]) for column in self._columns[seat]))
        if key not in self._kept:
            value = compute()
            self._bytes += getattr(value, "nbytes", 0)
            if self._bytes > _CACHED_BYTES:
                self._kept.clear()
                self._bytes = getattr(value, "nbytes", 0)
            self._kept[key] = value
        return self._kept[key]


class Joint:
    """The joint outcomes of all automata: the pairs of points that each accepts, with weights."""

    def __init__(
        self,
        atoms: Atoms,
        automata: list[HandAutomaton],
        halves: list[HalfPoints],
        limits: dict[int, Limit],
        effort: Effort,
    ) -> None:
        left, right = halves[0].totals, halves[1].totals
        if len(left) * len(right) > MOST_ACCEPTED:
            raise TooLarge
        pairs = len(left) * len(right)
        effort.spend(_EVALUATE * pairs * (2 + len(limits) / 2))
        base = np.ones((len(left), len(right)), dtype=np.bool_)
        for place, limit in limits.items():
            base &= limit.of_pairs(left[:, place], right[:, place])
        grid = int(np.count_nonzero(base))
        values, weight = atoms.values, atoms.weight
        with_points = [node for node in atoms.joint if atoms.has_points(node)]
        evaluated = bool(with_points or values or weight is not None)
        self.shortcuts, self.used = atoms.shortcuts, atoms.used
        automata = _reduced(atoms, automata, halves, limits, effort)
        fits = effort.holds(_COLUMNS + (len(atoms.points) if evaluated else 0), grid)
        combined = _Outcomes(atoms, automata, with_points, effort)
        outcomes = len(combined.kinds)
        if outcomes * grid > 4 * MOST_ACCEPTED or not fits:
            raise TooLarge
        if evaluated:
            tests = sum(max(1.0, evaluated_parts(node) / _USUAL) for node in with_points)
            seconds = _EVALUATE * grid * (1 + tests + len(values))
            effort.spend(outcomes * (_OUTCOME * max(1.0, (1 + tests) / 2) + seconds))
        elif outcomes:
            effort.spend(_ENTRY * grid)
        self.at = np.nonzero(base)
        self.shape = base.shape
        known = {
            node: left[self.at[0], place] + right[self.at[1], place]
            for place, node in enumerate(atoms.points)
            if evaluated
        }
        self.names: dict[bytes, int] = {}
        self.accepted: list[tuple[Ints, Ints, Ints]] = []  # indices, weights, rows of values
        values_grid = _Grid(grid, known, combined.nodes)
        numbers = np.full(outcomes + 1, DEAD, dtype=np.int32)  # the last: rejected
        self.entries = 0
        listed = 0
        for number, row in enumerate(combined.kinds):
            effort.check()
            values_grid.outcome(row)
            numbers[number] = self._outcome(values_grid, with_points, values, weight, effort.check)
            if evaluated:
                effort.spend(_ENTRY * (self.entries - listed))
                listed = self.entries
        self.joint = numbers[combined.kind]
        self.labels: Ints | None = None
        self.values: Ints | None = None
        if values:
            self._label(len(values), effort)
        effort.check()
        self.automata = self._merged(automata, combined.shape)
        self._list()

    def _outcome(
        self,
        values_grid: _Grid,
        tests: Sequence[Node],
        values: Sequence[Node],
        weight: Node | None,
        check: Callable[[], object],
    ) -> int:
        """Return the number of the outcome's set of accepted pairs, or DEAD if it accepts none."""
        grid = values_grid.size
        if not tests and not values and weight is None:
            if not self.accepted and grid:  # one outcome: every accepted pair, once
                ones = np.ones(grid, dtype=np.int64)
                self.accepted.append(
                    (np.arange(grid, dtype=np.int64), ones, np.zeros((grid, 0), dtype=np.int64))
                )
                self.entries = grid
            return 0 if grid else DEAD
        live = values_grid.live(tests, check)
        if live is None:
            return DEAD
        weights = np.ones(1, dtype=np.int64)
        if weight is not None:
            weights = np.broadcast_to(values_grid.value(weight), (grid,)).astype(np.int64)
            live = live & (weights > 0)
        places = np.flatnonzero(live)
        if not len(places):
            return DEAD
        rows = np.empty((len(places), len(values)), dtype=np.int64)
        for column, node in enumerate(values):
            check()
            rows[:, column] = np.broadcast_to(values_grid.value(node), (grid,))[places]
        check()
        weights = np.broadcast_to(weights, (grid,))[places]
        name = self._name(live, rows, weights if weight is not None else None, check)
        if name not in self.names:
            self.names[name] = len(self.accepted)
            self.accepted.append((places, weights, rows))
            self.entries += len(places)
            if self.entries > MOST_ACCEPTED:
                raise TooLarge
        return self.names[name]

    @staticmethod
    def _name(
        live: NDArray[np.bool_], rows: Ints, weights: Ints | None, check: Callable[[], object]
    ) -> bytes:
        """Return the digest of an outcome's accepted pairs, values and weights."""
        key = hashlib.blake2b(np.packbits(live).tobytes())
        for part in [rows] if weights is None else [rows, weights]:
            for first in range(0, len(part), 1 << 17):
                check()
                key.update(np.ascontiguousarray(part[first : first + (1 << 17)]).data)
        return key.digest()

    def _label(self, width: int, effort: Effort) -> None:
        """Set the distinct rows of values, and the row number of each accepted entry."""
        rows = [entry[2] for entry in self.accepted]
        table = np.concatenate(rows) if rows else np.zeros((0, width), dtype=np.int64)
        effort.spend_on_rows(len(table), width)
        self.values, self.labels = unique_rows(table, effort.check)

    def _merged(self, automata: list[HandAutomaton], shape: tuple[int, ...]) -> list[HandAutomaton]:
        """Merge the outcomes of each automaton that all joint tests treat alike."""
        table = self.joint.reshape(shape)
        merged = []
        for axis, automaton in enumerate(automata):
            others = table.size // max(table.shape[axis], 1)  # -1 would be wrong if there are none
            slices = np.moveaxis(table, axis, 0).reshape(table.shape[axis], others)
            kinds: dict[bytes, int] = {}
            firsts: list[int] = []
            same = np.full(len(slices), DEAD, dtype=np.int64)
            for outcome, row in enumerate(slices):
                if (row >= 0).any():
                    key = row.tobytes()
                    if not self.shortcuts.merged_outcomes:
                        key = outcome.to_bytes(8, "little")
                    elif key in kinds:
                        self.used.add("merged_outcomes")
                    if key not in kinds:
                        kinds[key] = len(firsts)
                        firsts.append(outcome)
                    same[outcome] = kinds[key]
            table = np.take(table, np.array(firsts, dtype=np.int64), axis=axis)
            unchanged = np.array_equal(same, np.arange(len(same), dtype=np.int64))
            smallest = self.shortcuts.minimal_classes
            merged.append(
                automaton if unchanged else merge_outcomes(automaton, same, smallest=smallest)
            )
        self.joint = np.ascontiguousarray(table).reshape(-1)
        return merged

    def _list(self) -> None:
        """List the accepted pairs of points by joint outcome and left points."""
        lefts = self.shape[0]
        starts = [np.zeros(1, dtype=np.int64)]
        rights, weights = [], []
        base = 0
        for places, weight, _ in self.accepted:
            left = self.at[0][places]
            counts = np.bincount(left, minlength=lefts)
            starts.append(base + np.cumsum(counts, dtype=np.int64))
            rights.append(self.at[1][places])
            weights.append(weight)
            base += len(places)
        empty = [np.zeros(0, dtype=np.int64)]
        if not self.accepted:
            starts.append(np.zeros(lefts, dtype=np.int64))
        self.start = np.concatenate(starts)
        self.right = np.concatenate(rights or empty)
        self.weight = np.concatenate(weights or empty)
