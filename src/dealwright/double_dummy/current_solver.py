"""The solver of conditions, scripts and boards if none is given."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import TYPE_CHECKING

from dealwright.base.context_values import Scoped
from dealwright.base.current_cluster import joined_cluster
from dealwright.base.errors import ArgumentError

if TYPE_CHECKING:
    from dealwright.deals.workspace import Workspace
    from dealwright.double_dummy.solver import Solver

__all__ = [
    "current_batch_factor",
    "current_solver",
    "is_another_solver_chosen",
    "uncached_solver",
    "use_solver",
    "use_uncached_solver",
]

_MAKER: Scoped[Callable[[], Solver]] = Scoped("solver")
_UNCACHED: Scoped[Solver] = Scoped("uncached solver")


def use_solver(
    make: Callable[[], Solver], *, default: bool = False
) -> AbstractContextManager[Callable[[], Solver]]:
    """Return a context manager in which the current solver is the one that ``make`` returns.

    It is also the solver of jobs made in the context, wherever they run. With ``default``, it is
    the solver of every thread of the process that is in no other such context.
    """
    return _MAKER.defaulting(make) if default else _MAKER.using(make)


def use_uncached_solver(solver: Solver) -> AbstractContextManager[Solver]:
    """Return a context manager in which ``uncached_solver`` returns this solver."""
    return _UNCACHED.using(solver)


def is_another_solver_chosen() -> bool:
    """Return whether ``use_uncached_solver`` has chosen a solver."""
    return _UNCACHED.current is not None


def current_batch_factor() -> int:
    """Return the preferred batch size of the current solver; see ``solver.batch_factor``."""
    from dealwright.double_dummy.solver import batch_factor  # the command line loads this file

    return batch_factor(current_solver()) if _MAKER.current or joined_cluster() is not None else 1


def current_solver(solver: Solver | None = None, workspace: Workspace | None = None) -> Solver:
    """Return the given solver, else that of the innermost ``use_solver``, else an uncached one.

    The last has the threads of the workspace, if one is given.

    :raises SolverError: if none is installed
    :raises ArgumentError: if the given one is no solver
    """
    if solver is None:
        make = _MAKER.current
        if make is None:
            return uncached_solver(None if workspace is None else workspace.threads)
        return make()
    if not callable(getattr(solver, "solve", None)):
        raise ArgumentError(
            f"{solver!r} is not a solver, an object with a method solve; without one, the usual "
            "solver solves"
        )
    return solver


def uncached_solver(threads: int | None = None, memory: int | None = None) -> Solver:
    """Return the solver of the core, or one by the workers of the joined cluster.

    In ``use_uncached_solver`` it is the one chosen there.

    :raises ArgumentError: if one is chosen, and a cluster is joined
    """
    chosen, cluster = _UNCACHED.current, joined_cluster()
    if chosen is not None:
        if cluster is not None:
            raise ArgumentError("--solver names a solver of this machine: not with --cluster")
        return chosen
    if cluster is None:  # few conditions need either
        from dealwright.double_dummy.core_solver import CoreSolver, core_solver

        return core_solver(threads) if memory is None else CoreSolver(threads, memory)
    from dealwright.double_dummy.cluster import ClusterSolver

    return ClusterSolver(cluster)
