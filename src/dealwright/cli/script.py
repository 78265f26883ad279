"""``dealwright script``: a condition as a script for other dealing programs."""

from __future__ import annotations

from dealwright.cli.answering import print_notes, with_condition
from dealwright.cli.commands import Command
from dealwright.cli.options import ConditionFile
from dealwright.requests.scripts import Script

__all__ = ["COMMAND"]

HELP = """Print a condition as a script of dealer, which BBO's deal source takes too.

On BBO, open a teaching or bidding table, choose Deal source and Advanced, and paste the text. A
condition that dealer cannot express, such as zar(north), is refused.

Examples:

  dealwright script "hcp(north) in 15..17 && balanced(north)"

  dealwright script "longest_fit(ns) >= 9" --predeal "south AKQ2.T98.543.A72"
"""


def script(request: Script, file: ConditionFile = None) -> None:
    """Print the script."""
    print(print_notes(with_condition(request, file)).text, end="")


COMMAND = Command(script, HELP, "Files", order=2)
