"""Kaplan and Rubens's suit quality and four C's, in hundredths, as ``dealer`` computes them.

The method is from "Four C's", *The Bridge World*, October 1982: suit quality, plus controls and
honours in combination, plus shape.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from dealwright.cards import Rank
from dealwright.deals.features.base import Feature
from dealwright.deals.features.distribution import holds, sizes_of_holdings
from dealwright.numbering.shapes import all_shapes

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = [
    "FEATURES",
    "four_cs_of_holdings",
    "four_cs_of_shapes",
    "honours_in_combination",
    "quality_of_holdings",
]


def quality_of_holdings() -> NDArray[np.int64]:
    """Return the suit quality of each holding in hundredths, int64[8192].

    A tenth of the length times: A 4, K 3, Q 2, J 1; in a suit of up to six cards the ten 1 with the
    jack or two honours above it, else 1/2, and the nine 1/2 with the ten, the eight or two honours
    above it; in a longer suit, where length does their work, 2 for a missing queen and 1 for a
    missing jack, but no more than one for each card beyond six.
    """
    size = sizes_of_holdings()
    ace, king, queen, jack = (holds(r) for r in (Rank.ACE, Rank.KING, Rank.QUEEN, Rank.JACK))
    ten, nine, eight = (holds(r) for r in (Rank.TEN, Rank.NINE, Rank.EIGHT))
    above_ten = ace + king + queen + jack
    above_nine = above_ten + ten
    tenths = 10 * size * (4 * ace + 3 * king + 2 * queen + jack)
    short = size <= 6
    ten_points = np.where((above_ten >= 2) | (jack == 1), 10, 5)
    nine_points = np.where((above_nine == 2) | (ten == 1) | (eight == 1), 5, 0)
    spots = size * (ten * ten_points + nine * nine_points)
    length = 10 * size * np.minimum(size - 6, 2 * (1 - queen) + (1 - jack))
    return tenths + np.where(short, spots, length)


def honours_in_combination(short_queen: tuple[int, int], jack_from: int) -> NDArray[np.int64]:
    """Return the four C's for honours by themselves, in hundredths, int64[8192].

    Ace 3; king 2 (alone 1/2); queen in three cards or more 1 with a higher honour or 3/4 without;
    jack in ``jack_from`` cards or more 1/2 with two higher honours, 1/4 with one; ten 1/4 with two
    higher honours, or with one and the nine. ``short_queen`` is the queen of a doubleton with and
    without a higher honour: readings of the text differ there. A singleton queen counts 0.
    """
    size = sizes_of_holdings()
    ace, king, queen, jack = (holds(r) for r in (Rank.ACE, Rank.KING, Rank.QUEEN, Rank.JACK))
    ten, nine = holds(Rank.TEN), holds(Rank.NINE)
    covered = ace + king >= 1
    long_queen = np.where(covered, 100, 75)
    doubleton_queen = np.where(covered, *short_queen)
    points = 300 * ace + king * np.where(size == 1, 50, 200)
    points += queen * np.select([size >= 3, size == 2], [long_queen, doubleton_queen], 0)
    above_jack = ace + king + queen
    jack_points = np.select([above_jack == 2, above_jack == 1], [50, 25], 0)
    points += jack * jack_points * (size >= jack_from)
    above_ten = above_jack + jack
    points += ten * 25 * ((above_ten == 2) | ((above_ten == 1) & (nine == 1)))
    return points


def four_cs_of_holdings() -> NDArray[np.int64]:
    """Return what one suit adds to the four C's, in hundredths, int64[8192].

    Suit quality, and honours in combination; the queen of a doubleton is 3/4 with a higher honour
    and 1/2 without, as ``dealer`` reads the text.
    """
    return quality_of_holdings() + honours_in_combination((75, 50), jack_from=1)


def four_cs_of_shapes() -> NDArray[np.int64]:
    """Return what the shape adds to the four C's, in hundredths, int64[560].

    Void 3, singleton 2, doubleton 1, less 1 when there is any; 4333 loses 1/2.
    """
    lengths = all_shapes().astype(np.int64)
    points = 100 * np.maximum(3 - lengths, 0).sum(axis=1)
    return np.where(points > 0, points - 100, -50)


FEATURES = (
    Feature(
        "quality", "suit quality (Kaplan-Rubens) in hundredths",
        quality_of_holdings, whole_hand=False, scale=100,
    ),
    Feature(
        "cccc", "Kaplan-Rubens four C's in hundredths",
        four_cs_of_holdings, four_cs_of_shapes, per_suit=False, scale=100,
    ),
)  # fmt: skip
