"""``dealwright poker``: its commands, one file each."""

from __future__ import annotations

import typer

from dealwright.cli.poker import odds, table

__all__ = ["add_to"]

HELP = """Poker hands: the table of all hands of seven, chances, equities.

Examples:

  dealwright poker odds "As Kd" --board "Qh Jh 2c"

  dealwright poker equity AA KK

  dealwright poker table build seven.table
"""


def add_to(app: typer.Typer) -> None:
    """Add the group of commands to the application."""
    group = typer.Typer(name="poker", help=HELP, no_args_is_help=True, rich_markup_mode="rich")
    for module in (odds, table):
        module.add_to(group)
    app.add_typer(group)
