"""Splitting a condition into parts that depend on one seat, one suit or honours only.

A clause of the conjunction is one of: a test of one seat, a test of one suit of several seats, a
test across seats and suits, a test of one sum of honours, or a joint test of several such parts
(its atoms).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cache, lru_cache, reduce
from typing import TYPE_CHECKING, Any

import numpy as np

from dealwright.base.kernels.programs import HOLDINGS
from dealwright.conditions import arithmetic
from dealwright.conditions.nodes import (
    Alias,
    Binary,
    HasCard,
    Measure,
    Node,
    Number,
    ShapeTest,
    Unary,
    Within,
    children,
)
from dealwright.deals.features import Feature
from dealwright.planning.lowering import one_suit, scope_of, table_over_holdings
from dealwright.planning.models.linear_sums import (
    Terms,
    holding_part,
    measures_of,
    shape_part,
    sum_of,
    terms_of,
)
from dealwright.planning.shortcuts import ALL_SHORTCUTS, Shortcuts

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Table = NDArray[np.int64]
    Factor = tuple[Node, int]

__all__ = [
    "Atoms",
    "alike",
    "evaluate",
    "evaluated_parts",
    "one_seat",
    "same_suit",
    "small_ranks",
    "split_clauses",
    "suit_nodes",
]

Fixed = Sequence[int]


@cache
def _every_holding() -> NDArray[np.int64]:
    return np.arange(HOLDINGS, dtype=np.int64)


def one_seat(node: Node) -> int | None:
    """Return the only seat that a node reads, or None."""
    seats = {seat for seat, _, _ in scope_of(node)}
    return seats.pop() if len(seats) == 1 else None


def same_suit(node: Node) -> int | None:
    """Return the only suit that a node reads, at any seats, or None."""
    suits = {suit for _, suit, _ in scope_of(node)}
    return suits.pop() if len(suits) == 1 else None


def suit_nodes(node: Node) -> Iterable[Node]:
    """Yield the largest parts of a node that read one suit of one seat, or a whole measure."""
    seen = set[int]()
    pending = [node]
    while pending:
        current = pending.pop()
        if isinstance(current, Number) or id(current) in seen:
            continue
        seen.add(id(current))
        if one_suit(scope_of(current)) is not None or isinstance(current, Measure):
            yield current
        else:
            pending += reversed(children(current))


# ----------------------------------------------------------------------------- ranks that are alike


@lru_cache(maxsize=512)
def _alike(node: Node) -> tuple[int, ...]:
    """Return a class for each rank; ranks of one class can be exchanged in the node's table."""
    return alike(_table(node))


def alike(table: Table) -> tuple[int, ...]:
    """Return a class for each of 13 ranks; a table over holdings treats ranks of one class alike.

    >>> from dealwright.deals.features import feature
    >>> alike(feature("hcp").holding_table)
    (0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 2, 3, 4)
    """
    holdings = _every_holding()
    single = table[1 << np.arange(13, dtype=np.int64)] - table[0]
    if np.array_equal(
        table, (holdings[:, None] >> np.arange(13, dtype=np.int64) & 1) @ single + table[0]
    ):
        values = single.tolist()
        return tuple(list(dict.fromkeys(values)).index(value) for value in values)
    classes: list[int] = []
    leaders: list[int] = []
    for rank in range(13):
        for number, leader in enumerate(leaders):
            pair = (1 << rank) | (1 << leader)
            with_rank = holdings[(holdings & pair) == 1 << rank]
            if np.array_equal(table[with_rank], table[with_rank ^ pair]):
                classes.append(number)
                break
        else:
            classes.append(len(leaders))
            leaders.append(rank)
    return tuple(classes)


def _table(node: Node) -> Table:
    if isinstance(node, Measure) and node.suit is None:
        table = node.feature.holding_table
        assert table is not None
        return table
    return table_over_holdings(node)


def small_ranks(nodes: Iterable[Node], suit: int, fixed: int) -> int:
    """Return the ranks of a suit, as 13 bits, that can be dealt as equivalent small cards.

    It is the largest set of unfixed ranks that every node treats alike.
    """
    keys: list[tuple[int, ...]] = []
    for node in nodes:
        confined = one_suit(scope_of(node))
        if (confined is None or confined[1] == suit) and not _only_lengths(node):
            keys.append(_alike(node))
    groups: dict[tuple[int, ...], int] = {}
    for rank in range(13):
        if not fixed >> rank & 1:
            key = tuple(classes[rank] for classes in keys)
            groups[key] = groups.get(key, 0) | 1 << rank
    return max(groups.values(), key=lambda mask: (mask.bit_count(), -mask), default=0)


def _only_lengths(node: Node) -> bool:
    if isinstance(node, Measure) and node.suit is None:
        return node.feature.holding_table is None
    return all(kind == "length" for _, _, kind in scope_of(node))


# ------------------------------------------------------------------------------------------- atoms


@dataclass
class Atoms:
    """The clauses of a conjunction, grouped by what they read, and the atoms of joint clauses.

    ``seat_tests[seat]`` and ``suit_tests[suit]`` are tests of one seat or suit; ``across_tests``
    read several seats and suits, each suit by itself; ``allowed`` has the tests of a single sum of
    honours; ``joint`` are the other clauses, over ``seat_values``, ``across_values`` and
    ``points``. ``values`` and ``weight`` are quantities of every accepted deal. ``used`` has the
    shortcuts that models took while they were built.
    """

    small: tuple[int, int, int, int]
    fixed: tuple[int, ...]
    seat_tests: dict[int, list[Node]] = field(default_factory=dict)
    suit_tests: dict[int, list[Node]] = field(default_factory=dict)
    seat_values: dict[int, list[Node]] = field(default_factory=dict)
    across_tests: list[Node] = field(default_factory=list)
    across_values: list[Node] = field(default_factory=list)
    points: list[Node] = field(default_factory=list)
    allowed: dict[Node, list[Node]] = field(default_factory=dict)
    joint: list[Node] = field(default_factory=list)
    values: list[Node] = field(default_factory=list)
    weight: Node | None = None
    constants: list[Node] = field(default_factory=list)
    rewritten: dict[Node, Node] = field(default_factory=dict)
    shortcuts: Shortcuts = ALL_SHORTCUTS
    used: set[str] = field(default_factory=set, compare=False)
    _collected: set[Node] = field(default_factory=set)
    _reads_points: dict[Node, bool] = field(default_factory=dict)
    _sums: dict[Node, bool] = field(default_factory=dict)
    _across: dict[Node, bool] = field(default_factory=dict)

    def begin_model(self) -> None:
        """Forget which shortcuts the models built before have taken."""
        self.used.clear()
        if any(ranks & ranks - 1 for ranks in self.small):
            self.used.add("small_cards")

    def add(self, clause: Node) -> None:
        """Add a clause to its group."""
        scope = scope_of(clause)
        if not scope:
            self.constants.append(clause)
            return
        seat = one_seat(clause)
        if not self.has_points(clause):
            if seat is not None:
                self.seat_tests.setdefault(seat, []).append(clause)
                return
            suit = same_suit(clause)
            if suit is not None:
                self.suit_tests.setdefault(suit, []).append(clause)
                return
            if self.is_across(clause):
                self.across_tests.append(clause)
                return
        sums = self._sums_alone(clause)
        if sums is not None:
            self._note(self.points, sums)
            self.allowed.setdefault(sums, []).append(clause)
            return
        self.joint.append(clause)
        self.collect(clause)

    def collect(self, node: Node) -> None:
        """Add the atoms of a node."""
        if not scope_of(node) or node in self._collected:
            return
        self._collected.add(node)
        if self.is_sum(node):
            self._note(self.points, node)
            return
        if not self.has_points(node):
            seat = one_seat(node)
            if seat is not None:
                self._note(self.seat_values.setdefault(seat, []), node)
                return
            if self.is_across(node):
                self._note(self.across_values, node)
                return
        for child in children(node):
            self.collect(child)

    def has_points(self, node: Node) -> bool:
        """Return whether a node reads a sum of honours."""
        if node not in self._reads_points:
            self._reads_points[node] = (
                self.is_points(node)
                if isinstance(node, Measure)
                else any(self.has_points(child) for child in children(node))
            )
        return self._reads_points[node]

    def is_points(self, node: Measure) -> bool:
        """Return whether a measure of a whole hand depends on honours only, suit by suit."""
        if node.suit is not None:
            return False
        feature = node.feature
        if feature.holding_table is None or feature.shape_table is not None:
            return False
        return all(
            _blind(node.feature, self.small[suit], self._held(node.seat, suit)) for suit in range(4)
        )

    def is_sum(self, node: Node) -> bool:
        """Return whether a node is a sum or difference of measures that depend on honours only."""
        if node not in self._sums:
            self._sums[node] = self._is_sum(node)
        return self._sums[node]

    def _is_sum(self, node: Node) -> bool:
        if isinstance(node, Alias):
            return self.is_sum(node.value)
        if isinstance(node, Measure):
            return self.is_points(node)
        if isinstance(node, Unary):
            return node.op == "-" and self.is_sum(node.operand)
        if isinstance(node, Binary):
            if node.op == "*":
                pair = (node.left, node.right)
                return any(isinstance(a, Number) and self.is_sum(b) for a, b in (pair, pair[::-1]))
            return node.op in "+-" and self.is_sum(node.left) and self.is_sum(node.right)
        return False

    def is_form(self, node: Node) -> bool:
        """Return whether a node is a sum, over several seats, of measures that suits add to."""
        measures = measures_of(node)
        if measures is None or one_seat(node) is not None:
            return False
        return all(
            measure.suit is not None
            or (measure.feature.holding_table is not None and measure.feature.shape_table is None)
            for measure in measures
        )

    def is_across(self, node: Node) -> bool:
        """Return whether a node reads only single suits and forms, and no sum of honours."""
        if node not in self._across:
            self._across[node] = self._is_across(node)
        return self._across[node]

    def _is_across(self, node: Node) -> bool:
        if not scope_of(node):
            return True
        if self.has_points(node):
            return False
        if same_suit(node) is not None or self.is_form(node):
            return True
        if one_seat(node) is not None:
            return False
        return all(self.is_across(child) for child in children(node))

    def terms(self, node: Node) -> list[tuple[int, Measure]]:
        """Return the measures of a sum, each once, with their factors."""
        return [(factor, measure) for measure, factor in (measures_of(node) or {}).items()]

    def seats(self) -> list[int]:
        """Return the seats that any clause or value reads, in order."""
        seats = {seat for kind in (self.seat_tests, self.seat_values) for seat in kind}
        tests = [*self.suit_tests.values(), self.across_tests, self.across_values, self.points]
        for nodes in tests:
            for node in nodes:
                seats |= {seat for seat, _, _ in scope_of(node)}
        return sorted(seats)

    def _held(self, seat: int, suit: int) -> int:
        return self.fixed[seat] >> 13 * suit & 8191

    def _sums_alone(self, clause: Node) -> Node | None:
        """Return the sum that a clause tests, if it tests nothing else."""
        sums: list[Node] = []

        visited = set[Node]()

        def visit(node: Node) -> bool:
            if not scope_of(node) or node in visited:
                return True  # a failed visit ends the search
            visited.add(node)
            if self.is_sum(node):
                self._note(sums, node)
                return len(sums) == 1
            if isinstance(node, ShapeTest):  # the children have no seat, but the test has one
                return False
            operands = children(node)
            return bool(operands) and all(visit(child) for child in operands)

        return sums[0] if visit(clause) and len(sums) == 1 else None

    @staticmethod
    def _note(nodes: list[Node], node: Node) -> None:
        if node not in nodes:
            nodes.append(node)


@lru_cache(maxsize=1024)
def _blind(feature: Feature, small: int, held: int) -> bool:
    """Return whether small cards add nothing to a feature's table beside the cards held."""
    table = feature.holding_table
    assert table is not None
    held_too = _every_holding() | held
    return bool(np.array_equal(table[held_too], table[held_too & ~small]))


def split_clauses(
    clauses: Sequence[Node],
    fixed: Sequence[int],
    values: Sequence[Node] = (),
    weight: Node | None = None,
    *,
    shortcuts: Shortcuts = ALL_SHORTCUTS,
) -> Atoms:
    """Return the atoms of a conjunction, with cards fixed at their seats.

    ``values`` and ``weight`` are quantities needed for every accepted deal.
    """
    fixed_cards = 0
    for mask in fixed:
        fixed_cards |= mask
    quantities = [*values, *([] if weight is None else [weight])]
    nodes = [part for node in (*clauses, *quantities) for part in suit_nodes(node)]
    small = tuple(small_ranks(nodes, suit, fixed_cards >> 13 * suit & 8191) for suit in range(4))
    if not shortcuts.small_cards:
        small = tuple(ranks & ranks - 1 for ranks in small)  # the lowest is a kind of its own
    atoms = Atoms((small[0], small[1], small[2], small[3]), tuple(fixed), shortcuts=shortcuts)
    changed = atoms.rewritten
    for clause in clauses:
        atoms.add(_normalise(clause, atoms, changed))
    atoms.values = [_normalise(node, atoms, changed) for node in values]
    if weight is not None:
        atoms.weight = _normalise(weight, atoms, changed)
    for node in (*atoms.values, *([] if atoms.weight is None else [atoms.weight])):
        atoms.collect(node)
    return atoms


_COMPARISONS = frozenset(["==", "!=", "<", "<=", ">", ">="])


def _normalise(node: Node, atoms: Atoms, changed: dict[Node, Node]) -> Node:
    """Return an equal node with the terms of sums and comparisons grouped by what they read.

    A comparison of two sums tests their difference, so one number is tracked for both. ``changed``
    has the results so far, so that parts shared through a name stay shared.
    """
    if node not in changed:
        changed[node] = _normalise_node(node, atoms, changed)
    return changed[node]


def _normalise_node(node: Node, atoms: Atoms, changed: dict[Node, Node]) -> Node:
    if isinstance(node, Alias):
        return _normalise(node.value, atoms, changed)
    if isinstance(node, Unary):
        return Unary(node.op, _normalise(node.operand, atoms, changed))
    if isinstance(node, Within):
        return Within(_normalise(node.value, atoms, changed), node.ranges)
    if not isinstance(node, Binary):
        return node
    left, right = node.left, node.right
    if node.op in _COMPARISONS:
        if atoms.is_sum(left) and atoms.is_sum(right):
            return Binary(node.op, Binary("-", left, right), Number(0))
        terms = terms_of(Binary("-", left, right))
        total = _grouped(terms, node, atoms, changed)
        if total is not None:
            return Binary(node.op, total, Number(-terms.get(None, 0)))
    elif node.op in "+-*":
        terms = terms_of(node)
        total = _grouped(terms, node, atoms, changed)
        if total is not None:
            constant = terms.get(None, 0)
            return Binary("+", total, Number(constant)) if constant else total
    left, right = _normalise(left, atoms, changed), _normalise(right, atoms, changed)
    return Binary(node.op, left, right)


def _grouped(terms: Terms, node: Node, atoms: Atoms, changed: dict[Node, Node]) -> Node | None:
    """Return the sum of some terms, grouped: honours, suits, each seat's shape, others.

    Return None if grouping gains nothing: one suit, or too few measures to join.
    """
    measures = {term: n for term, n in terms.items() if isinstance(term, Measure)}
    plain = {term: n for term, n in measures.items() if not atoms.is_points(term)}
    alone = one_seat(node) is not None
    if same_suit(node) is not None or len(plain) < 1 + alone:
        return None
    if alone and any(term.suit is not None for term in plain):
        return None
    honours: list[Factor] = [(term, n) for term, n in measures.items() if term not in plain]
    suits: list[Factor] = []
    shapes: dict[int, list[Factor]] = {}
    for term, n in plain.items():
        feature, seat = term.feature, term.seat
        if alone or term.suit is not None or feature.shape_table is None:
            suits.append((term, n))
            continue
        shapes.setdefault(seat, []).append((Measure(shape_part(feature), seat), n))
        if feature.holding_table is not None:
            cards = Measure(holding_part(feature), seat)
            (honours if atoms.is_points(cards) else suits).append((cards, n))
    others = [
        (_normalise(term, atoms, changed), n)
        for term, n in terms.items()
        if term is not None and not isinstance(term, Measure)
    ]
    groups = [honours, suits, *(shapes[seat] for seat in sorted(shapes)), others]
    parts = [total for total in map(sum_of, groups) if total is not None]
    return reduce(lambda left, right: Binary("+", left, right), parts)


def evaluate(node: Node, known: dict[Node, Any]) -> Any:
    """Return the value of a node, given the values (numbers or arrays) of its known parts.

    A part that occurs several times, such as a name, is evaluated once. Only the values of such
    parts are stored; storing all arrays would take memory in proportion to the tree.
    """
    computed: dict[Node, Any] = {}
    shared = _parts_of(node)[1]

    def value(part: Node) -> Any:
        if part in known:
            return known[part]
        if part in computed:
            return computed[part]
        if isinstance(part, Measure | HasCard):
            raise KeyError(part)
        result = arithmetic.value(part, value)
        if part in shared:
            computed[part] = result
        return result

    return value(node)


def evaluated_parts(node: Node) -> int:
    """Return the number of parts that ``evaluate`` computes, counting shared parts once."""
    return _parts_of(node)[0]


@lru_cache(maxsize=1024)
def _parts_of(node: Node) -> tuple[int, frozenset[Node]]:
    """Return the number of distinct operators in a tree, and the parts that it uses repeatedly."""
    seen, shared = set[Node](), set[Node]()
    pending = [node]
    while pending:
        current = pending.pop()
        if current in seen:
            shared.add(current)
        elif children(current):
            seen.add(current)
            pending += children(current)
    return len(seen), frozenset(shared)
