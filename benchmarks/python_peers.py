"""What people write without a dealing program: numpy's shuffles, and the shuffling loop."""

from __future__ import annotations

import random  # noqa: TID251  the peer is code that uses it
from collections.abc import Callable
from typing import TYPE_CHECKING

import numpy as np

from benchmarks.checks import check_mean_points, check_share, require
from benchmarks.measuring import Runner, timed

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Packs = NDArray[np.uint8]

__all__ = ["loop_uniform", "numpy_filter", "numpy_uniform"]

_ROWS = 20_000  # 1 MB of cards: larger arrays are slower a deal
_CHECKED = 4_000
_POINTS = np.array([max(0, card % 13 - 8) for card in range(52)], dtype=np.uint8)
_SUIT = np.array([card // 13 for card in range(52)], dtype=np.uint8)


def shuffled(rng: np.random.Generator, packs: Packs) -> Packs:  # noqa: TID251  a type
    """Shuffle every row in place: numpy's own way, and its fastest for bytes."""
    return rng.permuted(packs, axis=1, out=packs)


def fresh_packs() -> Packs:
    """Return unshuffled packs, uint8[rows, 52]."""
    return np.tile(np.arange(52, dtype=np.uint8), (_ROWS, 1))


def check_packs(who: str, packs: Packs) -> None:
    """Check that every row is the pack; each seat's mean points; North's strong notrumps."""
    require(bool((np.sort(packs, axis=1) == np.arange(52)).all()), f"{who}: a row is not the pack")
    for seat in range(4):
        points = _POINTS[packs[:, 13 * seat : 13 * seat + 13]].sum(axis=1)
        check_mean_points(who, float(points.mean()), len(packs))
    check_share(who, strong_notrumps(packs), len(packs))


def strong_notrumps(packs: Packs) -> int:
    """Count the rows whose first 13 cards satisfy the condition: points first, then shapes."""
    north = packs[:, :13]
    points = _POINTS[north].sum(axis=1)
    suits = _SUIT[north[(points >= 15) & (points <= 17)]]
    lengths = [(suits == suit).sum(axis=1) for suit in range(4)]
    return int((np.square(lengths).sum(axis=0) <= 47).sum())


def numpy_uniform() -> Runner:
    """Permute packs as rows of 52 bytes, 13 to a seat; no masks are made of them."""

    def run(deals: int, at: int) -> float:
        rng = np.random.default_rng(at)  # noqa: TID251  the peer is code that uses it
        packs = fresh_packs()
        batches = max(1, deals // _ROWS)

        def work() -> None:
            for _ in range(batches):
                shuffled(rng, packs)

        taken, _ = timed(work)
        check_packs("numpy", packs)
        return taken / (batches * _ROWS)

    return Runner("numpy permuted", 800, run)


def numpy_filter() -> Runner:
    """Permute packs and count those whose first hand satisfies the condition."""

    def run(deals: int, at: int) -> float:
        rng = np.random.default_rng(at)  # noqa: TID251  the peer is code that uses it
        packs = fresh_packs()
        batches = max(1, deals // _ROWS)

        def work() -> int:
            return sum(strong_notrumps(shuffled(rng, packs)) for _ in range(batches))

        taken, hits = timed(work)
        check_share("numpy", hits, batches * _ROWS)
        return taken / (batches * _ROWS)

    return Runner("numpy permuted", 1100, run)


def shuffle(cards: list[int], rounds: int, randrange: Callable[[int], int]) -> None:
    """Shuffle the first 39 cards so many times: the loop of people's blogs, 13 cards to a seat.

    Only as many cards are shuffled as hands must be known, the last hand being what is left; the
    pack is used again as it is, which is fair because every order was equally likely before.
    """
    for _ in range(rounds):
        for i in range(39):
            x = randrange(52 - i) + i
            cards[i], cards[x] = cards[x], cards[i]


def loop_uniform() -> Runner:
    """Run the loop in plain Python; the check runs it deal by deal, unmeasured."""

    def run(deals: int, at: int) -> float:
        randrange = random.Random(at).randrange
        cards = list(range(52))
        taken, _ = timed(lambda: shuffle(cards, deals, randrange))
        packs = np.empty((_CHECKED, 52), dtype=np.uint8)
        for row in packs:
            shuffle(cards, 1, randrange)
            row[:] = cards
        check_packs("Python loop", packs)
        return taken / deals

    return Runner("Python loop", 10_000, run)
