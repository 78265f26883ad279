"""Positions for double dummy: random ones, and families of layouts with a blocked suit."""

from __future__ import annotations

import numpy as np

from dealwright import Seat, Strain, Stream
from dealwright.deals.hand import hand_mask
from dealwright.double_dummy.asks import Position

__all__ = ["blocked_families", "random_positions"]

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


_NORTH, _SOUTH = "AK7..QJ72.T", ".9863.6543."
_EAST, _WEST = "{}..AK9.A", "{}.J7.T8.K"
_SPADES = (("QJ98", "T53"), ("QJT8", "953"), ("QJ53", "T98"))


def blocked_families(seed: str, n: int) -> list[list[Position]]:
    """Return families of three layouts at notrump, north on lead, with the same two hands.

    East has queen and jack of spades, equal or not to the ten and nine, which block the suit if
    west has them. So a fact about one layout holds in another only if it says who has the ten. Each
    hand has one or two more cards; mostly north has the best ones.
    """
    east, west = (
        [hand_mask(side.format(pair[at])) for pair in _SPADES]
        for at, side in enumerate((_EAST, _WEST))
    )
    north, south = hand_mask(_NORTH), hand_mask(_SOUTH)
    rest = [card for card in range(52) if not (north | south | east[0] | west[0]) >> card & 1]
    best = sorted(rest, key=lambda card: -(card % 13 + 20 * (card // 13 == Strain.HEARTS)))
    families = list[list[Position]]()
    for words in Stream(seed).words(0, _WORDS * n).reshape(n, _WORDS).tolist():
        k = 1 + words[52] % 2
        order = sorted(rest, key=lambda card: words[card])
        if words[53] % 4:
            order = best[:k] + [card for card in order if card not in best[:k]]
        more = [sum(1 << card for card in order[at : at + k]) for at in range(0, 4 * k, k)]
        families.append(
            [
                Position(
                    (north | more[0], one | more[1], south | more[2], other | more[3]),
                    Strain.NOTRUMP, Seat.NORTH,
                )
                for one, other in zip(east, west, strict=True)
            ]
        )  # fmt: skip
    return families
