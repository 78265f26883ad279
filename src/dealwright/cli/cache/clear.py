"""``dealwright cache clear``: forget all results."""

from __future__ import annotations

from dealwright.cli.cache.place import place_of
from dealwright.cli.commands import Command
from dealwright.cli.options import CacheFile

__all__ = ["COMMAND"]

HELP = """Drop all results of the cache.

Programs that are using it continue.

Example:

  dealwright cache clear
"""


def clear(cache: CacheFile = None) -> None:
    """Empty the cache; the arguments are those of the command line."""
    from dealwright.double_dummy.cache import clear_cache

    path = place_of(cache)
    clear_cache(path)
    print(f"{path} has no results any more")


COMMAND = Command(clear, HELP, order=2)
