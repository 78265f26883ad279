"""Hand valuations by their published definitions; fractions are in hundredths."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from dealwright.cards import Rank
from dealwright.deals.features.base import Feature
from dealwright.deals.features.distribution import holds, losers_of_holdings, sizes_of_holdings
from dealwright.deals.features.points import card_points
from dealwright.numbering.shapes import all_shapes

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Table = NDArray[np.int64]

__all__ = [
    "FEATURES",
    "half_losers_of_holdings",
    "honour_tricks_of_holdings",
    "new_losers_of_holdings",
    "quick_tricks_of_holdings",
    "stoppers_of_holdings",
    "tenace_losers_of_holdings",
]

_A, _K, _Q, _J, _T = (
    Rank.ACE, Rank.KING, Rank.QUEEN, Rank.JACK, Rank.TEN,
)  # fmt: skip
_HCP = {_A: 4, _K: 3, _Q: 2, _J: 1}


def _longest(n: int) -> Table:
    """Return the cards in the n longest suits of each shape, int64[560]."""
    lengths = -np.sort(-all_shapes().astype(np.int64), axis=1)
    longest: Table = lengths[:, :n].sum(axis=1)
    return longest


def _shortest() -> Table:
    shortest: Table = all_shapes().astype(np.int64).min(axis=1)
    return shortest


def new_losers_of_holdings() -> Table:
    """Return the losers of the New Losing Trick Count in hundredths, int64[8192].

    A missing ace is one and a half, king one, queen half a loser, in suits long enough to have
    them: three cards or more all three, a doubleton ace and king, a singleton the ace (Klinger,
    *The Modern Losing Trick Count*, 2011 edition).
    """
    size = sizes_of_holdings()
    losers = 150 * (1 - holds(_A)) * (size >= 1)
    losers += 100 * (1 - holds(_K)) * (size >= 2)
    losers += 50 * (1 - holds(_Q)) * (size >= 3)
    return losers


def half_losers_of_holdings() -> Table:
    """Return twice the classic losers, plus 1 for an unsupported queen, int64[8192].

    In three cards or more a queen without A, K, J or T is half a trick (``losers`` of ``Deal``).
    """
    alone = holds(_Q) * (holds(_A) + holds(_K) + holds(_J) + holds(_T) == 0)
    halves: Table = 2 * losers_of_holdings() + alone * (sizes_of_holdings() >= 3)
    return halves


def tenace_losers_of_holdings() -> Table:
    """Return the losers of each holding with halves for tenaces, in hundredths, int64[8192].

    Half a loser less for a singleton king, A Q alone, and A K J, A Q J, A J T or K J T as the top
    of a suit; half a loser more for a queen of three cards or more without A, K and J (``ltc`` of
    DealerV2_4).
    """
    size = sizes_of_holdings()
    ace, king, queen, jack, ten = (holds(rank) for rank in (_A, _K, _Q, _J, _T))
    tenaces = (size == 1) & (king == 1) | (size == 2) & (ace + queen == 2)
    tenaces |= (jack == 1) & (ace == 1) & (king + queen == 1)
    tenaces |= (jack + ten == 2) & (ace + king == 1) & (queen == 0)
    alone = (size >= 3) & (queen == 1) & (ace + king + jack == 0)
    losers: Table = 100 * losers_of_holdings() - 50 * tenaces + 50 * alone
    return losers


def quick_tricks_of_holdings() -> Table:
    """Return the quick tricks of each holding in hundredths, int64[8192].

    AK 2, AQ 1 1/2, A 1, KQ 1, K with another card 1/2 (Goren, *Contract Bridge Complete*).
    """
    ace, king, queen = holds(_A), holds(_K), holds(_Q)
    guarded = king * (sizes_of_holdings() >= 2)
    return np.select(
        [ace * king == 1, ace * queen == 1, ace == 1, king * queen == 1, guarded == 1],
        [200, 150, 100, 100, 50],
        0,
    )


def honour_tricks_of_holdings() -> Table:
    """Return Culbertson's honour tricks of each holding in hundredths, int64[8192].

    AK 2, AQ 1 1/2, A 1, KQ 1, KJT 1, K with another card 1/2, QJ with another card 1/2; plus values
    are left out (Culbertson, *Contract Bridge Blue Book*, 1930).
    """
    ace, king, queen, jack, ten = (holds(rank) for rank in (_A, _K, _Q, _J, _T))
    size = sizes_of_holdings()
    return np.select(
        [
            ace * king == 1,
            ace * queen == 1,
            ace == 1,
            king * queen == 1,
            king * jack * ten == 1,
            king * (size >= 2) == 1,
            queen * jack * (size >= 3) == 1,
        ],
        [200, 150, 100, 100, 100, 50, 50],
        0,
    )


def stoppers_of_holdings() -> Table:
    """Return whether a suit is stopped: A, K and a card, Q and two, or J and three, int64[8192]."""
    size = sizes_of_holdings()
    cards = {_A: 1, _K: 2, _Q: 3, _J: 4}
    stopped: Table = np.max([holds(rank) * (size >= few) for rank, few in cards.items()], axis=0)
    return stopped


def _zar_of_holdings() -> Table:
    """High card points and controls: A 6, K 4, Q 2, J 1."""
    return card_points({_A: 6, _K: 4, _Q: 2, _J: 1})


def _short_suit_points() -> Table:
    """Void 3, singleton 2, doubleton 1 for each suit, int64[560]."""
    points: Table = np.maximum(3 - all_shapes().astype(np.int64), 0).sum(axis=1)
    return points


def _long_suit_points() -> Table:
    """One for each card beyond four in a suit, int64[560]."""
    points: Table = np.maximum(all_shapes().astype(np.int64) - 4, 0).sum(axis=1)
    return points


FEATURES = (
    Feature(
        "new_losers", "New Losing Trick Count (Klinger) in hundredths",
        new_losers_of_holdings, scale=100, aliases=("ltc",),
    ),
    Feature(
        "half_losers", "losers in halves, a lone queen of three cards half a trick (Deal)",
        half_losers_of_holdings,
    ),
    Feature(
        "tenace_losers", "losers with halves for tenaces (DealerV2_4), in hundredths",
        tenace_losers_of_holdings, scale=100,
    ),
    Feature(
        "quick_tricks", "quick tricks (Goren) in hundredths", quick_tricks_of_holdings, scale=100
    ),
    Feature(
        "honour_tricks", "honour tricks (Culbertson, without plus values) in hundredths",
        honour_tricks_of_holdings, scale=100,
    ),
    Feature(
        "stoppers", "suits that are stopped: A, K and a card, Q and two, or J and three",
        stoppers_of_holdings,
    ),
    Feature(
        "zar", "Zar points: HCP, controls, the two longest suits, longest less shortest",
        _zar_of_holdings, lambda: _longest(2) + _longest(1) - _shortest(), per_suit=False,
    ),
    Feature(
        "opening_count", "HCP and the two longest suits, for the rules of 18 to 22",
        lambda: card_points(_HCP), lambda: _longest(2), per_suit=False,
    ),
    Feature(
        "opening_count_quick", "HCP, two longest suits, quick tricks, in hundredths (rule of 22)",
        lambda: 100 * card_points(_HCP) + quick_tricks_of_holdings(), lambda: 100 * _longest(2),
        per_suit=False, scale=100,
    ),
    Feature(
        "pearson", "HCP and spades: Pearson's points, for the rule of 15",
        lambda: card_points(_HCP), lambda: all_shapes()[:, 0], per_suit=False,
    ),
    Feature(
        "goren", "HCP and short suits: void 3, singleton 2, doubleton 1",
        lambda: card_points(_HCP), _short_suit_points, per_suit=False,
    ),
    Feature(
        "long_points", "HCP and one for each card beyond four in a suit",
        lambda: card_points(_HCP), _long_suit_points, per_suit=False,
    ),
    Feature(
        "bum_rap", "A 4.5, K 3, Q 1.5, J 0.75, T 0.25 in hundredths",
        lambda: card_points({_A: 450, _K: 300, _Q: 150, _J: 75, _T: 25}), scale=100,
    ),
    Feature(
        "fifths", "Andrews's fifths: A 4, K 2.8, Q 1.8, J 1, T 0.4 in hundredths",
        lambda: card_points({_A: 400, _K: 280, _Q: 180, _J: 100, _T: 40}), scale=100,
    ),
)  # fmt: skip
