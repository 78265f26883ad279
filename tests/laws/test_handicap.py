"""Double dummy with idle cards and free exits is what trying every card finds."""

from __future__ import annotations

from itertools import combinations

import pytest
from tools.themed_boards.table import Handicap, OpenTable

from dealwright.base.errors import BudgetExceeded
from dealwright.base.kernels.handicap import HandicapSolver
from dealwright.cards import Seat, Strain, mask_of
from dealwright.double_dummy.asks import Cards
from dealwright.double_dummy.asks import Position as SolvedPosition
from dealwright.double_dummy.core_solver import core_solver
from dealwright.numbering.random_integers import Draws
from dealwright.play.ending import Position
from tests.endings import draws, pick
from tests.oracles import handicap_by_hand
from tests.trials import SOAK, soak

NT = -1


def random_hands(rng: Draws, cards: int) -> tuple[int, ...]:
    """Return four hands of the highest cards of two to four suits: ones where themes are usual."""
    suits = pick(rng, [2, 3, 4] if cards < 7 else [3, 4])
    ranks = min(13, -(-4 * cards // suits) + rng.below(2))
    pool = [13 * suit + 12 - rank for suit in range(suits) for rank in range(ranks)]
    dealt = rng.shuffled(pool)
    return tuple(sum(1 << card for card in dealt[i * cards : (i + 1) * cards]) for i in range(4))


def handicaps(declarer: int) -> list[tuple[list[int], list[int]]]:
    left, right = (declarer + 1) % 4, (declarer + 3) % 4
    return [([], []), ([left], []), ([right], []), ([left, right], []), ([], [left]),
            ([], [left, right]), ([left, right], [left, right])]  # fmt: skip


def bits(seats: list[int]) -> int:
    return sum(1 << seat for seat in seats)


def check(rng: Draws, cards: int) -> int:
    """Compare all questions about a position; return in how many the handicap beats declarer."""
    hands, declarer, leader = random_hands(rng, cards), rng.below(4), rng.below(4)
    trump = pick(rng, [NT, NT, rng.below(4)])
    solver = HandicapSolver(hands, trump=trump, declarer=declarer, leader=leader)
    beaten = 0
    for tricks in range(1, cards + 1):
        plain = solver.makes(tricks)
        for idle, exits in handicaps(declarer):
            made = solver.makes(tricks, idle=bits(idle), exits=bits(exits))
            assert made == handicap_by_hand.makes(
                hands, trump, declarer, leader, tricks, idle=idle, exits=exits
            ), (hands, trump, declarer, leader, tricks, idle, exits)
            assert plain or not made
            beaten += plain and not made
            ending = Position(
                Seat(declarer), (hands[declarer], hands[declarer ^ 2]),
                hands[(declarer + 1) % 4] | hands[(declarer + 3) % 4], Seat(leader), (),
                Strain(4 if trump == NT else trump), tricks, {hands[(declarer + 1) % 4]: 1},
            )  # fmt: skip
            search = ending.search(idle=bits(idle), exits=bits(exits))
            assert search.double_dummy() == made
    return beaten


def test_handicap_is_what_every_card_finds() -> None:
    rng = draws("handicap")
    for _ in range(4):
        check(rng, pick(rng, [2, 3]))


@pytest.mark.slow
def test_many_positions_are_what_every_card_finds() -> None:
    rng = draws("handicap, many")
    beaten = sum(check(rng, 4 if n % 20 == 0 else 3) for n in range(soak(400)))
    assert beaten >= 5 or SOAK < 1


def best_lines(
    hands: tuple[int, ...], leader: int, tricks: int, trump: int, firsts: list[int]
) -> bool:
    """Compare the best line with and without the handicap; return whether it takes something.

    South declares; ``firsts`` are the cards of west in the layouts.
    """
    unseen = hands[1] | hands[3]
    layouts = [(hands[0], unseen ^ held, hands[2], held) for held in firsts]
    position = Position(
        Seat.SOUTH, (hands[2], hands[0]), unseen, Seat(leader), (),
        Strain(4 if trump == NT else trump), tricks, dict.fromkeys(firsts, 1),
    )  # fmt: skip
    found = list[int]()
    for idle, exits in handicaps(Seat.SOUTH):
        search = position.search(idle=bits(idle), exits=bits(exits))
        while not search.narrow_bounds():
            pass
        assert search.bounds[0] == handicap_by_hand.most_won(
            layouts, trump, Seat.SOUTH, leader, tricks, idle=idle, exits=exits
        ), (position, idle, exits)
        found.append(search.bounds[0])
    return min(found) < found[0]


def random_lines(rng: Draws, cards: int, most_layouts: int) -> bool:
    hands = random_hands(rng, cards)
    unseen = [card for card in range(52) if (hands[1] | hands[3]) >> card & 1]
    firsts = [sum(1 << card for card in held) for held in combinations(unseen, cards)]
    firsts = rng.shuffled(firsts)[:most_layouts]
    return best_lines(
        hands, pick(rng, [0, 2, 2, rng.below(4)]), 1 + rng.below(cards), pick(rng, [NT, NT, 3]),
        firsts,
    )  # fmt: skip


def test_best_lines_with_handicap_are_what_every_strategy_finds() -> None:
    rng = draws("handicap of lines")
    for _ in range(5):
        random_lines(rng, 2, 6)


@pytest.mark.long
@pytest.mark.parametrize(
    ("north", "south", "west", "tricks"),
    [
        ("SAJ HK", "S2 D2 CA", ["SKQ HA", "SKQ D5", "HA D54"], 3),
        ("S32 H4", "SAQ H3", ["SK5 HA", "HA D54", "SK5 D3"], 2),
    ],
    ids=["squeeze", "throw-in"],
)
def test_handicap_takes_a_theme_from_the_best_line(
    north: str, south: str, west: list[str], tricks: int
) -> None:
    layouts = [*map(mask_of, west)]
    rest = mask_of("SKQ HA D543") if tricks == 3 else mask_of("SK5 HA D543")
    hands = (mask_of(north), rest ^ layouts[0], mask_of(south), layouts[0])
    assert best_lines(hands, Seat.SOUTH, tricks, NT, layouts)


@pytest.mark.slow
def test_best_lines_of_three_cards_with_handicap() -> None:
    rng = draws("relief of lines, three")  # a handicap changes the tenth; it changes one of 100
    differ = sum(random_lines(rng, 3, 5) for _ in range(soak(100)))
    assert differ >= 1 or SOAK < 1


@pytest.mark.long
def test_without_handicap_it_is_what_the_solver_finds() -> None:
    rng = draws("handicap and dds")
    asked, expected = list[SolvedPosition](), list[HandicapSolver]()
    for _ in range(1000):
        hands, leader = random_hands(rng, pick(rng, range(4, 9))), Seat(rng.below(4))
        strain = Strain(pick(rng, [4, 4, rng.below(4)]))
        north, east, south, west = hands
        asked.append(SolvedPosition((north, east, south, west), strain, leader))
        trump = NT if strain is Strain.NOTRUMP else int(strain)
        expected.append(HandicapSolver(hands, trump=trump, declarer=2, leader=leader))
    for position, solver, plays in zip(
        asked, expected, core_solver().solve(Cards(asked)), strict=True
    ):
        cards = position.hands[0].bit_count()
        ours = position.leader % 2 == 0
        tricks = plays[0].tricks if ours else cards - plays[0].tricks
        assert solver.makes(tricks)
        assert tricks == cards or not solver.makes(tricks + 1), position


def test_cards_of_a_play_count_their_tricks() -> None:
    """After each card of a play the answer is that of the position itself."""
    rng = draws("handicap in play")
    hands = random_hands(rng, 5)
    solver = HandicapSolver(hands, trump=NT, declarer=2, leader=2)
    table = OpenTable.begin(hands, Seat.SOUTH, Strain.NOTRUMP, Seat.SOUTH, 3)
    while table.left > 1:
        handicap = Handicap(10, 10)
        if not table.over:
            alone = OpenTable.begin(
                table.hands, table.declarer, table.strain, table.leader, table.tricks, table.trick
            )
            assert table.makes(handicap) == alone.makes(handicap)
        table = table.after(pick(rng, table.legal()))
    assert not solver.makes(1, played=[51 if not hands[2] >> 51 & 1 else 50])


def test_the_budget_ends_a_search() -> None:
    hands = random_hands(draws("handicap, budget"), 8)
    solver = HandicapSolver(hands, trump=NT, declarer=2, leader=2)
    with pytest.raises(BudgetExceeded):
        solver.makes(5, most_operations=100)
    assert solver.makes(8, idle=15) == HandicapSolver(
        hands, trump=NT, declarer=2, leader=2
    ).makes(8, idle=15)  # fmt: skip
