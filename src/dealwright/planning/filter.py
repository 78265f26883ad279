"""The tests of a condition: a program of the clauses on tables, then the costly clauses."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import islice
from typing import TYPE_CHECKING, Any, Protocol

from dealwright.base import kernels
from dealwright.base.errors import nesting_checked
from dealwright.base.kernels import PredealtPack
from dealwright.base.kernels.programs import Program, ProgramBuilder
from dealwright.conditions.nodes import (
    Alias,
    Binary,
    Costly,
    HasCard,
    Measure,
    Node,
    Number,
    Within,
    compared_with_number,
    rebuilt,
    walk,
)
from dealwright.conditions.unparse import to_text
from dealwright.planning.bounds import bounds
from dealwright.planning.lowering import (
    ProgramFull,
    is_costly,
    last_seat,
    lower,
    one_shape,
    one_suit,
    scope_of,
    table_over_holdings,
    table_over_shapes,
)
from dealwright.planning.question import Question
from dealwright.planning.trick_goals import with_goals

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = [
    "Clause",
    "Filter",
    "Trial",
    "affordable",
    "conjuncts",
    "cost_of",
    "filter_of",
    "is_dear",
    "program_of",
    "range_of",
    "uncountable",
]


class Trial(Protocol):
    """The planner's sample: always the same deals, so that plans are reproducible."""

    def masks(self, pack: PredealtPack, n: int) -> NDArray[np.uint64]:
        """Return n random deals, uint64[n, 4]."""
        ...

    def accepted(self, pack: PredealtPack, program: Program, n: int) -> int:
        """Return the number of n other random deals that a program accepts."""
        ...


@dataclass(frozen=True)
class Clause:
    """One test that every deal must pass; ``how`` names the kind of table that the kernels use."""

    node: Node
    text: str
    how: str
    seat: int

    @cached_property
    def program(self) -> Program:
        """The program of this test alone.

        :raises ProgramFull: if the kernels have too few columns for it
        """
        return program_of(self.node)


@dataclass(frozen=True)
class Filter:
    """The tests that every deal of a question must pass, in the order of testing.

    The kernels test ``clauses`` in one ``program`` (None without clauses). ``costly`` are clauses
    with costly columns, or too large for a program, cheapest first; only deals that pass the
    program are tested on them.
    ``impossible`` is the text of clauses that no deal can satisfy ("" if some deal may),
    ``refused`` the text of a clause that the fixed cards rule out.
    """

    clauses: tuple[Clause, ...] = ()
    program: Program | None = None
    costly: tuple[Node, ...] = ()
    impossible: str = ""
    refused: str = ""

    @property
    def certain(self) -> bool:
        """Whether every deal passes."""
        return not (self.clauses or self.costly or self.impossible or self.refused)

    @property
    def bytes(self) -> int:
        """The memory that the tests use, in bytes, about."""
        return 1024 + (0 if self.program is None else self.program.bytes)

    @property
    def nodes(self) -> tuple[Node, ...]:
        """The clauses on tables, as trees."""
        return tuple(clause.node for clause in self.clauses)


def conjuncts(node: Node) -> Iterator[Node]:
    """Yield the clauses that ``and`` joins at the top, with names replaced by their expressions.

    A name used twice in the conjunction contributes its clauses once. If repeated names would make
    the clauses many times as long as the text, a name that must be true becomes 1 in the other
    clauses, and the long clauses that remain are joined into one.

    >>> from dealwright.conditions.parse import parse_tree
    >>> [to_text(part) for part in conjuncts(parse_tree("a = hcp(n) > 3 a && balanced(s)"))]
    ['hcp(north) > 3', 'balanced(south)']
    """
    most = _AGAIN * sum(1 for _ in walk(node)) + _SHORT
    parts, names = _opened(node)
    if _length(parts, most) >= most:
        parts, _ = _opened(_with_names_as_true(parts, names))
        if _length(parts, most) >= most:
            parts = _long_joined(parts)
    yield from parts


# Clauses below these limits are never changed: the numbers of exact deals depend on them.
_AGAIN, _SHORT = 4, 1000  # most parts: _AGAIN times those of the text, plus _SHORT
_LONG = 60  # parts of a long clause


def _long_joined(parts: Sequence[Node]) -> list[Node]:
    """Return the clauses with the long ones joined, at the end."""
    short, long = list[Node](), list[Node]()
    for part in parts:
        (long if _length([part], _LONG) >= _LONG else short).append(part)
    return [*short, _joined("alone", long)] if long else short


def _opened(node: Node) -> tuple[list[Node], set[int]]:
    """Return the clauses of a conjunction, and the ids of the names that it replaces."""
    parts, names = list[Node](), set[int]()
    pending = [node]
    while pending:
        current = pending.pop()
        if isinstance(current, Alias):
            if id(current) not in names:
                names.add(id(current))
                pending.append(current.value)
        elif isinstance(current, Binary) and current.op == "and":
            pending += (current.right, current.left)
        else:
            parts.append(current)
    return parts, names


def _length(parts: Sequence[Node], most: int) -> int:
    """Return the number of parts, counting shared parts once per use, up to ``most``."""
    return sum(1 for _ in islice((part for clause in parts for part in walk(clause)), most))


def _with_names_as_true(parts: list[Node], names: set[int]) -> Node:
    """Return the joined clauses, with 1 for each name that another clause requires.

    A name's clause uses only names defined before it. By induction over the definitions, all
    clauses hold if and only if the simplified ones do. Divisions are not changed, because a divisor
    that becomes 0 would be an error.
    """

    def replacement(part: Node) -> Node | None:
        if id(part) in names:
            low, high = bounds(part)
            return Number(1) if low >= 0 and high <= 1 else None
        return part if isinstance(part, Binary) and part.op in ("/", "%") else None

    return rebuilt(_joined("alone", parts), replacement)


def program_of(node: Node) -> Program:
    """Return a program that computes one expression.

    :raises ConditionError: if a value could leave 32 bits
    :raises ProgramFull: if the kernels have too few columns for it
    """
    builder = ProgramBuilder()
    builder.add(last_seat(node), lower(node, builder))
    return builder.build()


def _fits_program(clause: Clause) -> bool:
    try:
        _ = clause.program
    except ProgramFull:
        return False
    return True


def filter_of(question: Question, trial: Trial) -> Filter:
    """Return the tests of a question's condition.

    :raises ConditionError: if a value could leave 32 bits, or it contains a word of a script
    """
    with nesting_checked():
        return _filter(question, trial)


def _filter(question: Question, trial: Trial) -> Filter:
    if question.tree is None:
        return Filter()
    parts = list(conjuncts(question.tree))
    tests = [part for part in parts if not is_costly(part)]
    impossible = _card_twice(tests)
    if impossible:
        return Filter(impossible=impossible)
    clauses: list[Clause] = []
    costly: list[Node] = []
    merged = [*_merged(tests), *((part, to_text(part)) for part in parts if is_costly(part))]
    for node, text in merged:
        low, high = _extremes(node)
        if low == high == 0:
            return Filter(impossible=text)
        if low > 0 or high < 0:
            continue
        clause = _clause(node, text)
        if is_costly(node) or (clause.how == "expression" and not _fits_program(clause)):
            costly.append(node)  # sampling.evaluation takes it in pieces
        else:
            clauses.append(clause)
    refused = _refused(tests, question.fixed)
    clauses = _ordered(clauses, trial)
    builder = ProgramBuilder()
    for clause in clauses:
        builder.add(clause.seat, lower(clause.node, builder))
    program = builder.build() if clauses else None
    return Filter(tuple(clauses), program, tuple(sorted(costly, key=cost_of)), refused=refused)


def cost_of(node: Node) -> float:
    """Return the cost of a clause's columns in nanoseconds per deal."""
    return _cost([node])


def uncountable(node: Node) -> str:
    """Return the text by which an error message names a clause with costly columns."""
    columns = [part.column for part in walk(node) if isinstance(part, Costly)]
    return to_text(node) if all(part.readable for part in columns) else "a Python predicate"


def is_dear(parts: Iterable[Node]) -> bool:
    """Return whether the columns of some expressions are so expensive that every deal counts."""
    return _cost(parts) >= _EXPENSIVE


def affordable(parts: Iterable[Node], seconds: float = 0.25) -> int:
    """Return about how many deals the columns of some expressions can compute in ``seconds``."""
    return max(1, int(min(seconds * 1e9 / max(_cost(parts), 1e-9), 1 << 40)))


def _cost(parts: Iterable[Node]) -> float:
    columns = {
        node.column
        for part in parts
        if is_costly(part)
        for node in walk(with_goals(part))
        if isinstance(node, Costly)
    }
    return sum(column.cost for column in columns)


_EXPENSIVE = 1e6  # nanoseconds per deal: a solver


def _refused(tests: Sequence[Node], fixed: Sequence[int]) -> str:
    """Return a test ``hascard(...)`` of a card that is fixed at another seat, or ""."""
    for node in tests:
        if isinstance(node, HasCard):
            for seat, mask in enumerate(fixed):
                if seat != node.seat and mask >> node.card & 1:
                    return to_text(node)
    return ""


def _card_twice(tests: list[Node]) -> str:
    """Return two tests that require one card at two seats, or ""."""
    owners: dict[int, HasCard] = {}
    for node in tests:
        if isinstance(node, HasCard):
            earlier = owners.setdefault(node.card, node)
            if earlier.seat != node.seat:
                return f"{to_text(earlier)} && {to_text(node)}"
    return ""


# Nanoseconds per deal, measured; only their ratios matter.
_COST = {"holding table": 0.7, "shape table": 1.4, "range of a sum": 2.0, "expression": 5.0}
_SAMPLE = 2048


def _ordered(clauses: list[Clause], trial: Trial) -> list[Clause]:
    """Sort clauses by the last seat they read, then by cost divided by the share they reject.

    This order is the cheapest for independent tests. The shares come from a small fixed sample. The
    order never changes which deals are accepted.
    """
    if len({clause.seat for clause in clauses}) == len(clauses):
        return sorted(clauses, key=lambda clause: clause.seat)
    sample = trial.masks(PredealtPack(), _SAMPLE)

    def rank(clause: Clause) -> tuple[int, float]:
        passed = int((kernels.evaluate(clause.program, sample) != 0).sum())
        return clause.seat, _COST[clause.how] / (_SAMPLE + 1 - passed)

    return sorted(clauses, key=rank)


def _extremes(node: Node) -> tuple[int, int]:
    """Return bounds on the value of a clause, exact if it is one table."""
    interval = bounds(node)  # raises an error for values that 32 bits cannot hold
    if is_costly(node):
        return interval
    scope = scope_of(node)
    if one_suit(scope) is not None:
        table = table_over_holdings(node)
    elif one_shape(scope) is not None:
        table = table_over_shapes(node)
    else:
        return interval
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
    """Join the tests that one look-up can answer (on one suit, one shape, one measure).

    Each result has the text of the tests that it joins.
    """
    groups: dict[Any, list[Node]] = {}
    for number, node in enumerate(tests):
        scope = scope_of(node)
        measured = range_of(node)
        if measured is not None and one_suit(scope) is None and one_shape(scope) is None:
            key: Any = ("measure", measured[0])
        elif one_shape(scope) is not None:
            key = ("shape", one_shape(scope))
        elif one_suit(scope) is not None:
            key = ("suit", one_suit(scope))
        else:
            key = ("alone", number)
        groups.setdefault(key, []).append(node)
    return [
        (_joined(key[0], group), " && ".join(to_text(node) for node in group))
        for key, group in groups.items()
    ]


def _joined(kind: str, group: list[Node]) -> Node:
    """Return one node for a group; contradictory ranges of a measure give an empty range."""
    if kind == "measure":
        ranges = [interval for interval in map(range_of, group) if interval is not None]
        low, high = max(low for _, low, _ in ranges), min(high for _, _, high in ranges)
        return Within(ranges[0][0], ((low, high),))
    while len(group) > 1:  # in pairs, so that a thousand clauses nest ten deep
        pairs = [Binary("and", *group[index : index + 2]) for index in range(0, len(group) - 1, 2)]
        group = [*pairs, *group[2 * len(pairs) :]]
    return group[0]


def range_of(node: Node) -> tuple[Measure, int, int] | None:
    """Return the measure and the range of a test, or None for another kind of test."""
    if isinstance(node, Alias):
        return range_of(node.value)
    if isinstance(node, Within) and isinstance(node.value, Measure) and len(node.ranges) == 1:
        least, most = bounds(node.value)
        low, high = node.ranges[0]
        return node.value, least if low is None else low, most if high is None else high
    compared = compared_with_number(node)
    if compared is None:
        return None
    op, measure, value = compared
    if not isinstance(measure, Measure) or op == "!=":
        return None
    least, most = bounds(measure)
    low = {"==": value, ">": value + 1, ">=": value}.get(op, least)
    high = {"==": value, "<": value - 1, "<=": value}.get(op, most)
    return measure, low, high
