"""The budget of planning and counting: bytes, and seconds of work."""

from __future__ import annotations

from dataclasses import dataclass
from math import inf

from dealwright.base.checked_numbers import checked_integer
from dealwright.base.errors import ArgumentError
from dealwright.base.kernels.stopping import StopFlag

__all__ = ["Budget", "Effort", "OverBudget", "TooLarge"]


_OPERATION = 2e-9  # seconds for an operation of a native count; on Zen 4, 0.5 to 5
_ROW = 18e-9  # seconds to make, sort and look up one number of a table; on Zen 4


class TooLarge(Exception):
    """A table for exact counting would exceed its limits."""


class OverBudget(TooLarge):
    """A model would cost more than the rest of an effort."""


@dataclass(frozen=True)
class Budget:
    """A budget for exact counting.

    ``memory`` is in bytes (default: 1 GiB). ``seconds`` limit building and counting models. They
    are operations times measured constants, never read from a clock, so the same conditions can be
    counted on every machine and in every run.

    :raises ArgumentError: if the memory is not a number of bytes
    """

    memory: int = 1 << 30
    seconds: float = 30.0

    def __post_init__(self) -> None:
        memory = checked_integer(self.memory, "an amount of memory", "a number of bytes")
        if memory < 0:
            raise ArgumentError(f"an amount of memory cannot be negative ({memory})")
        object.__setattr__(self, "memory", memory)

    def effort(self, stop: StopFlag | None = None) -> Effort:
        """Return the effort of this budget, with nothing spent."""
        return Effort(self.seconds, stop=stop, memory=self.memory)


@dataclass
class Effort:
    """A limit on the core seconds that models may cost, and the seconds spent so far.

    Model builders check ``stop`` between steps and use at most ``memory`` bytes at a time.
    """

    most: float = inf
    spent: float = 0.0
    stop: StopFlag | None = None
    memory: float = inf

    def spend(self, seconds: float) -> None:
        """Spend seconds.

        :raises OverBudget: if fewer seconds are left
        :raises Stopped: if the stop flag is set
        """
        self.check()
        if self.spent + seconds > self.most:
            raise OverBudget
        self.spent += seconds

    def check(self) -> None:
        """Check the stop flag.

        :raises Stopped: if it is set
        """
        if self.stop is not None:
            self.stop.check()

    def spend_on_rows(self, rows: int, columns: int = 1) -> None:
        """Charge for a few numpy passes over a `rows` x `columns` table.

        :raises OverBudget: if too few seconds are left
        :raises TooLarge: if the table does not fit in memory
        :raises Stopped: if the stop flag is set
        """
        if not self.holds(columns + 1, rows):
            raise TooLarge
        self.spend(_ROW * rows * (columns + 1))

    def spend_on_done(self, seconds: float) -> None:
        """Charge for completed work, up to the seconds that are left."""
        self.spent = min(self.most, self.spent + seconds)

    def spend_all(self) -> None:
        """Spend all remaining seconds."""
        self.spent = self.most

    @property
    def used_up(self) -> bool:
        """Whether no seconds are left."""
        return self.spent >= self.most

    @property
    def left(self) -> float:
        """The seconds left."""
        return self.most - self.spent

    @property
    def operations_left(self) -> int | None:
        """The operations of a native count that are left, or None without a limit."""
        return None if self.left == inf else int(self.left / _OPERATION)

    def spend_operations(self, operations: int) -> None:
        """Charge for the operations of a native count.

        :raises OverBudget: if fewer are left
        """
        if self.left != inf and operations > int(self.left / _OPERATION):
            raise OverBudget
        self.spent += _OPERATION * operations

    def rest(self, most: float = inf) -> Effort:
        """Return a new effort with the seconds left, at most ``most``."""
        return self.of(min(self.left, most))

    def of(self, seconds: float) -> Effort:
        """Return a new effort of ``seconds``, with the same flag and memory."""
        return Effort(seconds, stop=self.stop, memory=self.memory)

    def holds(self, columns: int, rows: int) -> bool:
        """Return whether `columns` int64 columns of `rows` entries fit in memory."""
        return 8 * columns * rows <= self.memory
