"""The four C's as other authors read *The Bridge World* of October 1982, in hundredths."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from dealwright.cards import Rank
from dealwright.deals.features.base import Feature
from dealwright.deals.features.distribution import holds, sizes_of_holdings
from dealwright.deals.features.quality import (
    four_cs_of_shapes,
    honours_in_combination,
    quality_of_holdings,
)

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Table = NDArray[np.int64]

__all__ = ["FEATURES", "andrews_of_holdings", "pavlicek_of_holdings", "pavlicek_quality"]


def andrews_of_holdings() -> Table:
    """Return what one suit adds to Andrews's four C's, in hundredths, int64[8192].

    As ``cccc``, but the queen of a doubleton is 1/2 with a higher honour and 0 without, and a jack
    counts in three cards or more (``Deal``, ``lib/evaluators.tcl``).
    """
    return quality_of_holdings() + honours_in_combination((50, 0), jack_from=3)


def pavlicek_quality() -> Table:
    """Return the suit quality of Pavlicek's four C's, in hundredths, int64[8192].

    A tenth of the length times: A 4, K 3, Q 2, J 1, T 1/2 in a suit of any length; in two to six
    cards 1/2 more for the ten with the jack or two honours above it, 1/2 for the nine with the
    eight, the ten, or two of A K Q J T; in four to six cards 1/2 for the nine with neither the
    eight nor the ten below three of A K Q J; in longer suits as ``quality`` for missing honours
    (Pavlicek, rpbridge.net 8j19, as endplay quotes its steps).
    """
    size = sizes_of_holdings()
    ace, king, queen, jack = (holds(r) for r in (Rank.ACE, Rank.KING, Rank.QUEEN, Rank.JACK))
    ten, nine, eight = (holds(r) for r in (Rank.TEN, Rank.NINE, Rank.EIGHT))
    honours = ace + king + queen + jack
    tenths = 40 * ace + 30 * king + 20 * queen + 10 * jack + 5 * ten
    working_ten = ten * ((jack == 1) | (honours >= 2))
    touched = (eight == 1) | (ten == 1)
    working_nine = nine * (touched | (honours + ten == 2))
    lonely_nine = nine * ~touched * (honours == 3) * (size >= 4)
    middling = (size >= 2) & (size <= 6)
    tenths += 5 * middling * (working_ten + working_nine + lonely_nine)
    missing = np.minimum(size - 6, 2 * (1 - queen) + (1 - jack))
    tenths += 10 * np.maximum(missing, 0)
    quality: Table = size * tenths
    return quality


def pavlicek_of_holdings() -> Table:
    """Return what one suit adds to Pavlicek's four C's, in hundredths, int64[8192].

    Pavlicek's suit quality plus honours in combination; the queen of a doubleton is 1/2 with a
    higher honour and 1/4 without.
    """
    return pavlicek_quality() + honours_in_combination((50, 25), jack_from=1)


FEATURES = (
    Feature(
        "cccc_andrews", "the four C's as Deal reads them, in hundredths",
        andrews_of_holdings, four_cs_of_shapes, per_suit=False, scale=100,
    ),
    Feature(
        "cccc_pavlicek", "the four C's as Pavlicek reads them, in hundredths",
        pavlicek_of_holdings, four_cs_of_shapes, per_suit=False, scale=100,
    ),
)  # fmt: skip
