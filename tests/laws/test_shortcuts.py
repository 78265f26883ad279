"""A shortcut of counting changes no count: on, off, and by another method, on the whole pack.

Each shortcut (``planning/shortcuts.py``) has conditions made for it, which are drawn by number. On
most of them it is really taken. Five a shortcut by default, twenty in the long tests, two hundred
in the slow ones.
"""

from __future__ import annotations

import random  # noqa: TID251  of texts: no deal is drawn
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

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
from dealwright.planning.shortcuts import ALL_SHORTCUTS, Shortcuts, kernel_shortcuts
from tests.laws.shortcut_conditions import CONDITIONS

FEW, SOME, MANY = 5, 20, 200
CHEAP, DEAR = 0.02, 0.1  # predicted seconds of a count: what costs more is not compared
OF_SUITS = ("minimal_classes", "merged_outcomes", "pruned_points")
OF_CORNERS = ("joined_corners", "summed_scores")  # taken where there are no products


def builders_of(name: str) -> tuple[Builder, Builder]:
    """Return the builder that takes a shortcut, and another one to compare with."""
    if name == "honours_alone":
        return honours_model, suits_model
    return (suits_model, boxes_model) if name in OF_SUITS else (boxes_model, suits_model)


def counted(
    text: str, shortcuts: Shortcuts, build: Builder, most: float
) -> tuple[int, frozenset[str]] | None:
    """Return the count and the shortcuts that were taken; None if it is too dear or not by this."""
    tree, _ = read_condition(text)
    problem = CountingProblem(tuple(conjuncts(tree)), shortcuts=shortcuts)
    try:
        model = build(problem, Effort(100 * most))
        if model is None or (not model.impossible and model.predicted_seconds > most):
            return None
        if model.impossible:
            return 0, model.used
        engine = model.count(most_operations=int(20 * most / 2e-9))
    except (TooLarge, BudgetExceeded):
        return None
    bits = getattr(engine, "used", 0)
    return engine.total, model.used | kernel_shortcuts(bits)


def comparisons(
    name: str, size: int, most: float
) -> Iterator[tuple[str, int, bool, int | None, int | None]]:
    """Yield a text, its count, whether the shortcut was taken, and two other counts.

    They are the counts without the shortcut, and by another method.
    """
    build, other_build = builders_of(name)
    base = replace(ALL_SHORTCUTS, products=False) if name in OF_CORNERS else ALL_SHORTCUTS
    compared = 0
    for number in range(50 * size):
        text = CONDITIONS[name](random.Random(f"{name}/{number}"))
        on = counted(text, base, build, most)
        if on is None:
            continue
        if name == "honours_alone":  # without it there are suits
            off, other = (
                None,
                counted(text, replace(base, honours_alone=False), other_build, 5 * most),
            )
        else:
            off = counted(text, replace(base, **{name: False}), build, 5 * most)
            other = counted(text, ALL_SHORTCUTS, other_build, 2 * most)
        if off is None and other is None:
            continue
        yield text, on[0], name in on[1], off and off[0], other and other[0]
        compared += 1
        if compared == size:
            return


def broken(name: str, size: int, most: float, counts: Counter[str]) -> list[str]:
    """Return the conditions whose counts differ; note in ``counts`` what was compared."""
    faults = []
    for text, on, taken, off, other in comparisons(name, size, most):
        counts["all"] += 1
        counts["taken"] += taken
        counts["off"] += off is not None
        counts["other"] += other is not None
        if off not in (None, on) or other not in (None, on):
            faults.append(f"{text}: on {on}, off {off}, by another method {other}")
    return faults


@pytest.mark.parametrize(
    ("size", "most"),
    [
        (FEW, CHEAP),
        pytest.param(SOME, CHEAP, marks=pytest.mark.long),
        pytest.param(MANY, DEAR, marks=pytest.mark.slow),
    ],
)
@pytest.mark.parametrize("name", Shortcuts.names())
def test_a_shortcut_changes_no_count(name: str, size: int, most: float) -> None:
    counts: Counter[str] = Counter()
    assert broken(name, size, most, counts) == []
    assert counts["all"] == size
    half, quarter = (1, 1) if size == FEW else (size / 2, size / 4)  # the first few are chance
    assert counts["taken"] >= half, counts
    if name != "honours_alone":
        assert counts["off"] >= half, counts
    assert counts["other"] >= quarter, counts


def test_every_shortcut_has_conditions() -> None:
    assert sorted(CONDITIONS) == sorted(Shortcuts.names())
