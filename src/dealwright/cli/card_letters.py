"""Card letters of the user's language, translated to English."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

from dealwright.cli.user_settings import letters

__all__ = ["ENGLISH", "event_in_english", "holding_in_english", "in_english"]

# The cards of an event: onside KC, or west KC QC.
_EVENT_CARDS = re.compile(
    r"\b((?:onside|offside|drop|north|east|south|west)\b)"
    r"((?:\s+(?!(?:and|or|not|shows|follows|in)\b)[^\s()&|,;<>=!{}]+)+)",
    re.IGNORECASE,
)


def in_english(text: str) -> str:
    """Return a text of cards with English letters, from letters of the settings."""
    return letters().english(text)


def event_in_english(text: str) -> str:
    """Return an event with English letters, from letters of the settings."""
    return _EVENT_CARDS.sub(lambda match: match[1] + letters().english(match[2]), text)


def holding_in_english(text: str) -> str:
    """Return the ranks of one suit with English letters; an x is a small card in any language."""
    parts = re.split("([xX])", text)
    return "".join(part if part in ("", "x", "X") else _ranks(part) for part in parts)


def _ranks(text: str) -> str:
    return letters().english(f"{text}.").removesuffix(".")  # a dot: no letter names a suit


# By the ``cards`` of a field.
ENGLISH: Mapping[str, Callable[[str], str]] = {
    "cards": in_english, "holding": holding_in_english, "event": event_in_english,
}  # fmt: skip
