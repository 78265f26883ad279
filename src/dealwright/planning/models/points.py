"""Sums of honours: the possible points of each half of the pack, and the accepted totals."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from dealwright.planning.bounds import bounds
from dealwright.planning.budget import Effort, TooLarge
from dealwright.planning.models.atoms import Atoms, evaluate
from dealwright.planning.models.hand_automaton import DEAD, unique_rows
from dealwright.planning.models.layouts import SuitLayouts

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Ints = NDArray[np.int64]

__all__ = ["HalfPoints", "Limit", "half_points", "point_tests", "prune"]


_PAIR = 5e-9  # seconds for a test of a pair of values, on Zen 4


@dataclass
class HalfPoints:
    """The points of a half, int64[points, sums], and their index by the points of both suits."""

    totals: Ints
    add: NDArray[np.int32]


def half_points(first: SuitLayouts, second: SuitLayouts, effort: Effort) -> HalfPoints:
    """Return the points of a half; update the classes of its suits to refer to them."""
    rows, index = zip(*(unique_rows(suit.points) for suit in (first, second)), strict=True)
    for suit, points in zip((first, second), index, strict=True):
        suit.class_points = points
    pairs = len(rows[0]) * len(rows[1])
    effort.spend_on_rows(pairs, rows[0].shape[1])
    sums = (rows[0][:, None, :] + rows[1][None, :, :]).reshape(pairs, rows[0].shape[1])
    totals, add = unique_rows(sums)
    return HalfPoints(totals, add.astype(np.int32).reshape(len(rows[0]), len(rows[1])))


@dataclass
class Limit:
    """The accepted values of one sum: ``accepted[value - low]``."""

    low: int
    accepted: NDArray[np.bool_]

    def of_pairs(self, left: Ints, right: Ints) -> NDArray[np.bool_]:
        """Return whether each sum of a left and a right value is accepted, bool[left, right]."""
        lefts, left_at = unique_rows(left[:, None])
        rights, right_at = unique_rows(right[:, None])
        small = np.asarray(self.holds(lefts + rights.T))
        return small[left_at][:, right_at]

    def holds(self, totals: Ints) -> NDArray[np.bool_]:
        """Return whether each total is accepted."""
        index = totals - self.low
        inside = (index >= 0) & (index < len(self.accepted))
        accepted: NDArray[np.bool_] = self.accepted[np.clip(index, 0, len(self.accepted) - 1)]
        return inside & accepted


def point_tests(atoms: Atoms) -> dict[int, Limit]:
    """Return, by the index of a sum, the values that its own tests accept."""
    limits = {}
    for place, node in enumerate(atoms.points):
        if node in atoms.allowed:
            low, high = bounds(node)
            if high - low > 1_000_000:
                raise TooLarge
            value = np.arange(low, high + 1, dtype=np.int64)
            accepted = np.ones(len(value), dtype=np.bool_)
            for test in atoms.allowed[node]:
                accepted &= np.broadcast_to(evaluate(test, {node: value}), value.shape) != 0
            limits[place] = Limit(low, accepted)
    return limits


def prune(halves: list[HalfPoints], limits: dict[int, Limit], effort: Effort) -> list[HalfPoints]:
    """Remove points of each half that no points of the other half complete to an accepted sum."""
    pruned = []
    for h in (0, 1):
        half, other = halves[h], halves[1 - h]
        live = np.ones(len(half.totals), dtype=np.bool_)
        for place, limit in limits.items():
            values, value_index = unique_rows(half.totals[:, place, None])
            other_values = unique_rows(other.totals[:, place, None])[0]
            effort.spend(_PAIR * len(values) * len(other_values))
            live &= np.asarray(limit.holds(values + other_values.T).any(axis=1))[value_index]
        names = np.full(len(live) + 1, DEAD, dtype=np.int32)
        names[:-1][live] = np.arange(int(live.sum()), dtype=np.int64)
        pruned.append(HalfPoints(half.totals[live], names[half.add]))
    return pruned
