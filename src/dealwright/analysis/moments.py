"""Sums of outcomes by stratum, and the means that they estimate, with their intervals."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from math import inf, sqrt
from typing import TYPE_CHECKING

import numpy as np

from dealwright.answers import Estimate
from dealwright.answers.estimates import (
    FEW,
    exact_ends,
    normal_quantile,
    proportion,
    wilson,
)  # fmt: skip

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from dealwright.analysis.design import Design

__all__ = ["Means", "Moments", "student_quantile"]

_PRIOR = 2.0  # weight, in deals, of the pooled variance in the variance of each stratum
_ROW_PRIOR = 6.0  # the same in rows of a table, which are read without the others
_FEW_ALIKE = 10  # with fewer hits or misses, a share is no more precise than a plain sample's


class Moments:
    """Integer sums and sums of products by stratum; exact, so the order of deals does not matter.

    Rows are ``width`` outcomes, then the covariates.
    """

    def __init__(self, strata: int, width: int) -> None:
        self.number = np.zeros(strata, dtype=np.int64)
        self.sums = np.zeros((strata, width), dtype=np.int64)
        self.products = np.zeros((strata, width, width), dtype=np.int64)

    def add(self, strata: NDArray[np.int64], rows: NDArray[np.int64]) -> None:
        """Add deals: the stratum of each, int64[n], and its row, int64[n, width]."""
        for stratum in np.unique(strata).tolist():
            stratum_rows = rows[strata == stratum]
            self.number[stratum] += len(stratum_rows)
            self.sums[stratum] += stratum_rows.sum(axis=0)
            self.products[stratum] += stratum_rows.T @ stratum_rows

    @property
    def total(self) -> int:
        """The number of deals."""
        return int(self.number.sum())


def _squares(weights: NDArray[np.float64], centred: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the sum of squares of a combination in each stratum, float64[strata].

    ``centred`` is float64[strata, width, width]; ``weights`` may lack the last columns. Most
    weights are 0, so only the columns of the others are read.
    """
    used = np.flatnonzero(weights)
    inner = centred[:, used[:, None], used]
    squares: NDArray[np.float64] = np.einsum("i,hij,j->h", weights[used], inner, weights[used])
    return squares.clip(0.0)


class Means:
    """Means of outcomes over all deals, from a stratified sample with regression on covariates.

    The mean of each stratum is weighted by its share. A regression on the covariates then corrects
    for the difference between their known means and those of the sample (the combined regression
    estimator; Cochran, *Sampling Techniques*, 1977, 7.10). The variance is that of the residuals;
    that of each stratum is shrunk a little towards the pooled one, because a stratum of few deals
    may show none by chance.
    """

    def __init__(
        self, design: Design, moments: Moments, confidence: float = 0.95, seed: str = ""
    ) -> None:
        self.confidence, self.seed = confidence, seed
        self.deals = moments.total
        used = np.flatnonzero(moments.number)
        number = moments.number[used].astype(np.float64)
        shares = _collapsed(design.shares, used)
        k = len(design.covariates)
        means = moments.sums[used] / number[:, None]
        centred = moments.products[used] - number[:, None, None] * (
            means[:, :, None] * means[:, None, :]
        )
        self._free = number - 1
        self._centred, self._number, self._shares = centred, number, shares
        self._means = means
        self._sums, self._products = moments.sums[used], moments.products[used]
        self._outcomes = means.shape[1] - k
        weights = shares**2 / number / np.maximum(self._free, 1)
        pooled = np.einsum("h,hij->ij", weights, centred)
        y, x = slice(0, self._outcomes), slice(self._outcomes, None)
        self._slopes = np.zeros((k, self._outcomes), dtype=np.float64)
        free = float(self._free.sum())
        self._fitted = 0
        if k and free >= 10 * k:
            self._slopes = np.linalg.pinv(pooled[x, x], rcond=1e-9, hermitian=True) @ (pooled[x, y])
            self._fitted = k
        self._gap = (
            design.means - shares @ means[:, x] if self._fitted else np.zeros(k, dtype=np.float64)
        )
        self._first = design.deals
        self._loss = max(1.0, free / max(1.0, free - self._fitted))
        z = normal_quantile(confidence)
        self._z = z * (1 + (z * z + 1) / (4 * max(1.0, free - self._fitted)))  # about Student's t

    def value(self, weights: NDArray[np.float64]) -> float:
        """Return the mean of a combination of outcomes; ``weights`` is float64[outcomes]."""
        y = self._means[:, : self._outcomes] @ weights
        return float(self._shares @ y + self._gap @ (self._slopes @ weights))

    def variance(self, weights: NDArray[np.float64]) -> float:
        """Return the variance of ``value``; infinite if no stratum has two deals."""
        if not self._free.any():
            return inf
        residual = np.concatenate([weights, -(self._slopes @ weights)])
        squares = _squares(residual, self._centred)
        free = max(1.0, float(self._free.sum()))
        pooled = float(squares.sum()) / free
        by_stratum = (squares + _PRIOR * pooled) / (self._free + _PRIOR)
        sampled = float((self._shares**2 / self._number * by_stratum).sum()) * self._loss
        if self._first:
            explained = max(0.0, self.plain(weights) - float(self._shares @ by_stratum))
            sampled += explained / self._first
        return sampled

    def plain(self, weights: NDArray[np.float64]) -> float:
        """Return the variance of the combination for one random deal."""
        squares = _squares(weights, self._centred)
        by_stratum = squares / np.maximum(self._free, 1)
        y = self._means[:, : self._outcomes] @ weights
        between = self._shares @ (y - self._shares @ y) ** 2
        return float(self._shares @ by_stratum + between)

    def gain(self, weights: NDArray[np.float64]) -> float | None:
        """Return the variance of ``value`` divided by that of as many random deals.

        None if nothing varies, or no stratum has two deals.
        """
        plain, variance = self.plain(weights) / max(1, self.deals), self.variance(weights)
        return variance / plain if plain > 0 and variance < inf else None

    def mean_gain(self, each: Iterable[NDArray[np.float64]]) -> float | None:
        """Return the mean gain of the combinations that vary; None if none does."""
        gains = [gain for gain in map(self.gain, each) if gain is not None]
        return sum(gains) / len(gains) if gains else None

    def half_width(self, weights: NDArray[np.float64]) -> float:
        """Return half the width of the interval of ``value``."""
        return self._z * sqrt(self.variance(weights))

    def mean(
        self, weights: NDArray[np.float64], bounds: tuple[float, float] = (-inf, inf)
    ) -> Estimate:
        """Return the mean of a combination of outcomes with its interval, clipped to the bounds.

        If all outcomes were equal, and have bounds, it is the exact interval of a share: no law
        between the bounds varies more than one of the bounds alone.
        """
        value, half = self.value(weights), self.half_width(weights)
        low, high = bounds
        if half == 0 and high - low < inf:
            hits = min(1.0, max(0.0, (value - low) / (high - low))) * self.deals
            ends = exact_ends(hits, self.deals, self.confidence)
            return self._estimate(value, *(low + (high - low) * end for end in ends))
        clipped = np.clip([value, value - half, value + half], *bounds).tolist()
        return self._estimate(*clipped)

    def share(self, weights: NDArray[np.float64], hits: int) -> Estimate:
        """Return the mean of an outcome that is 0 or 1; ``hits`` is how often it was 1.

        The interval is Wilson's, for the number of random deals that would be as precise; with at
        most five hits or misses, the exact one.
        """
        value = min(1.0, max(0.0, self.value(weights)))
        n, variance = float(self.deals), self.variance(weights)
        if min(hits, self.deals - hits) < 1 or not 0 < value < 1:
            plain = proportion(hits, self.deals, confidence=self.confidence)
            return self._estimate(float(plain), float(plain.low), float(plain.high))
        if variance == inf:
            return self._estimate(value, 0.0, 1.0)
        if variance > 0:
            n = value * (1 - value) / variance
        if min(hits, self.deals - hits) < _FEW_ALIKE:
            n = min(n, float(self.deals))
        if min(hits, self.deals - hits) <= FEW:
            return self._estimate(value, *exact_ends(value * n, n, self.confidence))
        return self._estimate(value, *wilson(value, n, self._z))

    def of_strata(self, weights: NDArray[np.float64]) -> list[Estimate]:
        """Return the mean of a combination in each stratum that has deals: the rows of a table.

        If an outcome is 0 or 1 on all deals, a row is a share of its deals (``row_share``). Else
        the variance of few deals is shrunk towards the pooled one, as for ``value``, and the
        interval is Student's for as many degrees of freedom.
        """
        used = np.flatnonzero(weights)
        if len(used) == 1 and weights[used[0]] == 1:
            hits = self._sums[:, used[0]]
            if (self._products[:, used[0], used[0]] == hits).all():  # x^2 = x
                rows = zip(hits.tolist(), self._number.tolist(), strict=True)
                return [self.row_share(hit, int(n)) for hit, n in rows]
        y = self._means[:, : self._outcomes] @ weights
        squares = _squares(weights, self._centred)
        pooled = float(squares.sum()) / max(1.0, float(self._free.sum()))
        by_stratum = (squares + _ROW_PRIOR * pooled) / (self._free + _ROW_PRIOR)
        student = np.array(
            [student_quantile(self.confidence, free + _ROW_PRIOR) for free in self._free]
        )
        halves = student * np.sqrt(by_stratum / self._number)
        return [
            replace(self._estimate(mean, mean - half, mean + half), samples=int(n))
            for mean, half, n in zip(y.tolist(), halves.tolist(), self._number, strict=True)
        ]

    def row_share(self, hits: int, deals: int) -> Estimate:
        """Return a share in a row of a table, from a plain sample, with Wilson's interval.

        Rows are read together, so they cover as often as they say on average over rows; the exact
        interval of few hits would cover more.
        """
        ends = wilson(hits / deals, deals, normal_quantile(self.confidence))
        return replace(self._estimate(hits / deals, *ends), samples=deals)

    def _estimate(self, value: float, low: float, high: float) -> Estimate:
        return Estimate(
            value, low, high, False, "sample", self.confidence, self.deals, 0, self.seed
        )


def student_quantile(confidence: float, free: float) -> float:
    """Return about the quantile of Student's t for a few degrees of freedom (Cornish and Fisher).

    It is 0.1 % too small for ten of them, and 2 % for three.
    """
    z = normal_quantile(confidence)
    return z + (z**3 + z) / (4 * free) + (5 * z**5 + 16 * z**3 + 3 * z) / (96 * free**2)


def _collapsed(shares: NDArray[np.float64], used: NDArray[np.int64]) -> NDArray[np.float64]:
    """Return the shares of the strata with deals; other shares are added to the next one below."""
    collapsed = np.zeros(len(used), dtype=np.float64)
    for stratum, share in enumerate(shares.tolist()):
        index = int(np.searchsorted(used, stratum, side="right")) - 1
        collapsed[max(0, index)] += share
    return collapsed
