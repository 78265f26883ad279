"""What every counting model is: plain arrays for a kernel, and what they will cost."""

from __future__ import annotations

import hashlib
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from dealwright.conditions.nodes import Measure, Node, walk
from dealwright.conditions.unparse import to_text
from dealwright.kernels import body
from dealwright.kernels.exact import ExactCount
from dealwright.planning.models.atoms import Atoms, evaluate, take_apart
from dealwright.planning.models.layouts import Ownership

if TYPE_CHECKING:
    from collections.abc import Hashable

    from numpy.typing import NDArray

    from dealwright.kernels.stopping import StopFlag

    Arrays = dict[str, NDArray[Any]]

__all__ = ["Model", "Problem", "digest_of"]


@dataclass(frozen=True)
class Problem:
    """What a model counts: deals that satisfy all clauses, some cards fixed at their seats.

    ``values`` are quantities whose joint distribution is wanted; ``weight`` a quantity that counts
    each deal so many times (0 refuses it). The order of the clauses does not matter.
    """

    clauses: tuple[Node, ...]
    fixed: tuple[int, ...] = (0, 0, 0, 0)
    values: tuple[Node, ...] = ()
    weight: Node | None = None

    @cached_property
    def ordered(self) -> tuple[Node, ...]:
        """The clauses sorted by their text, so that numbers do not depend on their order."""
        return tuple(sorted(self.clauses, key=to_text))

    @cached_property
    def key(self) -> Hashable:
        """What tells this problem from others: its text, and the tables of its features."""
        wanted = [*self.values, *([] if self.weight is None else [self.weight])]
        nodes = [*self.clauses, *wanted]
        used = {part.feature for node in nodes for part in walk(node) if isinstance(part, Measure)}
        return (
            tuple(map(to_text, self.ordered)),
            self.fixed,
            tuple(map(to_text, self.values)),
            None if self.weight is None else to_text(self.weight),
            frozenset(feature.digest for feature in used),
            body(),
        )

    @cached_property
    def atoms(self) -> Atoms:
        """The clauses taken apart by what decides them."""
        wanted = [*self.values, *([] if self.weight is None else [self.weight])]
        return take_apart(self.ordered, self.fixed, wanted)

    @cached_property
    def contradicted(self) -> bool:
        """Whether a clause without any card is false."""
        return any(not int(evaluate(node, {})) for node in self.atoms.constants)

    @cached_property
    def who(self) -> Ownership:
        """Which seats are told apart, and which share one pool."""
        seats = self.atoms.seats() or [0]
        return Ownership(tuple(seats), tuple(seat for seat in range(4) if seat not in seats))


@dataclass
class Model(ABC):
    """A problem stated for a counting kernel, not yet counted.

    A counting method is a subclass with its builder (see ``models.BUILDERS``) and a kernel.
    ``arrays`` is what the kernel reads; the subclass says how they are named. ``labels`` gives, for
    each accepted entry, a row of ``values`` int64[rows, quantities], where quantities were asked
    for. ``impossible`` says that the tests of single suits and hands leave no layout; ``sizes``
    what decides the cost.
    """

    name: ClassVar[str]

    arrays: Arrays
    sizes: dict[str, int]
    labels: NDArray[np.int64] | None = None
    values: NDArray[np.int64] | None = None
    impossible: bool = False

    @abstractmethod
    def predicted_bytes(self, *, drawing: bool = True) -> int:
        """Return an upper bound of the memory for counting, and for drawing after it if wanted."""

    @property
    @abstractmethod
    def predicted_seconds(self) -> float:
        """About how long counting takes, in seconds of one core (Zen 4)."""

    @abstractmethod
    def describe(self, built: Mapping[str, int]) -> Sequence[str]:
        """Return lines for people on the sizes, as predicted and (where counted) as built."""

    @property
    def suits_read(self) -> str:
        """The letters of the suits in the order in which automata read them, "" without any."""
        return ""

    @property
    def automata(self) -> dict[str, tuple[int, int]]:
        """The classes of each half of the pack, by the automaton's name."""
        return {}

    def bytes_needed(self, *, drawing: bool) -> int:
        """Return ``predicted_bytes``; what has labels is never drawn."""
        return self.predicted_bytes(drawing=drawing and self.labels is None)

    def count(self, stop: StopFlag | None = None, most_operations: int | None = None) -> ExactCount:
        """Count the deals, in at most so many operations.

        :raises Stopped: if the flag was set before it was done
        :raises BudgetExceeded: if it takes more operations than it may
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
        """A hash of all arrays: models with the same digest number deals alike."""
        return digest_of(self.arrays)


def digest_of(arrays: Mapping[str, NDArray[Any]]) -> str:
    """Return a hash of named arrays, 32 hexadecimal digits."""
    found = hashlib.blake2b(digest_size=16)
    for name in sorted(arrays):
        array = arrays[name]
        found.update(f"{name}:{array.dtype.str}:{array.shape}\n".encode())
        found.update(np.ascontiguousarray(array).tobytes())
    return found.hexdigest()
