"""A solver whose truth is known: tricks are a formula of points, fits and honours, and some noise.

It stands in for a double-dummy solver where thousands of answers are compared with the truth.
"""

from __future__ import annotations

from hashlib import sha256
from typing import TYPE_CHECKING

import numpy as np

from dealwright.ask.condition import as_quantity
from dealwright.cards import Seat, Strain
from dealwright.deals.hand_columns import bit_counts
from dealwright.planning.sampling.evaluation import values_of
from tests.oracles.formula_solver import FormulaSolver

if TYPE_CHECKING:
    from numpy.typing import NDArray

_PRIME = 0x9E3779B97F4A7C15


class StandIn(FormulaSolver):
    """Tricks from a formula; ``solved`` counts the deals that were asked about."""

    def __init__(self) -> None:
        self.solved = 0

    def tricks(self, masks: NDArray[np.uint64], declarer: Seat, strain: Strain) -> NDArray[np.int8]:
        """Return 0 to 13 tricks, int8[n]."""
        self.solved += len(masks)
        one, two = sorted((declarer, declarer.partner))
        hcp = _value(f"hcp({one.name}) + hcp({two.name})", masks)
        found = 3 * hcp - 21
        if strain != Strain.NOTRUMP:
            suit = strain.name.lower()
            found += 8 * (_value(f"{suit}({one.name}) + {suit}({two.name})", masks) - 8) + 8
        west = masks[:, Seat.WEST]
        found += 5 * (west >> np.uint64(49) & np.uint64(1)).astype(np.int64)  # the queen of spades
        with np.errstate(over="ignore"):
            noise = (masks[:, 0] * np.uint64(_PRIME) ^ masks[:, 2]) * np.uint64(_PRIME)
        found += (noise >> np.uint64(60)).astype(np.int64) - 8
        return np.clip(found // 8 + 1, 0, 13).astype(np.int8)

    def leads(self, masks: NDArray[np.uint64], declarer: Seat, strain: Strain) -> NDArray[np.int8]:
        """Return the defenders' tricks by lead, int8[n, 52]: suits differ by a little noise."""
        made = 13 - self.tricks(masks, declarer, strain).astype(np.int64)
        with np.errstate(over="ignore"):
            noise = masks[:, [0, 2, 1, 3]] * np.uint64(_PRIME) >> np.uint64(62)
        suits = np.clip(made[:, None] - noise.astype(np.int64) // 2, 0, 13)
        held = masks[:, declarer.left, None] >> np.arange(52, dtype=np.uint64) & np.uint64(1)
        return np.where(held == 1, np.repeat(suits, 13, axis=1), -1).astype(np.int8)


def _value(text: str, masks: NDArray[np.uint64]) -> NDArray[np.int64]:
    return values_of(as_quantity(text.lower()).tree, masks).astype(np.int64)


class Honours(StandIn):
    """Tricks by where honours and lengths of the defenders are, with noise in one layout of 32."""

    def tricks(self, masks: NDArray[np.uint64], declarer: Seat, strain: Strain) -> NDArray[np.int8]:
        """Return 0 to 13 tricks, int8[n]."""
        self.solved += len(masks)
        east, west = masks[:, Seat.EAST], masks[:, Seat.WEST]

        def has(hand: NDArray[np.uint64], card: int) -> NDArray[np.int64]:
            return (hand >> np.uint64(card) & np.uint64(1)).astype(np.int64)

        spades = bit_counts(east >> np.uint64(39)).astype(np.int64)
        hearts = bit_counts(east >> np.uint64(26) & np.uint64(8191)).astype(np.int64)
        found = 8 + has(east, 26 + 11) + has(west, 39 + 9) * (spades >= 2)
        found += (hearts >= 4) * has(west, 13 + 10)
        with np.errstate(over="ignore"):
            noise = (east * np.uint64(_PRIME)) >> np.uint64(59) == 0
        return (found - 3 * noise).clip(0, 13).astype(np.int8)


class Coin(StandIn):
    """Eight or nine tricks with equal chances, whatever the layout: nothing can be predicted."""

    def tricks(self, masks: NDArray[np.uint64], declarer: Seat, strain: Strain) -> NDArray[np.int8]:
        """Return 8 or 9 tricks, int8[n], by a digest of west's cards."""
        tosses = [sha256(int(west).to_bytes(8, "little")).digest()[0] & 1 for west in masks[:, 3]]
        return np.array(tosses, dtype=np.int8) + np.int8(8)
