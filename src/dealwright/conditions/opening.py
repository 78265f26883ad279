"""The link from phrases to bidding systems: ``north: opens 1NT``.

Systems are a layer above conditions. This module imports them when a phrase speaks of an opening;
nothing else in ``conditions`` does.
"""

from __future__ import annotations

from importlib import import_module

from dealwright.cards import Seat
from dealwright.conditions.nodes import Node

__all__ = ["opening_tree"]

USUAL_SYSTEM = "natural"


def opening_tree(seat: Seat, call: str, system: str | None) -> Node:
    """Return the test whether a hand opens with a call, by a system of the package.

    >>> from dealwright.conditions.unparse import to_text
    >>> to_text(opening_tree(Seat.WEST, "2NT", None))
    'hcp(west) in 20..21 && balanced(west)'

    :raises ConditionError: if there is no such system, or it has no such opening
    :raises CardError: if it is not a call
    """
    systems = import_module("dealwright.systems")
    name = USUAL_SYSTEM if system is None else system.replace(" ", "-").lower()
    if name not in systems.system_names():  # no file of the user is read for a phrase
        known = ", ".join(systems.system_names())
        raise ValueError(f"there is no system '{system}'; there are {known}")
    condition = systems.read_system(name).meaning(call, seat)
    if condition is None:  # the text has no call at all
        raise ValueError("an opening is a call, as in opens 1NT")
    tree: Node = condition.tree
    return tree
