"""Predicted costs of the model over suits: sizes, bytes, seconds."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

import numpy as np

from dealwright.planning.budget import Effort, TooLarge
from dealwright.planning.models.hand_automaton import HandAutomaton, unique_rows
from dealwright.planning.models.joint_outcomes import Joint
from dealwright.planning.models.layouts import SuitLayouts
from dealwright.planning.models.points import HalfPoints

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Ints = NDArray[np.int64]

__all__ = ["predicted_bytes", "predicted_seconds", "sizes_of"]

Sizes = Mapping[str, int]
_MATCH = 16  # most bytes per match: a number in a growing vector, and its sorted copy
_LOOSE = 1000  # above this product of classes, states are counted before building
_MOST_STATED = 2_000_000
_MOST_LISTED = 1 << 22  # as in native/core/exact_prepare.cpp
_MOST_DENSE = 1 << 23
_MOST_CODES = 1 << 62  # states are known by one number of 64 bits


def sizes_of(
    suits: list[SuitLayouts],
    automata: list[HandAutomaton],
    halves: list[HalfPoints],
    joints: Joint,
    effort: Effort,
) -> dict[str, int]:
    """Return the sizes that determine the cost; states are upper bounds, the rest is exact."""
    matches = 1  # an upper bound of pairs of a left and a right state
    for automaton in automata:
        matches *= max(1, int((automaton.fit >= 0).sum()))
    sizes = {
        "matches": matches,
        "layout_classes": sum(len(suit.class_kind) for suit in suits),
        "rows": sum(suit.rows for suit in suits),
        "accepted": joints.entries,
        "joint_outcomes": len(joints.accepted),
    }
    for h, side in enumerate(("left", "right")):
        first, second = suits[2 * h], suits[2 * h + 1]
        codes = 1
        for automaton in automata:
            codes *= max(1, automaton.fit.shape[h])
        if codes >= _MOST_CODES:
            raise TooLarge
        effort.spend_on_rows(first.rows + second.rows, len(automata))
        letters = [unique_rows(suit.row_letters.astype(np.int64))[0] for suit in (first, second)]
        pairs = len(letters[0]) * len(letters[1])
        few = codes <= _LOOSE or pairs > _MOST_STATED
        sizes |= {
            f"states_{side}": min(codes, pairs) if few else _reached(letters, automata, h, effort),
            f"points_{side}": len(halves[h].totals),
            f"row_pairs_{side}": first.rows * second.rows,
            f"kind_pairs_{side}": (len(first.row_start) - 1) * (len(second.row_start) - 1),
            f"class_pairs_{side}": len(first.class_kind) * len(second.class_kind),
        }
    return sizes


def _reached(letters: list[Ints], automata: list[HandAutomaton], h: int, effort: Effort) -> int:
    """Return the number of states of a half that the letters of its two suits can reach."""
    effort.spend_on_rows(len(letters[0]) * len(letters[1]), len(automata))
    code = np.zeros((len(letters[0]), len(letters[1])), dtype=np.int64)
    live = np.ones(code.shape, dtype=np.bool_)
    for j, automaton in enumerate(automata):
        state = automaton.compose[h][letters[0][:, j]][:, letters[1][:, j]]
        live &= state >= 0
        code = code * automaton.fit.shape[h] + state
    return len(unique_rows(code[live][:, None])[0])


def predicted_bytes(sizes: Sizes, *, drawing: bool = True) -> int:
    """Return an upper bound on the bytes for counting, and for drawing too if ``drawing``."""
    total = 12 * sizes["accepted"]
    for side in ("left", "right"):
        states, points = sizes[f"states_{side}"], sizes[f"points_{side}"]
        rows, kinds = sizes[f"row_pairs_{side}"], sizes[f"kind_pairs_{side}"]
        entries = min(rows, states * kinds)
        listed = min(states * sizes[f"class_pairs_{side}"] + states * points, 2 * _MOST_LISTED)
        total += 8 * states * points + 12 * entries + 24 * sizes[f"class_pairs_{side}"]
        if not drawing:
            continue
        total += 16 * states * points + 28 * entries + 12 * sizes[f"class_pairs_{side}"]
        total += 12 * rows if rows <= _MOST_LISTED else 4 * rows
        total += 8 * states * kinds if states * kinds <= _MOST_DENSE else 0
        total += 20 * listed
    total += _MATCH * min(sizes["matches"], sizes["states_left"] * sizes["states_right"])
    groups = min(sizes["states_left"] * max(1, sizes["joint_outcomes"]), sizes["matches"])
    total += groups * 8 * (sizes["points_left"] + sizes["points_right"]) + (1 << 20)
    if drawing:
        total += groups * (32 * sizes["points_left"] + 8 * sizes["points_right"])
        total += 24 * min(groups * sizes["accepted"], _MOST_LISTED)
    return total


def predicted_seconds(sizes: Sizes) -> float:
    """Return the approximate time of counting in seconds of one core (Zen 4)."""
    seconds = 0.6e-9 * (sizes["accepted"] + sizes["points_right"]) * sizes["states_left"]
    seconds += 40e-9 * min(sizes["matches"], sizes["states_left"] * sizes["states_right"])
    for side in ("left", "right"):
        rows, kinds = sizes[f"row_pairs_{side}"], max(1, sizes[f"kind_pairs_{side}"])
        products = sizes[f"class_pairs_{side}"] * min(rows / kinds, sizes[f"states_{side}"])
        seconds += 4e-9 * rows + 1e-9 * products
    return seconds
