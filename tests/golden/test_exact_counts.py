"""Published and closed counts of deals, found again by exact counting."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from math import comb

import pytest

from dealwright.conditions.parse import parse_tree
from dealwright.deals.features import feature, point_scale, register
from dealwright.planning.exact_part import Counted
from dealwright.planning.filter import conjuncts
from tests.asking import counted
from tests.corpus import CONDITIONS
from tests.golden import published
from tests.oracles.hand_counts import hands_by_value

pytestmark = pytest.mark.usefixtures("own_features")

OTHERS = published.DEALS // published.HANDS  # deals of the other 39 cards
EXAMPLE = (
    "hcp(west) in 11..15 && spades(west) in 5..6 && hearts(west) == 4 "
    "&& hcp(east) == 10 && diamonds(east) >= 4"
)


def deals_of(text: str, fixed: tuple[int, ...] = (0, 0, 0, 0), *values: str) -> Counted:
    clauses = list(conjuncts(parse_tree(text)))
    found = counted(clauses, fixed, values=[parse_tree(value) for value in values])
    assert found is not None, text
    return found


def total(text: str, *fixed: int) -> int:
    return deals_of(text, fixed or (0, 0, 0, 0)).total


def table(text: str, *values: str) -> dict[tuple[int, ...], int]:
    """Return how many deals of a condition have each row of values, in order of rows."""
    found = deals_of(text, (0, 0, 0, 0), *values)
    assert found.engine is not None
    assert found.model.labels is not None
    assert found.model.values is not None
    rows = [tuple(row) for row in found.model.values.tolist()]
    counts = dict.fromkeys(rows, 0)
    for label, deals in zip(found.model.labels.tolist(), found.engine.entries(), strict=True):
        counts[rows[label]] += deals
    return {row: deals for row, deals in sorted(counts.items()) if deals}


@pytest.mark.parametrize("seat", ["north", "east", "south", "west"])
@pytest.mark.parametrize(
    ("feature", "hands"),
    [
        ("hcp", published.HANDS_BY_HCP),
        ("controls", published.HANDS_BY_CONTROLS),
        ("losers", published.HANDS_BY_LOSERS),
        ("aces", published.HANDS_BY_ACES),
    ],
)
def test_hands_by_value(feature: str, hands: list[int], seat: str) -> None:
    found = table("1", f"{feature}({seat})")
    assert found == {(value,): OTHERS * ways for value, ways in enumerate(hands)}


def test_hands_by_pattern() -> None:
    lengths = [f"{suit}(south)" for suit in ("spades", "hearts", "diamonds", "clubs")]
    found: dict[tuple[int, ...], int] = {}
    for row, deals in table("1", *lengths).items():
        pattern = tuple(sorted(row, reverse=True))
        found[pattern] = found.get(pattern, 0) + deals
    assert found == {key: OTHERS * ways for key, ways in published.HANDS_BY_PATTERN.items()}


@pytest.mark.parametrize("pattern", [(4, 4, 3, 2), (5, 3, 3, 2), (4, 4, 4, 1), (7, 6, 0, 0)])
def test_one_pattern(pattern: tuple[int, ...]) -> None:
    text = "shape(east, any {}{}{}{})".format(*pattern)
    assert total(text) == OTHERS * published.HANDS_BY_PATTERN[pattern]


def test_partnership_points() -> None:
    """Points of 26 cards, 0 .. 20, and as many above as below."""
    sharing = comb(26, 13) ** 2
    found = table("1", "hcp(north) + hcp(south)")
    assert len(found) == 41
    for points, ways in enumerate(published.PARTNERSHIPS_BY_HCP):
        assert found[points,] == found[40 - points,] == sharing * ways


@pytest.mark.parametrize(("least", "percent"), [(26, "25.2913"), (33, "0.6959")])
def test_partnerships_with_game_and_slam(least: int, percent: str) -> None:
    """The published shares are of deals where either side has so many points."""
    share = 2 * Fraction(total(f"hcp(east) + hcp(west) >= {least}"), published.DEALS)
    assert f"{float(100 * share):.4f}" == percent


@pytest.mark.parametrize(
    ("text", "share"),
    [
        ("spades(north) == 3", Fraction(1336935171, 4669217350)),
        ("spades(west) in 2..5 && hearts(west) in 3..6", Fraction(437833539, 738387860)),
    ],
)
def test_shares_by_shape(text: str, share: Fraction) -> None:
    assert Fraction(total(text), published.DEALS) == share


def test_five_clubs_given_the_majors() -> None:
    given = "spades(north) in 3..4 && hearts(north) in 2..6"
    both = total(given + " && clubs(north) >= 5")
    assert Fraction(both, total(given)) == Fraction(47039, 378210)


def test_the_common_no_trump() -> None:
    text = "hcp(north) in 15..17 && shape(north, any 4333 + any 4432 + any 5332)"
    assert total(text) == 2610137721058114653884217600


def test_whole_suits() -> None:
    assert total("spades(north) == 13") == 84_478_098_072_866_400
    assert total("spades(north) == 13 && hearts(east) == 13") == 10_400_600
    assert total("1", 8191 << 39, 0, 0, 0) == 84_478_098_072_866_400
    assert total("hearts(east) == 13", 8191 << 39, 0, 0, 0) == 10_400_600
    four = "spades(north) == 13 && hearts(east) == 13 && diamonds(south) == 13"
    assert total(four) == total(four + " && clubs(west) == 13") == 1
    assert total("spades(north) == 13 && spades(south) == 1") == 0


def test_yarborough() -> None:
    """No card above a nine: 347,373,600 hands, 1 in 1,828.04."""
    assert total("top5(west) == 0") == OTHERS * 347_373_600


@pytest.mark.parametrize("points", ["7 6 5 4 3 2 1", "8 7 6 5 4 3 2 1", "9 8 7 6 5 4 3 2 1"])
def test_scales_of_many_ranks(points: str) -> None:
    """Hands by their value on a scale that a user registers; the second has 32 honours."""
    register(point_scale("many", points))
    hands = hands_by_value(feature("many"))
    found = table("1", "many(west)")
    assert found == {(value,): OTHERS * ways for value, ways in hands.items() if ways}
    assert sum(found.values()) == published.DEALS


def test_the_example_of_1999() -> None:
    """Its count, and west's shapes and points, of which the article's method gives others."""
    deals = total(EXAMPLE)
    assert deals == 26422481479854922055193600
    lengths = [f"{suit}(west)" for suit in ("spades", "hearts", "diamonds", "clubs")]
    shapes = table(EXAMPLE, *lengths)
    assert sum(shapes.values()) == deals
    assert {shape: round(ways / deals, 4) for shape, ways in shapes.items()} == {
        (5, 4, 2, 2): 0.3231,
        (5, 4, 1, 3): 0.2340,
        (5, 4, 3, 1): 0.1613,
        (6, 4, 1, 2): 0.0865,
        (6, 4, 2, 1): 0.0735,
        (5, 4, 0, 4): 0.0522,
        (6, 4, 0, 3): 0.0281,
        (5, 4, 4, 0): 0.0242,
        (6, 4, 3, 0): 0.0171,
    }
    assert round(sum(n for shape, n in shapes.items() if shape[0] == 6) / deals, 4) == 0.2051
    points = table(EXAMPLE, "hcp(west)")
    assert [round(ways / deals, 5) for ways in points.values()] == [
        0.26721, 0.23922, 0.20404, 0.16503, 0.12450
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("text", "value"),
    [
        (EXAMPLE, "clubs(east)"),
        ("spades(north) + spades(south) >= 8 || hearts(north) > hearts(south)", "hcp(north)"),
        ("balanced(east) && controls(east) >= 3", "hcp(east)"),
        ("spades(north) > spades(south)", "losers(north)"),
    ],
)
def test_a_partition_sums_to_the_whole(text: str, value: str) -> None:
    """By the labels of one count, and by counts of their own."""
    parts = table(text, value)
    assert sum(parts.values()) == total(text)
    for (k,), deals in list(parts.items())[::7]:
        assert total(f"({text}) && {value} == {k}") == deals


def test_the_sides_of_an_inequality() -> None:
    """Spades of two seats: more here, more there, or as many; the first two are alike."""
    more = total("spades(north) > spades(south)")
    equal = total("spades(north) == spades(south)")
    assert more == total("spades(north) < spades(south)")
    assert 2 * more + equal == published.DEALS
    ways = sum(  # k spades each, the other spades and 26 - 2k places of north and south
        comb(13, k) * comb(13 - k, k) * comb(39, 13 - k) * comb(26 + k, 13 - k) for k in range(7)
    )
    assert equal == ways * comb(26, 13)


def test_a_shape_beside_points() -> None:
    """A clause on a sum and a shape of one hand is about both."""
    neither = total("hcp(north) == 0 && not balanced(north)")
    assert total("hcp(north) > 0 || balanced(north)") == published.DEALS - neither
    both = total("hcp(north) > 0 && balanced(north)")
    assert total("not (hcp(north) > 0 && balanced(north))") == published.DEALS - both


@pytest.mark.parametrize(
    "text",
    [
        "0",
        "hcp(north) > 37",
        "hcp(north) + spades(south) > 60",
        "balanced(north) && spades(north) == 9 && hcp(south)",
        "spades(north) + spades(east) > 13 && hcp(west) > losers(west)",
        "hcp(north) + hcp(south) > 40 && spades(east) > hcp(west)",
    ],
)
def test_impossible_conditions_have_no_deal(text: str) -> None:
    assert total(text) == 0


def known() -> Iterator[tuple[str, Fraction]]:
    for entry in CONDITIONS:
        if "count" in entry:
            yield entry["text"], Fraction(int(entry["count"]), published.DEALS)
        if "share" in entry:
            yield entry["text"], Fraction(*entry["share"])


@pytest.mark.parametrize(("text", "share"), list(known()))
def test_the_corpus(text: str, share: Fraction) -> None:
    assert total(text) == share * published.DEALS


def test_points_of_a_hand_beside_lengths_of_two_hands() -> None:
    """All spades at North and all hearts at South: ten points each, and any deal of the others."""
    lengths = "spades(north) + hearts(south) == 26"
    assert total(f"hcp(north) == 10 && {lengths}") == comb(26, 13)
    assert total(f"hcp(north) > 10 && {lengths}") == 0
