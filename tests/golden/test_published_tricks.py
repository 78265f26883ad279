"""Figures that others published of double-dummy tricks, reproduced within their error.

Each difference is at most 4.5 standard errors (a correct program misses once in 150,000 runs). With
all deals a program that is off by 0.2 tricks, or by five points of making, is refused with a
probability above 0.9.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from dealwright import Deals, deal, solve
from dealwright.analysis import contracts
from dealwright.cards import Strain
from tests.trials import soak

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

pytestmark = pytest.mark.slow


@pytest.mark.parametrize(("points", "published"), [(31, 0.50), (32, 0.69)])
def test_six_notrump(points: int, published: float) -> None:
    """6NT on two balanced hands (bridgesimulations.com 2007, to a point)."""
    found = contracts(
        f"balanced(north) && balanced(south) && hcp(north) + hcp(south) == {points}", "6NT",
        make_only=True, deals=soak(4000), seed=points,
    ).contracts[0].makes  # fmt: skip
    error = (float(found.high) - float(found.low)) / 2 / 1.96
    assert abs(float(found) - published) <= 4.5 * error + 0.005


def test_tricks_in_notrump() -> None:
    """6.058 tricks for a declarer on random deals (Ginsberg's 717,102 deals; Andrews)."""
    masks = deal(soak(2000), seed="notrump").masks
    tricks = solve_notrump(masks)
    error = float(tricks.mean(axis=1).std()) / len(masks) ** 0.5
    assert abs(float(tricks.mean()) - 6.058) <= 4.5 * error
    assert error < 0.1


@pytest.mark.parametrize(
    ("shape", "published"),
    [("4333", 6.15), ("4432", 6.10), ("5332", 6.07), ("5422", 6.01), ("5431", 6.03)],
)
def test_tricks_by_shape(shape: str, published: float) -> None:
    """Mean tricks in notrump of a declarer with a shape (the same 717,102 deals; Andrews)."""
    masks = deal(soak(1500), f"shape(south, any {shape})", seed=shape).masks
    tricks = solve_notrump(masks)[:, 2]
    error = float(tricks.std()) / len(masks) ** 0.5
    assert abs(float(tricks.mean()) - published) <= 4.5 * error + 0.005


def solve_notrump(masks: NDArray[np.uint64]) -> NDArray[np.float64]:
    """Return every declarer's tricks in notrump, float64[n, 4]."""
    return solve(Deals(masks), [Strain.NOTRUMP])[:, :, Strain.NOTRUMP].astype(float)
