"""Numbers as exact JSON values: large integers and fractions are strings."""

from __future__ import annotations

from fractions import Fraction
from math import isfinite
from typing import Any

from dealwright.errors import ArgumentError

__all__ = ["Number", "number_from_json", "number_to_json"]

Number = int | float | Fraction
_MOST = 1 << 53  # the largest integer that every JSON reader keeps exact


def number_to_json(number: Number) -> int | float | str:
    """Return a number as a JSON value.

    Integers beyond 2^53 become decimal strings, fractions "p/q", and numbers that JSON cannot write
    "inf", "-inf" or "nan".

    >>> from fractions import Fraction
    >>> [number_to_json(n) for n in (7, 2**53 + 1, Fraction(1, 3), 0.5)]
    [7, '9007199254740993', '1/3', 0.5]
    """
    if isinstance(number, Fraction):
        return f"{number.numerator}/{number.denominator}"
    if isinstance(number, int):
        return int(number) if -_MOST <= number <= _MOST else str(int(number))
    return float(number) if isfinite(number) else str(float(number))


def number_from_json(value: Any) -> Number:
    """Return the number of a JSON value; the inverse of ``number_to_json``.

    >>> [number_from_json(value) for value in (7, "9007199254740993", "1/3", 0.5)]
    [7, 9007199254740993, Fraction(1, 3), 0.5]

    :raises ArgumentError: if the value is not a number
    """
    if isinstance(value, int | float) and not isinstance(value, bool):
        return value
    try:
        if not isinstance(value, str):
            raise TypeError
        if value in ("inf", "-inf", "nan"):
            return float(value)
        return Fraction(value) if "/" in value else int(value)
    except (TypeError, ValueError, ZeroDivisionError):
        raise ArgumentError(f"{value!r} is not a number") from None
