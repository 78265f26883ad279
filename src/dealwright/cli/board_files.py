"""Files of boards as commands read them: several, one after another, with what is wrong in each."""

from __future__ import annotations

import re
import sys
from collections.abc import Generator, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from dealwright.cli.commands import Exit
from dealwright.cli.input import MOST_OF_BOARDS, input_bytes
from dealwright.cli.messages import say, say_each
from dealwright.cli.options import chosen_format
from dealwright.decoding import checked_encoding
from dealwright.errors import ArgumentError, SearchStopped
from dealwright.requests.fields import Given, Option

if TYPE_CHECKING:
    from dealwright.ask.boards import BoardTest, LibraryBoards
    from dealwright.formats import Board, BoardsAsText, Problem
    from dealwright.jobs import Job

__all__ = [
    "BoardFiles",
    "BoardNumbers",
    "Files",
    "ReadAs",
    "reading_files",
    "reading_to_the_end",
    "refuse_beside_files",
    "refuse_without_files",
    "say_problems",
    "say_tested",
    "write_boards",
]

ReadAs = Annotated[
    str | None,
    Option("--from", metavar="NAME", help="The format to read (default: by the name)."),
]
Files = Annotated[
    list[str] | None,
    Option(
        "--files", metavar="FILE",
        help="Count the boards of this file instead of all deals; '-' reads it; may be repeated.",
    ),
]  # fmt: skip


@dataclass
class BoardFiles:
    """Files of boards: how many boards were read and picked so far, each problem with its file."""

    sources: Sequence[str]
    kinds: Sequence[str]
    numbers: BoardNumbers | None = None
    encoding: str | None = None
    boards: int = 0
    picked: int = 0
    problems: list[tuple[str, Problem]] = field(default_factory=list)

    @property
    def incomplete(self) -> bool:
        """Whether a board was lost, or a file has none."""
        return any(problem.dropped for _, problem in self.problems)

    def report(self) -> None:
        """Name the problems on standard error."""
        say_each([_line(name, problem) for name, problem in self.problems])

    def read(self, at: int, job: Job[Board, BoardFiles]) -> Iterator[Board]:
        """Yield the boards of a file that are picked, until the job is stopped.

        :raises ArgumentError: if the file cannot be read
        """
        from dealwright.formats import Problem, reading

        source, kind, before = self.sources[at], self.kinds[at], self.boards
        name = "standard input" if source == "-" else source
        part = reading(
            input_bytes(source, MOST_OF_BOARDS), kind, keep=False, encoding=self.encoding
        )
        part.flag = job.flag
        for place, board in enumerate(part, 1):
            self.boards += 1
            if not self.boards % _REPORTED:
                job.report(self.boards, None, "boards")
            if self.numbers is None or (board.number or place) in self.numbers:
                self.picked += 1
                yield board
        self.problems += [(name, problem) for problem in part.result().problems]
        if self.boards == before and not job.stopping:
            self.problems.append((name, Problem(0, 0, f"no board could be read as {kind}")))

    def check(self) -> None:
        """Check that a board was found.

        :raises ArgumentError: if there is none
        """
        if self.picked:
            return
        if self.boards and self.numbers is not None:
            self.report()
            raise ArgumentError(f"no board has the number {self.numbers.missing}")
        self.problems = [each for each in self.problems if each[1].line]
        self.report()
        pairs = zip(self.sources, self.kinds, strict=True)
        listed = ", ".join(f"{source} as {kind}" for source, kind in pairs)
        raise ArgumentError(f"no board could be read from {listed}")


def write_boards(boards: Iterable[Board], made: BoardsAsText, path: Path | None) -> None:
    """Write boards to a file, or to standard output (None or '-')."""
    from dealwright.cli.output import opened

    with opened(path, made.encoding, exact=True) as file:
        for piece in made.pieces(boards):
            file.write(piece)
        file.write(made.end())


def say_problems(problems: Sequence[Problem], name: str) -> None:
    """Name the problems of one file on standard error."""
    say_each([_line(name, problem) for problem in problems])


def _line(name: str, problem: Problem) -> str:
    return f"{name}: {'' if problem.dropped else 'note: '}{problem}"


class BoardNumbers:
    """Numbers of boards, read from a text such as ``1-16,20``.

    >>> numbers = BoardNumbers("1-3, 20..21")
    >>> [number for number in range(30) if number in numbers], numbers.missing
    ([1, 2, 3, 20, 21], '')

    :raises ArgumentError: if it is no such text
    """

    def __init__(self, text: str) -> None:
        matches = [_NUMBERS.fullmatch(part) for part in text.split(",")]
        ends = [(int(match[1]), int(match[2] or match[1])) for match in matches if match]
        if len(ends) < len(matches) or any(first > last for first, last in ends):
            raise ArgumentError(f"numbers of boards are written 1-16,20, not '{text}'")
        self._ranges = [range(first, last + 1) for first, last in ends]
        self._met = set[int]()

    def __contains__(self, number: int) -> bool:
        found = [at for at, numbers in enumerate(self._ranges) if number in numbers]
        self._met.update(found)
        return bool(found)

    @property
    def missing(self) -> str:
        """The parts of the text of which no number has been asked for, as text."""
        return ", ".join(
            f"{numbers[0]}" if len(numbers) == 1 else f"{numbers[0]} to {numbers[-1]}"
            for at, numbers in enumerate(self._ranges)
            if at not in self._met
        )


_REPORTED = 256  # boards between two reports
_NUMBERS = re.compile(r"\s*([0-9]{1,9})(?:\s*(?:-|\.\.)\s*([0-9]{1,9}))?\s*")


def reading_files(
    sources: Sequence[str],
    read_as: str | None,
    encoding: str | None = None,
    picked: BoardNumbers | None = None,
) -> Job[Board, BoardFiles]:
    """Return a job that yields the boards of files, each file in turn; '-' is standard input.

    ``picked`` are the numbers of the boards to yield; a board without a number has that of its
    place in its file.

    :raises ArgumentError: if a file shows no format, or standard input is named twice; the job
        raises it if a file cannot be read, or no file has a board
    """
    from dealwright.jobs import Job

    if encoding is not None:
        checked_encoding(encoding)
    if list(sources).count("-") > 1:
        raise ArgumentError("standard input can be read only once; name '-' once")
    kinds = [chosen_format(read_as, source, "--from", reading=True) for source in sources]

    def work(job: Job[Board, BoardFiles]) -> Generator[Board, None, BoardFiles]:
        found = BoardFiles(sources, kinds, picked, encoding)
        for at in range(len(sources)):
            yield from found.read(at, job)
            if job.stopping:
                return found
        job.report(found.boards, found.boards, "boards")
        found.check()
        return found

    return Job(work)


@contextmanager
def reading_to_the_end(
    test: BoardTest,
    what: str,
    sources: Sequence[str],
    read_as: str | None,
    encoding: str | None,
    limit: int | None = None,
) -> Generator[Iterator[Board] | LibraryBoards]:
    """Yield the boards of files while they are asked a question; then report on the files.

    Ctrl-C ends the boards, so the answer is of those read so far.

    :raises SearchStopped: after Ctrl-C
    :raises Exit: with status 1, if a board was lost
    """
    from dealwright.cli.jobs import show_progress

    if encoding is None and all(_is_library(source, read_as) for source in sources):
        with _reading_libraries(test, what, sources, limit) as boards:
            yield boards
        return
    job = reading_files(sources, read_as, encoding)
    with show_progress(job, what):
        yield islice(job, limit)
        interrupted = job.stopping
        job.stop()  # what --limit leaves unread stays so
    found = job.result()
    found.report()
    say_tested(test)
    if interrupted:
        raise SearchStopped("interrupted: the answer is of the boards read so far")
    if found.incomplete:
        raise Exit(1)


def _is_library(source: str, read_as: str | None) -> bool:
    """Return whether a source is a file of solved deals, which is mapped into memory."""
    return (read_as or Path(source).suffix.lower().lstrip(".")) == "zrd" and Path(source).is_file()


@contextmanager
def _reading_libraries(
    test: BoardTest, what: str, sources: Sequence[str], limit: int | None
) -> Generator[LibraryBoards]:
    """Yield the boards of files of solved deals; then report, as for other files."""
    from dealwright.ask.boards import LibraryBoards
    from dealwright.cli.jobs import show_progress
    from dealwright.double_dummy.library import SolvedLibrary

    libraries = [SolvedLibrary(source) for source in sources]
    job = LibraryBoards(libraries, limit)
    with show_progress(job, what):
        yield job
        interrupted = job.stopping
        job.stop()
    for library in libraries:
        if library.invalid:
            n = library.invalid
            these = (
                "1 record is not a deal, and is"
                if n == 1
                else f"{n:,} records are not deals, and are"
            )
            say(f"{library.path}: {these} passed over")
    say_tested(test)
    if interrupted:
        raise SearchStopped("interrupted: the answer is of the boards read so far")
    if any(library.invalid for library in libraries):
        raise Exit(1)


def refuse_without_files(read_as: str | None, encoding: str | None) -> None:
    """Refuse options that say how files are read, where there are none.

    :raises ArgumentError: if one of them is given
    """
    for name, value in (("--from", read_as), ("--encoding", encoding)):
        if value is not None:
            raise ArgumentError(f"{name} goes with --files")


def refuse_beside_files(typed: Given, *names: str) -> None:
    """Refuse options that say how to deal, where the boards are those of files.

    What the settings say of them is no option that somebody gave.

    :raises ArgumentError: if one of them is given
    """
    for name in names:
        if name in typed:
            raise ArgumentError(f"--{name} says how deals are made; --files has its boards already")


def say_tested(test: BoardTest) -> None:
    """Say on standard error how many of how many boards satisfy a condition."""
    share = f" ({100 * test.found / test.examined:.3g} %)" if test.examined else ""
    line = f"{test.found:,} of {_boards(test.examined)}{share}"
    if test.unknown:
        line += f"; {_boards(test.unknown)} without all four hands passed over"
    print(line, file=sys.stderr)


def _boards(n: int) -> str:
    return f"{n:,} board{'' if n == 1 else 's'}"
