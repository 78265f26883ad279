"""Draws are uniform, as far as exact statistics can tell; and biased shuffles are rejected.

False failures: a test fails when a p-value is under 1e-7; the seeds are fixed, so in fact always or
never. Power: a million rounds of seven cards see a card's share of 7/52 with a standard deviation
of 0.25 % of it, so a card or an ordered pair of places that is off by some percent is found; see
the mutants.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import permutations
from math import perm

import numpy as np
import pytest
from scipy.stats import chi2

from dealwright import Deck, Stream, draws, poker, simulate
from tests.twins.plain import draws as plain_draws

LEVEL = 1e-7
ROUNDS = 300_000
# Hands of seven by category, high card to straight flush (Wikipedia, "Poker probability")
SEVEN = [23294460, 58627800, 31433400, 6461620, 6180020, 4047644, 3473184, 224848, 41584]
Rows = np.ndarray


def evenness(counts: np.ndarray) -> float:
    expected = counts.sum() / counts.size
    return float(chi2.sf(((counts - expected) ** 2 / expected).sum(), counts.size - 1))


def places(rows: Rows, n: int) -> float:
    """Every place of a row holds every card alike: k independent-looking rows, n - 1 each.

    Rows of a round are drawn without replacement; over places the statistic's covariance is
    (n / (n-1)) (I - J/n) x (I - J/n) where k = n, and I x (I - J/n) plus -1/(n-1) off the diagonal
    in general: each place is tested by itself, and the smallest p-value is multiplied by k.
    """
    k = rows.shape[1]
    return k * min(evenness(np.bincount(rows[:, j], minlength=n)) for j in range(k))


def ordered_pairs(rows: Rows, n: int) -> float:
    """The first and last card together: n (n - 1) ordered pairs alike."""
    counts = np.bincount(rows[:, 0].astype(np.int64) * n + rows[:, -1], minlength=n * n)
    return evenness(counts.reshape(n, n)[~np.eye(n, dtype=bool)])


def triples(rows: Rows, n: int) -> float:
    """All ordered triples of a small deck."""
    numbers = {row: i for i, row in enumerate(permutations(range(n), 3))}
    keys = [numbers[tuple(row)] for row in rows[:, :3].tolist()]
    return evenness(np.bincount(keys, minlength=perm(n, 3)))


@pytest.mark.parametrize(("n", "k"), [(52, 7), (36, 5), (8, 8), (312, 7)])
def test_draws_are_uniform(n: int, k: int) -> None:
    deck = {52: 52, 36: 36, 8: Deck.of_cards(range(8)), 312: Deck(packs=6)}[n]
    rows = draws(ROUNDS, k, "uniform draws", deck, form="positions")
    assert places(rows, n) > LEVEL
    assert ordered_pairs(rows, n) > LEVEL


def test_ordered_triples_of_six_are_uniform() -> None:
    rows = draws(ROUNDS, 3, "triples", Deck.of_cards(range(6)), form="positions")
    assert triples(rows, 6) > LEVEL


def test_sets_of_seven_are_uniform_by_their_number() -> None:
    """The colex numbers of masks fall evenly into 1,000 stretches: serial dependence aside."""
    from dealwright import Combinations

    numbers = Combinations(52, 7).rank_masks(draws(ROUNDS, 7, "numbers"))
    cells = (numbers.astype(np.float64) / 133_784_560 * 1000).astype(np.int64)
    assert evenness(np.bincount(cells, minlength=1000)) > LEVEL
    following = np.bincount(cells[:-1:2] // 50 * 20 + cells[1::2] // 50, minlength=400)
    assert evenness(following) > LEVEL


@pytest.mark.long
def test_seven_cards_have_the_exact_frequencies() -> None:
    """Chi-square of two million hands against all 133,784,560; wrong by 1e-7 for a right dealer.

    A share of trips wrong by 2.3 % of itself is found with even chances (its standard
    deviation is 0.3 % of it).
    """
    found = simulate(2_000_000, lambda m: poker.category(poker.evaluate(m)), seed="seven")
    counts = np.array([found.result.counts.get(c, 0) for c in range(9)])
    expected = np.array(SEVEN) / sum(SEVEN) * found.rounds
    assert chi2.sf(((counts - expected) ** 2 / expected).sum(), 8) > LEVEL


def _uniform(stream: Stream, at: int, n: int, below: int) -> np.ndarray:
    words = stream.words(at * n, n) >> np.uint64(6)
    return (words % np.uint64(below)).astype(np.int64)


def _shuffled(n: int, k: int, rounds: int, choose: Callable[[int], np.ndarray]) -> Rows:
    """A partial shuffle of the first k places of packs, as seed documents write it."""
    packs = np.repeat(np.arange(n)[:, None], rounds, axis=1)
    columns = np.arange(rounds)
    for i in range(k):
        j = choose(i)
        here, there = packs[i].copy(), packs[j, columns]
        packs[j, columns] = here
        packs[i] = there
    return packs[:k].T


def fair(stream: Stream) -> Rows:
    return _shuffled(52, 7, ROUNDS, lambda i: i + _uniform(stream, i, ROUNDS, 52 - i))


def swap_with_any(stream: Stream) -> Rows:
    return _shuffled(52, 7, ROUNDS, lambda i: _uniform(stream, i, ROUNDS, 52))


def never_the_last(stream: Stream) -> Rows:
    return _shuffled(52, 7, ROUNDS, lambda i: i + _uniform(stream, i, ROUNDS, 51 - i))


def never_itself(stream: Stream) -> Rows:
    return _shuffled(52, 7, ROUNDS, lambda i: i + 1 + _uniform(stream, i, ROUNDS, 51 - i))


def with_replacement_repaired(stream: Stream) -> Rows:
    """A card drawn twice becomes the next one up: clumps."""
    rows = np.stack([_uniform(stream, i, ROUNDS, 52) for i in range(7)], axis=1)
    for j in range(1, 7):
        for _ in range(7):
            met = (rows[:, :j] == rows[:, j : j + 1]).any(axis=1)
            rows[met, j] = (rows[met, j] + 1) % 52
    return rows


def test_control() -> None:
    rows = fair(Stream("control"))
    assert min(places(rows, 52), ordered_pairs(rows, 52)) > LEVEL


@pytest.mark.parametrize(
    "mutant", [swap_with_any, never_the_last, never_itself, with_replacement_repaired]
)
def test_biased_shuffles_are_rejected(mutant: Callable[[Stream], Rows]) -> None:
    rows = mutant(Stream("mutant"))
    assert min(places(rows, 52), ordered_pairs(rows, 52)) < LEVEL


@pytest.mark.long
def test_the_kernels_method_without_its_rule_is_rejected(monkeypatch: pytest.MonkeyPatch) -> None:
    """Digits of a half of only twelve bits, as if randomness were short."""
    right = plain_draws._digits
    monkeypatch.setattr(
        plain_draws, "_digits", lambda half, bounds: right(half >> 20 << 20, bounds)
    )
    rows = plain_draws.rows(52, 7, Stream("kernel mutant").key, 0, 50_000)
    assert min(places(rows, 52), ordered_pairs(rows, 52)) < LEVEL


@pytest.mark.long
def test_intervals_hold_the_truth_as_often_as_they_say() -> None:
    """95 % intervals of the share of pairs in 400 simulations, each stopped by its precision.

    Binomial(400, 0.95) is under 358 or over 399 with probability 5e-6 together; intervals of 85 %
    would fail with probability 0.99.
    """
    truth = 58627800 / 133784560

    def pair(masks: np.ndarray) -> np.ndarray:
        return poker.category(poker.evaluate(masks)) == 1

    held = 0
    for i in range(400):
        found = simulate(10**9, pair, seed=f"cover {i}", within=0.0025, threads=1)
        assert found.stopped == "precise"
        interval = found.result.share(1)
        held += interval.low <= truth <= interval.high
    assert 358 <= held <= 399
