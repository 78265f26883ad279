"""The frozen tree of a condition, exactly as its text is written.

Every node is an integer for a deal; a comparison is 1 or 0, and a condition holds when its node is
not 0. Trees are compared by value and can be hashed and pickled.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, fields
from functools import cached_property, partial, reduce, wraps
from typing import Any, TypeVar

from dealwright.deals.columns import DealColumn
from dealwright.deals.features import Feature

__all__ = [
    "LONG_CHAIN",
    "MIRRORED",
    "Alias",
    "Binary",
    "Braced",
    "BracedPattern",
    "Choice",
    "Costly",
    "HasCard",
    "Label",
    "LengthOf",
    "Measure",
    "NamedShape",
    "Node",
    "Number",
    "Pattern",
    "Patterns",
    "Random",
    "ShapeTest",
    "Unary",
    "Within",
    "Word",
    "all_of",
    "chained",
    "children",
    "compared_with_number",
    "depth_of",
    "names_in",
    "rebuilt",
    "remembered",
    "value_parts",
    "walk",
]

LONG_CHAIN = 250  # operators of one kind in a row; longer chains are balanced
_Value = TypeVar("_Value")


@dataclass(frozen=True, eq=False)
class Node:
    """The root of all nodes."""

    @cached_property
    def _parts(self) -> tuple[Any, ...]:
        return tuple(getattr(self, item.name) for item in fields(self))

    @cached_property
    def _below(self) -> tuple[Node, ...]:
        below: list[Node] = []
        for part in self._parts:
            if isinstance(part, Node):
                below.append(part)
            elif isinstance(part, tuple):
                below += [item for item in part if isinstance(item, Node)]
        return tuple(below)

    @cached_property
    def _hash(self) -> int:
        return _hash_of(self)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Node):
            return NotImplemented
        return _equal(self, other)

    def __hash__(self) -> int:
        return self._hash

    def __getstate__(self) -> dict[str, Any]:
        return {item.name: getattr(self, item.name) for item in fields(self)}


def _equal(left: Any, right: Any) -> bool:
    """Return whether two trees are equal, comparing each pair of nodes once.

    Names share nodes: without this, every name that is used twice would double the time.
    """
    seen = set[tuple[int, int]]()
    pairs = [(left, right)]
    while pairs:
        left, right = pairs.pop()
        if left is right:
            continue
        if isinstance(left, Node):
            if type(left) is not type(right) or left._hash != right._hash:
                return False
            if (id(left), id(right)) not in seen:
                seen.add((id(left), id(right)))
                pairs += zip(left._parts, right._parts, strict=True)
        elif isinstance(left, tuple) and type(left) is type(right) and len(left) == len(right):
            pairs += zip(left, right, strict=True)
        elif left != right:
            return False
    return True


def remembered(
    function: Callable[[Node], _Value], parts: Callable[[Node], tuple[Node, ...]] | None = None
) -> Callable[[Node], _Value]:
    """Return a function of a node that caches its value on the node.

    Names share parts of trees, so a recursive function without a cache may visit a part as often as
    two to the power of the names above it. Parts (by default ``children``) are computed first, from
    the bottom up, so that calls do not nest.
    """
    key = f"_{function.__module__}.{function.__qualname__}"
    below_of = children if parts is None else parts

    @wraps(function)
    def cached(node: Node) -> _Value:
        pending = [] if key in node.__dict__ else [node]
        while pending:
            missing = [part for part in below_of(pending[-1]) if key not in part.__dict__]
            if missing:
                pending += missing
            else:
                current = pending.pop()
                current.__dict__[key] = function(current)
        value: _Value = node.__dict__[key]
        return value

    return cached


@dataclass(frozen=True, eq=False)
class Number(Node):
    """An integer."""

    value: int


@dataclass(frozen=True, eq=False)
class Label(Number):
    """A text as a value, by its number among the texts of a quantity."""

    text: str


@dataclass(frozen=True, eq=False)
class Measure(Node):
    """A feature of a seat's hand, or of one suit of it: ``hcp(north)``, ``spades(north)``."""

    feature: Feature
    seat: int
    suit: int | None = None


@dataclass(frozen=True, eq=False)
class HasCard(Node):
    """Whether a seat holds a card (0..51)."""

    seat: int
    card: int


@dataclass(frozen=True, eq=False)
class Pattern(Node):
    """One item of a shape list: four lengths (None for x), of any suits or in order."""

    add: bool
    any_order: bool
    lengths: tuple[int | None, int | None, int | None, int | None]


@dataclass(frozen=True, eq=False)
class Patterns(Node):
    """A shape list: items added or removed one after the other."""

    items: tuple[Pattern, ...]


@dataclass(frozen=True, eq=False)
class BracedPattern(Node):
    """One item of a list in braces: Dellacherie's pattern, and a test of LengthOf or None."""

    add: bool
    pattern: str
    test: Node | None


@dataclass(frozen=True, eq=False)
class Braced(Node):
    """A shape list in braces: items added or removed one after the other."""

    items: tuple[BracedPattern, ...]


@dataclass(frozen=True, eq=False)
class NamedShape(Node):
    """A shape class with a name, such as ``balanced``."""

    name: str


@dataclass(frozen=True, eq=False)
class LengthOf(Node):
    """A length in shape arithmetic: ``s h d c``, or ``l1 >= l2 >= l3 >= l4``."""

    name: str


@dataclass(frozen=True, eq=False)
class ShapeTest(Node):
    """Whether a seat's shape is in a class: a list, a NamedShape, or arithmetic on LengthOf."""

    seat: int
    shapes: Node


@dataclass(frozen=True, eq=False)
class Unary(Node):
    """``-`` or ``not``."""

    op: str
    operand: Node


@dataclass(frozen=True, eq=False)
class Binary(Node):
    """``+ - * / %``, ``== != < <= > >=``, ``and or``."""

    op: str
    left: Node
    right: Node


MIRRORED = {"==": "==", "!=": "!=", "<": ">", "<=": ">=", ">": "<", ">=": "<="}
"""The equivalent comparison with exchanged sides: ``a < b`` is ``b > a``."""


def compared_with_number(node: Node) -> tuple[str, Node, int] | None:
    """Return the operator, the value and the number of a comparison, as if the number came last.

    >>> compared_with_number(Binary("<", Number(3), Number(4)))
    ('<', Number(value=3), 4)
    """
    if not isinstance(node, Binary) or node.op not in MIRRORED:
        return None
    if isinstance(node.right, Number):
        return node.op, node.left, node.right.value
    if isinstance(node.left, Number):
        return MIRRORED[node.op], node.right, node.left.value
    return None


def chained(op: str, parts: Sequence[Node]) -> Node:
    """Return parts joined from the left, or many parts joined as a balanced tree.

    >>> chained("or", [Number(0), Number(1)])
    Binary(op='or', left=Number(value=0), right=Number(value=1))
    """
    if len(parts) <= LONG_CHAIN:
        return reduce(partial(Binary, op), parts)
    while len(parts) > 1:
        pairs = [Binary(op, *pair) for pair in zip(parts[::2], parts[1::2], strict=False)]
        parts = [*pairs, *parts[2 * len(pairs) :]]
    return parts[0]


def all_of(parts: Iterable[Node | None]) -> Node | None:
    """Return the conjunction of the parts that are not None, or None if there are none.

    >>> all_of([None, Number(1)]), all_of([])
    (Number(value=1), None)
    """
    conjunction: Node | None = None
    for part in parts:
        if part is not None:
            conjunction = part if conjunction is None else Binary("and", conjunction, part)
    return conjunction


@dataclass(frozen=True, eq=False)
class Choice(Node):
    """``test ? then : other``."""

    test: Node
    then: Node
    other: Node


@dataclass(frozen=True, eq=False)
class Within(Node):
    """``value in low..high``, or in several ranges; None is an open end."""

    value: Node
    ranges: tuple[tuple[int | None, int | None], ...]


@dataclass(frozen=True, eq=False)
class Random(Node):
    """``rnd(bound)`` of a script; running the script replaces it by a column."""

    bound: Node


@dataclass(frozen=True, eq=False)
class Alias(Node):
    """An expression with the name that the text defines for it."""

    name: str
    value: Node = field(repr=False)  # repeated names would double the text each time


@dataclass(frozen=True, eq=False)
class Word(Alias):
    """A word of the language that stands for an expression; it is written as its name.

    The name has ``{}`` in the place of each of the ``arguments``, which are parts of the value.
    """

    arguments: tuple[Node, ...] = ()


@dataclass(frozen=True, eq=False)
class Costly(Node):
    """A column that no table answers: a random number, a Python function, tricks of a solver."""

    column: DealColumn


def children(node: Node) -> tuple[Node, ...]:
    """Return the nodes directly below a node."""
    return node._below


@remembered
def _hash_of(node: Node) -> int:
    """Return the hash of a tree; child hashes are cached first, so deep trees do not recurse."""
    return hash((type(node), node._parts))


@remembered
def depth_of(node: Node) -> int:
    """Return the nesting depth of operators and names."""
    return 1 + max(map(depth_of, children(node)), default=0)


def value_parts(node: Node) -> tuple[Node, ...]:
    """Return the parts that determine a node's value; a test of a shape has none."""
    return () if isinstance(node, ShapeTest) else children(node)


@remembered
def _has_names(node: Node) -> bool:
    return isinstance(node, Alias) or any(map(_has_names, children(node)))


def names_in(node: Node, parts: Callable[[Node], tuple[Node, ...]] = value_parts) -> list[Alias]:
    """Return the names in a tree, each once, after the names that it uses.

    A recursive function that visits them first never nests deeper than one definition.
    """
    aliases: list[Alias] = []
    if not _has_names(node):
        return aliases
    seen: set[int] = set()
    pending = [(node, False)]
    while pending:
        current, expanded = pending.pop()
        if expanded:
            assert isinstance(current, Alias)
            aliases.append(current)
        elif id(current) not in seen:
            seen.add(id(current))
            if isinstance(current, Alias):
                pending.append((current, True))
            pending.extend((part, False) for part in reversed(parts(current)))
    return aliases


def walk(node: Node) -> Iterator[Node]:
    """Yield a node and everything below it, each distinct node once."""
    seen: set[int] = set()
    stack = [node]
    while stack:
        current = stack.pop()
        if id(current) in seen:
            continue
        seen.add(id(current))
        yield current
        stack.extend(reversed(children(current)))


def _same(items: tuple[Any, ...], others: tuple[Any, ...]) -> bool:
    return all(map(operator.is_, items, others))


def rebuilt(node: Node, change: Callable[[Node], Node | None], *, shared: bool = True) -> Node:
    """Return a tree in which ``change`` has replaced nodes, from the top down.

    If ``change`` returns None, the node is kept and its children are visited. A shared node is
    changed once and stays shared; if not ``shared``, it is changed in every place.
    """
    results: dict[int, Node] = {}

    def new(value: Any) -> Any:
        if isinstance(value, tuple):
            items = tuple(map(new, value))
            return value if _same(items, value) else items
        if not isinstance(value, Node):
            return value
        if not shared or id(value) not in results:
            results[id(value)] = _new(value)
        return results[id(value)]

    def _new(current: Node) -> Node:
        changed = change(current)
        if changed is not None:
            return changed
        parts = tuple(map(new, current._parts))
        return current if _same(parts, current._parts) else type(current)(*parts)

    if shared:
        for name in names_in(node):
            new(name)  # each name before its users, so that calls do not nest
    tree: Node = new(node)
    return tree
