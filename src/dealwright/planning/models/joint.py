"""Joint outcomes: the accepted pairs of points, given the outcomes of all automata."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from itertools import product
from typing import TYPE_CHECKING, Any

import numpy as np

from dealwright.conditions.nodes import Node
from dealwright.planning.budget import Effort, TooLarge
from dealwright.planning.models.atoms import Atoms, evaluate, evaluated_parts
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

__all__ = ["Joint", "JointLetters"]

MOST_OUTCOMES = 4096
MOST_ACCEPTED = 40_000_000
_COLUMNS = 5  # of the pairs: two indices, and what evaluating a test takes
_EVALUATE = 5e-9  # seconds for a test of a pair of points, measured on Zen 4
_USUAL = 8  # operators in a test that costs this; longer ones cost in proportion
_ENTRY = 40e-9  # seconds for an accepted pair: found, listed and written as arrays
_OUTCOME = 60e-6  # seconds for an outcome of one usual test, whatever its size


class JointLetters:
    """The automaton of atoms that read one suit of several seats; its states are their values."""

    def __init__(self) -> None:
        self.rows: list[tuple[int, ...]] = []
        self.by_suit: list[list[tuple[int, ...]]] = []

    def number(self, rows: Ints) -> Ints:
        """Return a letter for each row of values; suits come in the order 3, 2, 1, 0."""
        distinct, index = unique_rows(rows)
        self.by_suit.append([tuple(row) for row in distinct.tolist()])
        return index

    def automaton(self, atoms: Atoms, order: Sequence[int]) -> HandAutomaton:
        """Return the automaton that reads the suits in an order."""
        letters = [self.by_suit[3 - suit] for suit in order]
        sizes = [len(rows) for rows in letters]
        compose = [
            np.arange(sizes[2 * h] * sizes[2 * h + 1], dtype=np.int32).reshape(
                sizes[2 * h], sizes[2 * h + 1]
            )
            for h in (0, 1)
        ]
        left, right = compose[0].size, compose[1].size
        if left * right > MOST_OUTCOMES * 64:
            raise TooLarge
        fit = np.arange(left * right, dtype=np.int32).reshape(left, right)
        at = np.stack(np.unravel_index(np.arange(left * right), sizes), axis=1)
        values: dict[Node, Ints] = {}
        for place, suit in enumerate(order):
            for column, node in enumerate(atoms.suit_values.get(suit, [])):
                table = np.array([row[column] for row in letters[place]], dtype=np.int64)
                values[node] = table[at[:, place]]
        return HandAutomaton([], sizes, compose, fit, values)


class Joint:
    """The joint outcomes of all automata: the pairs of points that each accepts, with weights."""

    def __init__(
        self,
        atoms: Atoms,
        automata: list[HandAutomaton],
        halves: list[HalfPoints],
        limits: dict[int, Limit],
        values: Sequence[Node],
        weight: Node | None,
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
        shape = tuple(automaton.outcomes for automaton in automata)
        outcomes = int(np.prod(shape)) if shape else 1
        grid = int(np.count_nonzero(base))
        asked = bool(atoms.joint or values or weight is not None)
        fits = effort.holds(_COLUMNS + (len(atoms.points) if asked else 0), grid)
        if outcomes > MOST_OUTCOMES or outcomes * grid > 4 * MOST_ACCEPTED or not fits:
            raise TooLarge
        if asked:
            tests = sum(max(1.0, evaluated_parts(node) / _USUAL) for node in atoms.joint)
            each = _EVALUATE * grid * (1 + tests + len(values))
            effort.spend(outcomes * (_OUTCOME * max(1.0, (1 + tests) / 2) + each))
        elif outcomes:
            effort.spend(_ENTRY * grid)
        self.at = np.nonzero(base)
        self.shape = base.shape
        known = {
            node: left[self.at[0], place] + right[self.at[1], place]
            for place, node in enumerate(atoms.points)
            if asked
        }
        self.names: dict[bytes, int] = {}
        self.accepted: list[tuple[Ints, Ints, Ints]] = []  # indices, weights, rows of values
        self.joint = np.full(max(outcomes, 0), DEAD, dtype=np.int32)
        self.entries = 0
        self._rows: list[Ints] = []
        listed = 0
        for number, combination in enumerate(product(*(range(n) for n in shape))):
            effort.check()
            parts = dict(known)
            for automaton, outcome in zip(automata, combination, strict=True):
                parts.update({node: rows[outcome] for node, rows in automaton.values.items()})
            self._outcome(number, parts, atoms.joint, grid, values, weight, effort.check)
            if asked:
                effort.spend(_ENTRY * (self.entries - listed))
                listed = self.entries
        self.labels: Ints | None = None
        self.values: Ints | None = None
        if values:
            self._label(len(values), effort)
        effort.check()
        self.automata = self._merged(automata, shape)
        self._list()

    def _outcome(
        self,
        number: int,
        parts: dict[Node, Any],
        tests: Sequence[Node],
        grid: int,
        values: Sequence[Node],
        weight: Node | None,
        check: Callable[[], object],
    ) -> None:
        if not tests and not values and weight is None:
            if not self.accepted and grid:  # one outcome: every accepted pair, once
                ones = np.ones(grid, dtype=np.int64)
                self.accepted.append((np.arange(grid), ones, np.zeros((grid, 0), dtype=np.int64)))
                self.entries = grid
            self.joint[number] = DEAD if grid == 0 else 0
            return
        live = self._live(parts, tests, grid, check)
        if live is None:
            return
        weights = np.ones(1, dtype=np.int64)
        if weight is not None:
            weights = np.broadcast_to(evaluate(weight, parts), (grid,)).astype(np.int64)
            live = live & (weights > 0)
        places = np.flatnonzero(live)
        if not len(places):
            return
        rows = np.empty((len(places), len(values)), dtype=np.int64)
        for column, node in enumerate(values):
            check()
            rows[:, column] = np.broadcast_to(evaluate(node, parts), (grid,))[places]
        check()
        weights = np.broadcast_to(weights, (grid,))[places]
        name = self._name(live, rows, weights if weight is not None else None, check)
        if name not in self.names:
            self.names[name] = len(self.accepted)
            self.accepted.append((places, weights, rows))
            self.entries += len(places)
            if self.entries > MOST_ACCEPTED:
                raise TooLarge
        self.joint[number] = self.names[name]

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

    @staticmethod
    def _live(
        parts: dict[Node, Any], tests: Sequence[Node], grid: int, check: Callable[[], object]
    ) -> NDArray[np.bool_] | None:
        """Return which pairs satisfy all tests, bool[grid]; None if no pair does."""
        live: NDArray[np.bool_] | None = None
        for node in tests:
            check()
            truth = np.not_equal(evaluate(node, parts), 0)
            if truth.ndim == 0:  # the automata alone decide it
                if not truth:
                    return None
            else:
                live = truth if live is None else live & truth
        return np.ones(grid, dtype=np.bool_) if live is None else live

    def _label(self, width: int, effort: Effort) -> None:
        """Set the number of the row of values of every accepted entry."""
        rows = [found[2] for found in self.accepted]
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
                    if key not in kinds:
                        kinds[key] = len(firsts)
                        firsts.append(outcome)
                    same[outcome] = kinds[key]
            table = np.take(table, np.array(firsts, dtype=np.int64), axis=axis)
            unchanged = np.array_equal(same, np.arange(len(same)))
            merged.append(automaton if unchanged else merge_outcomes(automaton, same))
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
            starts.append(base + np.cumsum(counts))
            rights.append(self.at[1][places])
            weights.append(weight)
            base += len(places)
        empty = [np.zeros(0, dtype=np.int64)]
        if not self.accepted:
            starts.append(np.zeros(lefts, dtype=np.int64))
        self.start = np.concatenate(starts)
        self.right = np.concatenate(rights or empty)
        self.weight = np.concatenate(weights or empty)
