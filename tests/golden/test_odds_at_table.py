"""The odds at the table against published tables of percentages, and closed forms.

Breaks, finesses and drops are those of the Official Encyclopedia of Bridge (ACBL), to the digits
printed there.
"""

from __future__ import annotations

from fractions import Fraction
from math import comb

import pytest

from dealwright import OddsAtTable, table_view

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
    found = table_view(south, north).odds(events)
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
    found = table_view(south, "north 7654..AKQJT.AKQJ", known=known or None).odds()
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
    assert percent(table_view(*HANDS[out]).odds(events)) == percents


def test_eleven_cards_without_the_king() -> None:
    hands = "south AQJT98.432.32.32", "north 76543.765.65.654"
    found = table_view(*hands).odds(["drop KS", "west SK"])
    assert percent(found)[:2] == [52.00, 50.00]


def test_two_chances_together() -> None:
    """A finesse, and else a suit 3-3: 1 - 1/2 of what is left, nearly independent."""
    found = table_view("south AKJ.5432.432.432", "north 7654.AQ6.765.765").odds(
        ["onside KH", "spades 3-3", "onside KH or spades 3-3"]
    )
    alone, even, either, _ = (event.probability for event in found.events)
    assert alone == Fraction(1, 2)
    assert even == Fraction(comb(13, 3) ** 2, comb(26, 6))
    assert either == alone + even - even / 2  # with equal lengths the king is anywhere


@pytest.mark.parametrize(
    ("line", "chance"),
    [
        # two kings, one of which must be onside: 1 - (13 * 12) / (26 * 25)
        ("finesse HK; if finesse HK wins then make else finesse DK", Fraction(19, 25)),
        ("west HK or west DK", Fraction(19, 25)),
        # both of them onside
        ("finesse HK; if finesse HK loses then down else finesse DK", Fraction(6, 25)),
    ],
)
def test_two_finesses(line: str, chance: Fraction) -> None:
    found = table_view("south AKJT9.432.432.32", "north 87654.AQ5.AQ5.65").odds(lines=[line])
    assert found.lines_of_play[0].probability == chance


@pytest.mark.parametrize(
    ("hands", "line", "percent"),
    [
        # 9 cards without the queen: a top and the finesse, both tops
        (4, "cash SA; finesse SQ", 56.22),
        (4, "cash SA SK; if SQ drops then make else down", 53.13),
        # 8 cards: a top first, then the finesse
        (5, "cash SA; finesse SQ", 52.83),
        # 10 cards without the king
        (3, "cash SA; if SK drops then make else down", 26.00),
        (3, "finesse SK", 50.00),
        # six cards out: 3-3, or the queen alone or with one card
        (6, "cash SA SK; spades 3-3 or drop QS", 54.10),
    ],
)
def test_lines_of_one_suit(hands: int, line: str, percent: float) -> None:
    south, north = HANDS[hands]
    if "finesse" in line:  # the tenace is over West: the hands change places
        south, north = south.replace("south", "north"), north.replace("north", "south")
        north = north.replace(".765", ".A65", 1)  # an entry
    found = table_view(south, north).odds(lines=[line])
    assert round(100 * float(found.lines_of_play[0].probability), 2) == percent


def test_a_line_of_two_suits() -> None:
    """Six diamonds out: three rounds, and if they do not break the finesse: 35.53 + 64.47 / 2."""
    line = "cash DA DK DQ; if both follow to diamonds then make else finesse HK"
    found = table_view("south AKJT.432.AK3.432", "north 765.AQ5.Q542.765").odds(lines=[line])
    even = Fraction(comb(6, 3) * comb(20, 10), comb(26, 13))
    assert found.lines_of_play[0].probability == even + (1 - even) / 2
    assert round(100 * float(found.lines_of_play[0].probability), 2) == 67.76


QUEEN = ("south AT98.432.432.AK2", "north K7654.AQ5.AKQ.76", "SA S2 S4 SQ")


@pytest.mark.parametrize(
    ("choice", "jack_with_west"),
    [
        # of Q and Q-J: C(22, 10) layouts with the queen alone, C(22, 11) with both, of which he
        # plays the queen from half
        ("honours", Fraction(2 * comb(22, 10), 2 * comb(22, 10) + comb(22, 11))),
        ("random", Fraction(2 * comb(22, 10), 2 * comb(22, 10) + comb(22, 11))),
        ("east highest", Fraction(comb(22, 10), comb(22, 10) + comb(22, 11))),
        ("lowest", Fraction(1)),
    ],
)
def test_restricted_choice(choice: str, jack_with_west: Fraction) -> None:
    """Nine cards without Q-J-3-2: East's queen falls under the ace; West follows with the deuce."""
    south, north, play = QUEEN
    seen = table_view(south, north, play=play, leader="south", choice=choice)
    found = seen.odds(["west SJ"])
    assert found.events[0].probability == jack_with_west


@pytest.mark.parametrize(("vacant", "places"), [("", (13, 13)), ("west C9 C8 east C5", (11, 12))])
def test_two_suits_at_once(vacant: str, places: tuple[int, int]) -> None:
    """How two suits break together, by the hypergeometric law, with vacant places."""
    south, north = "south AKJT.AKQ5.432.32", "north 765.432.AKQJ.A64"
    seen = table_view(south, north, known=vacant or None)
    spades, hearts, rest = 6, 6, sum(places) - 12
    events = [f"spades(west) == {a} && hearts(west) == {b}" for a in range(7) for b in range(7)]
    found = seen.odds(events)
    for at, (a, b) in enumerate((a, b) for a in range(7) for b in range(7)):
        others = places[0] - a - b
        ways = comb(spades, a) * comb(hearts, b) * (comb(rest, others) if others >= 0 else 0)
        assert found.events[at].probability == Fraction(ways, comb(sum(places), places[0]))
