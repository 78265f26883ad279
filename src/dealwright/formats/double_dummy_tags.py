"""Double-dummy results in PBN: tricks as a tag and as a table, the par score, its contracts."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace

from dealwright.cards import Seat
from dealwright.formats.records import Board, small_number

__all__ = [
    "PAR_CONTRACTS",
    "PAR_SCORE",
    "STRAINS",
    "TABLE",
    "TAG",
    "results_in",
    "results_text",
    "tricks_of",
    "tricks_tags",
    "with_par",
    "with_tricks",
]

TAG = "DoubleDummyTricks"
TABLE = "OptimumResultTable"
PAR_SCORE, PAR_CONTRACTS = "OptimumScore", "ParContract"
STRAINS = ("NT", "S", "H", "D", "C")
_COLUMNS = ("Declarer", "Denomination", "Result")
_HEAD = r"Declarer;Denomination\2R;Result\2R"
_TRICKLESS = re.compile(r"\s*[NESW]\s+(?:NT?|[SHDC])\s*", re.IGNORECASE)
_RESULTS = re.compile(
    r"Double dummy ([0-9a-d]{20}) \(N S E W: NT S H D C\)"
    r"(?:, par ((?:NS|EW) [0-9]{1,5})(?:: ([^:|]{1,200}))?)?"
)
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
    """Return a board with tricks as digits and as a table, which replace its own.

    >>> board = with_tricks(Board(), {(seat, strain): 7 for seat in Seat for strain in STRAINS})
    >>> board.tags[TAG], board.sections[TABLE][:2]
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


def with_par(board: Board, score: int, contracts: str) -> Board:
    """Return a board with its par score, in points for north and south, and its contracts.

    >>> with_par(Board(), -50, "NS 5SX-1").tags
    {'OptimumScore': 'EW 50', 'ParContract': 'NS 5SX-1'}
    """
    side = "EW" if score < 0 else "NS"
    tags = {PAR_SCORE: f"{side} {abs(score)}", **({PAR_CONTRACTS: contracts} if contracts else {})}
    return replace(board, tags={**board.tags, **tags})


def tricks_of(board: Board) -> dict[tuple[Seat, str], int]:
    """Return the tricks from a board's tag, or else from its table."""
    tricks: dict[tuple[Seat, str], int] = {}
    digits = board.tags.get(TAG, "")
    if len(digits) == 20:
        for index, digit in enumerate(digits.lower()):
            if digit in "0123456789abcd":
                tricks[_DECLARERS[index // 5], STRAINS[index % 5]] = int(digit, 16)
        return tricks
    for declarer, strain, number in _rows(board):
        named, number_made = "NT" if strain == "N" else strain, small_number(number)
        if declarer in ("N", "E", "S", "W") and named in STRAINS and number_made is not None:
            tricks[Seat.of(declarer), named] = number_made
    return {key: number_made for key, number_made in tricks.items() if number_made <= 13}


def results_text(board: Board) -> str:
    """Return tricks and par as one line, for formats with comments alone; "" without all tricks.

    >>> board = with_tricks(Board(), {(seat, word): 7 for seat in Seat for word in STRAINS})
    >>> results_text(with_par(board, 0, ""))
    'Double dummy 77777777777777777777 (N S E W: NT S H D C), par NS 0'
    """
    if TAG not in board.tags and TABLE not in board.sections:
        return ""  # most boards; there may be very many
    tricks = tricks_of(board)
    if len(tricks) < 20:
        return ""
    contracts = board.tags.get(PAR_CONTRACTS, "")
    par = f", par {board.tags[PAR_SCORE]}" if board.tags.get(PAR_SCORE) else ""
    named = f": {contracts}" if par and contracts else ""
    return f"Double dummy {tricks_tags(tricks)[TAG]} (N S E W: NT S H D C){par}{named}"


def results_in(text: str) -> dict[str, str]:
    """Return the tags of a line of ``results_text``; none for any other text.

    >>> results_in("Double dummy 77777777777777777777 (N S E W: NT S H D C), par NS 0")
    {'DoubleDummyTricks': '77777777777777777777', 'OptimumScore': 'NS 0'}
    """
    match = _RESULTS.fullmatch(text.strip())
    values = () if match is None else match.groups()
    pairs = zip((TAG, PAR_SCORE, PAR_CONTRACTS), values, strict=False)
    return {name: value for name, value in pairs if value}


def _rows(board: Board) -> list[tuple[str, str, str]]:
    """Return declarer, strain and tricks of the rows that have them, in capitals.

    Some programs write nothing for no tricks, so a row of declarer and strain means 0.
    """
    from dealwright.formats.pbn_tables import read_table

    lines = [
        f"{line} 0" if _TRICKLESS.fullmatch(line) else line
        for line in board.sections.get(TABLE, ())
    ]
    table, faults = read_table(board.tags.get(TABLE, ""), lines)
    if not set(_COLUMNS) <= set(table.names) or (faults and not faults[0].row):
        table, _ = read_table(";".join(_COLUMNS), lines)  # some programs write no head
    columns = ([cell.upper() for cell in table.column(name)] for name in _COLUMNS)
    return list(zip(*columns, strict=True))
