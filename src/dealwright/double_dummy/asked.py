"""The solver that conditions, scripts and boards ask where none is named."""

from __future__ import annotations

from collections.abc import Callable, Generator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from dealwright.joined import joined_cluster

if TYPE_CHECKING:
    from dealwright.double_dummy.solver import Solver

__all__ = ["asked_at_once", "asked_solver", "asking", "uncached_solver"]

_MAKERS: list[Callable[[], Solver]] = []


@contextmanager
def asking(make: Callable[[], Solver], *, default: bool = False) -> Generator[None]:
    """Have results asked of the solver that a function returns, until the context ends.

    A ``default`` is asked where no other context says whom to ask.
    """
    _MAKERS.insert(0 if default else len(_MAKERS), make)
    try:
        yield
    finally:
        _MAKERS.remove(make)


def asked_at_once() -> int:
    """Return how many deals that solver likes at the same time; see ``solver.at_once``."""
    from dealwright.double_dummy.solver import at_once  # the command line loads this file always

    return at_once(asked_solver()) if _MAKERS or joined_cluster() is not None else 1


def asked_solver() -> Solver:
    """Return the solver of the innermost ``asking``, else one without a cache.

    :raises SolverError: if none is installed
    """
    return _MAKERS[-1]() if _MAKERS else uncached_solver()


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
