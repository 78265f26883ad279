"""The solver of conditions, scripts and boards if none is given."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import TYPE_CHECKING

from dealwright.joined import joined_cluster
from dealwright.scoped import Scoped

if TYPE_CHECKING:
    from dealwright.double_dummy.solver import Solver

__all__ = ["current_batch_factor", "current_solver", "uncached_solver", "use_solver"]

_MAKER: Scoped[Callable[[], Solver]] = Scoped("solver")


def use_solver(
    make: Callable[[], Solver], *, default: bool = False
) -> AbstractContextManager[Callable[[], Solver]]:
    """Return a context manager in which the current solver is the one that ``make`` returns.

    It is also the solver of jobs made in the context, wherever they run. With ``default``, it is
    the solver of every thread of the process that is in no other such context.
    """
    return _MAKER.defaulting(make) if default else _MAKER.using(make)


def current_batch_factor() -> int:
    """Return the preferred batch size of the current solver; see ``solver.batch_factor``."""
    from dealwright.double_dummy.solver import batch_factor  # the command line loads this file

    return batch_factor(current_solver()) if _MAKER.current or joined_cluster() is not None else 1


def current_solver(solver: Solver | None = None) -> Solver:
    """Return the given solver, else that of the innermost ``use_solver``, else an uncached one.

    :raises SolverError: if none is installed
    """
    if solver is None:
        make = _MAKER.current
        if make is None:
            return uncached_solver()
        solver = make()
    from dealwright.double_dummy.deprecated import with_solve

    return with_solve(solver)


def uncached_solver(threads: int | None = None) -> Solver:
    """Return DDS, or a solver by the workers of the joined cluster.

    :raises SolverError: if it is not installed
    """
    cluster = joined_cluster()
    if cluster is None:  # few conditions need either
        from dealwright.double_dummy.dds import dds

        return dds(threads)
    from dealwright.double_dummy.cluster import ClusterSolver

    return ClusterSolver(cluster)
