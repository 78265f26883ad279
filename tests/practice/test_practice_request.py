"""The request for a practice set: what it deals, who deals and passes, and what is refused."""

from __future__ import annotations

import json

import pytest

from dealwright import Seat
from dealwright.base.errors import ArgumentError, CardError, ConditionError
from dealwright.practice.practice_sets import ONE_TYPE, PracticeSet, practice_set
from dealwright.requests.base import Limits
from dealwright.requests.documents import write_json
from dealwright.requests.practice import PracticeRequest

LESSON = "north: opens 1NT; south: 5+ hearts"
TOML = """
condition = "hcp(south) >= 6"
place = "first"
[[type]]
name = "weak"
share = 2
condition = "spades(north) == 6 && hcp(north) in 5..10"
[[type]]
name = "strong"
share = 1
condition = "hcp(north) >= 20"
"""
WEAK = ("weak", "spades(north) == 6 && hcp(north) in 5..10", 2)
STRONG = ("strong", "hcp(north) >= 20", 1)
TEXTS = ("weak 2: spades(north) == 6 && hcp(north) in 5..10", "strong 1: hcp(north) >= 20")


def same(one: PracticeSet, other: PracticeSet) -> bool:
    parts = ("deals", "first", "pair", "types", "seats")
    return all(getattr(one, part) == getattr(other, part) for part in parts)


def test_a_condition_is_one_type() -> None:
    made = PracticeRequest(condition="hcp(north) >= 15", south="5+ spades", n=6, seed="a").job()
    where = "hcp(north) >= 15 && spades(south) >= 5"
    expected = practice_set(6, [(ONE_TYPE, where, 1)], seed="a")
    assert same(made.result(), expected)
    assert made.progress.unit == "deals"


def test_types_with_what_holds_for_all() -> None:
    options = {"place": "either", "pair": "ew", "board": 5, "n": 9, "seed": "b"}
    made = PracticeRequest(types=TEXTS, east="12-", **options).job().result()
    expected = practice_set(
        9, [WEAK, STRONG], common="hcp(east) <= 12", place="either", pair="ew", first=5, seed="b"
    )
    assert same(made, expected)


@pytest.mark.parametrize(("place", "seat"), [(None, "first"), ("south", "south")])
def test_types_in_toml_and_the_place_of_the_request(place: str | None, seat: str) -> None:
    """A place of the request goes before that of the document."""
    request = PracticeRequest(types_toml=TOML, condition="hcp(east) <= 9", n=6, seed=1, place=place)
    common = "hcp(south) >= 6 && hcp(east) <= 9"
    expected = practice_set(6, [WEAK, STRONG], common=common, place=seat, seed=1)
    assert same(request.job().result(), expected)


def test_the_usual_number_and_its_document() -> None:
    made = PracticeRequest(condition="north: 15+", seed="c").job().result()
    assert len(made.deals) == PracticeRequest().number == 16
    assert json.loads(write_json(made))["kind"] == PracticeRequest.answer


def test_threads_change_no_deal() -> None:
    request = PracticeRequest(condition="north: 15+", n=40, seed="d")
    one, two = (request.job(Limits(threads=number)).result() for number in (1, 2))
    assert same(one, two)


@pytest.mark.parametrize(
    ("options", "dealer", "begun"),
    [
        ({}, Seat.NORTH, 8),
        ({"dealer": "west"}, Seat.WEST, 8),
        ({"dealer": "board"}, None, 8),
        ({"dealer": "random"}, "random", None),
        ({"place": "south"}, None, None),
    ],
)
def test_whoever_opens_deals(
    options: dict[str, str], dealer: Seat | str | None, begun: int | None
) -> None:
    request = PracticeRequest(condition=LESSON, n=8, seed="e", **options)
    assert request.named_dealer == dealer
    assert request.begun(request.job().result()) == begun


@pytest.mark.long
def test_opponents_who_may_bid() -> None:
    """Of the dealers of the numbers some opponent opens before, unless they are quiet."""
    usual = PracticeRequest(condition=LESSON, n=24, seed="f", dealer="board")
    heard = PracticeRequest(
        condition=LESSON, n=24, seed="f", dealer="board", quiet_opponents=False
    )  # fmt: skip
    assert usual.begun(usual.job().result()) == 24
    begun = heard.begun(heard.job().result())
    assert begun is not None
    assert begun < 24


@pytest.mark.parametrize(
    ("request_", "lesson"),
    [
        (PracticeRequest(condition=LESSON), "North's 1NT"),
        (PracticeRequest(north="opens 1S"), "North's 1S"),
        (PracticeRequest(types=("a 1: west: opens 2H", "b 1: west: opens 2S")), "West's 2H or 2S"),
        (PracticeRequest(types_toml=TOML.replace("hcp(south) >= 6", LESSON)), "North's 1NT"),
        (PracticeRequest(types_toml=TOML.replace(STRONG[1], LESSON)), "North's 1NT"),
        (PracticeRequest(condition="north: 15+", types_toml=TOML), None),
    ],
)
def test_the_opening_of_a_lesson(request_: PracticeRequest, lesson: str | None) -> None:
    assert (request_.lesson and request_.lesson.text) == lesson


@pytest.mark.parametrize(
    ("options", "error", "message"),
    [
        ({}, ArgumentError, "say what to practise"),
        ({"types_toml": TOML, "types": TEXTS}, ArgumentError, "not both"),
        ({"types_toml": "[[type"}, ArgumentError, "the types are not TOML: "),
        ({"types_toml": ""}, ArgumentError, r"\[\[type\]\]"),
        ({"types": ("weak: 1",)}, ArgumentError, "NAME SHARE"),
        ({"condition": "1", "place": "up"}, ArgumentError, "can sit at"),
        ({"condition": "1", "pair": "n"}, ArgumentError, "write ns or ew"),
        ({"condition": "1", "board": 0}, ArgumentError, "begin at 1, not 0"),
        ({"condition": "1", "dealer": "up"}, CardError, "'up' is not a seat"),
        ({"condition": "hcp(nort) > 3"}, ConditionError, "not 'nort'"),
    ],
)
def test_what_is_refused_before_anything_is_dealt(
    options: dict[str, object], error: type[Exception], message: str
) -> None:
    with pytest.raises(error, match=message):
        PracticeRequest(**options).job()
