"""``dealwright features``: the functions that a condition can use."""

from __future__ import annotations

import json
from dataclasses import asdict

from dealwright.cli.commands import Command
from dealwright.cli.options import Json
from dealwright.features.listing import listed_functions

__all__ = ["COMMAND"]

HELP = """List the functions that a condition can use.

Example:

  dealwright features
"""


def features(as_json: Json = False) -> None:
    """List the features."""
    if as_json:
        print(json.dumps([asdict(function) for function in listed_functions()], indent=2))
        return
    from rich.console import Console
    from rich.table import Table

    table = Table("function", "also", "means", box=None, pad_edge=False)
    for function in listed_functions():
        table.add_row(function.call.replace("[", r"\["), ", ".join(function.also), function.about)
    Console().print(table)


COMMAND = Command(features, HELP, "Numbers and tables", order=3)
