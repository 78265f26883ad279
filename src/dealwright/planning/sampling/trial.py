"""The planner's sample, from fixed keys, so that plans are reproducible."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from dealwright.base import kernels
from dealwright.base.kernels import PredealtPack
from dealwright.base.kernels.programs import Program

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["FixedTrial"]


class FixedTrial:
    """Random deals of two keys that never change."""

    def masks(self, pack: PredealtPack, n: int) -> NDArray[np.uint64]:
        """Return n random deals, uint64[n, 4]."""
        return np.asarray(kernels.deal_uniform(pack, kernels.key_from_bytes(bytes(32)), 0, n))

    def accepted(self, pack: PredealtPack, program: Program, n: int) -> int:
        """Return the number of n other random deals that a program accepts."""
        key = kernels.key_from_bytes(bytes(31) + b"\1")
        return kernels.count_accepted(pack, key, program, 0, n)
