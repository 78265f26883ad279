"""A solver with a cache: results are kept in a file by deal, strain and declarer."""

from __future__ import annotations

import os
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from dealwright.answers.tabular import Tabular
from dealwright.base.environment import variable
from dealwright.base.errors import ArgumentError
from dealwright.base.folders import user_folder
from dealwright.base.sizes import memory_bytes
from dealwright.double_dummy.batches import Batches
from dealwright.double_dummy.current_solver import uncached_solver
from dealwright.double_dummy.results import Results
from dealwright.double_dummy.stores import StoringSolver

if TYPE_CHECKING:
    from dealwright.double_dummy.asks import Leads, Tables, Tricks
    from dealwright.double_dummy.solver import Solver

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


class CachedSolver(StoringSolver):
    """A ``Solver`` that reads results from a file; another solver computes missing ones.

    The file is ``path``, of about ``bound`` bytes; see ``Results``. New results are written about
    every second, so a run that was killed continues where it ended. ``problem`` is the reason why
    the file is not used, or ""; ``notes()`` lists all faults of the file.
    """

    def __init__(
        self, solver: Solver, path: str | os.PathLike[str], bound: int = DEFAULT_BOUND
    ) -> None:
        self._results = Results(path, bound)
        super().__init__(solver, self._results)
        self._sizes = defaultdict[object, Batches](Batches)  # by kind of ask, because costs differ

    @property
    def problem(self) -> str:
        """Why the file is not used, or ""."""
        return self._results.problem

    @property
    def damaged(self) -> int:
        """The number of rows of the file whose results were altered, and are not used."""
        return self._results.damaged

    def notes(self) -> list[str]:
        """Return the faults of the file that the user should know, a line each."""
        return _notes(self._results)

    def close(self) -> None:
        """Close the file; the next question opens it again."""
        self._results.close()

    def _batches(self, ask: Leads | Tables | Tricks) -> Iterator[slice]:
        """Yield the batches of an ask, about a second each."""
        return self._sizes[type(ask), ask.dtype].of(len(ask))


def default_solver(
    threads: int | None = None,
    *,
    memory: int | None = None,
    cache: bool | Path | None = None,
) -> Solver:
    """Return the solver of commands, with the cache at ``cache_path()`` if there is one.

    The solver is that of the core, with at most ``memory`` bytes, or the workers of the joined
    cluster; the cache is on this machine. ``cache`` is another file, False for no cache, or True
    for a cache even if the environment turns it off.

    :raises ArgumentError: if ``DEALWRIGHT_CACHE_SIZE`` is not an amount of memory
    """
    solver = uncached_solver(threads, memory)
    if cache is False:
        return solver
    path = cache_path() if cache is None or cache is True else cache
    if path is None:
        if cache is None:
            return solver
        path = _default_path()
    return CachedSolver(solver, path, cache_bound())


def cache_path() -> Path | None:
    """Return the file of the cache: ``DEALWRIGHT_CACHE``, or one in the user's cache folder.

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
class CacheInfo(Tabular):
    """A cache: its file, its bytes and their bound, and the number of its rows, all checked.

    ``problem`` is the reason why the file is not used, or ""; ``damaged`` is the number of rows
    that are not used, and ``notes`` lists all faults.
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
        """Return the facts about a file, which is not created if it does not exist."""
        size = sum(part.stat().st_size for part in _files(path) if part.is_file())
        with Results(path, bound) as results:
            rows = results.count()
            notes = tuple(_notes(results))
            return cls(str(path), size, bound, rows, results.problem, results.damaged, notes)

    def lines(self) -> Iterator[str]:
        """Yield the facts as text."""
        yield f"file   {self.path}"
        yield f"size   {self.bytes:,} bytes, of at most {self.bound:,}"
        yield f"rows   {self.rows:,}"
        for note in self.notes:
            yield f"note   {note}"


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
            f"the cache was from an older version of Dealwright, and was emptied: {results.path}"
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
