"""Draws of seven cards in plain Python and in numpy, and poker's categories among them.

The loops draw as the document does that asked for this: only seven cards change places, and the
pack is used again as it is.
"""

from __future__ import annotations

import importlib
import random  # noqa: TID251  the peer is code that uses it
from collections.abc import Callable, Iterator
from functools import cache
from itertools import combinations_with_replacement

import numpy as np
from numpy.typing import NDArray

from benchmarks.draw_checks import (
    Counts,
    Masks,
    by_category,
    check_categories,
    check_masks,
    check_positions,
)
from benchmarks.measuring import Runner, timed

__all__ = [
    "FLOYD",
    "LOOP",
    "SHUFFLE",
    "TUNED",
    "NumpyFloyd",
    "NumpyShuffle",
    "numpy_draws",
    "numpy_simulation",
    "phevaluator_categories",
    "python_categories",
    "python_draws",
]

LOOP, TUNED = "Python loop", "tuned Python loop"
SHUFFLE, FLOYD = "numpy partial shuffle", "numpy Floyd"
_BATCH = 1 << 14  # 128 kB of masks
_CHECKED = 4000
_ORDERED = 52 * 51 * 50 * 49 * 48 * 47 * 46
# numbers of cards by rank of which any seven of a pack have a sum of their own (SpecialKEval)
_FACES = (0, 1, 5, 22, 98, 453, 2031, 8698, 22854, 83661, 262349, 636345, 1479181)
_SUITS = (0, 1, 8, 57)  # likewise by suit
_KEYS = [_SUITS[card // 13] << 23 | _FACES[card % 13] for card in range(52)]
_CARD_OF_KEY = {key: card for card, key in enumerate(_KEYS)}
_FIVE_IN_A_ROW = [0b11111 << low for low in range(10)]  # of 14 ranks, the ace first and last
_U64, _U16 = np.uint64, np.uint16

Holdings = NDArray[np.uint16]
Hand = tuple[int, ...]
Cards = list[int]


# --- loops in plain Python ----------------------------------------------------------------------


def shuffle_seven(cards: Cards, rounds: int, randrange: Callable[[int], int]) -> None:
    """Draw seven cards to the front so many times: the document's loop as it stands."""
    for _ in range(rounds):
        for i in range(7):
            x = randrange(52 - i) + i
            cards[i], cards[x] = cards[x], cards[i]


def hands_of_seven(cards: Cards, rounds: int, uniform: Callable[[], float]) -> Iterator[Hand]:
    """Draw seven cards so many times, as fast as Python does it: unrolled, two random numbers."""
    for _ in range(rounds):
        r = int(uniform() * 6497400)  # 52 x 51 x 50 x 49
        x = r % 52
        a, cards[x] = cards[x], cards[0]
        cards[0] = a
        r //= 52
        x = 1 + r % 51
        b, cards[x] = cards[x], cards[1]
        cards[1] = b
        r //= 51
        x = 2 + r % 50
        c, cards[x] = cards[x], cards[2]
        cards[2] = c
        x = 3 + r // 50
        d, cards[x] = cards[x], cards[3]
        cards[3] = d
        r = int(uniform() * 103776)  # 48 x 47 x 46
        x = 4 + r % 48
        e, cards[x] = cards[x], cards[4]
        cards[4] = e
        r //= 48
        x = 5 + r % 47
        f, cards[x] = cards[x], cards[5]
        cards[5] = f
        x = 6 + r // 47
        g, cards[x] = cards[x], cards[6]
        cards[6] = g
        yield a, b, c, d, e, f, g


def straight(ranks: set[int]) -> bool:
    """Return whether five ranks are in a row, the ace being high or low."""
    bits = sum(2 << rank for rank in ranks) | (12 in ranks)
    return any(bits & row == row for row in _FIVE_IN_A_ROW)


def category_of_ranks(ranks: Hand) -> int:
    """Return the category of seven ranks, suits not looked at."""
    kinds = set(ranks)
    most = max(map(ranks.count, kinds))
    if most == 4:
        return 7
    if most == 3 and len(kinds) < 5:
        return 6
    if len(kinds) > 4 and straight(kinds):
        return 4
    return 3 if most == 3 else min(7 - len(kinds), 2)


@cache
def tables_by_sum() -> tuple[bytes, bytes]:
    """Return categories by the sum of _FACES, and 1 + the suit of a flush by that of _SUITS."""
    by_faces = bytearray(4 * _FACES[-1] + 3 * _FACES[-2] + 1)
    by_suits = bytearray(7 * _SUITS[-1] + 1)
    for ranks in combinations_with_replacement(range(13), 7):
        if all(low != high for low, high in zip(ranks[:3], ranks[4:], strict=True)):
            by_faces[sum(map(_FACES.__getitem__, ranks))] = category_of_ranks(ranks)
    for suits in combinations_with_replacement(range(4), 7):
        if suits.count(suits[3]) > 4:
            by_suits[sum(map(_SUITS.__getitem__, suits))] = 1 + suits[3]
    return bytes(by_faces), bytes(by_suits)


def category_of_flush(hand: Hand, suit: int) -> int:
    """Return the category of seven keys with five or more of a suit."""
    cards = [_CARD_OF_KEY[key] for key in hand]
    return 8 if straight({card % 13 for card in cards if card // 13 == suit}) else 5


def count_categories(rounds: int, uniform: Callable[[], float]) -> list[int]:
    """Draw and classify: the cards in the pack are numbers, and a hand's sum says all of it."""
    (by_faces, by_suits), counts = tables_by_sum(), [0] * 9
    for hand in hands_of_seven(_KEYS.copy(), rounds, uniform):
        key = sum(hand)
        suit = by_suits[key >> 23]
        if suit:
            counts[category_of_flush(hand, suit - 1)] += 1
        else:
            counts[by_faces[key & 0x7FFFFF]] += 1
    return counts


def python_draws(name: str) -> Runner:
    """Draw with a loop; the check draws hand by hand, unmeasured, with the same pack."""

    def run(rounds: int, at: int) -> float:
        source, cards = random.Random(at), list(range(52))

        def work(rounds: int) -> None:
            if name == LOOP:
                shuffle_seven(cards, rounds, source.randrange)
            else:
                for _ in hands_of_seven(cards, rounds, source.random):
                    pass

        taken, _ = timed(lambda: work(rounds))
        hands = np.empty((_CHECKED, 7), dtype=np.uint8)
        for row in hands:
            work(1)
            row[:] = cards[:7]
        check_positions(name, hands)
        return taken / rounds

    return Runner(name, 2000 if name == LOOP else 700, run)


def python_categories() -> Runner:
    """Draw with the tuned loop, and classify in plain Python."""
    tables_by_sum()

    def run(rounds: int, at: int) -> float:
        taken, counts = timed(lambda: count_categories(rounds, random.Random(at).random))
        check_categories(TUNED, counts, rounds)
        return taken / rounds

    return Runner(TUNED, 1200, run)


def phevaluator_categories() -> Runner | str:
    """Draw with the tuned loop, evaluate with phevaluator, and count its values."""
    try:
        evaluate = importlib.import_module("phevaluator").evaluate_7cards
    except ImportError:
        return "phevaluator is not installed (pip install phevaluator)"
    name = f"{TUNED}, phevaluator"
    pack = [card % 13 * 4 + card // 13 for card in range(52)]

    def work(rounds: int, at: int) -> list[int]:
        counts = [0] * 7463
        for hand in hands_of_seven(pack.copy(), rounds, random.Random(at).random):
            counts[evaluate(*hand)] += 1
        return counts

    def run(rounds: int, at: int) -> float:
        taken, counts = timed(lambda: work(rounds, at))
        check_categories(name, by_category(counts), rounds)
        return taken / rounds

    return Runner(name, 1400, run)


# --- numpy --------------------------------------------------------------------------------------


class NumpyShuffle:
    """The partial shuffle of many packs at once, each used again as it is.

    One random number a hand is divided into the seven places, which is faster than seven of them.
    """

    def __init__(self, seed: int) -> None:
        self._rng = np.random.default_rng(seed)  # noqa: TID251  the peer is code that uses it
        self._packs = np.tile(np.arange(52, dtype=np.uint8), (_BATCH, 1))
        self._starts = np.arange(_BATCH) * 52

    def __call__(self) -> Masks:
        """Return the next masks."""
        cards, packs = self._packs.reshape(-1), self._packs
        left = self._rng.integers(0, _ORDERED, _BATCH, dtype=_U64)
        masks = np.zeros(_BATCH, dtype=_U64)
        for i in range(7):
            quotient = left // _U64(52 - i)
            x = (left - quotient * _U64(52 - i)).view(np.int64) + (self._starts + i)
            drawn = cards.take(x, mode="clip")
            cards[x] = packs[:, i]
            packs[:, i] = drawn
            masks |= _U64(1) << drawn.astype(_U64)
            left = quotient
        return masks


class NumpyFloyd:
    """Floyd's sampling (Bentley and Floyd 1987) of many masks at once: no pack, and no order."""

    def __init__(self, seed: int) -> None:
        self._rng = np.random.default_rng(seed)  # noqa: TID251  the peer is code that uses it

    def __call__(self) -> Masks:
        """Return the next masks."""
        left = self._rng.integers(0, _ORDERED, _BATCH, dtype=_U64)
        masks = np.zeros(_BATCH, dtype=_U64)
        for last in range(45, 52):
            quotient = left // _U64(last + 1)
            bit = _U64(1) << (left - quotient * _U64(last + 1))
            masks |= np.where(masks & bit, _U64(1 << last), bit)
            left = quotient
        return masks


def _rows_of_five(ranks: Holdings) -> Holdings:
    """Return which ranks end five in a row."""
    low = ranks << _U16(1) | ranks >> _U16(12)
    two = low & low << _U16(1)
    found: Holdings = two & two << _U16(2) & low << _U16(4)
    return found


def numpy_categories(masks: Masks) -> NDArray[np.uint8]:
    """Return the categories of hands of seven, by the bits of their suits of 16 bits each."""
    suits: list[Holdings] = [(masks >> _U64(13 * s)).astype(_U16) & _U16(8191) for s in range(4)]
    a, b, c, d = suits
    both_low, both_high, low, high = a & b, c & d, a | b, c | d
    ranks: Holdings = low | high
    pairs = both_low | both_high | low & high
    threes = (both_low & high | both_high & low) != 0
    two_pairs = (pairs & (pairs - _U16(1))) != 0
    found: NDArray[np.uint8] = (pairs != 0).astype(np.uint8)
    np.copyto(found, 2, where=two_pairs)
    np.copyto(found, 3, where=threes)
    np.copyto(found, 4, where=_rows_of_five(ranks) != 0)
    for suit in suits:
        np.copyto(found, 5, where=np.bitwise_count(suit) > 4)
    np.copyto(found, 6, where=threes & two_pairs)
    np.copyto(found, 7, where=(both_low & both_high) != 0)
    runs = [_rows_of_five(suit) for suit in suits]
    np.copyto(found, 8, where=(runs[0] | runs[1] | runs[2] | runs[3]) != 0)
    return found


def numpy_draws(name: str, kind: Callable[[int], Callable[[], Masks]], cost: float) -> Runner:
    """Draw batches of masks with numpy; the last is checked."""

    def run(rounds: int, at: int) -> float:
        batch, times = kind(at), max(1, rounds // _BATCH)

        def work() -> Masks:
            for _ in range(times - 1):
                batch()
            return batch()

        taken, masks = timed(work)
        check_masks(name, masks)
        return taken / (times * _BATCH)

    return Runner(name, cost, run)


def numpy_simulation(name: str, kind: Callable[[int], Callable[[], Masks]], cost: float) -> Runner:
    """Draw and classify with numpy alone."""

    def run(rounds: int, at: int) -> float:
        batch, times = kind(at), max(1, rounds // _BATCH)

        def work() -> Counts:
            counts = np.zeros(9, dtype=np.int64)
            for _ in range(times):
                counts += np.bincount(numpy_categories(batch()), minlength=9)
            return counts

        taken, counts = timed(work)
        check_categories(name, counts, times * _BATCH)
        return taken / (times * _BATCH)

    return Runner(name, cost, run)
