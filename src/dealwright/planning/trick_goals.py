"""Comparisons of costly columns as goals: "nine tricks?" costs a solver a sixth of the trick count.

The values of the tree do not change, so evaluation and cost estimates use goals, while texts and
plans keep the tree as written.
"""

from __future__ import annotations

from collections import Counter

from dealwright.conditions.nodes import (
    Binary,
    Costly,
    Node,
    Number,
    Unary,
    Within,
    children,
    compared_with_number,
    rebuilt,
    remembered,
    walk,
)
from dealwright.deals.columns import DealColumn

__all__ = ["with_goals"]

_MOST_GOALS = 2  # goals of a column: the column itself costs about ten


@remembered
def with_goals(node: Node) -> Node:
    """Return a tree of the same values in which comparisons of columns with numbers are goals.

    A column is replaced if the tree needs only one or two goals of it.

    >>> from dealwright.conditions.parse import parse_tree
    >>> from dealwright.conditions.unparse import to_text
    >>> to_text(with_goals(parse_tree("tricks(south, hearts) < 10 && hcp(north) > 11")))
    'not tricks(south, hearts) >= 10 && hcp(north) > 11'
    """
    uses, compared = Counter[DealColumn](), Counter[DealColumn]()
    goals = dict[DealColumn, set[int]]()
    for part in walk(node):
        uses.update(below.column for below in children(part) if isinstance(below, Costly))
        comparison = _compared(part)
        if comparison is not None:
            column, ranges = comparison
            compared[column] += 1
            goals.setdefault(column, set()).update(_goals(column, ranges))
    chosen = {
        column
        for column, values in goals.items()
        if len(values) <= _MOST_GOALS and uses[column] == compared[column]
    }
    if not chosen:
        return node

    def change(part: Node) -> Node | None:
        comparison = _compared(part)
        if comparison is None or comparison[0] not in chosen:
            return None
        tests = [_between(comparison[0], low, high) for low, high in comparison[1]]
        test = tests[0]
        for next_test in tests[1:]:
            test = Binary("or", test, next_test)
        return Unary("not", test) if isinstance(part, Binary) and part.op == "!=" else test

    return rebuilt(node, change)


_Ranges = tuple[tuple[int | None, int | None], ...]


def _compared(node: Node) -> tuple[DealColumn, _Ranges] | None:
    """Return the column that a comparison tests and the ranges it accepts (for !=: rejects)."""
    if isinstance(node, Within) and isinstance(node.value, Costly):
        return _with_goal(node.value.column, node.ranges)
    compared = compared_with_number(node)
    if compared is None:
        return None
    op, left, value = compared
    if not isinstance(left, Costly):
        return None
    low = {">": value + 1, "<": None, "<=": None}.get(op, value)
    high = {"<": value - 1, ">": None, ">=": None}.get(op, value)
    return _with_goal(left.column, ((low, high),))


def _with_goal(column: DealColumn, ranges: _Ranges) -> tuple[DealColumn, _Ranges] | None:
    return None if column.at_least(column.bounds[1]) is None else (column, ranges)


def _goals(column: DealColumn, ranges: _Ranges) -> set[int]:
    """Return the values n for which the ranges depend on whether the column is at least n."""
    least, most = column.bounds
    ends = {low for low, _ in ranges if low is not None}
    ends |= {high + 1 for _, high in ranges if high is not None}
    return {end for end in ends if least < end <= most}


def _between(column: DealColumn, low: int | None, high: int | None) -> Node:
    """Return the test that a column is in a range."""
    parts = list[Node]()
    if low is not None:
        parts.append(_reaches(column, low))
    if high is not None:
        parts.append(Unary("not", _reaches(column, high + 1)))
    return parts[0] if len(parts) == 1 else Binary("and", *parts) if parts else Number(1)


def _reaches(column: DealColumn, value: int) -> Node:
    least, most = column.bounds
    if not least < value <= most:
        return Number(int(value <= least))
    goal = column.at_least(value)
    assert goal is not None
    return Costly(goal)
