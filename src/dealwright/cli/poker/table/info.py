"""``dealwright poker table info``: describe a table."""

from __future__ import annotations

import json

from dealwright.cli.commands import Command
from dealwright.cli.options import Json
from dealwright.cli.poker.table.facts import File, describe, facts_of

__all__ = ["COMMAND"]

HELP = """Describe a table, with the number of hands of each category.

Examples:

  dealwright poker table info seven.table

  dealwright poker table info seven.table --json
"""


def info(file: File, as_json: Json = False) -> None:
    """Describe a table; the arguments are those of the command line."""
    from dealwright.numbering.tables import CombinationTable

    with CombinationTable.open(file, partial=True) as table:
        facts = facts_of(table)
    if as_json:
        print(json.dumps(facts, indent=2))
    else:
        describe(facts)


COMMAND = Command(info, HELP, order=1)
