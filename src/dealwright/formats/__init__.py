"""Boards and deals as files, in formats found by name and by the endings of file names.

Each format is one module of the folder ``kinds``; there is no other list.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from dealwright.formats.records import Board, Problem, Record, Turn
from dealwright.formats.registry import (
    BoardsAsText,
    Format,
    format_named,
    format_of_path,
    names,
    read,
    reading,
    write,
    writer,
    writing,
)
from dealwright.formats.settings import Settings
from dealwright.formats.writing import BoardWriter, Entry, Writer, all_boards, each_board

if TYPE_CHECKING:
    from dealwright.formats.pbn_tables import (
        Column,
        Table,
        format_table,
        parse_table,
        table_of,
        with_table,
    )
    from dealwright.formats.rearranging import Unique, renumbered, rotated, south_declares

__all__ = [
    "Board",
    "BoardWriter",
    "BoardsAsText",
    "Column",
    "Entry",
    "Format",
    "Problem",
    "Record",
    "Settings",
    "Table",
    "Turn",
    "Unique",
    "Writer",
    "all_boards",
    "each_board",
    "format_named",
    "format_of_path",
    "format_table",
    "names",
    "parse_table",
    "read",
    "reading",
    "renumbered",
    "rotated",
    "south_declares",
    "table_of",
    "with_table",
    "write",
    "writer",
    "writing",
]

# Loaded on first use: dealing needs none of them.
_LATER = {
    **dict.fromkeys(("Unique", "renumbered", "rotated", "south_declares"), "rearranging"),
    **dict.fromkeys(("Column", "Table", "format_table", "parse_table"), "pbn_tables"),
    **dict.fromkeys(("table_of", "with_table"), "pbn_tables"),
}


def __getattr__(name: str) -> Any:
    if name not in _LATER:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_LATER[name]}"), name)
