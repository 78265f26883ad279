"""The methods that may be asked for, by the purpose of a plan."""

from __future__ import annotations

__all__ = ["METHODS", "METHOD_NAMES"]

METHODS = {
    "count": ("auto", "exact", "filter"),
    "deal": ("auto", "exact", "filter", "mixed"),
    "number": ("exact",),
    "distribution": (),
}

METHOD_NAMES = {"suits": "suits", "honours": "ranks", "boxes": "scores"}
"""What a counting method goes by, by the name of its model."""
