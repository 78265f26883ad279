"""A solver on many machines: a cluster's workers share the deals of each question."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from math import ceil
from typing import TYPE_CHECKING, Any

from dealwright.cluster import Cluster, threads_of_worker
from dealwright.double_dummy.dds import dds
from dealwright.double_dummy.deprecated import WithMethods, with_solve

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from dealwright.double_dummy.asks import Ask
    from dealwright.double_dummy.solver import Solver
    from dealwright.kernels.stopping import StopFlag

__all__ = ["ClusterSolver", "solver_of_worker"]

_LONGEST, _SHORTEST = 2e9, 2.5e8  # nanoseconds of a task


class ClusterSolver(WithMethods):
    """A ``Solver`` whose deals are solved by the workers of a cluster.

    Each worker process has its own solver, made there by ``make``, a module-level function. Answers
    do not depend on which worker solves a deal, or on workers that end. By measured constants a
    task takes two seconds, or less if workers would be idle. ``batch_factor`` is the number of
    deals that are solved at the same time.
    """

    def __init__(self, cluster: Cluster, make: Callable[[], Solver] | None = None) -> None:
        self.cluster = cluster
        self._make = solver_of_worker if make is None else make

    @property
    def batch_factor(self) -> int:
        """The number of threads of the workers; see ``solver.batch_factor``."""
        return max(1, self.cluster.threads)

    def solve(self, ask: Ask, *, stop: StopFlag | None = None) -> NDArray[Any]:
        """Return the answer to an ask.

        :raises ClusterError: if the cluster ended, or a worker has no solver
        :raises Stopped: if the flag is set
        """
        share = ceil(len(ask) / (2 * self.batch_factor))
        size = max(1, ceil(_SHORTEST / ask.cost), min(int(_LONGEST / ask.cost), share))
        tasks = ((self._make, ask[start : start + size]) for start in range(0, len(ask), size))
        return ask.joined(self.cluster.in_order(_answer, tasks, stop))


def solver_of_worker() -> Solver:
    """Return the solver of a worker process: DDS with as many threads as the worker has.

    :raises SolverError: if it is not installed there
    """
    return dds(threads_of_worker())


@cache
def _solver_from(make: Callable[[], Solver]) -> Solver:
    return with_solve(make())


def _answer(make: Callable[[], Solver], ask: Ask) -> NDArray[Any]:
    """Return the answer of the worker's solver."""
    return _solver_from(make).solve(ask)
