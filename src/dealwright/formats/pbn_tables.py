r"""Tables of Portable Bridge Notation: sections with columns and rows, such as ``ScoreTable``.

A head such as ``+Rank\3R;PairId;TotalScore\6R`` names the columns; ``+`` and ``-`` give the order
in which the rows are sorted, the number the least width of a column, ``L`` or ``R`` its alignment.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from dealwright.base.decoding import lines_of
from dealwright.base.errors import CardError
from dealwright.formats.pbn_tokens import escaped, unescaped
from dealwright.formats.records import Board

__all__ = [
    "Column",
    "Table",
    "TableFault",
    "format_table",
    "parse_table",
    "read_table",
    "table_of",
    "with_table",
]

_COLUMN = re.compile(r"([+-]?)\s*(\w+)\s*(?:\\([0-9]{1,3})([LR]?))?")
_CELL = re.compile(r'"((?:[^"\\]|\\["\\]|\\(?!["\\]))*)"|(\S+)')
_PLAIN = re.compile(r'[^\s"%\[\]{};]+')


@dataclass(frozen=True)
class Column:
    """A column: name, sort order (``+``, ``-`` or ""), least width, alignment (``L``, ``R`` or "").

    :raises CardError: if a head cannot contain it
    """

    name: str
    order: str = ""
    width: int = 0
    side: str = ""

    def __post_init__(self) -> None:
        match = _COLUMN.fullmatch(str(self))
        if match is None or (match[1], match[2]) != (self.order, self.name):
            raise CardError(f"'{self}' is not a column of a table")

    def __str__(self) -> str:
        shape = f"\\{self.width}{self.side}" if self.width or self.side else ""
        return f"{self.order}{self.name}{shape}"


@dataclass(frozen=True)
class Table:
    """A table: its columns, and rows with one text for each column.

    :raises CardError: if a row has more or fewer texts
    """

    columns: tuple[Column, ...]
    rows: tuple[tuple[str, ...], ...] = ()

    def __post_init__(self) -> None:
        for number, row in enumerate(self.rows, 1):
            if len(row) != len(self.columns):
                raise CardError(f"row {number} has {_cells(len(row))}, not {len(self.columns)}")

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the columns."""
        return tuple(column.name for column in self.columns)

    def column(self, name: str) -> tuple[str, ...]:
        r"""Return the texts of a column, row by row.

        >>> parse_table(r"Declarer;Denomination\2R;Result\2R", ["N NT  7", "N  S  8"]).column(
        ...     "Result")
        ('7', '8')

        :raises CardError: if there is no column of that name
        """
        if name not in self.names:
            raise CardError(f"no column is named '{name}'; there are {', '.join(self.names)}")
        index = self.names.index(name)
        return tuple(row[index] for row in self.rows)


class TableFault(NamedTuple):
    """An error in a table: the row (0 is the head) and the offset in its text."""

    row: int
    offset: int
    message: str


def _cells(count: int) -> str:
    return f"{count} cell{'' if count == 1 else 's'}"


def _columns(value: str) -> Iterator[Column | TableFault]:
    offset = 0
    for part in value.split(";"):
        match = _COLUMN.fullmatch(part.strip())
        if match is None:
            yield TableFault(0, offset, f"'{part.strip()[:40]}' is not a column of a table")
        else:
            yield Column(match[2], match[1], int(match[3] or 0), match[4] or "")
        offset += len(part) + 1


def read_table(value: str, lines: Sequence[str]) -> tuple[Table, tuple[TableFault, ...]]:
    """Read the head and the rows of a table; rows with a wrong number of cells are left out.

    >>> table, faults = read_table("A;B", ["1 2", "3", '"4 5" 6'])
    >>> table.rows, faults[0].row, faults[0].message
    ((('1', '2'), ('4 5', '6')), 2, 'this row has 1 cell under 2 names')
    """
    head = list(_columns(value))
    columns = tuple(part for part in head if isinstance(part, Column))
    faults = [part for part in head if isinstance(part, TableFault)]
    if faults:
        return Table(columns), tuple(faults)
    rows = []
    for number, line in enumerate(lines, 1):
        row = tuple(
            match[2] if match[1] is None else unescaped(match[1]) for match in _CELL.finditer(line)
        )
        if len(row) == len(columns):
            rows.append(row)
        else:
            message = f"this row has {_cells(len(row))} under {len(columns)} names"
            faults.append(TableFault(number, 0, message))
    return Table(columns, tuple(rows)), tuple(faults)


def parse_table(value: str, lines: Sequence[str]) -> Table:
    """Read the head and the rows of a table.

    :raises CardError: if the head or a row cannot be read
    """
    table, faults = read_table(value, lines)
    if faults:
        where = f"row {faults[0].row}" if faults[0].row else "head"
        raise CardError(f"{where}: {faults[0].message}")
    return table


def format_table(table: Table) -> tuple[str, tuple[str, ...]]:
    r"""Return the head and the rows of a table as PBN writes them; the inverse of parse_table.

    >>> format_table(Table((Column("Pair"), Column("Score", "-", 5, "R")), (("1", "62.5"),)))
    ('Pair;-Score\\5R', ('1  62.5',))

    :raises CardError: if a text has a line end
    """
    head = ";".join(str(column) for column in table.columns)
    return head, tuple(_row(table.columns, row) for row in table.rows)


def _row(columns: Sequence[Column], row: Sequence[str]) -> str:
    cells = []
    for column, text in zip(columns, row, strict=True):
        word = text
        if len(lines_of(text)) > 1 or text.endswith(("\n", "\r")):
            raise CardError(f"a text in a table has one line, not {text!r}")
        if not _PLAIN.fullmatch(text):
            word = f'"{escaped(text)}"'
        cells.append(word.rjust(column.width) if column.side == "R" else word.ljust(column.width))
    return " ".join(cells).rstrip()


def table_of(board: Board, name: str) -> Table | None:
    """Return a table of a board, or None if it has no such section.

    :raises CardError: if the head or a row cannot be read
    """
    if name not in board.sections:
        return None
    return parse_table(board.tags.get(name, ""), board.sections[name])


def with_table(board: Board, name: str, table: Table) -> Board:
    """Return a board with a table in place of the section of that name."""
    head, rows = format_table(table)
    return replace(board, tags={**board.tags, name: head}, sections={**board.sections, name: rows})
