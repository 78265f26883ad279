"""The solver that conditions, scripts and boards ask where none is named."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import TYPE_CHECKING

from dealwright.joined import joined_cluster
from dealwright.scoped import Scoped

if TYPE_CHECKING:
    from dealwright.double_dummy.solver import Solver

__all__ = ["asked_at_once", "asked_solver", "asking", "uncached_solver"]

_MAKER: Scoped[Callable[[], Solver]] = Scoped("solver")


def asking(
    make: Callable[[], Solver], *, default: bool = False
) -> AbstractContextManager[Callable[[], Solver]]:
    """Return a context manager in which results are asked of the solver that ``make`` returns.

    Jobs made in it ask it too, wherever they run. A ``default`` is asked by every thread of the
    process that no other context tells whom to ask.
    """
    return _MAKER.defaulting(make) if default else _MAKER.using(make)


def asked_at_once() -> int:
    """Return how many deals that solver likes at the same time; see ``solver.at_once``."""
    from dealwright.double_dummy.solver import at_once  # the command line loads this file always

    return at_once(asked_solver()) if _MAKER.current or joined_cluster() is not None else 1


def asked_solver() -> Solver:
    """Return the solver of the innermost ``asking``, else one without a cache.

    :raises SolverError: if none is installed
    """
    make = _MAKER.current
    return uncached_solver() if make is None else make()


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
