"""The formats, and reading and writing files of boards in them.

A format is a file of the folder ``kinds`` that defines ``FORMAT``; its name is the file's name.
There is no other list. Finding a format by name imports only that module. Listing all formats, or
finding one by an ending that is not a format's name, imports every module of the folder.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from itertools import islice
from pathlib import Path, PurePath
from pkgutil import iter_modules
from typing import Any

from dealwright.base.decoding import checked_encoding, decoded
from dealwright.base.errors import ArgumentError, CardError
from dealwright.base.jobs import Job
from dealwright.formats.facts import Disagreement, facts
from dealwright.formats.read_back import Written
from dealwright.formats.records import Board, Problem, Record, record_of, whole_deal
from dealwright.formats.settings import Settings
from dealwright.formats.writing import BoardWriter, Entry

__all__ = [
    "BoardsAsText",
    "Format",
    "format_named",
    "format_of_path",
    "items_of",
    "names",
    "read",
    "reading",
    "write",
    "writer",
    "writing",
]

_KINDS = "dealwright.formats.kinds"
_REPORTED = 256  # boards between reports of progress
_OF_FILES = Settings(dealt=False)


@dataclass(frozen=True)
class Format:
    """A format of files; its name is that of the module that defines it as ``FORMAT``.

    ``summary`` describes it in a few words; ``endings`` are the endings of its files, in lower case
    and with the dot. ``read`` takes the text of a file and yields its boards, and problems for what
    cannot be read; ``writer`` takes settings and returns a writer of boards, and so of deals. A
    format has one of the two or both. If ``binary`` is true, ``read`` takes bytes, and the writer's
    text is bytes as Latin-1. If ``whole`` is true, only deals with 52 known cards can be written.
    ``results`` says whether it has a place for double-dummy tricks and par. ``lossless`` says
    whether all that a board states is written, as the tests show, so that a file of such boards
    need not be read again.
    """

    summary: str
    endings: tuple[str, ...] = ()
    read: Callable[[Any], Iterable[Board | Problem]] | None = None
    writer: Callable[[Settings], BoardWriter] | None = None
    binary: bool = False
    whole: bool = False
    results: bool = True
    lossless: Callable[[Board], bool] | None = None

    @property
    def encoding(self) -> str:
        """The encoding that turns a writer's text into the bytes of a file."""
        return "latin-1" if self.binary else "utf-8"


@cache
def _modules() -> frozenset[str]:
    return frozenset(module.name for module in iter_modules([str(Path(__file__).parent / "kinds")]))


@cache
def _format(name: str) -> Format | None:
    """Return the format of a module's name, or None if there is none."""
    if name not in _modules():
        return None
    candidate = getattr(import_module(f"{_KINDS}.{name}"), "FORMAT", None)
    return candidate if isinstance(candidate, Format) else None


def _serves(candidate: Format | None, reading: bool, writing: bool) -> bool:
    return candidate is not None and not (
        (reading and candidate.read is None) or (writing and candidate.writer is None)
    )


def names(*, reading: bool = False, writing: bool = False) -> tuple[str, ...]:
    """Return the names of all formats, or of those that can be read or written, in order.

    >>> [name for name in names() if name not in names(writing=True)]
    ['dealer']
    """
    return tuple(name for name in sorted(_modules()) if _serves(_format(name), reading, writing))


def format_named(name: str, *, reading: bool = False, writing: bool = False) -> Format:
    """Return the format with a name, in capitals or small letters.

    >>> format_named("lin").endings, format_named("PBN") is format_named("pbn")
    (('.lin',), True)

    :raises ArgumentError: if there is no such format, or it cannot be read or written
    """
    candidate = _format(name.lower())
    if candidate is None or not _serves(candidate, reading, writing):
        fault = "cannot be read" if reading else "cannot be written" if writing else "is unknown"
        listed = ", ".join(names(reading=reading, writing=writing))
        raise ArgumentError(f"'{name}' {fault}; choose one of {listed}")
    return candidate


def format_of_path(path: str, *, reading: bool = False, writing: bool = False) -> str | None:
    """Return the name of the format with a file's ending, or None.

    >>> format_of_path("match.LIN"), format_of_path("page.htm", reading=True)
    ('lin', None)
    >>> format_of_path("club.pdf"), format_of_path("club.hands.pdf")
    ('pdf', 'hands')
    """
    file = PurePath(path.lower())
    if not file.suffix:
        return None
    # an ending is usually the name of its format, and then no other module is imported
    for name in (*(word[1:] for word in file.suffixes), *sorted(_modules())):
        candidate = _format(name)
        if (
            candidate is not None
            and file.name.endswith(candidate.endings)
            and _serves(candidate, reading, writing)
        ):
            return name
    return None


def read(data: str | bytes, name: str, *, encoding: str | None = None) -> Record:
    r"""Read boards in a format; a board that cannot be read becomes a problem.

    Bytes of text are UTF-8, else Latin-1 with a note, or in the encoding given (``cp1250``,
    ``utf-16``). A format of bytes has no encoding.

    >>> record = read('[Board "7"]\n[Deal "N:AKQJT98765432... - - -"]', "pbn")
    >>> record.boards[0].number, record.boards[0].hands[1], record.problems
    (7, None, ())

    :raises ArgumentError: if the format cannot be read, or there is no such encoding
    """
    return reading(data, name, encoding=encoding).result()


def reading(
    data: str | bytes, name: str, *, keep: bool = True, encoding: str | None = None
) -> Job[Board, Record]:
    r"""Return a job that reads as ``read`` does; its partial results are the boards.

    If it is stopped, the result has the boards read so far. Without ``keep`` the result has only
    the problems, and boards take no memory once they have been used.

    >>> job = reading("N:- - A... -\nN:- - K... -", "line")
    >>> len(list(job)), job.progress.unit, len(job.result().boards)
    (2, 'boards', 2)

    :raises ArgumentError: if the format cannot be read, or there is no such encoding
    """
    read_items = items_of(data, name, encoding=encoding)

    def work(job: Job[Board, Record]) -> Generator[Board, None, Record]:
        items: list[Board | Problem] = []
        boards = 0
        for item in read_items:
            if keep or isinstance(item, Problem):
                items.append(item)
            if isinstance(item, Problem):
                continue
            boards += 1
            if not boards % _REPORTED:
                job.report(boards, None, "boards")
            yield item
            if job.stopping:
                break
        job.report(boards, boards, "boards")
        return record_of(items)

    return Job(work)


def items_of(
    data: str | bytes, name: str, *, encoding: str | None = None
) -> Iterator[Board | Problem]:
    """Return what ``reading`` reads, boards and problems in their order; nothing is kept.

    :raises ArgumentError: if the format cannot be read, or there is no such encoding
    """
    board_format = format_named(name, reading=True)
    text: str | bytes
    first: list[Problem] = []
    if board_format.binary:
        text = data.encode("latin-1") if isinstance(data, str) else data
    else:
        text, *first = _text(data, encoding)

    def items() -> Iterator[Board | Problem]:
        assert board_format.read is not None
        yield from first
        boards = 0
        for item in board_format.read(text):
            if isinstance(item, Problem):
                yield item
                continue
            boards += 1
            board, contradictions = facts(item)
            yield board
            if contradictions:
                yield Problem(0, 0, _contradictory(board, boards, contradictions), False)

    return items()


def _contradictory(board: Board, place: int, found: Sequence[Disagreement]) -> str:
    """Return the note on a board whose facts contradict each other."""
    which = place if board.number is None else board.number
    return f"board {which}: {'; '.join(contradiction.text for contradiction in found)}"


def _text(data: str | bytes, encoding: str | None) -> tuple[str, *tuple[Problem, ...]]:
    """Return the text of a file, and a note if its encoding is in doubt.

    Half of a surrogate pair, which UTF-8 cannot hold, becomes "?".
    """
    if encoding is not None:
        checked_encoding(encoding)
    if isinstance(data, str):
        return (data.encode(errors="replace").decode(),)
    text, note, line, column = decoded(data, encoding)
    return (text, Problem(line, column, note, dropped=False)) if note else (text,)


def writer(name: str, settings: Settings) -> BoardWriter:
    """Return a writer of boards and deals in a format.

    >>> from dealwright.deals import Deals
    >>> print(writer("line", Settings()).deals(Deals.parse(
    ...     ["E:K9.AQ7.QJ98.Q542 AJ6.K2.AKT654.K7 T752.JT3.7.JT983 -"]), 0), end="")
    N:Q843.98654.32.A6 K9.AQ7.QJ98.Q542 AJ6.K2.AKT654.K7 T752.JT3.7.JT983

    :raises ArgumentError: if the format cannot be written
    """
    board_format = format_named(name, writing=True)
    assert board_format.writer is not None
    return board_format.writer(settings)


def write(boards: Sequence[Board], name: str) -> tuple[bytes, tuple[Problem, ...]]:
    r"""Return a file of boards in a format, and a problem for each board that was left out.

    >>> write([Board(hands=(None, None, 1 << 51, None))], "line")
    (b'N:- - A... -\n', ())

    :raises ArgumentError: if the format cannot be written, or there are too many boards
    """
    return writing(boards, name).result()


def writing(boards: Sequence[Board], name: str) -> Job[int, tuple[bytes, tuple[Problem, ...]]]:
    """Return a job that writes as ``write`` does; its partial results are numbers of boards done.

    If it is stopped, the result is a file of the boards done so far.

    :raises ArgumentError: if the format cannot be written
    """
    board_text = BoardsAsText(name)

    def work(
        job: Job[int, tuple[bytes, tuple[Problem, ...]]],
    ) -> Generator[int, None, tuple[bytes, tuple[Problem, ...]]]:
        pieces = list[str]()
        for piece in board_text.pieces(boards):
            pieces.append(piece)
            job.report(board_text.done, len(boards), "boards")
            yield board_text.done
            if job.stopping:
                break
        pieces.append(board_text.end())
        return "".join(pieces).encode(board_text.encoding), tuple(board_text.problems)

    return Job(work)


class BoardsAsText:
    r"""A file of boards as pieces of text: those of ``pieces``, then ``end()``.

    ``done`` is the number of boards taken so far; ``problems`` list the boards left out, and after
    ``end()`` one note on what the file does not hold of the others. ``encoding`` turns the text
    into bytes.

    >>> text = BoardsAsText("line")
    >>> "".join(text.pieces(iter([Board(hands=(1, None, None, None))]))) + text.end(), text.done
    ('N:...2 - - -\n', 1)

    :raises ArgumentError: if the format cannot be written
    """

    def __init__(self, name: str, settings: Settings = _OF_FILES) -> None:
        self._name, self._format = name, format_named(name, writing=True)
        self._writer = writer(name, settings)
        self._begun, self._written = False, 0
        is_compared = not settings.dealt and self._format.read is not None
        self._before = Written() if is_compared else None
        self._text, self._is_lossless = list[str](), True
        self.encoding = self._format.encoding
        self.done = 0
        self.problems: list[Problem] = []

    @property
    def incomplete(self) -> bool:
        """Whether a board was left out."""
        return any(problem.dropped for problem in self.problems)

    def pieces(self, boards: Iterable[Board]) -> Iterator[str]:
        """Yield the text of boards, 256 at a time.

        :raises ArgumentError: if the format cannot hold so many boards
        """
        remaining = iter(boards)
        while chunk := list(islice(remaining, _REPORTED)):
            entries = [entry for entry in map(self._entry, chunk) if entry is not None]
            self._written += len(entries)
            yield self._kept(self._begin() + self._writer.boards(entries))

    def _kept(self, piece: str) -> str:
        if self._before is not None:
            self._text.append(piece)
        return piece

    def _entry(self, board: Board) -> Entry | None:
        """Return a board to write, or None if the format cannot hold it."""
        self.done += 1
        try:
            if self._format.whole:
                whole_deal(board)
        except CardError as error:
            which = self.done if board.number is None else board.number
            message = f"board {which} is left out of {self._name}: {error}"
            self.problems.append(Problem(0, 0, message))
            return None
        if not self._writer.settings.dealt:
            board = facts(board).board
        if self._before is not None:
            lossless = self._format.lossless
            if lossless is not None and lossless(board):
                self._before.skip()
            else:
                self._before.add(board)
                self._is_lossless = False
        return Entry(board)

    def _begin(self) -> str:
        head = "" if self._begun else self._writer.begin()
        self._begun = True
        return head

    def end(self) -> str:
        """Return the text after the last board."""
        last = self._kept(self._begin() + self._writer.end(self._written, self._written))
        if self._before is not None and not self._is_lossless:
            data = "".join(self._text).encode(self.encoding)
            items = items_of(data, self._name, encoding=None if self._format.binary else "utf-8")
            boards = (item for item in items if isinstance(item, Board))
            notes = "; ".join(self._before.compared(boards))
            if notes:
                self.problems.append(Problem(0, 0, f"{self._name.upper()}: {notes}", False))
        return last
