"""Rules written for a place of an auction where a file has none."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from dealwright.systems.robots.continuations import go_on
from dealwright.systems.robots.conventional_answers import (
    after_keycards,
    answer_keycards,
    answer_takeout,
)
from dealwright.systems.robots.overcalls import enter
from dealwright.systems.robots.situation import Situation, WrittenRule

if TYPE_CHECKING:
    from dealwright.systems.robots.place import Place

__all__ = ["generated_rules"]

_PARTS: tuple[Callable[[Situation], bool], ...] = (
    answer_keycards, after_keycards, answer_takeout, enter, go_on,
)  # fmt: skip


def generated_rules(place: Place) -> list[WrittenRule]:
    """Return the rules that are written for a place, in order; a hand that fits none passes.

    They are none before the first bid.
    """
    if not place.bids:
        return []
    situation = Situation(place)
    for write in _PARTS:
        if write(situation):  # these are all
            break
    return situation.rules
