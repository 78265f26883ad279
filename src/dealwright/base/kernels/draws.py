"""The interface to the drawing kernels: k of n positions by partial shuffle, in batches."""

from __future__ import annotations

from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, Any

import numpy as np

from dealwright.base import kernels
from dealwright.base.errors import KernelError

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from dealwright.base.kernels import Key

    UInt64Array = NDArray[np.uint64]
    Rows = NDArray[np.uint8] | NDArray[np.uint16]

__all__ = ["MOST_POSITIONS", "DrawKernels", "draw_kernels"]

MOST_POSITIONS = 4096
_ROUNDS_AT_ONCE = 1 << 18
_CARDS_AT_ONCE = 1 << 21
_LAST_ROUND = 1 << 52  # a round reads 2048 words at most, and its spare block 8


@lru_cache(maxsize=64)
def draw_kernels(n: int, k: int) -> DrawKernels:
    """Return the kernels that draw k of n; their plan is cached."""
    return DrawKernels(n, k)


class DrawKernels:
    """Draws k of n positions for rounds ``first``, ``first + 1`` ... of a key, into given arrays.

    :raises KernelError: unless 0 <= k <= n <= 4096
    """

    def __init__(self, n: int, k: int) -> None:
        if not 0 <= k <= n <= MOST_POSITIONS:
            raise KernelError(f"{k} of {n} positions cannot be drawn (at most {MOST_POSITIONS})")
        self.n, self.k = n, k

    @cached_property
    def native(self) -> Any:
        """The compiled plan."""
        return kernels.native_module().Drawing(self.n, self.k)

    def sets(self, key: Key, first: int, pack: int, out: UInt64Array) -> None:
        """Write masks to uint64[rounds]; position i is the i-th lowest of the n bits of ``pack``.

        :raises KernelError: if ``pack`` does not have n of 64 bits, or the rounds are out of range
        """
        self._check(first, len(out))
        if pack < 0 or pack >> 64 or pack.bit_count() != self.n:
            raise KernelError(f"a pack of {self.n} has as many bits, among 64")
        if (twin := kernels.reference()) is not None:
            out[:] = twin.sets(self.n, self.k, key, first, len(out), pack)
            return
        for part in kernels.stretches(len(out), _ROUNDS_AT_ONCE):
            self.native.sets(key, pack, first + part.start, out[part])

    @property
    def position_type(self) -> type[np.uint8] | type[np.uint16]:
        """The type of positions: uint8 if n <= 256, else uint16."""
        return np.uint8 if self.n <= 256 else np.uint16

    def rows(self, key: Key, first: int, out: Rows) -> None:
        """Write positions in the order drawn to [rounds, k] of ``position_type``.

        :raises KernelError: if the rounds are out of range
        """
        self._check(first, len(out))
        if (twin := kernels.reference()) is not None:
            out[:] = twin.rows(self.n, self.k, key, first, len(out))
            return
        draw = self.native.bytes if out.dtype == np.uint8 else self.native.shorts
        # whole blocks of 256 rounds
        rounds_at_once = max(256, _CARDS_AT_ONCE // max(1, self.k) // 256 * 256)
        for part in kernels.stretches(len(out), rounds_at_once):
            draw(key, first + part.start, out[part])

    def _check(self, first: int, rounds: int) -> None:
        if first < 0 or first + rounds > _LAST_ROUND:
            raise KernelError(f"rounds {first} to {first + rounds - 1} are outside the stream")
