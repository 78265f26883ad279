"""Hands and suits of deals exchanged at random, each deal by itself."""

from __future__ import annotations

from collections.abc import Callable
from itertools import permutations
from typing import TYPE_CHECKING

import numpy as np

from dealwright.base.errors import ArgumentError
from dealwright.numbering.stream import Stream

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Masks = NDArray[np.uint64]

__all__ = ["exchange_named", "exchanged_at_random"]

_SUIT = np.uint64(0x1FFF)
_ORDERS = np.array([*permutations(range(4))], dtype=np.int64)  # the first is the order as it is
_SHIFTS = (13 * np.arange(4, dtype=np.int64)).astype(np.uint64)


def exchange_named(text: str) -> tuple[str, ...]:
    """Read what is exchanged: words such as ``ew`` or ``suits``, apart by commas or blanks.

    >>> exchange_named("suits, ew")
    ('ew', 'suits')

    :raises ArgumentError: if a word is unknown
    """
    words = text.lower().replace(",", " ").split()
    for word in words:
        if word not in _EXCHANGES:
            raise ArgumentError(
                f"'{word}' cannot be exchanged; choose from {', '.join(_EXCHANGES)}"
            )
    return tuple(name for name in _EXCHANGES if name in words)


def exchanged_at_random(masks: Masks, names: tuple[str, ...], stream: Stream, first: int) -> Masks:
    """Return deals, uint64[n, 4], of which each is exchanged or not with equal chances.

    The choice for a deal depends on the stream and on its index; ``first`` is that of the first.
    With ``suits`` all 24 orders of the suits are equally likely.
    """
    for name in names:
        masks = _EXCHANGES[name](masks, stream.split(name), first)
    return masks


def _of_hands(one: int, other: int) -> Callable[[Masks, Stream, int], Masks]:
    order = list(range(4))
    order[one], order[other] = other, one

    def exchange(masks: Masks, stream: Stream, first: int) -> Masks:
        return np.where(_heads(stream, first, len(masks))[:, None], masks[:, order], masks)

    return exchange


def _of_suits(one: int, other: int) -> Callable[[Masks, Stream, int], Masks]:
    order = np.arange(4, dtype=np.int64)
    order[one], order[other] = other, one

    def exchange(masks: Masks, stream: Stream, first: int) -> Masks:
        heads = _heads(stream, first, len(masks))
        return _with_suits(masks, np.where(heads[:, None], order, np.arange(4, dtype=np.int64)))

    return exchange


def _all_suits(masks: Masks, stream: Stream, first: int) -> Masks:
    numbers = stream.words(first, len(masks)) >> np.uint64(59)
    attempt = 0
    while (again := numbers >= len(_ORDERS)).any():  # of 0 .. 31, to be equally likely
        attempt += 1
        words = stream.split(str(attempt)).words(first, len(masks))
        numbers[again] = words[again] >> np.uint64(59)
    return _with_suits(masks, _ORDERS[numbers.astype(np.intp)])


def _heads(stream: Stream, first: int, n: int) -> NDArray[np.bool_]:
    heads: NDArray[np.bool_] = stream.words(first, n) >= np.uint64(1 << 63)
    return heads


def _with_suits(masks: Masks, orders: NDArray[np.intp]) -> Masks:
    """Return deals with suit ``orders[i, s]`` of deal i in place of suit s (clubs first)."""
    shifts = _SHIFTS[orders]
    new = np.zeros_like(masks)
    for suit in range(4):
        new |= (masks >> shifts[:, suit, None] & _SUIT) << _SHIFTS[suit]
    return new


_EXCHANGES: dict[str, Callable[[Masks, Stream, int], Masks]] = {
    "ew": _of_hands(1, 3),
    "ns": _of_hands(0, 2),
    "majors": _of_suits(2, 3),
    "minors": _of_suits(0, 1),
    "suits": _all_suits,
}
