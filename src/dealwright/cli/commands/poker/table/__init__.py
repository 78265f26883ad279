"""``dealwright poker table``: its commands, one file each."""

from __future__ import annotations

from dealwright.cli.command import Group

__all__ = ["COMMAND"]

HELP = """Build, describe or check the table of all hands: the value of each, by its number.

Examples:

  dealwright poker table build seven.table

  dealwright poker table info seven.table

  dealwright poker table verify seven.table
"""

COMMAND = Group(HELP, order=2)
