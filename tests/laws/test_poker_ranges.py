"""Laws of ranges: each item is a plain question about ranks and suits; text goes there and back."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dealwright import PokerError
from dealwright.poker.ranges import Range, parse_range

Question = Callable[[int, int, bool], bool]
Token = tuple[str, Question]

RANKS = "23456789TJQKA"
HANDS = [(high, low) for low, high in combinations(range(52), 2)]
KINDS: dict[str, Callable[[bool], bool]] = {
    "": lambda suited: True,
    "s": lambda suited: suited,
    "o": lambda suited: not suited,
}


def asked(question: Question, hand: tuple[int, int]) -> bool:
    """Put a question about the higher rank, the lower rank and suitedness to a hand."""
    a, b = hand
    return question(max(a % 13, b % 13), min(a % 13, b % 13), a // 13 == b // 13)


@st.composite
def pairs(draw: st.DrawFn) -> Token:
    one, other = draw(st.integers(0, 12)), draw(st.integers(0, 12))
    form = draw(st.sampled_from(["one", "up", "run"]))
    if form == "one":
        return RANKS[one] * 2, lambda high, low, _: high == low == one
    if form == "up":
        return RANKS[one] * 2 + "+", lambda high, low, _: high == low >= one
    least, most = min(one, other), max(one, other)
    text = f"{RANKS[one] * 2}-{RANKS[other] * 2}"
    return text, lambda high, low, _: high == low and least <= low <= most


@st.composite
def two_ranks(draw: st.DrawFn) -> Token:
    bottom, top = sorted(draw(st.lists(st.integers(0, 12), min_size=2, max_size=2, unique=True)))
    kind = draw(st.sampled_from(sorted(KINDS)))
    fits = KINDS[kind]
    form = draw(st.sampled_from(["one", "turned", "up", "same top", "same gap"]))
    name = RANKS[top] + RANKS[bottom] + kind
    if form == "one":
        return name, lambda high, low, s: (high, low) == (top, bottom) and fits(s)
    if form == "turned":
        return name[1::-1] + kind, lambda high, low, s: (high, low) == (top, bottom) and fits(s)
    if form == "up":
        return name + "+", lambda high, low, s: high == top and bottom <= low < top and fits(s)
    if form == "same top":
        other = draw(st.integers(0, top - 1))
        ends = [name, RANKS[top] + RANKS[other] + kind]
        least, most = min(bottom, other), max(bottom, other)
        return "-".join(ends), lambda high, low, s: high == top and least <= low <= most and fits(s)
    up = draw(st.integers(0, 12 - top))
    ends = draw(st.permutations([name, RANKS[top + up] + RANKS[bottom + up] + kind]))
    return "-".join(ends), (
        lambda high, low, s: high - low == top - bottom and top <= high <= top + up and fits(s)
    )


classes: st.SearchStrategy[Token] = st.one_of(
    pairs(), two_ranks(), st.just(("random", lambda high, low, suited: True))
)
percentages = st.integers(1, 100).map(lambda percent: f"{percent}%")
weight_texts = st.sampled_from(
    ["", "", "@0.5", "@25%", "@3", "@0.000001", "@1000000", "@0.000007%"]
)
single_hands = st.sampled_from(HANDS).map(
    lambda hand: "".join(RANKS[card % 13] + "cdhs"[card // 13] for card in hand)
)


def value(weight: str) -> Fraction:
    if not weight:
        return Fraction(1)
    number = Fraction(weight[1:].rstrip("%"))
    return number / 100 if weight.endswith("%") else number


def hands_of(found: Range) -> dict[tuple[int, ...], int]:
    rows = (tuple(row) for row in found.cards.tolist())
    return dict(zip(rows, found.weights.tolist(), strict=True))


@given(classes)
def test_an_item_by_asking_every_hand(token: Token) -> None:
    text, question = token
    expected = {hand for hand in HANDS if asked(question, hand)}
    assert set(hands_of(parse_range(text))) == expected


@given(
    st.lists(st.tuples(classes, weight_texts), min_size=1, max_size=5),
    st.lists(classes, max_size=2),
    st.sampled_from([", ", " ", ";", "\n"]),
)
def test_unions_removals_and_weights(
    added: list[tuple[Token, str]], removed: list[Token], between: str
) -> None:
    """The last item that names a hand gives its weight; a removal counts wherever it stands."""
    expected: dict[tuple[int, ...], Fraction] = {}
    for hand in HANDS:
        for (_, question), weight in added:
            if asked(question, hand):
                expected[hand] = value(weight)
        if any(asked(question, hand) for _, question in removed):
            expected.pop(hand, None)
    adding = [text + weight for (text, _), weight in added]
    taking = ["!" + text for text, _ in removed]
    if not expected:
        with pytest.raises(PokerError, match="no hand is left"):
            parse_range(between.join(adding + taking))
        return
    found = parse_range(between.join(adding + taking))
    assert parse_range(between.join(taking + adding)) == found
    weights = hands_of(found)
    assert list(weights) == sorted(expected)
    first = next(iter(weights))
    assert all(
        weight * expected[first] == weights[first] * expected[hand]
        for hand, weight in weights.items()
    )


@given(
    st.lists(
        st.tuples(st.one_of(classes.map(lambda t: t[0]), percentages, single_hands), weight_texts),
        min_size=1,
        max_size=8,
    )
)
def test_text_there_and_back(items: list[tuple[str, str]]) -> None:
    found = parse_range(", ".join(text + weight for text, weight in items))
    written = str(found)
    again = parse_range(written)
    assert again == found
    assert str(again) == written
    assert eval(repr(found)) == found


@given(*[st.lists(st.tuples(single_hands, weight_texts), min_size=1, max_size=5) for _ in range(2)])
def test_ranges_combine_hand_by_hand(
    one: list[tuple[str, str]], other: list[tuple[str, str]]
) -> None:
    """The union has the larger weight of a hand, the intersection the smaller, as shares of 1."""
    a, b = (
        parse_range(" ".join(text + weight for text, weight in items) + " 7d2c@1000000")
        for items in (one, other)
    )
    hands = {*a, *b}
    both, shared = a | b, a & b
    assert both == b | a
    assert shared == b & a
    assert set(both) == hands
    assert set(shared) == {*a} & {*b}
    assert all(both.weight(hand) == max(a.weight(hand), b.weight(hand)) for hand in hands)
    assert all(shared.weight(hand) == min(a.weight(hand), b.weight(hand)) for hand in hands)
    if {*a} - {*b}:
        assert set(a - b) == {*a} - {*b}
    assert parse_range(str(both)) == both
    assert list(parse_range(both.text)) == list(both)


@pytest.mark.long
@given(percentages, percentages)
def test_shares_lie_within_each_other(one: str, other: str) -> None:
    small, large = sorted((one, other), key=lambda text: int(text[:-1]))
    inner, outer = hands_of(parse_range(small)), hands_of(parse_range(large))
    assert set(inner) <= set(outer)
    assert len(outer) * 100 <= int(large[:-1]) * 1326
