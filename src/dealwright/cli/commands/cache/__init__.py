"""``dealwright cache``: its commands, one file each."""

from __future__ import annotations

from dealwright.cli.command import Group

__all__ = ["COMMAND"]

HELP = """Describe or empty the cache of double-dummy results.

DEALWRIGHT_CACHE names its file; the default is in your system's cache folder.
DEALWRIGHT_CACHE_SIZE limits its size (256M). DEALWRIGHT_CACHE=off turns it off.

Examples:

  dealwright cache info

  dealwright cache clear
"""

COMMAND = Group(HELP, "Simulate", order=9)
