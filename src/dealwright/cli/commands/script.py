"""``dealwright script``: a condition as a script for other dealing programs."""

from __future__ import annotations

import json

from dealwright.cli.answering import print_notes, with_condition
from dealwright.cli.command import Command
from dealwright.cli.options import ConditionFile, Json
from dealwright.requests.scripts import WrittenScriptRequest

__all__ = ["COMMAND"]

HELP = """Print a condition as a script of dealer, which BBO's deal source also accepts.

On BBO, open a teaching or bidding table, choose Deal source and Advanced, and paste the text. A
condition that dealer cannot express, such as zar(north), is refused.

Examples:

  dealwright script "north: 15-17 balanced"

  dealwright script "longest_fit(ns) >= 9" --predeal "south AKQ2.T98.543.A72"
"""


def script(
    request: WrittenScriptRequest, file: ConditionFile = None, as_json: Json = False
) -> None:
    """Print the script."""
    text = print_notes(with_condition(request, file)).text
    print(json.dumps({"script": text}) if as_json else text, end="\n" if as_json else "")


COMMAND = Command(script, HELP, "Files", order=2)
