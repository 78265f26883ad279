"""Errors: their text, and their way to another process."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable

import pytest

from dealwright.base.errors import CardError, ConditionError, DealwrightError, SearchStopped


@pytest.mark.parametrize("again", [copy.copy, lambda error: pickle.loads(pickle.dumps(error))])
def test_errors_cross_processes(again: Callable[[DealwrightError], DealwrightError]) -> None:
    for error in (
        CardError("'1S' is not a card"),
        ConditionError("no test", text="a\nb", position=2, hint="compare it", file="lib.dl"),
        SearchStopped("3 found", deals=[1], tried=3),
    ):
        found = again(error)
        assert type(found) is type(error)
        assert (str(found), vars(found)) == (str(error), vars(error))


def test_braces_are_text() -> None:
    assert str(CardError("write shape{north, 4333}")) == "write shape{north, 4333}"


def test_a_condition_error_shows_the_place() -> None:
    error = ConditionError("no test", text="x = 1\ny + 2", position=8, hint="Compare it")
    assert str(error).splitlines() == ["no test (line 2)", "  y + 2", "    ^", "Compare it"]
    assert error.message == "no test"
