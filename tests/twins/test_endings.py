"""Endings against brute force over all of declarer's strategies, and what it must tell apart."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations

import pytest

from dealwright.cards import Seat, Strain, mask_of
from dealwright.ending_play import Position
from tests.endings import draws, pick, plain_table, plain_weights, random_position, solved
from tests.twins.plain import endings as plain


def compare(position: Position) -> None:
    table, weights = plain_table(position), plain_weights(position)
    expected = plain.best_weight(table, weights)
    search = position.search()
    assert search.double_dummy() == plain.double_dummy_weight(table, weights)
    assert solved(position) == solved(position, merging=False, bounds=False) == expected, position
    sampled = sorted(plain.sampled(table, weights))
    # the twin breaks ties by which of equal cards was played, too
    assert position.search(merging=False).sampling(worst=True) == sampled[0], position
    assert sampled[0] <= position.search().sampling(worst=True) <= sampled[-1], position
    assert position.search().sampling(worst=False) == sampled[-1], position
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
    """65 % double dummy, 50 % the best line, 15 to 30 % sampling double dummy."""
    position, table = example("D234")
    weights = plain_weights(position)
    assert len(weights) == 20
    assert plain.double_dummy_weight(table, weights) == position.search().double_dummy() == 13
    assert plain.best_weight(table, weights) == solved(position) == 10
    lines = sorted(plain.sampled(table, weights))
    assert (lines[0], lines[-1]) == (3, 6)
    assert position.search().sampling(worst=True) == 3
    assert position.search().sampling(worst=False) == 6
    plain.forget()


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
