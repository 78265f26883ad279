"""RBX: the fields of RBN with one record a line, each field as ``X{value}``."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType

from dealwright.errors import CardError
from dealwright.formats.rbn import LABELS, LASTING, board_of_fields, fields_of_board
from dealwright.formats.records import Board, Problem
from dealwright.formats.registry import Format
from dealwright.formats.writing import BoardWriter, Entry

__all__ = ["FORMAT"]

_HEAD = "%{RBX}\n"
_HEADS = re.compile(r"\A(?:%\{[^}]*\})+")
_FIELD = re.compile(r"\s*(.)\{([^}]*)\}")


def _line(board: Board, before: Mapping[str, str]) -> tuple[str, dict[str, str]]:
    fields = fields_of_board(board)
    kept = {
        label: value
        for label, value in fields.items()
        if value or (label in LASTING and before.get(label))
    }
    return "".join(f"{label[-1]}{{{value}}}" for label, value in kept.items()) + "\n", fields


class _Lines(BoardWriter):
    """Writes records, one a line; comments have no place in them."""

    _before: Mapping[str, str] = MappingProxyType({})

    def begin(self) -> str:
        return _HEAD

    def boards(self, entries: Sequence[Entry]) -> str:
        text = ""
        for entry in entries:
            line, self._before = _line(entry.board, self._before)
            text += line
        return text


def _fields(line: str) -> dict[str, str]:
    """Return the fields of a line; a note is stored with the label that it follows.

    :raises CardError: if something is not a field
    """
    fields: dict[str, str] = {}
    section, at = "A", 0
    while at < len(line.rstrip()):
        match = _FIELD.match(line, at)
        if match is None or not (match[1] in LABELS or match[1].isdigit()):
            raise CardError(f"'{line[at : at + 40].strip()}' is not a field of RBX")
        section = match[1] if match[1] in "AP" else section
        fields[section + match[1] if match[1].isdigit() else match[1]] = match[2].strip()
        at = match.end()
    return fields


def _read(text: str) -> Iterator[Board | Problem]:
    """Read records, one a line."""
    lasting = dict[str, str]()
    for number, line in enumerate(text.lstrip("\ufeff").splitlines(), 1):
        record = _HEADS.sub("", line)  # the first record may follow on the same line
        if not record.strip() or record.startswith("%"):
            continue
        try:
            fields = {**lasting, **_fields(record)}
            lasting = {label: fields[label] for label in LASTING if label in fields}
            yield board_of_fields(fields)
        except CardError as error:
            yield Problem(number, 1, str(error))


FORMAT = Format("the fields of RBN, a record a line", (".rbx",), _read, _Lines)
