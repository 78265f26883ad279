"""Close and clear decisions: what is said of them holds on other layouts, limits, budget, files."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from dealwright import Deals
from dealwright.analysis import comparing_contracts, comparing_leads, decisions
from dealwright.analysis.decisions import finding_decisions
from dealwright.answers import Estimate
from dealwright.double_dummy.current_solver import use_solver
from dealwright.errors import ArgumentError
from tests.conftest import Result
from tests.oracles.stand_in_solver import StandIn


def between(low: float, high: float) -> Estimate:
    return Estimate((low + high) / 2, low, high, False, "sample")


def test_an_interval_that_has_a_limit_has_no_grade() -> None:
    limits = decisions._Limits(1.0, 2.0)
    grades = {
        (-0.4, 0.9): "close", (-1.1, 0.9): None, (0.2, 1.0): None, (0.9, 1.1): None,
        (1.2, 1.8): None, (1.9, 2.9): None, (2.0, 3.0): None, (2.1, 3.0): "clear",
    }  # fmt: skip
    assert {ends: limits.grade(between(*ends)) for ends in grades} == grades
    assert decisions._Limits(None, None).grade(between(-1, 5)) == ""
    assert decisions._Limits(None, 2.0).grade(between(-0.1, 0.1)) is None
    assert decisions._Limits(1.0, None).grade(between(5, 6)) is None


def test_layouts_are_as_many_as_the_distance_needs() -> None:
    limits = decisions._Limits(1.0, None)
    near, far = limits.layouts(1.2), limits.layouts(0.9)
    assert far < near < decisions._MOST
    assert limits.layouts(9.0) == decisions._MOST
    assert decisions._Limits(None, 2.0).layouts(0.1) == decisions._LEAST


@pytest.mark.parametrize("kind", ["lead", "contract"])
@pytest.mark.long
def test_what_is_said_holds_on_other_layouts(kind: str) -> None:
    """By a solver whose truth is known: intervals of 2,000 layouts are on the same side."""
    limit = 0.6
    with use_solver(StandIn):
        found = finding_decisions(kind, 6, close=limit, clear=limit, seed="held").result()
        assert len(found) == 6
        for decision in found:
            hand = getattr(decision.deal, str(decision.seat))
            options = {"deals": 2000, "seed": "other"}
            if kind == "lead":
                leads = comparing_leads(
                    f"west {hand}", decision.contract, decision.known, field=decision.second,
                    **options,
                ).result()  # fmt: skip
                (imps,) = [
                    lead.imps["none"] for lead in leads.leads if decision.first in lead.cards
                ]
            else:
                contracts = [decision.first, decision.second]
                (pair,) = comparing_contracts(
                    decision.known, contracts, predeal=f"south {hand}", **options
                ).result().pairs  # fmt: skip
                imps = pair.imps["none"]
            if decision.grade == "close":
                assert float(imps.low) < limit
            else:
                assert float(imps.high) > limit
            assert decision.imps.low <= imps.high
            assert imps.low <= decision.imps.high


def test_a_seed_repeats_the_boards_and_time_ends_the_search() -> None:
    with use_solver(StandIn):
        one, same = (finding_decisions("contract", 2, seed="a").result() for _ in range(2))
        assert one == same
        assert finding_decisions("contract", 2, seed="a", seconds=1e-9).result() == []
        job = finding_decisions("lead", 5, seed="a")
        job.stop()
        assert job.result() == []


def test_a_stopped_search_has_the_boards_so_far() -> None:
    with use_solver(StandIn):
        job = finding_decisions("contract", 5, seed="a")
        for _ in job:
            job.stop()
        assert len(job.result()) == 1


@pytest.mark.long
def test_the_command_writes_decisions_from_clear_to_close(
    cli: Callable[..., Result], tmp_path: Path
) -> None:
    folder = tmp_path / "set"
    with use_solver(StandIn):
        result = cli(
            "practice", "-n", "3", "--decide", "contract", "--seed", "x", "-o", str(folder)
        )
        found = finding_decisions("contract", 3, seed="x").result()
    assert result.status == 0, result.err
    found.sort(key=lambda decision: -float(decision.imps))
    assert [*Deals.read(folder / "boards.pbn")] == [decision.deal for decision in found]
    answers = (folder / "answers.txt").read_text("utf-8")
    for decision in found:
        assert f"{float(decision.imps):.2f} IMPs a deal against {decision.second}" in answers
        assert f"{decision.layouts} layouts" in answers
    problems = (folder / "decisions.txt").read_text("utf-8")
    assert str(found[0].deal.south) in problems
    assert "gains" not in problems
    assert (folder / "boards.pbn").read_text("latin-1").count('[Vulnerable "None"]') == 3


def test_the_contract_that_is_led_against_is_in_the_files(
    cli: Callable[..., Result], tmp_path: Path
) -> None:
    folder = tmp_path / "set"
    with use_solver(StandIn):
        result = cli("practice", "-n", "1", "--decide", "lead", "-s", "x", "-o", str(folder))
    assert result.status == 0, result.err
    pbn = (folder / "boards.pbn").read_text("latin-1")
    assert all(tag in pbn for tag in ('[Contract "3NT"]', '[Declarer "S"]', '[Dealer "S"]'))
    assert (folder / "west.txt").exists()


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--decide", "call"], "a decision is lead or contract, not 'call'"),
        (["--close", "1"], "--close goes with --decide"),
        (["--decide", "lead", "--close", "much"], "a limit is a number of IMPs"),
        (["--decide", "lead", "--close", "2", "--clear", "1"], "clear is at least close"),
        (["--decide", "lead", "--theme", "squeeze"], "does not go with --theme"),
        (["--decide", "lead", "--contract", "4S-S"], "say what the auction shows"),
        (["--decide", "lead", "--contract", "3NT 4S", "1"], "a lead is against one contract"),
        (["--decide", "contract", "--contract", "3NT", "1"], "between two contracts"),
    ],
)
def test_what_is_refused(cli: Callable[..., Result], arguments: list[str], message: str) -> None:
    result = cli("practice", *arguments)
    assert result.status == 2
    assert message in result.err
    assert not result.out


def test_a_condition_without_a_hand_to_decide_ends_with_the_time(
    cli: Callable[..., Result], tmp_path: Path
) -> None:
    with use_solver(StandIn):
        result = cli(
            "practice", "--decide", "lead", "--clear", "20", "--time", "0.2", "-o",
            str(tmp_path / "none"),
        )  # fmt: skip
    assert "no board was found" in result.err
    assert not (tmp_path / "none").exists()


def test_boards_of_an_interrupted_search_are_written(
    cli: Callable[..., Result], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with use_solver(StandIn):
        job = finding_decisions("contract", 5, seed="a")
        next(iter(job))
        job.stop()
        monkeypatch.setattr(decisions, "finding_decisions", lambda *_, **__: job)
        folder = tmp_path / "set"
        result = cli("practice", "--decide", "contract", "-n", "5", "-o", str(folder))
    assert "interrupted: 1 of 5 boards were found" in result.err
    assert result.out.startswith("1 boards in ")
    assert len(Deals.read(folder / "boards.pbn")) == 1


def test_unknown_kinds_are_refused() -> None:
    with pytest.raises(ArgumentError, match="lead or contract"):
        finding_decisions("card", 1)
