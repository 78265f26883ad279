"""Values of poker hands beside phevaluator: every hand of five, samples of six and seven, Omaha."""

from __future__ import annotations

from math import comb

import numpy as np
import pytest

from dealwright import Combinations, Stream, poker
from dealwright.numbering.sampling import integers_below

phevaluator = pytest.importorskip("phevaluator")

pytestmark = [pytest.mark.peers, pytest.mark.slow]

SAMPLE = 1_000_000
OMAHA = 100_000


def theirs(rows: np.ndarray) -> np.ndarray:
    """Number the cards as the peer does, four suits of a rank together."""
    return rows % 13 * 4 + rows // 13


def sample(k: int, n: int) -> np.ndarray:
    return Combinations(52, k).unrank(integers_below(comb(52, k), n, Stream(f"peer {k}")))


def test_every_hand_of_five() -> None:
    hands = Combinations(52, 5)
    evaluate = phevaluator.evaluate_cards
    for start in range(0, hands.size, 1 << 19):
        rows = hands.unrank(np.arange(start, min(hands.size, start + (1 << 19))))
        expected = [evaluate(*row) for row in theirs(rows).tolist()]
        assert poker.evaluate(rows).tolist() == expected


@pytest.mark.parametrize("k", [6, 7])
def test_hands_of_six_and_seven(k: int) -> None:
    rows = sample(k, SAMPLE)
    expected = [phevaluator.evaluate_cards(*row) for row in theirs(rows).tolist()]
    assert poker.evaluate(rows).tolist() == expected


def test_omaha() -> None:
    order = integers_below(1 << 40, 9 * OMAHA, Stream("shuffle")).reshape(-1, 9).argsort(axis=1)
    rows = np.take_along_axis(sample(9, OMAHA), order, axis=1)
    board, hole = rows[:, :5], rows[:, 5:]
    evaluate = phevaluator.evaluate_omaha_cards
    expected = [evaluate(*row) for row in theirs(rows).tolist()]
    assert poker.evaluate(hole, "omaha", board=board).tolist() == expected
