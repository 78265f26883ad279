"""The methods that may be asked for, by the purpose of a plan."""

from __future__ import annotations

__all__ = ["METHODS"]

METHODS = {
    "count": ("auto", "exact", "filter"),
    "deal": ("auto", "exact", "filter", "mixed"),
    "number": ("exact",),
    "distribution": (),
}
