"""Amounts of memory and of disk, as people write them."""

from __future__ import annotations

from dealwright.base.errors import ArgumentError

__all__ = ["memory_bytes"]


def memory_bytes(text: str | None) -> int | None:
    """Read an amount of memory: bytes, or a number with K, M or G (or KiB, MiB, GiB).

    >>> memory_bytes("512M"), memory_bytes("2 GiB"), memory_bytes(None)
    (536870912, 2147483648, None)

    :raises ArgumentError: if it is not an amount of memory
    """
    if text is None:
        return None
    plain = text.strip().lower().removesuffix("b").removesuffix("i").strip()
    shift = {"k": 10, "m": 20, "g": 30}.get(plain[-1:], 0)
    digits = plain[:-1].strip() if shift else plain
    if not digits.isdecimal() or len(digits) > 15:
        raise ArgumentError(f"write an amount of memory as 512M or 2GiB, not '{text}'")
    return int(digits) << shift
