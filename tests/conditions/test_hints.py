"""What a hint offers can be typed, and some deal satisfies it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from tools.fuzz import Run
from tools.fuzzing import hints

import dealwright
from dealwright.ask import hint_checks as module
from dealwright.base.errors import ConditionError
from dealwright.conditions.hints import checked, offered

# The mistakes of the other tests that are answered by an offer.
MISTAKES = [
    json.loads(line)
    for line in (Path(__file__).parents[1] / "documents" / "mistakes.jsonl")
    .read_text("utf-8")
    .splitlines()
]


def hint_of(text: str) -> str:
    with pytest.raises(ConditionError) as caught:
        dealwright.parse(text)
    return caught.value.hint


@pytest.mark.long
def test_what_the_mistakes_of_the_suite_are_offered() -> None:
    """Some 200 offers."""
    assert [found for found in map(hints.fault, MISTAKES) if found] == []
    assert len({offer for text in MISTAKES for offer in hints.offers(hint_of(text))}) >= 180


def test_what_damaged_conditions_are_offered() -> None:
    run = Run("hints", hints, "suite")
    for number in range(600):
        run.check(number, 0.0)
    assert run.faults == []


def test_without_the_check_some_offers_are_none(monkeypatch: pytest.MonkeyPatch) -> None:
    """The mutant that these tests find."""
    monkeypatch.setattr(module, "checked", lambda error, holds: error)
    texts = ["north: 5-9 7-card suit", "spades(north) 15-17", "north: 4+ singleton"]
    assert [hints.fault(text) is not None for text in texts] == [True, True, True]


@pytest.mark.parametrize(
    ("text", "hint"),
    [
        ("north: 2 aces and a king", "Write: king of spades - or: 1 king"),
        ("not (aces and kings)", "Write aces(north), or another seat"),
        ("north: majors", "Write: 5-4 majors - or: 4+ major"),
        ("north: king", "Write: king of spades - or: 1 king"),
        ("north: tens", "Write: 1+ tens"),
        ("north: losers", "Write: 8+ losers"),
        ("north: 12+, AKQ", "Write: 5+ spades headed by AKQ"),
        ("hcp(north) 15-17", "Write: hcp(north) in 15..17"),
        ("spades(north) 15-17", ""),
        ("5422", "Compare something with it: hcp(north) >= 12"),
        ("shape(north, s + h)", "Compare it: shape(north, s + h >= 1)"),
        ("ltc(north) + ltc(south)", "Compare it: (ltc(north) + ltc(south)) >= 1.0"),
        ("north: 23C", ""),
    ],
)
def test_hints_as_they_are(text: str, hint: str) -> None:
    assert hint_of(text) == hint


def test_offers_that_go_and_stay() -> None:
    def error(hint: str) -> ConditionError:
        return ConditionError("no", text="x", position=0, hint=hint)

    def kept(hint: str, *good: str) -> str:
        return checked(error(hint), lambda text: text in good or None).hint

    assert kept("Write: a - or: b - or: c", "a", "c") == "Write: a - or: c"
    assert kept("Write: a - or: b - or: c", "b", "north: c") == "Write: b - or: c"
    assert kept("Write: a - or: b") == ""
    assert kept("Use brackets - or, as a phrase: a") == "Use brackets"
    assert kept("Compare it: a", "a") == "Compare it: a"
    assert kept("Write: dealwright count x") == "Write: dealwright count x"
    assert checked(error("Write: a"), lambda text: text != "a").hint == ""  # it holds for no deal
    assert offered("Remove this comma") == ("Remove this comma", [])
