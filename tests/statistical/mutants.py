"""Dealing methods with the classic mistakes; the statistics must reject each."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from dealwright import Stream

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray


def _uniform(stream: Stream, at: int, n: int, below: int) -> NDArray[np.int64]:
    """Return n integers below a bound; the bias of 2^-58 is far under what a test could see."""
    words = stream.words(at * n, n) >> np.uint64(6)
    return (words % np.uint64(below)).astype(np.int64)


def _masks(packs: NDArray[np.int64]) -> NDArray[np.uint64]:
    """Return the masks of packs int64[52, n] dealt 13 cards to a seat."""
    bits = np.uint64(1) << packs.astype(np.uint64)
    return np.stack([np.bitwise_or.reduce(bits[13 * s : 13 * s + 13]) for s in range(4)], axis=1)


def _shuffled(n: int, choose: Callable[[int], NDArray[np.int64]]) -> NDArray[np.uint64]:
    packs = np.repeat(np.arange(52)[:, None], n, axis=1)
    columns = np.arange(n)
    for i in range(52):
        j = choose(i)
        here, there = packs[i].copy(), packs[j, columns]
        packs[j, columns] = here
        packs[i] = there
    return _masks(packs)


def fair(n: int, stream: Stream) -> NDArray[np.uint64]:
    """The control: Fisher and Yates's shuffle as it should be."""
    return _shuffled(n, lambda i: i + _uniform(stream, i, n, 52 - i))


def swap_with_any(n: int, stream: Stream) -> NDArray[np.uint64]:
    """Every card is swapped with any of the 52: 52^52 equally likely paths, not 52!."""
    return _shuffled(n, lambda i: _uniform(stream, i, n, 52))


def off_by_one(n: int, stream: Stream) -> NDArray[np.uint64]:
    """The last card left is never chosen."""
    return _shuffled(n, lambda i: i + _uniform(stream, i, n, max(51 - i, 1)))


def sattolo(n: int, stream: Stream) -> NDArray[np.uint64]:
    """A card never stays where it is: only cycles."""
    return _shuffled(n, lambda i: min(i + 1, 51) + _uniform(stream, i, n, max(51 - i, 1)))


def modulo_bias(n: int, stream: Stream) -> NDArray[np.uint64]:
    """A random byte modulo the number of cards left."""

    def choose(i: int) -> NDArray[np.int64]:
        byte = (stream.words(i * n, n) >> np.uint64(56)).astype(np.int64)
        return i + byte % (52 - i)

    return _shuffled(n, choose)


MUTANTS = [swap_with_any, off_by_one, sattolo, modulo_bias]
