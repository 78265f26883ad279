"""Parquet, Arrow's columnar file: a row for each board, with hands as text and as masks.

pyarrow writes and reads it, from the extra ``arrow``.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from importlib import import_module
from io import BytesIO
from typing import Any

import numpy as np

from dealwright.base.errors import ArgumentError, CardError
from dealwright.cards import Seat
from dealwright.deals import Deals
from dealwright.deals.features import feature
from dealwright.deals.hand import hand_text
from dealwright.formats.columns import (
    ABOUT,
    HANDS,
    about_board,
    board_of_row,
    column_name,
    extra_cells,
    extra_names,
    has_hands,
)
from dealwright.formats.records import Board, Problem
from dealwright.formats.registry import Format
from dealwright.formats.settings import Settings
from dealwright.formats.writing import BoardWriter, Entry, entries_of_deals

__all__ = ["FORMAT", "columns_of"]


def columns_of(deals: Deals, settings: Settings, number: int = 0) -> dict[str, Any]:
    """Return the columns of a batch of deals; ``number`` is the index of the first (from 0).

    >>> text = "N:AK.Q32.T9876.AKQ JT98.JT9.AK.J987 765.A654.QJ5.T65 -"
    >>> columns = columns_of(Deals.parse([text]), Settings())
    >>> columns["south"], columns["north_hcp"].tolist(), columns["dealer"]
    (['765.A654.QJ5.T65'], [18], ['N'])
    """
    return _columns(entries_of_deals(settings, deals, number), ())


def _columns(entries: Sequence[Entry], extra: Sequence[str]) -> dict[str, Any]:
    """Return the columns of boards: arrays of numbers, or lists if a hand is unknown."""
    about = [about_board(entry.board) for entry in entries]
    columns: dict[str, Any] = {
        name: [row[index] for row in about] for index, name in enumerate(ABOUT)
    }
    rows = np.array([[mask or 0 for mask in entry.board.hands] for entry in entries], np.uint64)
    rows = rows.reshape(-1, 4)
    hcp = feature("hcp")
    for seat, name in zip(Seat, HANDS, strict=True):
        hands = [entry.board.hands[seat] for entry in entries]
        columns[name] = [None if mask is None else hand_text(mask) for mask in hands]
        columns[f"{name}_mask"] = _known(hands, rows[:, seat].copy())
        columns[f"{name}_hcp"] = _known(hands, hcp.column(rows, int(seat)))
    if entries:
        cells = [extra_cells(entry.board, extra) for entry in entries]
        columns |= {name: [row[index] for row in cells] for index, name in enumerate(extra)}
        columns |= {name: [entry.notes[name] for entry in entries] for name in entries[0].notes}
    return columns


def _known(hands: list[int | None], column: Any) -> Any:
    """Return a column of numbers, with None if the hand is unknown."""
    if None not in hands:
        return column
    values = zip(hands, column.tolist(), strict=True)
    return [None if hand is None else value for hand, value in values]


def _arrow(name: str) -> Any:
    try:
        return import_module(name)
    except ImportError:
        raise ArgumentError(
            "Parquet needs pyarrow; install it with pip install 'dealwright[arrow]'"
        ) from None


class _File(BoardWriter):
    """Writes one file; the first boards decide its columns.

    :raises ArgumentError: if pyarrow is not installed
    """

    def __init__(self, settings: Settings) -> None:
        super().__init__(settings)
        self._arrow, self._parquet = _arrow("pyarrow"), _arrow("pyarrow.parquet")
        self._file = BytesIO()
        self._open: Any = None
        self._extra: tuple[str, ...] = ()

    def boards(self, entries: Sequence[Entry]) -> str:
        decided = not self.settings.dealt or self.settings.solved is not None
        if self._open is None and decided:
            self._extra = extra_names([entry.board for entry in entries])
        table = self._table(_columns(entries, self._extra))
        if self._open is None:
            settings = self.settings
            about = {"seed": settings.seed, "condition": settings.condition}
            if settings.exchange:
                about["exchange"] = settings.exchange
            schema = table.schema.with_metadata({f"dealwright.{k}": v for k, v in about.items()})
            self._open = self._parquet.ParquetWriter(self._file, schema)
        self._open.write_table(table.replace_schema_metadata(self._open.schema.metadata))
        return ""

    def _table(self, columns: dict[str, Any]) -> Any:
        """Return a table whose types do not depend on which hands are known."""
        arrow = self._arrow
        points = feature("hcp").column(np.zeros((0, 4), np.uint64), 0).dtype
        kinds = dict.fromkeys((*ABOUT, *HANDS), arrow.string()) | {"board": arrow.int64()}
        for name in HANDS:
            kinds[f"{name}_mask"] = arrow.uint64()
            kinds[f"{name}_hcp"] = arrow.from_numpy_dtype(points)
        typed = {name: arrow.array(columns[name], kind) for name, kind in kinds.items()}
        return arrow.table({name: typed.get(name, values) for name, values in columns.items()})

    def end(self, found: int, tried: int) -> str:
        if self._open is None:
            self.boards([])
        opened: Any = self._open
        opened.close()
        return self._file.getvalue().decode("latin-1")


def _read(data: bytes) -> Iterator[Board | Problem]:
    """Read the rows of a file; the line of a problem is the number of the row, from 1.

    :raises ArgumentError: if pyarrow is not installed
    """
    arrow, parquet = _arrow("pyarrow"), _arrow("pyarrow.parquet")
    if not data:
        return
    try:
        rows: list[dict[str, Any]] = parquet.read_table(BytesIO(data)).to_pylist()
    except (arrow.ArrowException, OSError, ValueError, OverflowError) as error:
        message = str(error).split("\n")[0]
        yield Problem(1, 1, f"this is not a Parquet file: {message}")
        return
    for number, row in enumerate(rows, 1):
        cells = {column_name(key): "" if cell is None else str(cell) for key, cell in row.items()}
        try:
            if not has_hands(cells):
                raise CardError(f"no column is named {', '.join(HANDS)} or deal")
            board, faults = board_of_row(cells)
            yield board
            yield from (Problem(number, 1, str(fault), False) for fault in faults)
        except CardError as error:
            yield Problem(number, 1, str(error))


FORMAT = Format("Arrow's columns, a row a board", (".parquet",), _read, _File, binary=True)
