"""Sampling designs: shares of strata and means of covariates, known before deals are solved."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from dealwright.ask.distributions import distributions
from dealwright.ask.resources import Resources
from dealwright.conditions.nodes import Node
from dealwright.planning.question import Question
from dealwright.planning.sampling.evaluation import values_of

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from dealwright.answers import Histogram
    from dealwright.base.kernels.stopping import StopFlag

__all__ = ["FIRST_DEALS", "Design", "design_of", "unmeasured"]

FIRST_DEALS = 1 << 15  # sample size for stratum shares and covariate means
_MANY, _RARE = 64, 0.01  # with more than 64 values, those rarer than 1 % join the next one
_RAREST, _LEAST_SEEN = 1e-6, 16  # with fewer: least counted share, or sampled deals
_SECONDS = 0.4  # limit for counting shares and means exactly


@dataclass(frozen=True)
class Design:
    """How deals are sampled.

    Each value of the quantity ``by`` is a stratum, but a rare one joins the next: a deal's stratum
    is the number of ``edges`` that its value reaches. ``shares`` are the strata's shares of all
    deals, float64[strata], ``means`` those of the covariates, float64[k]. They are exact if
    ``deals`` is 0, otherwise estimated from that many deals.
    """

    by: Node | None
    covariates: tuple[Node, ...]
    edges: NDArray[np.int64]
    shares: NDArray[np.float64]
    means: NDArray[np.float64]
    deals: int = 0
    ends: tuple[int, int] = (0, 0)  # the least and the greatest value

    @property
    def strata(self) -> int:
        """The number of strata."""
        return len(self.shares)

    def strata_of(self, masks: NDArray[np.uint64]) -> NDArray[np.int64]:
        """Return the stratum of each deal, int64[n]."""
        if self.by is None:
            return np.zeros(len(masks), dtype=np.int64)
        return np.searchsorted(self.edges, values_of(self.by, masks), side="right")

    def covariates_of(self, masks: NDArray[np.uint64]) -> NDArray[np.int64]:
        """Return the covariates of each deal, int64[n, k]."""
        columns = np.empty((len(masks), len(self.covariates)), dtype=np.int64)
        for column, node in enumerate(self.covariates):
            columns[:, column] = values_of(node, masks)
        return columns

    def values(self, stratum: int) -> tuple[int, int]:
        """Return the least and the greatest value in a stratum."""
        low = self.ends[0] if stratum == 0 else int(self.edges[stratum - 1])
        high = self.ends[1] if stratum == len(self.edges) else int(self.edges[stratum]) - 1
        return low, high

    def label(self, stratum: int) -> str:
        """Return the values in a stratum, as ``12`` or ``12-14``."""
        low, high = self.values(stratum)
        return f"{low}" if low == high else f"{low}-{high}"

    def measured_on(self, masks: NDArray[np.uint64]) -> Design:
        """Return the design with shares and means estimated from deals."""
        design = self
        if self.by is not None:
            design = self._with_edges(self._counts(masks), rarest=_LEAST_SEEN / len(masks))
        counts = np.bincount(design.strata_of(masks), minlength=len(design.edges) + 1)
        means = design.covariates_of(masks).mean(axis=0)
        return replace(design, shares=counts / len(masks), means=means, deals=len(masks))

    def _counts(self, masks: NDArray[np.uint64]) -> dict[int, int]:
        assert self.by is not None
        values, counts = np.unique(values_of(self.by, masks), return_counts=True)
        return dict(zip(values.tolist(), counts.tolist(), strict=True))

    def _with_edges(self, counts: dict[int, int], rarest: float = _RAREST) -> Design:
        """Return the design with its strata, from the counts of values.

        Values whose share is below ``rarest`` join the next one.
        """
        values = sorted(counts)
        rare = _RARE if len(values) > _MANY else rarest
        total, accumulated, edges = sum(counts.values()), 0, list[int]()
        remaining = total
        for value in values:
            if accumulated >= max(1, rare * total) and remaining >= rare * total:
                edges.append(value)
                accumulated = 0
            accumulated += counts[value]
            remaining -= counts[value]
        edge_values = np.array(edges, dtype=np.int64)
        shares = np.zeros(len(edge_values) + 1, dtype=np.float64)
        for value in values:
            shares[int(np.searchsorted(edge_values, value, side="right"))] += counts[value] / total
        return replace(self, edges=edge_values, shares=shares, ends=(values[0], values[-1]))


def design_of(
    question: Question,
    by: Node | None,
    covariates: Sequence[Node],
    resources: Resources,
    *,
    stop: StopFlag | None = None,
) -> Design | None:
    """Return a design with exact shares and means; None if counting them costs too much.

    In that case ``measured_on`` estimates them from deals.

    :raises Stopped: if the flag was set before it was done
    """
    design = unmeasured(by, covariates)
    if by is None and not covariates:
        return design
    cheap = Resources(resources.budget.memory, resources.workspace, resources.threads, _SECONDS)
    quantities = [*covariates] if by is None else [by, *covariates]
    histograms = distributions(question, [[item] for item in quantities], cheap, stop=stop)
    exact = [item for item in histograms if item is not None and item.total]
    if len(exact) < len(quantities):
        return None
    if by is not None:
        design = design._with_edges(_by_value(exact[0]))
    means = [float(item.mean()) for item in exact[len(quantities) - len(covariates) :]]
    return replace(design, means=np.array(means))


def unmeasured(by: Node | None, covariates: Sequence[Node]) -> Design:
    """Return a design of one stratum, whose means are not known yet."""
    no_edges, means = np.zeros(0, dtype=np.int64), np.zeros(len(covariates), dtype=np.float64)
    return Design(by, tuple(covariates), no_edges, np.ones(1, dtype=np.float64), means)


def _by_value(histogram: Histogram) -> dict[int, int]:
    return {values[0]: count for values, count in histogram.items()}
