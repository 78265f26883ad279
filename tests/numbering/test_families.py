"""Families of numberings: common ground with itertools, published counts, what is refused."""

from __future__ import annotations

import itertools
from collections import Counter
from math import comb, factorial, perm
from typing import Any

import numpy as np
import pytest

from dealwright import Combinations, NumberingError
from dealwright.numbering.compositions import Compositions
from dealwright.numbering.isomorphism import SuitClasses
from dealwright.numbering.multinomials import MultinomialDeals
from dealwright.numbering.multisets import (
    CombinationsWithReplacement,
    Multisets,
    colex_rank,
    colex_unrank,
)
from dealwright.numbering.permutations import MultisetPermutations, Permutations
from dealwright.numbering.products import Products, brief
from dealwright.numbering.shapes import shape_index, shape_lengths

SMALL = [(n, k) for n in range(6) for k in range(5)]
MULTISETS = list(itertools.product(range(4), repeat=3))
HUGE = 10**5000


def elements(counts: tuple[int, ...]) -> list[int]:
    return [kind for kind, count in enumerate(counts) for _ in range(count)]


class TestItertools:
    @pytest.mark.parametrize(("n", "k"), SMALL)
    def test_combinations_with_replacement(self, n: int, k: int) -> None:
        expected = list(itertools.combinations_with_replacement(range(n), k))
        assert list(CombinationsWithReplacement(n, k)) == expected
        by_last = sorted(expected, key=lambda item: item[::-1])
        assert list(CombinationsWithReplacement(n, k, order="colex")) == by_last

    @pytest.mark.parametrize(("n", "k"), SMALL)
    def test_permutations(self, n: int, k: int) -> None:
        assert list(Permutations(n, k)) == list(itertools.permutations(range(n), k))

    def test_few_of_many(self) -> None:
        numbering = Permutations(2000, 2)
        expected = itertools.islice(itertools.permutations(range(2000), 2), 0, None, 1999)
        assert list(numbering[::1999]) == list(expected)

    @pytest.mark.parametrize("n", range(6))
    def test_swaps_are_all_permutations(self, n: int) -> None:
        found = list(Permutations(n, order="swap"))
        assert sorted(found) == list(itertools.permutations(range(n)))

    def test_multisets(self) -> None:
        for counts in MULTISETS:
            for k in range(7):
                expected = sorted(set(itertools.combinations(elements(counts), k)))
                assert list(Multisets(counts, k)) == expected

    def test_arrangements(self) -> None:
        for counts in MULTISETS:
            if sum(counts) < 7:
                expected = sorted(set(itertools.permutations(elements(counts))))
                assert list(MultisetPermutations(counts)) == expected

    def test_products(self) -> None:
        for sizes in MULTISETS:
            assert list(Products(*sizes)) == list(itertools.product(*map(range, sizes)))
        assert list(Products()) == [()]

    @pytest.mark.parametrize("low", [0, -1, (1, 0, 2)])
    @pytest.mark.parametrize("high", [None, 2, (3, None, 2)])
    @pytest.mark.parametrize("total", range(-4, 9))
    def test_compositions(self, low: Any, high: Any, total: int) -> None:
        lows = low if isinstance(low, tuple) else (low,) * 3
        highs = high if isinstance(high, tuple) else (high,) * 3
        ranges = [range(a, 14 if b is None else b + 1) for a, b in zip(lows, highs, strict=True)]
        expected = [item for item in itertools.product(*ranges) if sum(item) == total]
        assert list(Compositions(total, 3, low=low, high=high, order="lex")) == expected
        by_sums = sorted(expected, key=lambda item: (item[0] + item[1], item[0]))
        assert list(Compositions(total, 3, low=low, high=high)) == by_sums

    def test_deals(self) -> None:
        numbering = MultinomialDeals((2, 1, 3))
        cards = set(range(6))
        expected = [
            (two, one, tuple(sorted(cards - {*two, *one})))
            for two in sorted(itertools.combinations(range(6), 2), key=lambda hand: hand[::-1])
            for one in itertools.combinations(sorted(cards - {*two}), 1)
        ]
        assert list(numbering) == expected
        renamed = MultinomialDeals((2, 1, 3), pack=(40, 10, 20, 60, 30, 50))
        assert [tuple(tuple(c // 10 - 1 for c in h) for h in deal) for deal in renamed] == expected


class TestMoreItertools:
    """The same functions, called the same way, where more-itertools is installed."""

    @pytest.fixture
    def more(self) -> Any:
        return pytest.importorskip("more_itertools", reason="pip install more-itertools")

    def test_permutations(self, more: Any) -> None:
        for n, k in ((7, 4), (12, 12), (52, 5)):
            numbering = Permutations(n, k)
            for number in range(0, numbering.size, numbering.size // 50):
                item = more.nth_permutation(range(n), k, number)
                assert numbering.unrank(number) == item
                assert numbering.rank(item) == more.permutation_index(item, range(n)) == number

    def test_combinations_with_replacement(self, more: Any) -> None:
        numbering = CombinationsWithReplacement(13, 5)
        for number in range(0, numbering.size, 97):
            item = more.nth_combination_with_replacement(range(13), 5, number)
            assert numbering.unrank(number) == item
            assert more.combination_with_replacement_index(item, range(13)) == number

    def test_products(self, more: Any) -> None:
        numbering = Products(4, 13, 7)
        for number in range(numbering.size):
            item = more.nth_product(number, range(4), range(13), range(7))
            assert numbering.unrank(number) == item
            assert more.product_index(item, range(4), range(13), range(7)) == number

    def test_distinct(self, more: Any) -> None:
        for counts in ((2, 2, 1), (3, 0, 2), (1, 2, 3)):
            kinds = elements(counts)
            assert list(Multisets(counts, 3)) == list(more.distinct_combinations(kinds, 3))
            arrangements = sorted(more.distinct_permutations(kinds))
            assert list(MultisetPermutations(counts)) == arrangements


class TestPublishedNumbers:
    def test_shapes(self) -> None:
        """The 560 hand shapes in squashed order (Andrews 1996)."""
        shapes = Compositions(13, 4)
        assert [*shapes] == [shape_lengths(number) for number in range(560)]
        assert all(shapes.rank(shape) == shape_index(*shape) for shape in shapes)

    def test_deals(self) -> None:
        """52! / 13!^4 deals of bridge, 32! / (10!^3 2!) of Skat."""
        assert MultinomialDeals((13, 13, 13, 13)).size == 53644737765488792839237440000
        assert MultisetPermutations((13, 13, 13, 13)).size == 53644737765488792839237440000
        skat = factorial(32) // (factorial(10) ** 3 * 2)
        assert MultinomialDeals((10, 10, 10, 2)).size == skat == 2753294408504640
        assert MultinomialDeals((2, 2), pack=range(52)).size == comb(52, 2) * comb(50, 2)
        assert MultinomialDeals((13, 13), pack=range(26)).size == comb(26, 13) == 10400600

    @pytest.mark.parametrize(
        ("k", "size"),
        [(2, 169), (3, 1755), (4, 16432), (5, 134459), (6, 962988), (7, 6009159)],
    )
    def test_suit_classes(self, k: int, size: int) -> None:
        """Starting hands and hands of poker up to suits, as in Waugh (2013) and elsewhere."""
        assert SuitClasses(k).size == size

    @pytest.mark.parametrize("k", range(53))
    def test_suit_classes_by_burnside(self, k: int) -> None:
        """Sets that a permutation of suits keeps: whole cycles, (1 + x^length)^13 for each."""
        kept = 0
        for lengths, ways in (
            *(((1, 1, 1, 1), 1), ((2, 1, 1), 6), ((2, 2), 3)),
            *(((3, 1), 8), ((4,), 6)),
        ):
            polynomial = [1]
            for length in lengths:
                factor = [0] * (13 * length + 1)
                factor[::length] = [comb(13, j) for j in range(14)]
                polynomial = np.convolve(
                    np.array(polynomial, dtype=object), np.array(factor, dtype=object)
                ).tolist()
            kept += ways * polynomial[k]
        assert SuitClasses(k).size == kept // 24

    def test_ranks_of_five_cards(self) -> None:
        """6,175 multisets of ranks in five-card hands: 6,188 less 13 fives of a kind."""
        assert CombinationsWithReplacement(13, 5).size == 6188
        assert Multisets([4] * 13, 5).size == 6175

    def test_swaps_by_hand(self) -> None:
        """unrank1 of Myrvold and Ruskey, n = 3, done on paper."""
        assert list(Permutations(3, order="swap")) == [
            *((1, 2, 0), (2, 0, 1), (1, 0, 2)),
            *((2, 1, 0), (0, 2, 1), (0, 1, 2)),
        ]


class TestSuitClasses:
    @pytest.mark.parametrize("k", [0, 1, 2, 3, 52])
    def test_every_set(self, k: int) -> None:
        classes = SuitClasses(k)
        cards = np.array(list(itertools.combinations(range(52), k)), dtype=np.uint64)
        masks = (np.uint64(1) << cards).sum(axis=1, dtype=np.uint64)
        numbers = classes.rank_array(masks)
        found = np.bincount(numbers, minlength=classes.size)
        assert found.tolist() == [classes.members(number) for number in range(classes.size)]
        assert int(found.sum()) == comb(52, k)
        for at in range(0, len(masks), 101):
            assert classes.rank(int(masks[at])) == numbers[at]

    @pytest.mark.long
    def test_members_of_five(self) -> None:
        classes = SuitClasses(5)
        assert sum(map(classes.members, range(classes.size))) == comb(52, 5)

    @pytest.mark.parametrize("k", [5, 7, 13, 26])
    def test_canonical_sets_of_many(self, k: int) -> None:
        classes = SuitClasses(k)
        numbers = [classes.size * at // 1000 for at in range(1000)]
        canonical = [classes.unrank(number) for number in numbers]
        assert classes.rank_array(np.array(canonical, dtype=np.uint64)).tolist() == numbers

    def test_suits_ascend(self) -> None:
        for mask in SuitClasses(4, ranks=5):
            suits = [mask >> 5 * suit & 31 for suit in range(4)]
            assert suits == sorted(suits, key=lambda bits: (bits.bit_count(), bits))

    @pytest.mark.long
    def test_names_of_starting_hands(self) -> None:
        """Pairs, suited and offsuit hands of poker: 13, 78 and 78 classes of 6, 4 and 12 sets."""
        classes = SuitClasses(2)
        sizes = Counter(classes.members(number) for number in range(169))
        assert sizes == {6: 13, 4: 78, 12: 78}

    def test_forms_of_a_set(self) -> None:
        classes = SuitClasses(3)
        forms = [
            *((0, 14, 28), [28, 0, 14], {0, 14, 28}, np.array([14, 28, 0], dtype=np.int8)),
            *(1 << 0 | 1 << 14 | 1 << 28, np.uint64(1 << 0 | 1 << 14 | 1 << 28)),
        ]
        assert len({classes.rank(form) for form in forms}) == 1

    def test_no_tables_for_large_packs(self) -> None:
        for classes in (SuitClasses(3, ranks=17), SuitClasses(3, suits=5)):
            assert classes.rank(classes.unrank(7)) == 7
            with pytest.raises(NumberingError, match="at most 16 ranks and 64 cards"):
                classes.rank_array([7])


class TestLargeNumbers:
    def test_permutations(self) -> None:
        numbering = Permutations(60)
        assert numbering.size == factorial(60)
        assert numbering[-1] == tuple(range(59, -1, -1))
        assert numbering.rank(range(60)) == 0
        with pytest.raises(OverflowError, match=r"use \.size"):
            len(numbering)
        assert Permutations(10**9, 4).size == perm(10**9, 4)
        assert Permutations(10**9, 4)[-1] == tuple(10**9 - 1 - at for at in range(4))

    def test_ends(self) -> None:
        for numbering, first, last in (
            (CombinationsWithReplacement(10**30, 2), (0, 0), (10**30 - 1,) * 2),
            (Compositions(10**40, 3), (0, 0, 10**40), (10**40, 0, 0)),
            (Compositions(10**40, 3, order="lex"), (0, 0, 10**40), (10**40, 0, 0)),
            (Compositions(200, 20, high=100), (0,) * 18 + (100,) * 2, (100,) * 2 + (0,) * 18),
            (
                Multisets([4] * 100, 200),
                *((tuple(b * 50 + at // 4 for at in range(200))) for b in (0, 1)),
            ),
            (Products(*[10] * 300), (0,) * 300, (9,) * 300),
        ):
            assert numbering.size > 1 << 64
            assert numbering[0] == first
            assert numbering[-1] == last
            assert numbering.rank(last) == numbering.size - 1

    @pytest.mark.parametrize("below", [*range(126, 131), 10**6])
    def test_positions_in_and_past_the_table(self, below: int) -> None:
        for positions in ((below - 1,), (0, below - 1), (below - 2, below - 1), (1, 5, below - 3)):
            number = colex_rank(positions)
            assert colex_unrank(number, len(positions), below) == list(positions)

    def test_a_bad_row_far_down(self) -> None:
        rows = np.tile(np.arange(3, dtype=np.uint8), (20000, 1))
        rows[17000] = (2, 0, 2)
        with pytest.raises(NumberingError, match="row 17,000 has"):
            Permutations(3).rank_array(rows)

    @pytest.mark.parametrize("size", [256, 257, 1 << 16, (1 << 16) + 1])
    def test_the_last_digit_fits(self, size: int) -> None:
        assert Products(2, size).unrank_array([2 * size - 1]).tolist() == [[1, size - 1]]

    def test_whole_packs_as_arrays(self) -> None:
        numbering = Permutations(20)
        rows = numbering.unrank_array([0, numbering.size - 1])
        assert rows.dtype == np.uint8
        assert rows.tolist() == [list(range(20)), list(range(19, -1, -1))]
        assert Permutations(300, 3).unrank_array([0]).dtype == np.uint16
        assert Permutations(70000, 2).unrank_array([0]).dtype == np.uint32
        assert numbering.rank_array([]).tolist() == []
        many = np.arange(0, numbering.size, numbering.size // 20000, dtype=np.uint64)
        assert (numbering.rank_array(numbering.unrank_array(many)) == many).all()


SHOE = Compositions(4, 2, high=3)
DEALS = MultinomialDeals((1, 2), pack=(2, 4, 6))


@pytest.mark.parametrize(
    ("numbering", "wrong", "message"),
    [
        (Permutations(4), (0, 1, 2), "a permutation must have length 4, not 3: (0, 1, 2)"),
        (Permutations(4), (0, 1, 2, 4), "4 in (0, 1, 2, 4) is not one of 0 to 3"),
        (Permutations(4), (0, 1, 1, 3), "1 occurs more than once in (0, 1, 1, 3)"),
        (Permutations(4, order="swap"), (0, 1, 1, 3), "1 occurs more than once"),
        (Permutations(5000, 2), (7, 7), "7 occurs more than once in (7, 7)"),
        (Permutations(2), (True, 0), "each entry of a permutation must be an integer, not True"),
        (Permutations(2), (HUGE, 0), "some 2^16609 in a tuple with a very large number is not"),
        (Permutations(2), {0, 1}, "a permutation must be a sequence of 2 integers, not {0, 1}"),
        (Permutations(2), iter((0, 1)), "a sequence of 2 integers, not <tuple_iterator"),
        (Permutations(2), "01", "a sequence of 2 integers, not '01'"),
        (Permutations(2), np.zeros((2, 2), dtype=int), "a sequence of 2 integers, not array("),
        (CombinationsWithReplacement(4, 2), (1, 0), "(1, 0) is not in ascending order"),
        (CombinationsWithReplacement(4, 2), (1, 4), "4 in (1, 4) is not one of 0 to 3"),
        (Multisets((2, 1), 2), (1, 0), "(1, 0) is not in ascending order"),
        (Multisets((2, 1), 2), (1, 1), "(1, 1) has 2 of kind 1; there are 1"),
        (MultisetPermutations((2, 1)), (1, 0, 1), "(1, 0, 1) has too many of kind 1; there are 1"),
        (Products(2, 3), (1, 3), "3 in (1, 3) is not one of 0 to 2"),
        (Products(2, 3), (1, HUGE), "is not one of 0 to 2"),
        (SHOE, (4, 0), "4 in (4, 0) is not one of 0 to 3"),
        (SHOE, (1, 1), "(1, 1) adds to 2, not 4"),
        (DEALS, ((4,), (6, 2)), "hand 2 is not in ascending order: (6, 2)"),
        (DEALS, ((4,), (4, 6)), "card 4 is dealt twice in ((4,), (4, 6))"),
        (DEALS, ((4,), (5, 6)), "card 5 of hand 2 is not in the pack"),
        (DEALS, ((4,), (6,)), "hand 2 must have length 2, not 1: (6,)"),
        (DEALS, ((4,),), "a deal must be a sequence of 2 hands: ((4,),)"),
        (SuitClasses(2), 7, "a set has 2 cards, not 3: 7"),
        (SuitClasses(2), -1, "-1 is not a mask of the pack"),
        (SuitClasses(2), [1, 52], "[1, 52] has a card not of 0 to 51"),
        (SuitClasses(2), [1, 1], "[1, 1] has a card twice"),
        (SuitClasses(2), "AK", "a mask must be an integer, not 'AK'"),
    ],
)
def test_no_members(numbering: Any, wrong: Any, message: str) -> None:
    with pytest.raises(NumberingError) as caught:
        numbering.rank(wrong)
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)
    assert wrong not in numbering


@pytest.mark.parametrize(
    ("build", "message"),
    [
        (lambda: Permutations(-1), "n must not be negative (n=-1)"),
        (lambda: Permutations(3, -1), "n and k must not be negative (n=3, k=-1)"),
        (lambda: Combinations(-2, 3), "n and k must not be negative (n=-2, k=3)"),
        (lambda: Permutations(4.0), "n must be an integer, not 4.0"),  # type: ignore[arg-type]
        (
            lambda: Permutations(3, order="gray"),
            "the order must be one of 'lex', 'swap', not 'gray'",
        ),
        (lambda: Permutations(3, 2, order="swap"), "leave k out"),
        (lambda: CombinationsWithReplacement(3, -2), "must not be negative (n=3, k=-2)"),
        (lambda: CombinationsWithReplacement(3, 2, order="swap"), "one of 'lex', 'colex'"),
        (lambda: Multisets((1, -1), 2), "must not be negative (k=2, (1, -1))"),
        (lambda: Multisets(4, 2), "counts must be a sequence of integers, not 4"),  # type: ignore[arg-type]
        (lambda: MultisetPermutations((1, -1)), "counts must not be negative"),
        (lambda: Products(3, -1), "sizes must not be negative"),
        (lambda: Compositions(5, -1), "the number of parts must not be negative"),
        (lambda: Compositions(5, 2, low=3, high=(4, 2)), "part 2 has no value from 3 to 2"),
        (lambda: Compositions(5, 2, low=(1,)), "low must have length 2, not 1"),
        (lambda: Compositions(5, 2, high=(1, 2, 3)), "high must have length 2, not 3"),
        (lambda: Compositions(5, 2, order="colex"), "one of 'squashed', 'lex'"),
        (lambda: MultinomialDeals((1, -1)), "the sizes of hands must not be negative"),
        (lambda: MultinomialDeals((1, 1), pack=(5, 5)), "different and not negative: (5, 5)"),
        (lambda: MultinomialDeals((1, 1), pack=(5,)), "1 cards are too few for hands of (1, 1)"),
        (lambda: SuitClasses(53), "there are no 53 cards in 4 suits of 13"),
        (lambda: SuitClasses(0, suits=0), "no pack has 0 suits of 13"),
    ],
)
def test_no_numberings(build: Any, message: str) -> None:
    with pytest.raises(NumberingError) as caught:
        build()
    assert message in str(caught.value)


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: Permutations(4).rank_array([[0, 1, 2, 3], [0, 1, 1, 3]]), "row 1 has an entry"),
        (lambda: Permutations(4).rank_array([[0, 1, 2, 4]]), "an entry 4 is not one of 0 to 3"),
        (lambda: Permutations(4).rank_array([0, 1, 2, 3]), "(n_rows, 4), not (4,)"),
        (lambda: Permutations(2).rank_array([[0, 1], [0]]), "rows differ"),
        (lambda: Permutations(2).rank_array([[0.0, 1.0]]), "integers, not of float64"),
        (lambda: Permutations(3).unrank_array([6]), "6 is not one of the numbers 0 to 5"),
        (lambda: Permutations(3).unrank_array([-1]), "-1 is not one of the numbers 0 to 5"),
        (lambda: Permutations(3).unrank_array(np.array([0.5])), "integers, not float64"),
        (lambda: Permutations(3).unrank_array([0.5]), "each number must be an integer, not 0.5"),
        (lambda: Permutations(3).unrank_array(5), "one dimension, not 0"),
        (lambda: Permutations(21).unrank_array([0]), "64-bit numbers"),
        (lambda: Permutations(3, order="swap").unrank_array([0]), "lex order only"),
        (lambda: Products(2, 3).rank_array([[0, 3]]), "a digit 3 is not one of 0 to 2"),
        (lambda: Products(2, 3).rank_array([[-1, 0]]), "a digit -1 is not one of 0 to 1"),
        (lambda: Products(1 << 33, 1 << 33).rank_array([[0, 0]]), "64-bit numbers"),
        (lambda: Products(1 << 33, 1 << 33).unrank_array([0]), "64-bit numbers"),
        (lambda: SuitClasses(2).rank_array([3, 7]), "a mask does not have 2 cards"),
        (lambda: SuitClasses(2).rank_array([3 << 51]), "is not one of the numbers 0 to"),
        (lambda: SuitClasses(2).members(169), "is not one of the numbers 0 to 168"),
        (lambda: Multisets((2, 2), 2).from_counts((1, 2)), "adds to 3, not 2"),
        (lambda: DEALS.rank_masks((4, -1)), "masks must not be negative"),
    ],
)
def test_no_such_arrays(call: Any, message: str) -> None:
    with pytest.raises(NumberingError) as caught:
        call()
    assert message in str(caught.value)


def test_messages_stay_on_one_line() -> None:
    assert brief(np.zeros((40, 40))).count("\n") == 0
    assert len(brief(list(range(1000)))) == 100
    assert brief(HUGE) == "some 2^16609"


def test_equality() -> None:
    assert Compositions(13, 4) == Compositions(13, 4, low=0, high=13)
    assert Compositions(13, 4) != Compositions(13, 4, order="lex")
    assert Permutations(5, 5) == Permutations(5) != Permutations(5, order="swap")
    assert MultinomialDeals((1, 1), pack=(1, 0)) == MultinomialDeals([1, 1])
    assert SuitClasses(5) != Products(5)
    assert repr(SuitClasses(5, suits=3)) == "SuitClasses(5, suits=3)"
    assert repr(Compositions(5, 2, low=(1, 0), high=3)) == (
        "Compositions(5, 2, low=(1, 0), high=3)"
    )
    assert len({Products(2, 3), Products(2, 3), Products(3, 2)}) == 2


@pytest.mark.parametrize(("n", "k"), [(5, 3), (5, 5), (6, 4)])
def test_permutations_one_after_another_are_those_of_the_library(n: int, k: int) -> None:
    """Mutant: a wrong bit for the entries that are left, in the step from one to the next."""
    numbering, members = Permutations(n, k), list(itertools.permutations(range(n), k))
    assert list(numbering) == members  # in steps of the core, where it has them
    for number, (member, following) in enumerate(itertools.pairwise(members)):
        assert numbering._next(member, number) == following
