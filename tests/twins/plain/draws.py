"""The reference twin of the drawing kernels: the same digits of the same words, with lists."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from typing import TYPE_CHECKING

import numpy as np

from tests.twins.plain import stream

if TYPE_CHECKING:
    from numpy.typing import NDArray

    UInt64Array = NDArray[np.uint64]

_BLOCK = 256
_MOST_PRODUCT = 1 << 25
_HALF = 1 << 32


def _groups(n: int, k: int) -> list[list[int]]:
    """Return the bounds of the steps, grouped by halves of words."""
    groups: list[list[int]] = []
    product = _MOST_PRODUCT + 1
    for bound in range(n - k + 1, n + 1):
        if product * bound > _MOST_PRODUCT:
            groups.append([])
            product = 1
        groups[-1].append(bound)
        product *= bound
    return groups


def _words(
    key: NDArray[np.uint32], first: int, rounds: int, planes: int
) -> Iterator[tuple[int, list[int]]]:
    """Yield the rounds with their words."""
    for block in range(first // _BLOCK, (first + rounds - 1) // _BLOCK + 1):
        words = np.empty(_BLOCK * planes, dtype=np.uint64)
        stream.words(key, 8, 0, _BLOCK * planes * block, words)
        table = words.reshape(planes, _BLOCK).T.tolist()
        for at, row in enumerate(table):
            if first <= _BLOCK * block + at < first + rounds:
                yield _BLOCK * block + at, row


def _spare(key: NDArray[np.uint32], round_: int) -> Iterator[int]:
    for nonce in count(1):
        words = np.empty(8, dtype=np.uint64)
        stream.words(key, 8, nonce, 8 * round_, words)
        for word in words.tolist():
            yield word % _HALF
            yield word // _HALF


def _digits(half: int, bounds: list[int]) -> list[int] | None:
    """Return a position below each bound; None if the half is rejected."""
    product, positions = 1, []
    for bound in bounds:
        product *= bound
        positions.append(half * bound // _HALF)
        half = half * bound % _HALF
    return positions if half >= _HALF % product else None


def rows(n: int, k: int, key: NDArray[np.uint32], first: int, rounds: int) -> NDArray[np.int64]:
    """Return the positions drawn in each round, int64[rounds, k]."""
    groups = _groups(n, k)
    out = np.empty((rounds, k), dtype=np.int64)
    if not k or not rounds:
        return out
    for round_, words in _words(key, first, rounds, (len(groups) + 1) // 2):
        halves = [half for word in words for half in (word % _HALF, word // _HALF)]
        spare = _spare(key, round_)
        pack = list(range(n))  # the card at each position
        last = n - k
        for bounds, half in zip(groups, halves, strict=False):
            digits = _digits(half, bounds)
            while digits is None:
                digits = _digits(next(spare), bounds)
            for position in digits:
                pack[last], pack[position] = pack[position], pack[last]
                last += 1
        out[round_ - first] = [pack.index(card) for card in range(n - k, n)]
    return out


def sets(
    n: int, k: int, key: NDArray[np.uint32], first: int, rounds: int, pack: int
) -> UInt64Array:
    """Return the sets of cards drawn, uint64[rounds]."""
    cards = np.array([card for card in range(64) if pack >> card & 1], dtype=np.uint64)
    drawn = cards[rows(n, k, key, first, rounds)]
    found: UInt64Array = np.bitwise_or.reduce(np.uint64(1) << drawn, axis=1, initial=np.uint64(0))
    return found
