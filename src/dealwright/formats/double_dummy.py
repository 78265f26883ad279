"""The tag ``DoubleDummyTricks``: what each seat can make in each strain, twenty digits."""

from __future__ import annotations

from collections.abc import Mapping

from dealwright.cards import Seat
from dealwright.formats.records import Board

__all__ = ["STRAINS", "TAG", "tricks_of", "tricks_tags"]

TAG = "DoubleDummyTricks"
STRAINS = ("NT", "S", "H", "D", "C")
_DECLARERS = (Seat.NORTH, Seat.SOUTH, Seat.EAST, Seat.WEST)


def tricks_tags(tricks: Mapping[tuple[Seat, str], int]) -> dict[str, str]:
    """Return the tag of some tricks, "-" where they are not known; none where nothing is.

    >>> tricks_tags({(Seat.NORTH, "NT"): 10})
    {'DoubleDummyTricks': 'a-------------------'}
    """
    if not tricks:
        return {}
    digits = ["-"] * 20
    for (seat, strain), number in tricks.items():
        digits[5 * _DECLARERS.index(seat) + STRAINS.index(strain)] = f"{number:x}"
    return {TAG: "".join(digits)}


def tricks_of(board: Board) -> dict[tuple[Seat, str], int]:
    """Return the tricks that a board's tag, or else its table, tells."""
    tricks: dict[tuple[Seat, str], int] = {}
    digits = board.tags.get(TAG, "")
    if len(digits) == 20:
        for at, digit in enumerate(digits.lower()):
            if digit in "0123456789abcd":
                tricks[_DECLARERS[at // 5], STRAINS[at % 5]] = int(digit, 16)
        return tricks
    for line in board.sections.get("OptimumResultTable", ()):
        words = line.upper().split()
        if len(words) == 3 and words[0] in "NESW" and words[1] in STRAINS and words[2].isdigit():
            tricks[Seat.parse(words[0]), words[1]] = int(words[2])
    return tricks
