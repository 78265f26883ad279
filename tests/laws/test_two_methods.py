"""The hundred conditions of the benchmark by two methods of counting, where two can."""

from __future__ import annotations

import pytest

from dealwright.base.errors import BudgetExceeded
from dealwright.conditions.parse import read_condition
from dealwright.planning.budget import Effort, TooLarge
from dealwright.planning.filter import conjuncts
from dealwright.planning.models.base import CountingProblem
from dealwright.planning.models.boxes import boxes_model
from dealwright.planning.models.choice import Builder
from dealwright.planning.models.honours import honours_model
from dealwright.planning.models.suits import suits_model
from tests.statistical.test_hundred_conditions import TEXTS

METHODS: dict[str, Builder] = {"ranks": honours_model, "suits": suits_model, "scores": boxes_model}
MEMORY = 1 << 30
ALONE = {  # one method alone counts them within the work below
    "richest_short", "passed_out_twenty", "three_pass_twenty", "three_open_twenty",
    "fourth_opens_twenty", "fourth_opens_fifteen", "one_opens_twenty", "opens_or_five",
    "zar_openers", "losers_all", "losers_sum_all", "losers_sides", "losers_three", "starting_sum",
    "starting_fit", "starting_each_fit", "bergen_fit", "twenty_against_zar", "longest_suits",
    "freak_deal", "quality_race", "losers_against_points",
}  # fmt: skip


def counts_of(text: str, seconds: float) -> dict[str, int]:
    """Return the count of each method that can make it in some seconds of work."""
    tree, _ = read_condition(text)
    counts = {}
    for name, build in METHODS.items():
        try:
            model = build(CountingProblem(tuple(conjuncts(tree))), Effort(seconds, memory=MEMORY))
            if model is None or model.predicted_bytes(drawing=False) > MEMORY:
                continue
            operations = int(seconds / 2e-9)
            counts[name] = 0 if model.impossible else model.count(most_operations=operations).total
        except (TooLarge, BudgetExceeded):
            continue
    return counts


@pytest.mark.parametrize(
    "name",
    [
        name if at % 12 == 0 else pytest.param(name, marks=pytest.mark.slow)
        for at, name in enumerate(TEXTS)
    ],
)
def test_two_methods_have_one_count(name: str) -> None:
    counts = counts_of(TEXTS[name], 0.2)
    if len(counts) < 2:
        counts |= counts_of(TEXTS[name], 4.0)
    assert len(set(counts.values())) <= 1, counts
    assert len(counts) >= 2 or name in ALONE, counts
