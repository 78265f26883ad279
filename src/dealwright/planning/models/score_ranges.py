"""The totals of a score that each outcome of an automaton accepts, as labels and as ranges."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product
from math import gcd, prod
from typing import TYPE_CHECKING, Any

import numpy as np

from dealwright.conditions.nodes import Node
from dealwright.planning.budget import Effort, TooLarge
from dealwright.planning.models.atoms import evaluate
from dealwright.planning.models.hand_automaton import (
    DEAD,
    HandAutomaton,
    merge_outcomes,
    unique_rows,
)
from dealwright.planning.models.linear_sums import holding_part
from dealwright.planning.models.scores import Form, SeatScore
from dealwright.planning.shortcuts import Shortcuts

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Ints = NDArray[np.int64]

__all__ = [
    "Labels",
    "Ranges",
    "always",
    "cells_of_terms",
    "form_labels",
    "merged_labels",
    "products_of",
    "seat_labels",
    "units_of",
]

_MOST_VALUES = 512  # of a score


@dataclass
class Labels:
    """The label of each outcome of an automaton and each total of its score, DEAD if rejected.

    ``label`` int64[outcomes, totals] is an index into ``rows``: the values of the score's parts of
    joint clauses.
    """

    automaton: HandAutomaton
    label: Ints
    rows: Ints

    def merged(self, same: Ints, shortcuts: Shortcuts, used: set[str]) -> Ranges:
        """Return the ranges of totals, with label i renamed same[i] (DEAD: rejected)."""
        label = np.append(same, DEAD)[self.label]
        differs = (label != label[:, -1:]).any(axis=0)
        cap = int(np.flatnonzero(differs).max(initial=-1)) + 1
        if not shortcuts.capped_scores:
            cap = label.shape[1] - 1
        elif cap < label.shape[1] - 1:
            used.add("capped_scores")
        kinds: dict[tuple[object, ...], int] = {}
        ranges: list[tuple[tuple[int, int, int], ...]] = []
        names = np.full(len(label), DEAD, dtype=np.int64)
        for outcome, row in enumerate(label):
            runs = _runs(row[: cap + 1].tolist())
            if runs:
                key = tuple(runs) if shortcuts.merged_outcomes else (outcome,)
                names[outcome] = kinds.setdefault(key, len(kinds))
                if names[outcome] == len(ranges):
                    ranges.append(tuple(runs))
                else:
                    used.add("merged_outcomes")
        automaton = merge_outcomes(self.automaton, names, smallest=shortcuts.minimal_classes)
        return Ranges(cap, automaton, ranges)


@dataclass
class Ranges:
    """The ranges of a score that each outcome accepts: (low, high, label) in order.

    Totals count as ``cap`` beyond it.
    """

    cap: int
    automaton: HandAutomaton
    ranges: list[tuple[tuple[int, int, int], ...]]


def seat_labels(scored: SeatScore, automaton: HandAutomaton, effort: Effort) -> Labels:
    """Return the labels of a seat's outcomes and scores."""
    most = _most_units(scored) + 1
    if most > _MOST_VALUES:
        raise TooLarge
    known: dict[Node, Any] = {node: row[:, None] for node, row in automaton.values.items()}
    values = _score_of(scored, np.arange(most, dtype=np.int64))
    for measure, shape in scored.measures.items():
        known[measure] = values[None, :] + (0 if shape is None else known[shape])
    full = (automaton.outcomes, most)
    effort.spend_on_rows(full[0] * most, len(scored.tests) + len(scored.parts))
    return _labels(scored.tests, scored.parts, known, full, automaton)


def _labels(
    tests: Sequence[Node],
    parts: Sequence[Node],
    known: dict[Node, Any],
    full: tuple[int, int],
    automaton: HandAutomaton,
) -> Labels:
    """Return labels, given what is known by outcome and total."""
    live = np.ones(full, dtype=np.bool_)
    for node in tests:
        live &= np.not_equal(evaluate(node, known), 0)
    columns = [np.broadcast_to(evaluate(node, known), full).ravel() for node in parts]
    table = np.stack([np.zeros(live.size, np.int64), *columns], axis=1).astype(np.int64)
    rows, index = unique_rows(table)
    return Labels(automaton, np.where(live, index.reshape(full), DEAD), rows[:, 1:])


def always() -> HandAutomaton:
    """Return an automaton that reads nothing and has one outcome."""
    zero = np.zeros((1, 1), dtype=np.int32)
    return HandAutomaton([], [1, 1, 1, 1], [zero, zero], zero, {})


def form_labels(
    form: Node, of: Form, columns: Sequence[Ints], effort: Effort
) -> tuple[Labels, list[Ints], int]:
    """Return the labels of a form's totals, what layouts of each suit add, in steps, and a step.

    ``columns`` are what they add to the form.
    """
    least = [int(column.min(initial=0)) for column in columns]
    offsets = [column - low for column, low in zip(columns, least, strict=True)]
    step = gcd(*(int(np.gcd.reduce(column)) for column in offsets)) or 1
    steps: list[Ints] = [column // step for column in offsets]
    totals_count = 1 + sum(int(column.max(initial=0)) for column in steps)
    if totals_count > _MOST_VALUES:
        raise TooLarge
    effort.spend_on_rows(totals_count, len(of.tests) + len(of.parts))
    totals = sum(least) + step * np.arange(totals_count, dtype=np.int64)
    labels = _labels(of.tests, of.parts, {form: totals[None, :]}, (1, totals_count), always())
    return labels, steps, step


def _score_of(scored: SeatScore, units: Ints) -> Ints:
    table = scored.table
    if table is None:
        return units
    least = int(table.min())
    return units * _step(table) + 4 * least


def _most_units(scored: SeatScore) -> int:
    """Return an upper bound of a hand's score, in steps."""
    if scored.table is None:
        return 0
    measure = next(iter(scored.measures))
    high = holding_part(measure.feature).bounds[1]
    return (high - 4 * int(scored.table.min())) // _step(scored.table)


def _step(table: Ints) -> int:
    return gcd(*(table - table.min()).tolist()) or 1


def units_of(table: Ints | None) -> Ints:
    """Return scores by holding, in steps from the least one."""
    if table is None:
        return np.zeros(8192, dtype=np.int64)
    units: Ints = (table - table.min()) // _step(table)
    return units


def _runs(labels: Sequence[int]) -> list[tuple[int, int, int]]:
    """Return the ranges of equal labels that are not DEAD."""
    runs: list[tuple[int, int, int]] = []
    for score, label in enumerate(labels):
        if label == DEAD:
            continue
        if runs and runs[-1][1] == score - 1 and runs[-1][2] == label:
            runs[-1] = (runs[-1][0], score, label)
        else:
            runs.append((score, score, label))
    return runs


def merged_labels(
    accepted: NDArray[np.bool_], shortcuts: Shortcuts, used: set[str]
) -> tuple[NDArray[np.bool_], list[Ints]]:
    """Return combinations of fewer labels, and for each score the new name of each label.

    Labels that all combinations treat alike become one; those that none accepts become DEAD.
    """
    if not shortcuts.merged_outcomes:
        return accepted, [np.arange(size, dtype=np.int64) for size in accepted.shape]
    renamed = []
    for axis in range(accepted.ndim):
        slices = np.moveaxis(accepted, axis, 0)
        kinds: dict[bytes, int] = {}
        names = np.full(len(slices), DEAD, dtype=np.int64)
        for label, part in enumerate(slices):
            if part.any():
                names[label] = kinds.setdefault(np.packbits(part).tobytes(), len(kinds))
        if len(kinds) < len(slices):
            used.add("merged_outcomes")
        renamed.append(names)
        firsts = [int(np.flatnonzero(names == name)[0]) for name in range(len(kinds))]
        accepted = np.take(accepted, firsts, axis=axis)
    return accepted, renamed


_MOST_PRODUCTS = 64
_MOST_COMBINATIONS = 1 << 14  # of labels


def products_of(accepted: NDArray[np.bool_]) -> list[tuple[int, ...]]:
    """Return disjoint products of sets of labels whose union is accepted, as bits of each score.

    Return an empty list if nothing is accepted, or if there are too many labels or products.
    """
    if accepted.size > _MOST_COMBINATIONS or max(accepted.shape, default=1) > _MOST_PRODUCTS:
        return []
    found = _products(accepted)
    return found if len(found) <= _MOST_PRODUCTS else []


def _products(accepted: NDArray[np.bool_]) -> list[tuple[int, ...]]:
    """Split along the score with the fewest kinds of labels; labels of one kind stay together."""
    if not accepted.any():
        return []
    best: dict[bytes, list[int]] | None = None
    axis = 0
    for at in range(accepted.ndim):
        kinds: dict[bytes, list[int]] = {}
        for label, part in enumerate(np.moveaxis(accepted, at, 0)):
            if part.any():
                kinds.setdefault(part.tobytes(), []).append(label)
        if best is None or len(kinds) < len(best):
            best, axis = kinds, at
    if best is None:
        return [()]
    rows = []
    for labels in best.values():
        part = np.take(accepted, labels[0], axis=axis)
        bits = sum(1 << label for label in labels)
        rows += [(*row[:axis], bits, *row[axis:]) for row in _products(part)]
    return rows


_CORNER = 2e-6  # seconds for one corner of a box when the cost is predicted


def cells_of_terms(
    ranges: Sequence[Ranges],
    accepted: NDArray[np.bool_],
    cells: NDArray[np.int32],
    effort: Effort,
) -> int:
    """Return how many cells the boxes of two states read, for outcomes with the most ranges.

    As in ``list_terms`` of native/core/boxes.cpp, corners shared by boxes cancel, and cells are
    merged along a score that is not limited.
    """
    caps = [score.cap for score in ranges]
    corners: list[list[tuple[int, int, int]]] = []  # of each score: label, greatest total, sign
    for score in ranges:
        runs = max(score.ranges, key=len, default=())
        ends = [(label, high, 1) for _, high, label in runs]
        corners.append(ends + [(label, low - 1, -1) for low, _, label in runs if low > 0])
    effort.spend(_CORNER * prod(map(len, corners)))
    effort.spend_on_rows(len(cells))
    times: Counter[tuple[int, ...]] = Counter()
    for corner in product(*corners):
        if accepted[tuple(label for label, _, _ in corner)]:
            times[tuple(most for _, most, _ in corner)] += prod(sign for _, _, sign in corner)
    sizes = [cap + 1 for cap in caps]
    scores = np.stack(np.unravel_index(np.unique(cells), sizes), axis=1).astype(np.int64)
    cells_read: dict[tuple[int, ...], int] = {}  # cells by the scores that matter
    total = 0
    for term, n in times.items():
        bounded = tuple(d for d, most in enumerate(term) if most < caps[d])
        if n and bounded not in cells_read:
            cells_read[bounded] = len(unique_rows(scores[:, list(bounded)])[0])
        total += cells_read[bounded] if n else 0
    return max(1, total)
