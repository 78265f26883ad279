"""The exact model of a conjunction: automata, layouts and accepted points, as plain arrays."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

from dealwright.cards import Seat
from dealwright.conditions.nodes import Node
from dealwright.planning.atoms import Atoms, evaluate, take_apart
from dealwright.planning.costs import predicted_bytes, predicted_seconds, sizes_of
from dealwright.planning.effort import Effort, TooDear
from dealwright.planning.hand_automaton import (
    HandAutomaton,
    HandReader,
    TooLarge,
)
from dealwright.planning.honours import honour_cells, only_honours
from dealwright.planning.joint import Joint, JointLetters
from dealwright.planning.layouts import Ownership, SuitLayouts, holdings_of, suit_layouts
from dealwright.planning.points import HalfPoints, half_points, point_tests, prune

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Ints = NDArray[np.int64]

__all__ = ["ExactModel", "digest_of", "exact_model"]

MOST_CELL_PAIRS = 20_000_000
_LOOSE = 1000  # a product of classes beyond which states are counted before building
_MOST_STATED = 2_000_000
_PAIRINGS = ((3, 2, 1, 0), (3, 1, 2, 0), (3, 0, 2, 1))


@dataclass
class ExactModel:
    """What the counting kernels work on; ``arrays`` as native/core/exact_model.hpp names them.

    ``labels`` gives, for each entry of ``accept_right``, a row of ``values`` (where quantities were
    asked for). ``impossible`` says that no layout passes the tests of single suits and hands;
    ``automata`` gives, by seat, the classes of each half.
    """

    arrays: dict[str, NDArray[Any]]
    who: Ownership
    sizes: dict[str, int]
    labels: NDArray[np.int64] | None = None
    values: NDArray[np.int64] | None = None
    impossible: bool = False
    order: tuple[int, ...] = (3, 2, 1, 0)
    automata: dict[str, tuple[int, int]] = field(default_factory=dict)

    @property
    def predicted_bytes(self) -> int:
        """An upper bound of the memory that counting (and drawing, unless labelled) needs."""
        return predicted_bytes(self.sizes, drawing=self.labels is None)

    def bytes_needed(self, drawing: bool) -> int:
        """Return an upper bound of the memory for counting, and for drawing too if wanted."""
        return predicted_bytes(self.sizes, drawing=drawing and self.labels is None)

    @property
    def predicted_seconds(self) -> float:
        """About how long counting takes, in seconds of one core (Zen 4)."""
        return predicted_seconds(self.sizes)

    @property
    def digest(self) -> str:
        """A hash of all arrays: models with the same digest number deals alike."""
        return digest_of(self.arrays)


def digest_of(arrays: dict[str, NDArray[Any]]) -> str:
    """Return a hash of named arrays, 32 hexadecimal digits."""
    found = hashlib.blake2b(digest_size=16)
    for name in sorted(arrays):
        array = arrays[name]
        found.update(f"{name}:{array.dtype.str}:{array.shape}\n".encode())
        found.update(np.ascontiguousarray(array).tobytes())
    return found.hexdigest()


def exact_model(
    clauses: Sequence[Node],
    fixed: Sequence[int] = (0, 0, 0, 0),
    *,
    values: Sequence[Node] = (),
    weight: Node | None = None,
    effort: Effort | None = None,
) -> ExactModel:
    """Return the model of a conjunction of clauses with some cards fixed at their seats.

    ``values`` are quantities whose joint distribution is wanted; ``weight`` a quantity that counts
    each deal so many times (0 refuses it).

    :raises TooLarge: if a table would be beyond the limits of exact counting, or the model
        beyond the effort
    """
    effort = Effort() if effort is None else effort
    wanted = [*values, *([] if weight is None else [weight])]
    atoms = take_apart(clauses, fixed, wanted)
    impossible = any(not int(evaluate(node, {})) for node in atoms.constants)
    seats = atoms.seats() or [0]
    who = Ownership(tuple(seats), tuple(seat for seat in range(4) if seat not in seats))
    if only_honours(atoms) and not impossible:
        try:
            return _honours_model(atoms, who, fixed, values, weight, effort)
        except TooDear:
            raise
        except TooLarge:
            pass
    readers = {seat: _reader(atoms, seat) for seat in seats}
    joint = JointLetters() if atoms.suit_values else None
    suits = {
        suit: suit_layouts(atoms, who, suit, readers, None if joint is None else joint.number)
        for suit in (3, 2, 1, 0)
    }
    order = min(
        _PAIRINGS,
        key=lambda o: suits[o[0]].rows * suits[o[1]].rows + suits[o[2]].rows * suits[o[3]].rows,
    )
    automata = [readers[seat].automaton(order) for seat in seats]
    if joint is not None:
        automata.append(joint.automaton(atoms, order))
    halves = [half_points(suits[order[2 * h]], suits[order[2 * h + 1]]) for h in (0, 1)]
    limits = point_tests(atoms)
    halves = prune(halves, limits)
    joints = Joint(atoms, automata, halves, limits, values, weight, effort)
    automata = joints.automata
    model = ExactModel({}, who, {}, joints.labels, joints.values, impossible, order)
    model.impossible |= any(suits[suit].rows == 0 for suit in suits) or not joints.entries
    model.impossible |= any(automaton.outcomes == 0 for automaton in automata)
    model.arrays = _arrays(who, fixed, [suits[suit] for suit in order], automata, halves, joints)
    names = [*(Seat(seat).name.lower() for seat in seats), "all hands"]
    model.automata = {
        name: (a.fit.shape[0], a.fit.shape[1]) for name, a in zip(names, automata, strict=False)
    }
    model.sizes = sizes_of([suits[suit] for suit in order], automata, halves, joints)
    return model


def _honours_model(
    atoms: Atoms,
    who: Ownership,
    fixed: Sequence[int],
    values: Sequence[Node],
    weight: Node | None,
    effort: Effort,
) -> ExactModel:
    """Return the model over ranks of a condition that only sums over honours."""
    cells, small = honour_cells(atoms, who, fixed)
    none = np.zeros((0, 0), dtype=np.int32)
    halves = [HalfPoints(half.totals, none) for half in cells]
    joints = Joint(atoms, [], halves, point_tests(atoms), values, weight, effort)
    needs = [13 - fixed[seat].bit_count() for seat in range(4)]
    owners = [needs[seat] for seat in who.seats]
    if who.pool:
        owners.append(sum(needs[seat] for seat in who.pool))
    i32 = np.int32
    arrays: dict[str, Any] = {
        "kind": np.frombuffer(b"honours", dtype=np.uint8),
        "owners": np.array([who.owners], dtype=i32),
        "owner_seat": np.array(who.seats, dtype=i32),
        "pool_seats": np.array(who.pool, dtype=i32),
        "fixed": np.array(fixed, dtype=np.uint64),
        "need": np.array(owners, dtype=i32),
        "small": np.array([small], dtype=np.uint64),
        "accept_start": joints.start
        if joints.accepted
        else np.zeros(len(halves[0].totals) + 1, np.int64),
        "accept_right": joints.right.astype(i32),
        "accept_weight": joints.weight.astype(i32),
        "right_start": np.searchsorted(cells[1].points, np.arange(len(cells[1].totals) + 1)).astype(
            i32
        ),
        **cells[0].arrays("half0"),
        **cells[1].arrays("half1"),
    }
    sizes = {
        "honour_cells": len(cells[0].ways) + len(cells[1].ways),
        "cell_pairs": len(cells[0].ways) * len(cells[1].ways),
        "points_left": len(cells[0].totals),
        "points_right": len(cells[1].totals),
        "accepted": joints.entries,
    }
    if sizes["cell_pairs"] > MOST_CELL_PAIRS:
        raise TooLarge
    model = ExactModel(arrays, who, sizes, joints.labels, joints.values, not joints.entries)
    model.order = ()
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


def _arrays(
    who: Ownership,
    fixed: Sequence[int],
    suits: list[SuitLayouts],
    automata: list[HandAutomaton],
    halves: list[HalfPoints],
    joints: Joint,
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
