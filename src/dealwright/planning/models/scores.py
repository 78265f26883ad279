"""Scores: a condition's clauses, grouped by the sums over suits that decide them.

A seat's tests may read one such sum (points, losers: its score) and lengths. Other sums, of one
seat or of several, are forms.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, TypeGuard

import numpy as np

from dealwright.conditions.nodes import (
    Binary,
    Measure,
    Node,
    Number,
    ShapeTest,
    Within,
    children,
    rebuilt,
)
from dealwright.planning.bounds import bounds
from dealwright.planning.lowering import scope_of
from dealwright.planning.models.atoms import Atoms, one_seat, same_suit
from dealwright.planning.models.base import CountingProblem
from dealwright.planning.models.linear_sums import measures_of, shape_part

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Ints = NDArray[np.int64]

__all__ = ["Form", "Scores", "SeatScore"]


class Scores:
    """A problem's clauses: by seat, by suit, across both, and joint ones over parts of these.

    ``forms`` are scores of several seats, or further scores of one. ``possible`` is false if some
    clause is no test of scores.
    """

    def __init__(self, problem: CountingProblem) -> None:
        self.scored = {seat: SeatScore(seat) for seat in problem.who.seats}
        self.forms: dict[Node, Form] = {}
        self.plain: dict[int, list[Node]] = {}
        self.suits: dict[int, list[Node]] = {}
        self.across: list[Node] = []
        self.joint: list[Node] = []
        atoms = problem.atoms
        self.possible = all(
            self._add(self._opened(atoms.rewritten[clause], problem), atoms)
            for clause in problem.ordered
            if scope_of(clause)
        )

    @staticmethod
    def _opened(clause: Node, problem: CountingProblem) -> Node:
        """Return a clause without limits that always hold."""
        if not problem.shortcuts.open_ranges:
            return clause
        opened = rebuilt(clause, _opened)
        if opened is not clause:
            problem.atoms.used.add("open_ranges")
        return opened

    def _add(self, clause: Node, atoms: Atoms) -> bool:
        seat, suit = one_seat(clause), same_suit(clause)
        form = _form_of(clause)
        if seat is not None and not any(map(_is_score, _parts_below(clause))):
            self.plain.setdefault(seat, []).append(clause)
        elif seat is not None and self.scored[seat].takes(clause):
            self.scored[seat].tests.append(clause)
        elif seat is None and suit is not None:
            self.suits.setdefault(suit, []).append(clause)
        elif form is not None:
            self.forms.setdefault(form, Form()).tests.append(clause)
        elif atoms.is_across(clause):
            self.across.append(clause)
        else:
            self.joint.append(clause)
            return self._take(clause)
        return True

    def _take(self, node: Node) -> bool:
        """Add the parts of a joint clause that scores decide; return whether they cover it."""
        if not scope_of(node):
            return True
        seat = one_seat(node)
        if seat is not None and (node in self.scored[seat].parts or self.scored[seat].takes(node)):
            parts = self.scored[seat].parts
        elif _is_form(node):
            parts = self.forms.setdefault(node, Form()).parts
        else:
            return bool(children(node)) and all(map(self._take, children(node)))
        if node not in parts:
            parts.append(node)
        return True


def _is_form(node: Node) -> bool:
    """Return whether a node is a sum of measures that suits add to."""
    measures = measures_of(node)
    return measures is not None and all(
        measure.suit is not None
        or (measure.feature.holding_table is not None and measure.feature.shape_table is None)
        for measure in measures
    )


def _form_of(test: Node) -> Node | None:
    """Return the sum that a test compares with numbers, if it does nothing else."""
    if isinstance(test, Within) and _is_form(test.value):
        return test.value
    if isinstance(test, Binary) and isinstance(test.right, Number) and _is_form(test.left):
        return test.left
    return None


def _opened(node: Node) -> Node | None:
    """Return a range test without limits that always hold, or None if nothing changes."""
    if isinstance(node, ShapeTest):
        return node  # its parts are functions of four lengths, not of a deal
    if not isinstance(node, Within):
        return None
    least, most = bounds(node.value)
    ranges = tuple(
        (
            None if low is None or low <= least else low,
            None if high is None or high >= most else high,
        )
        for low, high in node.ranges
    )
    return None if ranges == node.ranges else Within(node.value, ranges)


@dataclass
class SeatScore:
    """A seat's tests by its score: the outputs of its automaton, and what each outcome accepts.

    ``tests`` are clauses of the seat alone, ``parts`` its parts of joint clauses; ``table`` is what
    a holding adds to the score, None if they read none. ``measures`` have the score, and their
    share of the shape if any; ``inputs`` are the outputs of the automaton.
    """

    seat: int
    tests: list[Node] = field(default_factory=list)
    parts: list[Node] = field(default_factory=list)
    table: Ints | None = None
    measures: dict[Measure, Node | None] = field(default_factory=dict)
    inputs: list[Node] = field(default_factory=list)

    def takes(self, node: Node) -> bool:
        """If a node's score is this one, record what the node reads; return whether it is."""
        holding_tables = [
            part.feature.holding_table for part in _parts_below(node) if _is_score(part)
        ]
        tables = [table for table in (self.table, *holding_tables) if table is not None]
        if any(not np.array_equal(table, tables[0]) for table in tables):
            return False
        if tables:
            self.table = tables[0]
        pending = [node]
        while pending:
            current = pending.pop()
            if not scope_of(current):
                continue
            if not any(map(_is_score, _parts_below(current))):
                self._note(current)
            elif isinstance(current, Measure):
                shape = None
                if current.feature.shape_table is not None:
                    shape = Measure(shape_part(current.feature), current.seat)
                    self._note(shape)
                self.measures[current] = shape
            else:
                pending += reversed(children(current))
        return True

    def _note(self, node: Node) -> None:
        if node not in self.inputs:
            self.inputs.append(node)


@dataclass
class Form:
    """A sum over suits, of one seat or several: its tests, and parts of joint clauses."""

    tests: list[Node] = field(default_factory=list)
    parts: list[Node] = field(default_factory=list)


def _is_score(node: Node) -> TypeGuard[Measure]:
    return (
        isinstance(node, Measure) and node.suit is None and node.feature.holding_table is not None
    )


def _parts_below(node: Node) -> Iterator[Node]:
    """Yield a node and all its parts, each once."""
    seen = set[Node]()
    pending = [node]
    while pending:
        current = pending.pop()
        if current not in seen:
            seen.add(current)
            yield current
            pending += children(current)
