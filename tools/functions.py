"""Functions of the language that no page describes by hand yet: rows of tables, between marks.

A feature that is new has a row in ``language.md``, and its definition and a vector, which the
program computes, in ``evaluators.md``, until somebody writes better ones. ``tools/regenerate.py``
writes them.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

from dealwright import Hand
from dealwright.deals.features import Feature, features
from dealwright.deals.features.listing import listed_functions

__all__ = ["files"]

ROOT = Path(__file__).parents[1]
LANGUAGE, EVALUATORS = Path("docs/reference/language.md"), Path("docs/reference/evaluators.md")
HAND = Hand("AK32.A32.K32.QJT")
_MARKED = re.compile(r"(<!-- other (?P<what>\w+) -->\n).*?(<!-- end -->\n)", re.DOTALL)
# What no formula counts has no vector.
_PLAIN = {
    "length", "longest", "shortest", "shape_index", "aces", "kings", "queens", "jacks", "tens",
    "top2", "top3", "top4", "top5",
}  # fmt: skip


def files() -> dict[Path, str]:
    """Return both pages by their paths below the checkout."""
    return {path: _filled((ROOT / path).read_text("utf-8")) for path in (LANGUAGE, EVALUATORS)}


def _filled(page: str) -> str:
    by_hand = _MARKED.sub("", page)

    def rows(marks: re.Match[str]) -> str:
        head, row = _TABLES[marks["what"]]
        lines = [row(each) for each in features() if _is_new(each, by_hand)]
        table = "\n" + "\n".join([*head, *lines]) + "\n\n" if lines else ""
        return marks[1] + table + marks[3]

    return _MARKED.sub(rows, page)


def _is_new(feature: Feature, by_hand: str) -> bool:
    return feature.name not in _PLAIN and f"`{feature.name}" not in by_hand


def _function(feature: Feature) -> str:
    call = next(each.call for each in listed_functions() if each.name == feature.name)
    return f"| `{call.replace('north', 'seat').replace('spades', 'suit')}` | {feature.summary} |"


def _definition(feature: Feature) -> str:
    return f"| `{feature.name}` | | {feature.summary} |"


def _vector(feature: Feature) -> str:
    value = int(getattr(HAND, feature.name))
    working = value if feature.scale == 1 else value / feature.scale
    return f"| `{feature.name}` | `{HAND}` | {value} | `{working}` | computed |"


_TABLES: dict[str, tuple[list[str], Callable[[Feature], str]]] = {
    "functions": (["| function | value |", "|---|---|"], _function),
    "definitions": (["| word | follows | definition |", "|---|---|---|"], _definition),
    "vectors": (
        ["| word | hand | value | working | source |", "|---|---|---|---|---|"], _vector
    ),
}  # fmt: skip
