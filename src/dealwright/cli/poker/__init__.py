"""``dealwright poker``: its commands, one file each."""

from __future__ import annotations

from dealwright.cli.commands import Group

__all__ = ["COMMAND"]

HELP = """Poker hands: odds, equities, tables of all hands.

Examples:

  dealwright poker odds "As Kd" --board "Qh Jh 2c"

  dealwright poker equity AA KK

  dealwright poker table build seven.table
"""


COMMAND = Group(HELP, "Poker")
