"""Comma-separated values: a row for each board, for spreadsheets; written and read."""

from __future__ import annotations

import csv
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from io import StringIO
from itertools import islice
from operator import attrgetter
from typing import Any, NamedTuple

from dealwright.base.decoding import lines_of
from dealwright.base.errors import CardError
from dealwright.deals.features import feature
from dealwright.deals.hand import hand_text
from dealwright.formats.columns import (
    ABOUT,
    HANDS,
    ColumnError,
    about_board,
    board_of_row,
    column_name,
    extra_cells,
    extra_names,
    has_hands,
    is_column,
)
from dealwright.formats.pbn_tokens import Places
from dealwright.formats.records import Board, Problem
from dealwright.formats.registry import Format
from dealwright.formats.settings import Settings
from dealwright.formats.writing import BoardWriter, Entry

__all__ = ["FORMAT"]

_FORMULA = re.compile(r"'*[=+\-@\t\r]")
_POINTS = tuple(f"hcp_{name}" for name in HANDS)


class _Table(BoardWriter):
    """Writes board, dealer, vulnerability, the hands, their points, and further columns.

    The first call of ``boards`` decides the further columns: contract, auction and play if one of
    its boards has them, and the notes on dealt boards.
    """

    def __init__(self, settings: Settings) -> None:
        super().__init__(settings)
        self._begun = False
        self._extra: tuple[str, ...] = ()

    def boards(self, entries: Sequence[Entry]) -> str:
        rows: list[list[Any]] = []
        hcp = feature("hcp")
        for board, _, notes in entries:
            if not self._begun:
                if not self.settings.dealt or self.settings.solved is not None:
                    self._extra = extra_names([entry.board for entry in entries])
                rows.append([*ABOUT, *HANDS, *_POINTS, *self._extra, *notes])
                self._begun = True
            hands = ["" if mask is None else hand_text(mask) for mask in board.hands]
            points = ["" if mask is None else hcp.value(mask) for mask in board.hands]
            extra = extra_cells(board, self._extra)
            row = [*about_board(board), *hands, *points, *extra, *notes.values()]
            rows.append([_harmless(cell) if isinstance(cell, str) else cell for cell in row])
        return _text(rows)

    def end(self, found: int, tried: int) -> str:
        return "" if self._begun else _text([[*ABOUT, *HANDS, *_POINTS]])


def _harmless(cell: str) -> str:
    """Return a cell that no spreadsheet reads as a formula; ``_as_it_was`` is the inverse."""
    return f"'{cell}" if _FORMULA.match(cell) else cell


def _as_it_was(cell: str) -> str:
    return cell[1:] if cell.startswith("'") and _FORMULA.match(cell) else cell


def _text(rows: list[list[Any]]) -> str:
    out = StringIO()
    csv.writer(out, lineterminator="\n").writerows(rows)
    return out.getvalue()


_SEPARATOR = re.compile(r"sep=([,;\t])[ \t]*\r?\n", re.IGNORECASE)
_MOST_TITLES = 5  # lines above the names of the columns


def _named_rows(text: str) -> tuple[list[str], Iterator[list[_Cell]], bool]:
    """Return the names of the columns, the rows below them, and whether a title stands above.

    Cells are separated by what a first line ``sep=;`` names, or by commas, semicolons or tabs,
    whichever is most frequent in the header.
    """
    named = _SEPARATOR.match(text)  # as spreadsheets write it
    if named is not None:
        text = " " * (named.end() - 1) + text[named.end() - 1 :]
    first = lines_of(text.strip(" \r\n"))[:1] or [""]
    comma = max(",;\t", key=first[0].count) if named is None else named[1]
    rows = _rows(text, comma)
    above = [[column_name(cell.text) for cell in row] for row in islice(rows, 1 + _MOST_TITLES)]
    place = next((place for place, head in enumerate(above) if has_hands(head)), 0)
    rows = _rows(text, comma)
    for _ in above[: place + 1]:
        next(rows)
    return above[place] if above else [], rows, place > 0


# A hand of 13 cards, which no column has as its name.
_HAND = re.compile(r"(?=.{16}\Z)[2-9tjqka]*(?:\.[2-9tjqka]*){3}")


class _Cell(NamedTuple):
    text: str
    start: int
    open: bool = False  # it begins with a quotation mark that does not end it


def _rows(text: str, comma: str) -> Iterator[list[_Cell]]:
    """Yield the rows of a table with the offsets of their cells; blank lines are skipped."""
    pattern = re.compile(
        rf'(?:"((?:[^"]|"")*)"(?=[{comma}\r\n]|\Z)|([^{comma}\r\n]*))({comma}|\r\n?|\n|\Z)'
    )
    row: list[_Cell] = []
    position = 0
    while position < len(text) or row:
        match = pattern.match(text, position)
        assert match is not None  # the second alternative matches anything up to the next separator
        quoted = match[1]
        cell = match[2] if quoted is None else quoted.replace('""', '"')
        row.append(_Cell(cell, position, quoted is None and cell.startswith('"')))
        position = match.end()
        if match[3] != comma:
            if len(row) > 1 or row[0].text.strip():
                yield row
            row = []


def _read(text: str) -> Iterator[Board | Problem]:
    """Read a table with a header row; one note names the columns that are not read."""
    text = text.lstrip("\ufeff")
    places = Places(text)
    head, rows, titled = _named_rows(text)
    if not head:
        return
    if not has_hands(head):
        last = max(1, text.rstrip().count("\n") + 1)
        of_all = f"; lines 1 to {last} are not read" if last > 1 else ""
        yield Problem(1, 1, f"no column is named {', '.join(HANDS)} or deal{of_all}")
        return
    if titled:
        yield Problem(1, 1, "lines above the names of the columns are not read", False)
    yield from _of_head(head)
    unnamed = False
    for row in rows:
        for cell in filter(attrgetter("open"), row):
            message = "this cell begins with a quotation mark, and has none at its end"
            yield Problem(*places(cell.start), message, False)
        if not unnamed and _has_unnamed_hand(head, row):
            unnamed = True
            last = text.rstrip().count("\n") + 1
            message = f"hands stand in a column that is not named so, in lines 2 to {last}"
            yield Problem(1, 1, message, False)
        try:
            board, faults = _board(head, row)
            yield board
            for fault in sorted(faults, key=lambda fault: head.index(fault.column)):
                yield Problem(*places(row[head.index(fault.column)].start), str(fault), False)
        except ColumnError as error:
            position = row[head.index(error.column)].start
            yield Problem(*places(position), str(error))
        except CardError as error:
            yield Problem(*places(row[0].start), str(error))


def _of_head(head: Sequence[str]) -> Iterator[Problem]:
    """Yield what is wrong with the names of the columns, and which of them are not read."""
    if any(_HAND.fullmatch(name) for name in head):
        yield Problem(1, 1, "the names of the columns and a board stand in one line")
    repeated = [name for name, times in Counter(head).items() if name and times > 1]
    if repeated:
        names = ", ".join(repeated)
        yield Problem(1, 1, f"of columns with one name the first is read: {names[:100]}", False)
    others = [name for name in head if name and not is_column(name) and name not in _POINTS]
    if others:
        names = ", ".join(others)
        yield Problem(1, 1, f"columns with these names are not read: {names[:100]}", False)


def _has_unnamed_hand(head: list[str], row: list[_Cell]) -> bool:
    """Return whether a hand of 13 cards is in a column without a hand's name."""
    if set(HANDS) <= set(head):
        return False
    under = zip(head, row, strict=False)
    return any(
        _HAND.fullmatch(cell.text.strip().lower()) for name, cell in under if name not in HANDS
    )


def _board(head: list[str], row: list[_Cell]) -> tuple[Board, list[ColumnError]]:
    """Return the board of a row; cells without a name belong to its comments, with a fault."""
    cells = {
        name: _as_it_was(cell.text) for name, cell in reversed([*zip(head, row, strict=False)])
    }
    board, faults = board_of_row(cells)
    more = ",".join(cell.text for cell in row[len(head) :])
    if more.strip(", "):
        faults.append(
            ColumnError(head[-1], f"this row has {len(row)} cells under {len(head)} names")
        )
        last = board.comments[-1:] if head[-1] == "comments" else ()
        kept = board.comments[: len(board.comments) - len(last)]
        board = replace(board, comments=(*kept, ",".join([*last, more])))
    return board, faults


FORMAT = Format("comma-separated values, a row a board", (".csv",), _read, _Table)
