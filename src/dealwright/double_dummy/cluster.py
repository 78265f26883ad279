"""A solver on many machines: a cluster's workers share the deals of each question."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cache
from math import ceil
from typing import TYPE_CHECKING, Any

import numpy as np

from dealwright.cluster import Cluster, threads_of_worker
from dealwright.deals import Deals
from dealwright.double_dummy.dds import dds
from dealwright.double_dummy.solver import ALL_STRAINS, CardTricks, Position, Solver

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from dealwright.cards import Seat, Strain
    from dealwright.kernels.stopping import StopFlag

__all__ = ["ClusterSolver", "solver_of_worker"]

# Seconds of one core a deal, on random deals.
_STRAIN, _TRICKS, _MAKES, _LEADS, _BEATING = 0.042, 0.025, 0.0025, 0.05, 0.0125
_LONGEST, _SHORTEST = 2.0, 0.25  # seconds of a task


class ClusterSolver:
    """A ``Solver`` whose deals are solved by the workers of a cluster.

    Each worker process has a solver of its own, which ``make``, a function of a module, returns
    there. Which worker solves a deal, and how often workers end, changes no answer. A task has
    deals for two seconds by measured constants, or fewer where workers would have nothing to do.
    ``at_once`` is how many deals it solves at the same time.
    """

    def __init__(self, cluster: Cluster, make: Callable[[], Solver] | None = None) -> None:
        self.cluster = cluster
        self._make = solver_of_worker if make is None else make

    @property
    def at_once(self) -> int:
        """The number of threads of the workers; see ``solver.at_once``."""
        return max(1, self.cluster.threads)

    def tables(
        self,
        masks: NDArray[np.uint64],
        strains: Sequence[Strain] = ALL_STRAINS,
        *,
        stop: StopFlag | None = None,
    ) -> NDArray[np.int8]:
        """Return each declarer's tricks, int8[n, 4, 5]; -1 in strains that are not asked for.

        Like every method:

        :raises CardError: if a row is not a deal
        :raises ClusterError: if the cluster ended, or a worker has no solver
        :raises Stopped: if the flag is set
        """
        masks = Deals(masks).masks
        cost = _STRAIN * max(1, len(strains))
        parts = self._solved("tables", masks, cost, (tuple(strains),), stop)
        return np.concatenate([np.empty((0, 4, 5), np.int8), *parts])

    def cards(
        self, positions: Sequence[Position], *, stop: StopFlag | None = None
    ) -> list[tuple[CardTricks, ...]]:
        """Return the tricks of every card that can be played in each position, most tricks first.

        :raises ClusterError: if the cluster ended, or a worker has no solver
        :raises Stopped: if the flag is set
        """
        parts = self._solved("cards", list(positions), _LEADS, (), stop)
        return [each for part in parts for each in part]

    def tricks(
        self,
        masks: NDArray[np.uint64],
        declarer: Seat,
        strain: Strain,
        *,
        stop: StopFlag | None = None,
    ) -> NDArray[np.int8]:
        """Return the tricks of one declarer in one strain, int8[n]."""
        masks = Deals(masks).masks
        parts = self._solved("tricks", masks, _TRICKS, (declarer, strain), stop)
        return np.concatenate([np.empty(0, np.int8), *parts])

    def makes(
        self,
        masks: NDArray[np.uint64],
        declarer: Seat,
        strain: Strain,
        tricks: int,
        *,
        stop: StopFlag | None = None,
    ) -> NDArray[np.bool_]:
        """Return where declarer takes at least so many tricks, bool[n]."""
        masks = Deals(masks).masks
        parts = self._solved("makes", masks, _MAKES, (declarer, strain, tricks), stop)
        return np.concatenate([np.empty(0, np.bool_), *parts])

    def leads(
        self,
        masks: NDArray[np.uint64],
        declarer: Seat,
        strain: Strain,
        *,
        stop: StopFlag | None = None,
    ) -> NDArray[np.int8]:
        """Return the defenders' tricks after each opening lead, int8[n, 52]; -1 for other cards."""
        masks = Deals(masks).masks
        parts = self._solved("leads", masks, _LEADS, (declarer, strain), stop)
        return np.concatenate([np.empty((0, 52), np.int8), *parts])

    def beating(
        self,
        masks: NDArray[np.uint64],
        declarer: Seat,
        strain: Strain,
        tricks: int,
        *,
        stop: StopFlag | None = None,
    ) -> NDArray[np.bool_]:
        """Return which opening leads give the defenders at least so many tricks, bool[n, 52]."""
        masks = Deals(masks).masks
        parts = self._solved("beating", masks, _BEATING, (declarer, strain, tricks), stop)
        return np.concatenate([np.empty((0, 52), np.bool_), *parts])

    def _solved(
        self,
        method: str,
        given: NDArray[np.uint64] | list[Position],
        cost: float,
        arguments: tuple[Any, ...],
        stop: StopFlag | None,
    ) -> Iterator[Any]:
        """Yield the answers of a method to the parts of what is given, in order."""
        share = ceil(len(given) / (2 * self.at_once))
        size = max(1, ceil(_SHORTEST / cost), min(int(_LONGEST / cost), share))
        tasks = (
            (self._make, method, given[at : at + size], arguments)
            for at in range(0, len(given), size)
        )
        return self.cluster.in_order(_answers, tasks, stop)


def solver_of_worker() -> Solver:
    """Return the solver of a worker process: DDS with as many threads as the worker has.

    :raises SolverError: if it is not installed there
    """
    return dds(threads_of_worker())


@cache
def _made(make: Callable[[], Solver]) -> Solver:
    return make()


def _answers(
    make: Callable[[], Solver], method: str, given: Any, arguments: tuple[Any, ...]
) -> Any:
    """Return what a method of the worker's solver answers."""
    return getattr(_made(make), method)(given, *arguments)
