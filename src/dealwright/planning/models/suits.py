"""The model of a problem that reads suits: automata, layouts and accepted points."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from dealwright.cards import Seat, Suit
from dealwright.planning.budget import Effort
from dealwright.planning.models.atoms import Atoms
from dealwright.planning.models.base import CountingProblem, Model
from dealwright.planning.models.costs import predicted_bytes, predicted_seconds, sizes_of
from dealwright.planning.models.hand_automaton import HandAutomaton, HandReader
from dealwright.planning.models.joint_outcomes import Joint
from dealwright.planning.models.layouts import Ownership, SuitLayouts, holdings_of, suit_layouts
from dealwright.planning.models.points import HalfPoints, half_points, point_tests, prune
from dealwright.planning.models.seat_automata import across_readers

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["SuitsModel", "suits_model"]

MOST_AUTOMATA = 8  # as in native/core/exact_model.hpp
_STATE = 3e-3  # seconds for building the smallest model, on Zen 4
_ROW_PAIR = 6e-9  # seconds per pair of rows in addition to its operation, on Zen 4
_PAIRINGS = ((3, 2, 1, 0), (3, 1, 2, 0), (3, 0, 2, 1))


@dataclass
class SuitsModel(Model):
    """A model that counts suit by suit, in two halves (native/core/exact_model.hpp).

    ``owners`` int32[1], ``owner_seat`` and ``pool_seats`` int32[seats], ``fixed`` uint64[4];
    ``points`` int32[2] (of each half), ``outcomes`` int32[automata], ``joint`` int32[outcomes of
    all], ``joints`` int32[1]; ``accept_start`` int64, ``accept_right`` and ``accept_weight`` int32
    list the accepted pairs of points. For each suit i in the order of reading, ``suit{i}.place``
    int32[3] (first card, small ranks, honours), its classes and rows (``layouts.SuitLayouts``) and
    ``letters{i}`` int32[automata]; for each half h, ``classes{h}`` int32[automata],
    ``add_points{h}`` and ``compose{h}.{j}`` int32; ``fit{j}`` int32 for each automaton.
    """

    name: ClassVar[str] = "suits"

    order: tuple[int, ...] = (3, 2, 1, 0)
    classes: dict[str, tuple[int, int]] = field(default_factory=dict)

    def predicted_bytes(self, *, drawing: bool = True) -> int:
        """Return an upper bound of the bytes for counting, and for drawing too if ``drawing``."""
        return predicted_bytes(self.sizes, drawing=drawing)

    @property
    def predicted_seconds(self) -> float:
        """The approximate time of counting in seconds of one core (Zen 4)."""
        return predicted_seconds(self.sizes)

    @property
    def seconds_beside(self) -> float:
        """The seconds added to the operations: a pair of rows takes as long as four operations."""
        return _ROW_PAIR * (self.sizes["row_pairs_left"] + self.sizes["row_pairs_right"])

    @property
    def suits_read(self) -> str:
        """The letters of the suits in the order in which automata read them."""
        return "".join(Suit(suit).letter for suit in self.order)

    @property
    def automata(self) -> dict[str, tuple[int, int]]:
        """The classes of each half of the pack, by seat; ``all hands`` for tests across seats."""
        return self.classes

    def describe(self, built: Mapping[str, int]) -> Sequence[str]:
        """Return lines of text on the sizes, as predicted and, if counted, as built."""
        guess = self.sizes
        lines = [
            f"  layouts    {guess['layout_classes']:,} classes of four suits; "
            f"{guess['row_pairs_left'] + guess['row_pairs_right']:,} pairs of rows"
        ]
        if built.get("states_left"):
            cells = [built[f"states_{s}"] * built[f"points_{s}"] for s in ("left", "right")]
            bound = [guess[f"states_{s}"] * guess[f"points_{s}"] for s in ("left", "right")]
            lines += [
                f"  memory     {built['bytes'] / 2**20:,.1f} MiB",
                f"  cells      {cells[0]:,} and {cells[1]:,} "
                f"(at most {bound[0]:,} and {bound[1]:,} predicted)",
            ]
        return lines


def suits_model(problem: CountingProblem, effort: Effort) -> SuitsModel:
    """Return the model of a problem that reads suits.

    :raises TooLarge: if a table would exceed the limits of exact counting
    :raises OverBudget: if building it would cost more than the effort
    """
    atoms, who, fixed = problem.atoms, problem.who, problem.fixed
    effort.spend(_STATE)
    atoms.begin_model()
    readers = {seat: _reader(atoms, seat, effort) for seat in who.seats}
    across = across_readers(atoms, MOST_AUTOMATA - len(readers), effort)
    effort.check()
    suits = {suit: suit_layouts(atoms, who, suit, readers, across, effort) for suit in (3, 2, 1, 0)}
    order = min(
        _PAIRINGS,
        key=lambda o: suits[o[0]].rows * suits[o[1]].rows + suits[o[2]].rows * suits[o[3]].rows,
    )
    effort.check()
    automata = [readers[seat].automaton(order) for seat in who.seats]
    automata += [reader.automaton(order) for reader in across]
    halves = [half_points(suits[order[2 * h]], suits[order[2 * h + 1]], effort) for h in (0, 1)]
    limits = point_tests(atoms)
    if atoms.shortcuts.pruned_points:
        every = sum(len(half.totals) for half in halves)
        halves = prune(halves, limits, effort)
        if sum(len(half.totals) for half in halves) < every:
            atoms.used.add("pruned_points")
    joints = Joint(atoms, automata, halves, limits, effort)
    automata = joints.automata
    ordered = [suits[suit] for suit in order]
    impossible = problem.contradicted or not joints.entries
    impossible |= any(layouts.rows == 0 for layouts in ordered)
    impossible |= any(automaton.outcomes == 0 for automaton in automata)
    names = [Seat(seat).name.lower() for seat in who.seats]
    names += [f"all hands{f', {i + 1}' if i else ''}" for i in range(len(across))]
    return SuitsModel(
        _arrays(who, fixed, ordered, automata, halves, joints),
        sizes_of(ordered, automata, halves, joints, effort),
        joints.labels,
        joints.values,
        impossible,
        frozenset(atoms.used),
        order,
        {n: (a.fit.shape[0], a.fit.shape[1]) for n, a in zip(names, automata, strict=True)},
    )


def _reader(atoms: Atoms, seat: int, effort: Effort) -> HandReader:
    holdings = []
    for suit in range(4):
        fixed = [mask >> 13 * suit & 8191 for mask in atoms.fixed]
        small = atoms.small[suit]
        honours = 8191 & ~(small | fixed[0] | fixed[1] | fixed[2] | fixed[3])
        holdings.append(holdings_of(fixed[seat], honours, small))
    return HandReader(
        seat, atoms.seat_tests.get(seat, []), atoms.seat_values.get(seat, []), holdings, effort,
        shortcuts=atoms.shortcuts, used=atoms.used,
    )  # fmt: skip


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
