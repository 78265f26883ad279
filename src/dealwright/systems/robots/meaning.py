"""What a call shows: points and lengths of the caller's hand, and its exact share."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from dealwright.answers import Histogram
from dealwright.ask.distributions import distributions
from dealwright.ask.resources import Resources
from dealwright.cards import Suit
from dealwright.conditions.nodes import Measure, Node, all_of
from dealwright.deals.features import feature
from dealwright.planning.question import Question
from dealwright.systems.robots.place import Place, RobotRule
from dealwright.systems.robots.pool import pool
from dealwright.systems.robots.trees import tree_of
from dealwright.systems.system import tree_of_call

__all__ = ["Meaning", "meaning_of"]

_SECONDS = 0.5  # of counting, by measured constants
_RARE = 0.01  # of the hands at each end
_NEAR = 2  # points between a rare end and the others: more is an open end
_FEW_AT_END = 0.04  # of the hands of a sample at an end that is no end
_LONG = 4  # cards of a suit that few hands tell
_TOLD_HANDS = 30  # hands of the pool from which a share is told
_SUITS = (Suit.SPADES, Suit.HEARTS, Suit.DIAMONDS, Suit.CLUBS)


@dataclass(frozen=True)
class Meaning:
    """What a call shows: its text, and its share of the hands that made the caller's calls before.

    It is ``exact``, or seen in a pool of random hands if it cannot be counted soon.

    >>> str(Meaning("15-17 HCP, balanced", Fraction(1, 20))), str(Meaning("", Fraction(1)))
    ('15-17 HCP, balanced; 1 hand in 20', 'any hand')
    """

    text: str
    share: Fraction | None
    exact: bool = True

    def __str__(self) -> str:
        about = "" if self.exact else "about "
        if self.share is None:
            return about + self.text if self.text else ""
        if self.share == 1 and not self.text:
            return "any hand"
        share = [about + _of_hands(self.share)] if 0 < self.share < 1 else []
        return "; ".join(([self.text] if self.text else []) + share)


def _of_hands(share: Fraction) -> str:
    if share > Fraction(99, 100):
        return "nearly every hand"
    if share >= Fraction(1, 3):
        return f"{float(100 * share):.0f} hands in 100"
    return f"1 hand in {float(1 / share):,.0f}"


def meaning_of(place: Place, call: str) -> Meaning:
    """Return what a call shows at a place, by the rules that make it there.

    The caller's earlier calls count, those of others do not: they tell nothing of one hand alone
    but which cards are left.
    """
    if call not in place.meanings:
        place.meanings[call] = _meaning_of(place, call)
    return place.meanings[call]


def _meaning_of(place: Place, call: str) -> Meaning:
    seat = place.seat
    earlier = [_tree_of(before, made) for before, made in place.steps() if before.seat == seat]
    tree = _tree_of(place, call)
    if tree is None or None in earlier:  # a call that no rule makes
        return _of_pool(place, call)
    before = all_of(earlier)
    together = all_of([before, tree])
    quantities: list[Node] = [Measure(feature("hcp"), seat)]
    quantities += [Measure(feature("length"), seat, suit) for suit in _SUITS]
    quantities.append(tree_of(seat, "balanced"))
    resources = Resources(seconds=_SECONDS, threads=1)
    found = distributions(_question(together), [[each] for each in quantities], resources)
    histograms = [each for each in found if each is not None and each.total]
    if len(histograms) < len(quantities):
        return _of_pool(place, call)
    total = histograms[0].total
    points = Measure(feature("hcp"), seat)
    (all_hands,) = distributions(_question(before), [[points]], resources)
    share = None if all_hands is None else Fraction(total, all_hands.total)
    return Meaning(", ".join(_words(histograms)), share)


def _tree_of(place: Place, call: str) -> Node | None:
    """Return the tree of the hands that make a call; a hand that no rule fits passes."""
    rules = place.rules
    if call == "Pass":
        rules = (*rules, RobotRule("Pass", "", ()))
    return tree_of_call(rules, call)


def _of_pool(place: Place, call: str) -> Meaning:
    """Return what a call shows in the hands of the pool that would have made it."""
    source, seat = pool(), place.seat
    hands, chosen = place.hands[seat], place.makers(call)
    if not len(chosen):
        return Meaning("", None, exact=False)
    values = [source.points[seat], *(source.lengths[seat][suit] for suit in _SUITS)]
    columns = [*(each[chosen] for each in values), np.zeros(len(chosen), dtype=np.int64)]
    histograms = list[Histogram]()
    for column in columns:
        counts: dict[tuple[int, ...], int] = {
            (value,): number for value, number in Counter(column.tolist()).items()
        }
        histograms.append(Histogram([""], counts, exact=False))
    share = Fraction(len(chosen), len(hands)) if len(chosen) >= _TOLD_HANDS else None
    words = _words(histograms, long_only=share is None)
    return Meaning(", ".join(words), share, exact=False)


def _question(tree: Node | None) -> Question:
    return Question(tree, (0, 0, 0, 0))


def _words(histograms: Sequence[Histogram], *, long_only: bool = False) -> Iterator[str]:
    """Yield the points, then the suits that are long or short, or that it is balanced.

    Few hands say which suits are long, no more.
    """
    points, *lengths, balanced = histograms
    if span := _span(points, 0, _NEAR):
        yield f"{span} HCP"
    if balanced.column().get(1, 0) == balanced.total:
        yield "balanced"
        for suit, each in zip(_SUITS, lengths, strict=True):
            values = list(each.column())
            if values[0] >= 3:
                yield _length(values[0], values[-1], suit)
        return
    for suit, each in zip(_SUITS, lengths, strict=True):
        values = list(each.column())
        if long_only:
            if values[0] >= _LONG:
                yield f"{values[0]}+ {suit.name.lower()}"
        elif values[0] >= 3:
            yield _length(values[0], values[-1], suit)
        elif values[-1] <= 3:
            few = "no" if not values[-1] else f"at most {values[-1]}"
            yield f"{few} {suit.name.lower().removesuffix('s' if values[-1] == 1 else '')}"


def _length(least: int, most: int, suit: Suit) -> str:
    return f"{least if least == most else f'{least}+'} {suit.name.lower()}"


def _span(histogram: Histogram, lowest: int, near: int) -> str:
    """Return the ends of a quantity; an end that next to no hand reaches is open."""
    column = histogram.column()
    values = list(column)
    low, high = values[0], values[-1]
    rare_low, rare_high = histogram.quantile(_RARE), histogram.quantile(1 - _RARE)
    is_open_low, is_open_high = rare_low - low > near, high - rare_high > near
    if not histogram.exact and high > lowest:  # the last of a sample is no end, if few reach it
        is_open_high = is_open_high or column[high] < _FEW_AT_END * histogram.total
    if is_open_high and (low == lowest or rare_low == lowest):
        return ""
    if is_open_high:
        return f"{rare_low if is_open_low else low}+"
    if low <= lowest:
        return f"up to {high}"
    start = rare_low if is_open_low else low
    return f"{start}" if start == high else f"{start}-{high}"
