"""``dealwright system from-bml``: BML (bridge bidding markup) read into a system."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from dealwright.cli.command import Command
from dealwright.cli.messages import say
from dealwright.cli.options import Output
from dealwright.requests.fields import Argument

__all__ = ["COMMAND"]

HELP = """Convert BML (bridge bidding markup) to a system file.

A row of a table whose description is a hand in words, such as "15--17 balanced" or "5+!h, 8+",
becomes a rule. Every other row stays in the file as a comment and is listed with its line and the
reason: nothing is guessed. Write those rules yourself, then look for gaps with system check.

In a system file the first rule that fits makes the call; BML has no such order. So a rule is moved
above more general ones that would take most of its hands, such as 1NT above 1C. The command lists
what it moved, and what a rule loses to others: check their order yourself.

Examples:

  dealwright system from-bml precision.bml --output precision.system

  dealwright system from-bml precision.bml
"""


def from_bml(
    file: Annotated[Path, Argument("The BML; '-' reads it from standard input.", "FILE")],
    output: Output = None,
) -> None:
    """Read BML into a system."""
    from dealwright.cli.input import input_text
    from dealwright.cli.output import open_output
    from dealwright.systems.bml_reading import read_bml

    found = read_bml(input_text(file))
    with open_output(output) as stream:
        stream.write(found.text)
    for line in found.unread:
        say(f"line {line.line}: {line.text}: {line.reason}")
    for sentence in found.moved:
        say(sentence)
    say(f"{found.rules:,} rules; {len(found.unread):,} calls were not read")


COMMAND = Command(from_bml, HELP, order=8)
