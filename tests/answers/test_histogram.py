"""Histograms: counts, shares and moments, exact and sampled; parts and mixtures; pictures."""

from __future__ import annotations

import pickle
from fractions import Fraction
from math import inf, pi, sqrt
from statistics import pvariance, variance
from xml.etree import ElementTree as ET

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from dealwright import (
    ArgumentError,
    Estimate,
    Histogram,
    Tally,
    deal,
    hcp,
    north,
    parse,
    south,
    spades,
)
from dealwright.answers.estimates import IN_FILES
from dealwright.answers.histogram import count_rows, total_text

BOTH = Histogram(["a", "b"], {(2, 5): 4, (1, 6): 3, (1, 5): 2})
SEEN = Histogram(["a"], {(1,): 30, (3,): 70}, exact=False, method="filter", seed="s")
Values = st.lists(st.integers(-20, 20), min_size=2, max_size=60)


def of_values(values: list[int], *, exact: bool) -> Histogram:
    return Histogram(["x"], count_rows([np.array(values)]), exact=exact)


# ---- a mapping


def test_listing_it_ends() -> None:
    """It ran for ever: __getitem__ alone makes an object that any index is in."""
    found = parse("balanced(north)").distribution(hcp(north))
    assert list(found) == [(points,) for points in range(38) if found[points]]
    assert len(list(found)) == len(found) == 38


def test_it_is_a_mapping_in_order() -> None:
    assert list(BOTH) == [(1, 5), (1, 6), (2, 5)]
    assert list(BOTH.items()) == [((1, 5), 2), ((1, 6), 3), ((2, 5), 4)]
    assert ((1, 5) in BOTH, (2, 6) in BOTH, 1 in BOTH, "a" in BOTH) == (True, False, False, False)
    assert (BOTH[1, 5], BOTH[9, 9], SEEN[3], SEEN[(3,)], 3 in SEEN) == (2, 0, 70, 70, True)
    assert (len(BOTH), BOTH.total) == (3, 9)
    assert not Histogram(["a"], {(1,): 0})


def test_equality_looks_at_everything() -> None:
    assert Histogram(["a", "b"], dict(reversed(BOTH.items()))) == BOTH
    assert hash(Histogram(["a", "b"], BOTH.counts)) == hash(BOTH)
    assert Histogram(["a", "c"], BOTH.counts) != BOTH
    assert Histogram(["a", "b"], BOTH.counts, exact=False) != BOTH
    assert pickle.loads(pickle.dumps(SEEN)) == SEEN
    assert BOTH.counts != BOTH


def test_what_cannot_be() -> None:
    with pytest.raises(ArgumentError, match=r"^each key needs 1 value: x$"):
        Histogram(["x"], {(1, 2): 3})
    with pytest.raises(ArgumentError, match="needs 2 values: a, b"):
        Histogram(["a", "b"], {(1,): 3})
    with pytest.raises(ArgumentError, match="0 or more"):
        Histogram(["a"], {(1,): -3})
    empty = Histogram(["a"], {})
    for act in (
        lambda: empty.probability(1), empty.mean, lambda: empty.quantile(0.5), empty.svg,
        lambda: empty.compare(empty), lambda: BOTH.mean("c"), lambda: BOTH.mean(2),
        BOTH.marginal, lambda: SEEN.quantile(1.5), lambda: SEEN.scaled(2),
        lambda: SEEN.merged(BOTH), lambda: SEEN.compare(BOTH), lambda: Histogram.mixed([], []),
    ):  # fmt: skip
        with pytest.raises(ArgumentError):
            act()


# ---- shares and moments


def test_shares() -> None:
    assert BOTH.probability((1, 6)) == Fraction(1, 3)
    share = SEEN.probability(1)
    assert isinstance(share, Estimate)
    assert (share.value, share.hits, share.samples, share.seed) == (0.3, 30, 100, "s")
    assert share.interval == pytest.approx((0.2189, 0.3958), abs=5e-5)  # Wilson
    wider = SEEN.probability(1, confidence=0.99)
    assert isinstance(wider, Estimate)
    assert wider.confidence == 0.99
    assert wider.interval == pytest.approx((0.1975, 0.4274), abs=5e-5)
    assert SEEN.probability(2) == 0


@given(Values)
def test_moments_are_those_of_the_values(values: list[int]) -> None:
    exact, seen = of_values(values, exact=True), of_values(values, exact=False)
    assert exact.mean() == seen.mean() == Fraction(sum(values), len(values))
    fractions = [Fraction(value) for value in values]
    assert exact.variance() == pvariance(fractions)
    assert seen.variance() == variance(fractions)
    assert seen.deviation() == pytest.approx(sqrt(variance(fractions)))
    assert exact.standard_error() == 0
    assert seen.standard_error() == pytest.approx(seen.deviation() / sqrt(len(values)))
    found = seen.estimate()
    assert float(found) == pytest.approx(float(seen.mean()))
    reach = 1.959964 * seen.standard_error()
    assert float(found.high - found.low) == pytest.approx(2 * reach, rel=1e-6, abs=1e-12)
    assert exact.estimate().value == exact.mean()
    assert exact.estimate().exact


def test_one_deal_tells_nothing_of_the_spread() -> None:
    one = Histogram(["a"], {(4,): 1}, exact=False)
    assert (one.mean(), one.variance(), one.standard_error()) == (4, 0, inf)
    assert one.estimate().interval == (-inf, inf)


@given(Values, st.fractions(0, 1))
def test_quantiles(values: list[int], share: Fraction) -> None:
    found = of_values(values, exact=True).quantile(share)
    assert sum(value <= found for value in values) >= share * len(values)
    assert sum(value < found for value in values) < share * len(values) or found == min(values)


def test_a_float_share_is_the_decimal_that_it_prints() -> None:
    tenths = Histogram(["x"], {(value,): 1 for value in range(10)})
    assert [tenths.quantile(share) for share in (0.1, 0.3, 0.7, 0.5, 0, 1)] == [0, 2, 6, 4, 0, 9]


# ---- parts and mixtures


def test_parts() -> None:
    assert BOTH.marginal("a").counts == BOTH.marginal(0).counts == {(1,): 5, (2,): 4}
    assert BOTH.marginal("b", "a").counts == {(5, 1): 2, (5, 2): 4, (6, 1): 3}
    assert BOTH.column("b") == {5: 6, 6: 3}
    some = BOTH.given({"b": [5, 7], "a": 1})
    assert some.counts == {(1, 5): 2}
    assert some.condition == "every deal, given b = 5 or 7, given a = 1"


def test_parts_are_those_that_are_counted_again() -> None:
    found = parse("balanced(north)").distribution(hcp(north), spades(north))
    strong = parse("balanced(north) && hcp(north) in 15..17")
    assert found.given({"hcp(north)": range(15, 18)}).counts == (
        strong.distribution(hcp(north), spades(north)).counts
    )
    assert found.marginal("hcp(north)") == parse("balanced(north)").distribution(hcp(north))


def test_disjoint_conditions_and_batches_are_merged() -> None:
    weak, strong = (parse(f"hcp(north) in {ends}") for ends in ("0..9", "10..37"))
    merged = weak.distribution(spades(south)).merged(strong.distribution(spades(south)))
    assert merged.counts == parse("1").distribution(spades(south)).counts
    twice = SEEN.merged(SEEN)
    assert (twice.total, twice.exact, twice.seed) == (200, False, "s")


@pytest.mark.long
def test_mixtures() -> None:
    one, two = Histogram(["x"], {(0,): 1, (1,): 1}), Histogram(["x"], {(1,): 5})
    mixed = Histogram.mixed([one, two], [Fraction(2, 3), Fraction(1, 3)])
    assert mixed.counts == {(0,): 1, (1,): 2}
    assert one.scaled(3).counts == {(0,): 3, (1,): 3}
    with pytest.raises(ArgumentError, match="sample"):
        Histogram.mixed([SEEN], [Fraction(1)])


def test_comparing() -> None:
    coin = Histogram(["x"], {(0,): 1, (1,): 1})
    seen = Histogram(["x"], {(0,): 60, (1,): 40}, exact=False)
    assert coin.compare(seen).distance == pytest.approx(0.1)
    assert coin.compare(seen).expected == pytest.approx(2 * sqrt(0.25 / (2 * pi * 100)))
    assert coin.compare(coin) == (0, 0)
    more = Histogram(["x"], {(0,): 150, (1,): 150}, exact=False)
    assert more.compare(seen).expected == pytest.approx(
        2 * sqrt(0.25 * (1 / 100 + 1 / 300) / (2 * pi))
    )


def test_honest_samples_differ_as_much_as_expected() -> None:
    """The mean of 60 distances of samples of 2000 deals; within a tenth, six standard errors."""
    exact = parse("balanced(north)").distribution(hcp(north))
    found = []
    for seed in range(60):
        dealt = deal(2000, "balanced(north)", seed=seed)
        seen = Histogram.of_columns({"hcp(north)": dealt.north.hcp})
        found.append(exact.compare(seen))
    distances = [distance for distance, _ in found]
    assert sum(distances) / 60 == pytest.approx(found[0].expected, rel=0.1)
    other = deal(2000, "balanced(north) && hcp(north) >= 8", seed=1)
    biased = Histogram.of_columns({"hcp(north)": other.north.hcp})
    assert exact.compare(biased).distance > 3 * found[0].expected


# ---- samples


def test_columns_are_counted() -> None:
    dealt = deal(500, seed=1)
    found = Histogram.of_columns(
        {"aces": dealt.north.aces, "void": dealt.north.length("S") == 0}, seed="1"
    )
    assert found.total == 500
    assert found.marginal("aces").counts == count_rows([dealt.north.aces])
    for columns in (
        {"a": [0.5]},
        {"a": [1, 2], "b": [1]},
        {"a": [[1, 2]]},
        {"a": np.array([1], dtype=np.int64), "b": np.array([1], dtype=np.uint64)},
    ):
        with pytest.raises(ArgumentError):
            Histogram.of_columns(columns)


def test_a_tally_yields_its_histogram() -> None:
    tally = Tally()
    for start in (0, 3):
        tally.add(np.arange(start, start + 5), np.arange(5) % 2)
    found = tally.histogram(["a", "b"], seed="t")
    rows = [(start + i, i % 2) for start in (0, 3) for i in range(5)]
    assert found.counts == {row: rows.count(row) for row in sorted(set(rows))}
    assert (found.total, found.seed, found.exact) == (tally.total, "t", False)


# ---- shown


def test_text_of_samples_says_so() -> None:
    lines = list(SEEN.lines(symbols=False))
    assert lines[0] == "100 deals, sampled"
    assert lines[-1] == "a: mean 2.4 +- 0.18, deviation 0.921132"
    assert list(Histogram(["a"], {}).lines()) == ["0 deals, exact"]
    assert str(SEEN).splitlines()[0] == lines[0]
    assert repr(SEEN) == "<Histogram of a: 100 sampled>"


def test_a_picture_has_a_bar_for_each_value() -> None:
    found = parse("balanced(north)").distribution("shape(north)")
    root = ET.fromstring(found.svg())
    bars = root.findall(".//{http://www.w3.org/2000/svg}rect")
    assert len(bars) == len(found)
    widths = [float(bar.get("width", "")) for bar in bars]
    shares = [n / max(found.counts.values()) for n in found.counts.values()]
    assert [wide / max(widths) for wide in widths] == pytest.approx(shares, abs=1e-4)
    assert "4=3=3=3" in found.svg()


def test_a_picture_of_two_quantities_is_a_grid() -> None:
    root = ET.fromstring(Histogram(["<a>", "b"], BOTH.counts).svg())
    assert len(root.findall(".//{http://www.w3.org/2000/svg}rect")) == 3
    texts = [each.text for each in root.findall(".//{http://www.w3.org/2000/svg}text")]
    assert "<a> by b, 9 deals, exact" in texts
    assert {"22.22", "33.33", "44.44"} <= set(texts)
    with pytest.raises(ArgumentError, match="take a marginal"):
        Histogram(["a", "b", "c"], {(1, 2, 3): 1}).svg()


def test_html_takes_the_colours_of_the_page() -> None:
    found = Histogram(["hcp<"], {(value,): 1 for value in range(100)}, condition="a < b")
    html = found._repr_html_()
    root = ET.fromstring(html)
    assert len(root.findall("./tbody/tr")) == 62
    assert root.findtext("./tbody/tr[61]/td") == "40 more rows"
    assert root.findtext("./tbody/tr[62]/td") == "hcp<: mean 49.5, deviation 28.8661"
    assert root.findtext("./caption") == "100 deals, exact: a < b"
    # no colour but that of the bars, so that a dark page stays readable
    assert {part.split('"')[0].split(";")[0] for part in html.split("color: ")[1:]} == {"inherit"}


def test_quantities_that_have_a_name_of_another_column_keep_theirs() -> None:
    twice = Histogram(["hcp(north)", "hcp(north)"], {(1, 2): 3, (4, 5): 6}).table_columns()
    assert (twice["hcp(north)"], twice["hcp(north)_2"]) == ([1, 4], [2, 5])
    assert list(twice) == ["hcp(north)", "hcp(north)_2", "count", "probability"]


@pytest.mark.parametrize(
    ("count", "kind"), [(2**63 - 1, "int64"), (10**38 - 1, "decimal128"), (10**38, "decimal256")]
)
def test_arrow_holds_large_counts(count: int, kind: str) -> None:
    column = Histogram(["x"], {(1,): count}).to_arrow().column("count")
    assert str(column.type).startswith(kind)
    assert int(column[0].as_py()) == count


def test_what_arrow_cannot_hold_is_refused() -> None:
    with pytest.raises(ArgumentError, match=r"76 digits.*use to_pandas\(\)"):
        Histogram(["x"], {(1,): 10**76}).to_arrow()


def test_boards_of_files_are_counted_in_words() -> None:
    texts = [total_text(Histogram(["x"], {(1,): n}, method=IN_FILES)) for n in (1, 2)]
    assert texts == ["1 board in files", "2 boards in files"]
