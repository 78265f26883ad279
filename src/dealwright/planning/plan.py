"""The plan of a condition: its clauses in the order in which they are tested, as a program."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from dealwright import kernels
from dealwright.conditions.nodes import (
    Alias,
    Binary,
    HasCard,
    Measure,
    Node,
    Number,
    Opaque,
    Within,
    walk,
)
from dealwright.conditions.unparse import to_text
from dealwright.errors import ConditionError, nesting_checked
from dealwright.kernels.programs import Program, ProgramBuilder
from dealwright.planning.bounds import bounds
from dealwright.planning.lower import (
    last_seat,
    lower,
    one_shape,
    one_suit,
    scope_of,
    table_over_holdings,
    table_over_shapes,
)

__all__ = ["Clause", "Plan", "conjuncts", "plan_condition", "refused_by"]


@dataclass(frozen=True)
class Clause:
    """One test that every deal must pass; ``how`` says what the kernels look up for it."""

    node: Node
    text: str
    how: str
    seat: int


@dataclass(frozen=True)
class Plan:
    """What to run for a condition.

    ``impossible`` names the clauses that no deal can satisfy ("" when some deal may); ``certain``
    says that every deal does. ``opaque`` are the Python predicates, tested last.
    """

    condition: Node | None
    clauses: tuple[Clause, ...]
    program: Program | None
    opaque: tuple[Opaque, ...] = ()
    impossible: str = ""

    @property
    def certain(self) -> bool:
        """Whether every deal satisfies the condition."""
        return not self.clauses and not self.opaque and not self.impossible

    @property
    def text(self) -> str:
        """The condition as text, "" for none."""
        return "" if self.condition is None else to_text(self.condition)


def conjuncts(node: Node) -> Iterator[Node]:
    """Yield the clauses that are joined by ``and`` at the top, names seen through.

    >>> from dealwright.conditions import parse_tree
    >>> [to_text(part) for part in conjuncts(parse_tree("a = hcp(n) > 3 a && balanced(s)"))]
    ['hcp(north) > 3', 'balanced(south)']
    """
    if isinstance(node, Alias):
        yield from conjuncts(node.value)
    elif isinstance(node, Binary) and node.op == "and":
        yield from conjuncts(node.left)
        yield from conjuncts(node.right)
    else:
        yield node


def plan_condition(condition: Node | None) -> Plan:
    """Return the plan of a condition (None: every deal).

    :raises ConditionError: if a Python predicate stands anywhere but as a clause of its own, or a
        value could leave 32 bits
    """
    with nesting_checked():
        return _plan(condition)


def _separated(condition: Node) -> tuple[list[Opaque], list[Node]]:
    """Return the Python predicates and the other tests of a condition."""
    opaque: list[Opaque] = []
    tests: list[Node] = []
    for part in conjuncts(condition):
        if isinstance(part, Opaque):
            opaque.append(part)
        elif any(isinstance(node, Opaque) for node in walk(part)):
            raise ConditionError(
                "a Python predicate can only be joined to other conditions with &",
                hint="Put the whole test inside the Python function instead",
            )
        else:
            tests.append(part)
    return opaque, tests


def _card_twice(tests: list[Node]) -> str:
    """Return two tests that want one card at two seats, or ""."""
    owners: dict[int, HasCard] = {}
    for node in tests:
        if isinstance(node, HasCard):
            other = owners.setdefault(node.card, node)
            if other.seat != node.seat:
                return f"{to_text(other)} && {to_text(node)}"
    return ""


def refused_by(condition: Node | None, fixed: Sequence[int]) -> str:
    """Return a clause that cards already at their seats make impossible, or "".

    Only clauses ``hascard(...)`` are looked at; ``fixed`` are the masks of N, E, S, W.
    """
    for node in conjuncts(condition) if condition is not None else ():
        if isinstance(node, HasCard):
            for seat, mask in enumerate(fixed):
                if seat != node.seat and mask >> node.card & 1:
                    return to_text(node)
    return ""


def _plan(condition: Node | None) -> Plan:
    if condition is None:
        return Plan(None, (), None)
    opaque, tests = _separated(condition)
    twice = _card_twice(tests)
    if twice:
        return Plan(condition, (), None, tuple(opaque), impossible=twice)
    clauses: list[Clause] = []
    for node, text in _merged(tests):
        low, high = _extremes(node)
        if low == high == 0:
            return Plan(condition, (), None, tuple(opaque), impossible=text)
        if not (low > 0 or high < 0):
            clauses.append(_clause(node, text))
    clauses = _ordered(clauses)
    builder = ProgramBuilder()
    for clause in clauses:
        builder.add(clause.seat, lower(clause.node, builder))
    program = builder.build() if clauses else None
    return Plan(condition, tuple(clauses), program, tuple(opaque))


# Nanoseconds a deal, measured; only their proportions matter.
_COST = {"holding table": 0.7, "shape table": 1.4, "range of a sum": 2.0, "expression": 5.0}
_SAMPLE = 2048


def _ordered(clauses: list[Clause]) -> list[Clause]:
    """Sort by the last hand needed, then by cost over the share of deals that a clause rejects.

    That order is the cheapest for independent tests; the shares come from a small fixed sample, and
    the order never changes which deals are accepted.
    """
    if len({clause.seat for clause in clauses}) == len(clauses):
        return sorted(clauses, key=lambda clause: clause.seat)
    key = kernels.key_from_bytes(bytes(32))
    sample = kernels.deal_uniform(kernels.Packs(), key, 0, _SAMPLE)

    def rank(clause: Clause) -> tuple[int, float]:
        builder = ProgramBuilder()
        builder.add(clause.seat, lower(clause.node, builder))
        passed = int((kernels.evaluate(builder.build(), sample) != 0).sum())
        return clause.seat, _COST[clause.how] / (_SAMPLE + 1 - passed)

    return sorted(clauses, key=rank)


def _extremes(node: Node) -> tuple[int, int]:
    """Return the least and greatest value of a clause, exact where one table answers it."""
    bounds(node)  # refuses what 32 bits cannot hold
    scope = scope_of(node)
    if one_suit(scope) is not None:
        table = table_over_holdings(node)
    elif one_shape(scope) is not None:
        table = table_over_shapes(node)
    else:
        return bounds(node)
    return int(table.min()), int(table.max())


def _clause(node: Node, text: str) -> Clause:
    scope = scope_of(node)
    if one_suit(scope) is not None:
        how = "holding table"
    elif one_shape(scope) is not None:
        how = "shape table"
    elif isinstance(node, Within) and len(node.ranges) == 1 and isinstance(node.value, Measure):
        how = "range of a sum"
    else:
        how = "expression"
    return Clause(node, text, how, last_seat(node))


def _merged(tests: list[Node]) -> list[tuple[Node, str]]:
    """Join the tests that one look-up can answer (of one suit, one shape, one measure).

    With each comes the text of the tests it stands for.
    """
    groups: dict[Any, list[Node]] = {}
    for at, node in enumerate(tests):
        scope = scope_of(node)
        measured = _range_of(node)
        if measured is not None and one_suit(scope) is None and one_shape(scope) is None:
            key: Any = ("measure", measured[0])
        elif one_shape(scope) is not None:
            key = ("shape", one_shape(scope))
        elif one_suit(scope) is not None:
            key = ("suit", one_suit(scope))
        else:
            key = ("alone", at)
        groups.setdefault(key, []).append(node)
    return [
        (_joined(key[0], group), " && ".join(to_text(node) for node in group))
        for key, group in groups.items()
    ]


def _joined(kind: str, group: list[Node]) -> Node:
    """Return one node for a group; contradictory ranges of a measure make an empty range."""
    if kind == "measure":
        ranges = [found for found in map(_range_of, group) if found is not None]
        low, high = max(low for _, low, _ in ranges), min(high for _, _, high in ranges)
        return Within(ranges[0][0], ((low, high),))
    joined = group[0]
    for node in group[1:]:
        joined = Binary("and", joined, node)
    return joined


def _range_of(node: Node) -> tuple[Measure, int, int] | None:
    """Return the measure and the range that a test asks of it, or None where it is another test."""
    if isinstance(node, Alias):
        return _range_of(node.value)
    if isinstance(node, Within) and isinstance(node.value, Measure) and len(node.ranges) == 1:
        least, most = bounds(node.value)
        low, high = node.ranges[0]
        return node.value, least if low is None else low, most if high is None else high
    if not isinstance(node, Binary):
        return None
    op, left, right = node.op, node.left, node.right
    if isinstance(left, Number):
        op, left, right = _MIRROR.get(op, ""), right, left
    if not isinstance(left, Measure) or not isinstance(right, Number) or op not in _MIRROR:
        return None
    least, most = bounds(left)
    value = right.value
    low = {"==": value, ">": value + 1, ">=": value}.get(op, least)
    high = {"==": value, "<": value - 1, "<=": value}.get(op, most)
    return left, low, high


_MIRROR = {"==": "==", "<": ">", "<=": ">=", ">": "<", ">=": "<="}
