"""Laws of numberings: numbers and members match, in order, from every side."""

from __future__ import annotations

import ast
import pickle
import re
from collections.abc import Callable, Sequence
from itertools import islice, permutations
from typing import Any

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from dealwright import NumberingError, Stream
from dealwright.numbering.base import Numbering
from dealwright.numbering.combinations import Combinations
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
from dealwright.numbering.products import Products

FAMILIES = {
    family.__name__: family
    for family in (
        *(CombinationsWithReplacement, Compositions, MultinomialDeals, MultisetPermutations),
        *(Multisets, Permutations, Products, SuitClasses),
    )
}
DOMAIN = "laws of numberings"


def counts(most: int) -> st.SearchStrategy[list[int]]:
    return st.lists(st.integers(0, most), max_size=6)


@st.composite
def compositions(draw: st.DrawFn, large: bool = False) -> Compositions:
    parts = draw(st.integers(0, 40 if large else 5))
    low = draw(st.one_of(st.integers(-2, 2), st.lists(st.integers(-2, 2), min_size=parts)))
    if isinstance(low, list):
        low = low[:parts]
    spare = st.one_of(st.none(), st.integers(0, 4))
    high = draw(st.one_of(st.none(), st.lists(spare, min_size=parts, max_size=parts)))
    if isinstance(high, list):
        lows = low if isinstance(low, list) else [low] * parts
        high = [None if h is None else h + at for h, at in zip(high, lows, strict=True)]
    order = draw(st.sampled_from(["squashed", "lex"]))
    total = draw(st.integers(-3, 60 if large else 9))
    return Compositions(total, parts, low=low, high=high, order=order)


@st.composite
def multinomials(draw: st.DrawFn, most: int = 2) -> MultinomialDeals:
    sizes = draw(st.lists(st.integers(0, most), max_size=4))
    more = draw(st.integers(0, 2))
    pack = draw(st.permutations(range(3, 3 + 2 * (sum(sizes) + more), 2)))
    return MultinomialDeals(sizes, pack=pack if draw(st.booleans()) else None)


@st.composite
def permutations_of(draw: st.DrawFn, most: int) -> Permutations:
    n = draw(st.integers(0, most))
    if draw(st.booleans()):
        return Permutations(n, order=draw(st.sampled_from(["lex", "swap"])))
    return Permutations(n, draw(st.integers(0, n + 1)))


@st.composite
def suit_classes(draw: st.DrawFn, ranks: int = 4, suits: int = 4) -> SuitClasses:
    ranks, suits = draw(st.integers(1, ranks)), draw(st.integers(1, suits))
    return SuitClasses(draw(st.integers(0, min(ranks * suits, 20))), ranks=ranks, suits=suits)


lex_or_colex = st.sampled_from(["lex", "colex"])
small = st.one_of(
    st.builds(CombinationsWithReplacement, st.integers(0, 6), st.integers(0, 4), lex_or_colex),
    st.builds(Multisets, counts(3), st.integers(0, 5)),
    permutations_of(5),
    st.builds(MultisetPermutations, counts(2).map(lambda held: held[:4])),
    st.lists(st.integers(0, 5), max_size=4).map(lambda sizes: Products(*sizes)),
    compositions(),
    multinomials(),
    suit_classes(),
)
large = st.one_of(
    st.builds(
        CombinationsWithReplacement, st.integers(1, 10**12), st.integers(0, 30), lex_or_colex
    ),
    st.builds(Multisets, st.lists(st.integers(0, 40), max_size=30), st.integers(0, 60)),
    permutations_of(80),
    st.builds(Permutations, st.integers(1025, 10**15), st.integers(0, 30)),
    st.builds(MultisetPermutations, counts(20)),
    st.lists(st.integers(1, 10**20), max_size=12).map(lambda sizes: Products(*sizes)),
    compositions(large=True),
    multinomials(most=15),
    suit_classes(ranks=15, suits=6),
)
numberings = st.one_of(small, large)


def number_in(data: st.DataObject, numbering: Numbering[Any]) -> int:
    """Draw a number of a member, the ends and all magnitudes among them."""
    assume(numbering.size > 0)
    last = numbering.size - 1
    return data.draw(st.one_of(st.integers(0, last), st.integers(max(last - 3, 0), last)))


@pytest.mark.long
@given(numberings, st.data())
@settings(max_examples=300)
def test_a_member_has_its_number(numbering: Numbering[Any], data: st.DataObject) -> None:
    number = number_in(data, numbering)
    member = numbering.unrank(number)
    assert numbering.rank(member) == numbering.index(member) == number
    assert member in numbering
    assert numbering[number] == numbering[number - numbering.size] == member


@given(numberings, st.data())
@settings(max_examples=300)
def test_neighbours(numbering: Numbering[Any], data: st.DataObject) -> None:
    number = number_in(data, numbering)
    member = numbering.unrank(number)
    if number + 1 < numbering.size:
        assert numbering._next(member, number) == numbering.unrank(number + 1)
    if number:
        assert numbering._previous(member, number) == numbering.unrank(number - 1)


def order_of(numbering: Numbering[Any]) -> Callable[[Any], Any] | None:
    """Return the key by which members ascend, None where the order is no order of tuples."""
    order = getattr(numbering, "order", "lex")
    if isinstance(numbering, MultinomialDeals):
        return None if len(numbering.sizes) > 1 else lambda deal: [h[::-1] for h in deal]
    if isinstance(numbering, SuitClasses) or order == "swap":
        return None
    if order == "lex":
        return lambda member: member
    if order == "colex":
        return lambda member: member[::-1]
    return lambda member: [-part for part in reversed(member)]


@given(numberings, st.data())
@settings(max_examples=200)
def test_members_ascend(numbering: Numbering[Any], data: st.DataObject) -> None:
    key = order_of(numbering)
    assume(key is not None)
    assert key is not None
    one, other = number_in(data, numbering), number_in(data, numbering)
    low, high = key(numbering.unrank(min(one, other))), key(numbering.unrank(max(one, other)))
    assert low == high if one == other else low < high


@pytest.mark.long
@given(small)
def test_all_members(numbering: Numbering[Any]) -> None:
    members = [numbering.unrank(number) for number in range(numbering.size)]
    assert len(set(members)) == len(members) == len(numbering)
    assert list(numbering) == members
    assert list(reversed(numbering)) == members[::-1]
    assert [numbering.rank(member) for member in members] == list(range(len(members)))
    assert bool(numbering) == bool(members)


@given(small, st.data())
def test_slices_are_those_of_a_list(numbering: Numbering[Any], data: st.DataObject) -> None:
    members = list(numbering)
    cut = data.draw(st.slices(numbering.size))
    part = numbering[cut]
    assert list(part) == members[cut]
    assert list(reversed(part)) == members[cut][::-1]
    assert len(part) == part.size == len(members[cut])
    for index in (numbering.size, -numbering.size - 1):
        with pytest.raises(IndexError, match="out of range"):
            _ = numbering[index]


@given(numberings, st.integers(1, 9))
def test_a_split_covers_all(numbering: Numbering[Any], count: int) -> None:
    parts = numbering.split(count)
    sizes = [part.size for part in parts]
    assert len(parts) == count
    assert sum(sizes) == numbering.size
    assert max(sizes) - min(sizes) <= 1
    at = 0
    for part in parts:
        assert not part.size or part.numbers[0] == at
        at += part.size
    if numbering.size < 100:
        assert [member for part in parts for member in part] == list(numbering)


@given(numberings, st.integers(0, 6), st.integers(0, 10**6))
def test_samples(numbering: Numbering[Any], size: int, seed: int) -> None:
    stream = Stream(seed, domain=DOMAIN)
    assume(numbering.size > 0)
    drawn = numbering.sample(size, stream)
    assert len(drawn) == size
    assert all(member in numbering for member in drawn)
    if size <= numbering.size:
        different = numbering.sample(size, stream, replace=False)
        assert len(set(different)) == size
    else:
        with pytest.raises(NumberingError, match="different"):
            numbering.sample(size, stream, replace=False)


def spoiled(member: Any, draw: Callable[..., Any]) -> Any:
    """Return something that is not a member: a member with one thing changed, as a list."""
    if isinstance(member, int):
        return draw(st.sampled_from([member ^ 1, ~member, 1 << 300, member + 0.5, "no", None]))
    item = [list(entry) if isinstance(entry, tuple) else entry for entry in member]
    kind = draw(st.sampled_from(["short", "long", "outside", "below", "text", "half", "set"]))
    if kind == "short" and item:
        return item[:-1]
    if kind == "set":
        return {1, 2}
    wrong = {"outside": 10**40, "below": -(10**40), "text": "x", "half": 0.5}.get(kind, 0)
    if not item or kind == "long":
        return [*item, wrong]
    at = draw(st.integers(0, len(item) - 1))
    if not isinstance(item[at], list):
        item[at] = wrong if kind != "short" else None
    else:
        item[at].append(wrong)
    return item


@given(numberings, st.data())
@settings(max_examples=200)
def test_what_is_no_member_is_refused(numbering: Numbering[Any], data: st.DataObject) -> None:
    member = numbering.unrank(number_in(data, numbering))
    wrong = spoiled(member, data.draw)
    before = pickle.dumps(wrong)
    with pytest.raises(NumberingError) as caught:
        numbering.rank(wrong)
    assert "\n" not in str(caught.value)
    assert pickle.dumps(wrong) == before
    assert wrong not in numbering


@given(small, st.lists(st.integers(-1, 6), max_size=6))
def test_members_are_all_and_only_those_listed(
    numbering: Numbering[Any], values: list[int]
) -> None:
    assume(not isinstance(numbering, MultinomialDeals | SuitClasses))
    assert (values in numbering) == (tuple(values) in list(numbering))


@given(small, st.data())
def test_members_come_as_lists_and_arrays(numbering: Numbering[Any], data: st.DataObject) -> None:
    assume(not isinstance(numbering, SuitClasses))
    number = number_in(data, numbering)
    member = numbering.unrank(number)
    as_list = [list(entry) if isinstance(entry, tuple) else entry for entry in member]
    before = pickle.dumps(as_list)
    assert numbering.rank(as_list) == number
    assert pickle.dumps(as_list) == before
    if isinstance(numbering, MultinomialDeals):
        assert numbering.rank([np.array(hand, dtype=np.int64) for hand in member]) == number
    else:
        array = np.array(member, dtype=np.int64)
        array.flags.writeable = False
        assert numbering.rank(array) == number


@given(numberings, numberings)
def test_a_numbering_is_its_arguments(one: Numbering[Any], other: Numbering[Any]) -> None:
    call = ast.parse(repr(one), mode="eval").body
    assert isinstance(call, ast.Call)
    assert isinstance(call.func, ast.Name)
    again = FAMILIES[call.func.id](
        *map(ast.literal_eval, call.args),
        **{str(word.arg): ast.literal_eval(word.value) for word in call.keywords},
    )
    for same in (again, pickle.loads(pickle.dumps(one))):
        assert same == one
        assert hash(same) == hash(one)
        assert repr(same) == repr(one)
        assert same.size == one.size
    assert (one == other) == (repr(one) == repr(other))
    assert one != repr(one)


@given(st.integers(0, 200), st.data())
def test_colex_numbers(below: int, data: st.DataObject) -> None:
    positions = sorted(data.draw(st.sets(st.integers(0, max(below - 1, 0)), max_size=below)))
    assert colex_unrank(colex_rank(positions), len(positions), below) == positions


class TestArrays:
    """Arrays of numbers and of members agree with one at a time."""

    @given(
        st.one_of(
            permutations_of(20).filter(lambda numbering: numbering.order == "lex"),
            st.builds(Permutations, st.integers(21, 2000), st.integers(0, 5)),
            st.lists(st.integers(1, 300), max_size=7).map(lambda sizes: Products(*sizes)),
            st.sampled_from([Products(1 << 64), Products(1, 1 << 64, 1), Products(1 << 32, 2)]),
        ),
        st.data(),
    )
    def test_rows(self, numbering: Any, data: st.DataObject) -> None:
        assume(numbering.size > 0)
        numbers = data.draw(st.lists(st.integers(0, numbering.size - 1), max_size=5))
        rows = numbering.unrank_array(numbers)
        assert [tuple(row) for row in rows.tolist()] == [numbering.unrank(i) for i in numbers]
        before = rows.copy()
        rows.flags.writeable = False
        found = numbering.rank_array(rows)
        assert found.dtype == np.uint64
        assert found.tolist() == numbers
        assert (rows == before).all()
        given_array = np.array(numbers, dtype=np.uint64)
        given_array.flags.writeable = False
        assert (numbering.unrank_array(given_array) == rows).all()

    @given(suit_classes(ranks=8, suits=8), st.data())
    def test_masks(self, numbering: SuitClasses, data: st.DataObject) -> None:
        whole_pack = range(numbering.ranks * numbering.suits)
        orders = st.permutations(whole_pack)
        sets = data.draw(st.lists(orders.map(lambda order: order[: numbering.k]), max_size=4))
        masks = np.array([sum(1 << card for card in cards) for cards in sets], dtype=np.uint64)
        assert numbering.rank_array(masks).tolist() == [numbering.rank(cards) for cards in sets]


@given(suit_classes(ranks=13, suits=4), st.data())
def test_suits_can_change_names(numbering: SuitClasses, data: st.DataObject) -> None:
    ranks, suits = numbering.ranks, numbering.suits
    pack = data.draw(st.permutations(range(ranks * suits)))
    cards = set(pack[: numbering.k])
    names = data.draw(st.permutations(range(suits)))
    renamed = {ranks * names[card // ranks] + card % ranks for card in cards}
    number = numbering.rank(cards)
    assert numbering.rank(renamed) == number
    everyone = {
        frozenset(ranks * order[card // ranks] + card % ranks for card in cards)
        for order in permutations(range(suits))
    }
    assert len(everyone) == numbering.members(number)
    canonical = numbering.unrank(number)
    assert frozenset(c for c in range(ranks * suits) if canonical >> c & 1) in everyone


@given(multinomials(most=13), st.data())
def test_deals_as_masks(numbering: MultinomialDeals, data: st.DataObject) -> None:
    number = number_in(data, numbering)
    masks = numbering.unrank_masks(number)
    assert masks == tuple(sum(1 << card for card in hand) for hand in numbering.unrank(number))
    assert numbering.rank_masks(masks) == number


@given(st.lists(st.integers(0, 4), max_size=8), st.integers(0, 12), st.data())
def test_vectors_of_counts(held: list[int], k: int, data: st.DataObject) -> None:
    numbering = Multisets(held, k)
    member = numbering.unrank(number_in(data, numbering))
    vector = numbering.counts_of(member)
    assert vector == tuple(member.count(kind) for kind in range(len(held)))
    assert numbering.from_counts(list(vector)) == member


# ---- quick ways for one member, and runs of members


@given(st.integers(0, 14), st.integers(0, 7), st.sampled_from(["colex", "lex"]), st.data())
def test_walking_is_unranking(n: int, k: int, order: str, data: st.DataObject) -> None:
    found = Combinations(n, k, order)
    members = [found.unrank(number) for number in range(found.size)]
    assert list(found) == members
    assert list(reversed(found)) == members[::-1]
    if members:
        start = data.draw(st.integers(0, found.size - 1))
        stop, step = data.draw(st.integers(0, found.size)), data.draw(st.sampled_from([1, -1, 3]))
        assert list(found.iterate(start)) == members[start:]
        assert list(found.iterate(start, backwards=True)) == members[start::-1]
        assert list(found[start:stop:step]) == members[start:stop:step]


@pytest.mark.parametrize(
    "family",
    [
        *(Combinations(9, 4, order) for order in ("colex", "lex", "gray")),
        CombinationsWithReplacement(6, 4),
        CombinationsWithReplacement(6, 4, order="colex"),
        Permutations(6, 3),
        Multisets([2, 3, 1, 2], 4),
        MultisetPermutations([2, 3, 1]),
    ],
    ids=repr,
)
def test_members_that_somebody_holds_stay(family: Numbering[Any]) -> None:
    """A walk may give out a tuple again, but only one that nobody holds any more."""
    members = [family[number] for number in range(family.size)]
    for walk, expected in ((iter(family), members), (reversed(family), members[::-1])):
        held, hashes = list[tuple[int, ...]](), list[int]()
        for place, member in enumerate(walk):
            hashes.append(hash(member))
            if place % 7 in (0, 3, 4):
                held.append(member)
        assert held == [each for place, each in enumerate(expected) if place % 7 in (0, 3, 4)]
        assert hashes == [*map(hash, expected)]


def test_a_walk_outlives_its_numbering() -> None:
    counts = [1, 3, 2, 4, 1, 2, 2]
    walk, members = iter(Multisets(counts, 6)), list(Multisets(counts, 6))
    others = [Multisets([9 - at] * 7, 6).unrank(0) for at in range(9)]  # take what was freed
    assert list(walk) == members
    assert len(others) == 9


def test_walking_large_numberings() -> None:
    for order in ("colex", "lex"):
        hands = Combinations(52, 13, order)
        start = hands.size // 3
        some = list(islice(hands.iterate(start), 2000))
        assert some == [hands.unrank(start + at) for at in range(2000)]
        last = list(islice(reversed(hands), 2000))
        assert last == [hands.unrank(hands.size - 1 - at) for at in range(2000)]
    assert list(Combinations(255, 1)) == [(at,) for at in range(255)]
    assert list(Combinations(255, 254))[-1] == tuple(range(1, 255))


LARGE: list[Numbering[Any]] = [
    CombinationsWithReplacement(30, 20),
    CombinationsWithReplacement(30, 20, order="colex"),
    CombinationsWithReplacement(255, 20),
    Multisets([3, 0, 1, 4, 2] * 5, 12),
    Multisets([1] * 64, 32),
    Multisets([255] * 255, 4),
    Multisets([2] * 20, 37),
    Permutations(30, 7),
    Permutations(20),
    MultisetPermutations([5, 0, 3, 6, 4]),
    MultisetPermutations([13] * 4),
    MultisetPermutations([255]),
    Combinations(67, 33),  # between 2^63 and 2^64 members
]


@pytest.mark.parametrize("numbering", LARGE, ids=repr)
def test_walking_large_families(numbering: Numbering[Any]) -> None:
    """Long walks, up and down, are what the plain bodies unrank."""
    size, length = numbering.size, 600  # runs of 16, 32 .. 512 members
    for start in (size // 3, max(size - length, 0)):
        plain = [numbering._unrank(at) for at in range(start, min(start + length, size))]
        assert list(islice(numbering.iterate(start), length)) == plain
        down = islice(numbering.iterate(start + len(plain) - 1, backwards=True), len(plain))
        assert list(down) == plain[::-1]
        numbers = range(start, start + len(plain))
        assert [numbering.rank(item) for item in plain] == list(numbers)
        assert [numbering.unrank(number) for number in numbers] == plain


def assert_ranked_as_plainly(
    found: Multisets | MultisetPermutations | Permutations | CombinationsWithReplacement,
    wrong: Sequence[int],
) -> None:
    """What is perhaps no member has the plain rank, or is refused with the same words."""
    try:
        expected = found._rank(wrong)
    except NumberingError as error:
        with pytest.raises(NumberingError, match=re.escape(str(error))):
            found.rank(wrong)
    else:
        assert found.rank(wrong) == expected


@given(st.integers(0, 21), st.data())
def test_quick_permutations_are_the_plain_ones(n: int, data: st.DataObject) -> None:
    found = Permutations(n, data.draw(st.integers(0, n)))
    number = data.draw(st.integers(0, found.size - 1))
    member = found.unrank(number)
    assert member == found._unrank(number)
    assert found.rank(member) == found.rank(list(member)) == found._rank(member) == number
    wrong = data.draw(st.lists(st.integers(-1, n + 1), max_size=n + 1))
    assert_ranked_as_plainly(found, wrong)


@given(st.integers(0, 30), st.integers(0, 9), st.sampled_from(["colex", "lex"]), st.data())
def test_quick_combinations_with_replacement_are_the_plain_ones(
    n: int, k: int, order: str, data: st.DataObject
) -> None:
    found = CombinationsWithReplacement(n, k, order)
    if found.size:
        number = data.draw(st.integers(0, found.size - 1))
        member = found.unrank(number)
        assert member == found._unrank(number)
        assert found.rank(member) == found._rank(member) == number
    wrong = tuple(data.draw(st.lists(st.integers(-1, n + 1), min_size=k, max_size=k)))
    assert_ranked_as_plainly(found, wrong)


@given(counts(3), st.data())
def test_quick_multisets_are_the_plain_ones(held: list[int], data: st.DataObject) -> None:
    families = [Multisets(held, data.draw(st.integers(0, 8))), MultisetPermutations(held)]
    for found in families:
        if found.size:
            number = data.draw(st.integers(0, found.size - 1))
            member = found.unrank(number)
            assert member == found._unrank(number)
            assert found.rank(member) == found.rank(list(member)) == found._rank(member) == number
        length = found.k if isinstance(found, Multisets) else sum(held)
        entry = st.integers(-1, len(held))
        wrong = tuple(data.draw(st.lists(entry, min_size=max(length - 1, 0), max_size=length)))
        assert_ranked_as_plainly(found, wrong)
