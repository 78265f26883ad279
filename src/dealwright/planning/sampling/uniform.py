"""Uniform deals: deal i of a stream for i = 0 .. n-1, in batches."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import TYPE_CHECKING

from dealwright.base import kernels
from dealwright.base.kernels import PredealtPack
from dealwright.base.threads import in_order
from dealwright.deals import Deals
from dealwright.numbering.stream import Stream

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["BATCH", "uniform", "uniform_into"]

BATCH = 1 << 16
_FIRST_DEALS = 1 << 12


def uniform_into(
    masks: NDArray[np.uint64], stream: Stream, pack: PredealtPack, *, threads: int = 1
) -> Iterator[int]:
    """Fill uint64[n, 4] with deals 0 .. n-1 of a stream; yield the numbers of deals written.

    These are the deals that ``uniform`` yields, written without a copy.
    """

    def tasks() -> Iterator[Callable[[], memoryview]]:
        for start in range(0, len(masks), BATCH):
            part = masks[start : start + BATCH]
            yield partial(kernels.deal_uniform, pack, stream.key, start, len(part), part)

    for part in in_order(tasks(), threads):
        yield len(part)


def uniform(
    n: int, stream: Stream, pack: PredealtPack, *, first: int = 0, threads: int = 1
) -> Iterator[Deals]:
    """Yield deals first .. first+n-1 of a stream, in order, in batches.

    Every deal of the pack is equally likely; deal i depends on the stream, the pack and i only.
    """

    def tasks() -> Iterator[Callable[[], memoryview]]:
        start, size = 0, _FIRST_DEALS
        while start < n:
            size = min(size, n - start)
            yield partial(kernels.deal_uniform, pack, stream.key, first + start, size)
            start += size
            size = min(2 * size, BATCH)

    for masks in in_order(tasks(), threads):
        yield Deals.trusted(masks)
