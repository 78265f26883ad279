"""What each clause of a condition costs: exact where it can be counted, else with an interval."""

from __future__ import annotations

import re

import pytest

from dealwright import parse
from dealwright.answers.records import read_record, write_record
from dealwright.ask.explanation import ClauseShare, Explanation


def shares(found: Explanation) -> dict[str, ClauseShare]:
    return {clause.text: clause for clause in found.clauses}


def test_counted_clauses_have_their_exact_shares() -> None:
    found = parse("hcp(north) in 15..17 && balanced(north) && spades(south) >= 5").explain(seed=1)
    before, passed = "1", 1.0
    for clause in found.clauses:
        assert clause.alone.exact
        assert clause.alone == parse(clause.text).probability()
        assert clause.given is not None
        assert clause.given.exact
        assert clause.given == parse(clause.text).probability(given=before)
        before, passed = f"{before} && {clause.text}", passed * float(clause.given)
    assert passed == pytest.approx(float(found.share.estimate), rel=1e-12)
    assert "exact shares" in str(found)


def test_a_rare_clause_that_can_be_counted_is_not_none() -> None:
    first, second = parse("hcp(north) >= 36 && hcp(south) > 1").explain(seed=1).clauses
    assert first.alone == parse("hcp(north) >= 36").probability() > 0
    assert second.given == parse("hcp(south) > 1").probability(given="hcp(north) >= 36")


def test_a_clause_after_one_that_no_deal_passes() -> None:
    found = parse("hcp(north) + aces(south) >= 38 && hcp(south) > 1 && hcp(east) < 20").explain()
    impossible = [c for c in found.clauses if c.alone == 0]
    assert [c.alone.exact for c in impossible] == [True]
    after = found.clauses[found.clauses.index(impossible[0]) + 1 :]
    assert [c.given for c in after] == [None] * len(after)


@pytest.mark.long
def test_a_clause_that_cannot_be_counted_has_an_interval() -> None:
    text = "hcp(north) >= 12 && hcp(east) * spades(south) > 30 + hcp(west) * hearts(north)"
    found = parse(text).explain(seed=1)
    counted, sampled = found.clauses
    assert counted.alone.exact
    for share in (sampled.alone, sampled.given):
        assert share is not None
        assert not share.exact
        assert share.low < share < share.high
    assert sampled.alone.samples == found.clause_sample
    assert sampled.given is not None
    assert sampled.given.samples == pytest.approx(float(counted.alone) * 2**18, rel=0.02)
    line = str(found).splitlines()[-1]
    assert f"{sampled.alone:.3%} ({100 * float(sampled.alone.low):.3f} to " in line
    assert "exact, or with the 95 % interval of 262,144 random deals" in str(found)


def test_intervals_have_one_spelling_and_one_clause_is_no_plural() -> None:
    found = parse("cccc(north) >= 1500 && spades(south) > 4").explain(seed=1, hits=200)
    said = str(found)
    assert " draws of the exact part, 95 % interval, seed 1" in said
    assert "95% interval" not in said
    assert "exact part   1 clause, counted in " in said


def test_without_a_budget_the_shares_are_sampled() -> None:
    found = parse("hcp(north) >= 12 && spades(south) > 4").explain(seed=1, budget=0)
    assert not any(clause.alone.exact for clause in found.clauses)


def test_documents_without_intervals() -> None:
    found = parse("hcp(north) >= 12 && spades(south) > 4").explain(seed=1)
    values = write_record(found)
    assert read_record(Explanation, values).clauses == found.clauses
    for clause in values["clauses"]:
        del clause["estimates"]
    for before, clause in zip(found.clauses, read_record(Explanation, values).clauses, strict=True):
        assert float(clause.alone) == float(before.alone)
        assert not clause.alone.exact
        assert clause.alone.interval == (0, 1)


@pytest.mark.long
def test_a_stopped_job_samples_its_clauses() -> None:
    text = "hcp(north) >= 12 && hcp(east) * spades(south) > 30 + hcp(west) * hearts(north)"
    job = parse(text).explaining(seed=1, limit=10**12, hits=10**12)
    for _ in job:
        job.stop()
    found = job.result()
    assert job.state == "stopped"
    assert [clause.alone.exact for clause in found.clauses] == [False, False]


def test_the_suits_of_an_automaton_are_read_from_both_ends() -> None:
    lines = str(parse("hcp(north) in 15..17 && balanced(north)").explain()).splitlines()
    (line,) = (each for each in lines if each.startswith("  north "))
    found = re.fullmatch(r"  north +\d+ classes after (\w\w), \d+ after (\w\w)", line)
    assert found is not None
    assert sorted("".join(found.groups())) == ["C", "D", "H", "S"]


@pytest.mark.parametrize(
    "text",
    [
        "spades(south) < spades(north) && spades(south) >= spades(north)",
        "hcp(west) > hcp(east) && hcp(west) < hcp(east)",
    ],
)
def test_two_orders_that_contradict_each_other_are_explained(text: str) -> None:
    """A comparison of two hands bounds neither of them."""
    lines = list(parse(text).explain(limit=1000).lines())
    assert any(line.startswith("impossible   no deal satisfies ") for line in lines)
