"""Equity: published wins and ties, totals by arithmetic, two ways of counting side by side."""

from __future__ import annotations

from math import comb

import numpy as np
import pytest

from dealwright.base.jobs import Job
from dealwright.base.kernels.equity import WeightedHands
from dealwright.base.kernels.stopping import StopFlag
from dealwright.poker.cards import card_mask
from dealwright.poker.equities import equity
from dealwright.poker.equity_exact import (
    Sweep,
    _distinct,
    _rows_plan,
    _suit_orders,
    _together,
)
from dealwright.poker.games import Game, game_named
from dealwright.poker.players import read_player
from dealwright.poker.ranges import parse_range
from dealwright.poker.starting_hands import class_equities, ordered_classes


@pytest.mark.parametrize(
    ("players", "wins", "losses", "ties"),
    [
        (("AcAd", "KcKd"), 1_410_336, 292_660, 9_308),
        (("AA", "KK"), 50_371_344, 10_986_372, 285_228),
        (("AK", "QQ"), 71_886_264, 91_796_496, 698_424),
    ],
)
def test_published(players: tuple[str, str], wins: int, losses: int, ties: int) -> None:
    found = equity(*players, method="exact")
    assert found.exact
    assert found.winners == {(0,): wins, (1,): losses, (0, 1): ties}
    assert found.total == wins + losses + ties


def test_aces_against_any_hand() -> None:
    found = equity("AA", "random")
    assert found.total == 6 * comb(50, 2) * comb(48, 5)
    assert round(float(found.players[0].equity), 7) == 0.8520371


def test_ace_king_against_any_hand() -> None:
    found = equity("AK", "random")
    assert found.exact
    assert found.total == 33_561_158_400 == 16 * comb(50, 2) * comb(48, 5)


@pytest.mark.long
def test_any_hand_against_any_hand() -> None:
    found = equity("random", "random")
    assert found.exact
    assert found.total == 2_781_381_002_400 == comb(52, 2) * comb(50, 2) * comb(48, 5)
    assert found.winners[0,] == found.winners[1,]
    assert found.players[0].equity == found.players[1].equity == 0.5


def plans_of(game: Game, players: tuple[str, ...], board: str, dead: str) -> list[dict[int, int]]:
    shared, gone = card_mask(board), card_mask(dead)
    hands = [read_player(player, game).without(shared | gone).hands for player in players]
    rows = _rows_plan(game, hands, shared, gone, StopFlag())
    sweep = Sweep.of(game, hands, shared, gone)
    assert rows
    assert sweep
    idle: Job[None, None] = Job(lambda job: iter(()))  # type: ignore[arg-type,return-value]
    return [rows.run(2, idle), sweep.winners(2, idle)]


@pytest.mark.parametrize(
    ("game", "players", "board", "dead"),
    [
        ("holdem", ("AA", "KK"), "", ""),
        ("holdem", ("AA,KK", "AA,KK"), "", ""),
        ("holdem", ("AA@0.5, AKs", "AKs, QJs@0.25"), "", ""),
        pytest.param("holdem", ("AA, AcKc", "JTs"), "", "As", marks=pytest.mark.long),
        # only dead cards tell suits apart
        pytest.param("holdem", ("AA", "KK"), "", "Qc 2d", marks=pytest.mark.long),
        ("holdem", ("AA", "KK"), "Qc Jc 2d", ""),
        ("holdem", ("22+ AK", "random"), "Ah Kd 7c 2s", "2h"),
        ("holdem", ("15%", "AA@0.3, 87s"), "Ts 9s 2s", ""),
        ("holdem", ("AK", "AQ"), "Ac Qd", ""),
        ("short-deck", ("AA, 98s", "KK, 76s"), "", ""),
        pytest.param(
            "short-deck-trips", ("random", "random"), "Ac 7c 6c 6d", "6h", marks=pytest.mark.long
        ),
    ],
)
def test_two_ways_to_count(game: str, players: tuple[str, ...], board: str, dead: str) -> None:
    """Hand by hand (boards by ranks, or one by one), and by sweeps over sorted ranges."""
    row_by_row, swept = plans_of(game_named(game), players, board, dead)
    assert {1, 2} <= set(row_by_row) <= {1, 2, 3}
    assert row_by_row == swept


@pytest.mark.slow
def test_matchups_up_to_suits() -> None:
    """Two hands in either order: 47,008 of them that no exchange of suits makes the same."""
    found = parse_range("random")
    bits = np.uint64(1) << found.cards.astype(np.uint64)
    every = WeightedHands(bits[:, 0] | bits[:, 1], np.ones(1326, np.uint64))
    rows, weights = _together([every, every], StopFlag())
    assert len(rows) == 1326 * 1225
    orders = _suit_orders(0, 0)
    assert len(orders) == 23
    ours, together = _distinct(rows, weights, orders)
    assert sum(together) == len(rows)
    # the other way round they are as distinct: no weights are added, and the order is kept
    turned, places = _distinct(ours[:, ::-1].copy(), list(range(len(ours))), orders)
    assert places == list(range(len(ours)))
    pairs = zip(map(tuple, ours.tolist()), map(tuple, turned.tolist()), strict=True)
    assert len({min(pair) for pair in pairs}) == 47_008


@pytest.mark.long
def test_the_order_of_starting_hands() -> None:
    """The order kept as text is the one counted; AA is best, three-two offsuit last."""
    counted = class_equities("holdem")
    assert list(counted) == list(ordered_classes("holdem"))
    assert len(counted) == 169
    assert (ordered_classes("holdem")[0], ordered_classes("holdem")[-1]) == ("AA", "32o")
    assert round(float(counted["AA"]), 7) == 0.8520371
    hands = [6 if len(name) == 2 else 4 if name[2] == "s" else 12 for name in counted]
    assert sum(share * n for share, n in zip(counted.values(), hands, strict=True)) == 663
