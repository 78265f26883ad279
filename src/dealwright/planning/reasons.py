"""The reasons of a plan: values, and their texts."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from dealwright.conditions.unparse import to_text

if TYPE_CHECKING:
    from dealwright.planning.exact_part import Uncounted

__all__ = ["Reason", "uncounted_text"]

_TEXTS = {
    "impossible": "no deal can satisfy it",
    "none": "no deal satisfies it",
    "certain": "every deal satisfies it",
    "asked": "asked for",
    "uncounted": "no clause can be counted",
    "costly": "a Python predicate cannot be counted",
    "too large": "there are too many states to count",
    "complete": "every clause decomposes over suits",
    "rest": "some clauses are counted, the others tested",
    "common": "about 1 deal in {0:,.3g} satisfies it, so testing is fastest",
    "part common": "the part that decomposes holds in {0:.1%} of all deals, so testing is faster",
    "part rare": "the part that decomposes holds in 1 deal in {0:,.4g}",
}


class Reason(NamedTuple):
    """The reason for a method: its ``kind``, and a figure or None.

    >>> str(Reason("common", 12.5))
    'about 1 deal in 12.5 satisfies it, so testing is fastest'
    """

    kind: str
    figure: float = 0.0

    def __str__(self) -> str:
        return _TEXTS[self.kind].format(self.figure)


def uncounted_text(uncounted: Uncounted, *, testable: bool = True) -> str:
    """Return a line on a clause that is not counted, with the reason.

    What is not ``testable`` instead must be counted, within the budget.
    """
    dear = "testing costs less than counting" if testable else "counting costs more than the budget"
    why = {
        "testing": dear,
        "together": "too many states with the others",
        "alone": "too many states to count",
        "memory": f"counting would need about {uncounted.bytes / 2**20:,.0f} MiB (see --memory)",
    }[uncounted.why]
    return f"{to_text(uncounted.clause)}: {why}"
