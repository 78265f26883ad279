"""The plain twin of the poker kernels: every hand is the best of its fives, found by sorting."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import combinations, combinations_with_replacement, islice, product
from typing import TYPE_CHECKING

import numpy as np

from dealwright.base.kernels import plain_subsets as subsets

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from dealwright.base.kernels.poker import Rules

    UInt16Array = NDArray[np.uint16]
    Fives = list[tuple[int, ...]]

_NO_VALUE = 0xFFFF
_CHUNK = 1 << 15
_BY_GROUPS: dict[tuple[int, ...], int] = {
    (1, 1, 1, 1, 1): 0,
    (1, 1, 1, 2): 1,
    (1, 2, 2): 2,
    (1, 1, 3): 3,
    (2, 3): 6,
    (1, 4): 7,
}


def ordered_hands(rules: Rules) -> list[tuple[int, tuple[int, ...], int]]:
    """Return what the values 1, 2 ... stand for: category, ranks held most often first, rank bits.

    The ranks are each named once; the bits are a sum of powers of 5, negative for a flush.
    """
    found = []
    inside = [rank for rank in range(13) if rules.ranks >> rank & 1]
    for ranks in combinations_with_replacement(inside, 5):
        counts = Counter(ranks)
        shape = tuple(sorted(counts.values()))
        if shape[-1] == 5:
            continue
        bits = sum(1 << rank for rank in counts)
        straight = len(counts) == 5 and bits in rules.straights
        number = sum(5**rank for rank in ranks)
        plain = 4 if straight else _BY_GROUPS[shape]
        found += [(plain, counts, number)]
        if rules.flushes and len(counts) == 5:
            found += [(8 if straight else 5, counts, -number)]

    def height(rank: int) -> int:
        return (rank + 1) % 13 if rules.ace_low else rank

    def named(category: int, counts: Counter[int]) -> tuple[int, ...]:
        by_count = sorted(counts, key=lambda rank: (-counts[rank], -height(rank)))
        wheel = category in (4, 8) and by_count[0] - by_count[1] != 1
        return (*by_count[1:], by_count[0]) if wheel else tuple(by_count)

    def place(hand: tuple[int, tuple[int, ...], int]) -> tuple[int, list[int]]:
        category, ranks, _ = hand
        heights = [height(rank) for rank in ranks]
        if category in (4, 8):
            heights = heights[:1]
        return rules.order.index(category), [h if rules.low else -h for h in heights]

    hands = [(category, named(category, counts), number) for category, counts, number in found]
    return sorted((hand for hand in hands if hand[0] in rules.order), key=place)


@lru_cache(maxsize=16)
def _tables(rules: Rules) -> tuple[NDArray[np.int64], UInt16Array]:
    """Return the sorted numbers of all hands of five (negative: flushes) and their values."""
    numbers = np.array([number for _, _, number in ordered_hands(rules)])
    order = np.argsort(numbers)
    values = np.minimum(order + 1, rules.limit or len(order)).astype(np.uint16)
    return numbers[order], values


def worst(rules: Rules) -> int:
    """Return the largest value of a game."""
    return int(_tables(rules)[1].max())


def _best(rules: Rules, rows: NDArray[np.uint8], fives: Iterable[tuple[int, ...]]) -> UInt16Array:
    numbers, values = _tables(rules)
    powers = 5 ** (rows.astype(np.int64) % 13)
    suits = rows // 13
    best = np.full(len(rows), _NO_VALUE, dtype=np.uint16)
    for five in fives:
        columns = list(five)
        sums = powers[:, columns].sum(axis=1)
        if rules.flushes:
            suited = (suits[:, columns] == suits[:, columns[:1]]).all(axis=1)
            sums = np.where(suited, -sums, sums)
        best = np.minimum(best, values[np.searchsorted(numbers, sums)])
    return best


def value_rows(rules: Rules, rows: NDArray[np.uint8]) -> UInt16Array:
    """Return the values of rows of 5 to 7 cards."""
    return _best(rules, rows, combinations(range(rows.shape[1]), 5))


def value_masks(rules: Rules, k: int, masks: NDArray[np.uint64]) -> UInt16Array:
    """Return the values of masks of k cards."""
    return value_rows(rules, subsets.rows_of_masks(52, k, masks).astype(np.uint8))


def value_omaha(rules: Rules, hole: int, rows: NDArray[np.uint8]) -> UInt16Array:
    """Return the values of two of the hole cards, which come first, with three of the board."""
    return _best(rules, rows, omaha_fives(hole, rows.shape[1] - hole))


def omaha_fives(hole: int, board: int) -> Fives:
    """Return the columns of every hand of two hole cards and three of the board."""
    pairs, triples = combinations(range(hole), 2), combinations(range(hole, hole + board), 3)
    return [(*pair, *triple) for pair, triple in product(pairs, triples)]


def value_numbers(
    rules: Rules, cards: NDArray[np.uint8], k: int, first: int, n: int
) -> UInt16Array:
    """Return the values of hands ``first`` .. ``first + n - 1`` of a pack in colex order."""
    parts = list(_parts(rules, cards, k, first, n))
    return np.concatenate(parts) if parts else np.empty(0, dtype=np.uint16)


def count_values(
    rules: Rules, cards: NDArray[np.uint8], k: int, first: int, n: int
) -> NDArray[np.uint64]:
    """Return how many of those hands have each value, uint64[worst + 1]."""
    counts = np.zeros(worst(rules) + 1, dtype=np.uint64)
    for part in _parts(rules, cards, k, first, n):
        counts += np.bincount(part, minlength=len(counts)).astype(np.uint64)
    return counts


def count_completions(
    rules: Rules, cards: NDArray[np.uint8], known: NDArray[np.uint8], k: int
) -> NDArray[np.uint64]:
    """Return how many hands of k cards, the known ones and others of a pack, have each value."""
    counts = np.zeros(worst(rules) + 1, dtype=np.uint64)
    others = combinations(cards.tolist(), k - len(known))
    while chosen := list(islice(others, _CHUNK)):
        rows = np.array([(*known.tolist(), *more) for more in chosen], dtype=np.uint8)
        values = value_rows(rules, rows)
        counts += np.bincount(values, minlength=len(counts)).astype(np.uint64)
    return counts


def _parts(
    rules: Rules, cards: NDArray[np.uint8], k: int, first: int, n: int
) -> Iterator[UInt16Array]:
    for start in range(first, first + n, _CHUNK):
        ranks = np.arange(start, min(first + n, start + _CHUNK), dtype=np.uint64)
        yield value_rows(rules, cards[subsets.unrank_rows("colex", len(cards), k, ranks)])
