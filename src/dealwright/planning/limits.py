"""What exact counting may use unless told otherwise."""

from __future__ import annotations

from operator import index

from dealwright.errors import ArgumentError

__all__ = ["DEFAULT_MEMORY", "memory_checked"]

DEFAULT_MEMORY = 1 << 30
"""Bytes: 1 GiB."""


def memory_checked(memory: int) -> int:
    """Return an amount of memory in bytes.

    :raises ArgumentError: if it is not a whole number, or negative
    """
    try:
        found = index(memory)
    except TypeError:
        raise ArgumentError(f"an amount of memory is a number of bytes, not {memory!r}") from None
    if found < 0:
        raise ArgumentError(f"an amount of memory cannot be negative ({found})")
    return found
