"""Hands are picked by their joint law; picking one player after the other is rejected.

Of ranges that share cards, every pair of hands that can be has the chance of the product of its
weights. Who picks the second hand anew until it goes with the first, and keeps the first, gives too
much to first hands that leave few second ones.

False failures: a test fails when a p-value is under 1e-7; the seeds are fixed, so in fact always or
never. Power: of 30,000 picks the share of KK first, 72 in 492, has a standard deviation of 0.2 %;
the mutant gives 1 in 11, 27 of them less, and 2 % more or less is found with even chances.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from functools import cache

import numpy as np
import pytest
from scipy.stats import chi2

from dealwright import Stream
from dealwright.base.kernels.equity import PlayerHands, player_hands
from dealwright.poker.equities import equity
from dealwright.poker.games import game_named
from dealwright.poker.players import read_player
from tests.twins.plain import equity as twin

LEVEL = 1e-7
PICKS = 30_000
RANGES = "AA, KK@0.1", "AA, QQ"
# No straight, no flush, no card of a range: aces beat kings beat queens, and aces tie.
BOARD = "2c 3d 7h 8s 9c"

Picker = Callable[[list[PlayerHands], twin._Halves], list[int]]


def players() -> list[PlayerHands]:
    return [player_hands(read_player(text, game_named("holdem")).hands) for text in RANGES]


def law() -> dict[tuple[int, int], int]:
    """The weight of every pair of hands that can be."""
    ours, theirs = (read_player(text, game_named("holdem")).hands for text in RANGES)
    return {
        (mine, other): weight * more
        for mine, weight in zip(ours.masks.tolist(), ours.weights.tolist(), strict=True)
        for other, more in zip(theirs.masks.tolist(), theirs.weights.tolist(), strict=True)
        if not mine & other
    }


def p_value(found: dict, expected: dict) -> float:
    assert set(found) <= set(expected)
    total, picks = sum(expected.values()), sum(found.values())
    each = np.array(list(expected.values())) * picks / total
    counts = np.array([found.get(key, 0) for key in expected])
    return float(chi2.sf(((counts - each) ** 2 / each).sum(), len(each) - 1))


def together(held: list[PlayerHands], halves: twin._Halves) -> list[int]:
    """As the kernels do; the twin is held to them bit for bit in ``twins/test_equity.py``."""
    found = twin._pick_all(held, 0, halves)
    assert found is not None
    return found


def later_player_again(held: list[PlayerHands], halves: twin._Halves) -> list[int]:
    first = second = twin._pick(held[0], halves)
    while first & second:
        second = twin._pick(held[1], halves)
    return [first, second]


@cache
def pairs_of(picker: Picker, seed: str) -> Counter:
    held, halves = players(), twin._Halves(Stream(seed).key, 1)
    return Counter(tuple(picker(held, halves)) for _ in range(PICKS))


def test_the_law_by_arithmetic() -> None:
    """AA v AA 6 x 10, AA v QQ 36 x 10, KK v AA 36, KK v QQ 36; as the exact count has it."""
    expected = law()
    assert len(expected) == 6 + 36 + 36 + 36
    assert sum(expected.values()) == 60 + 360 + 36 + 36
    found = equity(*RANGES, board=BOARD, method="exact")
    assert found.winners == {(0,): 360 + 36, (1,): 36, (0, 1): 60}


@pytest.mark.long
def test_pairs_are_picked_by_their_law() -> None:
    assert p_value(pairs_of(together, "pairs"), law()) > LEVEL


@pytest.mark.long
def test_picking_one_after_the_other_is_rejected() -> None:
    assert p_value(pairs_of(later_player_again, "mutant"), law()) < LEVEL


@pytest.mark.long
@pytest.mark.parametrize("ranges", [RANGES, RANGES[::-1]])
def test_showdowns_have_the_law_of_the_picks(ranges: tuple[str, str], body: str) -> None:
    """Wins, losses and ties of the kernels; the mutant's would be rejected as clearly."""
    rounds = 1 << 20
    exact = equity(*ranges, board=BOARD, method="exact").winners
    found = equity(*ranges, board=BOARD, method="simulate", rounds=rounds, seed="law").winners
    assert p_value(found, exact) > LEVEL
    if ranges == RANGES:
        mutant = Counter(
            _winner(*pair) for pair in pairs_of(later_player_again, "mutant").elements()
        )
        assert p_value(mutant, exact) < LEVEL


def _winner(mine: int, other: int) -> tuple[int, ...]:
    """Who wins on the board: the pair with the higher card."""
    ranks = [(mask.bit_length() - 1) % 13 for mask in (mine, other)]
    return tuple(at for at in (0, 1) if ranks[at] == max(ranks))
