"""The solver that conditions, scripts and boards ask where none is named."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import TYPE_CHECKING

from dealwright.joined import joined_cluster
from dealwright.scoped import Scoped

if TYPE_CHECKING:
    from dealwright.double_dummy.solver import Solver

__all__ = ["asked_batch_factor", "asked_solver", "asking", "uncached_solver"]

_MAKER: Scoped[Callable[[], Solver]] = Scoped("solver")


def asking(
    make: Callable[[], Solver], *, default: bool = False
) -> AbstractContextManager[Callable[[], Solver]]:
    """Return a context manager in which results are asked of the solver that ``make`` returns.

    Jobs made in it ask it too, wherever they run. A ``default`` is asked by every thread of the
    process that no other context tells whom to ask.
    """
    return _MAKER.defaulting(make) if default else _MAKER.using(make)


def asked_batch_factor() -> int:
    """Return the batch size that this solver prefers; see ``solver.batch_factor``."""
    from dealwright.double_dummy.solver import batch_factor  # the command line loads this file

    return batch_factor(asked_solver()) if _MAKER.current or joined_cluster() is not None else 1


def asked_solver(solver: Solver | None = None) -> Solver:
    """Return the solver, if one is given, that of the innermost ``asking``, or one without a cache.

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
    """Return DDS, or the workers of the joined cluster.

    :raises SolverError: if it is not installed
    """
    cluster = joined_cluster()
    if cluster is None:  # few conditions need either
        from dealwright.double_dummy.dds import dds

        return dds(threads)
    from dealwright.double_dummy.cluster import ClusterSolver

    return ClusterSolver(cluster)
