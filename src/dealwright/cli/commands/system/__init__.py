"""``dealwright system``: its commands, one file each."""

from __future__ import annotations

from dealwright.cli.command import Group

__all__ = ["COMMAND"]

HELP = """Bidding systems: how often each call comes up, what an auction shows, what the rules miss.

A system is a text file of rules, or the name of one in the package: natural, two-over-one,
strong-club. The first rule that fits makes the call.

Examples:

  dealwright system check natural

  dealwright system table natural

  dealwright system table natural 1NT --depth 2

  dealwright system show natural "1NT 2C 2H 3NT"

  dealwright system deal natural "1NT 2D" 5

  dealwright system bid natural club.pbn --output bid.pbn
"""

COMMAND = Group(HELP, "Bidding systems")
