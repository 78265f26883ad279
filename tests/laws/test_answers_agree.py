"""Count, explanation, numbering and distribution of one condition have as many deals.

They are made by different plans, and where one only counts, by different methods.
"""

from __future__ import annotations

import random  # noqa: TID251  of texts: no deal is drawn
from collections import Counter
from contextlib import suppress

import pytest
from tools.fuzzing._conditions import condition

import dealwright
from dealwright.base.errors import ConditionError
from tests.laws.shortcut_conditions import CONDITIONS

KINDS = sorted({draw.__name__ for draw in CONDITIONS.values() if draw.__name__ != "<lambda>"})
DRAWS = {draw.__name__: draw for draw in CONDITIONS.values()}
VALUES = ("hcp(north)", "spades(south)", "controls(east) + controls(west)")


def drawn(number: int) -> str:
    """Return condition ``number``: of the fuzzer, or one that a shortcut was made for."""
    r = random.Random(f"agree/{number}")
    return condition(r) if number % 2 else DRAWS[KINDS[number // 2 % len(KINDS)]](r)


@pytest.mark.parametrize(
    ("numbers", "budget"),
    [
        pytest.param(range(12), 2.0, marks=pytest.mark.long),
        pytest.param(range(500), 2.0, marks=pytest.mark.slow),
    ],
)
def test_answers_about_one_condition_agree(numbers: range, budget: float) -> None:
    seen: Counter[str] = Counter()
    for number in numbers:
        text = drawn(number)
        asked = dealwright.parse(text)
        count = asked.count(budget=budget)
        answers: dict[str, int] = {}
        if isinstance(count, int):
            answers["count"] = count
        share = asked.explain(limit=1000).share
        if share.estimate.exact:
            answers["explain"] = int(share.count)
        if count == 0:  # which has no distribution
            assert answers.get("explain", 0) == 0, text
            continue
        histogram = asked.distribution(VALUES[number % len(VALUES)], budget=budget)
        if histogram.exact:  # the method that numbers deals can count it
            answers["distribution"] = histogram.total
            with suppress(ConditionError):  # its states may be too many together
                answers["numbers"] = asked.numbers().size
        seen.update(answers.keys())
        assert len(set(answers.values())) <= 1, (text, answers)
    assert (
        min(seen[name] for name in ("count", "explain", "numbers", "distribution"))
        >= len(numbers) / 3
    ), seen
