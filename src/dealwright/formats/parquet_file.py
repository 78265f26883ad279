"""Parquet, the columnar file of Arrow: a row a deal, hands as text and as masks.

pyarrow writes it, from the extra ``arrow``.
"""

from __future__ import annotations

from importlib import import_module
from io import BytesIO
from typing import Any

from dealwright.cards import Seat
from dealwright.deals import Deals
from dealwright.deals.hand import hand_text
from dealwright.errors import ArgumentError
from dealwright.features import feature
from dealwright.formats.boards import Boards

__all__ = ["columns_of", "make"]


def make(boards: Boards) -> _File:
    """Return a writer of one file; its text is the bytes as Latin-1."""
    return _File(boards)


def columns_of(deals: Deals, boards: Boards, number: int = 0) -> dict[str, Any]:
    """Return the columns of some deals, the first of them deal ``number`` (from 0).

    >>> text = "N:AK.Q32.T9876.AKQ JT98.JT9.AK.J987 765.A654.QJ5.T65 -"
    >>> columns = columns_of(Deals.parse([text]), Boards())
    >>> columns["south"], columns["north_hcp"].tolist(), columns["dealer"]
    (['765.A654.QJ5.T65'], [18], ['N'])
    """
    places = range(number, number + len(deals))
    found: dict[str, Any] = {
        "board": [boards.number(at) for at in places],
        "dealer": [boards.dealer_of(at).letter for at in places],
        "vulnerable": [boards.vulnerability_of(at).value for at in places],
    }
    hcp = feature("hcp")
    for seat in Seat:
        name = seat.name.lower()
        masks = deals.masks[:, seat]
        found[name] = [hand_text(mask) for mask in masks.tolist()]
        found[f"{name}_mask"] = masks.copy()
        found[f"{name}_hcp"] = hcp.column(deals.masks, int(seat))
    notes = boards.notes_of(deals, number)
    for key in notes[0] if len(notes) else ():
        found[key] = [note[key] for note in notes]
    return found


class _File:
    def __init__(self, boards: Boards) -> None:
        try:
            self._arrow: Any = import_module("pyarrow")
            self._parquet: Any = import_module("pyarrow.parquet")
        except ImportError:
            raise ArgumentError(
                "Parquet needs pyarrow; install it with pip install 'dealwright[arrow]'"
            ) from None
        self._boards, self._file = boards, BytesIO()
        self._open: Any = None

    def begin(self) -> str:
        return ""

    def deals(self, deals: Deals, number: int) -> str:
        table = self._arrow.table(columns_of(deals, self._boards, number))
        if self._open is None:
            about = {"seed": self._boards.seed, "condition": self._boards.condition}
            schema = table.schema.with_metadata({f"dealwright.{k}": v for k, v in about.items()})
            self._open = self._parquet.ParquetWriter(self._file, schema)
        self._open.write_table(table.replace_schema_metadata(self._open.schema.metadata))
        return ""

    def end(self, found: int, tried: int) -> str:
        if self._open is None:
            self.deals(Deals.parse([]), 0)
        opened: Any = self._open
        opened.close()
        return self._file.getvalue().decode("latin-1")
