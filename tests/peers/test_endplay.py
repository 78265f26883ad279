"""endplay, run beside ours: its evaluators, hand by hand, its tables and par."""

from __future__ import annotations

import numpy as np
import pytest

from dealwright import Deals, Feature, Hand, Seat, Strain, deal, feature, par, parse, solve
from dealwright.cards.bridge.boards import Vulnerability
from tests.trials import trials

evaluate = pytest.importorskip(
    "endplay.evaluate", reason="endplay is not installed (pip install endplay)"
)
endplay_types = pytest.importorskip("endplay.types")

pytestmark = [pytest.mark.peers, pytest.mark.slow]

DEALS = 100_000


@pytest.fixture(scope="module")
def deals() -> Deals:
    return deal(DEALS, seed="endplay")


@pytest.fixture(scope="module")
def theirs(deals: Deals) -> list[object]:
    return [endplay_types.Hand(str(Hand(int(mask)))) for mask in deals.masks[:, Seat.NORTH]]


def total(scale: str) -> object:
    points = getattr(evaluate, scale)
    return lambda hand: evaluate.total_points(hand, dist_scale=points)


SAME = {
    "hcp": lambda hand: evaluate.hcp(hand),
    "bum_rap": lambda hand: evaluate.hcp(hand, evaluate.bergen_hcp_scale),
    "controls": lambda hand: evaluate.controls(hand),
    "losers": lambda hand: evaluate.losers(hand),
    "opening_count": lambda hand: evaluate.rule_of_n(hand),
    "goren": total("shortage_nofit_dist_scale"),
    "long_points": total("length_dist_scale"),
    "top4": lambda hand: evaluate.top_honours(hand, 4),
    "top5": lambda hand: evaluate.top_honours(hand, 5),
}


@pytest.mark.parametrize("name", sorted(SAME))
def test_evaluators_hand_by_hand(deals: Deals, theirs: list[object], name: str) -> None:
    values = np.array([SAME[name](hand) for hand in theirs]) * feature(name).scale
    assert np.array_equal(feature(name).column(deals.masks, Seat.NORTH), np.rint(values))


def test_four_cs_differ_for_a_nine_counted_twice(deals: Deals, theirs: list[object]) -> None:
    """0.77 % of hands: endplay gives a nine below three honours a second half when it has either
    neighbour, where the step it quotes asks for neither."""
    values = np.rint([100 * evaluate.cccc(hand) for hand in theirs])
    differs = deals.north.cccc_pavlicek != values
    assert abs(differs.mean() - 0.00775) < 0.0014  # five standard errors
    assert abs((deals.north.cccc != values).mean() - 0.163) < 0.006
    reason = feature_of_touched_nines().column(deals.masks, Seat.NORTH) > 0
    assert np.array_equal(differs, reason)


def test_shapes(deals: Deals, theirs: list[object]) -> None:
    """Balanced hands are the same; 6322 is semibalanced here, not there."""
    for text, question in (
        ("balanced(north)", evaluate.is_balanced),
        ("semibalanced(north) && longest(north) < 6", evaluate.is_semibalanced),
    ):
        assert parse(text).matches(deals).tolist() == [question(hand) for hand in theirs]


def test_tables_and_par(deals: Deals) -> None:
    """endplay calls DDS in its own way: other cards, other tables, DDS's par."""
    solver = pytest.importorskip("endplay.dds")
    denominations = [endplay_types.Denom.find(strain.letter) for strain in Strain]
    players = [endplay_types.Player.find(seat.letter) for seat in Seat]
    few = deals[: trials(20)]
    for each, table in zip(few, solve(few).tolist(), strict=True):
        theirs = solver.calc_dd_table(endplay_types.Deal(each.text()))
        assert table == [[theirs[denom, player] for denom in denominations] for player in players]
        for dealer, player in zip(Seat, players, strict=True):
            for sides in Vulnerability:
                vulnerable = endplay_types.Vul.find(sides.value)
                assert (
                    par(table, sides, dealer).score == solver.par(theirs, vulnerable, player).score
                )


def feature_of_touched_nines() -> Feature:
    """Return the suits of four to six cards with the nine, one neighbour, three of A K Q J."""
    holdings = np.arange(8192)
    size = np.array([holding.bit_count() for holding in range(8192)])
    honours = sum(holdings >> rank & 1 for rank in (9, 10, 11, 12))
    nine, neighbours = holdings >> 7 & 1, (holdings >> 6 & 1) + (holdings >> 8 & 1)
    table = (nine == 1) & (neighbours == 1) & (honours == 3) & (size >= 4) & (size <= 6)
    return Feature("touched", "", table)
