"""What exact counting may use unless told otherwise."""

from __future__ import annotations

__all__ = ["DEFAULT_MEMORY"]

DEFAULT_MEMORY = 1 << 30
"""Bytes: 1 GiB."""
