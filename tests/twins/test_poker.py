"""Poker kernels: every body against the plain twin, which takes the best of all fives."""

from __future__ import annotations

from itertools import combinations
from math import comb

import numpy as np
import pytest

from dealwright import Combinations, PokerError, Stream, poker
from dealwright.base.kernels import plain_subsets as subsets
from dealwright.base.kernels.poker import ordered_hands
from dealwright.numbering.sampling import integers_below
from dealwright.poker import GAMES
from tests.twins.plain import poker as twin

GAMES_OF_FIVES = [
    name
    for name, game in GAMES.items()
    if game.rules and game.kind == "together" and game.has_one_value
]


@pytest.fixture(autouse=True)
def _on_every_body(body: str) -> None:
    """Run every test on every body."""


def some_hands(name: str, k: int, n: int) -> np.ndarray:
    pack = GAMES[name].kernels.pack
    numbers = integers_below(comb(len(pack), k), n, Stream(f"{name} {k}"))
    rows = Combinations(len(pack), k).unrank(numbers)
    falling = np.arange(n, dtype=np.int64)[:, None] % 2 == 1  # the order of the cards cannot matter
    return pack[np.where(falling, rows[:, ::-1], rows)]


@pytest.mark.parametrize("name", GAMES_OF_FIVES)
@pytest.mark.parametrize("k", [5, 6, 7])
def test_rows_masks_and_numbers(name: str, k: int) -> None:
    rules = GAMES[name].rules
    assert rules is not None
    if k > rules.most:
        with pytest.raises(PokerError, match="have 5 cards, not"):
            poker.evaluate(some_hands(name, k, 3), name)
        return
    hands = some_hands(name, k, 3000)
    expected = twin.value_rows(rules, hands)
    assert np.array_equal(poker.evaluate(hands, name), expected)
    masks = subsets.masks_of_rows(hands.astype(np.int64))
    assert np.array_equal(poker.evaluate(masks, name), expected)
    assert [poker.evaluate(tuple(row), name) for row in hands[:9].tolist()] == expected[:9].tolist()
    pack = GAMES[name].kernels.pack
    last = comb(len(pack), k) - 700
    for first in (0, 12345, last):
        values = poker.evaluate_numbers(k, first, 700, name)
        assert np.array_equal(values, twin.value_numbers(rules, pack, k, first, 700))
        counts = GAMES[name].kernels.count_values(k, first, 700)
        assert np.array_equal(counts, np.bincount(values, minlength=len(counts)))


@pytest.mark.parametrize("name", [name for name, game in GAMES.items() if game.rules])
def test_names_of_the_values(name: str) -> None:
    """Hands listed category by category are those that the twin sorts."""
    rules = GAMES[name].rules
    assert rules is not None
    expected = tuple((category, ranks) for category, ranks, _ in twin.ordered_hands(rules))
    assert ordered_hands(rules) == expected


@pytest.mark.parametrize("name", ["holdem", "short-deck", "razz", "deuce-to-seven"])
def test_every_value_of_five(name: str) -> None:
    """Each kind of hand has the number of its place in the plain order."""
    rules = GAMES[name].rules
    assert rules is not None
    rows = []
    for kind, ranks, number in twin.ordered_hands(rules):
        held = []
        for rank in ranks:
            count = abs(number) // 5**rank % 5
            held += [13 * suit + rank for suit in range(count)]
        if kind in (5, 8):
            held = [card % 13 + 26 for card in held]
        elif len(ranks) == 5:
            held[0] += 13
        rows.append(held)
    values = poker.evaluate(np.array(rows, dtype=np.uint8), name)
    assert values.tolist() == list(range(1, len(rows) + 1))


@pytest.mark.parametrize("hole", [4, 5, 6])
@pytest.mark.parametrize("low", ["", "-low"])
def test_omaha(hole: int, low: str) -> None:
    name = f"omaha{low}" if hole == 4 else f"omaha{hole}{low}"
    rules = GAMES[name].rules
    assert rules is not None
    for shared in (3, 4, 5):
        rows = Combinations(52, hole + shared).unrank(
            integers_below(comb(52, hole + shared), 300, Stream(name))
        )
        order = integers_below(1 << 40, rows.size, Stream("shuffle")).reshape(rows.shape)
        rows = np.take_along_axis(rows, order.argsort(axis=1), axis=1)
        values = poker.evaluate(rows[:, :hole], name, board=rows[:, hole:])
        assert np.array_equal(values, twin.value_omaha(rules, hole, rows.astype(np.uint8)))
        one = rows[0].tolist()
        best = min(
            poker.evaluate([*two, *three], "eight-or-better" if low else "holdem")
            for two in combinations(one[:hole], 2)
            for three in combinations(one[hole:], 3)
        )
        assert poker.evaluate(one[:hole], name, board=one[hole:]) == best == values[0]


def test_any_batch_length() -> None:
    hands = some_hands("holdem", 7, 700)
    values = poker.evaluate(hands)
    masks = subsets.masks_of_rows(hands.astype(np.int64))
    for n in (0, 1, 2, 7, 255, 256, 257):
        assert np.array_equal(poker.evaluate(hands[:n]), values[:n])
        assert np.array_equal(poker.evaluate(masks[:n]), values[:n])
        assert np.array_equal(poker.evaluate(hands[::-1][:n]), values[::-1][:n])


@pytest.mark.parametrize("at", [0, 300, 699])
@pytest.mark.parametrize(
    ("card", "reason"), [(52, "0 to 51"), (255, "0 to 51"), (64, "0 to 51"), (None, "twice")]
)
def test_the_bad_row_is_named(at: int, card: int | None, reason: str) -> None:
    hands = some_hands("holdem", 7, 700)
    hands[at, 3] = hands[at, 5] if card is None else card
    with pytest.raises(PokerError, match=rf"row {at} .*{reason}"):
        poker.evaluate(hands)
    with pytest.raises(PokerError, match=rf"row {at} .*{reason}"):
        poker.evaluate(hands.astype(np.int32))


def test_the_bad_mask_is_named() -> None:
    masks = subsets.masks_of_rows(some_hands("holdem", 6, 600).astype(np.int64))
    for wrong in (masks[3] & (masks[3] - np.uint64(1)), np.uint64(1) << np.uint64(60)):
        bad = masks.copy()
        bad[417] = wrong
        with pytest.raises(PokerError, match="mask 417"):
            poker.evaluate(bad)


def test_cards_outside_the_pack() -> None:
    hands = some_hands("short-deck", 7, 50)
    hands[7, 2] = 16
    with pytest.raises(PokerError, match=r"row 7 .*card 16 is not in the pack"):
        poker.evaluate(hands, "short-deck")
    with pytest.raises(PokerError, match="row 0"):
        poker.evaluate([0, 9, 10, 11, 12], "short-deck")
