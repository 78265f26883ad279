"""Batches of boards that take a second or so, whatever solver, machine and question."""

from __future__ import annotations

from collections.abc import Iterator
from time import monotonic

__all__ = ["Batches"]

_FIRST = 8  # boards: some 40 strains, 2 s of one core, at most a few seconds
_MOST = 1 << 14
_ENOUGH = 0.5  # seconds: the boards of shorter batches are doubled


class Batches:
    """Slices of boards in order: eight boards first, twice as many after less than half a second.

    With more boards at a time no worker waits for the others, with fewer progress, partial results
    and what is written come soon. ``total`` is the number of boards, or None for no end.

    >>> [rows.stop for rows in Batches(20)][-1]
    20
    """

    def __init__(self, total: int | None = None) -> None:
        self._total = total

    def __iter__(self) -> Iterator[slice]:
        start, size = 0, _FIRST
        while self._total is None or start < self._total:
            stop = start + size if self._total is None else min(start + size, self._total)
            began = monotonic()
            yield slice(start, stop)
            if monotonic() - began < _ENOUGH:
                size = min(2 * size, _MOST)
            start = stop
