"""Every published number of hands follows exactly from the feature tables."""

from __future__ import annotations

from fractions import Fraction
from math import comb

import pytest

from dealwright import feature, parse
from dealwright.deals.features import point_scale
from dealwright.numbering.shapes import all_shapes, shape_hands, shape_index, shape_lengths
from dealwright.planning.question import Question
from tests.golden import published
from tests.oracles.hand_counts import hands_by_value


@pytest.mark.parametrize(
    ("name", "table"),
    [
        ("hcp", published.HANDS_BY_HCP),
        ("controls", published.HANDS_BY_CONTROLS),
        ("losers", published.HANDS_BY_LOSERS),
        ("aces", published.HANDS_BY_ACES),
    ],
)
def test_hands_by_value(name: str, table: list[int]) -> None:
    assert hands_by_value(feature(name)) == dict(enumerate(table))
    assert sum(table) == published.HANDS == comb(52, 13)


def test_hands_by_pattern() -> None:
    found: dict[tuple[int, ...], int] = {}
    for lengths, hands in zip(all_shapes().tolist(), shape_hands().tolist(), strict=True):
        pattern = tuple(sorted(lengths, reverse=True))
        found[pattern] = found.get(pattern, 0) + hands
    assert found == published.HANDS_BY_PATTERN


@pytest.mark.long
def test_telfer_misprint() -> None:
    """The table of 1963 prints 8.8992 % for 8 points; the exact share is 8.8922 %."""
    share = Fraction(hands_by_value(feature("hcp"))[8], published.HANDS)
    assert round(float(share) * 100, 4) == 8.8922


def test_yarborough() -> None:
    """No card above a nine: 347,373,600 hands."""
    top = point_scale("above_nine", "1 1 1 1 1")
    assert hands_by_value(top)[0] == 347_373_600


def test_pavlicek_freakness_of_the_common_patterns() -> None:
    freakness = feature("freakness").shape_table
    assert freakness is not None
    expected = {(4, 3, 3, 3): 0, (4, 4, 3, 2): 1, (5, 3, 3, 2): 2, (4, 4, 4, 1): 3, (6, 3, 2, 2): 4}
    expected |= {(5, 4, 2, 2): 3, (5, 4, 3, 1): 4, (7, 2, 2, 2): 6, (5, 4, 4, 0): 6}
    expected |= {(13, 0, 0, 0): 20}
    for lengths, value in expected.items():
        assert freakness[shape_index(*lengths)] == value, lengths


def test_shapes_in_squashed_order() -> None:
    """The first rows of Andrews's table, its last, and the index as a bijection onto 0..559."""
    first = [
        (0, 0, 0, 13),
        (0, 0, 1, 12),
        (0, 1, 0, 12),
        (1, 0, 0, 12),
        (0, 0, 2, 11),
        (0, 1, 1, 11),
    ]
    assert [shape_lengths(i) for i in range(6)] == first
    assert [shape_index(*shape_lengths(i)) for i in range(560)] == list(range(560))


def test_balanced_is_a_sum_of_squares() -> None:
    """Andrews's curiosity: 4333, 4432, 5332 are exactly the shapes with squares up to 47."""
    squares = (all_shapes().astype(int) ** 2).sum(axis=1)
    text = "shape(north, s*s+h*h+d*d+c*c <= 47) == balanced(north)"
    assert (
        sum(shape_hands()[squares <= 47].tolist())
        == 66_905_856_160 + 136_852_887_600 + 98_534_079_072
    )
    assert parse(text).probability() == 1


def test_numbers_of_deals() -> None:
    assert Question().deals == published.DEALS
    assert Question(fixed=(0x1FFF << 39, 0, 0, 0)).deals == 84_478_098_072_866_400
    assert Question(fixed=(0x1FFF << 39, 0x1FFF << 26, 0, 0)).deals == 10_400_600
