"""Laws of poker hands: suits and order mean nothing, more cards are never worse, fives agree."""

from __future__ import annotations

from collections import Counter
from itertools import combinations, permutations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from dealwright import Card, poker
from dealwright.poker import Category

SUIT_ORDERS = list(permutations(range(4)))
FIVES_AND_MORE = ["holdem", "razz", "eight-or-better"]


def hands(least: int, most: int) -> st.SearchStrategy[list[int]]:
    return st.lists(st.integers(0, 51), min_size=least, max_size=most, unique=True)


@given(hands(5, 7), st.sampled_from(FIVES_AND_MORE), st.sampled_from(SUIT_ORDERS), st.randoms())
def test_suits_and_order_mean_nothing(
    cards: list[int], game: str, suits: tuple[int, ...], random: object
) -> None:
    turned = [13 * suits[card // 13] + card % 13 for card in cards]
    random.shuffle(turned)  # type: ignore[attr-defined]
    assert poker.evaluate(turned, game) == poker.evaluate(cards, game)


@given(hands(6, 7), st.sampled_from(FIVES_AND_MORE))
def test_a_hand_is_its_best_five(cards: list[int], game: str) -> None:
    value = poker.evaluate(cards, game)
    assert value == min(poker.evaluate(list(five), game) for five in combinations(cards, 5))
    best = poker.best_five(cards, game)
    assert {card.index for card in best} <= set(cards)
    assert poker.evaluate(best, game) == value
    assert poker.best_five(np.array([cards]), game).tolist() == [[c.index for c in best]]


@given(hands(7, 7))
def test_one_card_more_is_never_worse(cards: list[int]) -> None:
    assert poker.evaluate(cards) <= poker.evaluate(cards[:6]) <= poker.evaluate(cards[:5])


@given(hands(5, 7))
def test_rows_masks_text_and_objects_agree(cards: list[int]) -> None:
    mask = sum(1 << card for card in cards)
    value = poker.evaluate(cards)
    assert poker.evaluate(mask) == value
    assert poker.evaluate(np.array(cards, dtype=np.uint8)) == value
    assert poker.evaluate(poker.card_text(cards)) == value
    assert poker.evaluate([Card(card) for card in cards]) == value
    assert poker.evaluate(np.array([mask], dtype=np.uint64)).tolist() == [value]
    assert poker.card_ids(poker.card_text(cards)).tolist() == cards


@given(hands(5, 5))
def test_categories_by_counting(cards: list[int]) -> None:
    """The category of five cards, from their ranks and suits alone."""
    ranks = sorted(card % 13 for card in cards)
    counts = sorted(Counter(ranks).values(), reverse=True)
    flush = len({card // 13 for card in cards}) == 1
    straight = counts == [1] * 5 and (ranks[4] - ranks[0] == 4 or ranks == [0, 1, 2, 3, 12])
    expected = {
        (4, 1): Category.QUADS,
        (3, 2): Category.FULL_HOUSE,
        (3, 1, 1): Category.TRIPS,
        (2, 2, 1): Category.TWO_PAIR,
        (2, 1, 1, 1): Category.PAIR,
        (1, 1, 1, 1, 1): Category(5 * flush + 4 * straight if flush != straight else 8 * flush),
    }[tuple(counts)]
    assert poker.category(poker.evaluate(cards)) is expected


@given(hands(4, 4))
def test_badugi_by_subsets(cards: list[int]) -> None:
    """The largest set without a rank or suit twice, its ranks the lowest from above."""
    found = []
    for size in (4, 3, 2, 1):
        for chosen in combinations(cards, size):
            heights = sorted(((card % 13 + 1) % 13 for card in chosen), reverse=True)
            if len(set(heights)) == size == len({card // 13 for card in chosen}):
                found.append((-size, heights))
    _, heights = min(found)
    text = poker.describe(poker.evaluate(cards, "badugi"), "badugi")
    assert text.split(", ")[1] == "-".join("A23456789TJQK"[height] for height in heights)


@given(hands(9, 9))
def test_omaha_plays_two_and_three(cards: list[int]) -> None:
    value = poker.evaluate(cards[:4], "omaha", board=cards[4:])
    best = poker.best_five(cards[:4], "omaha", board=cards[4:])
    indices = {card.index for card in best}
    assert len(indices & set(cards[:4])) == 2
    assert len(indices & set(cards[4:])) == 3
    assert poker.evaluate(best) == value


@pytest.mark.parametrize("game", [g.name for g in poker.GAMES.values() if g.has_one_value])
def test_every_value_has_a_name(game: str) -> None:
    found = poker.GAMES[game]
    worst = 1092 if found.rules is None else found.kernels.worst
    assert all(poker.describe(value, game) for value in (1, 2, worst // 2, worst))
