"""The protocol of double-dummy solvers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from typing import Any

    from numpy.typing import NDArray

    from dealwright.base.kernels.stopping import StopFlag
    from dealwright.double_dummy.asks import Ask

__all__ = ["Solver", "batch_factor"]


class Solver(Protocol):
    """A double-dummy solver: tricks under perfect play of all four hands.

    >>> import numpy as np
    >>> from dealwright import solve
    >>> class Pessimist:
    ...     def solve(self, ask, *, stop=None):
    ...         return np.zeros((len(ask), *ask.shape), ask.dtype)
    >>> deal = "N:AKQJ.AKQ.AKQ.AKQ T98.JT9.JT98.JT9 765.876.765.8765 -"
    >>> int(solve(deal, solver=Pessimist()).max())
    0
    """

    def solve(self, ask: Ask, *, stop: StopFlag | None = None) -> NDArray[Any]:
        """Return the answer to an ask: an array of its ``dtype``, with ``shape`` for each row.

        :raises SolverError: if the solver fails
        :raises Stopped: soon after the flag is set
        """
        ...


def batch_factor(solver: Solver) -> int:
    """Return the batch size that a solver prefers, as a multiple of the default.

    It is the attribute ``batch_factor`` of the solver, by default 1: on a cluster, the number of
    threads of the workers.
    """
    return int(getattr(solver, "batch_factor", 1))
