"""Files of boards read by commands, one after another, with the problems of each."""

from __future__ import annotations

import re
import sys
from collections.abc import Generator, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from dealwright.base.decoding import checked_encoding
from dealwright.base.errors import ArgumentError, SearchStopped
from dealwright.cli.command import Exit
from dealwright.cli.input import MOST_OF_BOARDS, input_bytes
from dealwright.cli.messages import say, say_each
from dealwright.cli.options import chosen_format
from dealwright.requests.fields import GivenFields, Option

if TYPE_CHECKING:
    from dealwright.ask.boards import BoardTest, LibraryBoards
    from dealwright.base.jobs import Job
    from dealwright.formats import Board, BoardsAsText, Problem

__all__ = [
    "BoardFiles",
    "BoardNumbers",
    "Files",
    "ReadAs",
    "reading_files",
    "reading_with_report",
    "refuse_dealing_options",
    "refuse_reading_options",
    "say_match_count",
    "say_problems",
    "write_boards",
]

ReadAs = Annotated[
    str | None,
    Option("--from", metavar="NAME", help="The format to read (default: from the file's name)."),
]
Files = Annotated[
    list[str] | None,
    Option(
        "--boards", metavar="FILE",
        help="Count the boards of this file instead of all deals; '-' is standard input.",
    ),
]  # fmt: skip


@dataclass
class BoardFiles:
    """Files of boards while they are read: the boards so far, and problems with their file."""

    sources: Sequence[str]
    kinds: Sequence[str]
    numbers: BoardNumbers | None = None
    encoding: str | None = None
    boards: int = 0
    picked: int = 0
    problems: list[tuple[str, Problem]] = field(default_factory=list)

    @property
    def incomplete(self) -> bool:
        """Whether a board was dropped, or a file has none."""
        return any(problem.dropped for _, problem in self.problems)

    def report(self) -> None:
        """Print the problems to standard error."""
        say_each([_line(name, problem) for name, problem in self.problems])

    def read(self, index: int, job: Job[Board, BoardFiles]) -> Iterator[Board]:
        """Yield the picked boards of file ``index``, until the job is stopped.

        :raises ArgumentError: if the file cannot be read
        """
        from dealwright.formats import Problem
        from dealwright.formats.registry import items_of

        source, kind, before = self.sources[index], self.kinds[index], self.boards
        name = "standard input" if source == "-" else source
        items = items_of(input_bytes(source, MOST_OF_BOARDS), kind, encoding=self.encoding)
        for item in items:
            if isinstance(item, Problem):
                self.problems.append((name, item))
                continue
            self.boards += 1
            if not self.boards % _REPORTED:
                job.report(self.boards, None, "boards")
            place = self.boards - before
            if self.numbers is None or (item.number or place) in self.numbers:
                self.picked += 1
                yield item
            if job.stopping:
                break
        if self.boards == before and not job.stopping:
            self.problems.append((name, Problem(0, 0, f"no board could be read as {kind}")))

    def check(self) -> None:
        """Check that at least one board was picked.

        :raises ArgumentError: if there is none
        """
        if self.picked:
            return
        if self.boards and self.numbers is not None:
            self.report()
            raise ArgumentError(f"no board has the number {self.numbers.missing}")
        self.problems = [(name, problem) for name, problem in self.problems if problem.line]
        self.report()
        pairs = zip(self.sources, self.kinds, strict=True)
        listed = ", ".join(f"{source} as {kind}" for source, kind in pairs)
        raise ArgumentError(f"no board could be read from {listed}")


def write_boards(boards: Iterable[Board], writer: BoardsAsText, path: Path | None) -> None:
    """Write boards to a file, or to standard output (None or '-')."""
    from dealwright.cli.output import open_output

    with open_output(path, writer.encoding, exact=True) as file:
        for piece in writer.pieces(boards):
            file.write(piece)
        file.write(writer.end())


def say_problems(problems: Sequence[Problem], name: str) -> None:
    """Print the problems of one file to standard error."""
    say_each([_line(name, problem) for problem in problems])


def _line(name: str, problem: Problem) -> str:
    return f"{name}: {'' if problem.dropped else 'note: '}{problem}"


class BoardNumbers:
    """Numbers of boards, read from a text such as ``1-16,20``.

    >>> numbers = BoardNumbers("1-3, 20..21")
    >>> [number for number in range(30) if number in numbers], numbers.missing
    ([1, 2, 3, 20, 21], '')

    :raises ArgumentError: if the text is not of this form
    """

    def __init__(self, text: str) -> None:
        matches = [_NUMBERS.fullmatch(part) for part in text.split(",")]
        ends = [(int(match[1]), int(match[2] or match[1])) for match in matches if match]
        if len(ends) < len(matches) or any(first > last for first, last in ends):
            raise ArgumentError(f"write numbers of boards as 1-16,20, not '{text}'")
        self._ranges = [range(first, last + 1) for first, last in ends]
        self._met = set[int]()

    def __contains__(self, number: int) -> bool:
        indices = [index for index, numbers in enumerate(self._ranges) if number in numbers]
        self._met.update(indices)
        return bool(indices)

    @property
    def missing(self) -> str:
        """The ranges without a number that was tested with ``in``, as text."""
        return ", ".join(
            f"{numbers[0]}" if len(numbers) == 1 else f"{numbers[0]} to {numbers[-1]}"
            for index, numbers in enumerate(self._ranges)
            if index not in self._met
        )


_REPORTED = 256  # boards between two progress reports
_NUMBERS = re.compile(r"\s*([0-9]{1,9})(?:\s*(?:-|\.\.)\s*([0-9]{1,9}))?\s*")


def reading_files(
    sources: Sequence[str],
    read_as: str | None,
    encoding: str | None = None,
    picked: BoardNumbers | None = None,
) -> Job[Board, BoardFiles]:
    """Return a job that yields the boards of files, each file in turn; '-' is standard input.

    ``picked`` are the numbers of the boards to yield; a board without a number is
    numbered by its place in its file.

    :raises ArgumentError: if a file shows no format, or standard input is named twice; the job
        raises it if a file cannot be read, or no file has a board
    """
    from dealwright.base.jobs import Job

    if encoding is not None:
        checked_encoding(encoding)
    if list(sources).count("-") > 1:
        raise ArgumentError("standard input can be read only once; name '-' once")
    kinds = [chosen_format(read_as, source, "--from", reading=True) for source in sources]

    def work(job: Job[Board, BoardFiles]) -> Generator[Board, None, BoardFiles]:
        board_files = BoardFiles(sources, kinds, picked, encoding)
        for index in range(len(sources)):
            yield from board_files.read(index, job)
            if job.stopping:
                return board_files
        job.report(board_files.boards, board_files.boards, "boards")
        board_files.check()
        return board_files

    return Job(work)


@contextmanager
def reading_with_report(
    test: BoardTest,
    action: str,
    sources: Sequence[str],
    read_as: str | None,
    encoding: str | None,
    limit: int | None = None,
) -> Generator[Iterator[Board] | LibraryBoards]:
    """Yield the boards of files for a test; then report problems and the number of matches.

    ``action`` labels the progress bar. After Ctrl-C no more boards are yielded.

    :raises SearchStopped: after Ctrl-C
    :raises Exit: with status 1, if a board was dropped
    """
    from dealwright.cli.jobs import show_progress

    if encoding is None and all(_is_library(source, read_as) for source in sources):
        with _reading_libraries(test, action, sources, limit) as boards:
            yield boards
        return
    job = reading_files(sources, read_as, encoding)
    with show_progress(job, action):
        yield islice(job, limit)
        interrupted = job.stopping
        job.stop()  # boards beyond --limit stay unread
    board_files = job.result()
    board_files.report()
    say_match_count(test)
    if interrupted:
        raise SearchStopped("interrupted: the answer is from the boards read so far")
    if board_files.incomplete:
        raise Exit(1)


def _is_library(source: str, read_as: str | None) -> bool:
    """Return whether a source is a library of solved deals (.zrd), which is memory-mapped."""
    return (read_as or Path(source).suffix.lower().lstrip(".")) == "zrd" and Path(source).is_file()


@contextmanager
def _reading_libraries(
    test: BoardTest, action: str, sources: Sequence[str], limit: int | None
) -> Generator[LibraryBoards]:
    """Yield the boards of libraries of solved deals; then report, as for other files."""
    from dealwright.ask.boards import LibraryBoards
    from dealwright.cli.jobs import show_progress
    from dealwright.double_dummy.library import SolvedLibrary

    libraries = [SolvedLibrary(source) for source in sources]
    job = LibraryBoards(libraries, limit)
    with show_progress(job, action):
        yield job
        interrupted = job.stopping
        job.stop()
    for library in libraries:
        if library.invalid:
            n = library.invalid
            records = (
                "1 record is not a deal, and is"
                if n == 1
                else f"{n:,} records are not deals, and are"
            )
            say(f"{library.path}: {records} skipped")
    say_match_count(test)
    if interrupted:
        raise SearchStopped("interrupted: the answer is from the boards read so far")
    if any(library.invalid for library in libraries):
        raise Exit(1)


def refuse_reading_options(read_as: str | None, encoding: str | None) -> None:
    """Refuse options for reading files, if there are no files.

    :raises ArgumentError: if one of them is given
    """
    for name, value in (("--from", read_as), ("--encoding", encoding)):
        if value is not None:
            raise ArgumentError(f"{name} needs --boards")


def refuse_dealing_options(given: GivenFields, *names: str) -> None:
    """Refuse options for dealing, if the boards come from files.

    Values that come from the settings are not refused.

    :raises ArgumentError: if one of them is given
    """
    for name in names:
        if name in given:
            raise ArgumentError(f"--{name} is for making deals, and --boards has deals already")


def say_match_count(test: BoardTest) -> None:
    """Print to standard error how many of the boards satisfy the condition."""
    share = f" ({100 * test.found / test.examined:.3g} %)" if test.examined else ""
    line = f"{test.found:,} of {_boards(test.examined)}{share}"
    if test.unknown:
        line += f"; {_boards(test.unknown)} without all four hands skipped"
    print(line, file=sys.stderr)


def _boards(n: int) -> str:
    return f"{n:,} board{'' if n == 1 else 's'}"
