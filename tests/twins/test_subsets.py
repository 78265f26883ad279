"""Combinations: every order, every form, every body, against plain loops."""

from __future__ import annotations

from itertools import combinations, pairwise
from math import comb

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from dealwright import Combinations, NumberingError, Stream
from dealwright.base import kernels
from dealwright.base.kernels.subsets import subset_kernels
from dealwright.numbering.subset_orders import rank_subset, unrank_subset
from tests.oracles import stream_by_hand

ORDERS = ["colex", "lex", "gray", "block"]


@pytest.fixture(autouse=True)
def _fresh_tables(body: str) -> None:
    """Run every test on every body."""


def rows_of(items: list[tuple[int, ...]], k: int) -> np.ndarray:
    return np.array(items, dtype=np.int32).reshape(len(items), k)


@pytest.mark.long
@pytest.mark.parametrize("order", ORDERS)
@pytest.mark.parametrize("n", range(17))
def test_everything_up_to_sixteen(n: int, order: str, body: str) -> None:
    for k in range(min(n, 13 if order == "block" else n) + 1):
        family = Combinations(n, k, order)
        ranks = np.arange(family.size, dtype=np.int64)
        rows = family.unrank(ranks)
        items = list(map(tuple, rows.tolist()))
        assert sorted(items) == list(combinations(range(n), k))
        assert family.rank(rows).tolist() == ranks.tolist()
        assert family.rank(rows[:, ::-1].copy()).tolist() == ranks.tolist()
        masks = family.unrank_masks(ranks)
        assert masks.tolist() == [sum(1 << c for c in item) for item in items]
        assert family.rank_masks(masks).tolist() == ranks.tolist()
        if n <= 9:
            assert [family.rank(item) for item in items] == ranks.tolist()
            assert [family.unrank(i) for i in range(family.size)] == items
            assert [unrank_subset(order, n, k, i) for i in range(family.size)] == items
            assert [rank_subset(order, n, k, item) for item in items] == ranks.tolist()
        if order == "lex":
            assert items == list(combinations(range(n), k))
        if order == "colex":
            assert items == sorted(items, key=lambda item: item[::-1])
        if order == "gray" and 0 < k < n:
            changes = {len(set(a) ^ set(b)) for a, b in pairwise(items)}
            assert changes <= {2}


EDGES = [(63, 31), (64, 32), (62, 31), (67, 33), (52, 13), (52, 26), (64, 1), (64, 63), (64, 64)]
EDGES += [(255, 5), (255, 250), (256, 5), (1000, 6), (68, 30), (300, 1), (64, 0)]


@pytest.mark.parametrize("order", ["colex", "lex", "gray"])
@pytest.mark.parametrize(("n", "k"), EDGES)
def test_edges_of_64_bits(n: int, k: int, order: str) -> None:
    """C(67,33) and C(64,32) fit 64 bits; intermediate products do not."""
    family = Combinations(n, k, order)
    last = family.size - 1
    assert family.size < 1 << 64
    ranks = sorted(
        {0, last, last // 2, last // 3, last * 2 // 3, *(min(last, i) for i in range(9))}
    )
    rows = family.unrank(np.array(ranks, dtype=np.uint64))
    assert [tuple(row) for row in rows.tolist()] == [unrank_subset(order, n, k, r) for r in ranks]
    assert family.rank(rows).tolist() == ranks
    assert [family.rank(tuple(row)) for row in rows.tolist()] == ranks
    if n <= 64:
        masks = family.unrank_masks(np.array(ranks, dtype=np.uint64))
        assert family.rank_masks(masks).tolist() == ranks


@pytest.mark.parametrize("order", ["colex", "lex", "gray"])
def test_python_integers_of_any_size(order: str) -> None:
    for n, k in ((100, 50), (500, 250), (2000, 1000), (2000, 3)):
        family = Combinations(n, k, order)
        for part in (0, 1, 2, 3):
            rank = (family.size - 1) * part // 3
            item = family.unrank(rank)
            assert family.rank(item) == rank
            assert len(item) == k
    some = Combinations(100, 50, order)
    rows = some.unrank(np.array([0, some.size // 7], dtype=object))
    assert some.rank(rows).tolist() == [0, some.size // 7]


def test_many_elements_and_few_taken() -> None:
    """Found by searching: walking down from n would never end."""
    for order in ("colex", "lex", "gray"):
        for n, k in ((10**9, 4), (10**6, 2), (10**30, 3), (100_000, 1), (70_000, 5)):
            family = Combinations(n, k, order)
            for rank in (0, 1, family.size // 3, family.size - 1):
                assert family.rank(family.unrank(rank)) == rank
            rows = family.unrank([0, 1, 10**4])
            assert family.rank(np.array(rows)).tolist() == [0, 1, 10**4]


def test_messages_about_very_large_numbers() -> None:
    huge = Combinations(20_000, 10_000)
    with pytest.raises(NumberingError, match=r"some 2\^"):
        huge.unrank(huge.size)
    with pytest.raises(IndexError, match=r"some 2\^"):
        _ = huge[huge.size]
    with pytest.raises(OverflowError, match=r"some 2\^"):
        len(huge)
    with pytest.raises(NumberingError, match="has no members"):
        Combinations(3, 5).unrank(0)
    with pytest.raises(NumberingError, match="must be an integer"):
        huge.unrank(np.array([[1, 2]]).tolist()[0][0] + 0.5)


def test_block_order_is_the_order_of_dealing() -> None:
    """North's cards of a uniform deal are the subset of North's number."""
    key = Stream("blocks").key
    masks = np.asarray(kernels.deal_uniform(kernels.PredealtPack(), key, 0, 2000))
    words = kernels.words(key, 0, 4000).reshape(-1, 2).tolist()
    ways = [comb(52, 13), comb(39, 13), comb(26, 13)]
    numbers = [stream_by_hand.bounded((a, b), ways) for a, b in words]
    first = [i for i, number in enumerate(numbers) if number is not None]  # the others spill
    assert len(first) > 1980
    ranks = Combinations(52, 13, "block").rank_masks(masks[first, 0])
    assert ranks.tolist() == [numbers[i][0] for i in first]  # type: ignore[index]


@pytest.mark.parametrize("order", ORDERS)
def test_any_batch_length(order: str) -> None:
    """Groups of the kernels are filled up and chunks joined without a seam."""
    family = Combinations(40, 11, order)
    ranks = np.arange(0, family.size, family.size // 1100, dtype=np.uint64)
    rows = family.unrank(ranks)
    masks = family.unrank_masks(ranks)
    for n in (0, 1, 3, 15, 16, 17, 63, 64, 65, 255, 256, 257, 700):
        assert np.array_equal(family.unrank(ranks[:n]), rows[:n])
        assert np.array_equal(family.unrank_masks(ranks[:n]), masks[:n])
        assert np.array_equal(family.rank(rows[:n]), ranks[:n])
        assert np.array_equal(family.rank_masks(masks[:n]), ranks[:n])


@pytest.mark.parametrize("order", ["colex", "lex", "gray"])
def test_bad_input_is_named_and_never_changed(order: str) -> None:
    family = Combinations(20, 3, order)
    good = np.array([[0, 1, 2], [3, 5, 9], [1, 2, 19]])
    for row, message in (
        ([3, 3, 9], "row 1"),
        ([5, 3, 9], "row 1"),
        ([3, 5, 20], "row 1"),
        ([-1, 5, 9], "row 1"),
    ):
        bad = good.copy()
        bad[1] = row
        before = bad.copy()
        with pytest.raises(NumberingError, match=message):
            family.rank(bad)
        assert np.array_equal(bad, before)
        with pytest.raises(NumberingError):
            family.rank(tuple(row))
    kept = good[:, ::-1].copy()
    family.rank(kept)
    assert np.array_equal(kept, good[:, ::-1])
    listed = [9, 5, 3]
    family.rank(listed)
    assert listed == [9, 5, 3]
    for masks, message in (([7, 3], "mask 1"), ([7, 1 << 20 | 3], "mask 1"), ([-1], "negative")):
        with pytest.raises(NumberingError, match=message):
            family.rank_masks(masks)
    for ranks in ([0, family.size], [-1]):
        with pytest.raises(NumberingError):
            family.unrank(np.array(ranks))
        with pytest.raises(NumberingError):
            family.unrank_masks(np.array(ranks))
    for rank in (-1, family.size, 1.5, "1", True):
        with pytest.raises(NumberingError):
            family.unrank(rank)
    for item in ((0, 1), (0, 1, 2, 3), 7, "abc", (0.0, 1.0, 2.0), None):
        with pytest.raises(NumberingError):
            family.rank(item)
    with pytest.raises(NumberingError, match="rows of 3"):
        family.rank(np.zeros((4, 2), dtype=int))
    with pytest.raises(NumberingError, match="integers"):
        family.rank(np.zeros((4, 3), dtype=np.float64))
    with pytest.raises(NumberingError, match="64 bits"):
        Combinations(70, 2, order).rank_masks([3])


def test_ranks_of_every_integer_type() -> None:
    family = Combinations(30, 4)
    for dtype in (np.int8, np.uint8, np.int16, np.uint16, np.int32, np.uint32, np.int64, np.uint64):
        rows = np.array([[0, 1, 2, 3], [26, 27, 28, 29]], dtype=dtype)
        assert family.rank(rows).tolist() == [0, family.size - 1]
    assert family.rank(np.array([[0, 1, 2, 200]], dtype=np.uint8)[:0]).tolist() == []


class TestSequence:
    def test_indexing(self) -> None:
        family = Combinations(13, 5)
        assert family[-1] == family.unrank(1286) == (8, 9, 10, 11, 12)
        assert list(family[10:20:3]) == [family.unrank(i) for i in (10, 13, 16, 19)]
        assert next(iter(family[::-1])) == family[-1]
        assert list(reversed(family))[-1] == family[0]
        assert family[100:][5] == family[105]
        for index in (1287, -1288):
            with pytest.raises(IndexError):
                _ = family[index]

    def test_iteration_from_anywhere(self) -> None:
        family = Combinations(20, 6, "lex")
        everything = list(combinations(range(20), 6))
        assert list(family) == everything
        assert list(family.iterate(38_000)) == everything[38_000:]
        assert list(family.iterate(9, backwards=True)) == everything[9::-1]
        assert list(family.iterate(family.size)) == []
        with pytest.raises(NumberingError):
            family.iterate(family.size + 1)

    def test_size_and_len(self) -> None:
        assert len(Combinations(13, 5)) == 1287
        assert Combinations(5, 9).size == 0
        assert list(Combinations(5, 9)) == []
        assert Combinations(0, 0).size == 1
        assert list(Combinations(0, 0)) == [()]
        with pytest.raises(OverflowError, match=r"use \.size"):
            len(Combinations(100, 50))

    def test_split(self) -> None:
        for parts in (1, 2, 7, 2000):
            pieces = Combinations(13, 5).split(parts)
            assert [item for piece in pieces for item in piece] == list(Combinations(13, 5))
            assert max(p.size for p in pieces) - min(p.size for p in pieces) <= 1
        huge = Combinations(200, 100).split(3)
        assert sum(piece.size for piece in huge) == comb(200, 100)
        assert huge[1][0] == Combinations(200, 100)[huge[0].size]

    def test_membership(self) -> None:
        family = Combinations(6, 2)
        assert (1, 4) in family
        assert (4, 1) in family
        assert (1, 6) not in family
        assert "x" not in family
        assert (0, 1) in family[:3]
        assert (4, 5) not in family[:3]

    def test_samples(self) -> None:
        stream = Stream("samples")
        family = Combinations(52, 5)
        rows = family.sample(1000, stream)
        assert rows.shape == (1000, 5)
        assert np.array_equal(rows, family.sample(1000, stream))
        whole = Combinations(7, 3)
        assert sorted(map(tuple, whole.sample(35, stream, replace=False).tolist())) == sorted(whole)
        some = Combinations(100, 50).sample_numbers(50, stream, replace=False)
        assert len(set(some)) == 50
        with pytest.raises(NumberingError, match="different ones"):
            whole.sample(36, stream, replace=False)

    def test_refused_families(self) -> None:
        for n, k, order in ((-1, 2, "colex"), (3, -1, "lex"), (5, 2, "up"), (53, 5, "block")):
            with pytest.raises(NumberingError):
                Combinations(n, k, order)
        with pytest.raises(NumberingError):
            Combinations(5.0, 2)  # type: ignore[arg-type]
        with pytest.raises(NumberingError):
            subset_kernels(100, 50)


@pytest.mark.long
@given(st.integers(0, 64), st.data())
def test_laws(n: int, data: st.DataObject) -> None:
    k = data.draw(st.integers(0, n))
    order = data.draw(st.sampled_from(["colex", "lex", "gray"]))
    family = Combinations(n, k, order)
    rank = data.draw(st.integers(0, family.size - 1))
    item = family.unrank(rank)
    assert family.rank(item) == rank == rank_subset(order, n, k, item)
    if rank + 1 < family.size:
        after = family.unrank(rank + 1)
        key = (lambda c: c[::-1]) if order == "colex" else (lambda c: c)
        assert order == "gray" or key(item) < key(after)
        assert list(family[rank : rank + 2]) == [item, after]
