"""``dealwright poker table info``: describe a table."""

from __future__ import annotations

from dealwright.cli.command import Command
from dealwright.cli.options import Json
from dealwright.cli.poker_table_options import File

__all__ = ["COMMAND"]

HELP = """Describe a table, with the number of hands of each category.

Examples:

  dealwright poker table info seven.table

  dealwright poker table info seven.table --json
"""


def info(file: File, as_json: Json = False) -> None:
    """Describe a table."""
    from dealwright.cli.answering import print_answer
    from dealwright.numbering.tables import CombinationTable
    from dealwright.poker.hand_tables import table_summary

    with CombinationTable.open(file, partial=True) as table:
        summary = table_summary(table)
    print_answer(summary, as_json=as_json)


COMMAND = Command(info, HELP, order=1)
