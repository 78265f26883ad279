"""``dealwright features``: the functions that a condition can use."""

from __future__ import annotations

import json
from dataclasses import asdict
from typing import Annotated

from dealwright.base.errors import ArgumentError
from dealwright.cli.command import Command
from dealwright.cli.options import Json
from dealwright.deals.features.listing import Function, listed_functions
from dealwright.requests.fields import Argument

__all__ = ["COMMAND"]

HELP = """List the functions that a condition can use, or those that mention a word.

Examples:

  dealwright features

  dealwright features controls
"""


def features(
    word: Annotated[str | None, Argument(metavar="[WORD]", help="A word to look for.")] = None,
    as_json: Json = False,
) -> None:
    """List the features."""
    functions = [each for each in listed_functions() if word is None or _has(each, word.lower())]
    if not functions:
        raise ArgumentError(f"no function mentions '{word}'")
    if as_json:
        print(json.dumps([asdict(function) for function in functions], indent=2))
        return
    from rich.console import Console
    from rich.table import Table

    table = Table("function", "also", "means", box=None, pad_edge=False)
    for function in functions:
        table.add_row(function.call.replace("[", r"\["), ", ".join(function.also), function.about)
    Console().print(table)


def _has(function: Function, word: str) -> bool:
    return any(word in text.lower() for text in (function.call, *function.also, function.about))


COMMAND = Command(features, HELP, "Numbers and tables", order=3)
