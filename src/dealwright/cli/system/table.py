"""``dealwright system table``: how often each call comes up at a position, exactly."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from dealwright.cli.commands import Command
from dealwright.cli.options import Json, resources_of
from dealwright.cli.system.options import InParts, Opponents, Parameters, SystemFile, read_named
from dealwright.errors import ArgumentError, SearchStopped
from dealwright.requests.deals import Memory, Seed
from dealwright.requests.fields import Argument, Option
from dealwright.requests.numbers import whole_number

__all__ = ["COMMAND"]

HELP = """Print how often each call comes up, exactly: given the auction, and of all deals.

Beside each call are the caller's HCP: the least, the greatest and the mean; --lengths adds suits,
--shapes the commonest patterns. --depth N continues for N calls of the side, the most frequent
positions first. --auctions prints the auctions of the table, the most frequent first; the last row
has all others. --html writes a page with a tree whose branches open.

Shares that cannot be counted are estimated from a sample, and marked; --in-parts counts them.

Examples:

  dealwright system table natural

  dealwright system table natural "1NT 2C" --lengths

  dealwright system table natural --depth 2 --auctions 20

  dealwright system table natural --depth 3 --html natural.html
"""


def table(
    file: SystemFile,
    auction: Annotated[
        str, Argument(metavar="[AUCTION]", help="The calls so far, '1NT 2C' or '1S (2H)'.")
    ] = "",
    depth: Annotated[str, Option(metavar="N", help="How many calls deep.")] = "1",
    lengths: Annotated[bool, Option("--lengths", help="Add the caller's suits.")] = False,
    shapes: Annotated[
        bool, Option("--shapes", help="Add the patterns of the caller's hand.")
    ] = False,
    in_parts: InParts = False,
    auctions: Annotated[
        str | None, Option(metavar="N", help="Print the N most frequent auctions.")
    ] = None,
    html: Annotated[Path | None, Option(metavar="PATH", help="Write the tree as HTML.")] = None,
    parameters: Parameters = None,
    opponents: Opponents = None,
    memory: Memory = None,
    seed: Seed = None,
    as_json: Json = False,
) -> None:
    """Tabulate; the arguments are those of the command line."""
    from dealwright.cli.jobs import show_progress
    from dealwright.cli.output import opened, print_report
    from dealwright.documents import write_json
    from dealwright.systems.tables import tabulating_calls

    deep = whole_number(depth, "--depth")
    most = None if auctions is None else whole_number(auctions, "--auctions")
    if most == 0:
        raise ArgumentError("print at least one auction")
    system = read_named(file, parameters, opponents)
    job = tabulating_calls(
        system, auction, depth=deep, lengths=lengths, shapes=shapes, in_parts=in_parts,
        resources=resources_of(memory, seconds=600.0), seed=seed,
    )  # fmt: skip
    with show_progress(job, "counting"):
        found = job.result()
    if html is not None:
        with opened(html) as out:
            out.write(found.page())
    if as_json:
        print(write_json(found, indent=2))
    elif most is not None:
        print_report(found.auction_lines(most))
    else:
        print_report(found.lines())
    if job.state == "stopped":
        raise SearchStopped("interrupted; the positions so far are in the table")


COMMAND = Command(table, HELP, order=1)
