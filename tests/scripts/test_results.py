"""Scripts that ask a solver: tricks, par, trix, parcontract and evalcontract, by a stand-in."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from dealwright import Seat, SolverError, Strain, deal
from dealwright.cards.bridge.scoring import Contract
from dealwright.double_dummy import columns
from dealwright.double_dummy.asks import Tables
from dealwright.double_dummy.par import par
from dealwright.scripts import check_script, run_script
from dealwright.scripts.running import USED_UP
from tests.oracles.recording_solver import RecordingSolver


def output(text: str, **options: Any) -> str:
    return "".join(run_script(text, seed=1, **options))


def test_conditions_with_tricks(stand_in: RecordingSolver) -> None:
    text = "condition hcp(south) >= 15 && dds(south, notrump) >= 9 produce 3 action printoneline"
    dealt = deal(3, "hcp(south) >= 15 && tricks(south, notrump) >= 9", seed=1)
    printed = [re.findall(r"\S+\.\S+", line) for line in output(text).splitlines()]
    assert printed == [[str(hand) for hand in each] for each in dealt]
    assert stand_in.deals("tricks") == 0


@pytest.mark.long
def test_values_of_each_deal(stand_in: RecordingSolver) -> None:
    masks = deal(2, seed=1).masks
    tables = stand_in.solve(Tables(masks))
    stand_in.asked.clear()
    text = 'produce 2 action csvrpt("a", trix(east), par(ew, all), parcontract, trix(deal))'
    rows = [line.split(",", 7) for line in output(text).splitlines()]
    for row, table in zip(rows, tables, strict=True):
        assert row[0] == "a"
        assert list(map(int, row[1:6])) == table[Seat.EAST].tolist()
        assert int(row[6]) == -par(table, "all").score
        contracts = str(par(table)).partition(" ")[2] or "pass"
        assert row[7].strip('"').startswith(contracts)
        assert list(map(int, row[7].split(",")[-20:])) == table.ravel().tolist()
    assert stand_in.asked == [("tables", 1)] * 2


def test_averages_are_estimates_within_the_budget(stand_in: RecordingSolver) -> None:
    text = 'produce 100000 condition hcp(south) > 14 action average "t" tricks(south, spades)'
    run = run_script(text, seed=1, budget=2)
    found = "".join(run)
    assert re.fullmatch(r"t: [\d.]+ ± [\d.]+ of 200 deals, deviation [\d.]+\n", found)
    assert stand_in.deals("tricks") == 200
    assert run.ended == USED_UP
    in_full = run_script(text, seed=1, budget=2, produce=500)
    assert "of 500 deals" in "".join(in_full)
    assert in_full.ended == ""


def test_a_dear_condition_keeps_to_the_budget_too(stand_in: RecordingSolver) -> None:
    run = run_script("condition tricks(south, spades) > 8 action average hcp(south)", seed=1)
    assert "".join(run)
    assert run.ended == USED_UP
    assert 1100 <= stand_in.deals("makes") <= 2700


def test_a_frequency_beside_deals(stand_in: RecordingSolver) -> None:
    text = "produce 4 action printoneline, frequency (tricks(south, hearts), 0, 13)"
    found = output(text, budget=1)
    assert found.count("\nn ") + found.startswith("n ") == 4
    assert "Frequency: 100 deals" in found


def test_evalcontract(stand_in: RecordingSolver) -> None:
    run = run_script("produce 50 action evalcontract(south, x3N, vul)", seed=1, produce=50)
    line = "".join(run)
    made = stand_in.solve(Tables(deal(50, seed=1).masks))[:, Seat.SOUTH, Strain.NOTRUMP]
    scores = [Contract(3, "N").score(int(each), vulnerable=True) for each in made]
    assert line.startswith(f"3NT by south, vulnerable: mean score {np.mean(scores):.1f} ± ")
    assert f"makes {(made >= 9).mean():.1%} (" in line
    assert line.endswith("of 50 deals\n")
    both = output("action evalcontract(ns, 4S)", produce=5).splitlines()
    assert [line.partition(":")[0] for line in both] == [
        f"4S by {seat}, not vulnerable" for seat in ("north", "south")
    ]


def test_evalcontract_of_all_contracts(stand_in: RecordingSolver) -> None:
    lines = output("action evalcontract", produce=20).splitlines()
    tables = stand_in.solve(Tables(deal(20, seed=1).masks))
    assert len(lines) == 14
    assert lines[7] == "Mean scores by north/south, vulnerable, of 20 deals"
    spades = lines[10].split()
    assert spades[0] == "S"
    means = [
        np.mean([Contract(4, "S").score(int(n), vulnerable=True) for n in tables[:, seat, 3]])
        for seat in (Seat.NORTH, Seat.SOUTH)
    ]
    assert spades[4] == "/".join(f"{mean:.0f}" for mean in means)


def test_what_is_known_is_not_solved_again(stand_in: RecordingSolver) -> None:
    text = (
        "action average tricks(south, spades), average score(vul, x4S, tricks(south, spades)), "
        "average imps(score(vul, x4S, dds(south, spades)) - score(vul, x3N, trick(south, notrump)))"
    )
    output(text, produce=10)
    assert {what for what, _ in stand_in.asked} == {"tricks"}
    assert stand_in.deals("tricks") == 2 * 10


def test_checks_weigh_clauses_with_tricks(stand_in: RecordingSolver) -> None:
    run = run_script("condition hcp(south) >= 15 &&\n tricks(south, notrump) >= 9", seed=1)
    check = check_script(run)
    assert [clause.text for clause in check.clauses] == [
        "hcp(south) >= 15", "tricks(south, notrump) >= 9",
    ]  # fmt: skip
    assert not check.clauses[1].exact
    assert 0 < check.clauses[1].alone < check.clauses[1].given  # type: ignore[operator]
    assert stand_in.deals("makes") < 4000


def test_a_run_stops_between_solves(stand_in: RecordingSolver) -> None:
    run = run_script("produce 500 action printoneline(tricks(south, notrump))", seed=1)
    pieces = []
    for piece in run:
        pieces.append(piece)
        if piece:
            run.stop()
    assert 0 < run.produced < 500
    assert run.ended == "it was interrupted"


def test_no_solver(
    monkeypatch: pytest.MonkeyPatch, cli: Callable[..., Any], tmp_path: Path
) -> None:
    def missing() -> None:
        raise SolverError("no libdds is installed; on Debian")

    monkeypatch.setattr(columns, "current_solver", missing)
    columns.forget()
    script = tmp_path / "a.dl"
    script.write_text("action average tricks(north, spades)")
    result = cli("run", str(script))
    assert (result.status, result.out) == (2, "")
    assert "no libdds is installed" in result.err
