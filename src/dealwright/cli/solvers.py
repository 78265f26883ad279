"""The solver of a command, with the cache unless the user wants none; it says what was cached."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from dealwright.cli.messages import say
from dealwright.errors import ArgumentError

if TYPE_CHECKING:
    from dealwright.double_dummy.solver import Solver

__all__ = ["chosen_solver"]


@contextmanager
def chosen_solver(
    threads: int | None = None, no_cache: bool = False, cache: Path | None = None
) -> Generator[Solver]:
    """Yield the solver of the options --threads, --no-cache and --cache; then say what was cached.

    :raises ArgumentError: if --no-cache and --cache are both given
    :raises SolverError: if no solver is installed
    """
    from dealwright.double_dummy.cache import CachedSolver, default_solver

    if no_cache and cache is not None:
        raise ArgumentError("--no-cache and --cache exclude each other")
    solver = default_solver(threads, cache=False if no_cache else cache)
    try:
        yield solver
    finally:
        if isinstance(solver, CachedSolver):
            solver.close()
            if solver.problem:
                say(f"note: the cache is not used: {solver.problem}")
            if solver.found:
                say(f"{solver.found:,} of {solver.asked:,} results from the cache")
