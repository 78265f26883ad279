"""``dealwright features``: the functions that a condition can use."""

from __future__ import annotations

from dealwright.cli.commands import Command

__all__ = ["COMMAND"]

HELP = """List the functions that a condition can use.

Example:

  dealwright features
"""


def features() -> None:
    """List the features."""
    from rich.console import Console
    from rich.table import Table

    from dealwright.features.listing import listed_functions

    table = Table("function", "also", "means", box=None, pad_edge=False)
    for function in listed_functions():
        table.add_row(function.call.replace("[", r"\["), ", ".join(function.also), function.about)
    Console().print(table)


COMMAND = Command(features, HELP, "Numbers and tables", order=3)
