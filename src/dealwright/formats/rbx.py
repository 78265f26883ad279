"""RBX: the fields of RBN with one record a line, each field as ``X{value}``."""

from __future__ import annotations

import re
from collections.abc import Sequence

from dealwright.errors import CardError
from dealwright.formats.boards import Boards
from dealwright.formats.dealt import BoardWriter
from dealwright.formats.rbn_read import LABELS, LASTING, board_of_fields
from dealwright.formats.rbn_write import fields_of_board
from dealwright.formats.records import Board, Problem, Record

__all__ = ["make", "read", "write"]

_HEAD = "%{RBX}\n"
_HEADS = re.compile(r"\A(?:%\{[^}]*\})+")
_FIELD = re.compile(r"\s*(.)\{([^}]*)\}")


def _line(board: Board, before: dict[str, str]) -> tuple[str, dict[str, str]]:
    fields = fields_of_board(board)
    kept = {
        label: value
        for label, value in fields.items()
        if value or (label in LASTING and before.get(label))
    }
    return "".join(f"{label[-1]}{{{value}}}" for label, value in kept.items()) + "\n", fields


def write(boards: Sequence[Board]) -> str:
    """Return a file of records; comments have no place in it."""
    text, before = _HEAD, dict[str, str]()
    for board in boards:
        line, before = _line(board, before)
        text += line
    return text


def make(boards: Boards) -> BoardWriter:
    """Return a writer of dealt records."""
    return BoardWriter(boards, lambda board: _line(board, {})[0], _HEAD)


def _fields(line: str) -> dict[str, str]:
    """Return the fields of a line, notes under the label they follow.

    :raises CardError: if something is no field
    """
    fields: dict[str, str] = {}
    section, at = "A", 0
    while at < len(line.rstrip()):
        match = _FIELD.match(line, at)
        if match is None or not (match[1] in LABELS or match[1].isdigit()):
            raise CardError(f"'{line[at : at + 40].strip()}' is no field of RBX")
        section = match[1] if match[1] in "AP" else section
        fields[section + match[1] if match[1].isdigit() else match[1]] = match[2].strip()
        at = match.end()
    return fields


def read(text: str) -> Record:
    """Read records, one a line."""
    boards, problems, lasting = [], [], dict[str, str]()
    for number, line in enumerate(text.lstrip("\ufeff").splitlines(), 1):
        record = _HEADS.sub("", line)  # the first record may follow on the same line
        if not record.strip() or record.startswith("%"):
            continue
        try:
            fields = {**lasting, **_fields(record)}
            lasting = {label: fields[label] for label in LASTING if label in fields}
            boards.append(board_of_fields(fields))
        except CardError as error:
            problems.append(Problem(number, 1, str(error)))
    return Record(tuple(boards), tuple(problems))
