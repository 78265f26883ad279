"""Bergen's starting points: the part that adds up over suits, and the honour balance.

Marty Bergen, *Slam Bidding Made Easier*, 2008 (and *Points Schmoints!*, 1995, for the ideas). The
adjustment is a third of the balance, rounded toward zero, so it does not add up over suits. The
word ``starting_points`` of the condition language combines the two.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from dealwright.cards import Rank
from dealwright.deals.features.base import Feature
from dealwright.deals.features.distribution import sizes_of_holdings
from dealwright.deals.features.points import card_points

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Table = NDArray[np.int64]

__all__ = ["FEATURES", "bergen_of_holdings", "honour_balance_of_holdings"]

_A, _K, _Q, _J, _T = Rank.ACE, Rank.KING, Rank.QUEEN, Rank.JACK, Rank.TEN


def bergen_of_holdings() -> Table:
    """Return Bergen's points of each holding before the adjustment, int64[8192].

    High card points; plus 1 for each card beyond four; plus 1 for a suit of four cards or more with
    three of A K Q J T; minus 1 for a singleton king, queen or jack, and for a doubleton with the
    queen or the jack but without the ace.

    >>> aqj97, q3 = 0b1011010100000, 0b0010000000010
    >>> bergen_of_holdings()[[aqj97, q3]].tolist()
    [9, 1]
    """
    size = sizes_of_holdings()
    ace, king, queen, jack = (
        np.arange(8192, dtype=np.int64) >> rank & 1 for rank in (_A, _K, _Q, _J)
    )
    of_five = card_points({_A: 1, _K: 1, _Q: 1, _J: 1, _T: 1})
    quacks = queen + jack >= 1
    dubious = (size == 1) & (king | queen | jack == 1) | (size == 2) & (ace == 0) & quacks
    points: Table = card_points({_A: 4, _K: 3, _Q: 2, _J: 1}) + np.maximum(size - 4, 0)
    points += (size >= 4) & (of_five >= 3)
    points -= dubious
    return points


def honour_balance_of_holdings() -> Table:
    """Return aces plus tens minus queens minus jacks of each holding, int64[8192].

    >>> int(honour_balance_of_holdings()[0b1000100000000])
    2
    """
    return card_points({_A: 1, _T: 1, _Q: -1, _J: -1})


FEATURES = (
    Feature(
        "bergen_points", "Bergen's starting points before the adjustment for honours",
        bergen_of_holdings,
    ),
    Feature(
        "honour_balance", "aces and tens less queens and jacks (Bergen's Adjust-3 counts thirds)",
        honour_balance_of_holdings,
    ),
)  # fmt: skip
