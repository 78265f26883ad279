"""Features of a batch as columns, beside the same look-ups written in numpy."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from benchmarks.checks import LENGTH, NUMBER, POINTS, check_masks, require, suits
from benchmarks.measuring import Budget, Contest, Runner, timed
from dealwright import deal
from dealwright.deals import Deals

__all__ = ["OURS", "PEER", "run"]

OURS = "columns"
PEER = "numpy look-ups"
_BATCH = 1 << 16
Columns = tuple[NDArray[np.signedinteger[Any]], NDArray[np.signedinteger[Any]]]

_POINTS = POINTS.astype(np.int32)
_LENGTH = LENGTH.astype(np.int8)
_NUMBER = NUMBER.astype(np.int32)


def ours(deals: Deals) -> Columns:
    """Return North's points and shape numbers by the package."""
    return deals.north.hcp, deals.north.shape_index


def by_numpy(deals: Deals) -> Columns:
    """Return the same by look-ups over the whole batch, the holdings found once."""
    spades, hearts, diamonds, clubs = suits(deals.masks[:, 0])
    points = _POINTS[spades] + _POINTS[hearts] + _POINTS[diamonds] + _POINTS[clubs]
    return points, _NUMBER[_LENGTH[spades], _LENGTH[hearts], _LENGTH[diamonds]]


def last_of(columns: Callable[[Deals], Columns], deals: Deals, times: int) -> Columns:
    """Find the columns so many times; only the last are kept."""
    found = columns(deals)
    for _ in range(times - 1):
        found = columns(deals)
    return found


def run(budget: Budget) -> Contest:
    """Hold the contest on one batch of random deals."""
    deals = deal(_BATCH, seed="columns", threads=1)
    check_masks("the batch", deals.masks)
    points, numbers = by_numpy(deals)

    def runner(name: str, cost: float, columns: Callable[[Deals], Columns]) -> Runner:
        def run(wanted: int, at: int) -> float:
            times = max(1, wanted // _BATCH)
            columns(deals)
            taken, found = timed(lambda: last_of(columns, deals, times))
            right = bool((found[0] == points).all() and (found[1] == numbers).all())
            require(right, f"{name}: a column differs")
            return taken / (times * _BATCH)

        return Runner(name, cost, run)

    return Contest.held(
        "features",
        "hcp and shape_index of North, two columns",
        [runner(OURS, 6, ours)],
        [runner(PEER, 40, by_numpy)],
        budget,
    )
