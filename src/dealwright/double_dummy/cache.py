"""A solver that remembers: results are kept in a file by deal, strain and declarer."""

from __future__ import annotations

import os
from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING

import numpy as np

from dealwright.cards import Seat, Strain
from dealwright.deals import Deals
from dealwright.deprecated import WithDict
from dealwright.double_dummy.asked import uncached_solver
from dealwright.double_dummy.batches import Batches
from dealwright.double_dummy.results import UNKNOWN, Results, merged
from dealwright.double_dummy.solver import ALL_STRAINS, CardTricks, Position, Solver, at_once
from dealwright.environment import variable
from dealwright.errors import ArgumentError
from dealwright.folders import user_folder
from dealwright.numbering.deals import deal_numbers
from dealwright.sizes import memory_bytes

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from dealwright.kernels.stopping import StopFlag

__all__ = [
    "DEFAULT_BOUND",
    "CacheInfo",
    "CachedSolver",
    "cache_bound",
    "cache_path",
    "clear_cache",
    "default_solver",
]

DEFAULT_BOUND = 256 << 20  # bytes
_OFF = ("off", "no", "none", "0")


class CachedSolver:
    """A ``Solver`` that looks its results up in a file, and has another one solve what is missing.

    The file is ``path``, of some ``bound`` bytes; see ``Results``. What is solved is written every
    second or so, so a run that was killed goes on where it was. ``asked`` and ``found`` count the
    results that were asked for (tricks of a declarer in a strain, or a goal, or the leads against
    one contract) and those of them that were in the file. ``problem`` says why the file is not
    used, or is ""; ``notes()`` has everything that is wrong with it.
    """

    def __init__(
        self, solver: Solver, path: str | os.PathLike[str], bound: int = DEFAULT_BOUND
    ) -> None:
        self.solver = solver
        self.asked = self.found = 0
        self._results = Results(path, bound)
        self._lock = Lock()
        self._batches = defaultdict[str, Batches](Batches)  # by the question, for its cost

    @property
    def problem(self) -> str:
        """Why the file is not used, or ""."""
        return self._results.problem

    @property
    def damaged(self) -> int:
        """The number of rows of the file whose results were altered, and are not used."""
        return self._results.damaged

    def notes(self) -> list[str]:
        """Return what the user should know of the file, a line each."""
        return _notes(self._results)

    @property
    def at_once(self) -> int:
        """That of the solver; see ``solver.at_once``."""
        return at_once(self.solver)

    def close(self) -> None:
        """Close the file; the next question opens it again."""
        self._results.close()

    def tables(
        self,
        masks: NDArray[np.uint64],
        strains: Sequence[Strain] = ALL_STRAINS,
        *,
        stop: StopFlag | None = None,
    ) -> NDArray[np.int8]:
        """Return each declarer's tricks, int8[n, 4, 5]; -1 in strains that are not asked for."""
        masks = Deals(masks).masks
        asked = sorted(set(strains))
        rows = _Rows(self._results, _keys(masks), 20, stop)
        known = rows.exact.reshape(-1, 4, 5)[:, :, asked]
        self._count(known.size, int(known.sum()))
        # deals that lack the same strains are solved together
        lacking = (~known.all(axis=1)) @ (1 << np.array(asked, dtype=np.int64))
        for code in np.unique(lacking[lacking > 0]).tolist():
            lacked = [strain for strain in Strain if code >> strain & 1]

            def solved(at: NDArray[np.intp], lacked: list[Strain] = lacked) -> NDArray[np.uint8]:
                tables = self.solver.tables(masks[at], lacked, stop=stop)
                bounds = np.full((len(at), 4, 5), UNKNOWN, dtype=np.uint8)
                bounds[:, :, lacked] = _exact(tables[:, :, lacked])
                return bounds.reshape(-1, 20)

            rows.fill(self._batches["tables"], np.flatnonzero(lacking == code), solved)
        found = np.full((len(masks), 4, 5), -1, dtype=np.int8)
        found[:, :, asked] = rows.low.reshape(-1, 4, 5)[:, :, asked]
        return found

    def cards(
        self, positions: Sequence[Position], *, stop: StopFlag | None = None
    ) -> list[tuple[CardTricks, ...]]:
        """Return the tricks of every card of each position, which are not kept."""
        return self.solver.cards(positions, stop=stop)

    def tricks(
        self,
        masks: NDArray[np.uint64],
        declarer: Seat,
        strain: Strain,
        *,
        stop: StopFlag | None = None,
    ) -> NDArray[np.int8]:
        """Return the tricks of one declarer in one strain, int8[n]."""
        masks = Deals(masks).masks
        column = 5 * declarer + strain
        rows = _Rows(self._results, _keys(masks), 20, stop)
        known = rows.exact[:, column]
        self._count(known.size, int(known.sum()))

        def solved(at: NDArray[np.intp]) -> NDArray[np.uint8]:
            made = self.solver.tricks(masks[at], declarer, strain, stop=stop)
            return _in_column(_exact(made), column)

        rows.fill(self._batches["tricks"], np.flatnonzero(~known), solved)
        return rows.low[:, column]

    def makes(
        self,
        masks: NDArray[np.uint64],
        declarer: Seat,
        strain: Strain,
        tricks: int,
        *,
        stop: StopFlag | None = None,
    ) -> NDArray[np.bool_]:
        """Return where declarer takes at least so many tricks, bool[n]."""
        if not 1 <= tricks <= 13:
            return self.solver.makes(masks, declarer, strain, tricks, stop=stop)
        masks = Deals(masks).masks
        column = 5 * declarer + strain
        rows = _Rows(self._results, _keys(masks), 20, stop)
        low, high = rows.low[:, column], rows.high[:, column]
        known: NDArray[np.bool_] = np.logical_or(low >= tricks, high < tricks)
        self._count(known.size, int(known.sum()))

        def solved(at: NDArray[np.intp]) -> NDArray[np.uint8]:
            made = self.solver.makes(masks[at], declarer, strain, tricks, stop=stop)
            return _in_column(_goal(made, tricks), column)

        rows.fill(self._batches["makes"], np.flatnonzero(~known), solved)
        found: NDArray[np.bool_] = np.greater_equal(rows.low[:, column], tricks)
        return found

    def leads(
        self,
        masks: NDArray[np.uint64],
        declarer: Seat,
        strain: Strain,
        *,
        stop: StopFlag | None = None,
    ) -> NDArray[np.int8]:
        """Return the defenders' tricks after each opening lead, int8[n, 52]; -1 for other cards."""
        masks = Deals(masks).masks
        cards = _leads(masks, declarer)
        column = 5 * declarer + strain
        deals = _keys(masks)
        rows = _Rows(self._results, _lead_keys(deals, column), 13, stop)
        known = rows.exact.all(axis=1)
        self._count(known.size, int(known.sum()))

        def solved(at: NDArray[np.intp]) -> NDArray[np.uint8]:
            made = self.solver.leads(masks[at], declarer, strain, stop=stop)
            best = (13 - made.max(axis=1)).astype(np.int8)
            self._results.write(
                [deals[each] for each in at], _in_column(_exact(best), column), stop
            )
            return _exact(np.take_along_axis(made, cards[at], axis=1))

        rows.fill(self._batches["leads"], np.flatnonzero(~known), solved)
        found = np.full((len(masks), 52), -1, dtype=np.int8)
        np.put_along_axis(found, cards, rows.low, axis=1)
        return found

    def beating(
        self,
        masks: NDArray[np.uint64],
        declarer: Seat,
        strain: Strain,
        tricks: int,
        *,
        stop: StopFlag | None = None,
    ) -> NDArray[np.bool_]:
        """Return which opening leads give the defenders at least so many tricks, bool[n, 52]."""
        if not 1 <= tricks <= 13:
            return self.solver.beating(masks, declarer, strain, tricks, stop=stop)
        masks = Deals(masks).masks
        cards = _leads(masks, declarer)
        column = 5 * declarer + strain
        deals = _keys(masks)
        rows = _Rows(self._results, _lead_keys(deals, column), 13, stop)
        decided: NDArray[np.bool_] = np.logical_or(rows.low >= tricks, rows.high < tricks)
        known = decided.all(axis=1)
        self._count(known.size, int(known.sum()))

        def solved(at: NDArray[np.intp]) -> NDArray[np.uint8]:
            beats = self.solver.beating(masks[at], declarer, strain, tricks, stop=stop)
            made = np.logical_not(beats.any(axis=1))
            self._results.write(
                [deals[each] for each in at], _in_column(_goal(made, 14 - tricks), column), stop
            )
            return _goal(np.take_along_axis(beats, cards[at], axis=1), tricks)

        rows.fill(self._batches["beating"], np.flatnonzero(~known), solved)
        found = np.zeros((len(masks), 52), dtype=np.bool_)
        np.put_along_axis(found, cards, np.greater_equal(rows.low, tricks), axis=1)
        return found

    def _count(self, asked: int, found: int) -> None:
        with self._lock:
            self.asked += asked
            self.found += found


class _Rows:
    """The bounds of some keys, uint8[n, width], as they become known."""

    def __init__(
        self, results: Results, keys: list[bytes], width: int, stop: StopFlag | None
    ) -> None:
        self._results, self._keys, self._stop = results, keys, stop
        self._bounds = results.read(keys, width, stop)

    @property
    def low(self) -> NDArray[np.int8]:
        return (self._bounds & 15).astype(np.int8)

    @property
    def high(self) -> NDArray[np.int8]:
        return (self._bounds >> 4).astype(np.int8)

    @property
    def exact(self) -> NDArray[np.bool_]:
        found: NDArray[np.bool_] = np.equal(self._bounds & 15, self._bounds >> 4)
        return found

    def fill(
        self,
        batches: Batches,
        missing: NDArray[np.intp],
        solved: Callable[[NDArray[np.intp]], NDArray[np.uint8]],
    ) -> None:
        """Solve rows batch by batch, each deal once, and write the bounds of each batch."""
        first = dict[bytes, int]()
        for at in missing.tolist():
            first.setdefault(self._keys[at], at)
        each = np.array(list(first.values()), dtype=np.intp)
        for part in batches.of(len(each)):
            at = each[part]
            new = solved(at)
            self._results.write([self._keys[row] for row in at.tolist()], new, self._stop)
            self._bounds[at] = merged(self._bounds[at], new)
        if len(each) < len(missing):
            self._bounds[missing] = self._bounds[[first[self._keys[at]] for at in missing.tolist()]]


def _keys(masks: NDArray[np.uint64]) -> list[bytes]:
    """Return the numbers of deals as 12 bytes each."""
    low, high = deal_numbers(masks)
    rows = np.empty(len(masks), dtype=[("high", ">u4"), ("low", ">u8")])
    rows["high"], rows["low"] = high, low
    data = rows.tobytes()
    return [data[at : at + 12] for at in range(0, len(data), 12)]


def _lead_keys(deals: list[bytes], column: int) -> list[bytes]:
    contract = bytes([column])
    return [deal + contract for deal in deals]


def _leads(masks: NDArray[np.uint64], declarer: Seat) -> NDArray[np.int64]:
    """Return the cards of the opening leader by their index, ascending, int64[n, 13]."""
    own = masks[:, declarer.left, None] >> np.arange(52, dtype=np.uint64) & np.uint64(1)
    return np.nonzero(own)[1].reshape(-1, 13)


def _exact(tricks: NDArray[np.int8]) -> NDArray[np.uint8]:
    return (17 * tricks.astype(np.uint8)).astype(np.uint8)


def _goal(reached: NDArray[np.bool_], tricks: int) -> NDArray[np.uint8]:
    """Return the bounds of results that reach, or do not reach, so many tricks."""
    bounds: NDArray[np.uint8] = np.where(reached, 0xD0 | tricks, (tricks - 1) << 4)
    return bounds.astype(np.uint8)


def _in_column(bounds: NDArray[np.uint8], column: int) -> NDArray[np.uint8]:
    rows = np.full((len(bounds), 20), UNKNOWN, dtype=np.uint8)
    rows[:, column] = bounds
    return rows


def default_solver(
    threads: int | None = None,
    *,
    cache: bool | Path | None = None,
) -> Solver:
    """Return the solver that commands use, with the cache at ``cache_path()`` if there is one.

    It is DDS, or the workers of the joined cluster; the cache is here. ``cache`` is a file for
    another place, False for no cache, True for one even if the environment turns it off.

    :raises SolverError: if no solver is installed
    :raises ArgumentError: if ``DEALWRIGHT_CACHE_SIZE`` is not an amount of memory
    """
    solver = uncached_solver(threads)
    if cache is False:
        return solver
    path = cache_path() if cache is None or cache is True else cache
    if path is None:
        if cache is None:
            return solver
        path = _default_path()
    return CachedSolver(solver, path, cache_bound())


def cache_path() -> Path | None:
    """Return the file of the cache: ``DEALWRIGHT_CACHE``, or the user's folder of caches.

    None if the variable is ``off``.
    """
    named = variable("DEALWRIGHT_CACHE")
    if named.lower() in _OFF:
        return None
    return Path(named).expanduser() if named else _default_path()


def _default_path() -> Path:
    return user_folder("cache") / "double-dummy.sqlite"


def cache_bound() -> int:
    """Return the size of the cache in bytes: ``DEALWRIGHT_CACHE_SIZE``, or 256 MiB.

    :raises ArgumentError: if the variable is not an amount of memory
    """
    text = variable("DEALWRIGHT_CACHE_SIZE")
    try:
        return memory_bytes(text or None) or DEFAULT_BOUND
    except ArgumentError as error:
        raise ArgumentError(f"DEALWRIGHT_CACHE_SIZE: {error}") from None


@dataclass(frozen=True)
class CacheInfo(WithDict):
    """A cache: its file, its bytes and their bound, and its rows, which are all checked.

    ``problem`` says why the file is not used, or is ""; ``damaged`` rows are not used, and
    ``notes`` has everything that is wrong with it.
    """

    path: str
    bytes: int
    bound: int
    rows: int
    problem: str = ""
    damaged: int = 0
    notes: tuple[str, ...] = ()

    @classmethod
    def of(cls, path: Path, bound: int) -> CacheInfo:
        """Return what a file holds; one that does not exist is not created."""
        size = sum(part.stat().st_size for part in _files(path) if part.is_file())
        with Results(path, bound) as results:
            rows = results.count()
            notes = tuple(_notes(results))
            return cls(str(path), size, bound, rows, results.problem, results.damaged, notes)


def clear_cache(path: Path, bound: int = DEFAULT_BOUND) -> None:
    """Drop all results of a cache; a damaged file in the default place is deleted, unless in use.

    :raises ArgumentError: if the file is not a cache, or cannot be written
    """
    if not path.exists():
        return
    with Results(path, bound) as results:
        results.clear()
        problem, locked = results.problem, results.locked
    if not problem:
        return
    if locked:
        raise ArgumentError(f"{problem}; try again when that has ended")
    if path != _default_path():
        raise ArgumentError(f"{problem}; delete the file if you do not need it")
    try:
        for part in _files(path):
            part.unlink(missing_ok=True)
    except OSError as error:
        raise ArgumentError(f"cannot delete {path}: {error.strerror}") from None


def _notes(results: Results) -> list[str]:
    notes = list[str]()
    if results.renewed:
        notes.append(
            f"the cache was of an older version of Dealwright, and begins anew: {results.path}"
        )
    if results.damaged:
        rows = "1 damaged row" if results.damaged == 1 else f"{results.damaged:,} damaged rows"
        notes.append(f"{rows} of the cache not used, but solved again when needed: {results.path}")
    if results.problem:
        notes.append(f"the cache is not used: {results.problem}")
    return notes


def _files(path: Path) -> list[Path]:
    """Return the file and those that SQLite puts beside it."""
    return [path, *(path.with_name(path.name + ending) for ending in ("-wal", "-shm"))]
