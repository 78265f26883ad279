"""A hundred hands as teachers' books and bridge sites describe them, and what each one means.

The meanings are plain functions over the ranks of the four suits. They were written from knowledge
of bridge before the reader of phrases was changed to read them, and not from what it read.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

__all__ = ["MEANINGS", "Held"]


class Held(NamedTuple):
    """A hand: the ranks of each suit, highest first."""

    spades: str
    hearts: str
    diamonds: str
    clubs: str

    @property
    def s(self) -> int:
        """The number of spades."""
        return len(self.spades)

    @property
    def h(self) -> int:
        """The number of hearts."""
        return len(self.hearts)

    @property
    def d(self) -> int:
        """The number of diamonds."""
        return len(self.diamonds)

    @property
    def c(self) -> int:
        """The number of clubs."""
        return len(self.clubs)

    @property
    def shape(self) -> tuple[int, ...]:
        """The four lengths, longest first."""
        return tuple(sorted(map(len, self), reverse=True))

    @property
    def points(self) -> int:
        """The high-card points."""
        return sum(map(points, self))

    @property
    def balanced(self) -> bool:
        """Whether it has no short suit and at most one doubleton."""
        return self.shape in ((4, 3, 3, 3), (4, 4, 3, 2), (5, 3, 3, 2))

    @property
    def losers(self) -> int:
        """The losers: of the first three cards of each suit, those that are not A, K or Q."""
        return sum(map(losers, self))

    def number(self, rank: str) -> int:
        """Return how many cards have a rank."""
        return sum(suit.count(rank) for suit in self)


def points(suit: str) -> int:
    """Return the high-card points of a suit."""
    return sum({"A": 4, "K": 3, "Q": 2, "J": 1}.get(rank, 0) for rank in suit)


def losers(suit: str) -> int:
    """Return the losers of a suit: an ace, a king with another card, a queen with two are none."""
    return min(3, len(suit)) - (
        ("A" in suit) + ("K" in suit and len(suit) > 1) + ("Q" in suit and len(suit) > 2)
    )


def stopped(suit: str) -> bool:
    """Return whether a suit is stopped: A, Kx, Qxx or Jxxx."""
    return any(rank in suit and len(suit) >= cards for cards, rank in enumerate("AKQJ", 1))


def controls(hand: Held) -> int:
    """Return the controls: an ace is two, a king one."""
    return 2 * hand.number("A") + hand.number("K")


def quick_tricks(suit: str) -> float:
    """Return the quick tricks of a suit."""
    if "A" in suit:
        return 2.0 if "K" in suit else 1.5 if "Q" in suit else 1.0
    if "K" in suit:
        return 1.0 if "Q" in suit else 0.5 if len(suit) > 1 else 0.0
    return 0.0


def two_longest(hand: Held) -> int:
    """Return how many cards the two longest suits have."""
    return hand.shape[0] + hand.shape[1]


def top(suit: str, honours: int) -> int:
    """Return how many of the top honours a suit has."""
    return sum(rank in suit for rank in "AKQJT"[:honours])


def headed(suit: str, honours: str) -> bool:
    """Return whether a suit has these honours, and none above the lowest of them."""
    higher = "AKQJT"[: "AKQJT".index(honours[-1]) + 1]
    return set(suit) & set(higher) == set(honours)


def whole(suit: str, honours: str, small: int) -> bool:
    """Return whether a suit is these honours and small cards, which are below the ten."""
    return len(suit) == len(honours) + small and set(suit) & set("AKQJT") == set(honours)


def majors(hand: Held, longer: int, shorter: int) -> bool:
    """Return whether the majors are at least so long, either way round."""
    return max(hand.s, hand.h) >= longer and min(hand.s, hand.h) >= shorter


def minors(hand: Held, longer: int, shorter: int) -> bool:
    """Return whether the minors are at least so long, either way round."""
    return max(hand.d, hand.c) >= longer and min(hand.d, hand.c) >= shorter


def short(hand: Held, cards: int) -> int:
    """Return how many suits have so many cards."""
    return [*map(len, hand)].count(cards)


MEANINGS: dict[str, Callable[[Held], bool]] = {
    # Openings
    "15-17 balanced": lambda x: 15 <= x.points <= 17 and x.balanced,
    "12-14 HCP, balanced, no five-card major": lambda x: (
        12 <= x.points <= 14 and x.balanced and x.s < 5 and x.h < 5
    ),
    "15 to 17 points and balanced": lambda x: 15 <= x.points <= 17 and x.balanced,
    "15-17 balanced or 20-21 balanced": lambda x: (
        (15 <= x.points <= 17 or 20 <= x.points <= 21) and x.balanced
    ),
    "12-19 points, at least five spades": lambda x: 12 <= x.points <= 19 and x.s >= 5,
    "12-21 points, 4+ diamonds, no 5-card major": lambda x: (
        12 <= x.points <= 21 and x.d >= 4 and x.s < 5 and x.h < 5
    ),
    "11-15 points with six or more clubs and no 4-card major": lambda x: (
        11 <= x.points <= 15 and x.c >= 6 and x.s < 4 and x.h < 4
    ),
    "17 high card points": lambda x: x.points == 17,
    "22+ high-card points": lambda x: x.points >= 22,
    "12 points exactly, balanced": lambda x: x.points == 12 and x.balanced,
    "16 or more points, unbalanced": lambda x: x.points >= 16 and not x.balanced,
    "at least 22 HCP or at most 3 losers": lambda x: x.points >= 22 or x.losers <= 3,
    "17-24 points, any 4-4-4-1": lambda x: 17 <= x.points <= 24 and x.shape == (4, 4, 4, 1),
    "rule of 20": lambda x: x.points + two_longest(x) >= 20,
    "satisfies the rule of 20, five or more hearts": lambda x: (
        x.points + two_longest(x) >= 20 and x.h >= 5
    ),
    "twenty to twenty-two points, semi-balanced": lambda x: (
        20 <= x.points <= 22 and x.shape in ((4, 3, 3, 3), (4, 4, 3, 2), (5, 3, 3, 2), (5, 4, 2, 2),
                                             (6, 3, 2, 2))
    ),
    "between ten and twelve points, 4-3-3-3": lambda x: (
        10 <= x.points <= 12 and x.shape == (4, 3, 3, 3)
    ),
    "6-10 points, a six-card heart suit": lambda x: 6 <= x.points <= 10 and x.h == 6,
    "5-10 HCP, exactly six spades, two of the top three honours": lambda x: (
        5 <= x.points <= 10 and x.s == 6 and top(x.spades, 3) >= 2
    ),
    "seven-card or longer suit and fewer than 10 points": lambda x: (
        x.shape[0] >= 7 and x.points < 10
    ),
    "12-14, not 4-3-3-3": lambda x: 12 <= x.points <= 14 and x.shape != (4, 3, 3, 3),
    # Overcalls, doubles, two-suiters
    "8-16 points, at least five hearts": lambda x: 8 <= x.points <= 16 and x.h >= 5,
    "15-18 balanced with a stopper in hearts": lambda x: (
        15 <= x.points <= 18 and x.balanced and stopped(x.hearts)
    ),
    "15-18 HCP, balanced, at least one stopper in hearts": lambda x: (
        15 <= x.points <= 18 and x.balanced and stopped(x.hearts)
    ),
    "stoppers in both majors, 12-14": lambda x: (
        stopped(x.spades) and stopped(x.hearts) and 12 <= x.points <= 14
    ),
    "balanced without a stopper in spades": lambda x: x.balanced and not stopped(x.spades),
    "no stopper in clubs or diamonds": lambda x: not stopped(x.clubs) and not stopped(x.diamonds),
    "at least 5-5 in the minors, 6-10 points": lambda x: minors(x, 5, 5) and 6 <= x.points <= 10,
    "12+ points, singleton or void in diamonds, at least 3 cards in each other suit": lambda x: (
        x.points >= 12 and x.d <= 1 and min(x.s, x.h, x.c) >= 3
    ),
    "5+ spades and a 5+ card minor": lambda x: x.s >= 5 and max(x.d, x.c) >= 5,
    "4 of one major and 5+ of the other": lambda x: (
        (x.s == 4 and x.h >= 5) or (x.h == 4 and x.s >= 5)
    ),
    "5+ hearts and 4+ of a minor": lambda x: x.h >= 5 and max(x.d, x.c) >= 4,
    "six or more diamonds, no more than 11 points": lambda x: x.d >= 6 and x.points <= 11,
    "void in clubs, 10+ points": lambda x: x.c == 0 and x.points >= 10,
    "at most two hearts, 12 or more points, exactly 4 spades": lambda x: (
        x.h <= 2 and x.points >= 12 and x.s == 4
    ),
    "either 5+ spades or 6+ hearts": lambda x: x.s >= 5 or x.h >= 6,
    "under eight points, 7+ diamonds": lambda x: x.points < 8 and x.d >= 7,
    # Responses and comparisons
    "6-9 points, exactly three spades": lambda x: 6 <= x.points <= 9 and x.s == 3,
    "10-12 points with at least four hearts": lambda x: 10 <= x.points <= 12 and x.h >= 4,
    "at least three-card support for hearts, 6-9 points": lambda x: (
        x.h >= 3 and 6 <= x.points <= 9
    ),
    "6-10 HCP, no four-card major": lambda x: 6 <= x.points <= 10 and x.s < 4 and x.h < 4,
    "6-10 points, at most three cards in either major": lambda x: (
        6 <= x.points <= 10 and x.s <= 3 and x.h <= 3
    ),
    "fewer than four cards in either major": lambda x: x.s < 4 and x.h < 4,
    "neither 5 hearts nor 5 spades": lambda x: x.h != 5 and x.s != 5,
    "8-10, fewer than four hearts, fewer than four spades": lambda x: (
        8 <= x.points <= 10 and x.h < 4 and x.s < 4
    ),
    "at least as many hearts as spades, 10+": lambda x: x.h >= x.s and x.points >= 10,
    "more clubs than diamonds": lambda x: x.c > x.d,
    "longer spades than hearts": lambda x: x.s > x.h,
    "hearts longer than spades, 6+ points": lambda x: x.h > x.s and x.points >= 6,
    "equal length in the minors": lambda x: x.d == x.c,
    "as many spades as hearts": lambda x: x.s == x.h,
    "at least ten cards in the majors": lambda x: x.s + x.h >= 10,
    "at most five cards in the minors": lambda x: x.d + x.c <= 5,
    "4+ cards in both majors": lambda x: x.s >= 4 and x.h >= 4,
    "13+ points, 4+ spades, no singleton or void": lambda x: (
        x.points >= 13 and x.s >= 4 and min(x.shape) >= 2
    ),
    "exactly one 4+ major": lambda x: (x.s >= 4) != (x.h >= 4),
    "no 4+ major or singleton": lambda x: x.s < 4 and x.h < 4 and short(x, 1) == 0,
    "not hearts longer than spades": lambda x: x.h <= x.s,
    "not 5+ hearts, 8-9": lambda x: x.h < 5 and 8 <= x.points <= 9,
    # Shapes
    "exactly one singleton": lambda x: short(x, 1) == 1,
    "at most one doubleton": lambda x: short(x, 2) <= 1,
    "at least one void": lambda x: short(x, 0) >= 1,
    "two doubletons": lambda x: short(x, 2) == 2,
    "5-4-3-1 with five spades": lambda x: x.shape == (5, 4, 3, 1) and x.s == 5,
    "5=3=3=2 or 3=5=3=2": lambda x: (
        tuple(map(len, x)) in ((5, 3, 3, 2), (3, 5, 3, 2))
    ),
    "11-15, 4-4-4-1 or 5-4-4-0": lambda x: (
        11 <= x.points <= 15 and x.shape in ((4, 4, 4, 1), (5, 4, 4, 0))
    ),
    "6-4 in the majors": lambda x: majors(x, 6, 4),
    "exactly 5-5 in the majors": lambda x: x.s == x.h == 5,
    "no suit longer than four cards": lambda x: x.shape[0] <= 4,
    "5 spades, 4 hearts and xxx of clubs": lambda x: (
        x.s == 5 and x.h == 4 and whole(x.clubs, "", 3)
    ),
    "no 5+ spades or 5+ hearts": lambda x: x.s < 5 and x.h < 5,
    # Honours
    "ace of spades and king of hearts": lambda x: "A" in x.spades and "K" in x.hearts,
    "ace or king of spades": lambda x: "A" in x.spades or "K" in x.spades,
    "no ace or king of spades": lambda x: "A" not in x.spades and "K" not in x.spades,
    "without ace or king in hearts": lambda x: "A" not in x.hearts and "K" not in x.hearts,
    "without the queen of hearts": lambda x: "Q" not in x.hearts,
    "no honour in hearts": lambda x: not set(x.hearts) & set("AKQJT"),
    "no aces or kings": lambda x: x.number("A") == x.number("K") == 0,
    "at least two aces and a singleton": lambda x: x.number("A") >= 2 and short(x, 1) >= 1,
    "exactly two aces, one king": lambda x: x.number("A") == 2 and x.number("K") == 1,
    "only one ace": lambda x: x.number("A") == 1,
    "singleton king": lambda x: "K" in x,
    "singleton ace of clubs": lambda x: x.clubs == "A",
    "both black aces": lambda x: "A" in x.spades and "A" in x.clubs,
    "ace, king and queen of spades": lambda x: top(x.spades, 3) == 3,
    "AQxxx of hearts": lambda x: whole(x.hearts, "AQ", 3),
    "KJxx in diamonds": lambda x: whole(x.diamonds, "KJ", 2),
    "6+ spades headed by the ace and king": lambda x: x.s >= 6 and headed(x.spades, "AK"),
    "5+ hearts headed by KQ": lambda x: x.h >= 5 and headed(x.hearts, "KQ"),
    "5+ diamonds headed by A": lambda x: x.d >= 5 and "A" in x.diamonds,
    "three of the top five clubs": lambda x: top(x.clubs, 5) >= 3,
    "8+ points in spades": lambda x: points(x.spades) >= 8,
    # Controls, losers, tricks
    "at least 5 controls": lambda x: controls(x) >= 5,
    "not more than five controls, 15+": lambda x: controls(x) <= 5 and x.points >= 15,
    "two or three controls, 8-10 points": lambda x: (
        2 <= controls(x) <= 3 and 8 <= x.points <= 10
    ),
    "seven losers or fewer": lambda x: x.losers <= 7,
    "at most ten losers": lambda x: x.losers <= 10,
    "fewer than six losers and 5+ spades": lambda x: x.losers < 6 and x.s >= 5,
    "at least 1.5 quick tricks, 9-11": lambda x: (
        sum(map(quick_tricks, x)) >= 1.5 and 9 <= x.points <= 11
    ),
    "at most one loser in spades": lambda x: losers(x.spades) <= 1,
}  # fmt: skip
