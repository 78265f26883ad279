"""The types of deals: drawn with exact probabilities, or in fixed numbers."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import floor, lcm
from typing import TYPE_CHECKING

import numpy as np

from dealwright.base.errors import ArgumentError
from dealwright.numbering.random_integers import Draws
from dealwright.numbering.stream import Stream

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["MOST_TYPES", "apportioned", "drawn_types", "integer_shares", "shuffled_types"]

MOST_TYPES = 1 << 15
_MOST_PARTS = 1 << 32
_MOST_SHUFFLED = 10_000_000
_CHUNK = 1 << 20
_LOW = np.uint64((1 << 32) - 1)
_HALF = np.uint64(32)


def integer_shares(shares: Sequence[Fraction]) -> list[int]:
    """Return the smallest integers in proportion to positive shares.

    >>> integer_shares([Fraction(35), Fraction(60), Fraction(5)])
    [7, 12, 1]

    :raises ArgumentError: if their sum is over 2^32, so that a random word could not choose exactly
    """
    scale = lcm(*(share.denominator for share in shares))
    parts = [int(share * scale) for share in shares]
    common = int(np.gcd.reduce(np.array(parts, dtype=object)))
    parts = [part // common for part in parts]
    if sum(parts) > _MOST_PARTS:
        raise ArgumentError(
            f"the shares are {sum(parts):,} parts in all; shares of at most {_MOST_PARTS:,} parts "
            "can be dealt exactly"
        )
    return parts


def drawn_types(parts: Sequence[int], n: int, stream: Stream) -> NDArray[np.int16]:
    """Return types of deals 0 .. n-1, int16[n]; type t has exact probability parts[t] / sum.

    Type i depends on (stream, i) only. It is the high half of word i x sum (below 2^32), as in
    ``Draws.below``; the few words that would favour a type are drawn again from a separate stream.

    >>> drawn_types([7, 12, 1], 8, Stream(1)).tolist()
    [0, 1, 1, 1, 0, 1, 2, 1]
    """
    total = sum(parts)
    ends = np.cumsum(np.array(parts, dtype=np.uint64), dtype=np.uint64)
    types = np.empty(n, dtype=np.int16)
    factor, surplus = np.uint64(total), np.uint64((1 << 64) % total)
    for start in range(0, n, _CHUNK):
        words = stream.words(start, min(_CHUNK, n - start))
        high = ((words >> _HALF) * factor + ((words & _LOW) * factor >> _HALF)) >> _HALF
        types[start : start + len(words)] = np.searchsorted(ends, high, side="right")
        for offset in np.flatnonzero(words * factor < surplus).tolist():
            types[start + offset] = Draws(stream.split("again"), start + offset).weighted(parts)
    return types


def apportioned(parts: Sequence[int], n: int) -> list[int]:
    """Return the number of n deals of each type, by largest remainders (Hamilton).

    Among equal remainders the first type has priority.

    >>> apportioned([35, 60, 5], 30)
    [11, 18, 1]
    """
    quotas = [Fraction(part * n, sum(parts)) for part in parts]
    counts = [floor(quota) for quota in quotas]
    order = sorted(range(len(parts)), key=lambda t: counts[t] - quotas[t])  # stable
    for number in order[: n - sum(counts)]:
        counts[number] += 1
    return counts


def shuffled_types(counts: Sequence[int], stream: Stream) -> NDArray[np.int16]:
    """Return the given number of each type in random order, int16[sum of counts].

    :raises ArgumentError: if there are more than ten million
    """
    if sum(counts) > _MOST_SHUFFLED:
        raise ArgumentError(f"at most {_MOST_SHUFFLED:,} deals can be apportioned at once")
    types = [number for number, count in enumerate(counts) for _ in range(count)]
    return np.array(Draws(stream, 0).shuffled(types), dtype=np.int16)
