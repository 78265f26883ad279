"""Stream version 1 from its document, with Python integers and nothing of the package."""

from __future__ import annotations

import hashlib
from itertools import combinations
from math import comb

MASK = 0xFFFFFFFF


def key(seed: str, domain: str = "deals") -> list[int]:
    digest = hashlib.sha256(f"dealwright\n{domain}\n1\n{seed}".encode()).digest()
    return [int.from_bytes(digest[i : i + 4], "little") for i in range(0, 32, 4)]


def rotated(x: int, bits: int) -> int:
    return (x << bits | x >> 32 - bits) & MASK


def quarter(x: list[int], a: int, b: int, c: int, d: int) -> None:
    for add_to, add, mix, bits in ((a, b, d, 16), (c, d, b, 12), (a, b, d, 8), (c, d, b, 7)):
        x[add_to] = x[add_to] + x[add] & MASK
        x[mix] = rotated(x[mix] ^ x[add_to], bits)


def block(key_words: list[int], last_row: list[int], rounds: int) -> list[int]:
    """Return the 16 words of one ChaCha block (RFC 8439, 2.3)."""
    start = [0x61707865, 0x3320646E, 0x79622D32, 0x6B206574, *key_words, *last_row]
    x = list(start)
    for _ in range(rounds // 2):
        for i in range(4):
            quarter(x, i, 4 + i, 8 + i, 12 + i)
        quarter(x, 0, 5, 10, 15)
        quarter(x, 1, 6, 11, 12)
        quarter(x, 2, 7, 8, 13)
        quarter(x, 3, 4, 9, 14)
    return [a + b & MASK for a, b in zip(x, start, strict=True)]


def word(key_words: list[int], index: int, nonce: int = 0) -> int:
    number = index // 8
    last_row = [number & MASK, number >> 32, nonce & MASK, nonce >> 32]
    words = block(key_words, last_row, 8)
    return words[index % 8 * 2] | words[index % 8 * 2 + 1] << 32


def unranked(n: int, k: int, rank: int) -> set[int]:
    """Return the k-subset of n cards with that number in block order."""
    sizes = [min(max(n - 13 * b, 0), 13) for b in range(4)]
    counts = sorted(
        (
            (c0, c1, c2, c3)
            for c3 in range(sizes[3] + 1)
            for c2 in range(sizes[2] + 1)
            for c1 in range(sizes[1] + 1)
            for c0 in range(sizes[0] + 1)
            if c0 + c1 + c2 + c3 == k
        ),
        key=lambda c: (c[3] + c[2] + c[1], c[3] + c[2], c[3]),
    )
    for row in counts:
        ways = [comb(size, count) for size, count in zip(sizes, row, strict=True)]
        total = ways[0] * ways[1] * ways[2] * ways[3]
        if rank < total:
            break
        rank -= total
    cards: set[int] = set()
    for b in range(4):
        rank, within = divmod(rank, ways[b])
        subsets = sorted(combinations(range(sizes[b]), row[b]), key=lambda s: s[::-1])
        cards |= {13 * b + card for card in subsets[within]}
    return cards


def bounded(words: tuple[int, int], ways: list[int]) -> list[int] | None:
    """Return the three numbers from two words, or None where they must be drawn again."""
    north, north_low = divmod(words[0] * ways[0], 1 << 64)
    east, rest = divmod(words[1] * ways[1], 1 << 64)
    south, south_low = divmod(rest * ways[2], 1 << 64)
    if north_low < (1 << 64) % ways[0] or south_low < (1 << 64) % (ways[1] * ways[2]):
        return None
    return [north, east, south]


def deal(seed: str, index: int, fixed: tuple[int, int, int, int] = (0, 0, 0, 0)) -> list[int]:
    """Return deal ``index`` of a seed: four masks, north first."""
    k = key(seed)
    pool = [card for card in range(52) if not any(mask >> card & 1 for mask in fixed)]
    needs = [13 - mask.bit_count() for mask in fixed]
    sizes = [len(pool), len(pool) - needs[0], len(pool) - needs[0] - needs[1]]
    ways = [comb(size, need) for size, need in zip(sizes, needs[:3], strict=True)]
    ranks = bounded((word(k, 2 * index), word(k, 2 * index + 1)), ways)
    nonce = 1
    while ranks is None:
        for pair in range(4):
            at = 8 * index + 2 * pair
            ranks = bounded((word(k, at, nonce), word(k, at + 1, nonce)), ways)
            if ranks is not None:
                break
        nonce += 1
    masks = list(fixed)
    for seat in range(3):
        chosen = {pool[i] for i in unranked(sizes[seat], needs[seat], ranks[seat])}
        masks[seat] |= sum(1 << card for card in chosen)
        pool = [card for card in pool if card not in chosen]
    masks[3] |= sum(1 << card for card in pool)
    return masks
