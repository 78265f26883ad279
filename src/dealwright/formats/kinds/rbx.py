"""RBX: the fields of RBN with one record to a line, each field as ``X{value}``."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from dealwright.base.decoding import lines_of
from dealwright.formats.kinds.rbn import LABELS, RUN_ON, RecordFields, RecordWriter, read_records
from dealwright.formats.records import Board, Problem
from dealwright.formats.registry import Format

__all__ = ["FORMAT"]

_HEADS = re.compile(r"\A(?:%\{[^}]*\})+")
_FIELD = re.compile(r"\s*(.)\{([^}]*)\}")


class _Lines(RecordWriter):
    """Writes records, one to a line; the format has no place for comments."""

    head = "%{RBX}\n"

    def record(self, fields: Mapping[str, str], comments: Sequence[str]) -> str:
        return "".join(f"{label[-1]}{{{value}}}" for label, value in fields.items()) + "\n"


def _of_line(line: str, number: int) -> Iterator[RecordFields]:
    """Yield the fields of line ``number``, and its first problem; a field that is none is skipped.

    If a second board's number or hands follow, two lines were joined.
    """
    record, position = RecordFields(number), 0
    while position < len(line.rstrip()):
        match = _FIELD.match(line, position)
        if match is None or not (match[1] in LABELS or match[1].isdigit()):
            message = f"'{line[position : position + 40].strip()}' is not a field of RBX"
            record.problem = record.problem or Problem(number, position + 1, message)
            if match is None:
                break
            position = match.end()
            continue
        if record.repeats(match[1], match[2].strip()):
            record.joined = Problem(
                number, position + 1, f"{RUN_ON}: {match[0].strip()[:40]}", False
            )
            yield record
            record = RecordFields(number)
        if match[1].isdigit():
            record.note(match[1], match[2].strip(), number)
        else:
            record.add(match[1], match[2].strip(), number)
        position = match.end()
    yield record


def _records(text: str) -> Iterator[RecordFields]:
    """Yield the record of each line."""
    for number, line in enumerate(lines_of(text.lstrip("\ufeff")), 1):
        record = _HEADS.sub("", line)  # the first record may follow on the same line
        if record.strip() and not record.startswith("%"):
            yield from _of_line(record, number)
        elif "H{" in record:
            message = "a comment holds a record"
            yield RecordFields(number, problem=Problem(number, 1, message, False))


def _read(text: str) -> Iterator[Board | Problem]:
    """Read records, one to a line."""
    return read_records(_records(text))


FORMAT = Format("the fields of RBN, a record a line", (".rbx",), _read, _Lines, results=False)
