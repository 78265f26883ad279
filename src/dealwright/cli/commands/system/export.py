"""``dealwright system export``: a system as BML."""

from __future__ import annotations

from typing import Annotated

from dealwright.cli.command import Command
from dealwright.cli.options import Output
from dealwright.cli.system_options import SystemFile, read_system_file
from dealwright.requests.fields import Option
from dealwright.requests.systems import Parameters

__all__ = ["COMMAND"]

HELP = """Write a system as BML (bridge bidding markup), which other programs print.

Each position is a table. A row has its rule's hand in words, or its note with the condition below.

Examples:

  dealwright system export natural --bml --output natural.bml
"""


def export(
    file: SystemFile,
    bml: Annotated[bool, Option("--bml", help="Write BML.")] = False,
    parameters: Parameters = (),
    output: Output = None,
) -> None:
    """Write a system as BML."""
    from dealwright.base.errors import ArgumentError
    from dealwright.cli.output import open_output
    from dealwright.systems.bml_writing import bml_of

    if not bml:
        raise ArgumentError("name the format of the export: --bml")
    text = bml_of(read_system_file(file, parameters))
    with open_output(output) as stream:
        stream.write(text)


COMMAND = Command(export, HELP, order=9)
