"""Comma-separated values: a row a deal, for spreadsheets."""

from __future__ import annotations

import csv
from io import StringIO
from typing import Any

from dealwright.cards import Seat
from dealwright.deals import Deals
from dealwright.deals.hand import hand_text
from dealwright.features import feature
from dealwright.formats.boards import Boards

__all__ = ["make"]

_HEAD = ("board", "dealer", "vulnerable", "north", "east", "south", "west")
_POINTS = tuple(f"hcp_{seat.name.lower()}" for seat in Seat)


def make(boards: Boards) -> _Table:
    """Return a writer of a table: board, dealer, vulnerability, the hands, their points, notes."""
    return _Table(boards)


class _Table:
    def __init__(self, boards: Boards) -> None:
        self._boards = boards
        self._begun = False

    def begin(self) -> str:
        return ""

    def deals(self, deals: Deals, number: int) -> str:
        rows: list[list[Any]] = []
        notes = self._boards.notes_of(deals, number)
        hcp = feature("hcp")
        for at, (row, note) in enumerate(zip(deals.masks.tolist(), notes, strict=True), number):
            if not self._begun:
                rows.append([*_HEAD, *_POINTS, *note])
                self._begun = True
            board = self._boards
            about = (board.number(at), board.dealer_of(at).letter, board.vulnerability_of(at).value)
            hands = [hand_text(mask) for mask in row]
            rows.append([*about, *hands, *(hcp.value(mask) for mask in row), *note.values()])
        return _text(rows)

    def end(self, found: int, tried: int) -> str:
        return "" if self._begun else _text([[*_HEAD, *_POINTS]])


def _text(rows: list[list[Any]]) -> str:
    out = StringIO()
    csv.writer(out, lineterminator="\n").writerows(rows)
    return out.getvalue()
