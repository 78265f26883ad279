"""Random positions for double dummy: any number of cards, missing suits, few suits, long trumps."""

from __future__ import annotations

import numpy as np

from dealwright import Seat, Strain, Stream
from dealwright.double_dummy.solver import Position

__all__ = ["random_positions"]

_WORDS = 64  # of a position: 52 for the order of the cards


def random_positions(seed: str, first: int, n: int, most: int = 13) -> list[Position]:
    """Return positions ``first`` to ``first + n - 1`` of a seed, before a lead.

    A third has all suits, a third lacks one, a third has cards of two suits and a few of a third
    one, as far as there are enough. Hands have 2 to ``most`` cards, small ones more often.
    """
    words = Stream(seed).words(_WORDS * first, _WORDS * n).reshape(n, _WORDS)
    orders = np.argsort(words[:, :52], axis=1, kind="stable").tolist()
    positions = list[Position]()
    for order, (kind, size, suit, strain, leader, *_) in zip(
        orders, words[:, 52:].tolist(), strict=True
    ):
        k = 2 + min(size % (most - 1), (size >> 32) % (most - 1))
        cards = order
        if kind % 3:
            kept = [card for card in order if (card // 13 - suit) % 4 < (3 if kind % 3 == 1 else 2)]
            if kind % 3 == 2:
                kept += [card for card in order if (card // 13 - suit) % 4 == 2][: 4 + size % 9]
                kept.sort(key=order.index)
            cards = kept if len(kept) >= 4 * k else order
        north, east, south, west = (
            sum(1 << card for card in cards[at : at + k]) for at in range(0, 4 * k, k)
        )
        positions.append(Position((north, east, south, west), Strain(strain % 5), Seat(leader % 4)))
    return positions
