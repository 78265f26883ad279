"""The exact model of a condition that only sums over honours: ranks in place of suits.

If no test reads suits, only each owner's number of cards of each rank matters. HCP of four hands
need 35 ways for each of four ranks; suits would need tens of thousands of layouts.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import comb
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from dealwright.conditions.nodes import Measure
from dealwright.deals.features import Feature
from dealwright.planning.budget import Effort, TooLarge
from dealwright.planning.models.atoms import Atoms
from dealwright.planning.models.base import CountingProblem, Model
from dealwright.planning.models.hand_automaton import unique_rows
from dealwright.planning.models.joint_outcomes import Joint
from dealwright.planning.models.layouts import Ownership, compositions
from dealwright.planning.models.points import HalfPoints, point_tests

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Ints = NDArray[np.int64]

__all__ = ["HonourCells", "HonoursModel", "honour_cells", "honours_model", "only_honours"]

_STATE = 1e-3  # seconds for building the smallest model, on Zen 4
MOST_CELL_PAIRS = 20_000_000
MOST_CELLS = 50_000
MOST_HONOURS = 31  # the honours of an owner in both halves are summed in five bits
_SUITS = 1 | 1 << 13 | 1 << 26 | 1 << 39


def only_honours(atoms: Atoms) -> bool:
    """Return whether only sums of card values matter."""
    suited = (atoms.seat_tests, atoms.suit_tests, atoms.seat_values)
    across = (atoms.across_tests, atoms.across_values)
    if any(suited) or any(across) or not atoms.points:
        return False
    return all(
        _card_values(measure.feature) is not None
        for node in atoms.points
        for _, measure in atoms.terms(node)
    )


@lru_cache(maxsize=256)
def _card_values(feature: Feature) -> tuple[int, ...] | None:
    """Return the value of each rank if a feature is a sum of card values, else None."""
    table = feature.holding_table
    if table is None or table[0] != 0:
        return None
    single = table[1 << np.arange(13, dtype=np.int64)]
    bits = np.arange(8192, dtype=np.int64)[:, None] >> np.arange(13, dtype=np.int64) & 1
    return tuple(single.tolist()) if np.array_equal(bits @ single, table) else None


class HonourCells:
    """Half of the ranks: the cards of ``ranks``, and every way to count them among owners.

    ``counts`` uint8[cells, ranks, 4], ``ways`` of each cell, ``totals`` int64[cells, sums].
    """

    def __init__(self, ranks: list[int], owners: int, values: list[Ints], fixed: Ints) -> None:
        sizes = [mask.bit_count() for mask in ranks]
        cells = 1
        for size in sizes:
            cells *= comb(size + owners - 1, owners - 1)
        if cells > MOST_CELLS:
            raise TooLarge
        self.ranks = ranks
        counts = np.zeros((1, 0, owners), dtype=np.int64)
        ways = np.ones(1, dtype=np.int64)
        totals = fixed[None, :]
        for size, value in zip(sizes, values, strict=True):
            rows, multinomials = compositions(size, owners)
            n, m = len(counts), len(rows)
            counts = np.concatenate(
                [np.repeat(counts, m, axis=0), np.tile(rows, (n, 1))[:, None, :]], axis=1
            )
            ways = np.repeat(ways, m) * np.tile(multinomials.astype(np.int64), n)
            totals = np.repeat(totals, m, axis=0) + np.tile(rows @ value, (n, 1))
        self.counts = np.zeros((len(counts), len(ranks), 4), dtype=np.uint8)
        self.counts[:, :, :owners] = counts
        self.ways = ways
        held = counts.sum(axis=1)
        self.code = (held[:, : owners - 1] << 5 * np.arange(owners - 1, dtype=np.int64)).sum(axis=1)
        self.totals, self.points = unique_rows(totals)

    def sort(self) -> None:
        """Put cells with equal points together."""
        order = np.argsort(self.points, kind="stable")
        self.counts, self.ways = self.counts[order], self.ways[order]
        self.code, self.points = self.code[order], self.points[order]

    def arrays(self, name: str) -> dict[str, NDArray[Any]]:
        """Return the half as the arrays of native/core/honours.hpp."""
        return {
            f"{name}.ranks": np.array(self.ranks, dtype=np.uint64),
            f"{name}.counts": self.counts.ravel(),
            f"{name}.ways": self.ways.astype(np.uint64),
            f"{name}.code": self.code.astype(np.uint32),
            f"{name}.points": self.points.astype(np.int32),
        }


def honour_cells(
    atoms: Atoms, who: Ownership, fixed: Sequence[int]
) -> tuple[tuple[HonourCells, HonourCells], int]:
    """Return both halves of the ranks that matter, and the small cards as a mask.

    :raises TooLarge: if too many ranks matter
    """
    fixed_cards = 0
    for mask in fixed:
        fixed_cards |= mask
    values = _values(atoms, who)
    plain = [rank for rank in range(13) if not values[rank].any()]
    if not plain:
        raise TooLarge
    small = sum(_SUITS << rank for rank in plain) & ~fixed_cards
    honours = [rank for rank in range(13) if rank not in plain and _SUITS << rank & ~fixed_cards]
    if sum((_SUITS << rank & ~fixed_cards).bit_count() for rank in honours) > MOST_HONOURS:
        raise TooLarge
    held = np.zeros(len(atoms.points), dtype=np.int64)
    for place, node in enumerate(atoms.points):
        for factor, measure in atoms.terms(node):
            held[place] += factor * _held(measure, fixed[measure.seat])
    order = sorted(honours, key=lambda rank: -(_SUITS << rank & ~fixed_cards).bit_count())
    halves: list[HonourCells] = []
    for half in (order[0::2], order[1::2]):
        masks = [_SUITS << rank & ~fixed_cards for rank in half]
        base = held if not halves else np.zeros_like(held)
        halves.append(HonourCells(masks, who.owners, [values[rank] for rank in half], base))
    halves[1].sort()
    return (halves[0], halves[1]), small


def _values(atoms: Atoms, who: Ownership) -> list[Ints]:
    """Return, for each rank, the value that its card adds to each sum at each owner."""
    tables = [np.zeros((who.owners, len(atoms.points)), dtype=np.int64) for _ in range(13)]
    for place, node in enumerate(atoms.points):
        for factor, measure in atoms.terms(node):
            single = _card_values(measure.feature)
            assert single is not None
            for rank in range(13):
                tables[rank][who.seats.index(measure.seat), place] += factor * single[rank]
    return tables


def _held(measure: Measure, cards: int) -> int:
    return measure.feature.value(cards)


@dataclass
class HonoursModel(Model):
    """A model that counts rank by rank, in two halves (native/core/honours.hpp).

    ``owners`` int32[1], ``owner_seat`` and ``pool_seats`` int32[seats], ``fixed`` uint64[4],
    ``need`` int32[owners], ``small`` uint64[1] the cards without value; ``accept_start``
    int64, ``accept_right`` and ``accept_weight`` int32 list the accepted pairs of points,
    ``right_start`` int32 the cells of each right one; ``half0`` and ``half1`` as
    ``HonourCells.arrays`` names them.
    """

    name: ClassVar[str] = "honours"

    def predicted_bytes(self, *, drawing: bool = True) -> int:
        """Return an upper bound of the memory in bytes; drawing needs no more than counting."""
        return 48 * self.sizes["cell_pairs"] + 12 * self.sizes["accepted"] + (1 << 20)

    @property
    def predicted_seconds(self) -> float:
        """The approximate time of counting in seconds of one core (Zen 4)."""
        return 3e-9 * self.sizes["cell_pairs"]

    def describe(self, built: Mapping[str, int]) -> Sequence[str]:
        """Return a line of text on the sizes."""
        cells, pairs = self.sizes["honour_cells"], self.sizes["cell_pairs"]
        return [f"  honours    {cells:,} cells by rank, {pairs:,} pairs of cells"]


def honours_model(problem: CountingProblem, effort: Effort) -> HonoursModel | None:
    """Return the model over ranks if a problem has only sums over honours, else None.

    :raises TooLarge: if there are too many cells
    :raises OverBudget: if building it would cost more than the effort
    """
    atoms, who, fixed = problem.atoms, problem.who, problem.fixed
    if not problem.shortcuts.honours_alone or problem.contradicted or not only_honours(atoms):
        return None
    effort.spend(_STATE)
    atoms.begin_model()
    cells, small = honour_cells(atoms, who, fixed)
    none = np.zeros((0, 0), dtype=np.int32)
    halves = [HalfPoints(half.totals, none) for half in cells]
    joints = Joint(atoms, [], halves, point_tests(atoms), effort)
    needs = [13 - fixed[seat].bit_count() for seat in range(4)]
    owners = [needs[seat] for seat in who.seats]
    if who.pool:
        owners.append(sum(needs[seat] for seat in who.pool))
    i32 = np.int32
    arrays: dict[str, Any] = {
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
        "right_start": np.searchsorted(
            cells[1].points, np.arange(len(cells[1].totals) + 1, dtype=np.int64)
        ).astype(i32),
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
    used = frozenset([*atoms.used, "honours_alone"])
    return HonoursModel(arrays, sizes, joints.labels, joints.values, not joints.entries, used)
