"""A flag to stop long work in the kernels from another thread."""

from __future__ import annotations

from dealwright.base.errors import Stopped

__all__ = ["StopFlag", "budget_of", "flag_of"]

_NO_BUDGET = (1 << 64) - 1


class StopFlag:
    """A flag that long work checks every few milliseconds; once set, it stays set.

    ``buffer`` is one byte that the kernels read: 0, or 1 to stop.

    >>> stop = StopFlag()
    >>> stop.set()
    >>> stop.is_set
    True
    """

    def __init__(self) -> None:
        self.buffer = memoryview(bytearray(1))

    def set(self) -> None:
        """Set the flag: work that checks it raises ``Stopped``."""
        self.buffer[0] = 1

    def check(self) -> None:
        """Return unless the flag is set.

        :raises Stopped: if it is
        """
        if self.is_set:
            raise Stopped("the work was stopped before it was done")

    @property
    def is_set(self) -> bool:
        """Whether the flag is set."""
        return bool(self.buffer[0])


def flag_of(stop: StopFlag | None) -> memoryview | None:
    """Return the buffer of a flag for the kernels, uint8[1]."""
    return None if stop is None else stop.buffer


def budget_of(most_operations: int | None) -> int:
    """Return a bound on operations for the kernels, below 2^64."""
    return _NO_BUDGET if most_operations is None else min(max(most_operations, 0), _NO_BUDGET)
