"""Libraries of solved deals: Pavlicek's file of ten million, or any other in the format ZRD.

``rpdd.zrd`` by Richard Pavlicek (rpbridge.net) has 10,485,760 random deals and their tables in
241,172,480 bytes. Dealwright does not include the file; reading it is much faster than solving. It
is mapped into memory and read in pieces.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from dealwright.base.errors import ArgumentError
from dealwright.double_dummy.asks import Tables
from dealwright.double_dummy.stores import MemoryStore, StoringSolver
from dealwright.formats.kinds.zrd import SIZE, deals_of, tables_of

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from dealwright.base.kernels.stopping import StopFlag
    from dealwright.double_dummy.solver import Solver

    Test = Callable[[NDArray[np.uint64]], NDArray[np.bool_]]

__all__ = ["LibrarySolver", "SolvedLibrary"]

_AT_ONCE = 1 << 16  # deals


class SolvedLibrary:
    """The solved deals of a file in the format ZRD; ``len(library)`` is their number.

    ``invalid`` is the number of records met so far that are not deals, or are cut off at the end of
    the file; they are skipped.

    >>> from tempfile import TemporaryDirectory
    >>> from dealwright.formats import read, write
    >>> line = "N:QJ6.K652.J85.T98 873.J97.AT764.Q4 K5.T83.KQ9.A7652 AT942.AQ4.32.KJ3"
    >>> folder = TemporaryDirectory()
    >>> path = Path(folder.name) / "few.zrd"
    >>> _ = path.write_bytes(write(read(line, "line").boards * 3, "zrd")[0])
    >>> library = SolvedLibrary(path)
    >>> len(library), library.masks(1, 3).shape, int(library.tables(0, 1).max())
    (3, (2, 4), -1)
    >>> folder.cleanup()

    :raises ArgumentError: if the file cannot be read, or has no such records
    """

    def __init__(self, path: str | os.PathLike[str]) -> None:
        self.path = Path(path)
        wrong = f"{path} is not a library of solved deals"
        try:
            size = self.path.stat().st_size
            if size < SIZE:
                raise ArgumentError(f"{wrong}: it has {size:,} bytes, and a deal takes {SIZE}")
            self._records = np.memmap(self.path, np.uint8, "r", shape=(size // SIZE, SIZE))
        except OSError as error:
            raise ArgumentError(f"cannot read {path}: {error.strerror}") from None
        if not deals_of(self._records[:_AT_ONCE])[1].any():
            raise ArgumentError(f"{wrong}: its records are not deals")

        self.invalid = int(size % SIZE > 0)

    def __len__(self) -> int:
        return len(self._records)

    @property
    def bytes(self) -> int:
        """The size of the deals in the file."""
        return len(self) * SIZE

    def masks(self, first: int, last: int) -> NDArray[np.uint64]:
        """Return the deals from an index up to another, uint64[n, 4].

        :raises ArgumentError: if one of the records is not a deal
        """
        masks, good = deals_of(self._records[first:last])
        if not good.all():
            bad = first + int(np.argmin(good))
            raise ArgumentError(f"record {bad:,} (from 0) of {self.path} is not a deal")
        return masks

    def tables(self, first: int, last: int) -> NDArray[np.int8]:
        """Return the tricks of the deals from an index up to another, int8[n, 4, 5].

        Tricks that are unknown in the file are -1.
        """
        return tables_of(self._records[first:last])

    def matching(
        self,
        test: Test | None = None,
        first: int = 0,
        last: int | None = None,
        *,
        stop: StopFlag | None = None,
    ) -> Iterator[tuple[NDArray[np.uint64], NDArray[np.int8]]]:
        """Yield the deals for which a test holds, uint64[k, 4], and their tricks, int8[k, 4, 5].

        The test takes masks, uint64[n, 4], and returns bool[n]; None holds for all deals. Each
        piece of 65,536 deals gives a pair of arrays, also if empty, so that the caller can show
        progress. ``first`` and ``last`` are indices of deals in the file.

        :raises Stopped: if the flag is set
        """
        end = len(self) if last is None else min(last, len(self))
        for start in range(first, end, _AT_ONCE):
            if stop is not None:
                stop.check()
            records = self._records[start : min(start + _AT_ONCE, end)]
            masks, good = deals_of(records)
            if not good.all():
                self.invalid += int(len(good) - good.sum())
                masks, records = masks[good], records[good]
            if test is not None:
                holds = test(masks)
                masks, records = masks[holds], records[holds]
            yield masks, tables_of(records)


class LibrarySolver(StoringSolver):
    """A ``Solver`` with the tricks of some deals; another solver computes the rest."""

    def __init__(self, solver: Solver) -> None:
        super().__init__(solver, MemoryStore())

    def know(self, masks: NDArray[np.uint64], tables: NDArray[np.int8]) -> None:
        """Store the tricks of deals, uint64[n, 4], as int8[n, 4, 5], -1 if unknown."""
        ask = Tables(masks)
        self.store.write(ask.store_keys(), ask.bounds(tables))
