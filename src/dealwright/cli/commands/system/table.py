"""``dealwright system table``: how often each call comes up at a position, exactly."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from dealwright.base.errors import ArgumentError, SearchStopped
from dealwright.cli.answering import print_answer
from dealwright.cli.command import Command
from dealwright.cli.options import Json
from dealwright.cli.system_options import with_system_paths
from dealwright.requests.fields import Option
from dealwright.requests.numbers import whole_number
from dealwright.requests.systems import CallTableRequest

if TYPE_CHECKING:
    from collections.abc import Iterable

    from dealwright.systems.tables import CallTable

__all__ = ["COMMAND"]

HELP = """Print how often each call comes up, exactly: given the auction, and of all deals.

Beside each call are the caller's HCP: the least, the greatest and the mean; --lengths adds suits,
--shapes the commonest patterns. --depth N continues for N calls of the side, the most frequent
positions first. --auctions prints the auctions of the table, the most frequent first; the last row
has all others. --html writes a page with a tree that opens and closes.

Shares that cannot be counted are estimated from a sample, and marked; --in-parts counts them.

Examples:

  dealwright system table natural

  dealwright system table natural "1NT 2C" --lengths

  dealwright system table natural --depth 2 --auctions 20

  dealwright system table natural --depth 3 --html natural.html
"""


def table(
    request: CallTableRequest,
    auctions: Annotated[
        str | None, Option(metavar="N", help="Print the N most frequent auctions.")
    ] = None,
    html: Annotated[Path | None, Option(metavar="PATH", help="Write the tree as HTML.")] = None,
    as_json: Json = False,
) -> None:
    """Print the table of calls."""
    from dealwright.cli.jobs import show_progress
    from dealwright.cli.output import open_output

    most = None if auctions is None else whole_number(auctions, "--auctions")
    if most == 0:
        raise ArgumentError("print at least one auction")
    job = with_system_paths(request).job()
    with show_progress(job, "counting"):
        call_table = job.result()
    if html is not None:
        with open_output(html) as stream:
            stream.write(call_table.page())

    def lines(call_table: CallTable) -> Iterable[str]:
        return call_table.lines() if most is None else call_table.auction_lines(most)

    print_answer(call_table, lines, as_json=as_json)
    if job.state == "stopped":
        raise SearchStopped("interrupted; the positions so far are in the table")


COMMAND = Command(table, HELP, order=1)
