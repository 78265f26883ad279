"""The solver of a command, with the cache unless it is turned off."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from dealwright.base.current_cluster import joined_cluster
from dealwright.base.errors import ArgumentError
from dealwright.cli.messages import say
from dealwright.double_dummy.current_solver import is_another_solver_chosen, use_solver

if TYPE_CHECKING:
    from dealwright.double_dummy.solver import Solver

__all__ = ["check_memory", "chosen_solver", "lazy_solver"]


@contextmanager
def chosen_solver(
    threads: int | None = None,
    no_cache: bool = False,
    cache: Path | None = None,
    memory: int | None = None,
) -> Generator[Solver]:
    """Yield the solver of --threads, --memory, --no-cache and --cache; then report cached results.

    Conditions and scripts use it too. Another solver, by --solver, has no cache unless one is
    named, because a cache does not say which solver found its results.

    :raises ArgumentError: if options exclude each other
    """
    from dealwright.double_dummy.cache import default_solver

    if no_cache and cache is not None:
        raise ArgumentError("--no-cache and --cache exclude each other")
    without = no_cache or (cache is None and is_another_solver_chosen())
    solver = default_solver(threads, memory=memory, cache=False if without else cache)
    try:
        with use_solver(lambda: solver):
            yield solver
    finally:
        _close(solver)


def check_memory(memory: int | None) -> None:
    """Check that the own solver of this machine solves if its memory is given.

    :raises ArgumentError: if another solver is named, or a cluster has been joined
    """
    joined = joined_cluster() is not None
    if memory is not None and (joined or is_another_solver_chosen()):
        option = "--cluster" if joined else "--solver"
        raise ArgumentError(f"--memory is for Dealwright's own solver here: not with {option}")


@contextmanager
def lazy_solver() -> Generator[None]:
    """Make the default solver, with its cache, when it is first needed."""
    solvers: list[Solver] = []

    def make() -> Solver:
        from dealwright.double_dummy.cache import default_solver

        if not solvers:
            solvers.append(default_solver())
        return solvers[0]

    try:
        with use_solver(make, default=True):
            yield
    finally:
        for solver in solvers:
            _close(solver)


def _close(solver: Solver) -> None:
    """Close the cache of a solver; report the number of results from it."""
    from dealwright.double_dummy.cache import CachedSolver

    if isinstance(solver, CachedSolver):
        solver.close()
        for note in solver.notes():
            say(f"note: {note}")
        if solver.found:
            say(f"{solver.found:,} of {solver.asked:,} results from the cache")
