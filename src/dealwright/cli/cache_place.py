"""The cache that a command is about."""

from __future__ import annotations

from pathlib import Path

from dealwright.base.errors import ArgumentError

__all__ = ["path_of_cache"]


def path_of_cache(option: Path | None) -> Path:
    """Return the given file, or else the file of the environment or the system.

    :raises ArgumentError: if the cache is turned off
    """
    from dealwright.double_dummy.cache import cache_path

    path = cache_path() if option is None else option
    if path is None:
        raise ArgumentError("DEALWRIGHT_CACHE turns the cache off; name a file with --cache")
    return path
