"""Decks, draws, simulation and its accumulators: forms, limits, stopping, interruption."""

from __future__ import annotations

from math import log, sqrt
from statistics import NormalDist, mean, stdev
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from dealwright import (
    ArgumentError,
    Card,
    CardError,
    Deck,
    Mean,
    Stream,
    Tally,
    draws,
    poker,
    simulate,
    simulating,
)
from dealwright.answers.records import read_record, write_record
from dealwright.base.jobs import Progress
from dealwright.numbering.drawing.deck import deck_of

# ---- decks


@pytest.mark.parametrize(
    ("deck", "size", "lowest", "highest"),
    [(52, 52, 0, 51), (36, 36, 4, 51), (32, 32, 5, 51), (54, 54, 0, 53), (53, 53, 0, 52)],
)
def test_packs_by_size(deck: int, size: int, lowest: int, highest: int) -> None:
    cards = deck_of(deck).cards
    assert (len(cards), cards[0], cards[-1]) == (size, lowest, highest)


def test_decks_of_several_packs() -> None:
    six = Deck(packs=6)
    assert len(six) == 312
    assert six.mask is None
    assert np.bincount(six.cards).tolist() == [6] * 52
    fewer = six.without("As As Kd")
    assert np.bincount(fewer.cards)[[51, 24, 0]].tolist() == [4, 5, 6]
    assert Deck(jokers=2, packs=2).cards[-4:].tolist() == [52, 52, 53, 53]


def test_decks_of_some_cards() -> None:
    assert Deck.of_cards([Card("As"), 0, "10h"]) == Deck.of_cards("2c Th As")
    assert Deck.of_cards("As").mask == 1 << 51
    assert hash(Deck()) == hash(Deck.of_cards(range(52)))
    assert Deck() != Deck(jokers=1)
    assert Deck().without([]) == Deck()
    assert Deck(jokers=2).without([53]) == Deck(jokers=1)


@pytest.mark.parametrize(
    "make",
    [
        lambda: Deck("1X"),
        lambda: Deck(packs=0),
        lambda: Deck(jokers=-1),
        lambda: Deck(packs=79),
        lambda: Deck(""),
        lambda: Deck.of_cards([]),
        lambda: Deck().without("As As"),
        lambda: Deck(jokers=1).without([53]),
        lambda: deck_of(40),
    ],
)
def test_decks_that_cannot_be(make: Any) -> None:
    with pytest.raises(ArgumentError):
        make()


def test_what_is_no_card() -> None:
    with pytest.raises(CardError, match="not a card"):
        Deck.of_cards("As Xx")


# ---- draws


def test_forms_are_of_the_same_rounds() -> None:
    short = Deck("6789TJQKA")
    masks = draws(500, 7, 3, short)
    places = draws(500, 7, 3, short, form="positions")
    cards = draws(500, 7, 3, 36, form="cards")
    assert (short.cards[places] == cards).all()
    assert masks.tolist() == [sum(1 << card for card in row) for row in cards.tolist()]
    assert {card for row in cards.tolist() for card in row} == set(short.cards.tolist())


def test_rounds_do_not_depend_on_threads_or_where_they_begin() -> None:
    whole = draws(3_000_000, 3, "threads", threads=2)
    assert (draws(3_000_000, 3, "threads", threads=1) == whole).all()
    assert (draws(1000, 3, "threads", first=2_345_678) == whole[2_345_678:2_346_678]).all()
    assert draws(0, 3, 1).shape == (0,)
    assert draws(0, 3, 1, form="cards").shape == (0, 3)


def test_a_stream_given_is_used() -> None:
    stream = Stream("own", domain="mine")
    assert (draws(9, 5, stream) == draws(9, 5, Stream("own", domain="mine"))).all()
    assert (draws(9, 5, stream) != draws(9, 5, "own")).any()


@pytest.mark.parametrize(
    ("rounds", "k", "deck", "form", "message"),
    [
        (1, 53, 52, "masks", "53 cards cannot be drawn from 52"),
        (1, -1, 52, "masks", "cannot be drawn"),
        (1, 2, 52, "rows", "'rows' is not a form of draws"),
        (1, 2, Deck(packs=2), "masks", "repeated cards"),
        (-1, 2, 52, "masks", r"rounds cannot be negative \(-1\)"),
        (1, 2, 51, "masks", "52, 36, 32"),
    ],
)
def test_draws_that_cannot_be(rounds: int, k: int, deck: Any, form: str, message: str) -> None:
    with pytest.raises(ArgumentError, match=message):
        draws(rounds, k, 1, deck, form=form)


# ---- accumulators

Numbers = st.lists(st.integers(-(10**6), 10**6), min_size=2, max_size=60)


@given(st.lists(Numbers, min_size=1, max_size=4))
def test_a_tally_is_all_its_batches(batches: list[list[int]]) -> None:
    tally, other = Tally(), Tally()
    for at, batch in enumerate(batches):
        (tally if at % 2 else other).add(np.array(batch))
    tally.merge(other)
    together = [number for batch in batches for number in batch]
    assert tally.counts == {n: together.count(n) for n in sorted(set(together))}
    assert tally.total == len(together)
    found = tally.mean()
    assert float(found) == pytest.approx(mean(together), abs=1e-6)
    error = stdev(together) / sqrt(len(together))
    z = NormalDist().inv_cdf(0.975)
    rare = (max(together) - min(together) or float("inf")) * log(40) / len(together)
    assert float(found.high - found.low) == pytest.approx(2 * (z * error + rare), abs=1e-6)
    assert tally.share(together[0]).hits == together.count(together[0])


@given(st.lists(st.lists(st.floats(-1e6, 1e6), min_size=0, max_size=40), min_size=1, max_size=4))
def test_a_mean_is_all_its_batches(batches: list[list[float]]) -> None:
    found = Mean()
    for batch in batches:
        found.add(np.array(batch, dtype=np.float64))
    together = [number for batch in batches for number in batch]
    assert found.total == len(together)
    if len(together) > 1:
        assert found.value == pytest.approx(mean(together), abs=1e-3)
        assert found.deviation == pytest.approx(stdev(together), rel=1e-6, abs=1e-3)
        assert (found.lowest, found.highest) == (min(together), max(together))
        rare = (max(together) - min(together) or float("inf")) * log(40) / len(together)
        assert found.half_width(0.95) == pytest.approx(
            NormalDist().inv_cdf(0.975) * found.standard_error + rare
        )
    else:
        assert found.standard_error == float("inf")


def test_what_a_tally_does_not_count() -> None:
    with pytest.raises(ArgumentError, match="float64"):
        Tally().add(np.array([0.5]))
    tally = Tally()
    tally.add(np.array([True, False, True]))
    tally.add(np.array([], dtype=np.int64))
    assert tally.counts == {0: 1, 1: 2}
    assert Tally().half_width(0.95) == 1.0
    assert Tally().counts == {}


# ---- simulation


def pair(masks: np.ndarray) -> np.ndarray:
    return poker.category(poker.evaluate(masks)) == 1


def test_results_do_not_depend_on_threads() -> None:
    def points(masks: np.ndarray) -> dict[str, np.ndarray]:
        return {"pair": pair(masks), "low": (masks % 1013).astype(np.float64)}

    one = simulate(400_000, points, seed="threads", threads=1)
    two = simulate(400_000, points, seed="threads", threads=2)
    assert one.results["pair"].counts == two.results["pair"].counts
    assert one.results["low"].value == two.results["low"].value
    assert set(one.results) == {"pair", "low"}
    with pytest.raises(ArgumentError, match="pair, low"):
        _ = one.result


def test_each_round_by_itself_is_the_batch() -> None:
    batch = simulate(9000, pair, seed="each").result
    each = simulate(
        9000, lambda mask: int(pair(np.array([mask], dtype=np.uint64))[0]), seed="each", each=True
    ).result
    assert batch.counts == each.counts
    rows = simulate(
        500, lambda cards: {"highest": float(max(cards))}, 3, form="cards", seed=1, each=True
    )
    expected = draws(500, 3, 1, form="cards").max(axis=1).mean()
    assert rows.results["highest"].value == pytest.approx(expected)


def test_an_analysis_may_keep_its_own_results() -> None:
    seen: list[int] = []

    def keep(masks: np.ndarray) -> None:
        seen.extend(masks.tolist())

    found = simulate(1000, keep, 5, seed=1, threads=1)
    assert seen == draws(1000, 5, 1).tolist()
    assert (found.rounds, found.results) == (1000, {})
    assert simulate(10, lambda mask: None, 5, seed=1, each=True).results == {}


def test_it_stops_where_it_is_precise() -> None:
    found = simulate(10**9, pair, seed="stop", within=0.001)
    assert found.stopped == "precise"
    assert found.half_width() <= 0.001
    assert found.rounds < 2_000_000
    again = simulate(10**9, pair, seed="stop", within=0.001, threads=1)
    assert again.rounds == found.rounds
    assert simulate(1000, pair, seed="stop", within=1e-9).stopped == "done"
    real = simulate(10**9, lambda m: (m % 7).astype(np.float64), seed=1, within=0.01)
    assert real.stopped == "precise"
    assert real.result.half_width(0.95) <= 0.01


def test_a_stop_keeps_what_there_is() -> None:
    def stop(progress: Progress) -> None:
        assert progress[1:] == (10**9, "rounds", "")
        if progress.done >= 300_000:
            job.stop()

    job = simulating(10**9, pair, seed="interrupt")
    job.watch(stop)
    found = job.result()
    assert found.stopped == "interrupted"
    assert found.rounds == found.result.total >= 300_000
    same = simulate(found.rounds, pair, seed="interrupt").result
    assert same.counts == found.result.counts


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"within": 0}, "above 0"),
        ({"confidence": 1.0}, "confidence"),
        ({"confidence": 0.1}, "confidence"),
        ({"k": 60}, "cannot be drawn"),
        ({"form": "masks", "deck": Deck(packs=2)}, "repeated"),
        ({"threads": 0}, "threads"),
    ],
)
def test_simulations_that_cannot_be(options: dict[str, Any], message: str) -> None:
    with pytest.raises(ArgumentError, match=message):
        simulate(10, pair, **options)


def test_analyses_that_return_something_else() -> None:
    with pytest.raises(ArgumentError, match=r"analyze returned \(2,\) for 10 rounds"):
        simulate(10, lambda masks: masks[:2])
    with pytest.raises(ArgumentError, match="'x' returned"):
        simulate(10, lambda masks: {"x": 1})
    with pytest.raises(ArgumentError, match="numbers"):
        simulate(10, lambda masks: np.array([1j] * len(masks)))
    with pytest.raises(ZeroDivisionError):
        simulate(10, lambda masks: 1 // 0)


# ---- intervals of rare payoffs, and arguments that are none


def test_a_mean_of_equal_numbers_is_known_only_within_bounds() -> None:
    free, bounded, fixed = Mean(), Mean((0, 4)), Mean((1, 1))
    for found in (free, bounded, fixed):
        found.add(np.ones(1000))
    assert free.mean().interval == (float("-inf"), float("inf"))
    assert bounded.mean().low == pytest.approx(1 - 4 * log(40) / 1000)
    assert fixed.mean().interval == (1.0, 1.0)
    assert read_record(Mean, write_record(bounded)) == bounded
    seen = Tally()
    seen.add(np.zeros(1000, dtype=np.int64))
    assert seen.mean().high == float("inf")


def test_a_rare_payoff_is_not_said_to_be_nothing() -> None:
    def rare(masks: np.ndarray) -> np.ndarray:
        return (masks == 0b1111).astype(np.float64)  # one in 270,725: often not in a batch

    for seed in range(20):
        free = simulate(10**8, rare, 4, seed=seed, within=0.001)
        assert free.result.highest == 1.0  # it went on until one came
        bounded = simulate(10**8, rare, 4, seed=seed, within=0.001, bounds=(0, 1))
        assert bounded.rounds == 1 << 17
        assert bounded.result.mean(0.95).low <= 1 / 270_725 <= bounded.result.mean(0.95).high
    nothing = simulate(300_000, lambda m: np.zeros(len(m)), seed=1, within=0.001)
    assert (nothing.stopped, nothing.result.mean().high) == ("done", float("inf"))


def test_numbers_beyond_the_bounds_are_refused() -> None:
    with pytest.raises(ArgumentError, match="numbers from 2 to 2 are not within the bounds 0 to 1"):
        simulate(1000, lambda m: np.full(len(m), 2.0), seed=1, bounds=(0, 1))
    for bounds in [(1, 0), (0,), "ab", (0, float("inf")), 3, (0, float("nan"))]:
        with pytest.raises(ArgumentError, match="bounds must be two numbers in ascending order"):
            Mean(bounds)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: Deck(52), "give ranks as letters"),
        (lambda: Deck(packs=1.5), "packs must be an integer"),
        (lambda: Deck(jokers="2"), "jokers must be an integer"),
        (lambda: deck_of("x"), "a deck must be an integer"),
        (lambda: deck_of([1]), "a deck must be an integer"),
        (lambda: draws(2.5, 3), "rounds must be an integer, not 2.5"),
        (lambda: draws(5, "7"), "cards to draw must be an integer, not '7'"),
        (lambda: draws(5, 7, first="a"), "first round must be an integer"),
        (lambda: simulate(1000, 5), "analyze must be a function"),
        (lambda: simulate(1e6, pair), "rounds must be an integer"),
        (lambda: simulate(1000, pair, within="x"), "above 0, not 'x'"),
        (lambda: simulate(1000, pair, confidence=None), "a confidence must be"),
    ],
)
def test_arguments_of_the_wrong_type(make: Any, message: str) -> None:
    with pytest.raises(ArgumentError, match=message):
        make()
