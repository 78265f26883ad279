"""A pool of random hands: those that would have made some calls show what these mean."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from dealwright.ask.dealing import QuestionDealing
from dealwright.ask.resources import Resources
from dealwright.cards import Suit
from dealwright.conditions.nodes import Measure, Node
from dealwright.deals.features import feature
from dealwright.numbering.stream import Stream
from dealwright.planning.question import Question
from dealwright.planning.sampling.evaluation import truth_of, values_of

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["DEALS", "Pool", "PoolShown", "pool"]

DEALS = 1 << 14  # places of deals are int16
_RARE_POINTS, _RARE_LENGTH = 0.04, 0.06  # shares of the hands that are left out at each end
_SUIT = 4  # cards that a call shows on purpose
_MOST_TRUTHS = 4096  # 2 KB each
_DOUBT = 2.5  # points below the mean on which partner can count at most


class PoolShown(NamedTuple):
    """What a seat has shown, but for its rarest hands: least, most and mean; suits from clubs."""

    least_points: int
    most_points: int
    mean_points: float
    least: tuple[int, ...]
    most: tuple[int, ...]

    @property
    def counted_on(self) -> float:
        """The points on which partner counts."""
        half = min(2.0, (self.most_points - self.least_points) / 2)
        return max(self.least_points + half, self.mean_points - _DOUBT)

    def within(self, before: PoolShown) -> PoolShown:
        """Return this with the points and the suits shown before, but where both cannot hold."""
        low = max(self.least_points, before.least_points)
        high = min(self.most_points, before.most_points)
        if low > high:
            low, high = self.least_points, self.most_points
        suits = [
            max(new, old) if old >= _SUIT else new
            for new, old in zip(self.least, before.least, strict=True)
        ]
        least = tuple(suits) if sum(suits) <= 13 else self.least
        most = tuple(map(max, least, self.most))
        return PoolShown(low, high, min(max(self.mean_points, low), high), least, most)


class Pool:
    """Random hands, uint64[n], with their points and lengths: every seat has the same.

    So what a call shows does not depend on who makes it.
    """

    def __init__(self, hands: NDArray[np.uint64]) -> None:
        self.masks = masks = np.repeat(hands[:, None], 4, axis=1)
        self._truths: dict[Node, NDArray[np.uint8]] = {}
        self.all = np.arange(len(masks), dtype=np.int16)
        points = values_of(Measure(feature("hcp"), 0), masks).astype(np.int64)
        lengths = [
            values_of(Measure(feature("length"), 0, suit), masks).astype(np.int64) for suit in Suit
        ]
        self.points, self.lengths = [points] * 4, [lengths] * 4  # by seat

    def fit(self, tests: Sequence[Node], places: NDArray[np.int16]) -> NDArray[np.bool_]:
        """Return which deals at some places pass all tests, bool[n]."""
        fits = np.ones(len(places), dtype=np.bool_)
        for test in tests:
            fits &= np.unpackbits(self._truth(test), count=len(self.masks)).view(np.bool_)[places]
        return fits

    def _truth(self, test: Node) -> NDArray[np.uint8]:
        """Return in which deals a test holds, as bits; those used last are kept."""
        truth = self._truths.pop(test, None)
        if truth is None:
            truth = np.packbits(truth_of(test, self.masks))
            if len(self._truths) >= _MOST_TRUTHS:
                del self._truths[next(iter(self._truths))]
        self._truths[test] = truth
        return truth

    def shown(self, seat: int, places: NDArray[np.int16]) -> PoolShown:
        """Return what a seat has shown, from the deals of the pool in which it makes its calls."""
        points = self.points[seat][places]
        low, high = _span(points, 41, _RARE_POINTS)
        spans = [_span(self.lengths[seat][suit][places], 14, _RARE_LENGTH) for suit in Suit]
        return PoolShown(
            low, high, float(points.mean()),
            tuple(least for least, _ in spans), tuple(most for _, most in spans),
        )  # fmt: skip


def _span(values: NDArray[np.int64], bound: int, rare: float) -> tuple[int, int]:
    """Return the least and the greatest value below a bound, without a share of rare ones."""
    counts = np.cumsum(np.bincount(values, minlength=bound), dtype=np.int64)
    total = int(counts[-1])
    return (
        int(np.searchsorted(counts, rare * total, side="right")),
        int(np.searchsorted(counts, (1 - rare) * total)),
    )


@cache
def pool() -> Pool:
    """Return the pool of this process; it is the same in every one."""
    dealing = QuestionDealing(
        DEALS, Question(None, (0, 0, 0, 0)), Stream.of("robots"), Resources(threads=1)
    )
    return Pool(dealing.result().masks[:, 0])
