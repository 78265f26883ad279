"""Numbers with intervals: they behave as numbers do, and refuse what has no interval."""

from __future__ import annotations

import json
from dataclasses import replace
from fractions import Fraction
from math import inf
from typing import Any

import numpy as np
import pytest
from scipy.stats import beta, binom

from dealwright import ArgumentError, Estimate, parse
from dealwright.answers import proportion
from dealwright.answers.estimates import FEW, exact_ends, unseen_at_most, wilson
from dealwright.answers.records import number_from_json, number_to_json, read_record, write_record

SHARE = proportion(50, 1000, seed="one", method="filter")
OTHER = proportion(300, 2000, seed="two", method="filter")
EXACT = Estimate.certain(Fraction(1, 4))


def test_it_is_compared_by_value() -> None:
    assert SHARE == 0.05
    assert SHARE != 0.06
    assert SHARE < 0.06 <= proportion(6, 100)
    assert 0.04 < SHARE < Fraction(1, 19) < OTHER
    assert SHARE >= 0.05 <= SHARE
    assert sorted([OTHER, SHARE, EXACT]) == [SHARE, OTHER, EXACT]
    assert Estimate.certain(3) == 3 == np.int64(3)
    assert Fraction(1, 4) == EXACT
    assert SHARE != "0.05"
    with pytest.raises(TypeError):
        _ = SHARE < "1"


def test_equal_numbers_have_equal_hashes() -> None:
    assert {SHARE, 0.05} == {0.05}
    assert len({SHARE, proportion(1, 20), proportion(1, 20)}) == 2


@pytest.mark.long
def test_estimates_with_other_intervals_are_not_equal() -> None:
    """A twentieth of 20 deals and of 1000 is the same number, but is not known as well."""
    few, many = proportion(1, 20), proportion(50, 1000)
    assert few.value == many.value
    assert few != many
    assert few == proportion(1, 20, seed="other")
    assert few != Estimate.certain(Fraction(1, 20))
    assert few != replace(few, high=0.5)
    assert few != replace(few, low=0.0)
    assert few == 0.05 == many


def test_an_infinite_interval_is_not_printed() -> None:
    assert str(Estimate(2.0, -inf, inf, False, "simulation", samples=1)) == "2"
    assert hash(Estimate.certain(7)) == hash(7)


def test_it_is_formatted_and_rounded_like_a_number() -> None:
    assert f"{SHARE:.3f}" == "0.050"
    assert f"{SHARE:8.1%}|" == "    5.0%|"
    assert f"{EXACT:.3f}" == "0.250"
    assert f"{Estimate.certain(10**28):,}" == "10,000,000,000,000,000,000,000,000,000"
    assert f"{SHARE}" == str(SHARE) == "0.05 (0.0381303 to 0.0653138)"
    assert f"{EXACT}" == "1/4"
    assert (round(SHARE, 1), round(SHARE), round(EXACT, 1)) == (0.1, 0, Fraction(1, 5))
    assert (int(Estimate.certain(Fraction(7, 2))), float(EXACT)) == (4, 0.25)


def test_its_truth_is_that_of_the_number() -> None:
    assert SHARE
    assert not proportion(0, 1000)
    assert not Estimate.certain(0)


def test_exact_numbers_move_the_interval_along() -> None:
    low, high = SHARE.interval
    for found, ends in [
        (SHARE + 1, (low + 1, high + 1)),
        (1 - SHARE, (1 - high, 1 - low)),
        (SHARE - Fraction(1, 2), (low - 0.5, high - 0.5)),
        (-3 * SHARE, (-3 * high, -3 * low)),
        (SHARE / 2, (low / 2, high / 2)),
        (1 / SHARE, (1 / high, 1 / low)),
        (EXACT * SHARE, (low / 4, high / 4)),
        (EXACT / SHARE, (1 / (4 * high), 1 / (4 * low))),
        (SHARE / EXACT, (4 * low, 4 * high)),
        (sum([SHARE, EXACT]), (low + 0.25, high + 0.25)),
    ]:
        assert [float(end) for end in found.interval] == pytest.approx(ends, rel=1e-12)
        assert found.low <= found.value <= found.high
        assert not found.exact
        assert (found.samples, found.hits, found.seed) == (1000, 50, "one")


def test_exact_numbers_stay_exact() -> None:
    assert (EXACT + EXACT).value == Fraction(1, 2)
    assert (EXACT * 4).exact
    whole = 2 * Estimate.certain(10**28) + 1
    assert (whole.value, type(whole.value), whole.exact) == (2 * 10**28 + 1, int, True)
    assert (1 / EXACT).interval == (4, 4)
    with pytest.raises(ZeroDivisionError):
        _ = EXACT / 0


def test_an_infinite_interval_moves_too() -> None:
    unknown = Estimate(2.0, -inf, inf, False, "simulation", samples=1)
    assert (unknown * -2 + 1).interval == (-inf, inf)


def test_independent_samples_are_added() -> None:
    """Newcombe (1998), method 10: 56/70 against 48/80 differ by 0.2, 95 % from 0.0524 to 0.3339."""
    difference = proportion(56, 70, seed="a") - proportion(48, 80, seed="b")
    assert float(difference) == pytest.approx(0.2)
    assert difference.low == pytest.approx(0.0524, abs=5e-5)
    assert difference.high == pytest.approx(0.3339, abs=5e-5)
    assert (difference.samples, difference.hits, difference.seed) == (150, 104, "a, b")
    both = SHARE + OTHER
    assert both == OTHER + SHARE == pytest.approx(0.2)
    assert both.high - both.low < (SHARE.high - SHARE.low) + (OTHER.high - OTHER.low)


def test_the_interval_of_a_sum_holds_the_truth() -> None:
    """95 % of 2000 differences of shares, 0.3 and 0.6; under 93 % or over 97 % has chance 1e-4."""
    draws = np.random.Generator(np.random.PCG64(5))  # noqa: TID251  not from the package's streams
    first, other = draws.binomial(200, 0.6, 2000).tolist(), draws.binomial(300, 0.3, 2000).tolist()
    held = 0
    for a, b in zip(first, other, strict=True):
        found = proportion(a, 200, seed="a") - proportion(b, 300, seed="b")
        held += found.low <= 0.3 <= found.high
    assert 0.93 * 2000 < held < 0.97 * 2000


def test_what_has_no_interval_is_refused() -> None:
    for act in (
        lambda: SHARE + SHARE,
        lambda: SHARE + proportion(1, 10, seed="one"),
        lambda: SHARE - proportion(1, 10),  # of an unknown sample
        lambda: (SHARE + OTHER) + OTHER,
        lambda: SHARE + proportion(1, 10, seed="c", confidence=0.9),
        lambda: SHARE * OTHER,
        lambda: SHARE / OTHER,
        lambda: 1 / proportion(0, 100),
    ):
        with pytest.raises(ArgumentError):
            act()


def test_a_part_of_another() -> None:
    few, many = proportion(10, 1000), proportion(40, 1000)
    found = few.ratio(many)
    assert float(found) == 0.25
    assert float(found.low) == pytest.approx(few.low / many.high)
    assert float(found.high) == pytest.approx(few.high / many.low)
    assert proportion(39, 1000).ratio(many).high == 1
    assert EXACT.ratio(Estimate.certain(Fraction(1, 2))).value == Fraction(1, 2)


def test_a_sampled_count_can_be_compared_with_an_exact_one() -> None:
    sampled = parse("balanced(north)").count(method="filter", seed=2, hits=10_000)
    exact = parse("balanced(north)").count()
    assert sampled.low < exact < sampled.high
    assert 0.95 < exact / sampled < 1.05


@pytest.mark.parametrize(
    "number",
    [0, -5, 2**53, 2**53 + 1, -(2**60), Fraction(1, 3), Fraction(4), 0.1, 1e300, inf, -inf],
)
def test_numbers_as_json_lose_nothing(number: float | Fraction) -> None:
    text = json.dumps(number_to_json(number), allow_nan=False)
    again = number_from_json(json.loads(text))
    assert again == number
    assert type(again) is type(number)


@pytest.mark.parametrize("value", [None, True, "", "x", "1/0", "1.5", [], {}])
def test_what_is_no_number(value: object) -> None:
    with pytest.raises(ArgumentError, match="is not a number"):
        number_from_json(value)


def test_its_json_values() -> None:
    assert write_record(SHARE) == {
        "value": 0.05, "exact": False, "interval": [SHARE.low, SHARE.high], "confidence": 0.95,
        "method": "filter", "samples": 1000, "hits": 50, "seed": "one",
    }  # fmt: skip
    again = read_record(Estimate, json.loads(json.dumps(write_record(SHARE))))
    assert write_record(again) == write_record(SHARE)


@pytest.mark.parametrize(
    ("numbers", "confidence", "said"),
    [
        ((5, 3), 0.95, "hits must be 0 to 3, the number of samples, not 5"),
        ((-1, 3), 0.95, "hits must be 0 to 3, the number of samples, not -1"),
        (("1", 3), 0.95, "hits must be an integer, not '1'"),
        ((0, -1), 0.95, r"samples cannot be negative \(-1\)"),
        ((1, 3), 95, "the confidence must be between 0 and 1, such as 0.95, not 95"),
        ((1, 3), "x", "the confidence must be between 0 and 1, such as 0.95, not 'x'"),
    ],
)
def test_what_is_no_share_of_a_sample(numbers: tuple[Any, Any], confidence: Any, said: str) -> None:
    with pytest.raises(ArgumentError, match=f"^{said}$"):
        proportion(*numbers, confidence=confidence)


class TestIntervalsOfShares:
    """Exact with few hits or misses, else Wilson's; and always around the share."""

    @pytest.mark.parametrize("samples", [1, 2, 7, 20, 100, 2_000, 50_000])
    @pytest.mark.parametrize("confidence", [0.5, 0.95, 0.999])
    def test_few_hits_have_the_exact_ends(self, samples: int, confidence: float) -> None:
        """Those of the beta law (Clopper and Pearson)."""
        tail = (1 - confidence) / 2
        for hits in {*range(min(FEW, samples) + 1), *range(max(0, samples - FEW), samples + 1)}:
            low, high = proportion(hits, samples, confidence=confidence).interval
            wanted = beta.ppf(tail, hits, samples - hits + 1) if hits else 0.0
            assert low == pytest.approx(wanted, rel=1e-6)
            wanted = beta.ppf(1 - tail, hits + 1, samples - hits) if hits < samples else 1.0
            assert high == pytest.approx(wanted, rel=1e-6)

    def test_hits_of_weighted_samples_need_not_be_whole(self) -> None:
        for hits, samples in ((0.4, 50.0), (2.7, 800.5), (4.99, 31.3)):
            low, high = exact_ends(hits, samples, 0.95)
            assert low == pytest.approx(beta.ppf(0.025, hits, samples - hits + 1), rel=1e-6)
            assert high == pytest.approx(beta.ppf(0.975, hits + 1, samples - hits), rel=1e-6)
            other = exact_ends(samples - hits, samples, 0.95)
            assert other == pytest.approx((1 - high, 1 - low), rel=1e-9)

    def test_ends_of_a_thousand_million_samples(self) -> None:
        low, high = proportion(0, 10**9).interval
        assert (low, high) == (0, pytest.approx(1 - 0.025 ** (1e-9), rel=1e-6))
        low, high = proportion(1, 10**9).interval
        assert low == pytest.approx(1 - 0.975 ** (1e-9), rel=1e-6)
        assert high == pytest.approx(5.571643e-9, rel=1e-6)

    @pytest.mark.parametrize("samples", [40, 300, 2_000])
    def test_they_cover_as_often_as_they_say(self, samples: int) -> None:
        """For every share, added up exactly: 92.5 % at least (84 % with Wilson's ends alone)."""
        intervals = [proportion(hits, samples).interval for hits in range(samples + 1)]
        low, high = (np.array([float(ends[at]) for ends in intervals]) for at in (0, 1))
        for expected in np.arange(0.05, 15, 0.05):
            share = expected / samples
            inside = (low <= share) & (share <= high)
            covered = binom.pmf(np.arange(samples + 1), samples, share)[inside].sum()
            assert covered >= 0.925
            if expected <= 2.2:  # no share that six hits, the first with Wilson's ends, leave out
                assert covered >= 0.95

    def test_ends_rise_with_the_hits(self) -> None:
        for samples in (13, 100, 10_000):
            ends = [proportion(hits, samples).interval for hits in range(min(samples, 60) + 1)]
            assert ends == sorted(ends)
            assert [high for _, high in ends] == sorted(high for _, high in ends)

    @pytest.mark.parametrize("samples", [1, 3, 49, 97, 1234, 0.7, 10**7])
    def test_an_interval_contains_its_value(self, samples: float) -> None:
        """Also that of a sure share: its upper end was 0.9999999999999999."""
        for share in (0.0, 1e-9, 0.3, 1 - 1e-16, 1.0):
            for z in (0.1, 1.96, 4.0):
                low, high = wilson(share, samples, z)
                assert 0 <= low <= share <= high <= 1
        assert wilson(1.0, samples, 1.96)[1] == 1
        assert wilson(0.0, samples, 1.96)[0] == 0
        for hits in range(min(8, int(samples)) + 1):
            for number in (hits, int(samples) - hits):
                estimate = proportion(number, int(samples))
                assert 0 <= estimate.low <= estimate.value <= estimate.high <= 1

    def test_what_was_not_seen(self) -> None:
        assert unseen_at_most(59) == pytest.approx(1 - 0.05 ** (1 / 59))
        assert unseen_at_most(0) == 1
