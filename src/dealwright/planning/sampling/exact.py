"""Drawing the deals of an exact count without rejection."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import TYPE_CHECKING

import numpy as np

from dealwright.base.kernels.exact import ExactCount
from dealwright.base.threads import in_order
from dealwright.deals import Deals
from dealwright.numbering.stream import Stream

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["drawn", "drawn_into", "key_of"]

_BATCH = 1 << 14
_FIRST_DEALS = 1 << 8


def drawn(
    n: int, engine: ExactCount, stream: Stream, *, first: int = 0, threads: int = 1
) -> Iterator[Deals]:
    """Yield deals first .. first+n-1 of a stream, in order, in batches.

    Each number of the exact count is equally likely. Deal i depends on the stream, the model and i
    only.
    """

    def tasks() -> Iterator[Callable[[], NDArray[np.uint64]]]:
        start, size = 0, _FIRST_DEALS
        while start < n:
            size = min(size, n - start)
            yield partial(engine.draw, key, first + start, size)
            start += size
            size = min(2 * size, _BATCH)

    key = key_of(stream)
    for masks in in_order(tasks(), threads):
        yield Deals.trusted(masks)


def drawn_into(
    masks: NDArray[np.uint64], engine: ExactCount, stream: Stream, *, threads: int = 1
) -> Iterator[int]:
    """Fill uint64[n, 4] with deals 0 .. n-1 of a stream; yield the number of deals written."""

    def tasks() -> Iterator[Callable[[], NDArray[np.uint64]]]:
        for start in range(0, len(masks), _BATCH):
            part = masks[start : start + _BATCH]
            yield partial(engine.draw, key, start, len(part), part)

    key = key_of(stream)
    for part in in_order(tasks(), threads):
        yield len(part)


def key_of(stream: Stream) -> memoryview:
    """Return the key of exact draws, which differs from that of uniform deals of the same seed."""
    return stream.split("exact").key
