"""The actions that print deals: a class for each reads and prints it.

A new action is a class here, named after its grammar rule, and the rule in script.lark.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

from dealwright.conditions.nodes import Node
from dealwright.conditions.syntax import Token, Tree
from dealwright.deals.hand import hand_text
from dealwright.scripts.printing import compact, four_columns, one_line, predeal_line, quoted

if TYPE_CHECKING:
    from dealwright.conditions.parse import Reader
    from dealwright.deals import Deals

__all__ = [
    "PRINTS",
    "Export",
    "Page",
    "Print",
    "PrintHands",
    "PrintText",
    "PrintValue",
    "Report",
]

_SIDES = {"ns": (0, 2), "ew": (3, 1)}
_EVERYBODY = (0, 1, 2, 3)


class Page(Protocol):
    """The page that actions print on: it numbers boards and evaluates expressions."""

    @property
    def first(self) -> int:
        """The number of the first board."""
        ...

    def values(self, node: Node | None, deals: Deals) -> list[str]:
        """Return the value of an expression for each deal; "" without an expression."""
        ...

    def games(self, deals: Deals, number: int) -> list[str]:
        """Return each deal as a game of PBN."""
        ...


class Print(ABC):
    """An action that prints each deal."""

    @classmethod
    @abstractmethod
    def read(cls, reader: Reader, tree: Tree) -> Print:
        """Return the action of a parse tree."""

    @abstractmethod
    def texts(self, page: Page, deals: Deals, number: int) -> list[str]:
        """Return the text of each deal; ``number`` is the index of the first."""


def _side(reader: Reader, token: Any) -> tuple[int, ...]:
    if token.lower() not in _SIDES:
        raise reader.error(token, f"expected a side, not '{token}'", "The sides are ns and ew")
    return _SIDES[token.lower()]


def _part(reader: Reader, part: Tree | Token) -> str | Node:
    """Return a part of a text: a string, a line end, or an expression."""
    if isinstance(part, Token):
        return part[1:-1] if part.type == "STRING" else "\n"
    return reader.node(part)


@dataclass(frozen=True)
class PrintHands(Print):
    """``printall``, ``printew``, ``printns``, ``printside``, ``printpbn`` and ``print(seats)``."""

    form: str
    seats: tuple[int, ...] = ()

    @classmethod
    def read(cls, reader: Reader, tree: Tree) -> PrintHands:
        """Return the action of a parse tree."""
        if tree.data == "print_hands":
            seats = {reader.seat(seat) for seat in tree.children}
            return cls("print", tuple(sorted(seats)))
        if tree.data == "print_side":
            return cls("printside", _side(reader, tree.children[0]))
        form = str(tree.children[0]).lower()
        return cls(form, _SIDES.get(form.removeprefix("print"), ()))

    def texts(self, page: Page, deals: Deals, number: int) -> list[str]:
        """Return the hands of each deal."""
        if self.form == "printpbn":
            return page.games(deals, number)
        rows = deals.masks.tolist()
        if self.form == "printall":
            return [
                f"{page.first + number + at:4}.\n{four_columns(row, range(4))}"
                for at, row in enumerate(rows)
            ]
        return [four_columns(row, self.seats) for row in rows]


@dataclass(frozen=True)
class PrintValue(Print):
    """``printoneline`` and ``printcompact``, with an optional value after each deal."""

    form: str
    value: Node | None = None

    @classmethod
    def read(cls, reader: Reader, tree: Tree) -> PrintValue:
        """Return the action of a parse tree."""
        form, *value = tree.children
        given = value[0] if value else None
        return cls(str(form).lower(), None if given is None else reader.node(given))

    def texts(self, page: Page, deals: Deals, number: int) -> list[str]:
        """Return each deal on one line or on four, followed by its value."""
        rows = zip(deals.masks.tolist(), page.values(self.value, deals), strict=True)
        if self.form == "printoneline":
            return [one_line(row) + (f" {value}\n" if value else "\n") for row, value in rows]
        return [compact(row) + (f"{value}\n" if value else "") for row, value in rows]


@dataclass(frozen=True)
class PrintText(Print):
    """``printes``: texts and values, one after the other."""

    parts: tuple[str | Node, ...]

    @classmethod
    def read(cls, reader: Reader, tree: Tree) -> PrintText:
        """Return the action of a parse tree."""
        return cls(tuple(_part(reader, part) for part in tree.children))

    def texts(self, page: Page, deals: Deals, number: int) -> list[str]:
        """Return the parts of each deal, joined."""
        columns = [
            [part] * len(deals) if isinstance(part, str) else page.values(part, deals)
            for part in self.parts
        ]
        return ["".join(parts) for parts in zip(*columns, strict=True)]


@dataclass(frozen=True)
class Report(Print):
    """``csvrpt`` and ``printrpt``: a line for each deal, of texts, values and hands (seats)."""

    parts: tuple[str | Node | tuple[int, ...], ...]

    @classmethod
    def read(cls, reader: Reader, tree: Tree) -> Report:
        """Return the action of a parse tree."""
        return cls(tuple(cls._read_part(reader, part) for part in tree.children[1:]))

    @staticmethod
    def _read_part(reader: Reader, part: Any) -> str | Node | tuple[int, ...]:
        """Return a part of a report; a seat, a side and ``deal`` stand for hands."""
        if isinstance(part, Tree) and part.data == "variable":
            word = str(part.children[0]).lower()
            if word == "deal":
                return _EVERYBODY
            if word in _SIDES:
                return _SIDES[word]
            if word in ("north", "east", "south", "west"):
                return (reader.seat(part.children[0]),)
        return _part(reader, part)

    def texts(self, page: Page, deals: Deals, number: int) -> list[str]:
        """Return a line of comma-separated values for each deal, with hands in dotted form."""
        columns: list[list[str]] = []
        for part in self.parts:
            if isinstance(part, str):
                columns.append([quoted(part)] * len(deals))
            elif isinstance(part, tuple):
                rows = deals.masks.tolist()
                columns += [[hand_text(row[seat]) for row in rows] for seat in part]
            else:
                columns.append(page.values(part, deals))
        return [",".join(cells) + "\n" for cells in zip(*columns, strict=True)]


@dataclass(frozen=True)
class Export(Print):
    """``export``: the hands of seats as a ``predeal`` statement."""

    seats: tuple[int, ...]

    @classmethod
    def read(cls, reader: Reader, tree: Tree) -> Export:
        """Return the action of a parse tree."""
        token: Any = tree.children[0]
        seats = _SIDES.get(token.lower())
        return cls((reader.seat(token),) if seats is None else tuple(sorted(seats)))

    def texts(self, page: Page, deals: Deals, number: int) -> list[str]:
        """Return a statement for each deal."""
        return [predeal_line(row, self.seats) + "\n" for row in deals.masks.tolist()]


# The rules of script.lark for printing, and the classes that read them.
PRINTS: dict[str, Callable[[Reader, Tree], Print]] = {
    "simple": PrintHands.read,
    "print_hands": PrintHands.read,
    "print_side": PrintHands.read,
    "with_value": PrintValue.read,
    "print_text": PrintText.read,
    "report": Report.read,
    "export": Export.read,
}
