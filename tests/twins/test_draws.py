"""Draws: every body against the plain twin, which shuffles a list, and against their definition."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dealwright import Stream
from dealwright.base.errors import KernelError
from dealwright.base.kernels.draws import DrawKernels, draw_kernels
from tests.twins.plain import draws, stream

KEY = Stream("twins", domain="draws").key


def rows_of(kernels_: DrawKernels, first: int, rounds: int) -> np.ndarray:
    out = np.empty((rounds, kernels_.k), dtype=kernels_.position_type)
    kernels_.rows(KEY, first, out)
    return out


def sets_of(kernels_: DrawKernels, first: int, rounds: int, pack: int) -> np.ndarray:
    out = np.empty(rounds, dtype=np.uint64)
    kernels_.sets(KEY, first, pack, out)
    return out


SIZES = [
    (52, 7), (52, 5), (36, 7), (52, 52), (54, 54), (64, 64), (64, 1), (1, 1), (5, 0), (256, 9),
    (257, 3), (312, 7), (4096, 40),
]  # fmt: skip


@pytest.mark.parametrize(("n", "k"), SIZES)
def test_bodies_agree_with_the_twin(n: int, k: int, body: str) -> None:
    drawing = draw_kernels(n, k)
    rounds = 600 if k < 40 else 70
    rows = rows_of(drawing, 200, rounds)
    assert (rows == draws.rows(n, k, KEY, 200, rounds)).all()
    assert all(len(set(row)) == k and (not row or max(row) < n) for row in rows.tolist())
    if n <= 64:
        sets = sets_of(drawing, 200, rounds, (1 << n) - 1)
        assert sets.tolist() == [sum(1 << p for p in row) for row in rows.tolist()]


@pytest.mark.long
@settings(max_examples=40, deadline=None)
@given(st.integers(0, 1000), st.integers(0, 600), st.integers(0, 9))
def test_a_round_is_a_function_of_its_number(first: int, rounds: int, k: int) -> None:
    drawing = draw_kernels(45, k)
    whole = sets_of(drawing, 0, 1600, (1 << 45) - 1)
    assert (sets_of(drawing, first, rounds, (1 << 45) - 1) == whole[first : first + rounds]).all()


def test_cards_of_a_pack_take_the_places(body: str) -> None:
    pack = 0xF0F0F0F0F0F0F
    cards = [c for c in range(52) if pack >> c & 1]
    drawing = draw_kernels(len(cards), 5)
    rows = rows_of(drawing, 0, 300)
    expected = [sum(1 << cards[p] for p in row) for row in rows.tolist()]
    assert sets_of(drawing, 0, 300, pack).tolist() == expected


def test_rejected_halves_are_replaced(body: str) -> None:
    """Four bounds of 49 and less share a half: one in 1339 is rejected, and one in 2^16 twice."""
    n, k = 52, 7
    rejected = [
        i
        for i in range(20_000)
        if _first_half(i) * 46 * 47 * 48 * 49 % 2**32 < 2**32 % (46 * 47 * 48 * 49)
    ]
    assert 3 < len(rejected) < 40
    drawing = draw_kernels(n, k)
    whole = rows_of(drawing, 0, 20_000)
    for i in rejected:
        assert (whole[i] == draws.rows(n, k, KEY, i, 1)[0]).all()
    sets = sets_of(drawing, 0, 20_000, (1 << n) - 1)
    assert sets.tolist() == [sum(1 << p for p in row) for row in whole.tolist()]


def _first_half(round_: int) -> int:
    if not _WORDS:
        words = np.empty(20_480, dtype=np.uint64)
        stream.words(KEY, 8, 0, 0, words)
        _WORDS.extend(words.tolist())
    return _WORDS[round_] % 2**32


_WORDS: list[int] = []


def test_what_cannot_be_drawn() -> None:
    for n, k in [(5, 6), (5, -1), (4097, 1)]:
        with pytest.raises(KernelError, match="cannot be drawn"):
            DrawKernels(n, k)
    with pytest.raises(KernelError, match="as many bits"):
        sets_of(draw_kernels(5, 2), 0, 1, 0b1111)
    with pytest.raises(KernelError, match="outside the stream"):
        rows_of(draw_kernels(5, 2), (1 << 52) - 1, 2)
