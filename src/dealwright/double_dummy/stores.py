"""Solvers with a store of results, in memory or in a file."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterator, Sequence
from threading import Lock
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np

from dealwright.double_dummy.asks import Cards
from dealwright.double_dummy.bounds import merged, unknown
from dealwright.double_dummy.solver import batch_factor

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from dealwright.base.kernels.stopping import StopFlag
    from dealwright.double_dummy.asks import Ask, Leads, Tables, Tricks
    from dealwright.double_dummy.solver import Solver

__all__ = ["MemoryStore", "Store", "StoringSolver"]


class Store(Protocol):
    """Bounds on results (``bounds.py``) by the keys of asks."""

    def read(
        self, keys: Sequence[bytes], width: int, stop: StopFlag | None = None
    ) -> NDArray[np.uint8]:
        """Return the bounds of keys, uint8[n, width]; ``UNKNOWN`` for keys that are not stored."""
        ...

    def write(
        self, keys: Sequence[bytes], bounds: NDArray[np.uint8], stop: StopFlag | None = None
    ) -> None:
        """Intersect the stored bounds of keys with ``bounds``, uint8[n, width]."""
        ...


class MemoryStore:
    """A thread-safe ``Store`` in memory; it keeps the last ``most`` keys written, or all if None.

    >>> store = MemoryStore(1)
    >>> store.write([b"a deal", b"another"], np.array([[0x99], [0x88]], np.uint8))
    >>> len(store), store.read([b"a deal", b"another"], 1).tolist() == [[0xD0], [0x88]]
    (1, True)
    """

    def __init__(self, most: int | None = None) -> None:
        self._most = most
        self._lock = Lock()
        self._rows: OrderedDict[bytes, bytes] = OrderedDict()

    def __len__(self) -> int:
        return len(self._rows)

    def read(
        self, keys: Sequence[bytes], width: int, stop: StopFlag | None = None
    ) -> NDArray[np.uint8]:
        """Return the bounds of keys, uint8[n, width]; ``UNKNOWN`` for keys that are not stored."""
        nothing = unknown(1, width).tobytes()
        with self._lock:
            rows = b"".join([self._rows.get(key, nothing) for key in keys])
        return np.frombuffer(bytearray(rows), np.uint8).reshape(-1, width)

    def write(
        self, keys: Sequence[bytes], bounds: NDArray[np.uint8], stop: StopFlag | None = None
    ) -> None:
        """Intersect the stored bounds of keys with ``bounds``, uint8[n, width]."""
        rows = merged(self.read(keys, bounds.shape[1]), bounds)
        with self._lock:
            for key, row in zip(keys, rows, strict=True):
                self._rows[key] = row.tobytes()
                self._rows.move_to_end(key)
            while self._most is not None and len(self._rows) > self._most:
                self._rows.popitem(last=False)

    def clear(self) -> None:
        """Delete all results."""
        with self._lock:
            self._rows.clear()


class StoringSolver:
    """A ``Solver`` that reads results from a store; another solver computes missing ones.

    ``asked`` is the number of results requested so far (tricks of a declarer in a strain, or a
    goal, or the leads against one contract), ``found`` the number of those that were stored.
    """

    def __init__(self, solver: Solver, store: Store) -> None:
        self.solver, self.store = solver, store
        self.asked = self.found = 0
        self._lock = Lock()

    @property
    def batch_factor(self) -> int:
        """The batch factor of the solver; see ``solver.batch_factor``."""
        return batch_factor(self.solver)

    def solve(self, ask: Ask, *, stop: StopFlag | None = None) -> NDArray[Any]:
        """Return the answer to an ask; answers to ``Cards`` are not stored.

        :raises SolverError: if the solver fails
        :raises Stopped: soon after the flag is set
        """
        if isinstance(ask, Cards) or ask.is_trivial:
            return self.solver.solve(ask, stop=stop)
        keys = ask.store_keys()
        bounds = self.store.read(keys, ask.width, stop)
        known = ask.known(bounds)
        with self._lock:
            self.asked += known.size
            self.found += int(known.sum())
        first_row_of_key = dict[bytes, int]()
        first_rows = np.array(
            [first_row_of_key.setdefault(key, row) for row, key in enumerate(keys)], np.intp
        )
        is_repeated = first_rows < np.arange(
            len(ask), dtype=np.intp
        )  # a repeated deal is solved once
        for rows, missing in ask.asks_for_unknown(known | is_repeated[:, None]):
            for batch in self._batches(missing):
                part = missing[batch]
                answer = self.solver.solve(part, stop=stop)
                for other, implied in part.implied(answer):
                    self.store.write(other.store_keys(), other.bounds(implied), stop)
                new_bounds = part.bounds(answer)
                self.store.write([keys[row] for row in rows[batch].tolist()], new_bounds, stop)
                bounds[rows[batch]] = merged(bounds[rows[batch]], new_bounds)
        return ask.answer(bounds[first_rows])

    def _batches(self, ask: Leads | Tables | Tricks) -> Iterator[slice]:
        """Yield slices of an ask that are solved and stored in turn."""
        if len(ask):
            yield slice(0, len(ask))
