"""The summary of a table, for the commands that print it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from dealwright.requests.fields import Argument

if TYPE_CHECKING:
    from dealwright.poker.hand_tables import TableSummary

__all__ = ["File", "describe"]

File = Annotated[Path, Argument(metavar="FILE", help="The file of the table.")]


def describe(found: TableSummary, seconds: float | None = None) -> None:
    """Print what a table holds and the time taken."""
    took = "" if seconds is None else f", {seconds:.2f} s"
    game = found.game or "none of the games here"
    print(f"{found.path}: {found.n} choose {found.k}, {found.order}, {found.dtype}")
    print(f"game       {game}")
    print(f"hands      {found.entries:,}, {found.nbytes:,} bytes of values{took}")
    if found.filled < found.entries:
        print(f"filled     {found.filled:,}; 'dealwright poker table build' goes on")
    print(f"checksum   {found.checksum or 'none yet'}")
    for kind, n in (found.categories or {}).items():
        print(f"{kind.words:15}{n:14,} {100 * n / found.entries:11.6f} %")
