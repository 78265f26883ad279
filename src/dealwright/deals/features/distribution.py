"""Features of suit lengths: length, losers, freakness, the number of the shape."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from dealwright.cards import Rank
from dealwright.deals.features.base import Feature
from dealwright.numbering.shapes import all_shapes

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = [
    "FEATURES",
    "freakness_of_shapes",
    "holds",
    "losers_of_holdings",
    "sizes_of_holdings",
]


def holds(rank: Rank) -> NDArray[np.int64]:
    """Return 1 for each holding that has a rank and 0 for the others, int64[8192]."""
    return np.arange(8192, dtype=np.int64) >> rank & 1


def sizes_of_holdings() -> NDArray[np.int64]:
    """Return the number of cards of each holding, int64[8192]."""
    return np.array([holding.bit_count() for holding in range(8192)])


def losers_of_holdings() -> NDArray[np.int64]:
    """Return the classic losers of each holding, int64[8192].

    Three cards or more: one for each of A, K, Q missing; a doubleton: one for each of A, K missing;
    a singleton: one unless it is the ace; a void: none (the ``dealer`` manual's definition).
    """
    size = sizes_of_holdings()
    losers = np.minimum(size, 3)
    for rank, from_length in ((Rank.ACE, 1), (Rank.KING, 2), (Rank.QUEEN, 3)):
        losers -= holds(rank) * (size >= from_length)
    return losers


def freakness_of_shapes() -> NDArray[np.int64]:
    """Return Pavlicek's freakness of each shape, int64[560].

    One for each card over four or under three in a suit, and one more with a singleton or two more
    with a void (rpbridge.net, 7z70).
    """
    lengths = all_shapes().astype(np.int64)
    points = (np.maximum(lengths - 4, 0) + np.maximum(3 - lengths, 0)).sum(axis=1)
    void, singleton = (lengths == 0).any(axis=1), (lengths == 1).any(axis=1)
    freakness: NDArray[np.int64] = points + np.where(void, 2, np.where(singleton, 1, 0))
    return freakness


FEATURES = (
    Feature("length", "number of cards in a suit", holding=sizes_of_holdings, whole_hand=False),
    Feature("losers", "losing trick count (classic)", losers_of_holdings, aliases=("loser",)),
    Feature("freakness", "freakness (Pavlicek)", shape=freakness_of_shapes, per_suit=False),
    Feature(
        "shape_index", "number of the shape, 0..559 in squashed order",
        shape=lambda: np.arange(560, dtype=np.int64), per_suit=False,
        texts=lambda: ["=".join(map(str, lengths)) for lengths in all_shapes().tolist()],
    ),
    Feature(
        "longest", "length of the longest suit",
        shape=lambda: all_shapes().max(axis=1), per_suit=False,
    ),
    Feature(
        "shortest", "length of the shortest suit",
        shape=lambda: all_shapes().min(axis=1), per_suit=False,
    ),
)  # fmt: skip
