"""The odds at the table against published tables of percentages, and closed forms.

Breaks, finesses and drops are those of the Official Encyclopedia of Bridge (ACBL), to the digits
printed there.
"""

from __future__ import annotations

from fractions import Fraction
from math import comb

import pytest

from dealwright import OddsAtTable, odds_at_table

BREAKS = {
    2: {1: 52.00, 2: 48.00},
    3: {2: 78.00, 3: 22.00},
    4: {2: 40.70, 3: 49.74, 4: 9.57},
    5: {3: 67.83, 4: 28.26, 5: 3.91},
    6: {3: 35.53, 4: 48.45, 5: 14.53, 6: 1.49},
    7: {4: 62.17, 5: 30.52, 6: 6.78, 7: 0.52},
    8: {4: 32.72, 5: 47.12, 6: 17.14, 7: 2.86, 8: 0.16},
}

# Hands with 11 to 5 spades together; the other suits do not matter.
HANDS = {
    2: ("south AKQJT98.432.32.2", "north 7654.765.654.543"),
    3: ("south AQJT98.432.32.32", "north 7654.765.654.654"),
    4: ("south AKJT9.432.32.432", "north 7654.765.654.765"),
    5: ("south AKJT.432.432.432", "north 7654.765.765.765"),
    6: ("south AKJ.5432.432.432", "north 7654.876.765.765"),
    7: ("south AKJ.5432.432.432", "north 765.876.8765.765"),
    8: ("south AK.5432.5432.432", "north 765.876.876.8765"),
}


@pytest.mark.parametrize("out", BREAKS)
def test_breaks(out: int) -> None:
    south, north = HANDS[out]
    events = [f"spades {long}-{out - long}" for long in BREAKS[out]]
    found = odds_at_table(south, north, events=events)
    for event, percent in zip(found.events, BREAKS[out].values(), strict=False):
        assert round(100 * float(event.probability), 2) == percent
    assert found.events[-1].probability == 0  # no two of them at once
    assert sum(found.unseen.breaks("spades").values()) == 1


@pytest.mark.parametrize(("west", "east"), [(7, 2), (6, 1), (5, 4), (0, 0)])
def test_breaks_with_vacant_places(west: int, east: int) -> None:
    """Five spades are out; some hearts are placed: C(vacant, k) C(vacant', 5 - k) / C(all, 5)."""
    hearts = "AKQJT98765432"
    known = f"west {' '.join('H' + rank for rank in hearts[:west])}" if west else ""
    if east:
        known += f" east {' '.join('H' + rank for rank in hearts[west : west + east])}"
    ours = hearts[west + east :][:3]
    south = f"south AKJT.{ours}.432.432" if len(ours) == 3 else "south AKJT..5432.65432"
    found = odds_at_table(south, "north 7654..AKQJT.AKQJ", known=known or None)
    places = 13 - west, 13 - east
    assert found.unseen.breaks("spades") == {
        (k, 5 - k): Fraction(comb(places[0], k) * comb(places[1], 5 - k), comb(sum(places), 5))
        for k in range(6)
    }
    assert found.unseen.cards.chance("SQ", "west") == Fraction(places[0], sum(places))


def percent(found: OddsAtTable) -> list[float]:
    return [round(100 * float(event.probability), 2) for event in found.events]


@pytest.mark.parametrize(
    ("out", "events", "percents"),
    [
        # 9 cards, the queen is missing: both tops, or a top and then the finesse (nine never)
        (4, ["drop QS"], [53.13]),
        (4, ["drop QS or west SQ and spades(west) == 4"], [57.91]),
        (4, ["west SQ or east SQ and spades(east) == 1"], [56.22]),
        # 8 cards (eight ever)
        (5, ["drop QS"], [32.78]),
        (5, ["west SQ or east SQ and spades(east) == 1"], [52.83]),
        # 10 cards, the king is missing: the ace, or the finesse
        (3, ["drop KS"], [26.00]),
        (3, ["west SK"], [50.00]),
    ],
)
def test_finesse_or_drop(out: int, events: list[str], percents: list[float]) -> None:
    assert percent(odds_at_table(*HANDS[out], events=events)) == percents


def test_eleven_cards_without_the_king() -> None:
    hands = "south AQJT98.432.32.32", "north 76543.765.65.654"
    found = odds_at_table(*hands, events=["drop KS", "west SK"])
    assert percent(found)[:2] == [52.00, 50.00]


def test_two_chances_together() -> None:
    """A finesse, and else a suit 3-3: 1 - 1/2 of what is left, nearly independent."""
    found = odds_at_table(
        "south AKJ.5432.432.432", "north 7654.AQ6.765.765",
        events=["onside KH", "spades 3-3", "onside KH or spades 3-3"],
    )  # fmt: skip
    alone, even, either, _ = (event.probability for event in found.events)
    assert alone == Fraction(1, 2)
    assert even == Fraction(comb(13, 3) ** 2, comb(26, 6))
    assert either == alone + even - even / 2  # with equal lengths the king is anywhere
