"""The exact model of a conjunction: automata, layouts and accepted points, as plain arrays."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import product
from typing import TYPE_CHECKING, Any

import numpy as np

from dealwright.conditions.nodes import Node
from dealwright.planning.atoms import Atoms, evaluate, take_apart
from dealwright.planning.hand_automaton import (
    DEAD,
    HandAutomaton,
    HandReader,
    TooLarge,
    merge_outcomes,
    unique_rows,
)
from dealwright.planning.layouts import Ownership, SuitLayouts, holdings_of, suit_layouts

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Ints = NDArray[np.int64]

__all__ = ["ExactModel", "exact_model"]

MOST_OUTCOMES = 4096
MOST_ACCEPTED = 40_000_000
_PAIRINGS = ((3, 2, 1, 0), (3, 1, 2, 0), (3, 0, 2, 1))


@dataclass
class ExactModel:
    """What the counting kernels work on; ``arrays`` as native/exact_model.hpp names them.

    ``labels`` gives, for each entry of ``accept_right``, a row of ``values`` (where quantities were
    asked for). ``impossible`` says that no layout passes the tests of single suits and hands.
    """

    arrays: dict[str, NDArray[Any]]
    who: Ownership
    sizes: dict[str, int]
    labels: NDArray[np.int64] | None = None
    values: NDArray[np.int64] | None = None
    impossible: bool = False
    order: tuple[int, ...] = (3, 2, 1, 0)
    notes: list[str] = field(default_factory=list)

    @property
    def predicted_bytes(self) -> int:
        """An upper bound of the memory that counting and drawing need, in bytes."""
        size = self.sizes
        cells = sum(size[f"states_{side}"] * size[f"points_{side}"] for side in ("left", "right"))
        joined = size["states_left"] * (size["points_left"] + size["points_right"])
        return 16 * cells + 24 * joined + 24 * size["row_pairs"] + 12 * size["accepted"]

    @property
    def predicted_seconds(self) -> float:
        """About how long counting takes, in seconds of one core (Zen 4)."""
        size = self.sizes
        kinds = max(1, size["kind_pairs"])
        products = size["class_pairs"] * min(
            size["row_pairs"] / kinds, max(size["states_left"], size["states_right"])
        )
        joins = (size["accepted"] + size["points_right"]) * size["states_left"]
        return 4e-9 * size["row_pairs"] + 1e-9 * products + 0.6e-9 * joins

    @property
    def digest(self) -> str:
        """A hash of all arrays."""
        found = hashlib.blake2b(digest_size=16)
        for name in sorted(self.arrays):
            array = self.arrays[name]
            found.update(f"{name}:{array.dtype.str}:{array.shape}\n".encode())
            found.update(np.ascontiguousarray(array).tobytes())
        return found.hexdigest()


def exact_model(
    clauses: Sequence[Node],
    fixed: Sequence[int] = (0, 0, 0, 0),
    *,
    values: Sequence[Node] = (),
    weight: Node | None = None,
) -> ExactModel:
    """Return the model of a conjunction of clauses with some cards fixed at their seats.

    ``values`` are quantities whose joint distribution is wanted; ``weight`` a quantity that counts
    each deal so many times (0 refuses it).

    :raises TooLarge: if a table would be beyond the limits of exact counting
    """
    wanted = [*values, *([] if weight is None else [weight])]
    atoms = take_apart(clauses, fixed, wanted)
    impossible = any(not int(evaluate(node, {})) for node in atoms.constants)
    seats = atoms.seats() or [0]
    who = Ownership(tuple(seats), tuple(seat for seat in range(4) if seat not in seats))
    readers = {seat: _reader(atoms, seat) for seat in seats}
    joint = _JointLetters() if atoms.suit_values else None
    suits = {
        suit: suit_layouts(atoms, who, suit, readers, joint and joint.number)
        for suit in (3, 2, 1, 0)
    }
    order = min(
        _PAIRINGS,
        key=lambda o: suits[o[0]].rows * suits[o[1]].rows + suits[o[2]].rows * suits[o[3]].rows,
    )
    automata = [readers[seat].automaton(order) for seat in seats]
    if joint is not None:
        automata.append(joint.automaton(atoms, order))
    halves = [_half_points(suits[order[2 * h]], suits[order[2 * h + 1]]) for h in (0, 1)]
    limits = _point_tests(atoms)
    halves = _prune(halves, limits)
    joints = _Joint(atoms, automata, halves, limits, values, weight)
    automata = joints.automata
    model = ExactModel({}, who, {}, joints.labels, joints.values, impossible, order)
    model.impossible |= any(suits[suit].rows == 0 for suit in suits) or not joints.entries
    model.impossible |= any(automaton.outcomes == 0 for automaton in automata)
    model.arrays = _arrays(who, fixed, [suits[suit] for suit in order], automata, halves, joints)
    model.sizes = _sizes_of([suits[suit] for suit in order], automata, halves, joints)
    return model


def _reader(atoms: Atoms, seat: int) -> HandReader:
    holdings = []
    for suit in range(4):
        fixed = [mask >> 13 * suit & 8191 for mask in atoms.fixed]
        small = atoms.small[suit]
        honours = 8191 & ~(small | fixed[0] | fixed[1] | fixed[2] | fixed[3])
        holdings.append(holdings_of(fixed[seat], honours, small))
    return HandReader(
        seat, atoms.seat_tests.get(seat, []), atoms.seat_values.get(seat, []), holdings
    )


class _JointLetters:
    """The automaton of atoms that look at one suit of several seats: it remembers their values."""

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


@dataclass
class _Half:
    """The points of a half: what each is, int64[points, sums], and of which two it is made."""

    totals: Ints
    add: NDArray[np.int32]


def _half_points(first: SuitLayouts, second: SuitLayouts) -> _Half:
    """Number the points of two suits and of their sums; the suits' classes point to theirs."""
    rows, index = zip(*(unique_rows(suit.points) for suit in (first, second)), strict=True)
    for suit, at in zip((first, second), index, strict=True):
        suit.class_points = at
    pairs = len(rows[0]) * len(rows[1])
    sums = (rows[0][:, None, :] + rows[1][None, :, :]).reshape(pairs, rows[0].shape[1])
    totals, add = unique_rows(sums)
    return _Half(totals, add.astype(np.int32).reshape(len(rows[0]), len(rows[1])))


@dataclass
class _Limit:
    """Which values of one sum are accepted: ``accepted[value - low]``."""

    low: int
    accepted: NDArray[np.bool_]

    def holds(self, totals: Ints) -> NDArray[np.bool_]:
        at = totals - self.low
        inside = (at >= 0) & (at < len(self.accepted))
        return inside & self.accepted[np.clip(at, 0, len(self.accepted) - 1)]


def _point_tests(atoms: Atoms) -> dict[int, _Limit]:
    """Return, by the place of a sum, which of its values its own tests accept."""
    from dealwright.planning.bounds import bounds

    limits = {}
    for place, node in enumerate(atoms.points):
        if node in atoms.allowed:
            low, high = bounds(node)
            if high - low > 1_000_000:
                raise TooLarge
            value = np.arange(low, high + 1)
            accepted = np.ones(len(value), dtype=np.bool_)
            for test in atoms.allowed[node]:
                accepted &= np.broadcast_to(evaluate(test, {node: value}), value.shape) != 0
            limits[place] = _Limit(low, accepted)
    return limits


def _prune(halves: list[_Half], limits: dict[int, _Limit]) -> list[_Half]:
    """Drop points that no points of the other half can make acceptable, sum by sum."""
    pruned = []
    for h in (0, 1):
        mine, other = halves[h], halves[1 - h]
        live = np.ones(len(mine.totals), dtype=np.bool_)
        for place, limit in limits.items():
            theirs = np.unique(other.totals[:, place])
            own, index = np.unique(mine.totals[:, place], return_inverse=True)
            reachable = limit.holds(own[:, None] + theirs[None, :]).any(axis=1)
            live &= reachable[index.reshape(-1)]
        names = np.full(len(live) + 1, DEAD, dtype=np.int32)
        names[:-1][live] = np.arange(int(live.sum()))
        pruned.append(_Half(mine.totals[live], names[mine.add]))
    return pruned


class _Joint:
    """Joint outcomes of all automata: which pairs of points each accepts, and how often."""

    def __init__(
        self,
        atoms: Atoms,
        automata: list[HandAutomaton],
        halves: list[_Half],
        limits: dict[int, _Limit],
        values: Sequence[Node],
        weight: Node | None,
    ) -> None:
        left, right = halves[0].totals, halves[1].totals
        if len(left) * len(right) > MOST_ACCEPTED:
            raise TooLarge
        base = np.ones((len(left), len(right)), dtype=np.bool_)
        for place, limit in limits.items():
            base &= limit.holds(left[:, place, None] + right[None, :, place])
        self.at = np.nonzero(base)
        self.shape = base.shape
        known = {
            node: left[self.at[0], place] + right[self.at[1], place]
            for place, node in enumerate(atoms.points)
        }
        shape = tuple(automaton.outcomes for automaton in automata)
        outcomes = int(np.prod(shape)) if shape else 1
        grid = len(self.at[0])
        if outcomes > MOST_OUTCOMES or outcomes * grid > 4 * MOST_ACCEPTED:
            raise TooLarge
        self.names: dict[bytes, int] = {}
        self.accepted: list[tuple[Ints, Ints, Ints]] = []   # places, weights, rows of values
        self.joint = np.full(max(outcomes, 0), DEAD, dtype=np.int32)
        self.entries = 0
        self._rows: list[Ints] = []
        for number, combination in enumerate(product(*(range(n) for n in shape))):
            parts = dict(known)
            for automaton, outcome in zip(automata, combination, strict=True):
                parts.update({node: rows[outcome] for node, rows in automaton.values.items()})
            self._outcome(number, parts, atoms.joint, grid, values, weight)
        self.labels: Ints | None = None
        self.values: Ints | None = None
        if values:
            self._label(len(values))
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
    ) -> None:
        live = np.ones(grid, dtype=np.bool_)
        for node in tests:
            live &= np.broadcast_to(evaluate(node, parts), (grid,)) != 0
        weights = np.ones(grid, dtype=np.int64)
        if weight is not None:
            weights = np.broadcast_to(evaluate(weight, parts), (grid,)).astype(np.int64)
            live &= weights > 0
        places = np.flatnonzero(live)
        if not len(places):
            return
        rows = np.zeros((len(places), 0), dtype=np.int64)
        if values:
            columns = [np.broadcast_to(evaluate(node, parts), (grid,))[places] for node in values]
            rows = np.stack(columns, axis=1).astype(np.int64)
        weights = weights[places]
        key = hashlib.blake2b(places.tobytes() + weights.tobytes() + rows.tobytes()).digest()
        if key not in self.names:
            self.names[key] = len(self.accepted)
            self.accepted.append((places, weights, rows))
            self.entries += len(places)
            if self.entries > MOST_ACCEPTED:
                raise TooLarge
        self.joint[number] = self.names[key]

    def _label(self, width: int) -> None:
        """Number the rows of values over all accepted entries."""
        rows = [found[2] for found in self.accepted]
        table = np.concatenate(rows) if rows else np.zeros((0, width), dtype=np.int64)
        self.values, self.labels = unique_rows(table)

    def _merged(self, automata: list[HandAutomaton], shape: tuple[int, ...]) -> list[HandAutomaton]:
        """Merge the outcomes of each automaton that no joint test tells apart."""
        table = self.joint.reshape(shape)
        merged = []
        for axis, automaton in enumerate(automata):
            others = table.size // max(table.shape[axis], 1)  # -1 would not do where there are none
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
        """Lay the accepted pairs of points out by joint outcome and left points."""
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
        self.start = np.concatenate(starts)
        self.right = np.concatenate(rights or empty)
        self.weight = np.concatenate(weights or empty)


def _arrays(
    who: Ownership,
    fixed: Sequence[int],
    suits: list[SuitLayouts],
    automata: list[HandAutomaton],
    halves: list[_Half],
    joints: _Joint,
) -> dict[str, NDArray[Any]]:
    i32 = np.int32
    arrays: dict[str, Any] = {
        "owners": np.array([who.owners], dtype=i32),
        "owner_seat": np.array(who.seats, dtype=i32),
        "pool_seats": np.array(who.pool, dtype=i32),
        "fixed": np.array(fixed, dtype=np.uint64),
        "points": np.array([len(half.totals) for half in halves], dtype=i32),
        "outcomes": np.array([automaton.outcomes for automaton in automata], dtype=i32),
        "joint": joints.joint.astype(i32),
        "joints": np.array([len(joints.accepted)], dtype=i32),
        "accept_start": joints.start.astype(np.int64),
        "accept_right": joints.right.astype(i32),
        "accept_weight": joints.weight.astype(i32),
    }
    for place, suit in enumerate(suits):
        name = f"suit{place}"
        arrays[f"{name}.place"] = np.array([13 * suit.suit, suit.small, suit.honours], dtype=i32)
        arrays[f"{name}.assignment"] = suit.assignment.ravel()
        for part in ("class_kind", "class_points", "class_first", "class_size", "row_start"):
            arrays[f"{name}.{part}"] = getattr(suit, part).astype(i32)
        arrays[f"{name}.row_counts"] = suit.row_counts
        arrays[f"{name}.row_ways"] = suit.row_ways
        arrays[f"{name}.row_letters"] = suit.row_letters.astype(np.uint16).ravel()
        arrays[f"letters{place}"] = np.array([a.counts[place] for a in automata], dtype=i32)
    for h in (0, 1):
        arrays[f"classes{h}"] = np.array([a.fit.shape[h] for a in automata], dtype=i32)
        arrays[f"add_points{h}"] = halves[h].add.ravel()
        for j, automaton in enumerate(automata):
            arrays[f"compose{h}.{j}"] = automaton.compose[h].astype(i32).ravel()
    for j, automaton in enumerate(automata):
        arrays[f"fit{j}"] = automaton.fit.astype(i32).ravel()
    return arrays


def _sizes_of(
    suits: list[SuitLayouts], automata: list[HandAutomaton], halves: list[_Half], joints: _Joint
) -> dict[str, int]:
    """Return what decides the cost; states are bounds from above, row pairs exact."""
    bounds, row_pairs, kind_pairs = [], 0, 0
    for h in (0, 1):
        first, second = suits[2 * h], suits[2 * h + 1]
        codes = 1
        for automaton in automata:
            codes *= max(1, automaton.fit.shape[h])
        distinct = [len(unique_rows(suit.row_letters.astype(np.int64))[0]) for suit in (first, second)]
        bounds.append(min(codes, distinct[0] * distinct[1]))
        row_pairs += first.rows * second.rows
        kind_pairs += (len(first.row_start) - 1) * (len(second.row_start) - 1)
    return {
        "layout_classes": sum(len(suit.class_kind) for suit in suits),
        "rows": sum(suit.rows for suit in suits),
        "row_pairs": row_pairs,
        "kind_pairs": kind_pairs,
        "class_pairs": len(suits[0].class_kind) * len(suits[1].class_kind)
        + len(suits[2].class_kind) * len(suits[3].class_kind),
        "states_left": bounds[0],
        "states_right": bounds[1],
        "points_left": len(halves[0].totals),
        "points_right": len(halves[1].totals),
        "accepted": joints.entries,
        "joint_outcomes": len(joints.accepted),
    }
