"""Awards of contracts: the definition, on a solver whose tricks are known."""

from __future__ import annotations

import numpy as np
import pytest

from dealwright import deal
from dealwright.analysis import award
from dealwright.base.errors import ArgumentError, CardError
from dealwright.cards import Seat, Strain
from dealwright.cards.bridge.scoring import Contract
from dealwright.deals import Deal
from dealwright.double_dummy.asks import Tricks
from tests.oracles.stand_in_solver import StandIn

# The stand-in takes a trick more where west has the queen of spades; nothing else varies.
DEAL = Deal("N:A54.AJ92.Q5.K964 JT82.63.AT84.AQ3 K93.QT4.KJ762.82 Q76.K875.93.JT75")
HANDS = {Seat.NORTH: DEAL.north, Seat.SOUTH: DEAL.south}


def mean_scores(
    where: str | None, strain: Strain = Strain.NOTRUMP, *, vulnerable: bool
) -> dict[str, float]:
    """Return the mean score of each contract in a strain over 4,000 other layouts."""
    masks = deal(4000, where, predeal=HANDS, seed="other").masks
    tricks = StandIn().solve(Tricks(masks, Seat.SOUTH, strain)).tolist()
    contracts = [Contract(level, strain.letter) for level in range(1, 8)]
    return {
        f"{each.word}-S": float(np.mean([each.score(n, vulnerable=vulnerable) for n in tricks]))
        for each in contracts
    }


@pytest.mark.long
@pytest.mark.parametrize("vulnerable", [False, True])
@pytest.mark.parametrize("where", [None, "spades(west) >= 5"])
def test_an_award_is_the_ratio_of_expected_scores(where: str | None, vulnerable: bool) -> None:
    """On 1,000 layouts each; 4.5 standard errors of either mean, one failure in 30,000 runs."""
    truth = mean_scores(where, vulnerable=vulnerable)
    for contract in ("1NT-S", "2NT-S", "3NT-S"):
        found = award(
            DEAL, contract, vulnerable=vulnerable, where=where, layouts=1000, seed=7,
            solver=StandIn(),
        )  # fmt: skip
        assert found.layouts == 1000
        error = 4.5 * float(found.reached.score.high - found.reached.score.low) / 3.9
        assert float(found.reached.score) == pytest.approx(truth[contract], abs=1.5 * error + 1e-9)
        best = found.candidates[0]
        assert float(best.score) >= float(found.reached.score)
        mine, most = float(found.reached.score), float(best.score)
        expected = max(0.0, mine / most) if most > 0 else float(mine == most)
        assert float(found.award) == pytest.approx(10 * expected)
        assert found.award.low <= found.award <= found.award.high


@pytest.mark.parametrize("contract", ["1C", "1D", "1NT", "2S", "3NT"])
def test_an_award_is_against_the_best_of_all_contracts(contract: str) -> None:
    found = award(DEAL, contract, layouts=15, seed=3, solver=StandIn())
    most, mine = float(found.candidates[0].score), float(found.reached.score)
    assert float(found.award) == pytest.approx(10 * max(0.0, min(1.0, mine / most)))


@pytest.mark.long
def test_intervals_hold_the_truth() -> None:
    """Of 40 intervals of 95 % 31 at least: one failure in 20,000 runs, and 0.95 power at 0.6."""
    # one trick more in half of all layouts: 1NT is worth (90 - 50) / 2, 1D (70 - 50) / 2
    expected = 5.0
    found = [
        award(DEAL, "1D", layouts=400, seed=seed, solver=StandIn()).award for seed in range(40)
    ]
    assert sum(float(each.low) <= expected <= float(each.high) for each in found) >= 31
    assert all(float(each.high) - float(each.low) < 10 for each in found)


def test_imps_are_won_layout_by_layout() -> None:
    """3NT goes two or three down, where 1NT makes or goes one down; of 1D no IMP is won."""
    found = award(DEAL, "3NT", layouts=101, seed=3, solver=StandIn())
    best = found.candidates[0]
    share = float(best.makes)
    assert best.contract == "1NT-S"
    assert 0 < share < 1
    assert found.imps is not None
    assert float(found.imps) == pytest.approx(-5 * share - 3 * (1 - share))
    assert found.imps.low < found.imps < found.imps.high
    assert "against 1NT-S: -" in str(found)
    best_itself = award(DEAL, "1NT", layouts=101, seed=3, solver=StandIn())
    assert best_itself.imps == 0
    assert "against" not in str(best_itself)


def test_what_is_known_of_the_opponents_counts() -> None:
    with_queen, without = (
        award(DEAL, "1NT", where=where, layouts=200, seed=1, solver=StandIn()).reached.makes
        for where in ("hascard(west, SQ)", "hascard(east, SQ)")
    )
    fixed = award(DEAL, "1NT", predeal="west SQ", layouts=200, seed=1, solver=StandIn())
    assert float(with_queen) > float(without) + 0.1
    assert float(fixed.reached.makes) == pytest.approx(float(with_queen), abs=0.15)


WEAK = Deal("N:5432.432.432.432 AKQJ.AKQ.AKQ.KQJ T98.T98.T98.A765 76.J765.J765.T98")


def test_what_loses_less_than_the_other_contracts_is_worth_nothing() -> None:
    """Mutant: passing is not among the contracts that it is compared with."""
    assert award(WEAK, "1NT", layouts=2, seed=1, solver=StandIn()).award == 0


@pytest.mark.long
def test_the_ends_of_awards() -> None:
    """10 for the best contract, also if it is passing; 0 for what loses."""
    for contract, expected in (("pass", 10), ("1NT", 0), ("4SX-N", 0), ("7NTX-E", 10)):
        found = award(WEAK, contract, layouts=20, seed=1, solver=StandIn())
        assert found.award == expected, contract
        assert found.award.low <= expected <= found.award.high
    passed = award(DEAL, "pass", layouts=20, seed=1, solver=StandIn())
    assert passed.award == 0
    assert passed.reached.contract == "pass"


def test_an_award_of_east_and_west() -> None:
    turned = Deal([DEAL[Seat((seat + 1) % 4)] for seat in Seat])  # south's hand is east's
    found = award(turned, "3NT-E", side="ew", layouts=50, seed=3, solver=StandIn())
    assert found.reached.contract == "3NT-E"
    assert {each.contract[-1] for each in found.candidates} <= {"E", "W", "s"}


def test_an_award_of_what_cannot_be_read() -> None:
    with pytest.raises(ArgumentError, match="is not a side; write ns or ew"):
        award(DEAL, "3NT", side="north", solver=StandIn())
    with pytest.raises(CardError, match="is not a contract"):
        award(DEAL, "8NT", solver=StandIn())


def test_the_text_of_an_award() -> None:
    found = award(DEAL, "4NT", layouts=50, seed=1, solver=StandIn())
    first, second, head, *rows = found.lines()
    assert first.startswith("4NT-S: ")
    assert first.endswith("estimated from 50 layouts")
    assert second.startswith("against 1NT-S: -")
    assert head.split() == ["contract", "makes", "score"]
    assert [row.split()[0] for row in rows] == [each.contract for each in found.candidates]
