"""Averages over equally likely deals, from a sample whose deals were not equally likely."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from dealwright.base.errors import ArgumentError

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

__all__ = ["restored_mean"]


def restored_mean(column: ArrayLike, restoring: NDArray[np.float64]) -> float:
    """Return the mean of numbers, each weighted by its restoring weight (importance weight).

    The mean is sum(weight x number) / sum(weight). It tends to the mean over equally likely deals
    (Hesterberg 1995).

    >>> restored_mean([1, 2, 6], np.array([2.0, 1.0, 0.5]))
    2.0

    :raises ArgumentError: if the columns differ in length
    """
    values = np.asarray(column, dtype=np.float64)
    if values.shape != restoring.shape:
        raise ArgumentError(f"give {len(restoring)} numbers, one for each deal, not {values.shape}")
    return float((values * restoring).sum() / restoring.sum())
