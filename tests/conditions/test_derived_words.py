"""Words that stand for an expression: read, written, counted, refused."""

from __future__ import annotations

import pytest

from dealwright import ConditionError, deal, parse
from dealwright.conditions import derived_words
from dealwright.deals.features.base import RESERVED


@pytest.mark.parametrize(
    "text",
    ["starting_points(n) >= 13", "Longest_Fit(NS) > 8", "fits(ew) == 2 && longest_fit(ew) < 10"],
)
def test_written_with_their_meaning_and_read_again(text: str) -> None:
    condition = parse(text)
    assert parse(str(condition)) == condition
    assert isinstance(condition.count(), int)


def test_starting_points_are_adjusted_toward_zero() -> None:
    """Balances of 3 to 5 are a point, 6 to 8 two, either way; 0 to 2 nothing."""
    deals = deal(20_000, seed="adjust")
    points, balance = deals.north.bergen_points, deals.north.honour_balance
    for row in range(0, 20_000, 50):
        size = abs(int(balance[row]))
        step = (size >= 3) + (size >= 6)
        total = int(points[row]) + (step if balance[row] > 0 else -step)
        assert parse(f"starting_points(north) == {total}").matches(deals[row : row + 1]).all()


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("longest_fit(north) > 8", "longest_fit takes a side"),
        ("fits(ns, ew) > 1", "fits takes a side"),
        ("starting_points(ns) > 1", "expected a seat"),
        ("starting_points(north, spades) > 1", "takes only a seat"),
        ("longest_fits(ns) > 8", "Did you mean longest_fit"),
        ("longest_fit = 3 condition longest_fit", "already has a meaning"),
        ("shape(north, fits(ns) > 1)", "describes a deal"),
    ],
)
def test_refused(text: str, message: str) -> None:
    with pytest.raises(ConditionError, match=message):
        parse(text)


def test_no_feature_can_take_their_names() -> None:
    assert set(derived_words.WORDS) <= RESERVED
