"""Batches of boards that take a second or so, whatever solver, machine and question."""

from __future__ import annotations

from collections.abc import Iterator
from time import monotonic

__all__ = ["Batches"]

_FIRST = 8  # boards: some 40 strains, 2 s of one core, at most a few seconds
_MOST = 1 << 14
_ENOUGH, _TOO_LONG = 0.5, 2.0  # seconds: shorter batches are doubled, longer ones halved


class Batches:
    """Slices of boards in order: eight boards first, twice as many after less than half a second.

    With more boards at a time no worker waits for the others; with fewer, progress, partial results
    and what is written come soon. ``size`` is that of the next batch.

    >>> batches = Batches()
    >>> [rows.stop for rows in batches.of(20)], batches.size
    ([8, 20], 16)
    """

    def __init__(self) -> None:
        self.size = _FIRST

    def of(self, total: int | None = None) -> Iterator[slice]:
        """Yield the batches of so many boards, or without an end; the next call goes on as large.

        What takes the slice works on its boards before it takes the next.
        """
        start = 0
        while total is None or start < total:
            stop = start + self.size if total is None else min(start + self.size, total)
            began = monotonic()
            yield slice(start, stop)
            seconds = monotonic() - began
            if seconds < _ENOUGH and stop - start == self.size:
                self.size = min(2 * self.size, _MOST)
            elif seconds > _TOO_LONG:
                self.size = max(self.size // 2, _FIRST)
            start = stop
