"""Numbers in the text of requests: whole numbers, seconds, widths of intervals."""

from __future__ import annotations

from dealwright.base.errors import ArgumentError

__all__ = ["number_of_boards", "precision", "seconds", "whole_number"]


def whole_number(text: str, label: str) -> int:
    """Read a whole number; ``1_000_000``, ``1,000,000`` and ``1e6`` are the same.

    ``label`` names the number in errors.

    >>> whole_number("1e6", "the limit")
    1000000

    :raises ArgumentError: if it is not a whole number, or negative
    """
    plain = text.strip().replace("_", "").replace(",", "")
    digits, e, zeros = plain.lower().partition("e")
    if e and zeros.isdecimal() and int(zeros) <= 30:
        plain = digits + "0" * int(zeros) if digits.lstrip("-").isdecimal() else plain
    if not plain.lstrip("-").isdecimal() or plain.count("-") > 1:
        raise ArgumentError(f"{label} must be a whole number, not '{text}'")
    if plain.startswith("-"):
        raise ArgumentError(f"{label} cannot be negative ({text})")
    return int(plain)


def number_of_boards(text: str) -> int:
    """Read the number of boards, as ``whole_number`` reads it.

    :raises ArgumentError: if it is not a whole number, or negative
    """
    return whole_number(text, "the number of boards")


def precision(text: str) -> float:
    """Read the half width of an interval: ``0.001`` and ``0.1%`` are the same.

    >>> precision("0.1%"), precision("0.5")
    (0.001, 0.5)

    :raises ArgumentError: if it is not a number above 0 and at most 1
    """
    plain = text.strip()
    percent = plain.endswith("%")
    try:
        share = float(plain.removesuffix("%")) / (100 if percent else 1)
    except ValueError:
        share = 0.0
    if not 0 < share <= 1:
        raise ArgumentError(f"--within takes a share such as 0.001 or 0.1%, not '{text}'")
    return share


def seconds(text: str) -> float:
    """Read a number of seconds of work; ``inf`` is no limit.

    >>> seconds("0.5"), seconds("inf")
    (0.5, inf)

    :raises ArgumentError: if it is not a number, or negative
    """
    try:
        number = float(text)
    except ValueError:
        number = -1.0
    if not number >= 0:
        raise ArgumentError(f"--budget takes a number of seconds such as 0.5, not '{text}'")
    return number
