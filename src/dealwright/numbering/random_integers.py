"""Bounded random integers, one by one, from a range of a stream's words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from dealwright.base.errors import StreamError
from dealwright.numbering.stream import Stream

__all__ = ["WORDS_PER_DEAL", "Draws"]

WORDS_PER_DEAL = 1 << 24  # far more than any deal reads; 2^40 deals fit in a stream

Item = TypeVar("Item")
_CHUNK = 128
_WORD = 1 << 64
_LOW = _WORD - 1


class Draws:
    """The random choices for deal i of a stream; they depend on (stream, i) only.

    >>> draws = Draws(Stream(1), 0)
    >>> [draws.below(6) for _ in range(8)]
    [0, 5, 2, 5, 0, 4, 5, 5]

    :raises StreamError: if the stream has no words for the deal, or they are used up
    """

    def __init__(self, stream: Stream, deal: int) -> None:
        self._stream = stream
        self._next = deal * WORDS_PER_DEAL
        self._end = self._next + WORDS_PER_DEAL
        self._words: list[int] = []
        self._read()

    def _read(self) -> None:
        if self._next >= self._end:
            raise StreamError("a deal used up all the random words it may read")
        self._words = self._stream.words(self._next, _CHUNK).tolist()
        self._words.reverse()
        self._next += _CHUNK

    def _word(self) -> int:
        if not self._words:
            self._read()
        return self._words.pop()

    def below(self, bound: int) -> int:
        """Return an integer 0 .. bound-1, all exactly equally likely (0 < bound <= 2^64).

        The result is the high half of word x bound. If the low half is below 2^64 mod bound,
        another word is drawn; this leaves every result exactly floor(2^64 / bound) words (Lemire
        2019).
        """
        product = self._word() * bound
        if product & _LOW < bound:
            surplus = _WORD % bound
            while product & _LOW < surplus:
                product = self._word() * bound
        return product >> 64

    def weighted(self, weights: Sequence[int]) -> int:
        """Return an index with probability in proportion to its weight; one must be positive.

        >>> Draws(Stream(1), 0).weighted([0, 0, 3, 0])
        2
        """
        number = self.below(sum(weights))
        for index, weight in enumerate(weights):
            if number < weight:
                return index
            number -= weight
        raise AssertionError("a number below the sum of the weights lies in one of them")

    def taken(self, items: list[Item]) -> Item:
        """Remove a random item from a list and return it; the order of the others may change."""
        index = self.below(len(items))
        items[index], items[-1] = items[-1], items[index]
        return items.pop()

    def shuffled(self, items: Sequence[Item]) -> list[Item]:
        """Return the items in random order."""
        remaining = list(items)
        return [self.taken(remaining) for _ in items]
