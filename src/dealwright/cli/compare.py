"""``dealwright compare``: methods of dealing side by side."""

from __future__ import annotations

from typing import Annotated

from dealwright.cli.commands import Command
from dealwright.cli.options import (
    ClusterAddress,
    ConditionArgument,
    ConditionFile,
    Include,
    Json,
    read_condition,
)
from dealwright.errors import ArgumentError
from dealwright.requests.deals import Seed, Threads
from dealwright.requests.fields import Option
from dealwright.requests.numbers import whole_number

__all__ = ["COMMAND"]

HELP = """Compare methods of dealing: distributions side by side, with total variation distances.

The exact method is computed; the others are sampled. pavlicek1999 is the biased method of a
well-known article of 1999: it shows how constructing deals by weights changes their distribution.

Examples:

  dealwright compare "spades(west) in 5..6 && hearts(west) == 4" --methods exact,pavlicek1999

  dealwright compare "hcp(north) in 15..17" --methods exact,filter --of "hcp(south)" -n 1e6
"""


def compare(
    condition: ConditionArgument = None,
    methods: Annotated[
        str,
        Option(
            metavar="NAMES",
            help="Two or more, with commas; the others are compared with the first.",
        ),
    ] = "exact,pavlicek1999",
    of: Annotated[
        list[str] | None,
        Option(
            "--of", metavar="QUANTITY", help="What to compare (default: shapes and HCP); repeat it."
        ),
    ] = None,
    n: Annotated[
        str,
        Option("--number", "-n", metavar="N", help="Number of deals for each sampled method."),
    ] = "20000",
    as_json: Json = False,
    seed: Seed = None,
    file: ConditionFile = None,
    include: Include = None,
    threads: Threads = None,
    cluster: ClusterAddress = None,
) -> None:
    """Compare; the arguments are those of the command line."""
    from dealwright.cli.jobs import show_progress
    from dealwright.cli.output import print_report
    from dealwright.documents import write_json

    asked = read_condition(condition, file)
    if asked is None:
        raise ArgumentError("give a condition to compare the methods on")
    number = whole_number(n, "the number of deals")
    if not number:
        raise ArgumentError("compare at least one deal")
    job = asked.comparing(
        [name.strip() for name in methods.split(",") if name.strip()],
        quantities=of or [],
        deals=number,
        seed=seed,
        threads=threads,
    )
    with show_progress(job, "comparing"):
        found = job.result()
    if as_json:
        print(write_json(found, indent=2))
        return
    for at, comparison in enumerate(found):
        print_report(["", *comparison.lines()] if at else comparison.lines())


COMMAND = Command(compare, HELP, "Simulate", order=1)
