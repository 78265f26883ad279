"""Suit combinations: all pure strategies of small suits, and what holds of every suit."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations
from math import comb

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dealwright import suit_combination
from dealwright.answers.records import write_record
from dealwright.play.suit import SuitAverage, SuitTarget
from dealwright.play.suit.average import AverageGame
from dealwright.play.suit.combinations import _average, _layouts
from dealwright.play.suit.game import SuitGame, splits_of
from dealwright.play.suit.lines import View
from dealwright.play.suit.weights import alike_cards
from tests.oracles.suit_by_hand import all_layouts, tricks_taken, won_sets
from tests.oracles.suit_played import fewest_tricks
from tests.trials import trials

pytestmark = pytest.mark.long

RANKS = "AKQJT9"
OWNERS = st.lists(st.sampled_from("NSMM"), min_size=6, max_size=6)


def ranks_of(owners: list[str], owner: str) -> str:
    return "".join(rank for rank, each in zip(RANKS, owners, strict=True) if each == owner)


@given(
    OWNERS.filter(lambda each: 2 <= each.count("M") <= 4),
    st.sampled_from([None, 0, 1]),
    st.lists(st.integers(1, 9), min_size=5, max_size=5),
)
@settings(max_examples=trials(1000), deadline=None)
def test_a_family_is_as_good_as_all_pure_strategies(
    owners: list[str], entries: int | None, weights: list[int]
) -> None:
    """A small pack: layouts weighed by West's length, each card by its own rank in the oracle."""
    dummy, declarer, missing = (ranks_of(owners, each) for each in "NSM")
    west_hands = all_layouts(missing)
    layouts = {i: {"W": w, "E": frozenset(missing) - w} for i, w in enumerate(west_hands)}
    for need in range(1, max(len(dummy), len(declarer)) + 1):
        by_hand = max(
            sum(weights[len(w)] for i, w in enumerate(west_hands) if won >> i & 1)
            for won in won_sets({"N": dummy, "S": declarer}, layouts, need, entries)
        )
        view = View.first(dummy, declarer, missing, need, entries)
        index = {split: i for i, split in enumerate(splits_of(view.position.missing))}
        bits = [
            index[tuple(sum(rank in w for rank in ranks) for ranks in view.classes())]
            for w in west_hands
        ]
        family = SuitGame(10**7).family(view.position)
        assert by_hand == max(
            sum(weights[len(w)] for w, bit in zip(west_hands, bits, strict=True) if won >> bit & 1)
            for won in family
        ), (dummy, declarer, missing, need, entries)


@given(
    OWNERS.filter(lambda each: 2 <= each.count("M") <= 4),
    st.sampled_from([None, 0, 1]),
    st.lists(st.integers(0, 9), min_size=25, max_size=25),
    st.lists(st.integers(0, 2), min_size=4, max_size=4),
)
@settings(max_examples=trials(1000), deadline=None)
def test_a_family_is_as_good_where_weights_tell_cards_apart(
    owners: list[str], entries: int | None, numbers: list[int], kinds: list[int]
) -> None:
    """Weights by how many cards West has of each of two or three kinds, such as honours."""
    dummy, declarer, missing = (ranks_of(owners, each) for each in "NSM")
    west_hands = all_layouts(missing)
    layouts = {i: {"W": w, "E": frozenset(missing) - w} for i, w in enumerate(west_hands)}
    kind = dict(zip(missing, kinds, strict=False))
    weights = [numbers[sum(5 ** kind[rank] for rank in w) % 25] for w in west_hands]
    chances = {
        "".join(rank for rank in missing if rank in w): Fraction(weight)
        for w, weight in zip(west_hands, weights, strict=True)
    }
    groups = alike_cards(missing, chances)
    for one, other in combinations(missing, 2):
        if kind[one] == kind[other]:
            assert any(one in group and other in group for group in groups)
    for need in range(1, max(len(dummy), len(declarer)) + 1):
        by_hand = max(
            sum(weights[i] for i in range(len(west_hands)) if won >> i & 1)
            for won in won_sets({"N": dummy, "S": declarer}, layouts, need, entries)
        )
        view = View.first(dummy, declarer, missing, need, entries, groups)
        splits = _layouts(view, (13, 13), chances)
        assert by_hand == max(
            sum(split[2] for bit, split in enumerate(splits) if won >> bit & 1)
            for won in SuitGame(10**7).family(view.position)
        ), (dummy, declarer, missing, need, entries)


@given(
    OWNERS.filter(lambda each: 1 <= each.count("M") <= 3),
    st.sampled_from([None, 0, 1]),
    st.lists(st.integers(1, 9), min_size=8, max_size=8),
)
@settings(max_examples=trials(300), deadline=None)
def test_no_strategy_takes_more_on_average(
    owners: list[str], entries: int | None, weights: list[int]
) -> None:
    """Each layout of distinct cards has its own weight, so no two cards are equals."""
    dummy, declarer, missing = (ranks_of(owners, each) for each in "NSM")
    west_hands = all_layouts(missing)
    layouts = {i: {"W": w, "E": frozenset(missing) - w} for i, w in enumerate(west_hands)}
    by_hand = max(
        sum(weights[i] * number for i, number in taken)
        for taken in tricks_taken({"N": dummy, "S": declarer}, layouts, entries)
    )
    chances = {
        "".join(rank for rank in missing if rank in w): Fraction(weight)
        for w, weight in zip(west_hands, weights, strict=False)
    }
    view = View.first(dummy, declarer, missing, 0, entries, alike_cards(missing, chances))
    found = _average(AverageGame(10**7), view, _layouts(view, (13, 13), chances))
    assert by_hand == found.tricks, (dummy, declarer, missing, entries)
    assert [target for target, _ in found.chances] == [
        *range(1, max(map(len, (dummy, declarer))) + 1)
    ]


@given(st.permutations("AKQJT98765432"), st.integers(8, 11), st.integers(0, 11))
@settings(max_examples=trials(100), deadline=None)
def test_what_holds_for_every_suit(cards: list[str], known: int, at: int) -> None:
    """Chances fall with the target, add up over the layouts, and are the same from both sides."""
    dummy, declarer = "".join(cards[: min(at, known)]), "".join(cards[min(at, known) : known])
    found = suit_combination(dummy or "-", declarer or "-")
    turned = suit_combination(declarer or "-", dummy or "-")
    limited = suit_combination(dummy or "-", declarer or "-", entries=0)
    chances = [each.probability for each in found.tricks]
    assert found.average is not None
    assert turned.average is not None
    assert found.average.tricks == turned.average.tricks <= sum(chances)
    assert found.average.tricks == sum(chance for _, chance in found.average.chances)
    for (_, taken), most in zip(found.average.chances, chances, strict=True):
        assert taken <= most
    assert len(chances) == max(len(dummy), len(declarer))
    assert chances == sorted(chances, reverse=True)
    assert chances == [each.probability for each in turned.tricks]
    for each, few in zip(found.tricks, limited.tricks, strict=True):
        assert each.probability == sum(chance for _, _, chance in each.wins)
        assert few.probability <= each.probability
        assert bool(each.line) == bool(each.probability)
        assert bool(each.steps) == bool(each.probability)
    assert comb(26, 13) % max(each.probability.denominator for each in found.tricks) == 0


def played(
    dummy: str, declarer: str, missing: str, line: SuitTarget | SuitAverage
) -> dict[int, Fraction]:
    """Return the chance of each number of tricks that the steps take against every defence."""
    steps = [write_record(step) for step in line.steps]
    found = dict[int, Fraction]()
    for west in all_layouts(missing):
        east = "".join(set(missing) - west)
        fewest = fewest_tricks(steps, dummy, declarer, "".join(west), east) if steps else 0
        ways = comb(26 - len(missing), 13 - len(west))
        found[fewest] = found.get(fewest, Fraction(0)) + Fraction(ways, comb(26, 13))
    return found


@given(
    st.permutations("AKQJT98765432"), st.integers(8, 11), st.integers(0, 11),
    st.sampled_from([None, 0, 1]),
)  # fmt: skip
@settings(max_examples=trials(150), deadline=None)
def test_a_line_played_back_has_its_chance(
    cards: list[str], known: int, at: int, entries: int | None
) -> None:
    """Every layout of distinct cards is played against every defence by the steps alone."""
    dummy, declarer = (
        "".join(sorted(each, key="AKQJT98765432".index))
        for each in (cards[: min(at, known)], cards[min(at, known) : known])
    )
    found = suit_combination(dummy or "-", declarer or "-", entries=entries)
    for target in found.tricks:
        if target.probability:
            chances = played(dummy, declarer, found.missing, target)
            enough = (chance for tricks, chance in chances.items() if tricks >= target.target)
            assert sum(enough) == target.probability
    assert found.average is not None
    chances = played(dummy, declarer, found.missing, found.average)
    assert sum(tricks * chance for tricks, chance in chances.items()) == found.average.tricks
