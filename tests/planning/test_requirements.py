"""Reading a condition as ranges of HCP and lengths, and refusing every other condition."""

from __future__ import annotations

import pytest

from dealwright import ConditionError, Feature, Seat, Suit, point_scale, register
from dealwright.conditions.parse import parse_tree
from dealwright.planning.method_of_1999 import SeatRequirements, requirements_of

pytestmark = pytest.mark.usefixtures("own_features")

LENGTHS = {"clubs": Suit.CLUBS, "diamonds": Suit.DIAMONDS, "hearts": Suit.HEARTS}


def west(text: str) -> SeatRequirements:
    return requirements_of(parse_tree(text))[Seat.WEST]


class TestRanges:
    def test_nothing_is_asked(self) -> None:
        assert requirements_of(None) == (SeatRequirements(),) * 4
        assert SeatRequirements().hcp is None
        assert not SeatRequirements().has_lengths

    @pytest.mark.parametrize(
        ("text", "hcp"),
        [
            ("hcp(west) in 11..15", (11, 15)),
            ("hcp(west) in 11..", (11, 37)),
            ("hcp(west) in ..9", (0, 9)),
            ("hcp(west) in 12", (12, 12)),
            ("hcp(west) == 10", (10, 10)),
            ("10 == hcp(west)", (10, 10)),
            ("hcp(west) > 10", (11, 37)),
            ("10 < hcp(west)", (11, 37)),
            ("hcp(west) >= 10", (10, 37)),
            ("10 >= hcp(west)", (0, 10)),
            ("hcp(west) < 10 && 3 <= hcp(west)", (3, 9)),
            ("hcp(west) in 5..12 && hcp(west) in 9..20", (9, 12)),
            ("hcp(west) >= 0", None),
        ],
    )
    def test_hcp(self, text: str, hcp: tuple[int, int] | None) -> None:
        assert west(text).hcp == hcp

    @pytest.mark.parametrize("word", LENGTHS)
    def test_lengths(self, word: str) -> None:
        found = west(f"{word}(west) in 2..8 && 3 <= {word}(west) && {word}(west) < 6")
        assert found.lengths[LENGTHS[word]] == (3, 5)
        assert found.lengths.count((0, 13)) == 3
        assert found.has_lengths
        assert found.hcp is None

    def test_each_seat_has_its_own(self) -> None:
        tree = parse_tree("hcp(north) > 9 && hcp(east) > 8 && hcp(south) > 7 && hearts(west) > 6")
        seats = requirements_of(tree)
        assert [needs.hcp for needs in seats] == [(10, 37), (9, 37), (8, 37), None]
        assert seats[Seat.WEST].lengths[Suit.HEARTS] == (7, 13)

    def test_names_are_seen_through(self) -> None:
        text = "p = hcp(west)\nlong = spades(west) in 5..6\np >= 11 && (long && 15 >= p)"
        assert west(text).hcp == (11, 15)
        assert west(text).lengths[Suit.SPADES] == (5, 6)

    def test_other_names_of_the_features(self) -> None:
        assert west("hcps(w) >= 11 && spade(w) >= 5") == west(
            "hcp(west) >= 11 && spades(west) >= 5"
        )


class TestRefusals:
    @pytest.mark.parametrize(
        "clause",
        [
            "shape(west, 5431)",
            "shape(west, any 4333 + any 4432)",
            "balanced(west)",
            "controls(west) >= 4",
            "hcp(west, spades) >= 3",
            "hascard(west, SA)",
            "hcp(west) in {3..5, 8..9}",
            "hcp(west) != 3",
            "not hcp(west) == 3",
            "hcp(west) >= 12 || spades(west) >= 6",
            "hcp(west) + hcp(east) >= 20",
            "hcp(west) > hcp(east)",
            "spades(west) >= hearts(west)",
            "hcp(west)",
            "1",
        ],
    )
    def test_the_first_other_clause_is_named(self, clause: str) -> None:
        text = f"hcp(north) in 5..20 && ({clause}) && losers(south) <= 7"
        with pytest.raises(ConditionError) as caught:
            requirements_of(parse_tree(text))
        assert "HCP and of suit lengths only" in caught.value.message
        assert "losers" not in caught.value.message
        assert clause.split("(")[0].split()[-1] in caught.value.message
        assert "\n" not in caught.value.message
        assert "'auto'" in caught.value.hint

    @pytest.mark.parametrize(
        ("text", "message"),
        [
            ("hcp(west) >= 50", "'hcp(west) >= 50'$"),
            ("hcp(west) > 12 && hcp(west) < 12", "'hcp(west) < 12' with the clauses before it"),
            ("spades(west) > 6 && hearts(west) > 6", "west's suits would add up to 14 or more"),
            (
                "spades(n) < 3 && hearts(n) < 3 && diamonds(n) < 3 && clubs(n) < 3",
                "north's suits would add up to 8 or fewer, not 13",
            ),
            ("spades(n) > 6 && spades(s) > 6", "hands' spades would add up to 14 or more"),
            (
                "clubs(n) < 4 && clubs(e) < 4 && clubs(s) < 4 && clubs(w) < 4",
                "hands' clubs would add up to 12 or fewer",
            ),
            ("hcp(north) > 20 && hcp(south) > 19", "HCP would add up to 41 or more, not 40"),
        ],
    )
    def test_contradictions(self, text: str, message: str) -> None:
        with pytest.raises(ConditionError, match=message.replace("(", r"\(").replace(")", r"\)")):
            requirements_of(parse_tree(text))

    def test_replaced_features_are_other_features(self) -> None:
        """Whoever replaces ``hcp`` by another scale means that one, not Telfer's points."""
        register(point_scale("hcp", "4 3 2 1 1"), replace=True)
        with pytest.raises(ConditionError, match="HCP and of suit lengths only"):
            west("hcp(west) >= 12")
        register(Feature("length", "odd", holding=lambda: [0] * 8192), replace=True)
        with pytest.raises(ConditionError, match="HCP and of suit lengths only"):
            west("spades(west) in 0..12")
