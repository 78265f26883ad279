"""``dealwright cache clear``: delete all results."""

from __future__ import annotations

import json

from dealwright.cli.cache_place import path_of_cache
from dealwright.cli.command import Command
from dealwright.cli.options import CacheFile, Json

__all__ = ["COMMAND"]

HELP = """Delete all results in the cache.

Programs that are using it keep running.

Example:

  dealwright cache clear
"""


def clear(cache: CacheFile = None, as_json: Json = False) -> None:
    """Empty the cache."""
    from dealwright.double_dummy.cache import clear_cache

    path = path_of_cache(cache)
    clear_cache(path)
    print(json.dumps({"cleared": str(path)}) if as_json else f"{path} is empty now")


COMMAND = Command(clear, HELP, order=2)
