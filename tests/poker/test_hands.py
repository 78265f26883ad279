"""Poker hands as people write them: names, refusals, the best five, tables."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from dealwright import CardError, CombinationTable, Hand, PokerError, poker
from dealwright.poker import Category


@pytest.mark.parametrize(
    ("hand", "game", "name"),
    [
        ("As Ks Qs Js Ts", "holdem", "royal flush"),
        ("5s 4s 3s 2s As", "holdem", "straight flush, five high"),
        ("6d 6h 6s 6c 2d", "holdem", "four of a kind, sixes"),
        ("As Ah Ad Kc Ks 7h 2d", "holdem", "full house, aces over kings"),
        ("Js 9s 8s 4s 2s", "holdem", "flush, jack high"),
        ("Ah 2c 3c 4d 5s Kd Kh", "holdem", "straight, five high"),
        ("7c 7d 7h Ks 2d", "holdem", "three of a kind, sevens"),
        ("Ac Ad 8h 8s Qd", "holdem", "two pair, aces and eights"),
        ("Tc Td 8h 7s 2d", "holdem", "pair of tens"),
        ("Ac Td 8h 7s 2d", "holdem", "ace high"),
        ("Ac 9d 8h 7s 6d", "short-deck", "straight, nine high"),
        ("Ac 9c 8c 7c 6c", "short-deck", "straight flush, nine high"),
        ("Ac 2d 3h 4s 8d Kc Kd", "razz", "8-4-3-2-A low"),
        ("Ac Ad 3h 3s 8d", "razz", "two pair, threes and aces"),
        ("Ac 2d 3h 4s 9d Kc Kd", "eight-or-better", "no low"),
        ("7c 5d 4h 3s 2d", "deuce-to-seven", "7-5-4-3-2 low"),
        ("Ac 5d 4h 3s 2d", "deuce-to-seven", "A-5-4-3-2 low"),
        ("6c 5d 4h 3s 2d", "deuce-to-seven", "straight, six high"),
        ("Ac 2d 3h 4s", "badugi", "badugi, 4-3-2-A"),
        ("Ac 2c 3h 3s", "badugi", "two cards, 3-A"),
    ],
)
def test_names(hand: str, game: str, name: str) -> None:
    assert poker.describe(poker.evaluate(hand, game), game) == name


def better(first: str, second: str, game: str) -> bool:
    return poker.evaluate(first, game) < poker.evaluate(second, game)


def test_orders_of_the_games() -> None:
    straight, trips = "Ts 9s 8d 7h 6c", "Ks Kd Kh 7h 6c"
    flush, full = "Ks Js 9s 8s 6s", "Ks Kd Kh 6h 6c"
    assert better(straight, trips, "short-deck")
    assert better(trips, straight, "short-deck-trips")
    for game in ("short-deck", "short-deck-trips"):
        assert better(flush, full, game)
    assert better(full, flush, "holdem")
    assert better("As 2s 3s 4s 5s", "As 2s 3s 4s 6d", "razz")
    assert better("Kd Qs 2s 3s 4s", "Ad As 2s 3s 4d", "razz")
    assert better("7s 5s 4s 3s 2d", "As 5s 4s 3s 2d", "deuce-to-seven")
    assert better("As Ks Qs Js 9d", "2d 2s 3s 4s 5d", "deuce-to-seven")
    assert better("Kc Qd Jh Ts", "Ac 2d 3h 4h", "badugi")


def test_omaha_plays_exactly_two() -> None:
    """Four spades on the board and one in hand are no flush; four aces in hand are one pair."""
    board = "As Ks 9s 4s 2d"
    value = poker.evaluate("Qs Jd Th 8h", "omaha", board=board)
    assert poker.category(value) is Category.HIGH_CARD
    assert poker.describe(poker.evaluate("Ac Ad Ah 3c", "omaha", board="Ks 9d 8h 4s 2d")) == (
        "pair of aces"
    )
    assert poker.describe(poker.evaluate("As 2s Kd Kh", "omaha-low", board="3d 4h 8s Kc Ks"),
                          "omaha-low") == "8-4-3-2-A low"  # fmt: skip
    both = poker.evaluate(np.array([[51, 50, 3, 4], [0, 1, 2, 3]]), "omaha", board="Ac Ad 9h 8h 7d")
    assert [poker.category(both).tolist(), both.dtype] == [[4, 1], np.uint16]


def test_best_five() -> None:
    found = poker.best_five("2c As Ah 7d Kc Ks Ad")
    assert poker.card_text(found) == "As Ah Ad Kc Ks"
    assert poker.card_text(poker.best_five("As Kd Qd 2c", "omaha", board="Js Ts 9h 3d 3c")) == (
        "Kd Qd Js Ts 9h"
    )
    masks = np.array([0b1111111, 0b11111110], dtype=np.uint64)
    assert poker.best_five(masks).tolist() == [[6, 5, 4, 3, 2], [7, 6, 5, 4, 3]]
    with pytest.raises(PokerError, match="no hands of five"):
        poker.best_five("As 2d 3h 4c", "badugi")


def test_hand_objects() -> None:
    hand = Hand("AK.A.A.Q9")
    assert poker.evaluate(hand) == poker.evaluate("As Ks Ah Ad Qc 9c")
    assert poker.evaluate(hand.mask) == poker.evaluate(hand)


@pytest.mark.parametrize("dtype", [np.int8, np.uint8, np.int32, np.int64, np.uint64])
def test_card_numbers_of_any_integer_type(dtype: type) -> None:
    rows = np.array([[51, 50, 49, 48, 47, 1, 0]] * 3, dtype=dtype)
    before = rows.copy()
    assert poker.evaluate(rows).tolist() == [1, 1, 1]
    assert poker.evaluate(np.asfortranarray(rows)).tolist() == [1, 1, 1]
    assert np.array_equal(rows, before)


@pytest.mark.parametrize(
    ("cards", "game", "message"),
    [
        ("As As Kd Qd Jd", "holdem", "As occurs twice"),
        ([51, 51, 3, 4, 5], "holdem", "card 51 occurs twice"),
        ([52, 1, 3, 4, 5], "holdem", "cards are 0 to 51"),
        ([-1, 1, 3, 4, 5], "holdem", "cards are 0 to 51"),
        ([300, 1, 3, 4, 5], "holdem", "cards are 0 to 51"),
        ("As Kd Qd Jd", "holdem", "5 to 7 cards, not 4"),
        ("As 2d 3c", "eight-or-better", "5 to 7 cards, not 3"),
        ("As Kd Qd Jd 9s 8s 7s 6s", "holdem", "5 to 7 cards, not 8"),
        ("As Kd Qd Jd 9s 8s", "deuce-to-seven", "have 5 cards, not 6"),
        ("As Kd Qd Jd 2s", "short-deck", "not in the pack"),
        ([0, 1, 2, 3, 4], "short-deck", "not in the pack"),
        ("As Kd Qd", "badugi", "4 cards, not 3"),
        ([1, 1, 2, 3], "badugi", "occurs twice"),
        ("As Kd Qd", "omaha", "needs board="),
        ([0.5, 1, 2, 3, 4], "holdem", "integers 0 to 51"),
        ([[0, 1, 2, 3, 4], [1, 2]], "holdem", "the same number of cards"),
        (1 << 52, "holdem", "not a set of cards"),
        (-1, "holdem", "not a set of cards"),
        (None, "holdem", "is not a hand"),
        ("As Kd Qd Jd Ts", "bridge", "'bridge' is not a known game; choose holdem"),
    ],
)
def test_what_is_refused(cards: object, game: str, message: str) -> None:
    with pytest.raises(PokerError, match=message):
        poker.evaluate(cards, game)


@pytest.mark.long
def test_boards_that_are_refused() -> None:
    with pytest.raises(PokerError, match="without board="):
        poker.evaluate("As Kd Qd Jd Ts", board="2c 3c 4c")
    with pytest.raises(PokerError, match="4 hole cards, not 5"):
        poker.evaluate("As Kd Qd Jd Ts", "omaha", board="2c 3c 4c")
    with pytest.raises(PokerError, match="occurs twice"):
        poker.evaluate("As Kd Qd Jd", "omaha", board="2c 3c As")
    with pytest.raises(PokerError, match="3 to 5 of the board"):
        poker.evaluate("As Kd Qd Jd", "omaha", board="2c 3c")
    with pytest.raises(PokerError, match="must be rows"):
        poker.evaluate(np.zeros((3, 4), int), "omaha", board=np.zeros((2, 3), int))


def test_masks_of_different_sizes_are_refused() -> None:
    masks = np.array([0b11111, 0b111111], dtype=np.uint64)
    with pytest.raises(PokerError, match="mask 1"):
        poker.evaluate(masks)
    with pytest.raises(PokerError, match="mask 1 has 6 cards"):
        poker.evaluate(masks, "badugi")
    with pytest.raises(PokerError, match="must be rows of cards"):
        poker.best_five(np.zeros((2, 2, 2), np.uint64))


def test_card_text() -> None:
    assert poker.card_ids("10h, AS♠"[:3]).tolist() == [34]
    assert poker.card_ids("a♠ 10♥,2c").tolist() == [51, 34, 0]
    assert poker.card_ids("").tolist() == []
    for wrong in ("Ax", "1s", "As K", "11s"):
        with pytest.raises(CardError, match="is not a card"):
            poker.card_ids(wrong)
    with pytest.raises(CardError, match="not a set of cards"):
        poker.card_text(-1)


def test_values_that_are_refused() -> None:
    for wrong in (0, 7463, -1):
        with pytest.raises(PokerError, match="is not a value of holdem; they are 1 to 7,462"):
            poker.describe(wrong)
        with pytest.raises(PokerError, match="not a value"):
            poker.category(wrong)
    with pytest.raises(PokerError, match="not a value"):
        poker.describe(1093, "badugi")
    with pytest.raises(PokerError, match="has no categories"):
        poker.category(1, "eight-or-better")
    with pytest.raises(PokerError, match="values must be integers"):
        poker.category(np.array([1.5]))
    with pytest.raises(PokerError, match="not among the 2,598,960"):
        poker.evaluate_numbers(5, 2598960, 1)


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: poker.describe(np.array([1, 2, 3])), "a value of holdem must be an integer"),
        (lambda: poker.describe(None), "a value of holdem must be an integer, not None"),
        (lambda: poker.describe(1.0, "badugi"), "a value of badugi must be an integer, not 1.0"),
        (lambda: poker.sample_values(1, 1), "1 is not a table of hands"),
        (lambda: poker.table_summary(None), "None is not a table of hands"),
        (lambda: poker.game_of_table("x"), "'x' is not a table of hands"),
        (lambda: poker.count_values("5"), "the number of cards must be an integer, not '5'"),
        (lambda: poker.evaluate("As Kd Qh Js Tc", 3), "'3' is not a known game"),
    ],
)
def test_arguments_of_the_wrong_type(make: Callable[[], object], message: str) -> None:
    with pytest.raises(PokerError, match=message):
        make()


def test_a_table_of_every_hand_of_five() -> None:
    """Seed of all tables: hand number i of the table is combination i."""
    table = CombinationTable(52, 5)
    table[:1000] = poker.evaluate_numbers(5, 0, 1000)
    assert table[4, 3, 2, 1, 0] == poker.evaluate([4, 3, 2, 1, 0]) == 9
