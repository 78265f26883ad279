"""Batches of boards that take about a second, adapted to solver, machine and question."""

from __future__ import annotations

from collections.abc import Iterator
from math import inf
from time import monotonic

__all__ = ["Batches"]

_FIRST_BOARDS = 8  # boards: some 40 strains, 2 s of one core, at most a few seconds
_MOST_BOARDS = 1 << 14
_ENOUGH, _TOO_LONG = 0.5, 2.0  # seconds: shorter batches are doubled, longer ones halved


class Batches:
    """Slices of boards in order: eight boards first, twice as many after less than half a second.

    Larger batches keep all workers busy; smaller ones give progress and partial results sooner.
    ``size`` is the size of the next batch.

    >>> batches = Batches()
    >>> [rows.stop for rows in batches.of(20)], batches.size
    ([8, 20], 16)
    """

    def __init__(self) -> None:
        self.size = _FIRST_BOARDS
        self._pace = 0.0  # seconds of a board

    def of(self, total: int | None = None, *, until: float = inf) -> Iterator[slice]:
        """Yield slices of ``total`` boards, or endlessly; the next call continues with the size.

        The caller solves the boards of a slice before it takes the next one. At the pace of the
        slice before, each ends by ``until``, a time of ``time.monotonic``, or has one board.
        """
        start = 0
        while total is None or start < total:
            size = self.size
            if self._pace:
                size = max(1, int(min(size, (until - monotonic()) / self._pace)))
            stop = start + size if total is None else min(start + size, total)
            began = monotonic()
            yield slice(start, stop)
            seconds = monotonic() - began
            self._pace = seconds / (stop - start)
            if seconds < _ENOUGH and stop - start == self.size:
                self.size = min(2 * self.size, _MOST_BOARDS)
            elif seconds > _TOO_LONG:
                self.size = max(self.size // 2, _FIRST_BOARDS)
            start = stop
