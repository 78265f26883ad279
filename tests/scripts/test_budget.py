"""What the statistics of a script may cost: exact within it, sampled and marked beyond it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from dealwright import ArgumentError, Workspace
from dealwright.scripts import run_script

# On three hands with points and lengths; its statistics cost seconds to count.
DEAR = """open = hearts(east) >= 5 && hcp(east) in 11..20 && spades(east) < 5
support = spades(south) >= 3 && diamonds(south) >= 3 && clubs(south) >= 3 && hearts(south) <= 2
condition open && support && hcp(south) in 12..17 && hcp(west) < 6
produce 3
action printoneline, average "points" hcp(north), average "fit" spades(north) + spades(south),
       frequency "length" (spades(north), 0, 8)"""
CHEAP = 'condition hcp(north) >= 20 produce 3 action printoneline, average "aces" aces(north)'


def test_what_is_cheap_is_exact_beside_deals() -> None:
    run = run_script(CHEAP, seed=1)
    lines = "".join(run).splitlines()
    assert len(lines) == 4
    assert re.fullmatch(r"aces: 2\.\d+ exact, deviation 0\.\d+", lines[3])


def test_what_is_dear_comes_from_further_deals_and_says_so() -> None:
    run = run_script(DEAR, seed=1)
    text = "".join(run)
    assert [found.exact for found in run.statistics] == [False] * 3
    totals = {found.histogram.total for found in run.statistics}
    assert len(totals) == 1
    (total,) = totals
    assert total > 1000  # not the three deals that are printed
    assert run.produced == 3
    assert len(re.findall(rf"± \d\S* of {total:,} deals, deviation", text)) == 2
    assert f"Frequency length: {total:,} deals" in text


@pytest.mark.long
def test_the_sample_repeats_whatever_came_before_and_on_every_number_of_threads() -> None:
    fresh = run_script(DEAR, seed=1, workspace=Workspace())
    first = "".join(fresh)
    workspace = Workspace()
    counted = run_script(DEAR, seed=2, exact=True, workspace=workspace)  # keeps every model
    assert "exact" in "".join(counted)
    assert "".join(run_script(DEAR, seed=1, workspace=workspace)) == first
    assert "".join(run_script(DEAR, seed=1, threads=1)) == first
    assert "".join(run_script(DEAR, seed=1, threads=3)) == first
    assert "".join(run_script(DEAR, seed=2)) != first


@pytest.mark.long
def test_exact_counts_what_can_be_counted_and_the_sample_agrees() -> None:
    exact = run_script(DEAR, seed=1, exact=True)
    "".join(exact)
    assert all(found.exact for found in exact.statistics)
    sampled = run_script(DEAR, seed=5)
    "".join(sampled)
    for true, found in zip(exact.statistics[:2], sampled.statistics[:2], strict=True):
        off = float(true.histogram.mean()) - float(found.histogram.mean())
        assert abs(off) < 5 * found.histogram.standard_error()  # fails once in 1,700,000 seeds


@pytest.mark.long
def test_a_budget_is_kept_in_work() -> None:
    small, large = (run_script(DEAR, seed=1, budget=seconds) for seconds in (0.02, 0.4))
    assert "".join(small) != "".join(large)
    few, many = (run.statistics[0].histogram for run in (small, large))
    assert many.exact or many.total > few.total > 100
    nothing = run_script(CHEAP, seed=1, budget=0)
    assert "".join(nothing).endswith("aces: 0 of 0 deals\n")


def test_a_limit_of_deals_examined_holds_for_the_sample_too() -> None:
    run = run_script(DEAR, seed=1, generate=100_000)
    "".join(run)
    total = run.statistics[0].histogram.total
    assert 0 < total < 1000


@pytest.mark.parametrize("budget", [-1, float("nan")])
def test_a_budget_that_is_none_is_refused(budget: float) -> None:
    with pytest.raises(ArgumentError, match="a budget must be a number of seconds"):
        run_script(CHEAP, budget=budget)


def test_a_value_that_never_changed_has_a_bound_and_no_zero_interval() -> None:
    text = "condition cccc(north) >= 1000 action average cccc(north) >= 3000 produce 500"
    line = "".join(run_script(text, seed=1)).strip()
    assert line == "0 in all of 500 deals, another value in 0.006 at most"
    assert "± 0" not in line


@pytest.mark.long
def test_alone_a_script_counts_more() -> None:
    text = DEAR.replace("printoneline,", "").replace("produce 3", "")
    run = run_script(text, seed=1)
    "".join(run)
    beside = run_script(DEAR, seed=1)
    "".join(beside)
    assert run.budget == 3
    assert beside.budget == 0.2
    more = run.statistics[0].histogram
    assert more.exact or more.total > beside.statistics[0].histogram.total


@pytest.mark.long
def test_the_command(cli: object, tmp_path: Path) -> None:
    path = tmp_path / "dear.dl"
    path.write_text(DEAR)
    assert callable(cli)
    found = cli("run", str(path), "--seed", "1", "--budget", "0.05")
    assert " deals, deviation" in found.out
    wrong = cli("run", str(path), "--budget", "soon")
    assert wrong.status == 2
    assert "--budget takes a number of seconds" in wrong.err
    exact = cli("run", str(path), "--seed", "1", "--exact")
    assert exact.out.count("exact") == 3
