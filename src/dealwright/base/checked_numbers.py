"""Checks of the numbers that a call is given."""

from __future__ import annotations

from numbers import Real
from operator import index
from typing import TypeGuard

from dealwright.base.errors import ArgumentError

__all__ = ["checked_integer", "is_number"]


def checked_integer(value: object, what: str, kind: str = "an integer") -> int:
    """Return an integer as a Python int; those of numpy are taken, truth values are not.

    >>> checked_integer(2, "the number of deals")
    2

    :raises ArgumentError: if it is something else; ``what`` and ``kind`` are for its message
    """
    try:
        if not isinstance(value, bool):
            return int(index(value))  # type: ignore[arg-type]
    except TypeError:
        pass
    raise ArgumentError(f"{what} must be {kind}, not {value!r}")


def is_number(value: object) -> TypeGuard[float]:
    """Return whether a value is a real number; those of numpy are, truth values are not.

    >>> is_number(0.5), is_number("0.5"), is_number(True)
    (True, False, False)
    """
    return isinstance(value, Real) and not isinstance(value, bool)
