"""``dealwright poker``: its commands, one file each."""

from __future__ import annotations

from dealwright.cli.command import Group

__all__ = ["COMMAND"]

HELP = """Poker hands: values, odds, equities, ranges, tables of all hands.

Examples:

  dealwright poker hand "As Ah Ad Kc Ks 7h 2d"

  dealwright poker odds "As Kd" --board "Qh Jh 2c"

  dealwright poker equity AA KK

  dealwright poker range "15%" --board "Qh Jh 2c"

  dealwright poker table build seven.table
"""


COMMAND = Group(HELP, "Poker")
