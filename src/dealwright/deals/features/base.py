"""Features: numbers of one hand, as a table over holdings and an optional table over shapes.

A feature's value for a hand is the sum of its holding table over the four suits plus its shape
table at the hand's shape; for one suit it is the holding table alone.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from dealwright.base import kernels
from dealwright.base.errors import FeatureError
from dealwright.base.kernels.programs import (
    HOLDINGS,
    SHAPES,
    Op,
    Program,
    ProgramBuilder,
    ProgramStep,
)

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    Table = Callable[[], ArrayLike] | ArrayLike

__all__ = ["RESERVED", "Feature"]


_LARGEST_VALUE = 1_000_000
_SUITS = ("club", "diamond", "heart", "spade")
RESERVED = frozenset(
    [
        *_SUITS,
        *(f"{suit}s" for suit in _SUITS),
        *("balanced", "semibalanced", "shape", "hascard"),
        *("any", "and", "or", "not", "in", "condition"),
        *("fits", "longest_fit", "starting_points"),
        *("tricks", "makes", "par", "score", "imps"),
    ]
)


@dataclass(frozen=True, eq=False, repr=False)
class Feature:
    """A number of one hand.

    ``holding`` is 8192 integers (index: 13 bits, deuce lowest), ``shape`` 560 (squashed order);
    either may be a function that returns them, called once, on first use. ``per_suit`` is true if
    the value in one suit has a meaning, ``whole_hand`` if the value of the hand has. Values are
    integers in units of 1 / ``scale`` (100 for ``cccc``). ``aliases`` are other names. ``texts``
    are what the values 0, 1 ... of a hand mean, or a function that returns them; distributions
    show them.

    Two features are equal when their names, scales, tables and texts are.

    >>> from dealwright import Feature, Hand
    >>> honours = [bin(holding >> 9).count("1") for holding in range(8192)]
    >>> court = Feature("court_cards", "aces to jacks", holding=honours)
    >>> court.value(Hand("AK54.QJ2.T98.432").mask)
    4

    :raises FeatureError: if the name is not an identifier, or there is no table
    """

    name: str
    summary: str
    holding: Table | None = None
    shape: Table | None = None
    per_suit: bool = True
    whole_hand: bool = True
    scale: int = 1
    aliases: tuple[str, ...] = field(default=())
    texts: Callable[[], Sequence[str]] | Sequence[str] = ()

    def __post_init__(self) -> None:
        for name in (self.name, *self.aliases):
            if not (name.isidentifier() and name.isascii()):
                raise FeatureError(f"'{name}' is not a name; use letters, digits and _")
            if name.lower() in RESERVED:
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
    def value_texts(self) -> tuple[str, ...]:
        """The texts of the values 0, 1 ... of a hand, none if they are plain numbers.

        :raises FeatureError: if a value has no text
        """
        texts = tuple(self.texts() if callable(self.texts) else self.texts)
        low, high = self.bounds
        if texts and not 0 <= low <= high < len(texts):
            raise FeatureError(
                f"feature '{self.name}' has values {low} to {high} and {len(texts)} texts"
            )
        return texts

    @cached_property
    def bounds(self) -> tuple[int, int]:
        """A lower and an upper bound of the values of all hands.

        They use the best and worst holdings of each length, so a hand attains the bounds of an
        additive feature whenever it can hold all those suits together.
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

    def steps(
        self, builder: ProgramBuilder, seat: int, suit: int | None = None
    ) -> list[ProgramStep]:
        """Return the kernel steps that push this feature of a seat's hand (or suit) on the stack.

        :raises FeatureError: if the feature has no value there
        """
        if suit is not None:
            if not self.per_suit or self.holding_table is None:
                raise FeatureError(f"{self.name} describes the whole hand, not one suit")
            return [ProgramStep(Op.HOLDING, seat + 4 * suit, *builder.table(self.holding_table))]
        if not self.whole_hand:
            raise FeatureError(f"{self.name} describes one suit; say which suit")
        steps: list[ProgramStep] = []
        if self.holding_table is not None:
            steps.append(ProgramStep(Op.HAND_SUM, seat, *builder.table(self.holding_table)))
        if self.shape_table is not None:
            steps.append(ProgramStep(Op.SHAPE, seat, *builder.table(self.shape_table)))
            if len(steps) == 2:
                steps.append(ProgramStep(Op.ADD))
        return steps

    def column(
        self, deals: NDArray[np.uint64], seat: int, suit: int | None = None
    ) -> NDArray[np.int32]:
        """Return this feature of a seat for each deal of uint64[n, 4], int32[n]."""
        return kernels.evaluate(self._program(seat, suit), deals)

    def value(self, hand: int, suit: int | None = None) -> int:
        """Return this feature of one 13-card hand given as 52 bits.

        >>> from dealwright import feature
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
        if wide.min() < -_LARGEST_VALUE or wide.max() > _LARGEST_VALUE:
            raise FeatureError(f"feature '{self.name}' has a value beyond a million")
        wide.flags.writeable = False
        return wide

    @cached_property
    def digest(self) -> bytes:
        """A hash of the name and the tables; equal features have equal digests."""
        hasher = hashlib.blake2b(f"{self.name} {self.scale}\n".encode(), digest_size=16)
        for table in (self.holding_table, self.shape_table):
            hasher.update(b"-" if table is None else table.tobytes())
        if self.texts:
            hasher.update(repr(self.value_texts).encode())
        return hasher.digest()

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Feature):
            return NotImplemented
        return self is other or (self.name == other.name and self.digest == other.digest)

    def __hash__(self) -> int:
        return hash((Feature, self.name))

    def __repr__(self) -> str:
        return f"<Feature {self.name}>"
