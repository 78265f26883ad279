"""The summary of a table, for the commands that print it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from dealwright.requests.fields import Argument

if TYPE_CHECKING:
    from dealwright.poker.hand_tables import TableSummary

__all__ = ["File", "describe"]

File = Annotated[Path, Argument(metavar="FILE", help="The file of the table.")]


def describe(summary: TableSummary, seconds: float | None = None) -> None:
    """Print a summary of a table, and the time it took to build."""
    duration = "" if seconds is None else f", {seconds:.2f} s"
    game = summary.game or "none of the games here"
    print(f"{summary.path}: {summary.n} choose {summary.k}, {summary.order}, {summary.dtype}")
    print(f"game       {game}")
    print(f"hands      {summary.entries:,}, {summary.nbytes:,} bytes of values{duration}")
    if summary.filled < summary.entries:
        print(f"filled     {summary.filled:,}; 'dealwright poker table build' goes on")
    print(f"checksum   {summary.checksum or 'none yet'}")
    for kind, n in (summary.categories or {}).items():
        print(f"{kind.words:15}{n:14,} {100 * n / summary.entries:11.6f} %")
