"""Hints of errors of damaged conditions: what they offer can be typed, and some deal satisfies it.

An offer is typed as it is, or as the hand of a seat, or below the names that the text defines. Its
deals are counted.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterable

from tools.fuzzing import texts

import dealwright
from dealwright.base.errors import ConditionError, DealwrightError

__all__ = ["draw", "fault", "offers", "smaller"]

_BETWEEN = re.compile(r" - or(?:, [a-z ]+)?: ")
_SECONDS = 0.5  # of work for a count; what takes longer can be typed, and may be true


def offers(hint: str) -> list[str]:
    """Return what a hint offers, as a reader would take it from the screen."""
    head, colon, first = hint.partition(": ")
    if colon and head in ("Write", "Compare it", "Compare something with it"):
        return _BETWEEN.split(first)
    return _BETWEEN.split(hint)[1:]


def draw(r: random.Random) -> str:
    """Draw a condition or a phrase that is damaged."""
    return texts.damaged(r, "condition")


def fault(text: str) -> str | None:
    """Return the first offer of a text's error that cannot be typed, or that no deal satisfies."""
    try:
        dealwright.parse(text)
    except ConditionError as error:
        return next(
            filter(None, (_wrong(offer, text[: error.position]) for offer in offers(error.hint))),
            None,
        )
    except DealwrightError:
        pass
    return None


def _wrong(offer: str, before: str) -> str | None:
    """Return what is wrong with an offer; ``before`` is the text before the fault."""
    if offer.startswith("dealwright "):
        return None
    names = "".join(f"{line}\n" for line in re.findall(r"(?m)^\s*\w+\s*=(?!=).*$", before))
    for form in (offer, names + offer, f"north: {offer}"):
        try:
            condition = dealwright.parse(form)
        except ConditionError:
            continue
        try:
            possible = condition.count(method="exact", budget=_SECONDS) != 0
        except DealwrightError:
            return None
        return None if possible else f"no deal satisfies what is offered: {offer}"
    return f"what is offered cannot be read: {offer}"


def smaller(text: str) -> Iterable[str]:
    """Yield shorter texts."""
    for length in (16, 4, 1):
        yield from (text[:at] + text[at + length :] for at in range(0, len(text), length))
