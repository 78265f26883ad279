"""Endings against brute force over all of declarer's strategies, and what it must tell apart."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from itertools import combinations

import pytest

from dealwright import endgame
from dealwright.cards import Card, Seat, Strain, cards_from_mask, mask_of
from dealwright.play.ending import Position
from dealwright.play.ending.solving import sampled_chance
from tests.endings import draws, pick, plain_table, plain_weights, random_position, solved
from tests.twins.plain import endings as plain


def compare(position: Position) -> None:
    table, weights = plain_table(position), plain_weights(position)
    expected = plain.best_weight(table, weights)
    search = position.search()
    assert search.double_dummy() == plain.double_dummy_weight(table, weights)
    assert solved(position) == solved(position, merging=False, bounds=False) == expected, position
    assert sampled_chance(position) == plain.sampled_chance(table, weights), position
    plain.forget()


def test_two_cards_each_are_what_brute_force_finds() -> None:
    rng = draws("1")
    for _ in range(25):
        compare(random_position(rng, 2, suits=pick(rng, range(1, 5)), weighted=bool(rng.below(2))))


@pytest.mark.long
def test_three_cards_each_are_what_brute_force_finds() -> None:
    rng = draws("2")
    for _ in range(25):
        compare(
            random_position(
                rng, 3, suits=pick(rng, range(1, 5)), most_layouts=pick(rng, range(1, 7)),
                weighted=bool(rng.below(2)),
            )
        )  # fmt: skip


def example(idle: str) -> tuple[Position, plain.Table]:
    """AQ2 opposite a winner and two small cards; out are K65 and three idle cards."""
    ours, dummys = mask_of("SAQ2"), mask_of("S43 CA")
    cards = sorted(card for card in range(52) if mask_of(f"SK65 {idle}") >> card & 1)
    layouts = {sum(1 << card for card in held): 1 for held in combinations(cards, 3)}
    position = Position(
        Seat.NORTH, (ours, dummys), mask_of(f"SK65 {idle}"), Seat.SOUTH, (), Strain.NOTRUMP, 3,
        layouts,
    )  # fmt: skip
    return position, plain_table(position)


@pytest.mark.long
def test_example_of_ben_92() -> None:
    """65 % double dummy, 50 % the best line, 22.5 % sampling: 15 to 30 % by ties."""
    position, table = example("D234")
    weights = plain_weights(position)
    assert len(weights) == 20
    assert plain.double_dummy_weight(table, weights) == position.search().double_dummy() == 13
    assert plain.best_weight(table, weights) == solved(position) == 10
    assert plain.sampled_chance(table, weights) == sampled_chance(position) == Fraction(9, 40)
    plain.forget()


STORED_TIES = [  # what a pass had stored was used by the next one, whose classes were split
    (("south S7 D3 CT", "north C984"), "SK8 DA9 CK3", "north", "", Fraction(1, 5)),
    (("south SJ CA", "north D64 C2"), "H863 DK C7", "east", "H2 CJ", Fraction(2, 5)),
]


@pytest.mark.parametrize(("hands", "unseen", "lead", "trick", "right"), STORED_TIES)
def test_what_is_stored_notes_its_ties_again(
    hands: tuple[str, str], unseen: str, lead: str, trick: str, right: Fraction
) -> None:
    ending = endgame(*hands, unseen=unseen, lead=lead, trick=trick, tricks=1)
    assert ending.sampling is not None
    assert ending.sampling.probability == right


@pytest.mark.parametrize(
    ("cards", "number"),
    [
        (2, 60),
        pytest.param(3, 60, marks=pytest.mark.long),
        pytest.param(4, 400, marks=pytest.mark.slow),
        pytest.param(3, 4000, marks=pytest.mark.slow),
    ],
)
def test_merged_cards_are_worth_as_much_as_separate_ones(cards: int, number: int) -> None:
    """All four figures: double dummy, the best line, the line after a card, sampling."""
    rng = draws(f"merged {cards}")
    for _ in range(number):
        fewest = 1 if 4 * cards <= 13 else 2  # suits that hold all four hands
        position = random_position(rng, cards, suits=pick(rng, range(fewest, 5)))
        merged, separate = position.search(), position.search(merging=False)
        assert merged.double_dummy() == separate.double_dummy(), position
        assert solved(position) == solved(position, merging=False), position
        if (position.turn - position.seat) % 2 == 0:
            hand = position.hands[0 if position.turn is position.seat else 1]
            after = position.after(next(iter(map(Card, cards_from_mask(hand)))))
            assert solved(after) == solved(after, merging=False), position
        chances = [sampled_chance(position, merging=merging) for merging in (True, False)]
        assert chances[0] == chances[1], position


def test_a_line_is_one_for_all_layouts() -> None:
    """Mutant: strategies fused, a line for each layout."""
    position, table = example("D234")
    fused = sum(1 in plain.won_sets(replace(table, held=(held,))) for held in table.held)
    assert solved(position) < fused == position.search().double_dummy()


def test_defenders_see_all_cards_and_know_the_line() -> None:
    """Mutant: blind defenders, whose cards are the same in all layouts where they can be."""
    lower = 0
    for seed in range(60):
        position = random_position(draws("blind", seed), 2, suits=2)
        table, weights = plain_table(position), plain_weights(position)
        seeing = plain.best_weight(table, weights)
        assert solved(position) == seeing
        lower += seeing < plain.best_against_blind(table, weights)
        plain.forget()
    assert lower >= 3


def test_equal_cards_are_merged_only_where_weights_agree() -> None:
    """Mutant: merging against the weights. The jack is surely in the west, the ten anywhere."""
    unseen = mask_of("SKJT D32 C4")
    cards = [card for card in range(52) if unseen >> card & 1]
    jack = mask_of("SJ")
    for tilt in (1, 3, 50):
        weights = {
            sum(1 << card for card in held): tilt if sum(1 << card for card in held) & jack else 1
            for held in combinations(cards, 3)
        }
        position = Position(
            Seat.SOUTH, (mask_of("SAQ9"), mask_of("S32 CA")), unseen, Seat.NORTH, (),
            Strain.NOTRUMP, 2, weights,
        )  # fmt: skip
        search = position.search()
        assert search.classes == (5 if tilt > 1 else 4)
        table = plain_table(position)
        assert search.double_dummy() == plain.double_dummy_weight(table, plain_weights(position))
        assert solved(position) == solved(position, merging=False)
