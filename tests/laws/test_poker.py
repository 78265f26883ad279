"""Laws of poker hands: suits and order mean nothing, more cards are never worse, fives agree."""

from __future__ import annotations

from collections import Counter
from itertools import combinations, permutations
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from dealwright import Card, CardError, PokerError, poker
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


# ---- one hand by itself is the row of a batch


@st.composite
def spelled(draw: st.DrawFn, cards: list[int]) -> str:
    """Cards as people write them: case, tens, separators, suits before ranks."""
    words = []
    for card in cards:
        rank, suit = "23456789TJQKA"[card % 13], "cdhs"[card // 13]
        rank = draw(st.sampled_from(["T", "10"])) if rank == "T" else rank
        word = draw(st.sampled_from([rank + suit, suit + rank, rank + "♣♦♥♠"[card // 13]]))
        words.append(draw(st.sampled_from([str.upper, str.lower, str]))(word))
    return draw(st.sampled_from([" ", ", ", ";", "\n"])).join(words)


@given(hands(5, 7), st.data())
def test_forms_of_one_hand_have_one_value(cards: list[int], data: st.DataObject) -> None:
    rows = np.array([cards], dtype=np.uint8)
    text = data.draw(spelled(cards))
    forms: list[Any] = [
        cards, tuple(cards), text, poker.card_text(cards), poker.card_text(cards).replace(" ", ""),
        [Card(card) for card in cards], tuple(Card(card) for card in cards),
        [*map(str, map(Card, cards))], sum(1 << card for card in cards),
    ]  # fmt: skip
    for game in ("holdem", "razz"):
        value = int(poker.evaluate(rows, game)[0])
        assert [poker.evaluate(form, game) for form in forms] == [value] * len(forms)
    best = tuple(map(Card, poker.best_five(rows)[0].tolist()))
    assert [poker.best_five(form) for form in forms[:-1]] == [best] * (len(forms) - 1)
    assert poker.evaluate(list(best)) == poker.evaluate(cards)


@given(st.lists(st.integers(0, 51), min_size=9, max_size=9, unique=True), st.integers(3, 5))
def test_one_hand_of_omaha_is_a_row(cards: list[int], shared: int) -> None:
    own, board = cards[:4], cards[4 : 4 + shared]
    rows = np.array([own], dtype=np.uint8)
    texts = poker.card_text(own), poker.card_text(board)
    for game in ("omaha", "omaha-low"):
        value = int(poker.evaluate(rows, game, board=board)[0])
        assert poker.evaluate(own, game, board=board) == value
        assert poker.evaluate(texts[0], game, board=texts[1]) == value
        assert poker.evaluate([Card(card) for card in own], game, board=tuple(board)) == value
    best = tuple(map(Card, poker.best_five(rows, "omaha", board=board)[0].tolist()))
    assert poker.best_five(own, "omaha", board=board) == best
    assert poker.best_five(texts[0], "omaha", board=texts[1]) == best


@given(st.lists(st.integers(-2, 53), min_size=0, max_size=12), st.sampled_from(["holdem", "omaha"]))
def test_what_is_no_hand_is_refused_in_every_form(cards: list[int], game: str) -> None:
    """A wrong number of cards, a card twice or none at all: the reader and the batch agree."""
    board = [0, 14, 28, 42, 5] if game == "omaha" else None
    size = {4} if game == "omaha" else {5, 6, 7}
    everything = [*cards, *(board or [])]
    fits = len(cards) in size and len({*everything}) == len(everything)
    if fits and all(0 <= card < 52 for card in cards):
        assert poker.evaluate(cards, game, board=board) > 0
        return
    for form in (cards, tuple(cards)):
        for ask in (poker.evaluate, poker.best_five):
            with pytest.raises((PokerError, CardError)):
                ask(form, game, board=board)


def test_one_value_is_one_of_a_batch() -> None:
    values = np.arange(1, 7463)
    assert [poker.category(value) for value in values.tolist()] == poker.category(values).tolist()
    assert poker.category(np.int64(10)) == poker.category(10)
    assert poker.describe(np.uint16(200)) == poker.describe(200)
