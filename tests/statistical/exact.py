"""Statistics of batches of deals whose distribution under uniform dealing is known exactly.

Each function returns the probability of a statistic at least as large (its p-value). Over n
independent uniform deals the statistics are asymptotically chi-square:

* owners: counts O of card c at seat s. The covariance of the 52 x 4 indicators is
  (52/51)(I - J/52) x (1/4)(I - J/4), so 51/52 of sum (O - n/4)^2 / (n/4) has 51 * 3 = 153 degrees.
* pairs: how often two cards are in one hand, p = 12/51. A card has always 12 companions, so the
  1326 counts live in the 1326 - 52 = 1274-dimensional component that permutations of the pack
  cannot split further; there the covariance is one number, 1326 p (1 - p) / 1274.
* shapes and HCP of a seat, two seats' lengths in a suit, a seat's length in one deal and the next:
  multinomial with the exact numbers of hands, cells of expectation under ten joined.
"""

from __future__ import annotations

from math import comb
from typing import TYPE_CHECKING

import numpy as np
from scipy.stats import chi2

from dealwright import Seat, Suit
from dealwright.deals import Deals
from dealwright.numbering.shapes import shape_hands
from tests.golden import published

if TYPE_CHECKING:
    from numpy.typing import NDArray


def owner_bits(masks: NDArray[np.uint64]) -> NDArray[np.uint8]:
    """Return whether seat s holds card c, uint8[4, 52, n]."""
    cards = np.arange(52, dtype=np.uint64)
    return np.stack(
        [(masks[:, s][None, :] >> cards[:, None] & np.uint64(1)).astype(np.uint8) for s in range(4)]
    )


def owners(masks: NDArray[np.uint64]) -> float:
    counts = owner_bits(masks).sum(axis=2, dtype=np.int64)
    n = len(masks)
    statistic = ((counts - n / 4) ** 2 / (n / 4)).sum() * 51 / 52
    return float(chi2.sf(statistic, 153))


def pairs(masks: NDArray[np.uint64]) -> float:
    n = len(masks)
    together = np.zeros((52, 52))
    for start in range(0, n, 1 << 15):
        bits = owner_bits(masks[start : start + (1 << 15)]).astype(np.float32)
        for seat in range(4):
            together += bits[seat] @ bits[seat].T
    counts = together[np.triu_indices(52, 1)]
    p = 12 / 51
    statistic = ((counts - n * p) ** 2).sum() / (n * 1326 * p * (1 - p) / 1274)
    return float(chi2.sf(statistic, 1274))


def shapes(masks: NDArray[np.uint64], seat: int) -> float:
    index = Deals.trusted(masks).hands(Seat(seat)).shape_index
    return multinomial(np.bincount(index, minlength=560), shape_hands() / published.HANDS)


def points(masks: NDArray[np.uint64], seat: int) -> float:
    hcp = Deals.trusted(masks).hands(Seat(seat)).hcp
    shares = np.array(published.HANDS_BY_HCP) / published.HANDS
    return multinomial(np.bincount(hcp, minlength=38), shares)


def joint_lengths(masks: NDArray[np.uint64], seat: int, other: int, suit: int) -> float:
    """Two seats' lengths in one suit, jointly hypergeometric."""
    shares = np.array(
        [
            [
                comb(13, i) * comb(39, 13 - i) * comb(13 - i, j) * comb(26 + i, 13 - j)
                / (comb(52, 13) * comb(39, 13))
                for j in range(14)
            ]
            for i in range(14)
        ]
    )  # fmt: skip
    first, second = lengths(masks, seat, suit), lengths(masks, other, suit)
    counts = np.bincount(14 * first + second, minlength=196)
    return multinomial(counts, shares.ravel())


def serial_lengths(masks: NDArray[np.uint64], seat: int, suit: int) -> float:
    """A seat's length in a suit in one deal and in the next, over disjoint pairs of deals."""
    share = np.array([comb(13, i) * comb(39, 13 - i) / comb(52, 13) for i in range(14)])
    length = lengths(masks, seat, suit)
    even, odd = length[0:-1:2], length[1::2]
    counts = np.bincount(14 * even + odd, minlength=196)
    return multinomial(counts, np.outer(share, share).ravel())


def lengths(masks: NDArray[np.uint64], seat: int, suit: int) -> NDArray[np.int64]:
    return Deals.trusted(masks).hands(Seat(seat)).length(Suit(suit)).astype(np.int64)


def multinomial(counts: NDArray[np.int64], shares: NDArray[np.float64]) -> float:
    """Return the p-value of Pearson's statistic, rare cells joined into one."""
    n = counts.sum()
    expected = n * shares
    rare = expected < 10
    observed = np.append(counts[~rare], counts[rare].sum())
    wanted = np.append(expected[~rare], expected[rare].sum())
    keep = wanted > 0
    statistic = ((observed[keep] - wanted[keep]) ** 2 / wanted[keep]).sum()
    return float(chi2.sf(statistic, keep.sum() - 1))


def all_p_values(masks: NDArray[np.uint64]) -> dict[str, float]:
    """Return the p-values of every statistic: sixteen of them."""
    found = {"owners": owners(masks), "pairs": pairs(masks)}
    for seat in range(4):
        found[f"shapes of {'NESW'[seat]}"] = shapes(masks, seat)
        found[f"points of {'NESW'[seat]}"] = points(masks, seat)
    for suit, (seat, other) in enumerate([(0, 1), (0, 2), (1, 2), (2, 3)]):
        found[f"lengths of {'NESW'[seat]} and {'NESW'[other]}"] = joint_lengths(
            masks, seat, other, suit
        )
    found["serial lengths of N"] = serial_lengths(masks, 0, 3)
    found["serial lengths of S"] = serial_lengths(masks, 2, 1)
    return found
