"""The tag ``DoubleDummyTricks``: the tricks of each seat in each strain, as twenty digits."""

from __future__ import annotations

import re
from collections.abc import Mapping

from dealwright.cards import Seat
from dealwright.formats.pbn_tables import read_table
from dealwright.formats.records import Board, small_number

__all__ = ["STRAINS", "TAG", "tricks_of", "tricks_tags"]

TAG = "DoubleDummyTricks"
TABLE = "OptimumResultTable"
STRAINS = ("NT", "S", "H", "D", "C")
_COLUMNS = ("Declarer", "Denomination", "Result")
_TRICKLESS = re.compile(r"\s*[NESW]\s+(?:NT?|[SHDC])\s*", re.IGNORECASE)
_DECLARERS = (Seat.NORTH, Seat.SOUTH, Seat.EAST, Seat.WEST)


def tricks_tags(tricks: Mapping[tuple[Seat, str], int]) -> dict[str, str]:
    """Return the tag of some tricks, with "-" for unknown ones; no tag if all are unknown.

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
    """Return the tricks from a board's tag, or else from its table."""
    tricks: dict[tuple[Seat, str], int] = {}
    digits = board.tags.get(TAG, "")
    if len(digits) == 20:
        for at, digit in enumerate(digits.lower()):
            if digit in "0123456789abcd":
                tricks[_DECLARERS[at // 5], STRAINS[at % 5]] = int(digit, 16)
        return tricks
    for declarer, strain, number in _rows(board):
        named, made = "NT" if strain == "N" else strain, small_number(number)
        if declarer in ("N", "E", "S", "W") and named in STRAINS and made is not None:
            tricks[Seat.of(declarer), named] = made
    return {key: made for key, made in tricks.items() if made <= 13}


def _rows(board: Board) -> list[tuple[str, str, str]]:
    """Return declarer, strain and tricks of the rows that have them, in capitals.

    Some programs write nothing for no tricks, so a row of declarer and strain means 0.
    """
    lines = [
        f"{line} 0" if _TRICKLESS.fullmatch(line) else line
        for line in board.sections.get(TABLE, ())
    ]
    table, faults = read_table(board.tags.get(TABLE, ""), lines)
    if not set(_COLUMNS) <= set(table.names) or (faults and not faults[0].row):
        table, _ = read_table(";".join(_COLUMNS), lines)  # some programs write no head
    columns = ([cell.upper() for cell in table.column(name)] for name in _COLUMNS)
    return list(zip(*columns, strict=True))
