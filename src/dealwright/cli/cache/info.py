"""``dealwright cache info``: where the cache is, and what it holds."""

from __future__ import annotations

from dealwright.cli.cache.place import place_of
from dealwright.cli.commands import Command
from dealwright.cli.options import CacheFile, Json

__all__ = ["COMMAND"]

HELP = """Show where the cache is, how large it is, and how large it may become.

A row has the results of a deal, or of the opening leads against a contract on a deal.

Examples:

  dealwright cache info

  dealwright cache info --json
"""


def info(cache: CacheFile = None, as_json: Json = False) -> None:
    """Describe the cache; the arguments are those of the command line."""
    from dealwright.documents import write_json
    from dealwright.double_dummy.cache import CacheInfo, cache_bound

    found = CacheInfo.of(place_of(cache), cache_bound())
    if as_json:
        print(write_json(found, indent=2))
        return
    print(f"file   {found.path}")
    print(f"size   {found.bytes:,} bytes, of at most {found.bound:,}")
    print(f"rows   {found.rows:,}")
    for note in found.notes:
        print(f"note   {note}")


COMMAND = Command(info, HELP, order=1)
