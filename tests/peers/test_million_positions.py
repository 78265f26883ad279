"""A million positions of 2 to 13 cards against DDS: each lead's tricks, the best, goals.

One table serves all positions of a run, also one of 1 MB, which is emptied in searches. A third of
the positions lacks a suit, a third has hardly more than two. A fault of one position in 200,000
is missed with a probability of 1 %.
"""

from __future__ import annotations

import numpy as np
import pytest

from dealwright.base.kernels.double_dummy import DoubleDummySearch
from dealwright.double_dummy.asks import Cards
from tests.oracles.dds import dds
from tests.positions import random_positions
from tests.trials import SOAK

pytestmark = [pytest.mark.slow, pytest.mark.peers]

_AT_ONCE = 2000


@pytest.mark.parametrize(
    ("most", "n", "memory"),
    [(7, 800_000, 32), (7, 150_000, 1), (13, 50_000, 16)],
    ids=["2 to 7 cards", "1 MB", "2 to 13 cards"],
)
def test_positions(most: int, n: int, memory: int) -> None:
    solver, search = dds(), DoubleDummySearch(memory << 20)
    for first in range(0, max(_AT_ONCE, round(n * SOAK)), _AT_ONCE):
        positions = random_positions(f"million {most} {memory}", first, _AT_ONCE, most)
        answers = solver.solve(Cards(positions))
        for position, answer in zip(positions, answers, strict=True):
            tricks = {card.index: group.tricks for group in answer for card in group.cards}
            hands, strain, leader = position.hands, position.strain, position.leader
            found = search.cards(hands, strain, leader)
            assert {card: t for card, t in enumerate(found.tolist()) if t >= 0} == tricks, position
            deal, declarer = np.array([hands], np.uint64), (leader - 1) % 4
            k, best = hands[0].bit_count(), max(tricks.values())
            goal = 1 + sum(hands) % k
            assert search.contracts(deal, declarer, strain).tolist() == [k - best], position
            reached = search.leads(deal, declarer, strain, goal)[0]
            assert np.array_equal(reached == 1, found >= goal), position
