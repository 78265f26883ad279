"""The vectors of docs/reference/evaluators.md: each value, and the working that leads to it."""

from __future__ import annotations

import re
from math import comb, isclose
from pathlib import Path

import pytest

from dealwright import Deals, Hand, deal, feature, parse
from dealwright.cards import PACK
from dealwright.deals.features import features

PAGE = Path(__file__).parents[2] / "docs/reference/evaluators.md"
ROW = re.compile(r"\| `(\w+)`( \w+)? \| `([^`]*)` \| (-?\d+) \| `([-+*(). 0-9]+)` \|")
VECTORS = ROW.findall(PAGE.read_text("utf-8"))
PLAIN = {"length", "longest", "shortest", "shape_index"}
PLAIN |= {"aces", "kings", "queens", "jacks", "tens", "top2", "top3", "top4", "top5"}


def deal_with(hand: str) -> Deals:
    """Return one deal in which North has that hand."""
    north = Hand(hand).mask
    rest = [card for card in range(52) if not north >> card & 1]
    others = [sum(1 << card for card in rest[k : k + 13]) for k in (0, 13, 26)]
    assert north | sum(others) == PACK
    return Deals([[north, *others]])


@pytest.mark.parametrize(("word", "suit", "hand", "value", "working"), VECTORS)
def test_vector(word: str, suit: str, hand: str, value: str, working: str) -> None:
    arguments = f"north,{suit}" if suit else "north"
    assert parse(f"{word}({arguments}) == {value}").matches(deal_with(hand)).all()
    scale = 1 if word == "starting_points" else feature(word).scale
    assert isclose(eval(working) * scale, int(value))  # digits and operators only, by the pattern


def test_every_evaluator_has_a_vector_and_a_definition() -> None:
    with_vector = {word for word, *_ in VECTORS}
    definitions = PAGE.read_text("utf-8").split("## Vectors")[0]
    for found in features():
        if found.name not in PLAIN:
            assert found.name in with_vector, found.name
            assert f"`{found.name}`" in definitions, found.name
    assert "starting_points" in with_vector


def ways(lengths: tuple[int, ...]) -> int:
    """Return the number of 26-card sets with those suit lengths."""
    total = 1
    for length in lengths:
        total *= comb(13, length)
    return total


def layouts() -> list[tuple[int, tuple[int, ...]]]:
    """Return every division of the suits between the sides, with its number of ways."""
    every = [
        (s, h, d, 26 - s - h - d)
        for s in range(14)
        for h in range(14)
        for d in range(14)
        if 0 <= 26 - s - h - d <= 13
    ]
    return [(ways(lengths), lengths) for lengths in every]


def test_fits_against_binomials() -> None:
    """The longest fit and the number of fits, counted from the division of each suit."""
    longest = parse("1").distribution("longest_fit(ew)")
    several = parse("1").distribution("fits(ns)")
    for cards in range(7, 14):
        count = sum(n for n, lengths in layouts() if max(lengths) == cards)
        assert longest.probability(cards) * comb(52, 26) == count
    for number in range(4):
        count = sum(n for n, lengths in layouts() if sum(k >= 8 for k in lengths) == number)
        assert several.probability(number) * comb(52, 26) == count


def test_total_trumps_of_random_deals() -> None:
    """Each deal's total from its own hands; their share, within 5 standard errors (6e-7)."""
    deals = deal(40_000, seed="law")
    for total in (16, 17, 18):
        held = parse(f"longest_fit(ns) + longest_fit(ew) == {total}").matches(deals)
        for row in range(0, 40_000, 400):
            ours = [
                len(n) + len(s)
                for n, s in zip(suits(deals, row, 0), suits(deals, row, 2), strict=True)
            ]
            assert held[row] == (max(ours) + 13 - min(ours) == total)
        share = sum(n for n, k in layouts() if max(k) + 13 - min(k) == total) / comb(52, 26)
        assert abs(held.mean() - share) < 5 * (share * (1 - share) / 40_000) ** 0.5


def suits(deals: Deals, row: int, seat: int) -> list[str]:
    return str(Hand(int(deals.masks[row, seat]))).split(".")
