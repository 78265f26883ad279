"""The lists that pages read: scenarios, functions of the language, bidding systems.

What a list needs is imported when it is asked for: the first answer does not wait for it.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from functools import cache
from typing import TypedDict

from dealwright.requests.documents import write_json

__all__ = ["LISTS", "FunctionView", "SystemView"]


class FunctionView(TypedDict):
    """A function of the language."""

    name: str
    call: str
    also: list[str]
    about: str


class SystemView(TypedDict):
    """A bidding system of the package."""

    name: str
    text: str


@cache
def _scenarios() -> str:
    from dealwright.practice.scenarios import scenarios

    return write_json(scenarios())


def _functions() -> str:
    from dealwright.deals.features.listing import listed_functions

    views: list[FunctionView] = [
        {
            "name": function.name, "call": function.shortest, "also": [*function.also],
            "about": function.about,
        }
        for function in listed_functions()
    ]  # fmt: skip
    return json.dumps(views)


@cache
def _systems() -> str:
    from dealwright.systems import read_system, system_names

    views: list[SystemView] = [
        {"name": name, "text": read_system(name).text.source.text} for name in system_names()
    ]
    return json.dumps(views)


LISTS: Mapping[str, Callable[[], str]] = {
    "scenarios": _scenarios,
    "functions": _functions,
    "systems": _systems,
}
"""A function for each list, by its path, that returns it as a JSON text."""
