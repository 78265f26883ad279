"""``dealwright system compare``: where two systems part, on the same deals."""

from __future__ import annotations

from typing import Annotated

import typer

from dealwright.cli.commands import Command
from dealwright.cli.options import Json, Seed, whole_number
from dealwright.cli.questions import answered
from dealwright.cli.system.options import Parameters, SystemFile, read_named

__all__ = ["COMMAND"]

HELP = """Compare two systems on the same random deals: in how many they part, and where.

North deals, and the opponents pass. --set replaces definitions of the first system, so that
a system can be compared with itself.

Examples:

  dealwright system compare natural strong-club

  dealwright system compare natural natural --set strength=12..14 --deals 1e6
"""


def compare(
    file: SystemFile,
    other: Annotated[str, typer.Argument(metavar="OTHER", help="The other system.")],
    deals: Annotated[str, typer.Option(metavar="N", help="How many deals.")] = "100_000",
    seed: Seed = None,
    parameters: Parameters = None,
    as_json: Json = False,
) -> None:
    """Compare; the arguments are those of the command line."""
    from dealwright.systems.comparing import comparing_systems

    job = comparing_systems(
        read_named(file, parameters), read_named(other, None), whole_number(deals, "--deals"),
        seed=seed,
    )  # fmt: skip
    answered(job, "bidding", as_json=as_json, of="deals bid")


COMMAND = Command(compare, HELP, order=6)
