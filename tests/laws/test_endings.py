"""Laws of endings: plans, bounds, symmetries, one layout, one suit."""

from __future__ import annotations

from dataclasses import replace

import pytest

from dealwright import endgame, suit_combination
from dealwright.cards import Card, Seat, Strain, cards_from_mask
from dealwright.double_dummy.asks import Cards
from dealwright.double_dummy.asks import Position as SolvedPosition
from dealwright.double_dummy.core_solver import core_solver
from dealwright.play.ending import Position
from dealwright.play.ending.solving import solving
from tests.endings import draws, pick, plain_weights, random_position, solved, won_by_plan


def check_plan(position: Position) -> None:
    ending = solving(position, None).result()
    total = sum(plain_weights(position))
    assert ending.best.exact
    assert won_by_plan(position, ending.plan) == ending.best.probability * total, position
    assert ending.sampling is not None
    assert ending.sampling.probability <= ending.double_dummy.probability
    assert ending.best.probability <= ending.double_dummy.probability


def test_plans_win_what_they_print_against_every_defence() -> None:
    rng = draws("1")
    for _ in range(30):
        check_plan(random_position(rng, pick(rng, [2, 3]), suits=pick(rng, range(1, 5))))


@pytest.mark.long
def test_plans_of_four_cards_win_what_they_print() -> None:
    rng = draws("2")
    for _ in range(12):
        check_plan(random_position(rng, 4, suits=pick(rng, [2, 3, 4]), weighted=bool(rng.below(2))))


@pytest.mark.long
def test_one_layout_is_what_the_solver_finds() -> None:
    rng = draws("3")
    positions = [random_position(rng, pick(rng, range(2, 7)), most_layouts=1) for _ in range(120)]
    asked = list[SolvedPosition]()
    for position in positions:
        hands = [0, 0, 0, 0]
        (first,) = position.weights
        hands[position.seat], hands[position.seat.partner] = position.hands
        hands[position.seat.left], hands[position.seat.right] = first, position.unseen ^ first
        north, east, south, west = hands
        asked.append(SolvedPosition((north, east, south, west), position.strain, position.leader))
    for position, plays in zip(positions, core_solver().solve(Cards(asked)), strict=True):
        cards = max(hand.bit_count() for hand in position.hands)
        ours = (position.leader - position.seat) % 2 == 0
        tricks = plays[0].tricks if ours else cards - plays[0].tricks
        made = int(tricks >= position.tricks)
        assert position.search().double_dummy() == solved(position) == made, position


def exchanged(position: Position, suits: list[int], turn: int) -> Position:
    """Return a position with suits and seats exchanged."""

    def cards(mask: int) -> int:
        return sum(
            1 << 13 * suits[card.suit] + card.rank for card in map(Card, cards_from_mask(mask))
        )

    strain = position.strain
    return replace(
        position,
        seat=Seat((position.seat + turn) % 4),
        leader=Seat((position.leader + turn) % 4),
        hands=(cards(position.hands[0]), cards(position.hands[1])),
        unseen=cards(position.unseen),
        strain=strain if strain is Strain.NOTRUMP else Strain(suits[strain]),
        weights={cards(held): weight for held, weight in position.weights.items()},
    )


def test_exchanges_scales_targets_and_pruning_change_no_answer() -> None:
    rng = draws("4")
    for _ in range(25):
        position = random_position(rng, pick(rng, [2, 3, 4]), weighted=bool(rng.below(2)))
        best = solved(position)
        suits = rng.shuffled(range(4))
        assert solved(exchanged(position, suits, pick(rng, range(4)))) == best
        other_hand = replace(
            position, seat=position.seat.partner, hands=position.hands[::-1],
            weights={position.unseen ^ held: w for held, w in position.weights.items()},
        )  # fmt: skip
        assert solved(other_hand) == best
        scaled = {held: 7 * weight for held, weight in position.weights.items()}
        assert solved(replace(position, weights=scaled)) == 7 * best
        assert solved(position, merging=False) == best
        if max(hand.bit_count() for hand in position.hands) < 4:
            assert solved(position, bounds=False) == best
        cards = position.hands[0].bit_count()
        chances = [solved(replace(position, tricks=n)) for n in range(1, cards + 1)]
        assert chances == sorted(chances, reverse=True)


def test_first_cards_are_worth_the_best_line_or_less() -> None:
    rng = draws("5")
    for _ in range(20):
        position = random_position(rng, 3)
        position = replace(position, leader=position.seat)
        best = solved(position)
        legal = cards_from_mask(position.hands[0])
        assert max(solved(position.after(card)) for card in legal) == best


@pytest.mark.parametrize(
    ("dummy", "declarer"), [("AQT9", "8765"), ("KJ98", "7654"), ("AJ98", "KT76"), ("A987", "QJ65")]
)
def test_one_suit_without_entries_is_at_most_what_the_suit_gives(dummy: str, declarer: str) -> None:
    """Nothing but the suit: no entries outside, and three idle cards of the defenders."""
    missing = "".join(rank for rank in "AKQJT98765432" if rank not in dummy + declarer)
    for target in suit_combination(dummy, declarer, vacant=(4, 4)).tricks:
        ending = endgame(
            f"south S{declarer}", f"north S{dummy}", unseen=f"S{missing} D543", lead="south",
            tricks=target.target,
        )  # fmt: skip
        assert ending.best.probability <= target.probability
        if target.target == 4 and dummy in ("AJ98", "A987"):  # no trick is lost: no entry is missed
            assert ending.best.probability == target.probability > 0


def test_one_suit_with_entries_is_what_the_suit_gives() -> None:
    """All tricks of A987 opposite QJ65, with an entry to each hand in a suit of its own."""
    suit = suit_combination("A987", "QJ65", vacant=(6, 6)).tricks[3]
    ending = endgame(
        "south SQJ65 CA H3", "north SA987 C3 HA", unseen="SKT432 D8765432", lead="south", tricks=6
    )
    assert ending.best.probability == suit.probability > 0
