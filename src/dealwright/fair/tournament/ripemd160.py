"""RIPEMD-160, the hash of BigDeal, for systems whose hashlib no longer has it."""

from __future__ import annotations

import hashlib
from functools import cache
from math import isqrt

__all__ = ["plain_ripemd160", "ripemd160"]

_WORD = 0xFFFFFFFF
_START = (0x67452301, 0xEFCDAB89, 0x98BADCFE, 0x10325476, 0xC3D2E1F0)
_ORDER = (7, 4, 13, 1, 10, 6, 15, 3, 12, 0, 9, 5, 2, 14, 11, 8)  # of words, from round to round
# The rotation of each message word in each round, the same in both lines.
_SHIFTS = (
    (11, 14, 15, 12, 5, 8, 7, 9, 11, 13, 14, 15, 6, 7, 9, 8),
    (12, 13, 11, 15, 6, 9, 9, 7, 12, 15, 11, 13, 7, 8, 7, 7),
    (13, 15, 14, 11, 7, 7, 6, 8, 13, 14, 13, 12, 5, 5, 6, 9),
    (14, 11, 12, 14, 8, 6, 5, 5, 15, 12, 15, 14, 9, 9, 8, 6),
    (15, 12, 13, 13, 9, 5, 8, 6, 14, 11, 12, 11, 8, 6, 5, 5),
)
_PRIMES = (2, 3, 5, 7)


def ripemd160(data: bytes) -> bytes:
    """Return the RIPEMD-160 of some bytes, 20 bytes: by hashlib if possible, else in plain Python.

    >>> ripemd160(b"abc").hex()
    '8eb208f7e05d987a9b044a8e98c6b087f15a0bfc'
    """
    if _in_hashlib():
        return hashlib.new("ripemd160", data, usedforsecurity=False).digest()
    return plain_ripemd160(data)


@cache
def _in_hashlib() -> bool:
    """Return whether hashlib has it; in OpenSSL 3 it is a legacy algorithm that may be disabled."""
    try:
        hashlib.new("ripemd160", b"", usedforsecurity=False)
    except ValueError:
        return False
    return True


def plain_ripemd160(data: bytes) -> bytes:
    """Return the RIPEMD-160 of some bytes in plain Python, about 0.1 ms for each 64 bytes.

    Dobbertin, Bosselaers and Preneel, *RIPEMD-160: A Strengthened Version of RIPEMD* (1996): two
    lines of 80 steps process each block of 16 words, and their results are added crosswise.

    >>> plain_ripemd160(b"").hex()
    '9c1185a5c5e9fc54612808977ee8f548b2258d31'
    """
    padding = b"\x80" + bytes(-(len(data) + 9) % 64)
    padded = data + padding + (8 * len(data)).to_bytes(8, "little")
    state: tuple[int, ...] = _START
    for start in range(0, len(padded), 64):
        block = padded[start : start + 64]
        words = [int.from_bytes(block[i : i + 4], "little") for i in range(0, 64, 4)]
        left, right = (_line(state, words, line) for line in _lines())
        state = tuple(
            (state[(i + 1) % 5] + left[(i + 2) % 5] + right[(i + 3) % 5]) & _WORD for i in range(5)
        )
    return b"".join(word.to_bytes(4, "little") for word in state)


def _line(state: tuple[int, ...], words: list[int], line: _Line) -> tuple[int, ...]:
    """Return the state after a line of 80 steps."""
    a, b, c, d, e = state
    for function, constant, steps in line:
        for word, shift in steps:
            mixed = (a + _mixed(function, b, c, d) + words[word] + constant) & _WORD
            rotated = (mixed << shift | mixed >> 32 - shift) + e
            a, b, c, d, e = e, rotated & _WORD, b, (c << 10 | c >> 22) & _WORD, d
    return a, b, c, d, e


def _mixed(function: int, x: int, y: int, z: int) -> int:
    """Return one of the five functions of three words, bit by bit."""
    if function == 0:
        return x ^ y ^ z
    if function == 1:
        return (x & y) | (~x & _WORD & z)
    if function == 2:
        return (x | (~y & _WORD)) ^ z
    if function == 3:
        return (x & z) | (y & ~z & _WORD)
    return x ^ (y | (~z & _WORD))


# A line: for each round its function, its constant, and the word and the rotation of each step.
_Line = tuple[tuple[int, int, tuple[tuple[int, int], ...]], ...]


@cache
def _lines() -> tuple[_Line, _Line]:
    """Return both lines.

    The left begins with the words in their order, the right with every ninth from the fifth. The
    constants are the square roots (left) and the cube roots (right) of small primes in units of
    2**-30; the functions come in opposite orders.
    """
    both_lines = list[_Line]()
    roots = (
        (0, *(isqrt(prime << 60) for prime in _PRIMES)),
        (*(_cube_root(prime << 90) for prime in _PRIMES), 0),
    )
    for right, order in enumerate((tuple(range(16)), tuple((9 * i + 5) % 16 for i in range(16)))):
        rounds = list[tuple[int, int, tuple[tuple[int, int], ...]]]()
        words = order
        for round_ in range(5):
            steps = tuple((word, _SHIFTS[round_][word]) for word in words)
            rounds.append((4 - round_ if right else round_, roots[right][round_], steps))
            words = tuple(_ORDER[word] for word in words)
        both_lines.append(tuple(rounds))
    return both_lines[0], both_lines[1]


def _cube_root(number: int) -> int:
    """Return the largest integer whose cube is at most a number."""
    root = 0
    for bit in range(number.bit_length() // 3, -1, -1):
        if (root | 1 << bit) ** 3 <= number:
            root |= 1 << bit
    return root
