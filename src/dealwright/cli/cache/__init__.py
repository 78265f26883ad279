"""``dealwright cache``: its commands, one file each."""

from __future__ import annotations

from dealwright.cli.commands import Group

__all__ = ["COMMAND"]

HELP = """Describe or empty the cache of double-dummy results.

Its place is DEALWRIGHT_CACHE, or else the folder of caches of your system; its size
DEALWRIGHT_CACHE_SIZE (256M). DEALWRIGHT_CACHE=off turns it off.

Examples:

  dealwright cache info

  dealwright cache clear
"""

COMMAND = Group(HELP, "Simulate", order=9)
