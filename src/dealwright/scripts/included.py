"""Lines ``#include "file"`` of scripts: joining files to one text, and locating its lines."""

from __future__ import annotations

import os
import re
from bisect import bisect_right
from collections.abc import Generator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from os import PathLike
from pathlib import Path, PureWindowsPath
from typing import NamedTuple

from dealwright.base.decoding import decoded
from dealwright.base.errors import ConditionError
from dealwright.conditions.text_reader import COMMENT, MOST_CHARACTERS, Note, plain_text

__all__ = ["ScriptPart", "ScriptSource", "included"]

_DEEPEST = 20  # files that include each other
_MOST_FILES = 1000
_DECLARED = re.compile(r"^[ \t]*#[ \t]*param[ \t]+(\d)[ \t]*=[ \t]*([^#\n]*)", re.MULTILINE)
# A string, a comment, or a script variable; a variable inside the others is plain text.
_PARAM = re.compile(rf'"[^"]*"|{COMMENT}|\$(\d)')
_INCLUDE = re.compile(rf'"[^"]*"|(?m:^[ \t]*#[ \t]*include[ \t]*"([^"\n]*)"[^\n]*\n?)|{COMMENT}')


@dataclass(frozen=True)
class ScriptPart:
    """Some lines of one file, with their start in the whole text and in the file's text.

    ``file`` is "" for the script itself. ``script_line`` is the line of the script, or for other
    files the line of the script that includes the file. Lines count from 0.
    """

    begin: int
    line: int
    file: str
    text: str
    offset: int
    script_line: int


@dataclass(frozen=True)
class ScriptSource:
    """The text of a script, with included files inserted, and its parts."""

    text: str
    parts: tuple[ScriptPart, ...]
    notes: tuple[Note, ...] = ()

    def line(self, line: int) -> int:
        """Return the script's line (from 1) for a line of the whole text.

        A line of an included file has the script's line that includes the file.
        """
        part = self._part_of_line(line - 1)
        return 1 + part.script_line + (0 if part.file else line - 1 - part.line)

    def place(self, line: int) -> str:
        """Return " (file, line 3)" for a line of an included file, "" for one of the script."""
        part = self._part_of_line(line - 1)
        file_line = part.text.count("\n", 0, part.offset) + line - part.line
        return f" ({part.file}, line {file_line})" if part.file else ""

    def note(self, note: Note) -> Note:
        """Return a note on a line of the whole text as a note on the script's line."""
        return Note(self.line(note.line), note.text + self.place(note.line))

    @contextmanager
    def locating(self) -> Generator[None]:
        """Turn errors in the whole text into errors in the original file."""
        try:
            yield
        except ConditionError as error:
            raise self.located(error) from None

    def located(self, error: ConditionError) -> ConditionError:
        """Return an error in the whole text as an error in the original file."""
        if error.position is None or error.file:
            return error
        begins = [part.begin for part in self.parts]
        part = self.parts[max(bisect_right(begins, error.position) - 1, 0)]
        return ConditionError(
            error.message, text=part.text, position=part.offset + error.position - part.begin,
            hint=error.hint, file=part.file,
        )  # fmt: skip

    def _part_of_line(self, line: int) -> ScriptPart:
        lines = [part.line for part in self.parts]
        return self.parts[max(bisect_right(lines, line) - 1, 0)]


def included(
    text: str, params: Mapping[int, str], folders: Sequence[str | PathLike[str]] = ()
) -> ScriptSource:
    """Return the text of a script with its files inserted and script variables replaced.

    Files are looked up in the folder of the file that includes them, then in ``folders``, and never
    outside these. Defaults of script variables (``# param 0 = west``) apply to the file that has
    them and to the files that it includes.

    :raises ConditionError: if a file may not be read, or a variable has no value
    """
    joining = _Joining([Path(folder) for folder in folders])
    joining.add(_File("", None, text), params, [])
    return ScriptSource("".join(joining.pieces), tuple(joining.parts), tuple(joining.notes))


class _File(NamedTuple):
    """A file: its name as the script writes it ("" for the script), its path, its text."""

    name: str
    path: Path | None
    text: str

    def refused(self, position: int, message: str, hint: str = "") -> ConditionError:
        """Return the error for a position in the file."""
        return ConditionError(message, text=self.text, position=position, hint=hint, file=self.name)


class _Joining:
    """Joins the lines of a script and of the files that it includes."""

    def __init__(self, folders: Sequence[Path]) -> None:
        self.folders = folders
        self.roots = [Path(os.path.realpath(folder)) for folder in folders]
        self.pieces: list[str] = []
        self.parts: list[ScriptPart] = []
        self.notes: list[Note] = []
        self.length = self.lines = self.files = self.script_line = 0
        self.left = MOST_CHARACTERS

    def add(self, file: _File, params: Mapping[int, str], above: Sequence[Path]) -> None:
        """Add the lines of a file; ``above`` are the files that are being read."""
        declared = {int(match[1]): match[2].strip() for match in _DECLARED.finditer(file.text)}
        values = {**declared, **params}
        file = file._replace(text=_with_values(file, values))
        self.left -= len(file.text)
        position = 0
        for match in _INCLUDE.finditer(file.text):
            if match[1] is None:
                continue
            self._add_lines(file, position, match.start())
            position = match.end()
            if not file.name:
                self.script_line = file.text.count("\n", 0, match.start())
            path = self._path(file, match)
            if path is None:
                line = 1 + file.text.count("\n", 0, match.start())
                place = f" ({file.name}, line {line})" if file.name else ""
                text = f"there is no file '{match[1]}'; the line is a comment{place}"
                self.notes.append(Note(self.script_line + 1, text))
                continue
            self._check(file, match, path, above)
            inner = _File(match[1], path, self._text(file, match, path))
            self.add(inner, values, [*above, path])
        self._add_lines(file, position, len(file.text))

    def _add_lines(self, file: _File, start: int, end: int) -> None:
        piece = file.text[start:end]
        if file.name and piece and not piece.endswith("\n"):
            piece += "\n"
        line = self.script_line if file.name else file.text.count("\n", 0, start)
        self.parts.append(ScriptPart(self.length, self.lines, file.name, file.text, start, line))
        self.pieces.append(piece)
        self.length += len(piece)
        self.lines += piece.count("\n")

    def _path(self, file: _File, match: re.Match[str]) -> Path | None:
        """Return the path of a file in one of the folders; None if there is none."""
        name = PureWindowsPath(match[1])  # splits the paths of all systems
        if name.anchor or ".." in name.parts:
            raise file.refused(
                match.start(1),
                f"the file '{match[1]}' lies outside the folders of scripts",
                "Name a file in the script's folder, or in a folder that --include names",
            )
        beside = [] if file.path is None else [file.path.parent]
        for folder in [*beside, *self.folders]:
            path = Path(os.path.realpath(folder / match[1]))
            try:
                exists = path.is_file()
            except (OSError, ValueError):
                continue
            if exists and not any(path.is_relative_to(root) for root in self.roots):
                raise file.refused(
                    match.start(1), f"the file '{match[1]}' leads outside the folders of scripts"
                )
            if exists:
                return path
        return None

    def _check(self, file: _File, match: re.Match[str], path: Path, above: Sequence[Path]) -> None:
        """Check that files do not include each other, or too many."""
        if path in above:
            raise file.refused(match.start(1), f"the file '{match[1]}' includes itself")
        self.files += 1
        if len(above) >= _DEEPEST or self.files > _MOST_FILES:
            position = match.start(1)
            if len(above) >= _DEEPEST:
                raise file.refused(position, f"files include each other more than {_DEEPEST} deep")
            raise file.refused(position, f"a script includes at most {_MOST_FILES:,} files")

    def _text(self, file: _File, match: re.Match[str], path: Path) -> str:
        """Return the text of a file, reading no more than the characters left."""
        try:
            with path.open("rb") as opened:
                data = opened.read(4 * MOST_CHARACTERS + 1)
        except OSError as error:
            raise file.refused(
                match.start(1), f"cannot read '{match[1]}': {error.strerror}"
            ) from None
        text, note, line, _ = decoded(data)
        if note:
            self.notes.append(Note(self.script_line + 1, f"{note} ({match[1]}, line {line})"))
        if len(text) > self.left:
            raise file.refused(
                match.start(1),
                f"a script and its files have at most {MOST_CHARACTERS:,} characters",
            )
        return plain_text(text)


def _with_values(file: _File, values: Mapping[int, str]) -> str:
    """Return the text of a file in which script variables are replaced by their values."""

    def value(match: re.Match[str]) -> str:
        if match[1] is None:
            return match[0]
        if int(match[1]) not in values:
            hint = f"Give it: --param {match[1]}=value"
            raise file.refused(match.start(), f"{match[0]} has no value", hint)
        return values[int(match[1])]

    return _PARAM.sub(value, file.text)
