"""``dealwright poker table verify``: check the entries of a table."""

from __future__ import annotations

from dealwright.base.errors import PokerError
from dealwright.cli.command import Command
from dealwright.cli.poker_table_options import File

__all__ = ["COMMAND"]

HELP = """Read all of a table: compare its checksum, and evaluate every hand again.

Example:

  dealwright poker table verify seven.table
"""


def verify(file: File) -> None:
    """Check a table."""
    from dealwright.cli.jobs import show_progress
    from dealwright.numbering.tables import CombinationTable
    from dealwright.poker.hand_tables import checking_table, game_of_table

    with CombinationTable.open(file, partial=True) as table:
        if table.filled < table.entries:
            raise PokerError(
                f"{file}: has {table.filled:,} of {table.entries:,} hands; continue with "
                "'dealwright "
                "poker table build'"
            )
        reading = table.verifying()
        with show_progress(reading, "reading"):
            reading.result()
        game = game_of_table(table)
        if game is None:
            raise PokerError(f"{file}: is not a table of hands of any known game")
        checking = checking_table(table, game)
        with show_progress(checking, "evaluating"):
            checking.result()
        print(
            f"{file}: the checksum holds, and all {table.entries:,} values are those of "
            f"{table.k} cards in {game}"
        )


COMMAND = Command(verify, HELP, order=2)
