"""The methods that may be asked for, by the purpose of a plan."""

from __future__ import annotations

from collections.abc import Iterable

from dealwright.base.errors import ArgumentError

__all__ = ["METHODS", "METHOD_NAMES", "checked_method"]

METHODS = {
    "count": ("auto", "exact", "filter"),
    "deal": ("auto", "exact", "filter", "mixed"),
    "number": ("exact",),
    "distribution": (),
}

METHOD_NAMES = {"suits": "suits", "honours": "ranks", "boxes": "scores"}
"""What a counting method goes by, by the name of its model."""


def checked_method(method: str, methods: Iterable[str]) -> str:
    """Return a method that must be one of ``methods``.

    >>> checked_method("exact", METHODS["count"])
    'exact'

    :raises ArgumentError: if it is none of them
    """
    choices = tuple(methods)
    if method not in choices:
        raise ArgumentError(f"{method!r} is not a method; choose {', '.join(choices)}")
    return method
