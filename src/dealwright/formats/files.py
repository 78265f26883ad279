"""Files of boards, read and written: which formats there are, and which one a file's name means."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from importlib import import_module
from pathlib import PurePath
from typing import Any, NamedTuple

from dealwright.errors import ArgumentError, CardError
from dealwright.formats.records import Board, Problem, Record, whole_deal

__all__ = ["READERS", "WRITERS", "Form", "read", "reader_of_path", "write", "writer_of_path"]


class Form(NamedTuple):
    """A format: its module, the endings of file names; ``binary`` where it is no text.

    ``whole`` where only deals of 52 known cards can be written.
    """

    module: str
    endings: tuple[str, ...] = ()
    binary: bool = False
    whole: bool = False


READERS = {
    "pbn": Form("pbn_read", (".pbn",)),
    "lin": Form("lin", (".lin",)),
    "handviewer": Form("handviewer", (".url", ".urls")),
    "rbn": Form("rbn_read", (".rbn",)),
    "rbx": Form("rbx", (".rbx",)),
    "dup": Form("dup", (".dup",)),
    "bri": Form("bri", (".bri",)),
    "dge": Form("dge", (".dge",)),
    "hrf": Form("hrf", (".hrf",)),
    "dlm": Form("dlm", (".dlm",)),
    "zrd": Form("zrd", (".zrd",), binary=True),
    "gib": Form("gib", (".dat",), binary=True),
    "ddline": Form("ddline", (".ddline",)),
    "dealer": Form("dealer_output", (".dealer",)),
    "line": Form("line", (".deals", ".lines")),
    "json": Form("json_document", (".json",)),
    "csv": Form("csv_table", (".csv",)),
    "parquet": Form("parquet_file", (".parquet",), binary=True),
}
WRITERS = {
    "pbn": Form("pbn_write", (".pbn",)),
    "lin": Form("lin_write", (".lin",)),
    "handviewer": Form("handviewer", (".url", ".urls")),
    "rbn": Form("rbn_write", (".rbn",)),
    "rbx": Form("rbx", (".rbx",)),
    "dup": Form("dup", (".dup",), whole=True),
    "bri": Form("bri", (".bri",), whole=True),
    "dge": Form("dge", (".dge",), whole=True),
    "hrf": Form("hrf", (".hrf",), whole=True),
    "dlm": Form("dlm", (".dlm",), whole=True),
    "zrd": Form("zrd", (".zrd",), binary=True, whole=True),
    "gib": Form("gib", (".dat",), binary=True, whole=True),
    "ddline": Form("ddline", (".ddline",), whole=True),
    "line": Form("line", (".deals", ".lines")),
    "json": Form("json_document", (".json",)),
    "csv": Form("csv_table", (".csv",)),
    "parquet": Form("parquet_file", (".parquet",), binary=True),
    "diagram": Form("diagram", (".txt",)),
    "html": Form("html_page", (".html", ".htm")),
    "latex": Form("latex_document", (".tex",)),
    "pdf": Form("pdf_sheets", (".pdf",), binary=True),
}


def form_of_path(path: str, forms: dict[str, Form]) -> str | None:
    """Return which of some formats the ending of a file's name means, or None."""
    ending = PurePath(path).suffix.lower()
    return next((name for name, form in forms.items() if ending in form.endings), None)


def reader_of_path(path: str) -> str | None:
    """Return the format in which a file of that name is read, or None.

    >>> reader_of_path("match.LIN"), reader_of_path("match")
    ('lin', None)
    """
    return form_of_path(path, READERS)


def writer_of_path(path: str) -> str | None:
    """Return the format in which a file of that name is written, or None."""
    return form_of_path(path, WRITERS)


def _function(name: str, forms: dict[str, Form], verb: str) -> Callable[..., Any]:
    if name not in forms:
        raise ArgumentError(f"'{name}' cannot be {verb}; choose one of {', '.join(forms)}")
    module = import_module(f"dealwright.formats.{forms[name].module}")
    function: Callable[..., Any] = module.read if verb == "read" else module.write
    return function


def read(data: str | bytes, name: str) -> Record:
    r"""Read boards in a format; what cannot be read becomes a problem, the other boards are kept.

    Bytes of text are UTF-8, or Latin-1 as older programs wrote it.

    >>> record = read('[Board "7"]\n[Deal "N:AKQJT98765432... - - -"]', "pbn")
    >>> record.boards[0].number, record.boards[0].hands[1], record.problems
    (7, None, ())

    :raises ArgumentError: if the format cannot be read
    """
    function = _function(name, READERS, "read")
    if READERS[name].binary:
        record: Record = function(data.encode("latin-1") if isinstance(data, str) else data)
    else:
        record = function(_text(data))
    return record


def _text(data: str | bytes) -> str:
    """Return the text of a file; half of a character pair, which none can hold, becomes "?"."""
    if isinstance(data, str):
        return data.encode(errors="replace").decode()
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return data.decode("latin-1")


def write(boards: Sequence[Board], name: str) -> tuple[bytes, tuple[Problem, ...]]:
    """Return a file of boards in a format, and why boards were left out.

    :raises ArgumentError: if the format cannot be written, or cannot hold so many boards
    """
    function = _function(name, WRITERS, "written")
    kept, problems = [], []
    for at, board in enumerate(boards, 1):
        try:
            if WRITERS[name].whole:
                whole_deal(board)
            kept.append(board)
        except CardError as error:
            which = at if board.number is None else board.number
            problems.append(Problem(0, 0, f"board {which} is left out of {name}: {error}"))
    text: str | bytes = function(kept)
    return text.encode() if isinstance(text, str) else text, tuple(problems)
