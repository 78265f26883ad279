"""Permutations of the numbers below any bound, of which no more than a key is stored.

They are alternating Feistel networks on pairs of residues (Black and Rogaway, "Ciphers with
Arbitrary Finite Domains", 2002), whose few pairs beyond the last number are walked over. Up to 256
numbers are shuffled instead, so that each of their orders is equally likely.
"""

from __future__ import annotations

from hashlib import blake2b, shake_256
from math import isqrt

from dealwright.numbering.random_integers import Draws
from dealwright.numbering.stream import Stream

__all__ = ["Walk"]

_STORED = 256  # members whose order is stored
_ROUNDS = 10
_SPARE = 64  # bits of a digest beyond those of a residue: it is uniform to 2^-64


class Walk:
    """A permutation of 0 .. size-1 that depends on a stream's seed and the size only.

    >>> walk = Walk(10**6, Stream(1))
    >>> walk.number(0), walk.place(walk.number(0)), len({walk.number(i) for i in range(1000)})
    (198525, 0, 1000)
    """

    def __init__(self, size: int, stream: Stream) -> None:
        words = stream.split("shuffled")
        self._size = size
        self._stored: list[int] | None = None
        self._places: list[int] = []
        if size <= _STORED:
            order = Draws(words, 0).shuffled(range(size))
            self._stored = order
            self._places = sorted(range(size), key=order.__getitem__)
        self.key: bytes = words.words(0, 4).tobytes()
        self._low = isqrt(max(self._size - 1, 0)) + 1
        self._high = -(-self._size // self._low)
        self._bytes = (self._low.bit_length() + _SPARE + 7) // 8

    def place(self, number: int) -> int:
        """Return the place of a number, 0 .. size-1."""
        if self._stored is not None:
            return self._places[number]
        place = self._backward(number)
        while place >= self._size:
            place = self._backward(place)
        return place

    def number(self, index: int) -> int:
        """Return the number at a place, 0 .. size-1."""
        if self._stored is not None:
            return self._stored[index]
        number = self._forward(index)
        while number >= self._size:
            number = self._forward(number)
        return number

    def _forward(self, number: int) -> int:
        """Return the image of a pair of residues, as a number below ``low * high``."""
        high, low = divmod(number, self._low)
        for step in range(0, _ROUNDS, 2):
            low = (low + self._mixed(step, high)) % self._low
            high = (high + self._mixed(step + 1, low)) % self._high
        return high * self._low + low

    def _backward(self, number: int) -> int:
        high, low = divmod(number, self._low)
        for step in range(_ROUNDS - 2, -1, -2):
            high = (high - self._mixed(step + 1, low)) % self._high
            low = (low - self._mixed(step, high)) % self._low
        return high * self._low + low

    def _mixed(self, step: int, residue: int) -> int:
        data = step.to_bytes(1, "little") + residue.to_bytes(self._bytes, "little")
        if self._bytes <= 64:
            return int.from_bytes(
                blake2b(data, key=self.key, digest_size=self._bytes).digest(), "little"
            )
        return int.from_bytes(shake_256(self.key + data).digest(self._bytes), "little")
