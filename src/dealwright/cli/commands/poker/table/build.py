"""``dealwright poker table build``: build a table, or resume building one."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from dealwright.base.errors import ArgumentError, SearchStopped
from dealwright.cli.command import Command
from dealwright.cli.poker_options import games_with
from dealwright.cli.poker_table_options import File
from dealwright.requests.deals import Threads
from dealwright.requests.fields import Option

__all__ = ["COMMAND"]

HELP = """Build the table of all hands of seven cards, or of five or six.

The same command continues a build that was interrupted.

Examples:

  dealwright poker table build seven.table

  dealwright poker table build five.table --cards 5 --game razz

  dealwright poker table build seven.table --game short-deck --replace
"""


def build(
    file: File,
    cards: Annotated[
        int, Option("--cards", "-c", metavar="N", help="Cards of a hand: 5, 6 or 7.")
    ] = 7,
    game: Annotated[
        str, Option("--game", "-g", metavar="NAME", help="The game: see below.")
    ] = "holdem",
    replace: Annotated[bool, Option("--replace", help="Replace an existing file.")] = False,
    threads: Threads = None,
) -> None:
    """Build a table."""
    from dealwright.cli.jobs import show_progress
    from dealwright.cli.output import print_report
    from dealwright.poker.hand_tables import building_table, table_summary

    mode = "w" if replace else _mode(file)
    how = "without --replace goes" if replace else "goes"
    job = building_table(file, k=cards, game=game, mode=mode, threads=threads)
    with show_progress(job, "evaluating") as bar:
        table = job.result()
        seconds = bar.elapsed
    with table:
        if table.filled < table.entries:
            raise SearchStopped(
                f"interrupted: {table.filled:,} of {table.entries:,} hands are kept; the same "
                "command "
                f"{how} on there"
            )
        print_report(table_summary(table).lines(seconds))


def _mode(file: Path) -> str:
    """Return the mode to open the file: as a new one, or to resume an unfinished one.

    :raises ArgumentError: if the table is complete
    """
    from dealwright.numbering.tables import CombinationTable

    if not file.exists():
        return "x"
    if not file.is_file() or file.stat().st_size:
        with CombinationTable.open(file, partial=True) as table:
            if table.filled == table.entries:
                raise ArgumentError(
                    f"{file}: already exists, a complete table of {table.n} choose {table.k}; "
                    "--replace "
                    "starts again"
                )
    return "a"


COMMAND = Command(build, HELP, ending=games_with("has_table"))
