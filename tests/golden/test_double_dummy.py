"""Tables, cards and par that other solvers have published."""

from __future__ import annotations

import pytest

from dealwright import Card, Deal, Seat, Strain, par, solve
from dealwright.cards import parse_cards
from dealwright.deals.hand import hand_mask
from dealwright.double_dummy.asks import Cards, Position
from dealwright.double_dummy.core_solver import core_solver
from tests.golden.test_format_sources import SOLVED, SOLVED_BY_DEAL

# The examples of DDS (examples/hands.cpp): spades to clubs, then notrump, each N E S W; the tricks
# of each card of the seat that leads, with its equals; par with vulnerability and dealer.
DDS_DEALS = [
    "N:QJ6.K652.J85.T98 873.J97.AT764.Q4 K5.T83.KQ9.A7652 AT942.AQ4.32.KJ3",
    "E:QJT5432.T.6.QJ82 .J97543.K7532.94 87.A62.QJT4.AT75 AK96.KQ8.A98.K63",
    "N:73.QJT.AQ54.T752 QT6.876.KJ9.AQ84 5.A95432.7632.K6 AKJ9842.K.T8.J93",
]
DDS_TABLES = [
    "5 8 5 8  6 6 6 6  5 7 5 7  7 5 7 5  6 6 6 6",
    "4 9 4 9  10 2 10 2  8 3 8 3  6 7 6 7  9 3 9 3",
    "3 10 3 10  9 4 9 4  8 4 8 4  3 9 3 9  4 8 4 8",
]
DDS_LEADS = [
    (Strain.SPADES, Seat.NORTH, {
        "D5": 5, "D8": 5, "DJ": 5, "CT C9 C8": 5, "S6": 5, "SQ SJ": 5, "H2": 4, "H6 H5": 4,
        "HK": 4,
    }),
    (Strain.NOTRUMP, Seat.EAST, {
        "C2": 4, "C8": 4, "CQ CJ": 4, "HT": 3, "D6": 3, "SQ SJ ST": 3, "S5 S4 S3 S2": 2,
    }),
    (Strain.SPADES, Seat.SOUTH, {
        "HA": 3, "D3 D2": 3, "D7 D6": 3, "S5": 3, "H5 H4 H3 H2": 2, "H9": 2, "C6": 1, "CK": 1,
    }),
]  # fmt: skip
DDS_PAR = [
    ("none", "N", "-110 EW 2S="), ("ns", "E", "+100 EW 4SX-1"), ("none", "N", "-300 NS 5HX-2"),
]  # fmt: skip


@pytest.mark.parametrize("at", range(3))
def test_examples_of_dds(at: int) -> None:
    table = solve(DDS_DEALS[at])[0]
    order = (Strain.SPADES, Strain.HEARTS, Strain.DIAMONDS, Strain.CLUBS, Strain.NOTRUMP)
    assert [int(table[seat, strain]) for strain in order for seat in Seat] == [
        int(tricks) for tricks in DDS_TABLES[at].split()
    ]
    strain, leader, tricks = DDS_LEADS[at]
    found = core_solver().solve(Cards([Position(Deal(DDS_DEALS[at]).masks, strain, leader)]))[0]
    assert {" ".join(map(str, each.cards)): each.tricks for each in found} == tricks
    assert [each.tricks for each in found] == sorted(tricks.values(), reverse=True)
    sides, dealer, text = DDS_PAR[at]
    assert str(par(table, sides, dealer)) == text


def test_a_deal_that_another_solver_shows() -> None:
    """From the page of macroxue/bridge-solver: tricks of S, N, W, E in NT, S, H, D, C."""
    table = solve("N:KJT987.K5.7.AQJ8 Q64.QT8.KJ953.94 A52.A32.AT8.7653 3.J9764.Q642.KT2")[0]
    seats = (Seat.SOUTH, Seat.NORTH, Seat.WEST, Seat.EAST)
    assert [[int(table[seat, strain]) for seat in seats] for strain in reversed(Strain)] == [
        [13, 13, 0, 0], [13, 13, 0, 0], [7, 7, 6, 5], [6, 6, 6, 6], [13, 13, 0, 0],
    ]  # fmt: skip


def test_a_deal_of_the_library_of_gib() -> None:
    """Deal 3.1.9 gives the tricks of south, east, north and west in NT, S, H, D, C."""
    west, north, east, south = SOLVED.partition(":")[0].split()
    table = solve(f"N:{north} {east} {south} {west}")[0]
    seats = (Seat.SOUTH, Seat.EAST, Seat.NORTH, Seat.WEST)
    assert [int(table[seat, strain]) for strain in reversed(Strain) for seat in seats] == [
        int(tricks) for tricks in SOLVED_BY_DEAL.split()
    ]


def test_a_board_of_realbridge() -> None:
    """The board of ``test_format_sources``, whose table has the rows N, S, E, W."""
    table = solve("N:KT8.A96.A95.7542 Q5.KJ52.KQ874.T8 AJ92.874.JT6.AQ3 7643.QT3.32.KJ96")[0]
    rows = (Seat.NORTH, Seat.SOUTH, Seat.EAST, Seat.WEST)
    digits = "".join(str(table[seat, strain]) for seat in rows for strain in reversed(Strain))
    assert digits == "77667775576677566775"


@pytest.mark.parametrize(
    ("leader", "played", "trick", "tricks"),
    [
        (Seat.SOUTH, "", "", 3), (Seat.SOUTH, "", "S4", 3), (Seat.WEST, "S4 SK S7 S5", "", 3),
    ],
)  # fmt: skip
def test_positions_of_deal(leader: Seat, played: str, trick: str, tricks: int) -> None:
    """The first problem of "Great 88", as Deal's examples have it: south's tricks in notrump."""
    gone = sum(card.mask for card in parse_cards(f"{played} {trick}"))
    north, east, south, west = (
        hand_mask(text) & ~gone for text in ("A987..A.", "Q5.987..", "64.K2.2.", "K2.AQ3..")
    )
    cards = tuple(map(Card, trick.split()))
    position = Position((north, east, south, west), Strain.NOTRUMP, leader, cards)
    best = core_solver().solve(Cards([position]))[0][0].tricks
    left = (north | east | south | west | gone).bit_count() // 4 - len(played.split()) // 4
    assert (best if position.player % 2 == 0 else left - best) == tricks
