"""``dealwright cache info``: the file of the cache, and its size."""

from __future__ import annotations

from dealwright.cli.cache_place import path_of_cache
from dealwright.cli.command import Command
from dealwright.cli.options import CacheFile, Json

__all__ = ["COMMAND"]

HELP = """Show where the cache is, how large it is, and how large it may become.

A row has the results of a deal, or of the opening leads against a contract on a deal.

Examples:

  dealwright cache info

  dealwright cache info --json
"""


def info(cache: CacheFile = None, as_json: Json = False) -> None:
    """Describe the cache."""
    from dealwright.cli.answering import print_answer
    from dealwright.double_dummy.cache import CacheInfo, cache_bound

    print_answer(CacheInfo.of(path_of_cache(cache), cache_bound()), as_json=as_json)


COMMAND = Command(info, HELP, order=1)
