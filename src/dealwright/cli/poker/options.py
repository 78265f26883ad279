"""Options that several poker commands share."""

from __future__ import annotations

from typing import Annotated

import typer

__all__ = ["Board", "Dead"]

Board = Annotated[str, typer.Option("--board", "-b", metavar="CARDS", help="Cards on the board.")]
Dead = Annotated[
    str, typer.Option("--dead", "-d", metavar="CARDS", help="Cards seen that cannot come.")
]
