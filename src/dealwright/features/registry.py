"""The registry of features: each a name, a table over holdings, perhaps a table over shapes.

A feature's value for a hand is the sum of its holding table over the four suits plus its shape
table at the hand's shape; for one suit it is the holding table alone. To add one::

    import numpy as np
    from dealwright.features import Feature, register

    register(Feature("voids", "suits without a card", holding=lambda: np.arange(8192) == 0))

after which ``voids(north)`` works in conditions and ``deals.north.voids`` on batches.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from threading import RLock
from typing import TYPE_CHECKING, Any

import numpy as np

from dealwright import kernels
from dealwright.errors import FeatureError
from dealwright.kernels.programs import HOLDINGS, SHAPES, Op, Program, ProgramBuilder, Step

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    Table = Callable[[], ArrayLike] | ArrayLike

__all__ = ["Feature", "feature", "feature_names", "features", "generation", "register"]


_MOST = 1_000_000
_SUITS = ("club", "diamond", "heart", "spade")
RESERVED = frozenset(
    [
        *_SUITS,
        *(f"{suit}s" for suit in _SUITS),
        *("balanced", "semibalanced", "shape", "hascard"),
        *("any", "and", "or", "not", "in", "condition"),
        *("fits", "longest_fit", "starting_points"),
    ]
)


@dataclass(frozen=True, eq=False)
class Feature:
    """A number of one hand.

    ``holding`` is 8192 integers (index: 13 bits, deuce lowest), ``shape`` 560 (squashed order);
    either may be a function that returns them, called once, on first use. ``per_suit`` says that
    the value in one suit means something; ``whole_hand`` that the whole hand's does. ``scale`` is
    what a value is divided by to read it (100 for ``cccc``). ``aliases`` are other names.

    :raises FeatureError: if the name is no identifier, or there is no table
    """

    name: str
    summary: str
    holding: Table | None = None
    shape: Table | None = None
    per_suit: bool = True
    whole_hand: bool = True
    scale: int = 1
    aliases: tuple[str, ...] = field(default=())

    def __post_init__(self) -> None:
        for name in (self.name, *self.aliases):
            if not (name.isidentifier() and name.isascii() and name == name.lower()):
                raise FeatureError(f"'{name}' is not a name; use small letters, digits and _")
            if name in RESERVED:
                raise FeatureError(f"'{name}' already has a meaning in conditions")
        if self.holding is None and self.shape is None:
            raise FeatureError(f"feature '{self.name}' needs a table over holdings or over shapes")

    @cached_property
    def holding_table(self) -> NDArray[np.int64] | None:
        """The table over holdings, int64[8192], or None."""
        return self._built(self.holding, HOLDINGS)

    @cached_property
    def shape_table(self) -> NDArray[np.int64] | None:
        """The table over shapes, int64[560], or None."""
        return self._built(self.shape, SHAPES)

    @cached_property
    def bounds(self) -> tuple[int, int]:
        """A least and a greatest value that no hand exceeds.

        For each suit length the best and worst holdings are taken, so the bounds of an additive
        feature are reached whenever the suits' extremes can stand in one hand.
        """
        from dealwright.numbering.shapes import all_shapes

        low = np.zeros(SHAPES, dtype=np.int64)
        high = np.zeros(SHAPES, dtype=np.int64)
        if self.holding_table is not None:
            sizes = np.array([x.bit_count() for x in range(HOLDINGS)])
            least = np.array([self.holding_table[sizes == k].min() for k in range(14)])
            most = np.array([self.holding_table[sizes == k].max() for k in range(14)])
            low += least[all_shapes()].sum(axis=1)
            high += most[all_shapes()].sum(axis=1)
        if self.shape_table is not None:
            low += self.shape_table
            high += self.shape_table
        return int(low.min()), int(high.max())

    @cached_property
    def suit_bounds(self) -> tuple[int, int]:
        """The least and greatest values in one suit."""
        if self.holding_table is None:
            return 0, 0
        return int(self.holding_table.min()), int(self.holding_table.max())

    def steps(self, builder: ProgramBuilder, seat: int, suit: int | None = None) -> list[Step]:
        """Return the kernel steps that leave this feature of a seat's hand (or suit) on the stack.

        :raises FeatureError: if the feature has no value there
        """
        if suit is not None:
            if not self.per_suit or self.holding_table is None:
                raise FeatureError(f"{self.name} is a number of the whole hand, not of a suit")
            return [Step(Op.HOLDING, seat + 4 * suit, *builder.table(self.holding_table))]
        if not self.whole_hand:
            raise FeatureError(f"{self.name} is a number of one suit; name the suit")
        steps: list[Step] = []
        if self.holding_table is not None:
            steps.append(Step(Op.HAND_SUM, seat, *builder.table(self.holding_table)))
        if self.shape_table is not None:
            steps.append(Step(Op.SHAPE, seat, *builder.table(self.shape_table)))
            if len(steps) == 2:
                steps.append(Step(Op.ADD))
        return steps

    def column(
        self, deals: NDArray[np.uint64], seat: int, suit: int | None = None
    ) -> NDArray[np.int32]:
        """Return this feature of a seat for each deal of uint64[n, 4], int32[n]."""
        return kernels.evaluate(self._program(seat, suit), deals)

    def value(self, hand: int, suit: int | None = None) -> int:
        """Return this feature of one 13-card hand given as 52 bits.

        >>> feature("hcp").value(0b1111_000000000 << 39 | 0x1FF)
        10
        """
        total = 0
        for which in range(4) if suit is None else (suit,):
            if self.holding_table is not None:
                total += int(self.holding_table[hand >> 13 * which & 8191])
        if suit is None and self.shape_table is not None:
            from dealwright.numbering.shapes import shape_index

            lengths = [(hand >> 13 * which & 8191).bit_count() for which in (3, 2, 1, 0)]
            total += int(self.shape_table[shape_index(*lengths)])
        return total

    def _program(self, seat: int, suit: int | None) -> Program:
        programs = self.__dict__.setdefault("_programs", {})
        if (seat, suit) not in programs:
            builder = ProgramBuilder()
            builder.add(seat, self.steps(builder, seat, suit))
            programs[seat, suit] = builder.build()
        program: Program = programs[seat, suit]
        return program

    def _built(self, table: Table | None, entries: int) -> NDArray[np.int64] | None:
        if table is None:
            return None
        values = np.asarray(table() if callable(table) else table)
        if values.shape != (entries,):
            raise FeatureError(
                f"feature '{self.name}' needs {entries} entries, not {values.shape or 'a number'}"
            )
        if values.dtype.kind not in "biu":
            raise FeatureError(f"feature '{self.name}' needs integers; multiply fractions first")
        wide = values.astype(np.int64)
        if wide.min() < -_MOST or wide.max() > _MOST:
            raise FeatureError(f"feature '{self.name}' has a value beyond a million")
        wide.flags.writeable = False
        return wide

    def __reduce__(self) -> Any:
        registered = _REGISTRY.get(self.name)
        if registered is self:
            return feature, (self.name,)
        return super().__reduce__()


_REGISTRY: dict[str, Feature] = {}
_ALIASES: dict[str, str] = {}


def register(new: Feature, *, replace: bool = False) -> Feature:
    """Make a feature known by its name and aliases; return it.

    :raises FeatureError: if a name is taken, and ``replace`` is False
    """
    if not isinstance(new, Feature):
        raise FeatureError(f"a Feature is registered, not {new!r}")
    _load_built_in()
    with _LOCK:
        return _register(new, replace)


def _register(new: Feature, replace: bool = False) -> Feature:
    for name in (new.name, *new.aliases):
        if not replace and (name in _REGISTRY or name in _ALIASES):
            raise FeatureError(f"there is already a feature '{name}'")
    _ALIASES.pop(new.name, None)
    _REGISTRY[new.name] = new
    _ALIASES.update(dict.fromkeys(new.aliases, new.name))
    _generation[0] += 1
    return new


def generation() -> int:
    """Return a number that grows with every registration, for caches of what features mean."""
    return _generation[0]


def feature(name: str) -> Feature:
    """Return the feature of that name or alias.

    >>> feature("control").name
    'controls'

    :raises FeatureError: if there is none, with the nearest name
    """
    _load_built_in()
    found = _REGISTRY.get(_ALIASES.get(name, name))
    if found is None:
        from difflib import get_close_matches

        near = get_close_matches(name, feature_names(), n=1)
        raise FeatureError(
            f"there is no feature '{name}'" + (f"; did you mean {near[0]}?" if near else "")
        )
    return found


def features() -> Iterator[Feature]:
    """Yield every registered feature, in the order of registration."""
    _load_built_in()
    yield from _REGISTRY.values()


def feature_names() -> list[str]:
    """Return every name and alias that a condition can use, sorted."""
    _load_built_in()
    return sorted([*_REGISTRY, *_ALIASES])


_LOCK = RLock()
_generation = [0]
_loaded: list[bool] = []


def _load_built_in() -> None:
    if _loaded:
        return
    from dealwright.features import (
        bergen,
        distribution,
        four_cs_readings,
        points,
        quality,
        valuations,
    )

    with _LOCK:
        if not _loaded:
            modules = (points, distribution, quality, four_cs_readings, valuations, bergen)
            for module in modules:
                for built_in in module.FEATURES:
                    _register(built_in)
            _loaded.append(True)
