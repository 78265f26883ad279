"""``dealwright features``: the functions that a condition can use."""

from __future__ import annotations

from dealwright.cli.commands import Command

__all__ = ["COMMAND"]

HELP = """List the functions that a condition can use.

Example:

  dealwright features
"""


def features() -> None:
    """List the features."""
    from rich.console import Console
    from rich.table import Table

    from dealwright.features import features as registered

    table = Table("function", "also", "means", box=None, pad_edge=False)
    table.add_row("spades(north), ...", "spade", "number of cards in the suit")
    for found in registered():
        if found.name == "length":
            continue
        arguments = "(north)" if found.whole_hand else "(north, spades)"
        if found.whole_hand and found.per_suit:
            arguments = "(north[, spades])"
        also = ", ".join(found.aliases)
        table.add_row(f"{found.name}{arguments}".replace("[", r"\["), also, found.summary)
    table.add_row("starting_points(north)", "", "Bergen's starting points, adjusted for honours")
    table.add_row("longest_fit(ns)", "", "cards of a side (ns or ew) in its longest suit")
    table.add_row("fits(ns)", "", "suits in which a side has eight cards or more")
    table.add_row("balanced(north)", "", "4333, 4432 or 5332")
    table.add_row("semibalanced(north)", "", "balanced, 5422 or 6322")
    table.add_row("shape(north, any 4333 + 54xx)", "", "suit lengths: patterns or arithmetic")
    table.add_row("hascard(north, AS)", "", "holds the card")
    table.add_row("tricks(south, spades)", "", "tricks of a declarer, double dummy (a solver)")
    table.add_row("makes(4S, south)", "", "whether a declarer makes a contract, double dummy")
    table.add_row("par(ns\\[, all\\[, east]])", "", "par in points, for a vulnerability and dealer")
    table.add_row("score(vul, 4S, n)", "", "points of a contract for n tricks (vul or nv)")
    table.add_row("imps(n)", "", "IMPs of a difference of n points")
    Console().print(table)


COMMAND = Command(features, HELP, "Numbers and tables", order=3)
