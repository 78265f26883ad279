"""Shape classes and shape functions: computed once for the 560 shapes, then looked up.

The idea is Andrews's ("Hand Distribution Table", 1996): a rule about suit lengths is called 560
times on first use; after that, a hand needs one look-up.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import comb, copysign
from typing import TYPE_CHECKING, Any, Generic, TypeVar

import numpy as np

from dealwright.base.errors import CardError, FeatureError
from dealwright.conditions import nodes
from dealwright.conditions.parse import parse_shapes
from dealwright.conditions.shape_sets import shape_values
from dealwright.conditions.unparse import to_text
from dealwright.deals.features import Feature
from dealwright.numbering.shapes import SHAPE_COUNT, all_shapes, shape_hands, shape_index

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from dealwright.deals import HandColumn

__all__ = ["ShapeClass", "ShapeFunction", "shape_class", "shape_function"]

Shape = tuple[int, int, int, int]
Rule = Callable[[int, int, int, int], Any]
Value = TypeVar("Value")
HANDS = comb(52, 13)


def _every_shape() -> Iterator[Shape]:
    return ((s, h, d, c) for s, h, d, c in all_shapes().tolist())


@dataclass(frozen=True)
class _Shape:
    """The lengths of four suits, the number of the shape, and the number of its hands."""

    index: int
    lengths: tuple[int, int, int, int]
    hands: int


class ShapeClass:
    """A set of hand shapes (spades, hearts, diamonds, clubs); its table is built on first use.

    >>> balanced = shape_class("any 4333 + any 4432 + any 5332")
    >>> len(balanced), (4, 3, 3, 3) in balanced, f"{float(balanced.probability):.4%}"
    (28, True, '47.6042%')
    >>> major = shape_class(lambda s, h, d, c: s >= 5 or h >= 5)
    >>> len(balanced - major), str((balanced & major) - shape_class("5xxx"))
    (22, '2533 + 3523 + 3532')
    """

    json_keys = ("_text", "_shapes", "hands", "_of")

    @property
    def _text(self) -> str:
        """The rule that defines the class."""
        return str(self)

    @property
    def _shapes(self) -> list[_Shape]:
        """The shapes, with the number of hands of each."""
        hands = shape_hands().tolist()
        rows = [(shape_index(*lengths), lengths) for lengths in self]
        return [_Shape(index, lengths, hands[index]) for index, lengths in rows]

    @property
    def _of(self) -> int:
        """The number of all hands."""
        return HANDS

    @classmethod
    def of_record(cls, *, text: str, shapes: list[_Shape]) -> ShapeClass:
        """Return the class of its document."""
        shape_set = shape_class([entry.lengths for entry in shapes])
        shape_set._tree = parse_shapes(text, typed=False)
        return shape_set

    def __init__(
        self, make: Callable[[], NDArray[np.bool_]], tree: nodes.Node | None = None
    ) -> None:
        self._make = make
        self._tree = tree

    @cached_property
    def table(self) -> NDArray[np.bool_]:
        """Whether each shape is in the class, by number, read-only bool[560]."""
        table = np.array(self._make(), dtype=np.bool_)
        if table.shape != (SHAPE_COUNT,):
            raise CardError(f"a shape class needs {SHAPE_COUNT} truth values, not {table.shape}")
        table.flags.writeable = False
        return table

    @property
    def tree(self) -> nodes.Node:
        """The class as a node, as inside ``shape(north, ...)``."""
        if self._tree is not None:
            return self._tree
        items = [nodes.Pattern(True, False, lengths) for lengths in self]
        if not items:
            return nodes.Binary(">", nodes.LengthOf("s"), nodes.Number(13))  # no shape at all
        return nodes.Patterns(tuple(items))

    @property
    def hands(self) -> int:
        """The number of the C(52,13) hands with a shape of the class."""
        return int(shape_hands()[self.table].sum())

    @property
    def probability(self) -> Fraction:
        """The exact share of all hands, a Fraction."""
        return Fraction(self.hands, HANDS)

    def matches(self, hands: HandColumn) -> NDArray[np.bool_]:
        """Return which hands of a seat have a shape of the class, bool[n]."""
        return self.table[hands.shape_index]

    def __call__(self, spades: int, hearts: int, diamonds: int, clubs: int) -> bool:
        """Return whether a shape is in the class."""
        return bool(self.table[shape_index(spades, hearts, diamonds, clubs)])

    def __contains__(self, lengths: object) -> bool:
        try:
            return self(*lengths)  # type: ignore[misc]
        except (TypeError, CardError):
            return False

    def __iter__(self) -> Iterator[Shape]:
        """Iterate over the shapes in squashed order."""
        inside = self.table.tolist()
        return (lengths for lengths, indices in zip(_every_shape(), inside, strict=True) if indices)

    def __len__(self) -> int:
        return int(self.table.sum())

    def __and__(self, other: ShapeClass) -> ShapeClass:
        return ShapeClass(lambda: self.table & other.table)

    def __or__(self, other: ShapeClass) -> ShapeClass:
        return ShapeClass(lambda: self.table | other.table)

    def __xor__(self, other: ShapeClass) -> ShapeClass:
        return ShapeClass(lambda: self.table ^ other.table)

    def __sub__(self, other: ShapeClass) -> ShapeClass:
        return ShapeClass(lambda: self.table & ~other.table)

    def __invert__(self) -> ShapeClass:
        return ShapeClass(lambda: ~self.table)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, ShapeClass):
            return NotImplemented
        return bool((self.table == other.table).all())

    def __hash__(self) -> int:
        return hash(self.table.tobytes())

    def __reduce__(self) -> tuple[Any, ...]:
        return _class_of_table, (self.table.tobytes(), self._tree)

    def __str__(self) -> str:
        return to_text(self.tree)

    def __repr__(self) -> str:
        return f"<ShapeClass of {len(self)} shapes>"


def _class_of_table(table: bytes, tree: nodes.Node | None) -> ShapeClass:
    return ShapeClass(lambda: np.frombuffer(table, dtype=np.bool_), tree)


def shape_class(rule: str | Rule | Iterable[Shape]) -> ShapeClass:
    """Return the class of shapes that a rule accepts.

    The rule is a text (patterns, a name, or arithmetic in s h d c, as in ``shape(north, ...)``), a
    function of (spades, hearts, diamonds, clubs) called 560 times on first use, or the shapes
    themselves. The function can be used as a decorator.

    >>> @shape_class
    ... def balanced(s, h, d, c):
    ...     return s * s + h * h + d * d + c * c <= 47
    >>> balanced == shape_class("balanced")
    True

    :raises ConditionError: if a text cannot be read
    :raises CardError: if one of the given shapes does not have 13 cards
    """
    if isinstance(rule, str):
        tree = parse_shapes(rule)
        return ShapeClass(lambda: shape_values(tree) != 0, tree)
    if callable(rule):
        return ShapeClass(lambda: np.array([bool(rule(*shape)) for shape in _every_shape()]))
    indices = [shape_index(*lengths) for lengths in rule]
    return ShapeClass(lambda: np.isin(np.arange(SHAPE_COUNT, dtype=np.int64), indices))


class ShapeFunction(Generic[Value]):
    """A value for each of the 560 shapes; equal values are stored once.

    ``results`` holds the different values, ``table`` the index of each shape's value in it: uint8
    (560 bytes) if there are at most 256 values, else uint16.

    >>> from dealwright import shape_function
    >>> longest = shape_function(lambda s, h, d, c: max(s, h, d, c))
    >>> longest(5, 3, 3, 2), len(longest.where(13)), longest.table.dtype
    (5, 4, dtype('uint8'))
    """

    def __init__(self, rule: Callable[[int, int, int, int], Value]) -> None:
        self._rule = rule
        self.__name__ = getattr(rule, "__name__", "shape_function")
        self.__doc__ = getattr(rule, "__doc__", None)

    @cached_property
    def _built(self) -> tuple[tuple[Value, ...], NDArray[np.integer[Any]]]:
        places: dict[Any, int] = {}
        results: list[Value] = []
        table = []
        for lengths in _every_shape():
            value = self._rule(*lengths)
            sign = copysign(1, value) if isinstance(value, float) else 0  # 0.0 is not -0.0
            key: Any = (type(value), value, sign)
            try:
                place = places.setdefault(key, len(results))
            except TypeError:  # a value that cannot be hashed is found by comparison
                place = next((i for i, known in enumerate(results) if known == value), len(results))
            if place == len(results):
                results.append(value)
            table.append(place)
        dtype = np.uint8 if len(results) <= 256 else np.uint16
        column: NDArray[np.integer[Any]] = np.array(table, dtype=dtype)
        column.flags.writeable = False
        return tuple(results), column

    @property
    def results(self) -> tuple[Value, ...]:
        """The different values, in the order of their first shapes."""
        return self._built[0]

    @property
    def table(self) -> NDArray[np.integer[Any]]:
        """The index in ``results`` of each shape's value, uint8[560] or uint16[560]."""
        return self._built[1]

    def __call__(self, spades: int, hearts: int, diamonds: int, clubs: int) -> Value:
        """Return the value of a shape."""
        return self.results[int(self.table[shape_index(spades, hearts, diamonds, clubs)])]

    def __getitem__(self, index: int) -> Value:
        return self.results[int(self.table[index])]

    def __len__(self) -> int:
        return SHAPE_COUNT

    def __iter__(self) -> Iterator[Value]:
        return (self.results[place] for place in self.table.tolist())

    def values(self, hands: HandColumn) -> NDArray[Any]:
        """Return the value for each hand of a seat, [n]: numbers or texts, else objects."""
        known = np.array(self.results)
        if known.ndim != 1:
            known = np.empty(len(self.results), dtype=object)
            known[:] = self.results
        looked_up: NDArray[Any] = known[self.table[hands.shape_index]]
        return looked_up

    def where(self, value: Value) -> ShapeClass:
        """Return the class of shapes that have a value."""
        return ShapeClass(
            lambda: np.isin(self.table, [i for i, v in enumerate(self.results) if v == value])
        )

    def feature(self, name: str) -> Feature:
        """Return the function as a feature, which can be registered and used in conditions.

        Values that are texts are numbered in the order of ``results``; distributions show them.

        >>> from dealwright import Workspace, parse
        >>> flat = shape_function(lambda *shape: "flat" if max(shape) < 5 else "long")
        >>> space = Workspace()
        >>> word = space.register(flat.feature("style"))
        >>> styles = parse("hcp(south) >= 30").distribution("style(south)", workspace=space)
        >>> styles.texts, round(float(styles.probability("flat")), 3)
        (({0: 'long', 1: 'flat'},), 0.595)

        :raises FeatureError: if the values are neither all integers nor all texts
        """
        summary = (self.__doc__ or name).strip().splitlines()[0]
        if all(isinstance(value, str) for value in self.results):
            texts = tuple(map(str, self.results))
            return Feature(name, summary, shape=self.table, per_suit=False, texts=texts)
        for value in self.results:
            if not isinstance(value, int | np.integer):
                raise FeatureError(
                    f"feature '{name}' needs integers, or texts alone; '{value!r}' is a value here"
                )
        numbers = [int(value) for value in self]  # type: ignore[call-overload]
        return Feature(name, summary, shape=np.array(numbers), per_suit=False)

    def __repr__(self) -> str:
        return f"<ShapeFunction {self.__name__}>"


def shape_function(rule: Callable[[int, int, int, int], Value]) -> ShapeFunction[Value]:
    """Return a function of (spades, hearts, diamonds, clubs) as a table, built on first use.

    Andrews's example, the suit to open:

    >>> @shape_function
    ... def opening_suit(s, h, d, c):
    ...     if s >= 5 and s >= h and s >= d and s >= c:
    ...         return "spades"
    ...     if h >= 5 and h >= d and h >= c:
    ...         return "hearts"
    ...     if d >= 4 and d >= c:
    ...         return "diamonds"
    ...     return "diamonds" if c < 3 else "clubs"
    >>> opening_suit(5, 3, 3, 2), len(opening_suit.results), opening_suit.table.nbytes
    ('spades', 4, 560)
    >>> from dealwright import deal
    >>> deals = deal(1000, seed=1)
    >>> sorted(set(opening_suit.values(deals.north).tolist()))
    ['clubs', 'diamonds', 'hearts', 'spades']
    """
    return ShapeFunction(rule)
