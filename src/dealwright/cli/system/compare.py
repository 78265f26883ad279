"""``dealwright system compare``: where two systems part, on the same deals."""

from __future__ import annotations

from typing import Annotated

import typer

from dealwright.cli.commands import Command
from dealwright.cli.options import Json, Seed, whole_number
from dealwright.cli.system.options import Parameters, SystemFile, read_named
from dealwright.errors import SearchStopped

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
    from dealwright.cli.jobs import show_progress
    from dealwright.cli.output import print_report
    from dealwright.documents import write_json
    from dealwright.systems.comparing import comparing_systems

    job = comparing_systems(
        read_named(file, parameters), read_named(other, None), whole_number(deals, "--deals"),
        seed=seed,
    )  # fmt: skip
    with show_progress(job, "bidding"):
        found = job.result()
    if as_json:
        print(write_json(found, indent=2))
    else:
        print_report(found.lines())
    if job.state == "stopped":
        raise SearchStopped("interrupted; the comparison is of the deals so far")


COMMAND = Command(compare, HELP, order=6)
