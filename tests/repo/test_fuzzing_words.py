"""The domains of words and files: no false alarms, and faults that are put in are found."""

from __future__ import annotations

from collections.abc import Iterator
from math import floor
from types import ModuleType

import pytest
from tools.fuzz import Run
from tools.fuzzing import boards, phrases, scripts, units

from dealwright import Suit
from dealwright.cards.bridge import scoring
from dealwright.cards.bridge.boards import Vulnerability
from dealwright.conditions import phrase_pieces, phrase_ranges
from dealwright.conditions import units as units_of_conditions
from dealwright.formats.kinds import lin

needs_dealer = pytest.mark.skipif(
    scripts.PROGRAM is None, reason="dealer is not installed (apt-get install dealer)"
)


@pytest.fixture(autouse=True)
def without_parquet(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Leave out the format whose package takes long to import."""
    monkeypatch.setattr(boards, "find_spec", lambda name: None)
    boards.formats.cache_clear()
    yield
    boards.formats.cache_clear()


@pytest.mark.parametrize(
    ("domain", "cases"),
    [
        pytest.param(phrases, 15, id="phrases"),
        pytest.param(units, 8, id="units"),
        pytest.param(scripts, 3, id="scripts", marks=[needs_dealer, pytest.mark.peers]),
        pytest.param(boards, 5, id="boards"),
    ],
)
def test_domains_have_no_false_alarms(domain: ModuleType, cases: int) -> None:
    run = Run(domain.__name__.rpartition(".")[2], domain, "quiet")
    for number in range(cases):
        run.check(number, 0.0)
    assert run.faults == []
    assert run.compared > cases / 2


def first_fault(domain: ModuleType, cases: int) -> str:
    """Return the fault of the first of some cases that has one, "" if none has."""
    run = Run("faults", domain, "loud")
    for number in range(cases):
        run.check(number, 0.0)
        if run.faults:
            return run.faults[0][2]
    return ""


def test_phrases_find_a_suit_that_is_another(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(phrase_pieces.SUITS, "hearts", int(Suit.DIAMONDS))
    assert first_fault(phrases, 100).startswith("the phrase is")


@pytest.mark.long
def test_phrases_find_an_end_that_is_one_off(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(phrase_ranges.SIGNS, "at least", ">")
    assert first_fault(phrases, 400).startswith("the phrase is False and should be True")


def test_units_find_a_bound_that_is_rounded_down(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(units_of_conditions, "rounded", lambda value, op: floor(value))
    assert "and should be" in first_fault(units, 400)


@needs_dealer
@pytest.mark.peers
def test_scripts_find_a_score_that_is_wrong(monkeypatch: pytest.MonkeyPatch) -> None:
    right = scoring.Contract.score
    monkeypatch.setattr(scoring.Contract, "score", lambda *args, **kw: right(*args, **kw) + 10)
    assert "in dealer" in first_fault(scripts, 100)


def test_boards_find_sides_that_are_exchanged(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(lin._LETTERS, Vulnerability.NS, "e")
    assert "vulnerability was Vulnerability.NS, is Vulnerability.EW" in first_fault(boards, 60)
