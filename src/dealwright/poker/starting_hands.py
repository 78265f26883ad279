"""The classes of two cards in order of their equity against a random hand, best first."""

from __future__ import annotations

from fractions import Fraction
from functools import cache

import numpy as np

from dealwright.base.errors import PokerError
from dealwright.base.kernels.equity import WeightedHands
from dealwright.poker.games import game_named
from dealwright.poker.range_classes import PAIRS, HandClass, pack_hands

__all__ = ["ORDERED", "class_equities", "ordered_classes"]

ORDERED = (2, 4)  # hands at the table for which hold'em has an order

# The order of ``class_equities("holdem")``, which takes two seconds; a test compares them.
_HOLDEM = """
AA KK QQ JJ TT 99 88 AKs 77 AQs AJs AKo ATs AQo AJo KQs 66 A9s ATo KJs A8s KTs KQo A7s A9o KJo
55 QJs K9s A5s A6s A8o KTo QTs A4s A7o K8s A3s QJo K9o A5o A6o Q9s K7s JTs A2s QTo 44 A4o K6s
K8o Q8s A3o K5s J9s Q9o JTo K7o A2o K4s Q7s K6o K3s T9s J8s 33 Q6s Q8o K5o J9o K2s Q5s T8s K4o
J7s Q4s Q7o T9o J8o K3o Q6o Q3s 98s T7s J6s K2o 22 Q2s Q5o J5s T8o J7o Q4o 97s J4s T6s J3s Q3o
98o 87s T7o J6o 96s J2s Q2o T5s J5o T4s 97o 86s J4o T6o 95s T3s 76s J3o 87o T2s 85s 96o J2o T5o
94s 75s T4o 93s 86o 65s 84s 95o T3o 92s 76o 74s T2o 54s 85o 64s 83s 94o 75o 82s 73s 93o 65o 53s
63s 84o 92o 43s 74o 72s 54o 64o 52s 62s 83o 42s 82o 73o 53o 63o 32s 43o 72o 52o 62o 42o 32o
"""

# The order against three random hands, which PokerStove and Equilab show, simulated: 20 million
# rounds for each class, 170 million if neighbours are closer than 0.03 %. Classes still closer than
# 0.01 % may be in the wrong order. A slow test compares them.
_FOUR_HANDED = """
AA KK QQ JJ TT AKs 99 AQs AKo AJs KQs 88 ATs AQo KJs QJs KTs AJo KQo QTs A9s 77 ATo JTs KJo A8s
K9s QJo A7s KTo Q9s A5s 66 QTo A6s J9s A9o A4s T9s K8s JTo A3s K7s A8o Q8s K9o A2s J8s K6s 55
T8s A7o 98s Q9o K5s A5o J9o Q7s T9o K4s A6o A4o K8o J7s Q6s T7s K3s 97s 87s A3o 44 Q5s K7o K2s
Q8o J8o Q4s A2o T8o K6o J6s 76s T6s 98o 86s Q3s 96s J5s K5o Q2s J4s 33 Q7o 65s K4o 75s J7o J3s
T5s T7o 85s Q6o 87o 97o 95s K3o T4s J2s 54s Q5o 64s T3s K2o 22 74s Q4o T2s 84s 76o J6o 94s 86o
T6o 53s 96o 93s Q3o J5o 63s 43s 92s Q2o 73s J4o 65o 83s 75o 52s 82s 85o T5o J3o 95o 42s 54o 62s
T4o J2o 72s 64o 32s T3o 74o 84o T2o 94o 53o 93o 63o 43o 92o 73o 83o 52o 82o 42o 62o 72o 32o
"""


@cache
def class_equities(game: str = "holdem") -> dict[str, Fraction]:
    """Return the exact equity of each class of two cards against a random hand, best first.

    Every board and every other hand is counted: 2,097,572,400 showdowns per hand in hold'em.

    >>> equities = class_equities("short-deck")
    >>> len(equities), next(iter(equities)), round(float(equities["AKs"]), 4)
    (81, 'AA', 0.6107)

    :raises PokerError: if there is no such game, or its pots have a low half
    """
    if not game_named(game).has_one_value:
        raise PokerError(
            f"{game_named(game).name} has no order of its hands; write hands, as in AA A2s"
        )
    kernels = game_named(game).equity_kernels
    hands = pack_hands(game_named(game).name)
    masks = np.array(
        [1 << PAIRS[index][0] | 1 << PAIRS[index][1] for index in hands], dtype=np.uint64
    )
    random = WeightedHands(masks, np.ones(len(masks), dtype=np.uint64))
    wins, ties, met = kernels.compare([random, random], 0, 0, [-1, 0, 1, 2], 0, 1).tolist()
    index_of = {hand: index for index, hand in enumerate(hands)}
    equities = {}
    for kind in _classes(hands):
        indices = [index_of[hand] for hand in kind.hands]
        halves = sum(2 * wins[index] + ties[index] for index in indices)
        equities[kind.name] = Fraction(halves, 2 * sum(met[index] for index in indices))
    return dict(sorted(equities.items(), key=lambda item: -item[1]))


def _classes(hands: tuple[int, ...]) -> list[HandClass]:
    ranks = sorted({card % 13 for hand in hands for card in PAIRS[hand]}, reverse=True)
    pairs = [HandClass(rank, rank) for rank in ranks]
    unlike = [(high, low) for high in ranks for low in ranks if low < high]
    return pairs + [HandClass(high, low, kind) for high, low in unlike for kind in "so"]


@cache
def ordered_classes(game: str, players: int = 2) -> tuple[str, ...]:
    """Return the names of the classes of two cards, the best against random hands first.

    ``players`` is the number of hands: 2, or in hold'em 4.

    >>> ordered_classes("holdem")[:4], len(ordered_classes("short-deck"))
    (('AA', 'KK', 'QQ', 'JJ'), 81)
    >>> ordered_classes("holdem", 4)[4:8]
    ('TT', 'AKs', '99', 'AQs')
    """
    if game == "holdem":
        return tuple((_HOLDEM if players == 2 else _FOUR_HANDED).split())
    return tuple(class_equities(game))
