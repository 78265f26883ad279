"""Proofs that a condition is impossible: a smallest set of clauses that no deal satisfies."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import comb

import numpy as np

from dealwright.cards import Seat, Suit
from dealwright.conditions.nodes import Alias, Binary, Measure, Node, Number, Within, remembered
from dealwright.conditions.unparse import to_text
from dealwright.deals.workspace import Workspace
from dealwright.numbering.shapes import all_shapes
from dealwright.planning.bounds import bounds
from dealwright.planning.budget import Budget
from dealwright.planning.exact_part import count_problem
from dealwright.planning.filter import conjuncts
from dealwright.planning.lowering import is_costly, one_shape, scope_of, table_over_shapes
from dealwright.planning.models.atoms import evaluate
from dealwright.planning.models.base import CountingProblem
from dealwright.planning.question import Question

__all__ = ["Contradiction", "contradiction"]

_MOST_SETS = 400
Range = tuple[int, int]
_PACK = frozenset(range(4))


@dataclass(frozen=True)
class Contradiction:
    """Clauses that no deal satisfies together, although every proper subset can be satisfied.

    ``reason`` is an arithmetic proof in words if one was found, else "".
    """

    clauses: tuple[Node, ...]
    reason: str = ""

    def __str__(self) -> str:
        text = " && ".join(to_text(clause) for clause in self.clauses)
        return f"'{text}'{': ' * bool(self.reason)}{self.reason}"


def contradiction(question: Question, budget: Budget, workspace: Workspace) -> Contradiction | None:
    """Return a smallest set of clauses that no deal satisfies, or None if none was proved.

    If there are few sets, they are tried in order of size. Otherwise clauses are dropped one by one
    until every remaining clause is needed.

    >>> from dealwright.conditions.parse import parse_tree
    >>> from dealwright.deals.workspace import default_workspace
    >>> text = "spades(n) <= 3 && spades(s) <= 4 && spades(e) + spades(w) <= 5 && hcp(n) > 9"
    >>> question = Question(parse_tree(text))
    >>> print(contradiction(question, Budget(), default_workspace()).reason)
    north has at most 3 spades, south at most 4, east and west together at most 5: 12 < 13
    """
    assert question.tree is not None
    clauses = [part for part in dict.fromkeys(conjuncts(question.tree)) if not is_costly(part)]

    def impossible(subset: Sequence[Node]) -> bool:
        counted = count_problem(CountingProblem(tuple(subset), question.fixed), workspace, budget)
        return counted is not None and counted.total == 0

    core = _smallest(clauses, impossible)
    return None if core is None else Contradiction(tuple(core), _reason(core))


def _smallest(clauses: list[Node], impossible: object) -> list[Node] | None:
    assert callable(impossible)
    size, tried = 1, 0
    while size <= len(clauses) and tried + comb(len(clauses), size) <= _MOST_SETS:
        for subset in combinations(clauses, size):
            if impossible(subset):
                return list(subset)
        tried += comb(len(clauses), size)
        size += 1
    if not impossible(clauses):
        return None
    core = list(clauses)
    for clause in clauses:
        remaining = [other for other in core if other is not clause]
        if remaining and impossible(remaining):
            core = remaining
    return core


# ------------------------------------------------------------------------------------- reasons


def _reason(core: list[Node]) -> str:
    for suit in Suit:
        proof = _overfull(_length_bounds(core, suit), 13, suit.name.lower())
        if proof:
            return proof
    return _overfull(_point_bounds(core), 40, "HCP")


def _overfull(ranges: dict[frozenset[int], Range], total: int, unit: str) -> str:
    """Return how the bounds of the parts contradict the total, as text; "" if they do not."""
    for parts in _partitions(_PACK, sorted(ranges, key=len, reverse=True)):
        greatest = sum(ranges[part][1] for part in parts)
        if greatest < total:
            words = _listed(parts, ranges, 1, unit, "at most")
            return f"{words}: {greatest} < {total}"
        least_total = sum(ranges[part][0] for part in parts)
        if least_total > total:
            words = _listed([p for p in parts if ranges[p][0]], ranges, 0, unit, "at least")
            return f"{words}: {least_total} > {total}"
    return ""


def _listed(
    parts: Sequence[frozenset[int]],
    ranges: dict[frozenset[int], Range],
    end_index: int,
    name: str,
    bound: str,
) -> str:
    words: list[str] = []
    for part in sorted(parts, key=lambda p: (len(p), sorted(p))):
        seats = " and ".join(Seat(seat).name.lower() for seat in sorted(part))
        verb = "" if words else " has" if len(part) == 1 else " have"
        together = " together" if len(part) > 1 else ""
        unit = f" {name}" if not words else ""
        words.append(f"{seats}{verb}{together} {bound} {ranges[part][end_index]}{unit}")
    return ", ".join(words)


def _partitions(
    seats: frozenset[int], parts: Sequence[frozenset[int]]
) -> Iterator[list[frozenset[int]]]:
    if not seats:
        yield []
        return
    lowest = min(seats)
    for part in parts:
        if lowest in part and part <= seats:
            for others in _partitions(seats - part, parts):
                yield [part, *others]


def _narrow(ranges: dict[frozenset[int], Range], seats: frozenset[int], interval: Range) -> None:
    low, high = ranges.get(seats, (0, 1_000_000))
    ranges[seats] = (max(low, interval[0]), min(high, interval[1]))


def _length_bounds(core: list[Node], suit: Suit) -> dict[frozenset[int], Range]:
    ranges: dict[frozenset[int], Range] = {frozenset({seat}): (0, 13) for seat in range(4)}
    lengths = all_shapes()[:, 3 - int(suit)]
    for node in core:
        seat = one_shape(scope_of(node))
        if seat is not None:
            accepted_lengths = lengths[table_over_shapes(node) != 0]
            if len(accepted_lengths):
                _narrow(
                    ranges,
                    frozenset({seat}),
                    (int(accepted_lengths.min()), int(accepted_lengths.max())),
                )
            continue
        for seats, interval in _sum_range(node, "length", int(suit)):
            _narrow(ranges, seats, interval)
    return ranges


def _point_bounds(core: list[Node]) -> dict[frozenset[int], Range]:
    ranges: dict[frozenset[int], Range] = {frozenset({seat}): (0, 37) for seat in range(4)}
    for node in core:
        for seats, interval in _sum_range(node, "hcp", None):
            _narrow(ranges, seats, interval)
    return ranges


def _sum_range(node: Node, name: str, suit: int | None) -> Iterator[tuple[frozenset[int], Range]]:
    """If a node bounds a sum of one measure over seats, yield the seats and the range."""
    if isinstance(node, Alias):
        yield from _sum_range(node.value, name, suit)
        return
    if isinstance(node, Within) and len(node.ranges) == 1:
        value: Node = node.value
    elif isinstance(node, Binary) and isinstance(node.right, Number):
        value = node.left
    elif isinstance(node, Binary) and isinstance(node.left, Number):
        value = node.right
    else:
        return
    measures = _summed(value)
    if measures is None or any(m.feature.name != name or m.suit != suit for m in measures):
        return
    seats = frozenset(m.seat for m in measures)
    if len(seats) != len(measures):
        return
    low, high = bounds(value)
    candidates = np.arange(low, high + 1, dtype=np.int64)
    accepted = candidates[
        np.broadcast_to(evaluate(node, {value: candidates}), candidates.shape) != 0
    ]
    if len(accepted):
        yield seats, (int(accepted[0]), int(accepted[-1]))


@remembered
def _summed(node: Node) -> list[Measure] | None:
    """Return the measures of a sum of at most one for each seat, else None."""
    if isinstance(node, Alias):
        return _summed(node.value)
    if isinstance(node, Measure):
        return [node]
    if isinstance(node, Binary) and node.op == "+":
        left, right = _summed(node.left), _summed(node.right)
        if left is None or right is None or len(left) + len(right) > len(Seat):
            return None
        return [*left, *right]
    return None
