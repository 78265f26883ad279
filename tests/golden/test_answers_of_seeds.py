"""Answers of questions to a solver, as a seed gave them: all steps of the work, from first to last.

The solver is the stand-in, whose tricks are a formula. A figure here that changes changes what a
seed answers, which the changelog tells; what is right is tested elsewhere.
"""

from __future__ import annotations

from typing import Any

import pytest

from dealwright.analysis import award
from dealwright.analysis.census import making
from dealwright.analysis.contract_comparison import comparing_contracts
from dealwright.analysis.lead_comparison import comparing_leads
from dealwright.analysis.strategy_comparison import comparing_strategies
from dealwright.analysis.tabulation import tabulating
from dealwright.deals import Deal
from tests.oracles.stand_in_solver import Honours, StandIn

NORTH, SOUTH = "north AQ4.AJ92.Q5.K964", "south K95.QT4.KJ762.83"
GAME = "hcp(north) + hcp(south) >= 24 && spades(north) + spades(south) >= 8"
STRATEGIES = """
where hcp(north) in 15..17 && balanced(north) && balanced(south)
where hcp(south) in 7..10
strategy blast
  3NT-N
strategy invite
  3NT-N if hcp(south) >= 9
  2NT-N if hcp(south) == 8
  1NT-N
"""


class Noting(StandIn):
    """A stand-in that notes how many deals each call had."""

    def __init__(self) -> None:
        super().__init__()
        self.calls = list[int]()

    def tricks(self, masks: Any, *asked: Any, **options: Any) -> Any:
        """Return the tricks of so many deals."""
        self.calls.append(len(masks))
        return super().tricks(masks, *asked, **options)


def same(seen: object, expected: object, rel: float = 1e-9) -> None:
    assert seen == pytest.approx(expected, rel=rel)


# How often a contract makes is corrected by a forecast, made in 32-bit numbers by the BLAS of the
# machine: on 64-bit ARM the share differs by 2.7e-5 of itself. What is solved never differs.
FORECAST = 1e-4


def test_contracts() -> None:
    solver = Noting()
    steps = [*comparing_contracts(GAME, "3NT 4S 4HX-W", deals=100, seed=1, solver=solver)]
    assert [each.deals for each in steps] == [16, 32, 64, 100]
    same(
        [float(each.pairs[0].imps["all"]) for each in steps],
        [-2.9375, -2.34375, -2.578125, -2.87917426241241],
    )
    assert solver.calls == [16] * 6 + [32] * 6 + [4] * 3


def test_contracts_by_points() -> None:
    points = "hcp(north) + hcp(south)"
    *_, last = steps = [
        *comparing_contracts(
            f"{points} in 22..31", "3NT 2NT", by=points, deals=100, seed=1, solver=StandIn()
        )
    ]
    same(
        [float(each.pairs[0].imps["all"]) for each in steps],
        [-3.0983456712981865, -2.43840216081937, -2.294954678673776, -2.3123462286255045],
    )
    assert [group.deals for group in last.groups] == [15, 14, 13, 12, 10, 9, 8, 7, 6, 6]
    same(
        [float(group.makes[0]) for group in last.groups],
        [0, 0, 0, 0, 0.2, 1 / 9, 1 / 2, 6 / 7, 2 / 3, 1],
    )


def test_leads() -> None:
    steps = [*comparing_leads("west QJT95.K4.832.A74", "3NT", deals=100, seed=1, solver=StandIn())]
    same(
        [float(each.leads[0].tricks) for each in steps],
        [7.0, 7.15625, 7.171875, 7.15],
    )


def test_making_a_contract() -> None:
    early, *steps = making(NORTH, SOUTH, "3NT-S", deals=150, seed=1, solver=Honours())
    assert [each.solved for each in (early, *steps)] == [24, 115, 150]
    same(
        [float(each.makes[0]) for each in steps],
        [0.7196341581138003, 0.7337305857296264], FORECAST,
    )  # fmt: skip


@pytest.mark.long
def test_making_a_contract_under_two_conditions() -> None:
    early, *steps = [
        *making(
            NORTH, SOUTH, "3NT-S", [None, "hcp(west) >= 8"], coarse="nines", deals=300, seed=1,
            solver=Honours(),
        )
    ]  # fmt: skip
    assert [each.solved for each in (early, *steps)] == [24, 131, 150, 150, 199, 235, 300]
    same(
        [float(each.makes[-1]) for each in steps],
        [0.7676473151507357, 0.7537487310480173, 0.6175396661223643, 0.6850463886897136,
         0.6562038264891651, 0.6360146731440727], FORECAST,
    )  # fmt: skip


def test_strategies() -> None:
    steps = [*comparing_strategies(STRATEGIES, deals=100, seed=1, solver=StandIn())]
    same([float(each.share) for each in steps], [0.5303904924750914] * 4)
    same([float(each.pairs[0].imps["all"]) for each in steps], [-4.75, -4.625, -4.875, -4.83])


def test_a_tabulation() -> None:
    *_, last = steps = [*tabulating("1", "hcp(south)", "losers(north)", deals=100, seed=1)]
    assert [each.deals for each in steps] == [16, 32, 64, 100]
    assert [row.deals for row in last.rows] == [4, 4, 4, 4, 5, 7, 11, 15, 16, 13, 8, 5, 4]
    sums = [25, 21, 11, 40, 52, 64, 92, 143, 180, 160, 80, 70, 50]
    same([float(row.mean) * row.deals for row in last.rows], sums)


def test_an_award() -> None:
    dealt = Deal("N:A54.AJ92.Q5.K964 JT82.63.AT84.AQ3 K93.QT4.KJ762.82 Q76.K875.93.JT75")
    answer = award(dealt, "1NT-S", vulnerable=True, layouts=100, seed=7, solver=StandIn())
    assert answer.layouts == 100
    same([float(each.score) for each in answer.candidates[:4]], [0.7, 0.0, -4.6, -9.9])
    other = award(dealt, "1D-S", layouts=100, seed=7, solver=StandIn()).award
    same(
        [float(other), *map(float, other.interval)],
        [5.619834710743802, 1.6147998471387837, 6.698250976705822],
    )
    assert award(dealt, "7NT-S", layouts=20, seed=7, solver=StandIn()).award == 0
