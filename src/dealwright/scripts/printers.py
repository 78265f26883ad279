"""Printing deals as the actions of a script say."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from dealwright.conditions.nodes import Node
from dealwright.deals import Deals
from dealwright.deals.hand import hand_text
from dealwright.scripts.data import (
    Export,
    PrintHands,
    PrintText,
    PrintValue,
    Report,
)
from dealwright.scripts.printing import (
    compact,
    four_columns,
    one_line,
    predeal_line,
    quoted,
    sheets,
)

if TYPE_CHECKING:
    from dealwright.formats import Settings
    from dealwright.formats.pbn import PbnWriter

__all__ = ["Print", "Printer"]

Print = PrintHands | PrintValue | PrintText | Report | Export
Values = Callable[[Node, Deals], list[int]]


class Printer:
    """Prints deals as the actions of a script say; ``values`` returns those of an expression."""

    def __init__(
        self,
        prints: Sequence[Print],
        settings: Settings,
        values: Values,
        *,
        title: str = "",
        quiet: bool = False,
    ) -> None:
        self._rows: list[list[int]] = []
        self._sheets = [p for p in prints if isinstance(p, PrintHands) and p.form == "print"]
        self._each = [p for p in prints if p not in self._sheets]
        games = any(isinstance(p, PrintHands) and p.form == "printpbn" for p in prints)
        self._pbn = _pbn_writer(settings) if games and not quiet else None
        self._first = settings.first
        self._number, self._title = values, title.replace("\n", " ")

    def begin(self) -> str:
        """Return the text before all deals."""
        return "" if self._pbn is None else self._pbn.begin()

    def deals(self, deals: Deals, number: int) -> str:
        """Return the text of some deals, the first of them deal ``number`` (from 0)."""
        rows = deals.masks.tolist()
        if self._sheets:
            self._rows += rows
        columns = [self._columns(each, deals, number) for each in self._each]
        return "".join("".join(texts) for texts in zip(*columns, strict=True))

    def end(self, found: int, tried: int) -> str:
        """Return the text after all deals."""
        return "".join("".join(sheets(self._rows, sheet.seats)) for sheet in self._sheets)

    def _columns(self, action: Print, deals: Deals, number: int) -> list[str]:
        """Return what an action prints of each of some deals."""
        rows = deals.masks.tolist()
        if isinstance(action, PrintText):
            return self._texts(action, deals)
        if isinstance(action, Report):
            return self._report(action, deals)
        if isinstance(action, Export):
            return [predeal_line(row, action.seats) + "\n" for row in rows]
        if isinstance(action, PrintValue):
            return self._with_value(action, deals)
        if action.form == "printpbn":
            return self._pbn_games(deals, number)
        if action.form == "printall":
            return [
                f"{self._first + number + at:4}.\n{four_columns(row, range(4))}"
                for at, row in enumerate(rows)
            ]
        return [four_columns(row, action.seats) for row in rows]

    def _with_value(self, action: PrintValue, deals: Deals) -> list[str]:
        values = self._values(action.value, deals)
        rows = deals.masks.tolist()
        if action.form == "printoneline":
            return [
                one_line(row) + (f" {value}\n" if value else "\n")
                for row, value in zip(rows, values, strict=True)
            ]
        return [
            compact(row) + (f"{value}\n" if value else "")
            for row, value in zip(rows, values, strict=True)
        ]

    def _pbn_games(self, deals: Deals, number: int) -> list[str]:
        if self._pbn is None:
            return [""] * len(deals)
        games = self._pbn.games(deals, number)
        if not self._title:
            return games
        return [game.replace('[Event "?"]', f'[Event "{self._title}"]', 1) for game in games]

    def _values(self, node: Node | None, deals: Deals) -> list[str]:
        if node is None:
            return [""] * len(deals)
        return [str(value) for value in self._number(node, deals)]

    def _texts(self, action: PrintText, deals: Deals) -> list[str]:
        columns = [
            [part] * len(deals) if isinstance(part, str) else self._values(part, deals)
            for part in action.parts
        ]
        return ["".join(parts) for parts in zip(*columns, strict=True)]

    def _report(self, action: Report, deals: Deals) -> list[str]:
        """Return a line of comma separated values for each deal; hands in dotted form."""
        columns: list[list[str]] = []
        for part in action.parts:
            if isinstance(part, str):
                columns.append([quoted(part)] * len(deals))
            elif isinstance(part, tuple):
                rows = deals.masks.tolist()
                columns += [[hand_text(row[seat]) for row in rows] for seat in part]
            else:
                columns.append(self._values(part, deals))
        return [",".join(cells) + "\n" for cells in zip(*columns, strict=True)]


def _pbn_writer(settings: Settings) -> PbnWriter:
    from dealwright.formats.pbn import PbnWriter  # few scripts print games

    return PbnWriter(settings)
