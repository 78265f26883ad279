"""The hundred conditions of the benchmark: exact, and what random deals show.

A count is held to 400,000 random deals, or 100,000, within five standard errors: all hundred fail
by chance once in 17,000 runs. A probability of a tenth that is off by 4 %, or 7 %, is nearly always
found.
"""

from __future__ import annotations

import tomllib
from fractions import Fraction
from pathlib import Path

import pytest

from dealwright import parse

TEXTS = {
    name: text
    for conditions in tomllib.loads(
        (Path(__file__).parents[2] / "benchmarks" / "conditions.toml").read_text("utf-8")
    ).values()
    for name, text in conditions.items()
}
QUICK = (
    "both_sides_nine", "total_trumps", "losers_all", "losers_sum_all", "zar_sum", "twenty_sum_fit",
    "starting_fit", "bergen_fit", "cross_suits", "zar_against_twice",
)  # fmt: skip
DEAR = {"fourth_opens_twenty", "one_opens_twenty"}  # more than two seconds of work


def check(name: str, deals: int) -> None:
    """Count a condition, and compare with random deals."""
    condition = parse(TEXTS[name])
    share = condition.probability(method="exact" if name in DEAR else "auto")
    assert isinstance(share, Fraction), name
    sample = condition.probability(method="filter", limit=deals, hits=10**9, seed=name)
    spread = (float(share) * (1 - float(share)) / deals) ** 0.5
    assert abs(float(sample) - float(share)) <= 5 * spread + 1 / deals, name


def test_nothing_is_taken_off_the_list() -> None:
    assert len(TEXTS) >= 100
    assert len(set(TEXTS.values())) == len(TEXTS)


@pytest.mark.parametrize("name", QUICK)
def test_quick_ones_are_exact_and_as_random_deals_show(name: str) -> None:
    check(name, 100_000)


@pytest.mark.slow
@pytest.mark.parametrize("name", [name for name in TEXTS if name not in QUICK])
def test_the_others_are_too(name: str) -> None:
    check(name, 400_000)
