"""Conditions of rules that are written for a place, as trees."""

from __future__ import annotations

from functools import lru_cache

from dealwright.base.errors import ConditionError
from dealwright.cards import Seat
from dealwright.conditions.nodes import Node, Number
from dealwright.deals.features import built_in
from dealwright.systems.caller import CallerReading

__all__ = ["tree_of"]


@lru_cache(maxsize=1 << 11)
def tree_of(seat: Seat, text: str, *, test: bool = True) -> Node:
    """Return the tree of a condition, or of a quantity, on the hand of a seat."""
    if not text:
        return Number(1)
    return CallerReading(seat, {}, {}, built_in(), _broken).node(text, 0, test=test)


def _broken(at: int, message: str, hint: str = "") -> ConditionError:
    return ConditionError(f"a rule that was written here cannot be read at {at}: {message}. {hint}")
