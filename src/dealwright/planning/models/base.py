"""The base class of counting models: plain arrays for a kernel, and predicted costs."""

from __future__ import annotations

import hashlib
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from dealwright.base.kernels import body
from dealwright.base.kernels.exact import ExactCount
from dealwright.conditions.nodes import Measure, Node, walk
from dealwright.conditions.unparse import to_text
from dealwright.planning.models.atoms import Atoms, evaluate, split_clauses
from dealwright.planning.models.layouts import Ownership
from dealwright.planning.shortcuts import ALL_SHORTCUTS, Shortcuts

if TYPE_CHECKING:
    from collections.abc import Hashable

    from numpy.typing import NDArray

    from dealwright.base.kernels.stopping import StopFlag

    Arrays = dict[str, NDArray[Any]]

__all__ = ["CountingProblem", "Model", "digest_of"]


@dataclass(frozen=True)
class CountingProblem:
    """A counting problem: deals that satisfy all clauses, with cards fixed at their seats.

    ``values`` are quantities whose joint distribution is counted; ``weight`` is a quantity, and
    each deal counts that many times (0 rejects it). The order of the clauses does not matter.
    ``shortcuts`` are those that counting may take.
    """

    clauses: tuple[Node, ...]
    fixed: tuple[int, ...] = (0, 0, 0, 0)
    values: tuple[Node, ...] = ()
    weight: Node | None = None
    shortcuts: Shortcuts = ALL_SHORTCUTS

    @cached_property
    def ordered(self) -> tuple[Node, ...]:
        """The clauses sorted by their text, so that numbers do not depend on their order."""
        return tuple(sorted(self.clauses, key=to_text))

    @cached_property
    def key(self) -> Hashable:
        """A key that identifies the problem: its text, and the tables of its features."""
        quantities = [*self.values, *([] if self.weight is None else [self.weight])]
        nodes = [*self.clauses, *quantities]
        features = {
            part.feature for node in nodes for part in walk(node) if isinstance(part, Measure)
        }
        return (
            tuple(map(to_text, self.ordered)),
            self.fixed,
            tuple(map(to_text, self.values)),
            None if self.weight is None else to_text(self.weight),
            frozenset(feature.digest for feature in features),
            self.shortcuts,
            body(),
        )

    @cached_property
    def atoms(self) -> Atoms:
        """The clauses, split into atoms."""
        return split_clauses(
            self.ordered, self.fixed, self.values, self.weight, shortcuts=self.shortcuts
        )

    @cached_property
    def contradicted(self) -> bool:
        """Whether a clause that reads no cards is false."""
        return any(not int(evaluate(node, {})) for node in self.atoms.constants)

    @cached_property
    def who(self) -> Ownership:
        """The tracked seats, and the seats that share one pool."""
        seats = self.atoms.seats() or [0]
        return Ownership(tuple(seats), tuple(seat for seat in range(4) if seat not in seats))


@dataclass
class Model(ABC):
    """A problem as arrays for a counting kernel, not yet counted.

    A counting method is a subclass with a builder (see ``choice.BUILDERS``) and a kernel. The
    kernel reads ``arrays``; the subclass documents their names. If the problem has quantities,
    ``labels`` has an index into the rows of ``values`` int64[rows, quantities] for each accepted
    entry. ``impossible`` is true if the tests of single suits and hands leave no layout; ``sizes``
    determines the cost, ``used`` are the shortcuts that the arrays rely on.
    """

    name: ClassVar[str]
    draws: ClassVar[bool] = True  # whether its engine also draws, numbers and returns cards

    arrays: Arrays
    sizes: dict[str, int]
    labels: NDArray[np.int64] | None = None
    values: NDArray[np.int64] | None = None
    impossible: bool = False
    used: frozenset[str] = frozenset()

    @abstractmethod
    def predicted_bytes(self, *, drawing: bool = True) -> int:
        """Return an upper bound of the bytes for counting, and for drawing too if ``drawing``."""

    @property
    @abstractmethod
    def predicted_seconds(self) -> float:
        """The approximate time of counting in seconds of one core (Zen 4)."""

    @property
    def seconds_beside(self) -> float:
        """The seconds that counting costs in addition to its operations."""
        return 0.0

    @abstractmethod
    def describe(self, built: Mapping[str, int]) -> Sequence[str]:
        """Return lines of text on the sizes, as predicted and, if counted, as built."""

    @property
    def suits_read(self) -> str:
        """The letters of the suits in the order of reading; "" without automata."""
        return ""

    @property
    def automata(self) -> dict[str, tuple[int, int]]:
        """The classes of each half of the pack, by the automaton's name."""
        return {}

    def bytes_needed(self, *, drawing: bool) -> int:
        """Return ``predicted_bytes``; a model with labels is never drawn."""
        return self.predicted_bytes(drawing=drawing and self.labels is None)

    def count(self, stop: StopFlag | None = None, most_operations: int | None = None) -> ExactCount:
        """Count the deals in at most ``most_operations``.

        :raises Stopped: if the flag was set before it was done
        :raises BudgetExceeded: if it would take more operations
        """
        size = 0 if self.values is None else len(self.values)
        return ExactCount(
            self.arrays, self.labels, size, kind=self.name, stop=stop,
            most_operations=most_operations,
        )  # fmt: skip

    @property
    def bytes(self) -> int:
        """The memory of the arrays, in bytes."""
        labels = 0 if self.labels is None else self.labels.nbytes
        values = 0 if self.values is None else self.values.nbytes
        return sum(array.nbytes for array in self.arrays.values()) + labels + values

    @property
    def digest(self) -> str:
        """A hash of all arrays; models with equal digests number deals alike."""
        return digest_of(self.arrays)


def digest_of(arrays: Mapping[str, NDArray[Any]]) -> str:
    """Return a hash of named arrays, 32 hexadecimal digits."""
    hasher = hashlib.blake2b(digest_size=16)
    for name in sorted(arrays):
        array = arrays[name]
        hasher.update(f"{name}:{array.dtype.str}:{array.shape}\n".encode())
        hasher.update(np.ascontiguousarray(array).tobytes())
    return hasher.hexdigest()
