"""Printing deals by the actions of a script."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from dealwright.conditions.nodes import Node
from dealwright.deals import Deals
from dealwright.scripts.printing import sheets
from dealwright.scripts.prints import Print, PrintHands

if TYPE_CHECKING:
    from dealwright.formats import Settings
    from dealwright.formats.kinds.pbn import PbnWriter

__all__ = ["Printer"]

Values = Callable[[Node, Deals], list[int]]


class Printer:
    """Prints deals by the actions of a script; ``values`` evaluates an expression."""

    def __init__(
        self,
        prints: Sequence[Print],
        settings: Settings,
        values: Values,
        *,
        title: str = "",
        quiet: bool = False,
    ) -> None:
        self._rows: list[Sequence[int]] = []
        self._sheets = [p for p in prints if isinstance(p, PrintHands) and p.form == "print"]
        self._each = [p for p in prints if p not in self._sheets]
        games = any(isinstance(p, PrintHands) and p.form == "printpbn" for p in prints)
        self._pbn = _pbn_writer(settings) if games and not quiet else None
        self.first = settings.first
        self._number, self._title = values, title.replace("\n", " ")

    def begin(self) -> str:
        """Return the text before all deals."""
        return "" if self._pbn is None else self._pbn.begin()

    def deals(self, deals: Deals, number: int) -> str:
        """Return the text of a batch of deals; ``number`` is the index of the first (from 0)."""
        rows = deals.rows()
        if self._sheets:
            self._rows += rows
        columns = [action.texts(self, deals, number) for action in self._each]
        return "".join("".join(texts) for texts in zip(*columns, strict=True))

    def end(self, found: int, tried: int) -> str:
        """Return the text after all deals."""
        return "".join("".join(sheets(self._rows, sheet.seats)) for sheet in self._sheets)

    def games(self, deals: Deals, number: int) -> list[str]:
        """Return each deal as a game of PBN; "" if games are left out."""
        if self._pbn is None:
            return [""] * len(deals)
        games = self._pbn.games(deals, number)
        if not self._title:
            return games
        return [game.replace('[Event "?"]', f'[Event "{self._title}"]', 1) for game in games]

    def values(self, node: Node | None, deals: Deals) -> list[str]:
        """Return the value of an expression for each deal; "" without an expression."""
        if node is None:
            return [""] * len(deals)
        return [str(value) for value in self._number(node, deals)]


def _pbn_writer(settings: Settings) -> PbnWriter:
    from dealwright.formats.kinds.pbn import PbnWriter  # few scripts print games

    return PbnWriter(settings)
