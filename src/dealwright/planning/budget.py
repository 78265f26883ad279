"""What planning and counting may cost: bytes, and seconds of work before testing is better."""

from __future__ import annotations

from dataclasses import dataclass
from math import inf
from operator import index

from dealwright.errors import ArgumentError
from dealwright.kernels.stopping import StopFlag

__all__ = ["Budget", "Effort", "OverBudget", "TooLarge"]


class TooLarge(Exception):
    """A table that exact counting would need is beyond its limits."""


class OverBudget(TooLarge):
    """What is left of an effort is less than a model would cost."""


@dataclass(frozen=True)
class Budget:
    """What exact counting may use.

    ``memory`` is in bytes (1 GiB unless given). ``seconds`` bound stating and counting models, by
    measured constants and never by a clock, so that what can be counted is the same on every
    machine and in every run.

    :raises ArgumentError: if the memory is not a number of bytes
    """

    memory: int = 1 << 30
    seconds: float = inf

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
        """Return the effort that may be spent, with nothing spent yet."""
        return Effort(self.seconds, stop=stop)


@dataclass
class Effort:
    """Seconds of one core that models may cost, and how many are spent.

    Whoever states a model looks at ``stop`` between its steps.
    """

    most: float = inf
    spent: float = 0.0
    stop: StopFlag | None = None

    def spend(self, seconds: float) -> None:
        """Spend some seconds.

        :raises OverBudget: if there are not so many left
        :raises Stopped: if the work was asked to stop
        """
        self.check()
        self.spent += seconds
        if self.spent > self.most:
            raise OverBudget

    def check(self) -> None:
        """Go on unless the work was asked to stop.

        :raises Stopped: if it was
        """
        if self.stop is not None:
            self.stop.check()

    @property
    def used_up(self) -> bool:
        """Whether nothing is left."""
        return self.spent >= self.most

    def rest(self) -> Effort:
        """Return what is left as an effort of its own."""
        return Effort(self.most - self.spent, stop=self.stop)
