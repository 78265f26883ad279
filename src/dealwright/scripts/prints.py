"""The actions that print deals: one class for each, which reads and prints it.

A new action is a class here, its row in ``PRINTS``, and its rule in script.lark.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

from dealwright.base.errors import CardError
from dealwright.cards import Seat, Strain
from dealwright.cards.bridge.boards import Vulnerability
from dealwright.conditions.nodes import Costly, Node
from dealwright.conditions.results import par_of, tricks_of
from dealwright.conditions.syntax import Token, Tree
from dealwright.deals.hand import hand_text
from dealwright.scripts.printing import compact, four_columns, one_line, predeal_line, quoted

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from dealwright.conditions.parse import Reader
    from dealwright.deals import Deals

__all__ = [
    "PRINTS",
    "SIDES",
    "Export",
    "Page",
    "Print",
    "PrintHands",
    "PrintText",
    "PrintValue",
    "Report",
]

SIDES = {"ns": (0, 2), "ew": (3, 1)}
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

    @property
    def asked(self) -> tuple[Node, ...]:
        """The expressions that it prints, which may ask a solver."""
        return ()

    @abstractmethod
    def texts(self, page: Page, deals: Deals, number: int) -> list[str]:
        """Return the text of each deal; ``number`` is the index of the first."""


def _side(reader: Reader, token: Any) -> tuple[int, ...]:
    if token.lower() not in SIDES:
        raise reader.error(token, f"expected a side, not '{token}'", "The sides are ns and ew")
    return SIDES[token.lower()]


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
        return cls(form, SIDES.get(form.removeprefix("print"), ()))

    def texts(self, page: Page, deals: Deals, number: int) -> list[str]:
        """Return the hands of each deal."""
        if self.form == "printpbn":
            return page.games(deals, number)
        rows = deals.rows()
        if self.form == "printall":
            return [
                f"{page.first + number + index:4}.\n{four_columns(row, range(4))}"
                for index, row in enumerate(rows)
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
        expression = value[0] if value else None
        return cls(str(form).lower(), None if expression is None else reader.node(expression))

    @property
    def asked(self) -> tuple[Node, ...]:
        """The value after each deal."""
        return () if self.value is None else (self.value,)

    def texts(self, page: Page, deals: Deals, number: int) -> list[str]:
        """Return each deal on one line or on four, followed by its value."""
        rows = zip(deals.rows(), page.values(self.value, deals), strict=True)
        if self.form == "printoneline":
            return [one_line(row) + (f" {value}\n" if value else "\n") for row, value in rows]
        return [compact(row) + (f"{value}\n" if value else "") for row, value in rows]


@dataclass(frozen=True)
class PrintText(Print):
    """``printes``: a sequence of texts and values."""

    parts: tuple[str | Node, ...]

    @classmethod
    def read(cls, reader: Reader, tree: Tree) -> PrintText:
        """Return the action of a parse tree."""
        return cls(tuple(_part(reader, part) for part in tree.children))

    @property
    def asked(self) -> tuple[Node, ...]:
        """The values among the texts."""
        return tuple(part for part in self.parts if isinstance(part, Node))

    def texts(self, page: Page, deals: Deals, number: int) -> list[str]:
        """Return the parts of each deal, joined."""
        columns = [
            [part] * len(deals) if isinstance(part, str) else page.values(part, deals)
            for part in self.parts
        ]
        return ["".join(parts) for parts in zip(*columns, strict=True)]


@dataclass(frozen=True)
class Report(Print):
    """``csvrpt`` and ``printrpt``: a line for each deal, of texts, values, hands and par contracts.

    Hands are seats. ``trix(south)`` stands for five values, ``trix(deal)`` for twenty.
    """

    parts: tuple[str | Node | tuple[int, ...] | Vulnerability, ...]

    @classmethod
    def read(cls, reader: Reader, tree: Tree) -> Report:
        """Return the action of a parse tree."""
        return cls(
            tuple(item for part in tree.children[1:] for item in cls._read_part(reader, part))
        )

    @classmethod
    def _read_part(
        cls, reader: Reader, part: Any
    ) -> list[str | Node | tuple[int, ...] | Vulnerability]:
        """Return the items that a part of a report stands for."""
        is_call = isinstance(part, Tree) and part.data == "call"
        call: list[Any] = list(part.children) if is_call else [""]
        word = call[0].lower()
        if word == "trix":
            seats_word = "" if len(call) > 2 else call[1].lower()
            hands = (
                _EVERYBODY
                if seats_word == "deal"
                else SIDES.get(seats_word) or (reader.seat(call[1]),)
            )
            return [tricks_of(Seat(seat), strain) for seat in sorted(hands) for strain in Strain]
        if word == "parcontract":
            try:
                return [Vulnerability.parse(call[1])]
            except CardError as error:
                raise reader.error(call[1], str(error)) from None
        return [cls._hands(reader, part)]

    @staticmethod
    def _hands(reader: Reader, part: Any) -> str | Node | tuple[int, ...] | Vulnerability:
        """Return a part of a report; a seat, a side and ``deal`` stand for hands."""
        if isinstance(part, Tree) and part.data == "variable":
            word = str(part.children[0]).lower()
            if word == "deal":
                return _EVERYBODY
            if word == "parcontract":
                return Vulnerability.NONE
            if word in SIDES:
                return SIDES[word]
            if word in ("north", "east", "south", "west"):
                return (reader.seat(part.children[0]),)
        return _part(reader, part)

    @property
    def asked(self) -> tuple[Node, ...]:
        """The values of each line; par represents the table that its contracts need."""
        parts = (par_of("ns") if isinstance(part, Vulnerability) else part for part in self.parts)
        return tuple(part for part in parts if isinstance(part, Node))

    def texts(self, page: Page, deals: Deals, number: int) -> list[str]:
        """Return a line of comma-separated values for each deal, with hands in dotted form."""
        from dealwright.double_dummy.columns import known_tables, solve_tables_if_cheaper

        columns: list[list[str]] = []
        solve_tables_if_cheaper(
            (node.column for node in self.asked if isinstance(node, Costly)), deals.masks
        )
        for part in self.parts:
            if isinstance(part, str):
                columns.append([quoted(part)] * len(deals))
            elif isinstance(part, Vulnerability):
                columns.append([_contracts(table, part) for table in known_tables(deals.masks)])
            elif isinstance(part, tuple):
                rows = deals.rows()
                columns += [[hand_text(row[seat]) for row in rows] for seat in part]
            else:
                columns.append(page.values(part, deals))
        return [",".join(cells) + "\n" for cells in zip(*columns, strict=True)]


def _contracts(table: NDArray[np.int8], vulnerability: Vulnerability) -> str:
    """Return the par contracts of a table as text, in quotes if there are several."""
    from dealwright.double_dummy.par import par

    text = str(par(table, vulnerability)).partition(" ")[2] or "pass"
    return quoted(text)


@dataclass(frozen=True)
class Export(Print):
    """``export``: the hands of seats as a ``predeal`` statement."""

    seats: tuple[int, ...]

    @classmethod
    def read(cls, reader: Reader, tree: Tree) -> Export:
        """Return the action of a parse tree."""
        token: Any = tree.children[0]
        seats = SIDES.get(token.lower())
        return cls((reader.seat(token),) if seats is None else tuple(sorted(seats)))

    def texts(self, page: Page, deals: Deals, number: int) -> list[str]:
        """Return a statement for each deal."""
        return [predeal_line(row, self.seats) + "\n" for row in deals.rows()]


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
