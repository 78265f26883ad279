"""The known answers that every benchmark is held to, computed without the package's own code."""

from __future__ import annotations

from fractions import Fraction
from math import sqrt
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = [
    "BALANCED",
    "LENGTH",
    "NORTH_STRONG_NOTRUMP",
    "NUMBER",
    "POINTS",
    "PROBABILITY",
    "SOUTH_STRONG_NOTRUMP",
    "WrongAnswerError",
    "check_masks",
    "check_mean_points",
    "check_share",
    "check_strong_notrump",
    "require",
]

# dealer, Deal and Dealwright all read this text, or an equivalent
NORTH_STRONG_NOTRUMP = (
    "hcp(north) >= 15 && hcp(north) <= 17 && shape(north, any 4333 + any 4432 + any 5332)"
)
SOUTH_STRONG_NOTRUMP = NORTH_STRONG_NOTRUMP.replace("north", "south")
# exact: convolution over the four suits of the 8192 holdings by length and points
PROBABILITY = Fraction(2610137721058114653884217600, 53644737765488792839237440000)

ERRORS = 5  # standard errors; a right answer fails with probability 6e-7
# 13 of 52 cards without replacement, 4 each of 4, 3, 2, 1 points: 13 (39/51) (290/169) = 17.0588
DEVIATION = sqrt(13 * 39 / 51 * 290 / 169)
PACK = (1 << 52) - 1

POINTS = np.array([sum(max(0, r - 8) for r in range(13) if x >> r & 1) for x in range(8192)])
LENGTH = np.array([x.bit_count() for x in range(8192)])
# by spades, hearts, diamonds: whether no suit is short or long; the squares add to 43, 45 or 47
_SPADES, _HEARTS, _DIAMONDS = np.meshgrid(*[np.arange(14)] * 3, indexing="ij")
_CLUBS = 13 - _SPADES - _HEARTS - _DIAMONDS
BALANCED = (_SPADES**2 + _HEARTS**2 + _DIAMONDS**2 + _CLUBS**2 <= 47) & (_CLUBS >= 0)
# by spades, hearts, diamonds: the shape's number in squashed order (Andrews 1996)
_SH, _SHD = _SPADES + _HEARTS, _SPADES + _HEARTS + _DIAMONDS
NUMBER = (_SHD + 2) * (_SHD + 1) * _SHD // 6 + (_SH + 1) * _SH // 2 + _SPADES


class WrongAnswerError(AssertionError):
    """A contestant gave an answer that it should not."""


def require(right: bool, message: str) -> None:
    """Raise unless the answer is right; a check that ``python -O`` keeps.

    :raises WrongAnswerError: with the message
    """
    if not right:
        raise WrongAnswerError(message)


def check_share(who: str, hits: int, deals: int, expected: Fraction = PROBABILITY) -> None:
    """Check a number of accepted deals against the exact probability."""
    share = float(expected)
    errors = (hits - deals * share) / sqrt(deals * share * (1 - share))
    require(
        deals > 0 and abs(errors) <= ERRORS,
        f"{who}: {hits:,} of {deals:,} deals accepted, {errors:+.1f} standard errors from "
        f"{share:.6f}",
    )


def check_mean_points(who: str, mean: float, deals: int) -> None:
    """Check the mean high card points of one seat; it is 10."""
    errors = (mean - 10) / (DEVIATION / sqrt(deals))
    require(
        abs(errors) <= ERRORS,
        f"{who}: mean points {mean:.4f} in {deals:,} deals, {errors:+.1f} standard errors from 10",
    )


def suits(hands: NDArray[np.uint64]) -> list[NDArray[np.intp]]:
    """Return the holdings in spades, hearts, diamonds and clubs, each intp[n], of hands uint64[n].

    A card is bit ``13 * suit + rank``, clubs and the deuce lowest.
    """
    return [(hands >> np.uint64(13 * s) & np.uint64(8191)).astype(np.intp) for s in (3, 2, 1, 0)]


def check_masks(who: str, masks: NDArray[np.uint64]) -> None:
    """Check that every row of uint64[n, 4] deals the pack, and that the deals look random.

    That is: each seat's mean points, and the share of North's hands that are strong notrumps (a
    pack in its first order has the right mean, but no such hand).
    """
    joined = masks[:, 0] | masks[:, 1] | masks[:, 2] | masks[:, 3]
    require(bool((joined == PACK).all()), f"{who}: a row lacks a card")
    for seat in range(4):
        holdings = suits(masks[:, seat])
        sizes = np.sum([LENGTH[h] for h in holdings], axis=0)
        require(bool((sizes == 13).all()), f"{who}: a hand has not 13 cards")
        points = np.sum([POINTS[h] for h in holdings], axis=0)
        check_mean_points(f"{who}, seat {seat}", float(points.mean()), len(masks))
    check_share(f"{who}, North", int(is_strong_notrump(masks[:, 0]).sum()), len(masks))


def is_strong_notrump(hands: NDArray[np.uint64]) -> NDArray[np.bool_]:
    """Return which hands, uint64[n], have 15 to 17 points and are 4333, 4432 or 5332."""
    holdings = suits(hands)
    points = np.sum([POINTS[h] for h in holdings], axis=0)
    spades, hearts, diamonds = (LENGTH[h] for h in holdings[:3])
    right: NDArray[np.bool_] = (points >= 15) & (points <= 17) & BALANCED[spades, hearts, diamonds]
    return right


def check_strong_notrump(who: str, hands: NDArray[np.uint64]) -> None:
    """Check that every hand has 15 to 17 points and is 4333, 4432 or 5332."""
    wrong = int((~is_strong_notrump(hands)).sum())
    require(wrong == 0, f"{who}: {wrong} deals do not satisfy the condition")
