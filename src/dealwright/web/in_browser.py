"""The program in a browser: what the worker of a page calls."""

from __future__ import annotations

import json
from collections.abc import Callable

from dealwright.deals.workspace import default_workspace
from dealwright.web.answering import answers
from dealwright.web.lists import LISTS

__all__ = ["answer", "forget_plans"]

_CACHE_SIZE = 16 << 20  # bytes of plans that are cached for later requests

default_workspace().plans.bound = _CACHE_SIZE


def answer(name: str, given: str, send: Callable[[str, str], object]) -> None:
    """Answer a request, or return a list of ``LISTS``; ``given`` and what is sent are JSON texts.

    >>> answer("systems", "{}", lambda kind, text: print(kind, text[:24]))
    answer [{"name": "natural", "te
    """
    if name in LISTS:
        send("answer", LISTS[name]())
        return
    for kind, text in answers(name, json.loads(given)):
        send(kind, text)


def forget_plans() -> None:
    """Forget the plans of all requests so far: a memory that is kept should begin without them."""
    default_workspace().plans.clear()
