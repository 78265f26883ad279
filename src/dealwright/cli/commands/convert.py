"""``dealwright convert``: boards from files of one format to files of another."""

from __future__ import annotations

from itertools import chain, islice
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from dealwright.base.errors import ArgumentError, SearchStopped
from dealwright.cli.board_files import (
    BoardNumbers,
    ReadAs,
    reading_files,
    say_problems,
    write_boards,
)
from dealwright.cli.command import Command, Exit
from dealwright.cli.messages import say
from dealwright.cli.options import Encoding, chosen_format, listed_formats
from dealwright.cli.solved_boards import check_format
from dealwright.cli.user_settings import letters
from dealwright.requests.fields import Argument, Option

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from dealwright.base.jobs import Job
    from dealwright.cli.board_files import BoardFiles
    from dealwright.formats import Board, Problem

__all__ = ["COMMAND"]

HELP = """Convert files of boards to another format; '-' is standard input or output.

The formats follow the file extensions, or --from and --to. Several files are merged in the order
given. Boards that cannot be read are reported on standard error with line and column, and the
others are kept: the exit status is 1 if boards were left out, 2 if no board could be read.

The options apply in this order: --pick, --rotate or --south-declares,
--unique, --renumber, --solve, --split.

Examples:

  dealwright convert match.lin match.pbn

  dealwright convert boards.dlm boards.dup

  dealwright convert open.lin closed.lin both.pbn

  dealwright convert match.pbn match.html --pick 1-16,20

  dealwright convert library.pbn sets.dlm --unique --renumber --split 36

  dealwright convert hands.bri hands.lin --rotate 2 --renumber 17

  dealwright convert match.lin match.pdf --south-declares

  dealwright convert club.lin club.pbn --solve

  dealer script.dl | dealwright convert - - --from dealer --to pbn
"""


def convert(
    sources: Annotated[
        list[str], Argument(metavar="IN...", help="The files to read, or '-'.")
    ],
    target: Annotated[str, Argument(metavar="OUT", help="The file to write, or '-'.")],
    read_as: ReadAs = None,
    encoding: Encoding = None,
    write_as: Annotated[
        str | None,
        Option(
            "--to", metavar="NAME", shortcut=("--json", "json"),
            help="The format to write (default: from the file's name); --json: JSON.",
        ),
    ] = None,
    boards: Annotated[
        str | None,
        Option(
            "--pick", metavar="NUMBERS",
            help="Pick boards by number, as in 1-16,20; boards without numbers are counted in "
                "their file.",
        ),
    ] = None,
    rotate: Annotated[
        int,
        Option(
            "--rotate", metavar="N",
            help="Turn hands, dealer, vulnerability, auction and results by N seats clockwise.",
        ),
    ] = 0,
    south: Annotated[
        bool,
        Option(
            "--south-declares", help="Turn each board as --rotate does, so that South declares."
        ),
    ] = False,
    unique: Annotated[
        bool, Option("--unique", help="Leave out repeated deals.")
    ] = False,
    board: Annotated[
        int | None,
        Option(
            "--renumber", "--board", metavar="[N]", bare_value="1",
            help="Number the boards from N (1); dealer and vulnerability follow the numbers.",
        ),
    ] = None,
    solve: Annotated[
        bool,
        Option(
            "--solve",
            help="Add double-dummy tricks and par to boards without them (PBN and others).",
        ),
    ] = False,
    split: Annotated[
        int | None,
        Option(
            "--split", metavar="N",
            help="Write files of N boards each: OUT-001, OUT-002 and so on.",
        ),
    ] = None,
) -> None:  # fmt: skip
    """Convert files of boards."""
    from dealwright.cli.jobs import show_progress
    from dealwright.formats import Unique, renumbered

    kind = chosen_format(write_as, target, "--to", writing=True)
    if board is not None and board < 1:
        raise ArgumentError(f"board numbers begin at 1, not {board}")
    if split is not None and (split < 1 or target == "-"):
        raise ArgumentError(
            "standard output is one file; name a file with --split" if target == "-"
            else f"--split must be at least 1, not {split}"
        )  # fmt: skip
    picked = None if boards is None else BoardNumbers(boards)
    job = reading_files(sources, read_as, encoding, picked)
    stream = _turned(job, rotate, south=south)
    unique_stream = Unique(stream)
    stream = unique_stream if unique else stream
    stream = stream if board is None else renumbered(stream, board)
    if solve:
        stream = _solved(stream, kind, job)
    output = _OutputFiles(target, kind, job)
    with show_progress(job, "converting"):
        if split is None:
            output.write(stream, Path(target))
        else:
            output.write_files(stream, split)
    board_files = job.result()
    board_files.report()
    output.report()
    if picked is not None and picked.missing:
        say(f"note: no board has the number {picked.missing}")
    if repeated := unique_stream.repeated:
        say(f"{repeated:,} repeated deal{'' if repeated == 1 else 's'} left out")
    if job.state == "stopped":
        files = target if split is None else f"the {len(output.names):,} files written"
        have = "has" if split is None else "have"
        raise SearchStopped(f"interrupted: {files} {have} the first {output.done:,} boards")
    if any(problem.dropped for _, problem in output.problems) or board_files.incomplete:
        raise Exit(1)


def _turned(boards: Iterable[Board], rotate: int, *, south: bool) -> Iterable[Board]:
    """Return boards turned by a number of seats, or so that South declares.

    :raises ArgumentError: if both are asked for
    """
    from dealwright.formats import rotated, south_declares

    if south and rotate:
        raise ArgumentError("--rotate and --south-declares are two ways to turn boards; choose one")
    if south:
        return map(south_declares, boards)
    return (rotated(board, rotate) for board in boards) if rotate % 4 else boards


def _solved(boards: Iterable[Board], kind: str, job: Job[Board, BoardFiles]) -> Iterator[Board]:
    """Return boards with their tricks; ``job``, which reads far ahead, reports each solved board.

    :raises ArgumentError: if the format to write has no place for tricks
    """
    from dealwright.double_dummy.tables import with_tables

    check_format(kind)

    def report_each() -> Iterator[Board]:
        for done, board in enumerate(with_tables(boards, stop=job.flag), 1):
            job.report(done, None, "boards")
            yield board

    return report_each()


class _OutputFiles:
    """The files that are written: names so far, number of boards, problems."""

    def __init__(self, target: str, kind: str, job: Job[Board, BoardFiles]) -> None:
        self._target, self._kind, self._job = target, kind, job
        self.names: list[Path] = []
        self.problems: list[tuple[str, Problem]] = []
        self.done = 0

    def write(self, boards: Iterable[Board], path: Path) -> None:
        """Write boards to a file, or to standard output ('-')."""
        from dealwright.formats import BoardsAsText, Settings

        writer = BoardsAsText(self._kind, Settings(dealt=False, letters=letters()))
        write_boards(self._until_stopped(boards, path) if path.is_file() else boards, writer, path)
        self.names.append(path)
        self.problems += [(str(path), problem) for problem in writer.problems]
        self.done += writer.done

    def _until_stopped(self, boards: Iterable[Board], path: Path) -> Iterator[Board]:
        """Yield boards for a file that replaces another, which stays after Ctrl-C.

        :raises SearchStopped: after Ctrl-C
        """
        yield from boards
        if self._job.stopping and self._job.state != "done":
            raise SearchStopped(f"interrupted: {path} is unchanged")

    def write_files(self, boards: Iterable[Board], size: int) -> None:
        """Write boards to files of ``size`` boards, named OUT-001 and so on, before the ending."""
        path, remaining = Path(self._target), iter(boards)
        for first in remaining:
            name = f"{path.stem}-{len(self.names) + 1:03}{path.suffix}"
            self.write(chain([first], islice(remaining, size - 1)), path.with_name(name))

    def report(self) -> None:
        """Print the boards that were left out to standard error."""
        for name in dict.fromkeys(name for name, _ in self.problems):
            say_problems([problem for path, problem in self.problems if path == name], name)


COMMAND = Command(convert, HELP, "Files", ending=listed_formats)
