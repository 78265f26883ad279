"""Phrases that speak of an opening, ``north: opens 1NT``: a bidding system says what it shows."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

from dealwright.base.context_values import Scoped
from dealwright.base.links import linked
from dealwright.cards import Seat
from dealwright.cards.bridge.auction import call_word
from dealwright.conditions.nodes import Node
from dealwright.conditions.system_files import files_allowed

__all__ = ["USUAL_SYSTEM", "Opening", "opening_tree", "openings_read"]

USUAL_SYSTEM = "natural"
_ENDING = ".system"


class Opening(NamedTuple):
    """An opening that a phrase speaks of: the seat, the call in PBN's word, and its system."""

    seat: Seat
    call: str
    system: str


_found = Scoped[list[Opening]]("openings of phrases")


@contextmanager
def openings_read() -> Generator[list[Opening]]:
    """Yield a list that gets the openings of the phrases read in the block."""
    openings = list[Opening]()
    with _found.using(openings):
        yield openings


def opening_tree(seat: Seat, call: str, system: str | None) -> Node:
    """Return the test whether a hand opens with a call, by a system of the package or of a file.

    >>> from dealwright.conditions.unparse import to_text
    >>> to_text(opening_tree(Seat.WEST, "2NT", None))
    'hcp(west) in 20..21 && balanced(west)'

    :raises ConditionError: if there is no such system, or it has no such opening
    :raises CardError: if it is not a call
    :raises ValueError: if there is no such system, or a file that may not be read
    """
    systems = linked("systems")
    name = USUAL_SYSTEM if system is None else system.replace(" ", "-").lower()
    if system is not None and system.endswith(_ENDING):
        name = system
        if not files_allowed():
            raise ValueError(f"system files cannot be read here ({system})")
        condition = _system_of(name, _changed(name)).meaning(call, seat)
    elif name not in systems.system_names():
        known = ", ".join(systems.system_names())
        own = ", or a file such as club.system" if files_allowed() else ""
        raise ValueError(f"there is no system '{system}'; there are {known}{own}")
    else:
        condition = systems.read_system(name).meaning(call, seat)
    if condition is None:  # the text has no call at all
        raise ValueError("an opening is a call, as in opens 1NT")
    openings = _found.current
    if openings is not None:
        openings.append(Opening(seat, call_word(call) or call, name))
    tree: Node = condition.tree
    return tree


def _changed(name: str) -> int:
    """Return when a file was changed.

    :raises ValueError: if there is no such file
    """
    try:
        return Path(name).stat().st_mtime_ns
    except OSError as error:
        raise ValueError(f"cannot read {name}: {error.strerror}") from None


@lru_cache(maxsize=8)
def _system_of(name: str, changed: int) -> Any:
    """Return the system of a file; a phrase is read several times."""
    return linked("systems").read_system(Path(name))
