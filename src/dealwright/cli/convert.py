"""``dealwright convert``: boards from one format of files to another."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from dealwright.cli.board_files import ReadAs, reading_files, say_problems
from dealwright.cli.commands import Command
from dealwright.cli.options import FormatsCommand, chosen_format
from dealwright.errors import ArgumentError, SearchStopped

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from dealwright.formats.records import Board

__all__ = ["COMMAND"]

HELP = """Convert a file of boards to another format; '-' is standard input or output.

The format follows the ending of a name, or --from and --to. Boards that cannot be read are reported
on standard error with line and column, and the others are kept: the status is 1 if boards were left
out, 2 if no board could be read.

Examples:

  dealwright convert match.lin match.pbn

  dealwright convert boards.dlm boards.dup

  dealwright convert match.pbn match.html

  dealwright convert hands.bri hands.lin --board 1

  dealer script.dl | dealwright convert - - --from dealer --to pbn
"""


def convert(
    source: Annotated[str, typer.Argument(metavar="IN", help="The file to read, or '-'.")],
    target: Annotated[str, typer.Argument(metavar="OUT", help="The file to write, or '-'.")],
    read_as: ReadAs = None,
    write_as: Annotated[
        str | None,
        typer.Option("--to", metavar="NAME", help="The format to write (default: by the name)."),
    ] = None,
    board: Annotated[
        int | None,
        typer.Option(
            "--board", metavar="N",
            help="Number the boards from N; dealer and vulnerability follow the numbers.",
        ),
    ] = None,
) -> None:  # fmt: skip
    """Convert a file; the arguments are those of the command line."""
    from dealwright.cli.jobs import show_progress
    from dealwright.cli.output import opened
    from dealwright.formats import BoardsAsText

    job = reading_files([source], read_as)
    new = chosen_format(write_as, target, "--to", writing=True)
    if board is not None and board < 1:
        raise ArgumentError(f"board numbers begin at 1, not {board}")
    made = BoardsAsText(new)
    with opened(Path(target), made.encoding, exact=True) as file:
        with show_progress(job, "converting"):
            for piece in made.pieces(job if board is None else _numbered(job, board)):
                file.write(piece)
        job.result().report()
        file.write(made.end())
    say_problems(made.problems, target)
    if job.state == "stopped":
        raise SearchStopped(f"interrupted: {target} has the first {made.done:,} boards")
    if made.problems or job.result().incomplete:
        raise typer.Exit(1)


def _numbered(boards: Iterable[Board], first: int) -> Iterator[Board]:
    """Yield boards numbered from ``first``, with the dealer and vulnerability of the number.

    An auction belongs to its dealer, so a board that has one keeps both.
    """
    from dealwright.bridge.boards import board_dealer, board_vulnerability

    for number, board in enumerate(boards, first):
        if board.auction or board.play:
            yield replace(board, number=number)
            continue
        dealer, sides = board_dealer(number), board_vulnerability(number)
        yield replace(board, number=number, dealer=dealer, vulnerability=sides)


COMMAND = Command(convert, HELP, "Files", cls=FormatsCommand)
