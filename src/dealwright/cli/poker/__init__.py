"""``dealwright poker``: its commands, one file each."""

from __future__ import annotations

import typer

from dealwright.cli.poker import equity, odds, table

__all__ = ["add_to"]

HELP = """Poker hands: chances, equities, the table of all hands.

Examples:

  dealwright poker odds "As Kd" --board "Qh Jh 2c"

  dealwright poker equity AA KK

  dealwright poker table build seven.table
"""


def add_to(app: typer.Typer) -> None:
    """Add the group of commands to the application."""
    group = typer.Typer(name="poker", help=HELP, no_args_is_help=True, rich_markup_mode="rich")
    for module in (odds, equity, table):
        module.add_to(group)
    app.add_typer(group)
