"""Automata of all hands: they read the seats' holdings suit by suit, and end in an outcome."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from dealwright.conditions.nodes import Node, children
from dealwright.planning.budget import Effort, TooLarge
from dealwright.planning.lowering import scope_of
from dealwright.planning.models.atoms import Atoms, evaluate, same_suit
from dealwright.planning.models.hand_automaton import (
    DEAD,
    MOST_PAIRS,
    HandAutomaton,
    letter_rows,
    minimal,
    unique_rows,
)
from dealwright.planning.models.linear_sums import in_suit

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Ints = NDArray[np.int64]

__all__ = ["AcrossReader", "across_readers"]


class AcrossReader:
    """Builds the automaton of some tests and values that read suits of several seats.

    A letter stands for the layouts of a suit with the same values: of the parts that read this suit
    alone, and of what the suit adds to each form (a sum over suits).
    """

    def __init__(
        self, atoms: Atoms, tests: Sequence[Node], values: Sequence[Node], effort: Effort
    ) -> None:
        self.tests, self.values, self.effort = list(tests), list(values), effort
        self.shortcuts, self.used = atoms.shortcuts, atoms.used
        self.parts: list[list[Node]] = [[], [], [], []]
        self.forms: list[Node] = []
        self.rows: list[Ints] = [np.zeros((1, 0), dtype=np.int64)] * 4
        seen = set[Node]()
        pending = [*reversed(self.values), *reversed(self.tests)]
        while pending:
            node = pending.pop()
            if not scope_of(node) or node in seen:
                continue
            seen.add(node)
            suit = same_suit(node)
            if suit is not None:
                self.parts[suit].append(node)
            elif atoms.is_form(node):
                self.forms.append(node)
            else:
                pending += reversed(children(node))

    def nodes(self, suit: int) -> list[Node | None]:
        """Return the nodes that read a suit: its parts, and its share of each form (or None)."""
        return [*self.parts[suit], *(in_suit(form, suit) for form in self.forms)]

    def number(self, suit: int, columns: Sequence[Ints], full: tuple[int, int]) -> Ints:
        """Return the letter of each layout of a suit, by the values of its nodes."""
        if not columns:
            return np.zeros(full, dtype=np.int64)
        self.effort.spend_on_rows(full[0] * full[1], len(columns))
        table = np.stack([column.ravel() for column in columns], axis=1).astype(np.int64)
        self.rows[suit], index = letter_rows(table, self.shortcuts, self.used)
        return index.reshape(full)

    def automaton(self, order: Sequence[int]) -> HandAutomaton:
        """Return the automaton that reads the suits in an order.

        :raises TooLarge: if the tests distinguish too many states
        """
        (compose0, left), (compose1, right) = (
            self._half(*order[2 * h : 2 * h + 2]) for h in (0, 1)
        )
        if len(left) * len(right) > MOST_PAIRS:
            raise TooLarge
        self.effort.spend_on_rows(len(left) * len(right), len(self.tests) + len(self.values))
        full = (len(left), len(right))
        known = self._known(order, left, right)
        accepted = np.ones(full, dtype=np.bool_)
        for node in self.tests:
            accepted &= np.broadcast_to(evaluate(node, known), full) != 0
        fit = np.full(full, DEAD, dtype=np.int32)
        values: dict[Node, Ints] = {}
        fit[accepted] = 0
        if self.values:
            columns = [
                np.broadcast_to(evaluate(node, known), full)[accepted] for node in self.values
            ]
            rows, fit[accepted] = unique_rows(np.stack(columns, axis=1).astype(np.int64))
            values = {node: rows[:, i] for i, node in enumerate(self.values)}
        counts = [len(self.rows[suit]) for suit in order]
        automaton = HandAutomaton([], counts, [compose0, compose1], fit, values)
        if not self.shortcuts.minimal_classes:
            return automaton
        return minimal(automaton, self.used)

    def _half(self, first: int, second: int) -> tuple[NDArray[np.int32], Ints]:
        """Return the state of each pair of letters, and the parts and form sums of each state."""
        a, b = self.rows[first], self.rows[second]
        if len(a) * len(b) > MOST_PAIRS:
            raise TooLarge
        self.effort.spend_on_rows(len(a) * len(b), a.shape[1] + b.shape[1])
        full = (len(a), len(b))
        first_parts, second_parts = len(self.parts[first]), len(self.parts[second])
        columns = [np.broadcast_to(a[:, i, None], full) for i in range(first_parts)]
        columns += [np.broadcast_to(b[None, :, i], full) for i in range(second_parts)]
        columns += [
            a[:, first_parts + i, None] + b[None, :, second_parts + i]
            for i in range(len(self.forms))
        ]
        if not columns:
            return np.zeros(full, dtype=np.int32), np.zeros((1, 0), dtype=np.int64)
        states, index = unique_rows(np.stack([column.ravel() for column in columns], axis=1))
        return index.astype(np.int32).reshape(full), states

    def _known(self, order: Sequence[int], left: Ints, right: Ints) -> dict[Node, Any]:
        known: dict[Node, Any] = {}
        for half, states in ((0, left[:, None, :]), (1, right[None, :, :])):
            suits = order[2 * half : 2 * half + 2]
            parts = [node for suit in suits for node in self.parts[suit]]
            known |= {node: states[:, :, i] for i, node in enumerate(parts)}
        count = len(self.forms)
        for i, form in enumerate(self.forms):
            column = i - count
            known[form] = left[:, None, column] + right[None, :, column]
        return known


def across_readers(atoms: Atoms, most: int, effort: Effort) -> list[AcrossReader]:
    """Return at most ``most`` readers for the tests and values across seats.

    Values share one reader. Each test has its own, because separate automata are small.
    """
    readers = [AcrossReader(atoms, [], atoms.across_values, effort)] if atoms.across_values else []
    tests = [[test] for test in atoms.across_tests]
    room = most - len(readers)
    if len(tests) > room:
        tests = [
            *tests[: room - 1],
            [test for group_tests in tests[room - 1 :] for test in group_tests],
        ]
    return readers + [AcrossReader(atoms, group, [], effort) for group in tests]
