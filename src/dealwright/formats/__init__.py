"""Deals as text: one file a format, chosen by name or by the ending of a file's name."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import Protocol

from dealwright.deals import Deals
from dealwright.errors import ArgumentError
from dealwright.formats.boards import Boards
from dealwright.formats.files import READERS, WRITERS, Form, form_of_path, read, write
from dealwright.formats.records import Board, Problem, Record, Turn
from dealwright.formats.tables import (
    Column,
    Table,
    format_table,
    parse_table,
    table_of,
    with_table,
)

__all__ = [
    "BINARY",
    "FORMATS",
    "READERS",
    "WRITERS",
    "Board",
    "Boards",
    "Column",
    "Problem",
    "Record",
    "Table",
    "Turn",
    "Writer",
    "format_of_path",
    "format_table",
    "parse_table",
    "read",
    "table_of",
    "with_table",
    "write",
    "writer",
]


class Writer(Protocol):
    """Turns deals into text, piece by piece."""

    def begin(self) -> str:
        """Return what stands before the first deal."""
        ...

    def deals(self, deals: Deals, number: int) -> str:
        """Return the text of some deals, the first of them deal ``number`` (from 0)."""
        ...

    def end(self, found: int, tried: int) -> str:
        """Return what stands after the last deal."""
        ...


# What deals can be dealt into: their modules have a function ``make``.
FORMATS = {
    **{name: WRITERS[name] for name in ("diagram", "line", "pbn", "json", "csv", "html", "latex")},
    **{name: WRITERS[name] for name in ("pdf", "parquet")},
    "none": Form("nothing"),
    **{
        name: WRITERS[name]
        for name in ("lin", "handviewer", "rbn", "rbx", "dup", "bri", "dge", "hrf", "ddline")
    },
}


# their text is bytes, as Latin-1
BINARY = frozenset(name for name, form in FORMATS.items() if form.binary)


def format_of_path(path: str) -> str | None:
    """Return the format that a file's name asks for, or None.

    >>> format_of_path("practice.pbn"), format_of_path("practice")
    ('pbn', None)
    """
    return form_of_path(path, FORMATS)


def writer(name: str, boards: Boards) -> Writer:
    """Return a writer of that format.

    >>> print(writer("line", Boards()).deals(Deals.parse(
    ...     ["E:K9.AQ7.QJ98.Q542 AJ6.K2.AKT654.K7 T752.JT3.7.JT983 -"]), 0), end="")
    N:Q843.98654.32.A6 K9.AQ7.QJ98.Q542 AJ6.K2.AKT654.K7 T752.JT3.7.JT983

    :raises ArgumentError: if there is no such format
    """
    if name not in FORMATS:
        raise ArgumentError(f"'{name}' is not a format; choose one of {', '.join(FORMATS)}")
    module = import_module(f"dealwright.formats.{FORMATS[name].module}")
    make: Callable[[Boards], Writer] = module.make
    return make(boards)
