"""Which cache a command is about."""

from __future__ import annotations

from pathlib import Path

from dealwright.errors import ArgumentError

__all__ = ["place_of"]


def place_of(given: Path | None) -> Path:
    """Return the file that is given, or else that of the environment or the system.

    :raises ArgumentError: if the cache is turned off
    """
    from dealwright.double_dummy.cache import cache_path

    path = cache_path() if given is None else given
    if path is None:
        raise ArgumentError("DEALWRIGHT_CACHE turns the cache off; name a file with --cache")
    return path
