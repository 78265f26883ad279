"""Double-dummy tricks in PBN: the tag ``DoubleDummyTricks`` and ``OptimumResultTable``."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace

from dealwright.cards import Seat
from dealwright.formats.pbn_tables import read_table
from dealwright.formats.records import Board, small_number

__all__ = ["STRAINS", "TAG", "tricks_of", "tricks_tags", "with_tricks"]

TAG = "DoubleDummyTricks"
TABLE = "OptimumResultTable"
STRAINS = ("NT", "S", "H", "D", "C")
_COLUMNS = ("Declarer", "Denomination", "Result")
_HEAD = r"Declarer;Denomination\2R;Result\2R"
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


def with_tricks(board: Board, tricks: Mapping[tuple[Seat, str], int]) -> Board:
    """Return a board with all its tricks, as digits and as a table, in place of those it had.

    >>> made = with_tricks(Board(), {(seat, strain): 7 for seat in Seat for strain in STRAINS})
    >>> made.tags[TAG], made.sections[TABLE][:2]
    ('77777777777777777777', ('N NT  7', 'N  S  7'))
    """
    rows = [
        f"{seat.letter} {strain:>2} {tricks[seat, strain]:>2}"
        for seat in _DECLARERS
        for strain in STRAINS
    ]
    return replace(
        board,
        tags={**board.tags, **tricks_tags(tricks), TABLE: _HEAD},
        sections={**board.sections, TABLE: tuple(rows)},
    )


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
