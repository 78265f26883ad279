"""Hands of one to four cards: every one of them against plain comparisons, and published counts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from itertools import combinations

import numpy as np
import pytest

from dealwright import Card, PokerError, poker
from dealwright.poker import Category

Key = tuple[list[int], list[int]]


def high(cards: tuple[int, ...]) -> Key:
    """How often ranks occur, then the ranks, the most frequent and then the highest first."""
    counts = Counter(card % 13 for card in cards)
    order = sorted(counts, key=lambda rank: (-counts[rank], -rank))
    return [counts[rank] for rank in order], order


def low(cards: tuple[int, ...]) -> Key:
    """The same with the ace below the deuce; the smaller key is the better hand."""
    times, order = high(tuple((card % 13 + 1) % 13 for card in cards))
    return times, order


@pytest.mark.long
@pytest.mark.parametrize("cards", [1, 2, 3, 4])
@pytest.mark.parametrize(
    ("game", "key", "best_first"), [("stud", high, True), ("razz", low, False)]
)
def test_every_hand(
    cards: int, game: str, key: Callable[[tuple[int, ...]], Key], best_first: bool
) -> None:
    hands = list(combinations(range(52), cards))
    keys = [key(hand) for hand in hands]
    order = sorted({(tuple(a), tuple(b)) for a, b in keys}, reverse=best_first)
    place = {each: at for at, each in enumerate(order, 1)}
    expected = [place[tuple(a), tuple(b)] for a, b in keys]
    rows = np.array(hands)
    values = poker.evaluate(rows, game)
    assert values.tolist() == expected
    masks = np.bitwise_or.reduce(np.uint64(1) << rows.astype(np.uint64), axis=1)
    assert (poker.evaluate(masks, game) == values).all()
    assert np.bincount(values).tolist() == poker.count_values(cards, game).tolist()
    for at in range(0, len(hands), max(1, len(hands) // 50)):
        assert poker.evaluate([Card(card) for card in hands[at]], game) == expected[at]


# OMPEval's tests count hands with missing cards by category
COUNTS = {
    1: (13, [52]),
    2: (91, [1248, 78]),
    3: (455, [18304, 3744, 0, 52]),
    4: (1820, [183040, 82368, 2808, 2496, 0, 0, 0, 13]),
}


@pytest.mark.parametrize("cards", COUNTS)
def test_published_counts(cards: int) -> None:
    counts = poker.count_values(cards, "stud")
    worst, published = COUNTS[cards]
    assert len(counts) == worst + 1
    kinds = poker.category(np.arange(1, worst + 1), "stud", cards=cards)
    found = np.bincount(kinds, weights=counts[1:].astype(float)).astype(int)
    assert found.tolist() == published
    assert poker.category(worst, "stud", cards=cards) is Category.HIGH_CARD


def test_names() -> None:
    named = {
        "7s": "seven high",
        "7s 7h": "pair of sevens",
        "7s 7h 7d": "three of a kind, sevens",
        "7s 2h 7d 2c": "two pair, sevens and deuces",
        "7s 7h 7d 7c": "four of a kind, sevens",
        "As Ks Qs Js": "ace high",  # no straights, no flushes
        "2s 3s 4s": "four high",
    }
    for cards, name in named.items():
        found = poker.named_hand(cards, "stud")
        assert found.name == name
        assert sorted(found.five.split()) == sorted(cards.split())
        assert found.beats is not None
    assert poker.named_hand("As 3h 2d", "razz").name == "3-2-A low"
    assert [card.rank for card in poker.best_five("2c 7s Ah 7d", "stud")] == [5, 5, 12, 0]
    first = poker.best_five(np.array([[0, 12, 25], [51, 1, 14]]), "stud")
    assert first.tolist() == [[12, 25, 0], [1, 14, 51]]


@pytest.mark.long
def test_refused() -> None:
    for cards, game, problem in (
        ("7s 7h 2d", "holdem", "5 to 7 cards, not 3"),
        ("7s 7h 2d", "eight-or-better", "5 to 7 cards, not 3"),
        ("7s 7h 2d", "stud-hilo", "two values"),
        ([51, 51], "stud", "row 0"),
        (np.array([[51, 52]]), "razz", "row 0"),
    ):
        with pytest.raises(PokerError, match=problem):
            poker.evaluate(cards, game)
    with pytest.raises(PokerError, match="holdem has no values of 3 cards"):
        poker.describe(1, cards=3)
    with pytest.raises(PokerError, match="stud has no values of 6 cards"):
        poker.category(1, "stud", cards=6)
    with pytest.raises(PokerError, match="they are 1 to 91"):
        poker.describe(92, "stud", cards=2)
    with pytest.raises(PokerError, match="they are 1 to 91"):
        poker.category(92, "stud", cards=2)
