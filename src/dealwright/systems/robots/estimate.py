"""Tricks of a side estimated from its two hands: linear in a dozen numbers, fitted to solved deals.

On deals that they were not fitted to, the tricks of double dummy differ from them by 0.91 with
eight trumps or more, 1.03 with seven, 1.1 to 1.3 in notrump (root of the mean square).
``tools/fitted_tricks.py`` fits and measures.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from dealwright.cards import Rank, Strain, Suit
from dealwright.deals.features.distribution import holds, sizes_of_holdings
from dealwright.deals.features.points import card_points

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

__all__ = ["Side", "in_notrump", "in_suit", "tricks_of_sides"]

_HOLDING = (1 << 13) - 1
_SIZES = sizes_of_holdings().astype(np.float64)
_POINTS = card_points({Rank.ACE: 4, Rank.KING: 3, Rank.QUEEN: 2, Rank.JACK: 1}).astype(np.float64)
_CONTROLS = card_points({Rank.ACE: 2, Rank.KING: 1}).astype(np.float64)
_HONOURS = np.sum([holds(rank) for rank in list(Rank)[-5:]], axis=0).astype(np.float64)
_SHORT, _RUFF = 3, 1.3  # cards below which a suit is short; how ruffs grow with shortness


class Side:
    """A side's two hands, uint64[n] each, as lengths, points, controls and top five, [n, 4]."""

    def __init__(self, first: NDArray[np.uint64], second: NDArray[np.uint64]) -> None:
        one, two = _holdings(first), _holdings(second)
        both = one | two
        self.lengths = _SIZES[one], _SIZES[two]
        self.cards = self.lengths[0] + self.lengths[1]
        self.points, self.controls, self.honours = _POINTS[both], _CONTROLS[both], _HONOURS[both]


def _holdings(hands: NDArray[np.uint64]) -> NDArray[np.int64]:
    """Return the holdings of each hand by suit from clubs, int64[n, 4]."""
    shifts = np.array([13 * suit for suit in Suit], dtype=np.uint64)
    return (hands[:, None] >> shifts & np.uint64(_HOLDING)).astype(np.int64)


def in_suit(side: Side, trumps: Suit) -> Floats:
    """Return the numbers that predict tricks with a trump suit, float64[n, 14]."""
    others = [suit for suit in Suit if suit != trumps]
    one, two = side.lengths
    cards = side.cards[:, trumps]
    shorter = np.minimum(one[:, trumps], two[:, trumps])
    short_one, short_two = (np.maximum(0, _SHORT - each[:, others]) for each in (one, two))
    ruffs = np.maximum(
        (short_one**_RUFF).sum(axis=1) * (one[:, trumps] >= _SHORT),
        (short_two**_RUFF).sum(axis=1) * (two[:, trumps] >= _SHORT),
    )
    opposite = np.maximum(short_one, short_two) >= 2  # honours there that are not aces or kings
    wasted = opposite * (side.points[:, others] - 2 * np.minimum(side.controls[:, others], 2))
    return np.stack(
        [
            np.ones(len(cards), dtype=np.float64), side.points.sum(axis=1),
            side.controls.sum(axis=1), cards, side.points[:, trumps],
            side.honours[:, trumps], shorter, ruffs,
            np.minimum(ruffs, shorter), side.cards[:, others].max(axis=1), np.maximum(0, cards - 8),
            np.maximum(0, 7 - cards), wasted.sum(axis=1), np.abs(one - two).sum(axis=1),
        ],
        axis=1,
    )  # fmt: skip


def in_notrump(side: Side) -> Floats:
    """Return the numbers that predict tricks in notrump, float64[n, 13]."""
    one, two = side.lengths
    points, cards = side.points, side.cards
    total = points.sum(axis=1)
    ordered = np.sort(cards, axis=1)
    long = cards >= 8
    return np.stack(
        [
            np.ones(len(total), dtype=np.float64), total, side.controls.sum(axis=1), ordered[:, 3],
            ordered[:, 2], ordered[:, 0], (points < 4).sum(axis=1),
            ((points < 3) & (cards <= 6)).sum(axis=1),
            side.honours.sum(axis=1), np.maximum(0, 5 - cards).sum(axis=1),
            (points * long).sum(axis=1), np.maximum(0, total - 25), np.abs(one - two).sum(axis=1),
        ],
        axis=1,
    )  # fmt: skip


_SUIT = np.array(
    [
        -9.842, 0.246, 0.291, 1.095, 0.006, 0.247, 0.046, 0.243, 0.058, 0.086, -0.632, 0.151,
        -0.083, 0.068,
    ]
)  # fmt: skip
_NOTRUMP = np.array(
    [
        -2.254, 0.289, 0.357, 0.011, -0.176, 0.097, -0.066, -0.425, 0.121, -0.283, 0.020, 0.036,
        0.027,
    ]
)  # fmt: skip


def tricks_of_sides(masks: NDArray[np.uint64], side: int, strain: Strain) -> Floats:
    """Return the tricks that a side's hands are worth, float64[n], of deals, uint64[n, 4]."""
    hands = Side(masks[:, side], masks[:, side + 2])
    if strain == Strain.NOTRUMP:
        found = in_notrump(hands) @ _NOTRUMP
    else:
        found = in_suit(hands, Suit(strain)) @ _SUIT
    tricks: Floats = found.clip(0.0, 13.0)
    return tricks
