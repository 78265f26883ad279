"""The budget of planning and counting: bytes, and seconds of work."""

from __future__ import annotations

from dataclasses import dataclass
from math import inf
from operator import index

from dealwright.errors import ArgumentError
from dealwright.kernels.stopping import StopFlag

__all__ = ["Budget", "Effort", "OverBudget", "TooLarge"]


_OPERATION = 2e-9  # seconds for an operation of a native count; on Zen 4, 0.5 to 5
_ROW = 18e-9  # seconds for a number of a table that is made, sorted and looked up; on Zen 4


class TooLarge(Exception):
    """A table for exact counting would exceed its limits."""


class OverBudget(TooLarge):
    """A model would cost more than the rest of an effort."""


@dataclass(frozen=True)
class Budget:
    """A budget for exact counting.

    ``memory`` is in bytes (1 GiB unless given). ``seconds`` bound stating and counting models, in
    operations times measured constants and never by a clock, so that what can be counted is the
    same on every machine and in every run.

    :raises ArgumentError: if the memory is not a number of bytes
    """

    memory: int = 1 << 30
    seconds: float = 30.0

    def __post_init__(self) -> None:
        try:
            memory = index(self.memory)
        except TypeError:
            raise ArgumentError(
                f"an amount of memory is a number of bytes, not {self.memory!r}"
            ) from None
        if memory < 0:
            raise ArgumentError(f"an amount of memory cannot be negative ({memory})")
        object.__setattr__(self, "memory", memory)

    def effort(self, stop: StopFlag | None = None) -> Effort:
        """Return the effort of this budget, with nothing spent."""
        return Effort(self.seconds, stop=stop, memory=self.memory)


@dataclass
class Effort:
    """Seconds of one core that models may cost, and the seconds spent.

    Builders of models check ``stop`` between their steps. ``memory`` is how many bytes they may
    take at a time.
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
        """Spend what some steps of numpy over a table of so many rows and columns cost.

        :raises OverBudget: if there is not so much left
        :raises TooLarge: if the memory does not hold the table
        :raises Stopped: if the stop flag is set
        """
        if not self.holds(columns + 1, rows):
            raise TooLarge
        self.spend(_ROW * rows * (columns + 1))

    def spend_on_done(self, seconds: float) -> None:
        """Spend seconds on work that is done already: as many of them as are left."""
        self.spent = min(self.most, self.spent + seconds)

    def spend_all(self) -> None:
        """Spend what is left."""
        self.spent = self.most

    @property
    def used_up(self) -> bool:
        """Whether nothing is left."""
        return self.spent >= self.most

    @property
    def left(self) -> float:
        """How many seconds are left."""
        return self.most - self.spent

    @property
    def operations_left(self) -> int | None:
        """How many operations of a native count are left, None for any number."""
        return None if self.left == inf else int(self.left / _OPERATION)

    def spend_operations(self, operations: int) -> None:
        """Spend the operations that a native count took.

        :raises OverBudget: if there are not so many left
        """
        if self.left != inf and operations > int(self.left / _OPERATION):
            raise OverBudget
        self.spent += _OPERATION * operations

    def rest(self, most: float = inf) -> Effort:
        """Return what is left, or ``most`` seconds of it, as an effort of its own."""
        return self.of(min(self.left, most))

    def of(self, seconds: float) -> Effort:
        """Return an effort of so many seconds, with the same flag and memory."""
        return Effort(seconds, stop=self.stop, memory=self.memory)

    def holds(self, columns: int, rows: int) -> bool:
        """Return whether the memory holds columns of so many numbers of 8 bytes."""
        return 8 * columns * rows <= self.memory
