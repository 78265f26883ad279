"""``dealwright poker table look-up``: the value of a hand in a table."""

from __future__ import annotations

from typing import Annotated

from dealwright.cli.command import Command
from dealwright.cli.options import Json
from dealwright.cli.poker_table_options import File
from dealwright.requests.fields import Argument

__all__ = ["COMMAND"]

HELP = """Look up a hand in a table: its number, and the value stored for it.

Examples:

  dealwright poker table look-up seven.table "As Ah Ad Kc Ks 7h 2d"

  dealwright poker table look-up seven.table AsAhAdKcKs7h2d --json
"""


def look_up(
    file: File,
    cards: Annotated[str, Argument(metavar="CARDS", help="The hand, in any order.")],
    as_json: Json = False,
) -> None:
    """Look a hand up and print it."""
    from dealwright.cli.answering import print_answer
    from dealwright.numbering.tables import CombinationTable
    from dealwright.poker.hand_names import looked_up

    with CombinationTable.open(file) as table:
        named = looked_up(table, cards)
    print_answer(named, as_json=as_json)


COMMAND = Command(look_up, HELP, order=3)
