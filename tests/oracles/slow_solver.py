"""A stand-in solver that takes its time, so that something can happen meanwhile."""

from __future__ import annotations

from time import sleep
from typing import TYPE_CHECKING

from dealwright.base.errors import SolverError
from dealwright.cards import Seat, Strain
from tests.oracles.stand_in_solver import StandIn

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from dealwright.double_dummy.solver import Solver


class Slow(StandIn):
    """Twenty milliseconds a deal."""

    def tricks(self, masks: NDArray[np.uint64], declarer: Seat, strain: Strain) -> NDArray[np.int8]:
        """Return 0 to 13 tricks, int8[n]."""
        sleep(0.02 * len(masks))
        return super().tricks(masks, declarer, strain)


def not_installed() -> Solver:
    """Refuse, as DDS does where it is not installed."""
    raise SolverError("no libdds is installed")
