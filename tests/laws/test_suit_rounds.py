"""Suit classes of cards dealt in rounds: small packs in full, published sizes, large packs."""

from __future__ import annotations

import pickle
import re
from collections import defaultdict
from collections.abc import Iterator
from itertools import combinations, permutations
from math import comb, prod

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dealwright import NumberingError, SuitClasses, SuitRounds

Deal = tuple[int, ...]

# Waugh's hand-isomorphism, run here (hole cards, flop, turn, river; and others)
PUBLISHED = {
    (2,): 169,
    (7,): 6_009_159,
    (2, 3): 1_286_792,
    (2, 4): 13_960_050,
    (2, 5): 123_156_254,
    (2, 3, 1): 55_190_538,
    (2, 3, 1, 1): 2_428_287_420,
}


@pytest.mark.parametrize("rounds", PUBLISHED, ids=str)
def test_published_sizes(rounds: tuple[int, ...]) -> None:
    assert SuitRounds(rounds).size == PUBLISHED[rounds]


def every_deal(rounds: tuple[int, ...], left: frozenset[int]) -> Iterator[Deal]:
    if not rounds:
        yield ()
        return
    for cards in combinations(sorted(left), rounds[0]):
        for others in every_deal(rounds[1:], left.difference(cards)):
            yield (sum(1 << card for card in cards), *others)


def turned(deal: Deal, order: tuple[int, ...], ranks: int) -> Deal:
    full = (1 << ranks) - 1
    return tuple(
        sum((mask >> ranks * suit & full) << ranks * to for suit, to in enumerate(order))
        for mask in deal
    )


SMALL = [
    ((1, 2, 1), 3, 2),
    ((2, 1), 3, 3),
    ((1, 1, 1, 1), 2, 3),
    ((2, 2), 2, 4),
    ((1, 1, 2), 2, 4),
    ((2, 0, 3), 4, 2),
    ((3,), 3, 3),
    ((2, 2, 2), 3, 2),
    ((), 2, 2),
]


@pytest.mark.parametrize(("rounds", "ranks", "suits"), SMALL)
def test_every_deal_of_small_packs(rounds: tuple[int, ...], ranks: int, suits: int) -> None:
    """Deals have equal numbers if suits can be exchanged so that they are equal, and only then."""
    numbering = SuitRounds(rounds, ranks=ranks, suits=suits)
    classes = defaultdict(set)
    deals = list(every_deal(rounds, frozenset(range(ranks * suits))))
    for deal in deals:
        least = min(turned(deal, order, ranks) for order in permutations(range(suits)))
        classes[least].add(deal)
    assert numbering.size == len(classes)
    for members in classes.values():
        numbers = {numbering.rank(deal) for deal in members}
        assert len(numbers) == 1
        number = numbers.pop()
        assert numbering.unrank(number) in members
        assert numbering.members(number) == len(members)
    assert [numbering.rank(deal) for deal in numbering] == list(range(numbering.size))
    if rounds:
        rows = np.array(deals, dtype=np.uint64)
        assert numbering.rank_array(rows).tolist() == [numbering.rank(deal) for deal in deals]


def test_one_round_has_the_numbers_of_suit_classes() -> None:
    for k, ranks, suits in ((0, 2, 2), (3, 4, 3), (4, 5, 4), (5, 3, 2)):
        one, other = SuitClasses(k, ranks, suits), SuitRounds([k], ranks, suits)
        assert [(mask,) for mask in one] == list(other)
        assert [one.members(at) for at in range(one.size)] == [
            other.members(at) for at in range(other.size)
        ]


large = st.sampled_from([(2, 3, 1, 1), (2, 3), (4, 3, 1, 1), (3, 1, 1, 1, 1), (1,) * 5])


@pytest.mark.long
@settings(max_examples=60)
@given(large, st.data())
def test_large_packs(rounds: tuple[int, ...], data: st.DataObject) -> None:
    numbering = SuitRounds(rounds)
    number = data.draw(st.integers(0, numbering.size - 1))
    deal = numbering.unrank(number)
    assert [mask.bit_count() for mask in deal] == list(rounds)
    order = data.draw(st.sampled_from(list(permutations(range(4)))))
    other = turned(deal, order, 13)
    assert numbering.rank(deal) == numbering.rank(other) == number
    cards = [[card for card in range(52) if mask >> card & 1] for mask in other]
    assert numbering.rank(cards) == number
    same = pickle.loads(pickle.dumps(numbering))
    assert (same, repr(same)) == (numbering, repr(numbering))


@pytest.mark.parametrize("rounds", [(2, 3, 1, 1), (4, 3, 1, 1), (5, 3)])
def test_arrays_of_large_packs(rounds: tuple[int, ...]) -> None:
    numbering = SuitRounds(rounds)
    numbers = list(range(0, numbering.size, numbering.size // 500))
    deals = np.array([numbering.unrank(number) for number in numbers], dtype=np.uint64)
    assert numbering.rank_array(deals).tolist() == numbers


def test_members_add_up_to_all_deals() -> None:
    numbering = SuitRounds([2, 2], ranks=5)
    total = prod(comb(20 - 2 * at, 2) for at in range(2))
    assert sum(map(numbering.members, range(numbering.size))) == total


@pytest.mark.parametrize(
    ("deal", "problem"),
    [
        ([3], "there are 2 rounds, not 1"),
        ([3, 4], "a set has 3 cards, not 1"),
        ([3, 7], "has a card in two rounds"),
        ([[0, 1], [2, 3, 52]], "has a card not of 0 to 51"),
        ("AsKs", "rounds must be a sequence of masks or cards"),
        ([-1, 7], "-1 is not a mask of the pack"),
    ],
)
def test_what_is_no_deal_is_refused(deal: object, problem: str) -> None:
    with pytest.raises(NumberingError, match=re.escape(problem)):
        SuitRounds([2, 3]).rank(deal)


def test_arguments_that_are_refused() -> None:
    for rounds, problem in (
        ([30, 30], "cannot be dealt from 4 suits of 13"),
        ([-1], "cannot be dealt"),
        ([13, 13, 13], "in 175,616,000 ways"),
        (2, "a sequence of integers"),
    ):
        with pytest.raises(NumberingError, match=problem):
            SuitRounds(rounds)  # type: ignore[arg-type]
    with pytest.raises(NumberingError, match="no pack has 0 suits"):
        SuitRounds([1], suits=0)
    two = SuitRounds([2, 3])
    right = two.unrank(5)
    for rows, problem in (
        ([right, (3, 7)], "row 1 is not rounds of"),
        ([(3, 4)], "row 0 is not rounds of"),
        ([(3, 7 << 50)], "row 0 is not rounds of"),
        ([3, 28], "deals must be masks [n, 2]"),
    ):
        with pytest.raises(NumberingError, match=re.escape(problem)):
            two.rank_array(np.array(rows, dtype=np.uint64))
    with pytest.raises(NumberingError, match="at most 64 cards"):
        SuitRounds([2], suits=6).rank_array([[3]])
