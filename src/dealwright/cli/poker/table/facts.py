"""Facts about a table, for the commands that print them."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

if TYPE_CHECKING:
    from dealwright.numbering.tables import CombinationTable

__all__ = ["File", "describe", "facts_of"]

File = Annotated[Path, typer.Argument(metavar="FILE", help="The file of the table.")]


def facts_of(table: CombinationTable) -> dict[str, Any]:
    """Return the facts about a table as a dict of plain values."""
    from dealwright.poker.games import game_named
    from dealwright.poker.hand_tables import category_counts, game_of_table

    facts = {name: fact for name, fact in table.info().items() if name != "set"}
    game = facts["game"] = game_of_table(table)
    facts["categories"] = None
    if game is not None and table.filled == table.entries and game_named(game).has_categories:
        counts = category_counts(table, game)
        facts["categories"] = {kind.words: n for kind, n in counts.items()}
    return facts


def describe(facts: dict[str, Any], seconds: float | None = None) -> None:
    """Print the facts and the time taken."""
    took = "" if seconds is None else f", {seconds:.2f} s"
    game = facts["game"] or "none of the games here"
    print(f"{facts['path']}: {facts['n']} choose {facts['k']}, {facts['order']}, {facts['dtype']}")
    print(f"game       {game}")
    print(f"hands      {facts['entries']:,}, {facts['nbytes']:,} bytes of values{took}")
    if facts["filled"] < facts["entries"]:
        print(f"filled     {facts['filled']:,}; 'dealwright poker table build' goes on")
    print(f"checksum   {facts['checksum'] or 'none yet'}")
    for name, n in (facts["categories"] or {}).items():
        print(f"{name:15}{n:14,} {100 * n / facts['entries']:11.6f} %")
