"""What is right about draws of seven cards, whoever drew or classified them."""

from __future__ import annotations

from itertools import pairwise
from math import comb, sqrt
from typing import Any

import numpy as np
from numpy.typing import NDArray

from benchmarks.checks import require
from benchmarks.poker import SEVEN_CARD_HANDS, VALUES

__all__ = ["Counts", "Masks", "by_category", "check_categories", "check_masks", "check_positions"]

_ERRORS = 6  # standard errors; a right answer fails with probability 2e-9
_ALL = comb(52, 7)
_U64 = np.uint64

Masks = NDArray[np.uint64]
Counts = NDArray[np.int64]


def _near(who: str, what: str, hits: int, rounds: int, share: float) -> None:
    """Check a number of hits against their probability."""
    errors = (hits - rounds * share) / sqrt(rounds * share * (1 - share))
    require(abs(errors) <= _ERRORS, f"{who}: {what}, {errors:+.1f} standard errors from the mean")


def check_masks(who: str, masks: Masks) -> None:
    """Check that every hand has seven cards, and that each card is as frequent as it should be."""
    require(bool((np.bitwise_count(masks) == 7).all()), f"{who}: a hand has not seven cards")
    for card in range(52):
        hits = int((masks >> _U64(card) & _U64(1)).sum())
        _near(who, f"card {card}", hits, len(masks), 7 / 52)


def check_positions(who: str, rows: NDArray[Any]) -> None:
    """Check rows of cards as masks, and that the first place favours no card."""
    check_masks(who, np.bitwise_or.reduce(_U64(1) << rows.astype(_U64), axis=1))
    for card, hits in enumerate(np.bincount(rows[:, 0], minlength=52).tolist()):
        _near(who, f"card {card} first", hits, len(rows), 1 / 52)


def check_categories(who: str, counts: list[int] | Counts, rounds: int) -> None:
    """Check how many hands have each category or a better one, high card the first of nine.

    A share of which fewer than 100 hands are expected is not checked.
    """
    found = np.asarray(counts)[::-1].cumsum().tolist()
    require(found[-1] == rounds, f"{who}: {found[-1]:,} hands of {rounds:,}")
    for hits, exact in zip(found[:-1], np.cumsum(SEVEN_CARD_HANDS).tolist(), strict=False):
        if rounds * exact >= 100 * _ALL:
            _near(who, f"{hits:,} of {rounds:,} hands", hits, rounds, exact / _ALL)


def by_category(by_value: list[int] | Counts) -> Counts:
    """Add up counts by value (of 1 to 7462) to counts by category, high card first."""
    ends = np.cumsum([1, *VALUES]).tolist()
    return np.array([sum(by_value[a:b]) for a, b in pairwise(ends)][::-1])
