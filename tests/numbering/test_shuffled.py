"""Numberings in random order: a permutation of any size, the same for a seed, and random enough."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from math import factorial

import pytest

from dealwright import Combinations, NumberingError, Permutations, Products, parse
from dealwright.numbering.stream import Stream
from dealwright.numbering.walks import Walk
from tests.trials import trials


def chi_square(counts: list[int], expected: float) -> float:
    return sum((count - expected) ** 2 / expected for count in counts)


@pytest.mark.parametrize("sizes", [range(1, 90), range(255, 262), (1000, 1023, 1024, 1025, 4099)])
def test_every_number_comes_once_and_is_found_again(sizes: range) -> None:
    for size in sizes:
        walk = Walk(size, Stream(size))
        order = [walk.number(place) for place in range(size)]
        assert sorted(order) == list(range(size))
        assert [walk.place(number) for number in order] == list(range(size))


@pytest.mark.long
def test_every_small_size() -> None:
    for size in range(1, trials(1200)):
        walk = Walk(size, Stream("all"))
        assert len({walk.number(place) for place in range(size)}) == size


def test_the_order_depends_on_the_seed_and_repeats() -> None:
    hands = Combinations(52, 5)
    order = hands.shuffled(1)
    assert [order[place] for place in range(3)] == [hands.shuffled("1")[i] for i in range(3)]
    assert order[0] != hands.shuffled(2)[0]
    assert order == hands.shuffled(1)
    assert order != hands.shuffled(2)
    assert order != Combinations(52, 6).shuffled(1)
    assert len({hands.shuffled(1), hands.shuffled("1"), hands.shuffled(2)}) == 2
    fresh = hands.shuffled()
    assert fresh == hands.shuffled(fresh.seed)
    assert repr(order) == "Combinations(52, 5).shuffled('1')"


def test_it_is_a_numbering() -> None:
    order = Combinations(10, 3).shuffled("x")
    assert set(order) == set(Combinations(10, 3))
    assert [order.rank(subset) for subset in order] == list(range(120))
    assert order[-1] == order.unrank(119)
    assert list(order[10:20]) == [order[place] for place in range(10, 20)]
    assert [list(part) for part in order.split(3)] == [list(order[i : i + 40]) for i in (0, 40, 80)]
    assert (0, 1, 2) in order
    with pytest.raises(NumberingError, match="is not one of the numbers"):
        order.unrank(120)
    with pytest.raises(NumberingError):
        order.rank((1, 1, 2))
    assert set(Products(3, 2).shuffled(1)) == set(Products(3, 2))


def test_the_largest() -> None:
    """Beyond the longest digest of one hash, and the deals of a condition."""
    for numbering in (Permutations(60), Permutations(400)):
        order = numbering.shuffled(1)
        for place in (0, order.size // 3, order.size - 1):
            assert order.rank(order[place]) == place
    deals = parse("spades(north) == 13").numbers().shuffled(5)
    assert deals.rank(deals[10**9]) == 10**9
    assert deals[10**9].north.length("spades") == 13


def test_orders_of_few_are_equally_likely() -> None:
    """Chi-square of 24 orders by 2,400 seeds; fixed seeds, 23 degrees of freedom, 49.7 is 0.1 %.

    An order that is left out adds 100.
    """
    orders = Counter(
        tuple(Walk(4, Stream(seed)).number(place) for place in range(4)) for seed in range(2400)
    )
    assert len(orders) == factorial(4)
    assert chi_square([*orders.values()], 100) < 49.7


@pytest.mark.parametrize(("size", "place"), [(257, 0), (257, 256), (1000, 17), (10**30, 5)])
def test_each_place_has_each_number_equally_often(size: int, place: int) -> None:
    """Chi-square of the tenth in which a number lies, over 1,000 seeds: 27.9 is 0.1 % of 9 degrees.

    A network of one round, which moves low residues only, gives more than 1,000.
    """
    tenths = Counter(
        Walk(size, Stream(seed)).number(place) * 10 // size for seed in range(trials(1000))
    )
    expected = sum(tenths.values()) / 10
    assert chi_square([tenths[tenth] for tenth in range(10)], expected) < 27.9


@pytest.mark.parametrize("size", [1009, 10**6 + 3])
def test_neighbours_are_independent(size: int) -> None:
    """Chi-square of the thirds of neighbours: 9 cells, 8 degrees, 26.1 is 0.1 %.

    Numbers in order give 2,000 and more; so does a network that adds a constant.
    """
    walk = Walk(size, Stream("pairs"))
    numbers = [walk.number(place) * 3 // size for place in range(1000)]
    pairs = Counter(pairwise(numbers))
    assert chi_square([pairs[i, j] for i in range(3) for j in range(3)], 999 / 9) < 26.1
