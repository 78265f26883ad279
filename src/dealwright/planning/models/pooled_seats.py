"""Seats whose cards a condition reads only together, so that they are dealt as one hand.

``spades(north) + spades(south) >= 8`` and ``fits(ns) >= 2`` read 26 cards of North and South; each
deal of these stands for as many deals as there are ways to share the cards.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

import numpy as np

from dealwright.conditions.nodes import Measure, Node, children
from dealwright.deals.features import Feature
from dealwright.planning.lowering import scope_of
from dealwright.planning.models.base import CountingProblem
from dealwright.planning.models.linear_sums import measures_of

__all__ = ["sides_of"]


def sides_of(problem: CountingProblem) -> list[list[int]]:
    """Return the groups of tracked seats that every sum of a problem's clauses treats alike.

    All their measures are sums over cards. Seats that are a group of their own are left out.
    """
    atoms = problem.atoms
    if not problem.shortcuts.sides:
        return []
    sums, alone = _sums_of([atoms.rewritten[clause] for clause in problem.ordered])
    groups: dict[tuple[frozenset[tuple[object, ...]], ...], list[int]] = {}
    for seat in problem.who.seats:
        own = [[(m.feature, m.suit, n) for m, n in s.items() if m.seat == seat] for s in sums]
        if seat not in alone and any(own):
            groups.setdefault(tuple(map(frozenset, own)), []).append(seat)
    sides = [seats for seats in groups.values() if len(seats) > 1]
    if sides:
        atoms.used.add("sides")
    return sides


def _sums_of(nodes: Sequence[Node]) -> tuple[list[dict[Measure, int]], set[int]]:
    """Return the largest sums of measures, and the seats that are read otherwise."""
    sums: list[dict[Measure, int]] = []
    alone = set[int]()
    seen = set[Node]()
    pending = list(nodes)
    while pending:
        node = pending.pop()
        if node in seen or not scope_of(node):
            continue
        seen.add(node)
        measures = measures_of(node)
        if measures is not None:
            sums.append(measures)
            alone |= {measure.seat for measure in measures if not _adds_cards(measure.feature)}
        elif _reads_by_operands(node):
            pending += children(node)
        else:
            alone |= {seat for seat, _, _ in scope_of(node)}
    return sums, alone


def _reads_by_operands(node: Node) -> bool:
    """Return whether what a node reads is what its operands read."""
    read = {look for child in children(node) for look in scope_of(child)}
    return scope_of(node) <= read


@lru_cache(maxsize=256)
def _adds_cards(feature: Feature) -> bool:
    """Return whether a feature is a sum over the cards of a hand."""
    table = feature.holding_table
    if table is None or feature.shape_table is not None:
        return False
    ranks = np.arange(13, dtype=np.int64)
    bits = np.arange(8192, dtype=np.int64)[:, None] >> ranks & 1
    return bool(np.array_equal(bits @ (table[1 << ranks] - table[0]) + table[0], table))
