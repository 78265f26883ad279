"""``dealwright poker table``: build, describe and check the table of all hands."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from dealwright.cli.count import Json
from dealwright.cli.options import Threads
from dealwright.cli.poker.options import GamesCommand
from dealwright.errors import ArgumentError, PokerError, SearchStopped

if TYPE_CHECKING:
    from dealwright.numbering.tables import CombinationTable

__all__ = ["add_to"]

HELP = """Build, describe or check the table of all hands: the value of each, by its number.

Examples:

  dealwright poker table build seven.table

  dealwright poker table info seven.table

  dealwright poker table verify seven.table
"""
BUILD = """Build the table of all hands of seven cards, or of five or six.

The same command continues a build that was interrupted.

Examples:

  dealwright poker table build seven.table

  dealwright poker table build five.table --cards 5 --game razz

  dealwright poker table build seven.table --game short-deck --replace
"""
INFO = """Describe a table, with the number of hands of each category.

Examples:

  dealwright poker table info seven.table

  dealwright poker table info seven.table --json
"""
VERIFY = """Read all of a table: compare its checksum, and evaluate every hand again.

Example:

  dealwright poker table verify seven.table
"""

File = Annotated[Path, typer.Argument(metavar="FILE", help="The file of the table.")]


class _Build(GamesCommand):
    has = "has_table"


def build(
    file: File,
    cards: Annotated[
        int, typer.Option("--cards", "-c", metavar="N", help="Cards of a hand: 5, 6 or 7.")
    ] = 7,
    game: Annotated[
        str, typer.Option("--game", "-g", metavar="NAME", help="The game: see below.")
    ] = "holdem",
    replace: Annotated[
        bool, typer.Option("--replace", help="Begin anew in place of a file that is there.")
    ] = False,
    threads: Threads = None,
) -> None:
    """Build a table; the arguments are those of the command line."""
    from dealwright.cli.jobs import shown
    from dealwright.poker.hand_tables import building_table

    mode = "w" if replace else _mode(file)
    again = "without --replace goes" if replace else "goes"
    job = building_table(file, k=cards, game=game, mode=mode, threads=threads)
    with shown(job, "evaluating") as bar:
        table = job.result()
        seconds = bar.elapsed
    with table:
        if table.filled < table.entries:
            raise SearchStopped(
                f"interrupted: {table.filled:,} of {table.entries:,} hands are kept; the same "
                f"command {again} on there"
            )
        _describe(_facts(table), seconds)


def info(file: File, as_json: Json = False) -> None:
    """Describe a table; the arguments are those of the command line."""
    from dealwright.numbering.tables import CombinationTable

    with CombinationTable.open(file, partial=True) as table:
        facts = _facts(table)
    if as_json:
        print(json.dumps(facts, indent=2))
    else:
        _describe(facts)


def verify(file: File) -> None:
    """Check a table; the arguments are those of the command line."""
    from dealwright.cli.jobs import shown
    from dealwright.numbering.tables import CombinationTable
    from dealwright.poker.hand_tables import checking_table, game_of_table

    with CombinationTable.open(file, partial=True) as table:
        if table.filled < table.entries:
            raise PokerError(
                f"{file}: has {table.filled:,} of {table.entries:,} hands; go on with "
                "'dealwright poker table build'"
            )
        reading = table.verifying()
        with shown(reading, "reading"):
            reading.result()
        game = game_of_table(table)
        if game is None:
            raise PokerError(f"{file}: is no table of hands of any game here")
        checking = checking_table(table, game)
        with shown(checking, "evaluating"):
            checking.result()
        print(
            f"{file}: the checksum holds, and all {table.entries:,} values are those of "
            f"{table.k} cards in {game}"
        )


def _mode(file: Path) -> str:
    """Return how to open the file: anew, or to go on with what is there.

    :raises ArgumentError: if it is complete
    """
    from dealwright.numbering.tables import CombinationTable

    if not file.exists():
        return "x"
    if not file.is_file() or file.stat().st_size:
        with CombinationTable.open(file, partial=True) as table:
            if table.filled == table.entries:
                raise ArgumentError(
                    f"{file}: is there already, a complete table of {table.n} choose {table.k}; "
                    "--replace begins anew"
                )
    return "a"


def _facts(table: CombinationTable) -> dict[str, Any]:
    """Return what a table is, as a dict of plain values."""
    from dealwright.poker.games import game_named
    from dealwright.poker.hand_tables import category_counts, game_of_table

    facts = {name: fact for name, fact in table.info().items() if name != "set"}
    game = facts["game"] = game_of_table(table)
    facts["categories"] = None
    if game is not None and table.filled == table.entries and game_named(game).has_categories:
        counts = category_counts(table, game)
        facts["categories"] = {kind.words: n for kind, n in counts.items()}
    return facts


def _describe(facts: dict[str, Any], seconds: float | None = None) -> None:
    took = "" if seconds is None else f", {seconds:.2f} s"
    game = facts["game"] or "none of the games here"
    print(f"{facts['path']}: {facts['n']} choose {facts['k']}, {facts['order']}, {facts['dtype']}")
    print(f"game       {game}")
    print(f"hands      {facts['entries']:,}, {facts['nbytes']:,} bytes of values{took}")
    if facts["filled"] < facts["entries"]:
        print(f"filled     {facts['filled']:,}; 'dealwright poker table build' goes on")
    print(f"checksum   {facts['checksum'] or 'none yet'}")
    for name, n in (facts["categories"] or {}).items():
        print(f"{name:15}{n:14,} {100 * n / facts['entries']:11.6f} %")


def add_to(app: typer.Typer) -> None:
    """Add the group of commands to the application."""
    group = typer.Typer(name="table", help=HELP, no_args_is_help=True, rich_markup_mode="rich")
    group.command("build", help=BUILD, cls=_Build)(build)
    group.command("info", help=INFO)(info)
    group.command("verify", help=VERIFY)(verify)
    app.add_typer(group)
