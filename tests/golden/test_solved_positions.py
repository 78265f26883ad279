"""Twenty thousand positions and what DDS answered: the tricks of each lead, stored in a file.

``solved_positions.txt`` has a line for each position of the seed: the tricks of the leader's cards,
from the lowest club, in hexadecimal digits. A search that counts one quick trick too many, stores a
fact one rank short or does not join the lowest of equal cards to a proof is wrong in some of them;
``tests/mutants.json`` has these faults.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from dealwright.base.kernels.double_dummy import DoubleDummySearch
from tests.positions import blocked_families, random_positions

STORED = (Path(__file__).parent / "solved_positions.txt").read_text("ascii").split()
SEED = "solved positions"


def check(search: DoubleDummySearch, first: int, n: int) -> None:
    """Each lead's tricks, the best, and the leads that reach a goal."""
    for number, position in enumerate(random_positions(SEED, first, n), first):
        stored = [int(digit, 16) for digit in STORED[number]]
        found = search.cards(position.hands, position.strain, position.leader)
        assert found[found >= 0].tolist() == stored, (number, position)
        deal, declarer = np.array([position.hands], np.uint64), (position.leader - 1) % 4
        k, goal = position.hands[0].bit_count(), max(stored)
        assert search.contracts(deal, declarer, position.strain).tolist() == [k - goal], number
        for tricks in (goal, goal + 1):
            reached = search.leads(deal, declarer, position.strain, tricks)[0]
            assert np.array_equal(reached == 1, found >= tricks), (number, tricks)
            makes = search.contracts(deal, declarer, position.strain, k - tricks + 1)
            assert makes.tolist() == [int(tricks > goal)], (number, tricks)


def test_five_hundred_positions() -> None:
    check(DoubleDummySearch(32 << 20), 0, 500)


def test_layouts_in_common_have_the_answers_of_each_alone() -> None:
    """What was proved about one layout is used for the next, in which other cards are equal."""
    common, alone = DoubleDummySearch(32 << 20), DoubleDummySearch(8 << 20)
    for family in blocked_families("families", 100):
        common.forget()
        for position in family:
            alone.forget()
            found, right = (
                search.cards(position.hands, position.strain, position.leader).tolist()
                for search in (common, alone)
            )
            assert found == right, position


@pytest.mark.long
@pytest.mark.parametrize("memory", [1, 32], ids=["1 MB", "32 MB"])
def test_all_positions(memory: int) -> None:
    """One table for all; of 1 MB, it is emptied in the middle of searches."""
    assert len(STORED) == 20_000
    check(DoubleDummySearch(memory << 20), 0, len(STORED))
