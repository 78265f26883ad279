"""Card letters of the user's language, translated to English."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

from dealwright.cli.user_settings import letters

__all__ = ["ENGLISH", "event_in_english", "holding_in_english", "in_english"]

# The cards of an event or a line: onside KC, west KC QC, cash SA SK, SQ drops.
_NO_CARDS = (
    "and|or|not|shows|follows|in|if|then|else|wins|loses|"
    "one|two|three|four|five|six|seven|eight|nine|ten"
)
_EVENT_CARDS = re.compile(
    r"\b((?:onside|offside|drop|north|east|south|west|cash|finesse)\b)"
    rf"((?:\s+(?!(?:{_NO_CARDS}|\d+)(?=[\s()]|$))[^\s()&|,;<>=!{{}}]+)+)",
    re.IGNORECASE,
)
_FALLING_CARD = re.compile(r"([^\s()&|,;<>=!{}]+)(?=\s+(?:drops|falls)\b)", re.IGNORECASE)


def in_english(text: str) -> str:
    """Return a text of cards with English letters, from letters of the settings."""
    return letters().english(text)


def event_in_english(text: str) -> str:
    """Return an event, a line or a chance with English letters, from letters of the settings."""
    text = _FALLING_CARD.sub(lambda match: letters().english(match[1]), text)
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
