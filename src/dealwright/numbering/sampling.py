"""Uniform integers below any bound, and samples without replacement, from a stream."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from dealwright.base.errors import NumberingError

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from dealwright.numbering.stream import Stream

__all__ = ["integers_below", "sample_numbers"]

_WORD = 1 << 64
_WORDS_FOR_ONE = 1000  # reading a word alone takes as long as so many of a row


def integers_below(bound: int, n: int, stream: Stream) -> Any:
    """Return n independent uniform integers 0 .. bound-1: uint64[n], or a list beyond 2^64.

    Integer i is the first of several tries that is below the bound, so it is exactly uniform. Try t
    reads ``stream.split(f"try {t}")`` at i's own words, so integer i depends on (stream, bound, i)
    only.

    >>> from dealwright import Stream
    >>> integers_below(6, 8, Stream(1))
    array([2, 1, 1, 3, 4, 2, 1, 4], dtype=uint64)

    :raises NumberingError: if the bound is not positive, or n is negative
    """
    if bound < 1 or n < 0:
        raise NumberingError(f"there are no {n:,} integers below {bound:,}")
    if bound > _WORD:
        return _large_below(bound, n, stream)
    mask = np.uint64((1 << (bound - 1).bit_length()) - 1)
    values: NDArray[np.uint64] = stream.split("try 0").words(0, n) & mask
    pending = np.flatnonzero(values > np.uint64(bound - 1))
    attempt = 1
    while len(pending):
        words = _words_at(stream.split(f"try {attempt}"), pending) & mask
        valid = words <= np.uint64(bound - 1)
        values[pending[valid]] = words[valid]
        pending = pending[~valid]
        attempt += 1
    return values


def _words_at(stream: Stream, positions: NDArray[np.int64]) -> NDArray[np.uint64]:
    """Return the words at ascending positions, uint64[n]."""
    if len(positions) == 0:
        return np.empty(0, dtype=np.uint64)
    if _WORDS_FOR_ONE * len(positions) >= positions[-1] + 1:
        return stream.words(0, int(positions[-1]) + 1)[positions]
    return np.array([stream.words(int(position), 1)[0] for position in positions], dtype=np.uint64)


def _large_below(bound: int, n: int, stream: Stream) -> list[int]:
    bits = (bound - 1).bit_length()
    width = -(-bits // 64)
    values = []
    for i in range(n):
        attempt, value = 0, bound
        while value >= bound:
            words = stream.split(f"try {attempt}").words(i * width, width).tolist()
            value = sum(word << 64 * place for place, word in enumerate(words)) & ((1 << bits) - 1)
            attempt += 1
        values.append(value)
    return values


def sample_numbers(size: int, n: int, stream: Stream, *, replace: bool) -> Any:
    """Return n uniform numbers below ``size``, distinct unless ``replace``, in random order.

    :raises NumberingError: if there are fewer than n distinct numbers, or none
    """
    if n < 0:
        raise NumberingError(f"a sample cannot have {n} members")
    if n == 0:
        return np.empty(0, dtype=np.uint64)
    if replace:
        return integers_below(size, n, stream)
    if n > size:
        raise NumberingError(f"there are {size:,} members, not {n:,} different ones")
    if 2 * n > size:
        return _shuffled(size, stream)[:n]
    drawn = 2 * n + 16
    while True:
        # the first n different values of an independent sequence are a uniform ordered sample
        values = integers_below(size, drawn, stream)
        different = list(dict.fromkeys(int(value) for value in values))[:n]
        if len(different) == n:
            return np.array(different, dtype=np.uint64) if size <= _WORD else different
        drawn *= 2


def _shuffled(size: int, stream: Stream) -> NDArray[np.uint64]:
    """Return 0 .. size-1 in random order: sorted by random keys, drawn again if two are equal."""
    attempt = 0
    while True:
        keys = stream.split(f"keys {attempt}").words(0, size)
        order_ = np.argsort(keys, kind="stable")
        if size < 2 or (np.diff(keys[order_]) != 0).all():
            return order_.astype(np.uint64)
        attempt += 1
