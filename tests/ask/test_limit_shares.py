"""Limits counted together: all of them, each alone, and which contradict each other."""

from __future__ import annotations

import json
from typing import Any

import pytest

from dealwright import ConditionError, parse, write_json
from dealwright.ask.limit_shares import LimitShares
from dealwright.web.requests import job_of

NOTRUMP = ["hcp(north) in 15..17", "balanced(north)", "spades(south) >= 5"]
# the products of two hands' values are not counted exactly
UNCOUNTED = "hcp(east) * spades(south) > 30 + hcp(west) * clubs(east)"


def counted(*limits: str, **fields: Any) -> LimitShares:
    found = job_of("limits", {"limits": list(limits), **fields} if limits else fields).result()
    assert isinstance(found, LimitShares)
    return found


def test_all_limits_and_each_alone() -> None:
    found = counted(*NOTRUMP)
    assert found.share.count == parse(" && ".join(NOTRUMP)).count()
    assert found.share.estimate.exact
    assert list(found.alone) == [parse(limit).probability() for limit in NOTRUMP]
    assert all(alone.exact for alone in found.alone)
    assert (found.contradictory, found.reason) == ((), "")


def test_no_limits_are_every_deal() -> None:
    found = counted()
    assert (found.share.estimate, found.alone) == (1, ())


def test_a_condition_beside_the_limits_and_fixed_cards() -> None:
    fields = {"condition": "hcp(east) > 9", "predeal": "west SAK2", "north": "12+ hcp"}
    found = counted("spades(south) >= 5", **fields)
    where = parse("hcp(east) > 9 && spades(south) >= 5 && hcp(north) >= 12")
    assert found.share.count == where.count(predeal="west SAK2")
    assert found.alone == (parse("spades(south) >= 5").probability(predeal="west SAK2"),)


def test_limits_that_contradict_each_other() -> None:
    found = counted("spades(west) < 7", "hcp(north) > 20", "hearts(west) > 1", "hcp(south) > 20")
    assert found.share.estimate == 0
    assert found.contradictory == (1, 3)
    assert found.reason == "north has at least 21 HCP, south at least 21: 42 > 40"


def test_a_limit_of_which_only_one_part_contradicts_another_limit() -> None:
    found = counted("hcp(north) > 21 && balanced(north)", "spades(west) < 7", "hcp(south) > 21")
    assert found.contradictory == (0, 2)


def test_a_limit_that_no_hand_keeps_to() -> None:
    found = counted("hcp(north) > 3", "spades(east) + hearts(east) > 13")
    assert found.contradictory == (1,)
    assert found.alone[1] == 0


def test_one_limit_alone_is_estimated_once() -> None:
    found = counted(UNCOUNTED, seconds=0.05)
    assert not found.share.estimate.exact
    assert found.alone == (found.share.estimate,)


def test_what_is_not_counted_is_estimated_with_an_interval() -> None:
    found = counted("hcp(north) > 11", UNCOUNTED, seconds=0.2)
    assert found.alone[0] == parse("hcp(north) > 11").probability()
    for estimate in (found.share.estimate, found.alone[1]):
        assert not estimate.exact
        assert 0 < estimate.low < estimate.value < estimate.high < 1
    assert found.contradictory == ()


def test_an_estimate_without_a_hit_is_no_contradiction() -> None:
    """None of the deals tried had it; that proves nothing."""
    found = counted("hcp(north) >= 37", UNCOUNTED, seconds=0.05)
    assert not found.share.estimate.exact or found.share.estimate > 0
    assert (found.contradictory, found.reason) == ((), "")


def test_partial_results_have_the_shares_alone() -> None:
    partial = list(job_of("limits", {"limits": ["hcp(north) > 11", UNCOUNTED], "seconds": 0.2}))
    assert partial
    assert {len(each.alone) for each in partial} == {2}


def test_an_error_has_the_limit_and_the_place() -> None:
    with pytest.raises(ConditionError) as caught:
        counted("hcp(north) > 3", "hcp(sud) > 3")
    assert (caught.value.text, caught.value.position) == ("hcp(sud) > 3", 4)


def test_its_text_and_its_document() -> None:
    found = counted("hcp(north) > 20", "hcp(south) > 20")
    assert str(found).splitlines()[2:] == [
        f"limit 1      {float(found.alone[0]):.6g}  contradictory",
        f"limit 2      {float(found.alone[1]):.6g}  contradictory",
    ]
    assert json.loads(write_json(found))["contradictory"] == [0, 1]


@pytest.mark.long
def test_many_limits_cost_no_more_than_one() -> None:
    """They share what may be spent on each alone."""
    one = counted(UNCOUNTED, seconds=0.2).alone[0]
    many = counted(*[f"hcp(north) > {least} && {UNCOUNTED}" for least in range(10)], seconds=0.2)
    assert 0 < many.alone[0].samples < one.samples / 5
