"""The frozen tree of a condition, exactly as its text states it.

Every node is an integer for a deal; a comparison is 1 or 0, and a condition holds when its node is
not 0. Trees are compared by value and can be hashed and pickled.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, fields, replace
from functools import cached_property, partial, reduce, wraps
from typing import Any, TypeVar

from dealwright.deals.columns import DealColumn
from dealwright.features import Feature

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

LONG_CHAIN = 250  # operators of one kind in a row, which would nest as deep
_Value = TypeVar("_Value")


@dataclass(frozen=True, eq=False)
class Node:
    """The root of all nodes."""

    @cached_property
    def _parts(self) -> tuple[Any, ...]:
        return tuple(getattr(self, each.name) for each in fields(self))

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
        return {each.name: getattr(self, each.name) for each in fields(self)}


def _equal(one: Any, other: Any) -> bool:
    """Return whether two trees are equal; each pair of nodes is compared once, as names share them.

    Comparing the parts of parts would take twice as long with every name that is used twice.
    """
    seen = set[tuple[int, int]]()
    pairs = [(one, other)]
    while pairs:
        one, other = pairs.pop()
        if one is other:
            continue
        if isinstance(one, Node):
            if type(one) is not type(other) or one._hash != other._hash:
                return False
            if (id(one), id(other)) not in seen:
                seen.add((id(one), id(other)))
                pairs += zip(one._parts, other._parts, strict=True)
        elif isinstance(one, tuple) and type(one) is type(other) and len(one) == len(other):
            pairs += zip(one, other, strict=True)
        elif one != other:
            return False
    return True


def remembered(
    function: Callable[[Node], _Value], parts: Callable[[Node], tuple[Node, ...]] | None = None
) -> Callable[[Node], _Value]:
    """Return a function of a node that keeps its value on the node.

    Names share parts of trees, so a recursive function without it may visit a part as often as
    two to the power of the names above it. Parts (``children`` unless given) are asked from the
    bottom up, which keeps calls from nesting.
    """
    key = f"_{function.__module__}.{function.__qualname__}"
    below_of = children if parts is None else parts

    @wraps(function)
    def asked(node: Node) -> _Value:
        waiting = [] if key in node.__dict__ else [node]
        while waiting:
            below = [part for part in below_of(waiting[-1]) if key not in part.__dict__]
            if below:
                waiting += below
            else:
                here = waiting.pop()
                here.__dict__[key] = function(here)
        value: _Value = node.__dict__[key]
        return value

    return asked


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
"""The comparison that says the same with its sides exchanged: ``a < b`` is ``b > a``."""


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
    """Return parts joined from the left; many of them as a tree whose depth is its logarithm.

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
    """Return the condition that all parts hold, without those that are None; None if all are.

    >>> all_of([None, Number(1)]), all_of([])
    (Number(value=1), None)
    """
    whole: Node | None = None
    for part in parts:
        if part is not None:
            whole = part if whole is None else Binary("and", whole, part)
    return whole


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
    value: Node = field(repr=False)  # a name that uses a name twice would be written twice as long


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
    """Return the hash of a tree; hashes of its parts are known, as Python's would nest."""
    return hash((type(node), node._parts))


@remembered
def depth_of(node: Node) -> int:
    """Return how many operators and names are in each other."""
    return 1 + max(map(depth_of, children(node)), default=0)


def value_parts(node: Node) -> tuple[Node, ...]:
    """Return the parts whose values make a node's value; a test of a shape has none."""
    return () if isinstance(node, ShapeTest) else children(node)


def names_in(node: Node, parts: Callable[[Node], tuple[Node, ...]] = value_parts) -> list[Alias]:
    """Return the names in a tree, each once, after the names that it uses.

    A function that asks them in this order first never nests deeper than one definition.
    """
    found: list[Alias] = []
    seen: set[int] = set()
    waiting = [(node, False)]
    while waiting:
        here, done = waiting.pop()
        if done:
            assert isinstance(here, Alias)
            found.append(here)
        elif id(here) not in seen:
            seen.add(id(here))
            if isinstance(here, Alias):
                waiting.append((here, True))
            waiting.extend((part, False) for part in reversed(parts(here)))
    return found


def walk(node: Node) -> Iterator[Node]:
    """Yield a node and everything below it, each distinct node once."""
    seen: set[int] = set()
    stack = [node]
    while stack:
        here = stack.pop()
        if id(here) in seen:
            continue
        seen.add(id(here))
        yield here
        stack.extend(reversed(children(here)))


def rebuilt(node: Node, change: Callable[[Node], Node | None], *, shared: bool = True) -> Node:
    """Return a tree in which ``change`` has replaced nodes, from the top down.

    If ``change`` returns None, the node stays and its children are visited. A node that the tree
    shares is changed once, and stays shared; if not ``shared``, it is changed in every place.
    """
    made: dict[int, Node] = {}

    def new(value: Any) -> Any:
        if isinstance(value, tuple):
            return tuple(new(item) for item in value)
        if not isinstance(value, Node):
            return value
        if not shared or id(value) not in made:
            made[id(value)] = _new(value)
        return made[id(value)]

    def _new(here: Node) -> Node:
        changed = change(here)
        if changed is not None:
            return changed
        parts = {each.name: getattr(here, each.name) for each in fields(here)}
        below = {name: new(value) for name, value in parts.items()}
        return replace(here, **below) if below != parts else here

    if shared:
        for name in names_in(node):
            new(name)  # names before what uses them, so that calls do not nest
    found: Node = new(node)
    return found
