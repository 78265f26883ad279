"""Printed intervals are those of the estimates, and are left out where they say nothing."""

from __future__ import annotations

import re
from math import isfinite
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dealwright import Estimate
from dealwright.analysis.contract_comparison import comparing_contracts
from dealwright.analysis.lead_comparison import comparing_leads
from dealwright.analysis.tabulation import tabulating
from dealwright.answers import Histogram, proportion
from dealwright.answers.estimate_texts import margin, percents
from dealwright.answers.pictures import svg_means
from dealwright.scripts.running import run_script
from tests.oracles.stand_in_solver import StandIn

FEW = [2, 3, 4, 30]
UNKNOWN = re.compile(r"\b(inf|nan)\b", re.IGNORECASE)
INF = float("inf")
HAND = "west QJT95.K4.832.A74"
WHERE = "hcp(south) in 15..17"


@given(st.integers(0, 400), st.integers(0, 400))
def test_the_interval_of_a_share_is_its_own(hits: int, misses: int) -> None:
    share = proportion(hits, hits + misses)
    low, high = (f"{100 * float(end):.1f}" for end in share.interval)
    assert percents(share) == (f"{low} to {high}" if hits + misses else "")


@given(st.floats(-1e6, 1e6), st.floats(0, 1e4), st.floats(0, 1e4))
def test_a_margin_is_printed_only_of_an_interval_with_equal_sides(
    value: float, below: float, above: float
) -> None:
    found = Estimate(value, value - below, value + above, False, "sample")
    text = margin(found)
    if found.low == found.high:
        assert text == ""
    elif "±" in text:
        half = float(text.partition("±")[2])
        assert half == pytest.approx(float(found.high - found.low) / 2, abs=0.0051)
        assert value - half == pytest.approx(found.low, abs=0.0051)
        assert value + half == pytest.approx(found.high, abs=0.0051)
    else:
        assert text == f" ({found.low:.2f} to {found.high:.2f})"


@pytest.mark.parametrize("ends", [(-INF, INF), (-INF, 3.0), (2.0, INF), (2.0, 2.0)])
def test_an_interval_that_says_nothing_is_not_printed(ends: tuple[float, float]) -> None:
    assert margin(Estimate(2.0, *ends, False, "sample")) == ""


def printed(text: str, shares: list[Estimate]) -> None:
    """Hold that a text has the intervals of these shares, and nothing infinite."""
    assert not UNKNOWN.search(text)
    assert "∞" not in text
    assert "% ±" not in text
    for share in shares:
        low, high = map(float, share.interval)
        assert isfinite(low)
        assert isfinite(high)
        assert 0 <= low <= float(share) <= high <= 1
        if not share.exact and high - low < 1:
            assert f"{100 * low:.1f} to {100 * high:.1f}" in text


@pytest.mark.parametrize("deals", FEW)
@pytest.mark.parametrize(
    "options", [{}, {"beat_only": True}, {"sorted_by": "matchpoints"}, {"table": True}]
)
def test_leads(deals: int, options: dict[str, Any]) -> None:
    found = comparing_leads(
        HAND, "3NT", WHERE, deals=deals, seed=1, solver=StandIn(), **options
    ).result()
    shares = [each.beats for each in found.leads]
    printed("\n".join(found.lines()), shares)
    printed(found._repr_html_(), shares)


@pytest.mark.parametrize("deals", FEW)
@pytest.mark.parametrize("make_only", [True, False])
def test_contracts(deals: int, make_only: bool) -> None:
    found = comparing_contracts(
        WHERE, "3NT-S 4S-S pass", deals=deals, seed=1, solver=StandIn(), make_only=make_only
    ).result()
    makes = [each.makes for each in found.contracts]
    points = [pair.matchpoints["none"] for pair in found.pairs if pair.matchpoints]
    printed("\n".join(found.lines()), makes + points)
    printed(found._repr_html_(), makes)


@pytest.mark.parametrize("deals", FEW)
def test_tabulations(deals: int) -> None:
    found = tabulating(WHERE, "controls(south)", "hcp(south)", deals=deals, seed=1).result()
    text = "\n".join(found.lines())
    printed(text, [])
    rows = [
        (row.values, float(row.mean), float(row.mean.low), float(row.mean.high))
        for row in found.rows
    ]
    assert not UNKNOWN.search(svg_means("tricks", rows))


@pytest.mark.parametrize("produced", [1, 2, 4])
@pytest.mark.parametrize(
    "action",
    ["average hcp(north)", "average 1", "evalcontract(south, x3N)", "frequency(hcp(north), 0, 40)"],
)
@pytest.mark.usefixtures("stand_in")
def test_scripts(produced: int, action: str) -> None:
    text = "".join(run_script(f"produce {produced} action {action}", seed=1, budget=0))
    assert not UNKNOWN.search(text)
    assert "± 0 " not in text


@pytest.mark.parametrize("counts", [{(3,): 1}, {(3,): 4}, {(3,): 2, (4,): 2}])
def test_histograms(counts: dict[tuple[int, ...], int]) -> None:
    found = Histogram(["a"], counts, exact=False)
    last = list(found.lines(symbols=False))[-1]
    assert not UNKNOWN.search(last)
    assert ("+-" in last) == (len(counts) > 1)


def test_a_picture_of_infinite_intervals() -> None:
    shown = svg_means("t", [("a", 7.0, -INF, INF), ("b", 8.0, 7.0, 9.0)])
    assert not UNKNOWN.search(shown)
    assert shown.count("<circle") == 2
