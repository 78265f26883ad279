"""Where each card goes: cards by seats, by boards and by the order of a new pack.

Over fair boards the 52 x 4 indicators of a board, card c at seat s, have the covariance
(52/51)(I - J/52) x (1/4)(I - J/4). Scaled by its inverse root a board is a vector Y of 153
dimensions with the covariance I and the length sqrt(153), and of two boards Y1 . Y2 is
(204/52)(M - 13), where M counts the cards that are at the same seat in both. The law of M is exact
(``same_seat_law``). It does not depend on the first board, so over boards that follow each other
the numbers are independent, and a fixed deal may take the place of the first.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import permutations
from math import comb, factorial, sqrt
from typing import TYPE_CHECKING

import numpy as np

from dealwright.fair.audit.answers import AuditTest
from dealwright.fair.audit.laws import Distribution, tails

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from dealwright.fair.audit.sessions import Session

    Seats = NDArray[np.uint8]

__all__ = [
    "SEATS_OF_ONE",
    "TOUCHING",
    "card_tests",
    "new_packs",
    "same_seat_law",
    "table_moments",
    "table_power",
]

_AT_ONCE = 1 << 14  # boards
_FREE = 51 * 3  # dimensions of a board
_SCALE = 204 / 52  # of the squares of a table of cards by seats
_SCALE_OF_SEATS = 51 / 169  # of the squares of a table of seats by seats
_FREE_OF_SEATS = 9
_SHORTEST_TREND = 3  # boards of a file, at least

# Deals by the number of pairs of cards of one suit and of neighbouring rank, such as the ace and
# the king, that are in one hand: tools/card_laws.py.
TOUCHING: tuple[int, ...] = (
    141134095290429908002008,
    2068702379281956633508224,
    14866306584887120827502880,
    69794991993647660237881920,
    240683269328949551419679328,
    649862646031195376330203776,
    1430201552483100562310167776,
    2637036308367234038386897344,
    4155586558021692649950971184,
    5681645838685961128209179520,
    6818890638258561789976653216,
    7250699378090639475774006336,
    6882185359915860111282099744,
    5866958899554309419828182272,
    4514742579408364778722149888,
    3149223918637632160923697536,
    1998173493573864122719428264,
    1156568914260767758359214080,
    612134416839311988213399552,
    296821039316202063070633728,
    132062622552431907606908928,
    53977503355681868835298176,
    20284358107745846800459584,
    7012285191556916351023872,
    2230559071254339890494176,
    652836451164419347423488,
    175746668205289006017216,
    43490060774720640805248,
    9883462878751801173120,
    2060158814413811436672,
    393251541143848633728,
    68605503856211332224,
    10912452490737239400,
    1577998123607878272,
    206734754016871776,
    24437790694323648,
    2593885805716896,
    245847812779008,
    20684638747872,
    1537451800896,
    100954790640,
    5937858432,
    326490912,
    17531712,
    894816,
    47232,
    3456,
    0,
    24,
)
# The variance of the table of seats by seats for one pair of boards, from the same tool.
SEATS_OF_ONE = Fraction(10368, 637)


@dataclass(frozen=True)
class _Tables:
    """The sums over all boards: cards by seats, from north and from the dealer, and weighted."""

    by_seat: NDArray[np.int64]
    by_dealer: NDArray[np.int64]
    by_place: NDArray[np.float64]
    next_board: NDArray[np.int64]  # seats of a board by seats of the one after it
    touching: int


def card_tests(sessions: Sequence[Session]) -> Iterator[AuditTest]:
    """Yield the tests of where each card goes, for boards of sessions, in their order.

    They are for hands dealt without a condition.
    """
    sizes = np.array([len(session.masks) for session in sessions], dtype=np.int64)
    n = int(sizes.sum())
    places = np.concatenate([np.arange(size, dtype=np.int64) for size in sizes])
    last = places == np.repeat(sizes, sizes.astype(np.intp)) - 1
    weights = _trend(sizes)
    tables = _tables(
        np.concatenate([session.masks for session in sessions]), _dealers(sessions), weights, last
    )
    even = np.full(n, 1 / sqrt(n), dtype=np.float64)
    for name, table, seats in (
        ("cards by seat", tables.by_seat, "seats"),
        ("cards by seat from dealer", tables.by_dealer, "seats after the dealer"),
    ):
        statistic = _SCALE / n * float(((table - n / 4) ** 2).sum())
        yield _of_moments(
            name, statistic, *table_moments(even), step=2 * _SCALE / n,
            more=f"single cards come to some {seats} too often",
            less=f"each card comes to the four {seats} more evenly than chance gives",
        )  # fmt: skip
    if weights.any():
        statistic = _SCALE * float(((tables.by_place - weights.sum() / 4) ** 2).sum())
        yield _of_moments(
            "cards over the file", statistic, *table_moments(weights), step=0.0,
            more="single cards move from seat to seat over a file",
            less="over a file each card comes to the four seats more evenly than chance gives",
        )  # fmt: skip
    pairs = int((~last).sum())
    if pairs:
        squares = float(((tables.next_board - 13 * pairs / 4) ** 2).sum())
        yield _of_moments(
            "seats of the next board", _SCALE_OF_SEATS / pairs * squares,
            *_moments_of_seats(pairs), step=2 * _SCALE_OF_SEATS / pairs,
            more="where a card is on one board tells where it is on the next",
            less="the cards of a hand are divided on the next board more evenly than chance gives",
        )  # fmt: skip
    yield _new_pack(tables.by_seat, n)
    law = Distribution.of(dict(enumerate(TOUCHING))).times(n)
    p_value = float(law.p_values([tables.touching])[0])
    which = "more" if tables.touching > law.mean else "fewer"
    yield AuditTest(
        "touching cards", p_value, 1.0, tables.touching, law.mean, law.deviation, "exact",
        f"{which} cards of neighbouring rank in one hand than chance gives",
    )  # fmt: skip


def _dealers(sessions: Sequence[Session]) -> Seats:
    """Return the dealer of each board: of its number, or of its place if it has none."""
    numbers = [
        place if number is None else number
        for session in sessions
        for place, number in enumerate(session.numbers, 1)
    ]
    return ((np.array(numbers, dtype=np.int64) - 1) % 4).astype(np.uint8)


def _trend(sizes: NDArray[np.int64]) -> NDArray[np.float64]:
    """Return weights that rise evenly over each session, with the sum 0 and the squares 1.

    They are 0 in sessions of fewer than three boards.
    """
    parts = [
        (2 * np.arange(size, dtype=np.int64) - size + 1) / size * (size >= _SHORTEST_TREND)
        for size in sizes.tolist()
    ]
    weights = np.concatenate(parts)
    length = sqrt(float(weights @ weights))
    return weights / length if length else weights


def _tables(
    masks: NDArray[np.uint64],
    dealers: Seats,
    weights: NDArray[np.float64],
    last: NDArray[np.bool_],
) -> _Tables:
    cards = np.arange(52, dtype=np.uint64)
    by_seat, by_dealer = (np.zeros((52, 4), dtype=np.int64) for _ in range(2))
    by_place, next_board = np.zeros((52, 4), dtype=np.float64), np.zeros(16, dtype=np.int64)
    touching = 0
    inside = np.arange(51, dtype=np.int64) % 13 != 12  # not an ace and the next suit's two
    previous = np.empty((0, 52), dtype=np.uint8)
    for start in range(0, len(masks), _AT_ONCE):
        part = slice(start, start + _AT_ONCE)
        seats = np.zeros((len(masks[part]), 52), dtype=np.uint8)
        for seat in (1, 2, 3):
            held = masks[part, seat, None] >> cards & np.uint64(1)
            seats += np.uint8(seat) * held.astype(np.uint8)
        from_dealer = (seats - dealers[part, None]) & np.uint8(3)
        for seat in range(4):
            here = seats == seat
            by_seat[:, seat] += here.sum(0)
            by_place[:, seat] += weights[part] @ here
            by_dealer[:, seat] += (from_dealer == seat).sum(0)
        touching += int((seats[:, :-1] == seats[:, 1:])[:, inside].sum())
        rows = np.concatenate([previous, seats])
        followed = ~last[start - len(previous) : start + len(seats) - 1]
        steps = (4 * rows[:-1] + rows[1:])[followed]
        next_board += np.bincount(steps.ravel(), minlength=16)
        previous = seats[-1:]
    return _Tables(by_seat, by_dealer, by_place, next_board.reshape(4, 4), touching)


def _of_moments(
    name: str, statistic: float, mean: float, variance: float, third: float,
    *, step: float, more: str, less: str,
) -> AuditTest:  # fmt: skip
    """Test a sum of squares by its moments; ``step`` is the distance of two possible values."""
    if variance <= 0:  # of a single board
        return AuditTest(name, 1.0, 1.0, round(statistic, 3), mean, 0.0, "moments", more)
    deviation = sqrt(variance)
    below, _ = tails((statistic + step / 2 - mean) / deviation, third / deviation**3)
    _, above = tails((statistic - step / 2 - mean) / deviation, third / deviation**3)
    words = more if above < below else less
    p_value = min(1.0, 2 * min(below, above))
    return AuditTest(name, p_value, 1.0, round(statistic, 3), mean, deviation, "moments", words)


# ------------------------------------------------------------------------------- laws and moments


@cache
def same_seat_law() -> tuple[int, ...]:
    """Return the number of deals with 0 to 52 cards at the same seat as in a given deal.

    Choosing k of these cards, k_s of each seat, leaves (52 - k)! / product (13 - k_s)! deals. The
    numbers with exactly m follow by inclusion and exclusion.
    """
    chosen = [1]
    whole = factorial(52)
    for _ in range(4):
        seat = [comb(13, k) * factorial(13) // factorial(13 - k) for k in range(14)]
        chosen = [
            sum(chosen[i] * seat[k - i] for i in range(max(0, k - 13), min(len(chosen), k + 1)))
            for k in range(len(chosen) + 13)
        ]
    deals = whole // factorial(13) ** 4
    sums = [deals * chosen[k] * factorial(52 - k) // whole for k in range(53)]
    return tuple(
        sum((-1) ** (k - m) * comb(k, m) * sums[k] for k in range(m, 53)) for m in range(53)
    )


@cache
def _same_seat() -> Distribution:
    return Distribution.of(dict(enumerate(same_seat_law())))


def table_moments(weights: NDArray[np.float64]) -> tuple[float, float, float]:
    """Return the mean, the variance and the third central moment of |sum of w Y|^2, exactly.

    ``weights`` are those of independent boards, with the sum of squares 1. The square is 153 plus
    the sum of w_i w_j Y_i . Y_j over i != j. A product Y_i . Y_j has the mean 0, the variance 153
    and the third moment of (204/52)(M - 13); three of a triangle have the mean 153.
    """
    law = _same_seat()
    values = np.arange(len(law.chances), dtype=np.int64) + law.least - 13.0
    cubes = _SCALE**3 * float(values**3 @ law.chances)
    third, fourth, sixth = (float((weights**power).sum()) for power in (3, 4, 6))
    return (
        float(_FREE),
        2 * _FREE * (1 - fourth),
        4 * cubes * (third**2 - sixth) + 8 * _FREE * (1 - 3 * fourth + 2 * sixth),
    )


def table_power(distance: float, boards: int, level: float) -> float:
    """Return about how often boards of a faulty dealer fail the test of cards by seat.

    ``distance`` is the square of the mean of their Y. The table then has a noncentral chi-square,
    of which the mean is exact.
    """
    _, variance, third = table_moments(np.full(boards, 1 / sqrt(boards), dtype=np.float64))
    if variance <= 0:
        return 0.0
    deviation, low, high = sqrt(variance), 0.0, 1e3
    for _ in range(60):
        middle = (low + high) / 2
        _, above = tails(middle, third / deviation**3)
        low, high = (middle, high) if above > level / 2 else (low, middle)
    further = (boards - 1) * distance
    wider = sqrt(variance + 4 * further)
    score = (deviation * high - further) / wider
    return tails(score, (third + 24 * further) / wider**3)[1]


def _moments_of_seats(pairs: int) -> tuple[float, float, float]:
    """Return the moments of the table of seats by seats, over independent pairs of boards.

    Mean and variance are exact: 9, and 18 (pairs - 1) / pairs plus the variance of one pair over
    the number of pairs. The third moment is that of a chi-square with this mean and variance.
    """
    variance = (2 * _FREE_OF_SEATS * (pairs - 1) + float(SEATS_OF_ONE)) / pairs
    return float(_FREE_OF_SEATS), variance, 2 * variance**2 / _FREE_OF_SEATS


def _new_pack(by_seat: NDArray[np.int64], n: int) -> AuditTest:
    """Test how many cards are where a new pack puts them, for all orders of a new pack."""
    packs = new_packs()
    totals = by_seat[np.arange(52, dtype=np.int64), packs].sum(1)
    law = _same_seat().times(n)
    p_values = law.p_values(totals)
    best = int(p_values.argmin())
    total = int(totals[best])
    often = "more" if total > 13 * n else "less"
    return AuditTest(
        "cards of a new pack", min(1.0, len(packs) * float(p_values[best])), 1.0, total, law.mean,
        law.deviation, "bound", f"cards are {often} often where a new pack has them",
    )  # fmt: skip


@cache
def new_packs() -> NDArray[np.int64]:
    """Return the seat of each card if a new pack is dealt unshuffled, int64[120, 52].

    By suits and by ranks, 13 cards at once and one by one, with the suits in any order, the ranks
    up or down, and any seat first.
    """
    suit, rank = np.divmod(np.arange(52, dtype=np.int64), 13)
    quarters = [(4 * rank + order) // 13 for order in (suit, 3 - suit)]
    packs: list[NDArray[np.int64]] = []
    for order in permutations(range(4)):
        seats = np.array(order, dtype=np.int64)
        packs.append(seats[suit])  # by suits at once, and by ranks one by one
        packs += [(seats[suit] + step * rank) % 4 for step in (1, -1)]  # by suits one by one
        packs += [seats[quarter] for quarter in quarters]  # by ranks at once
    return np.array(packs, dtype=np.int64)
