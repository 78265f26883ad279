"""A solver on many machines: a cluster's workers share the deals of each question."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from math import ceil
from time import perf_counter_ns
from typing import TYPE_CHECKING, Any

from dealwright.base.cluster import Cluster, threads_of_worker
from dealwright.double_dummy.core_solver import core_solver

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from dealwright.base.kernels.stopping import StopFlag
    from dealwright.double_dummy.asks import Ask
    from dealwright.double_dummy.solver import Solver

__all__ = ["ClusterSolver", "solver_of_worker"]

_LONGEST, _SHORTEST = 2e9, 2.5e8  # nanoseconds of a task


class ClusterSolver:
    """A ``Solver`` whose deals are solved by the workers of a cluster.

    Each worker process has its own solver, made there by ``make``, a module-level function. Answers
    do not depend on which worker solves a deal, or on workers that end. A task takes about two
    seconds, or less if workers would be idle: first by constants, then by what deals of the same
    question took. ``batch_factor`` is the number of deals that are solved at the same time.
    """

    def __init__(self, cluster: Cluster, make: Callable[[], Solver] | None = None) -> None:
        self.cluster = cluster
        self._make = solver_of_worker if make is None else make
        self._costs: dict[object, float] = {}  # nanoseconds of a deal, by kind of ask

    @property
    def batch_factor(self) -> int:
        """The number of threads of the workers; see ``solver.batch_factor``."""
        return max(1, self.cluster.threads)

    def solve(self, ask: Ask, *, stop: StopFlag | None = None) -> NDArray[Any]:
        """Return the answer to an ask.

        :raises ClusterError: if the cluster ended, or a worker has no solver
        :raises Stopped: if the flag is set
        """
        kind = type(ask), ask.cost

        def tasks() -> Iterator[tuple[Callable[[], Solver], Ask]]:
            start, share = 0, ceil(len(ask) / (2 * self.batch_factor))
            while start < len(ask):
                size = _size_of_task(self._costs.get(kind, ask.cost), share)
                yield self._make, ask[start : start + size]
                start += size

        def answers() -> Iterator[NDArray[Any]]:
            for answer, cost in self.cluster.in_order(_answer, tasks(), stop):
                self._costs[kind] = (self._costs.get(kind, ask.cost) + cost) / 2
                yield answer

        return ask.joined(answers())


def _size_of_task(cost: float, share: int) -> int:
    """Return how many deals make a task, from the nanoseconds of a deal and a worker's share.

    >>> [_size_of_task(cost, 100) for cost in (2.5e6, 1.1e7, 3e9)], _size_of_task(1.1e7, 1000)
    ([100, 100, 1], 181)
    """
    return max(1, ceil(_SHORTEST / cost), min(int(_LONGEST / cost), share))


def solver_of_worker() -> Solver:
    """Return the solver of a worker process: the core, with as many threads as the worker has."""
    return core_solver(threads_of_worker())


@cache
def _solver_from(make: Callable[[], Solver]) -> Solver:
    return make()


def _answer(make: Callable[[], Solver], ask: Ask) -> tuple[NDArray[Any], float]:
    """Return the answer of the worker's solver, and the nanoseconds that a deal took."""
    solver, began = _solver_from(make), perf_counter_ns()
    answer = solver.solve(ask)
    return answer, max(1.0, (perf_counter_ns() - began) / len(ask))
