"""Squeezes and throw-ins of the textbooks, and near misses that break one condition each."""

from __future__ import annotations

import pytest
from tools.themed_boards.proofs import ThemeProof, proved_themes
from tools.themed_boards.table import OpenTable

from dealwright.base.errors import ArgumentError
from dealwright.cards import Card, Seat, Strain, mask_of
from dealwright.double_dummy.asks import Position

# north, east, south, west; south is declarer and leads
POSITIONAL = ("SAJ HK", "D543", "S2 D2 CA", "SKQ HA")
AUTOMATIC = ("SAJ D2", "SKQ HA", "S2 HK CA", "D543")
DOUBLE = ("SQ HAJ", "DK HQ5", "DQ H2 CA", "SK HK4")
VIENNA = ("SA HAJ D2", "SK4 HKQ", "SQ3 H2 DA", "D6543")
THROW_IN = ("S32 H4", "D432", "SAQ H3", "SK4 HA")


def proof(hands: tuple[str, ...], tricks: int) -> ThemeProof:
    """Return what the tricks need."""
    north, east, south, west = map(mask_of, hands)
    position = Position((north, east, south, west), Strain.NOTRUMP, Seat.SOUTH)
    return proved_themes(position, Seat.SOUTH, tricks)


@pytest.mark.parametrize(
    ("hands", "tricks", "squeezed"),
    [
        (POSITIONAL, 3, (Seat.WEST,)),
        (AUTOMATIC, 3, (Seat.EAST,)),
        ((AUTOMATIC[0], AUTOMATIC[3], AUTOMATIC[2], AUTOMATIC[1]), 3, (Seat.WEST,)),
        (DOUBLE, 3, (Seat.WEST, Seat.EAST)),
        (("SQ HAJ", "DK H95", "DQ H2 CA", "SK HKQ"), 3, (Seat.WEST,)),
        (VIENNA, 4, (Seat.EAST,)),
    ],
    ids=[
        "positional", "automatic", "automatic on the other hand", "double",
        "not double: one guards both", "Vienna coup",
    ],
)  # fmt: skip
def test_squeezes(hands: tuple[str, ...], tricks: int, squeezed: tuple[Seat, ...]) -> None:
    assert proof(hands, tricks) == ThemeProof(True, True, squeezed, False, ())


def test_a_throw_in() -> None:
    assert proof(THROW_IN, 2) == ThemeProof(True, False, (), True, (Seat.WEST,))


@pytest.mark.parametrize(
    ("hands", "tricks"),
    [
        ((POSITIONAL[0], POSITIONAL[3], POSITIONAL[2], POSITIONAL[1]), 3),
        ((AUTOMATIC[0], AUTOMATIC[1], "D7 HK CA", AUTOMATIC[3]), 3),
        ((POSITIONAL[0], "HA D54", POSITIONAL[2], "SKQ D3"), 3),
        (("SAJ HK D3", "D8765", "S2 H2 CA D2", "SKQ HA D4"), 3),
        (("S32 H4 D4", "SJ7 H9 DA", "SAQ H3 D3", "SK4 HA D5"), 2),
    ],
    ids=[
        "victim behind the threats", "no entry", "busy card of the other defender",
        "count not rectified", "a card to exit with",
    ],
)  # fmt: skip
def test_near_misses(hands: tuple[str, ...], tricks: int) -> None:
    assert proof(hands, tricks) == ThemeProof(False, False, (), False, ())


def test_what_a_finesse_makes_needs_neither() -> None:
    assert proof(("SAQ", "SJ5", "S32", "SK4"), 2) == ThemeProof(True, False, (), False, ())


def test_the_ace_comes_first_in_a_vienna_coup() -> None:
    table = OpenTable.begin([*map(mask_of, VIENNA)], Seat.SOUTH, Strain.NOTRUMP, Seat.SOUTH, 4)
    crossed = table.after(Card("S3")).after(Card("D6"))
    assert [str(card) for card in crossed.legal() if crossed.after(card).makes()] == ["SA"]
    assert not table.after(Card("DA")).makes()


def test_undecided_within_a_small_budget() -> None:
    north, east, south, west = map(mask_of, VIENNA)
    position = Position((north, east, south, west), Strain.NOTRUMP, Seat.SOUTH)
    assert proved_themes(position, Seat.SOUTH, 4, budget=50) == ThemeProof(None, None, (), None, ())


def test_tricks_that_are_not_there_are_refused() -> None:
    with pytest.raises(ArgumentError, match="1 to 3"):
        proof(POSITIONAL, 4)
