"""How often contracts take each number of tricks, and IMPs against par and against a field."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from dealwright import Deal, Seat, par
from dealwright.analysis.contract_comparison import comparing_contracts
from dealwright.analysis.lead_comparison import ComparedLeads, comparing_leads
from dealwright.analysis.strategy_comparison import comparing_strategies
from dealwright.base.errors import ArgumentError
from dealwright.cards.bridge.scoring import Contract, imps
from dealwright.double_dummy.asks import Tables
from tests.oracles.stand_in_solver import StandIn

WHERE = "hcp(north) + hcp(south) >= 24 && spades(north) + spades(south) >= 8"
HAND = "west QJT95.K4.832.A74"
DEAL = Deal("N:AQ4.AJ92.Q5.K964 JT82.63.AT84.AQ3 K95.QT4.KJ762.82 763.K875.93.JT75")
STRATEGIES = """
where hcp(north) in 15..17 && balanced(north) && balanced(south)
strategy invite
  3NT-N if hcp(south) >= 9
  2NT-N if hcp(south) == 8
  1NT-N if hcp(south) > 4
strategy blast
  3NT-N
"""


def whole_deal() -> dict[Seat, str]:
    return {seat: str(DEAL[seat]) for seat in Seat}


@pytest.mark.parametrize("table", [False, True])
def test_shares_by_tricks_add_up_to_the_other_figures(table: bool) -> None:
    found = comparing_contracts(
        WHERE, "4S-N 3NT pass", deals=64, seed=1, solver=StandIn(), table=table
    ).result()
    for contract, needed in zip(found.contracts, (10, 9), strict=False):
        rows = contract.by_tricks
        assert sum(float(row.share) for row in rows) == pytest.approx(1)
        mean = sum(row.tricks * float(row.share) for row in rows)
        assert mean == pytest.approx(float(contract.tricks))  # type: ignore[arg-type]
        made = sum(float(row.share) for row in rows if row.tricks >= needed)
        assert made == pytest.approx(float(contract.makes))
        for name in ("none", "all"):
            score = sum(row.scores[name] * float(row.share) for row in rows)
            assert score == pytest.approx(float(contract.scores[name]))
    assert found.contracts[2].by_tricks == ()


@pytest.mark.parametrize("table", [False, True])
def test_shares_by_tricks_of_leads_add_up_to_the_other_figures(table: bool) -> None:
    found = comparing_leads(HAND, "3NT", deals=64, seed=1, solver=StandIn(), table=table).result()
    for each in found.leads:
        rows = each.by_tricks
        assert sum(float(row.share) for row in rows) == pytest.approx(1)
        mean = sum(row.tricks * float(row.share) for row in rows)
        assert mean == pytest.approx(float(each.tricks))  # type: ignore[arg-type]
        beaten = sum(float(row.share) for row in rows if row.tricks >= 5)
        assert beaten == pytest.approx(float(each.beats))
        assert all((row.scores["none"] > 0) == (row.tricks >= 5) for row in rows)  # the defenders'


@pytest.mark.parametrize(("side", "sign"), [("ns", 1), ("ew", -1)])
def test_imps_against_par_of_one_deal(side: str, sign: int) -> None:
    """All four hands are fixed, so each mean is that of the deal."""
    solver = StandIn()
    results = solver.solve(Tables(np.array([DEAL.masks], dtype=np.uint64)))[0]
    found = comparing_contracts(
        None, "4S-N 2H-E pass", side=side, predeal=whole_deal(), deals=3, seed=1, solver=solver,
        par=True,
    ).result()  # fmt: skip
    for name in ("none", "all"):
        level = par(results, name).score
        games = [(Contract(4, "S"), 0, 3, 1), (Contract(2, "H"), 1, 2, -1), None]
        for contract, game in zip(found.contracts, games, strict=True):
            score = 0
            if game is not None:
                played, seat, strain, direction = game
                tricks = int(results[seat, strain])
                score = direction * played.score(tricks, vulnerable=name == "all")
            assert float(contract.against_par[name]) == pytest.approx(sign * imps(score - level))


def test_par_is_asked_for_and_only_with_tricks() -> None:
    plain = comparing_contracts(WHERE, "3NT", deals=8, seed=1, solver=StandIn()).result()
    assert plain.contracts[0].against_par == {}
    with pytest.raises(ArgumentError, match="par needs the number of tricks"):
        comparing_contracts(WHERE, "3NT", make_only=True, par=True, solver=StandIn())


def test_contracts_of_strategies_add_up() -> None:
    found = comparing_strategies(STRATEGIES, deals=64, seed=1, solver=StandIn()).result()
    for contracts, scores in zip(found.contracts, found.scores, strict=True):
        assert sum(float(row.chosen) for row in contracts) == pytest.approx(1)
        for name in ("none", "all"):
            mean = sum(
                float(row.chosen) * float(taken.share) * taken.scores[name]
                for row in contracts
                for taken in row.by_tricks
            )
            assert mean == pytest.approx(float(scores[name]))
        for row in contracts:
            if row.makes is not None:
                needed = int(row.contract[0]) + 6
                made = sum(float(taken.share) for taken in row.by_tricks if taken.tricks >= needed)
                assert made == pytest.approx(float(row.makes))
    invite, blast = found.contracts
    assert [row.contract for row in blast] == ["3NT-N"]
    assert {row.contract for row in invite} == {"2NT-N", "1NT-N", "pass"}
    assert [float(row.chosen) for row in invite] == sorted(
        (float(row.chosen) for row in invite), reverse=True
    )
    lines = list(found.lines())
    assert any(line.startswith("invite, 1NT-N") and "%" in line for line in lines)


@pytest.mark.long
def test_leads_of_strategies_count_the_contract_that_they_are_led_against() -> None:
    text = "against 3NT-S\nstrategy a\n fourth longest\nstrategy b\n top longest"
    found = comparing_strategies(text, deals=32, seed=1, solver=StandIn()).result()
    for contracts, scores in zip(found.contracts, found.scores, strict=True):
        (row,) = contracts
        assert (row.contract, float(row.chosen)) == ("3NT-S", 1.0)
        mean = sum(float(taken.share) * taken.scores["none"] for taken in row.by_tricks)
        assert mean == pytest.approx(float(scores["none"]))


def led(**options: Any) -> ComparedLeads:
    return comparing_leads(HAND, "3NT", deals=40, seed=1, solver=StandIn(), **options).result()


def test_a_lead_against_a_field_of_the_same_lead_gains_nothing() -> None:
    found = led(field="SQ")
    assert found.field == ("SQ",)
    queen = next(row for row in found.leads if "SQ" in row.cards)
    assert float(queen.imps["none"]) == pytest.approx(0)
    assert float(queen.matchpoints["all"]) == pytest.approx(0.5)
    assert "; the other tables lead SQ" in next(found.lines())


def test_a_field_of_several_cards_is_their_mean() -> None:
    def imps_of(field: str) -> list[float]:
        rows = sorted(led(field=field).leads, key=lambda row: row.cards)
        return [float(row.imps["none"]) for row in rows]

    mixed = zip(imps_of("SQ"), imps_of("H4"), strict=True)
    assert imps_of("SQ, H4 SQ") == pytest.approx([(2 * q + h) / 3 for q, h in mixed])


def test_faults_of_a_field() -> None:
    with pytest.raises(ArgumentError, match="the leader does not hold SA") as caught:
        led(field="SQ SA")
    assert caught.value.argument == "field"
    with pytest.raises(ArgumentError, match="a field is for IMPs and matchpoints"):
        led(field="SQ", beat_only=True)
