"""Hints of errors that offer something to type: only what can be read, and can be true, is offered.

The readers of phrases and conditions make a hint from the words that they meet, and cannot know
whether all of it makes sense. So what a hint offers is read again before anybody sees it.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from dealwright.base.errors import ConditionError

__all__ = ["checked", "offered"]

_HEAD = re.compile(r"(?P<head>Write|Compare it|Compare something with it): ")
_BETWEEN = re.compile(r"( - or(?:, (?:as a phrase|for the card))?: )")
_DEFINITIONS = re.compile(r"(?:\s*[A-Za-z_]\w*\s*=(?!=)[^\n]*(?:\n|\Z))+")


def offered(hint: str) -> tuple[str, list[tuple[str, str]]]:
    """Return what stands before the offers of a hint, and the offers with what stands before each.

    >>> offered("Write: 5 spades - or: 5+ spades")
    ('', [('Write: ', '5 spades'), (' - or: ', '5+ spades')])
    >>> offered("Use round brackets - or, as a phrase: north: 15-17")
    ('Use round brackets', [(' - or, as a phrase: ', 'north: 15-17')])
    """
    first, *others = _BETWEEN.split(hint)
    pairs = list(zip(others[::2], others[1::2], strict=True))
    head = _HEAD.match(first)
    if head is None:
        return first, pairs
    return "", [(head[0], first[head.end() :]), *pairs]


def checked(error: ConditionError, holds: Callable[[str], bool | None]) -> ConditionError:
    """Return an error whose hint offers only what can be read and can be true.

    ``holds`` says whether a condition can be true, None if it cannot be read; an offer that is no
    condition may be a hand. A hint may speak of the names that the text defines before its fault.
    """
    before, offers = offered(error.hint)
    if not offers:
        return error
    definitions = _DEFINITIONS.match(error.text[: error.position])
    names = definitions[0].rstrip() + "\n" if definitions else ""

    def is_good(text: str) -> bool:
        forms = (text, names + text) if names else (text, f"north: {text}")
        answers = (holds(form) for form in forms)
        return next((answer for answer in answers if answer is not None), False)

    kept = [
        (link, text) for link, text in offers if text.startswith("dealwright ") or is_good(text)
    ]
    if len(kept) == len(offers):
        return error
    hint = before + "".join(link + text for link, text in kept)
    if not before and kept and not _HEAD.match(hint):  # the first offer is gone
        hint = f"Write: {kept[0][1]}" + "".join(link + text for link, text in kept[1:])
    return ConditionError(
        error.message, text=error.text, position=error.position, hint=hint, file=error.file
    )
