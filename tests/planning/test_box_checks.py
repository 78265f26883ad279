"""The kernel of counts by scores refuses arrays that lack what a shortcut relies on."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from dealwright.base.errors import InvariantError
from dealwright.base.kernels.exact import BoxCount
from dealwright.conditions.parse import parse_tree
from dealwright.planning.budget import Effort
from dealwright.planning.filter import conjuncts
from dealwright.planning.models.base import CountingProblem
from dealwright.planning.models.boxes import boxes_model

Arrays = dict[str, Any]

TWO_CALLS = "spades(n) >= 5 && losers(n) <= 7 || spades(s) >= 5 && losers(s) <= 7"  # an exchange
ONE_SHAPE = "balanced(n) && losers(n) <= 7"  # mirrored
TWO_LIMITS = "losers(n) <= 7 && losers(s) <= 8"  # mirrored, no exchange
WIDE = "spades(n) > spades(s) && hcp(n) > hcp(s)"
SEVERAL_RANGES = "losers(n) in {3, 5, 8} && losers(s) <= 8"
A_FORM = "losers(n) + losers(s) <= 14 && losers(n) <= 8 && losers(s) <= 8"


def arrays_of(text: str) -> Arrays:
    model = boxes_model(CountingProblem(tuple(conjuncts(parse_tree(text)))), Effort())
    assert model is not None
    return {name: array.copy() for name, array in model.arrays.items()}


def change(name: str, index: Any, value: Any) -> Callable[[Arrays], None]:
    def act(arrays: Arrays) -> None:
        arrays[name][index] = value(arrays[name][index]) if callable(value) else value

    return act


def swap_rows(name: str, a: int, b: int) -> Callable[[Arrays], None]:
    def act(arrays: Arrays) -> None:
        arrays[name][[a, b]] = arrays[name][[b, a]]

    return act


def without_last(*names: str) -> Callable[[Arrays], None]:
    def act(arrays: Arrays) -> None:
        for name in names:
            arrays[name] = arrays[name][:-1]

    return act


def role_of_all(arrays: Arrays) -> None:
    arrays["role"][:] = 0
    arrays["turned"] = np.array([0, 1, 1, 0], dtype=np.int32)


BROKEN = [
    (TWO_CALLS, change("suit0.cards", 0, lambda cards: cards + (1 << 20)), "order of their cards"),
    (TWO_CALLS, change("suit0.low", 0, 99), "beyond the bounds"),
    (TWO_CALLS, change("suit0.letters", 0, 999), "a letter is out of range"),
    (TWO_CALLS, change("suit2.score", 0, 999), "a score is out of range"),
    (TWO_CALLS, without_last("suit1.ways"), "different lengths"),
    (TWO_CALLS, change("suit0.start", 1, 0), "has no layout"),
    (TWO_CALLS, change("suit0.ways", 0, lambda ways: ways + 1), "other layouts"),
    (TWO_CALLS, change("turned", slice(None), 0), "an exchange of scores is none"),
    (TWO_CALLS, change("turned", slice(2, 4), [0, 1]), "leaves their scores"),
    (TWO_CALLS, change("caps", 0, lambda cap: cap + 1), "other ranges"),
    (TWO_CALLS, change("range0", 1, lambda high: high - 1), "other ranges"),
    (TWO_CALLS, change("accepted", 1, lambda accepted: 1 - accepted), "accepted otherwise"),
    (TWO_CALLS, change("fit0", 0, lambda fit: 1 - fit), "other outcomes"),
    (TWO_CALLS, change("fixed", 0, 1), "seats with cards"),
    (TWO_CALLS, change("times", 0, lambda times: times + 1), "stand for its exchanges"),
    (TWO_CALLS, without_last("vectors", "times"), "left out"),
    (TWO_CALLS, change("product", 0, 0), "each once"),
    (TWO_LIMITS, role_of_all, "other ranges"),
    (ONE_SHAPE, change("suit0.ways", 0, lambda ways: ways + 1), "halves have other layouts"),
    (ONE_SHAPE, change("suit2.offset", -1, lambda offset: offset - 1), "scores|beyond the bounds"),
    (ONE_SHAPE, change("most1", 0, lambda most: most + 1), "other caps"),
    (ONE_SHAPE, change("compose1.0", 0, lambda state: -1 - state), "other classes"),
    (ONE_SHAPE, change("fit0", 1, lambda fit: -1 - fit), "other outcomes"),
    (A_FORM, change("turned", slice(3, 6), [1, 0, 1]), "an exchange of scores is none"),
    (TWO_CALLS, change("compose0.0", 0, 999), "a class is out of range"),
    (TWO_CALLS, change("fit0", 0, 999), "an outcome is out of range"),
    (TWO_CALLS, change("range0", 2, 99), "overlap"),
    (TWO_CALLS, without_last("accepted"), "is not decided"),
    (WIDE, change("wide", 0, 0), "more cards than its numbers hold"),
    (SEVERAL_RANGES, change("range0", 3, 0), "overlap"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "breaking", "message"), BROKEN)
def test_broken_arrays_are_refused(
    text: str, breaking: Callable[[Arrays], None], message: str
) -> None:
    arrays = arrays_of(text)
    BoxCount(arrays)  # whole, they are counted
    breaking(arrays)
    with pytest.raises(InvariantError, match=message):
        BoxCount(arrays)


def test_sums_of_capped_scores_are_checked() -> None:
    arrays = arrays_of("zar(n) >= 26 && zar(s) >= 26 && zar(e) >= 20 || hcp(w) > 20")
    assert len(arrays["add0"]) > 1
    arrays["add0"][1] += 1
    with pytest.raises(InvariantError, match="another cell"):
        BoxCount(arrays)


def test_more_classes_than_a_number_of_a_state_holds_are_refused() -> None:
    arrays = arrays_of(TWO_LIMITS)
    arrays["classes0"][:] = np.iinfo(np.int32).max
    for place in range(4):
        arrays[f"letters{place}"][:] = arrays[f"letters{place}"]
    arrays["classes0"] = np.repeat(arrays["classes0"], 4)
    with pytest.raises(InvariantError, match="too many combinations"):
        BoxCount(arrays)
