"""Domains of the fuzzer: each is a module that draws cases, and says which have a wrong answer.

A domain has a docstring, whose first line the fuzzer prints, and two or three functions::

    draw(r: random.Random) -> case      a case; the same for the same state of ``r``
    fault(case) -> str | None           what is wrong with its answer, or None
    smaller(case) -> Iterable[case]     optional: simpler cases that may have the same fault

``str(case)`` is what a person types to see the fault again. ``fault`` raises ``NotCompared`` if
there is nothing to compare, such as a condition that is not counted exactly. What it compares with
shares no code with what it tests. A module that is put into this folder is a domain.
"""

from __future__ import annotations

__all__ = ["NotCompared"]


class NotCompared(Exception):
    """A case cannot be compared; the text says why."""
