"""Linear expressions: an expression as whole multiples of its terms, and sums made of them."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache, reduce

from dealwright.conditions.nodes import Alias, Binary, Measure, Node, Number, Unary, remembered
from dealwright.deals.features import Feature

__all__ = ["Terms", "holding_part", "in_suit", "measures_of", "shape_part", "sum_of", "terms_of"]

Terms = dict[Node | None, int]
"""The factor of each term; that of None is the constant."""


@remembered
def terms_of(node: Node) -> Terms:
    """Return the terms of an expression; any part that is not a sum or multiple is one term.

    >>> from dealwright.conditions.parse import parse_tree
    >>> terms = terms_of(parse_tree("hcp(north) + 2 * (hcp(north) - spades(south)) + 3"))
    >>> sorted(terms.values())
    [-2, 3, 3]
    """
    if isinstance(node, Alias):
        return terms_of(node.value)
    if isinstance(node, Number):
        return {None: node.value} if node.value else {}
    if isinstance(node, Unary) and node.op == "-":
        return _added({}, terms_of(node.operand), -1)
    if isinstance(node, Binary):
        if node.op in "+-":
            return _added(terms_of(node.left), terms_of(node.right), 1 if node.op == "+" else -1)
        if node.op == "*":
            for number, factor_of in ((node.left, node.right), (node.right, node.left)):
                if isinstance(number, Number):
                    return _added({}, terms_of(factor_of), number.value)
    return {node: 1}


def _added(terms: Terms, more: Terms, factor: int) -> Terms:
    total = dict(terms)
    for term, times in more.items():
        total[term] = total.get(term, 0) + factor * times
    return {term: times for term, times in total.items() if times}


def measures_of(node: Node) -> dict[Measure, int] | None:
    """Return the factors of the measures of a sum; None if it has other terms or a constant."""
    terms = terms_of(node)
    measures = {term: times for term, times in terms.items() if isinstance(term, Measure)}
    return measures if measures and len(measures) == len(terms) else None


def sum_of(pairs: Iterable[tuple[Node, int]]) -> Node | None:
    """Return the sum of some terms with their factors, or None if all cancel.

    A term may occur several times: ``in_suit`` of ``hcp(east) - hcp(east, clubs)`` in clubs is
    None.
    """
    factors: dict[Node, int] = {}
    for term, factor in pairs:
        factors[term] = factors.get(term, 0) + factor
    parts = [
        term if factor == 1 else Binary("*", Number(factor), term)
        for term, factor in factors.items()
        if factor
    ]
    return reduce(lambda left, right: Binary("+", left, right), parts) if parts else None


def in_suit(node: Node, suit: int) -> Node | None:
    """Return what a suit adds to a sum of measures that are sums over suits."""
    measures = measures_of(node)
    assert measures is not None
    return sum_of(
        (measure if measure.suit is not None else Measure(measure.feature, measure.seat, suit), n)
        for measure, n in measures.items()
        if measure.suit in (None, suit)
    )


@lru_cache(maxsize=256)
def holding_part(feature: Feature) -> Feature:
    """Return the part of a feature that is a sum over suits."""
    table = feature.holding_table
    return Feature(f"{feature.name}_of_cards", feature.summary, holding=table)


@lru_cache(maxsize=256)
def shape_part(feature: Feature) -> Feature:
    """Return the part of a feature that depends on the shape only."""
    return Feature(f"{feature.name}_of_shape", feature.summary, shape=feature.shape_table)
