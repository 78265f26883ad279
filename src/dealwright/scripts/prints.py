"""The actions that print deals: one class for each, the forms of deals, and the printer.

A new action is a class here, its row in ``PRINTS``, and its rule in script.lark.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any, Protocol

from dealwright.base.errors import CardError
from dealwright.cards import Seat, Strain, suit_text
from dealwright.cards.bridge.boards import Vulnerability
from dealwright.conditions.nodes import Costly, Node
from dealwright.conditions.result_words import par_of, tricks_of
from dealwright.conditions.syntax import Token, Tree
from dealwright.deals import Deals
from dealwright.deals.hand import hand_text

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from dealwright.conditions.parse import Reader
    from dealwright.formats import Settings
    from dealwright.formats.kinds.pbn import PbnWriter

__all__ = [
    "PRINTS",
    "SIDES",
    "Export",
    "Page",
    "Print",
    "PrintHands",
    "PrintText",
    "PrintValue",
    "Printer",
    "ScriptReport",
    "compact",
    "four_columns",
    "hand_rows",
    "one_line",
    "predeal_line",
    "quoted",
    "sheets",
]

SIDES = {"ns": (0, 2), "ew": (3, 1)}
_EVERYBODY = (0, 1, 2, 3)
_WIDTH = 20  # of a suit in columns
_HANDS_OF_ROW = 4  # of a sheet

Values = Callable[[Node, Deals], list[int]]


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
class ScriptReport(Print):
    """``csvrpt`` and ``printrpt``: a line for each deal, of texts, values, hands and par contracts.

    Hands are seats. ``trix(south)`` stands for five values, ``trix(deal)`` for twenty.
    """

    parts: tuple[str | Node | tuple[int, ...] | Vulnerability, ...]

    @classmethod
    def read(cls, reader: Reader, tree: Tree) -> ScriptReport:
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
    "report": ScriptReport.read,
    "export": Export.read,
}


@cache
def _spaced(bits: int, width: int) -> str:
    """Return a holding with spaces between its cards, padded; a void is a dash."""
    return f"{''.join(f'{rank} ' for rank in suit_text(bits) or '-'):{width}}"


def hand_rows(mask: int, width: int = 0) -> list[str]:
    """Return the four suits of a hand, spades first, with spaces between cards; a void is a dash.

    >>> hand_rows(0b1_0000_0000_0001)
    ['- ', '- ', '- ', 'A 2 ']
    """
    return [_spaced(mask >> shift & 8191, width) for shift in (39, 26, 13, 0)]


def _beside(hands: Sequence[int]) -> Iterator[str]:
    """Yield the rows of hands side by side; the last hand is not padded."""
    columns = [hand_rows(mask, _WIDTH) for mask in hands[:-1]]
    return map("".join, zip(*columns, hand_rows(hands[-1]), strict=True))


def four_columns(row: Sequence[int], seats: Sequence[int]) -> str:
    """Return the hands of seats side by side, followed by an empty line."""
    return "\n".join([*_beside([row[seat] for seat in seats]), "", ""])


def one_line(row: Sequence[int]) -> str:
    """Return a deal as ``printoneline`` does, without the end of the line."""
    north, east, south, west = map(hand_text, row)
    return f"n {north} e {east} s {south} w {west}"


def compact(row: Sequence[int]) -> str:
    """Return a deal as ``printcompact`` does, a line for each seat."""
    north, east, south, west = map(hand_text, row)
    return f"n {north}\ne {east}\ns {south}\nw {west}\n"


def predeal_line(row: Sequence[int], seats: Sequence[int]) -> str:
    """Return the hands of seats as a statement for a script.

    >>> predeal_line([0b111 << 49 | 0b1, 0, 0, 0], [0])
    'predeal north SAKQ, C2'
    """
    hands = []
    for seat in seats:
        suits = zip("SHDC", hand_text(row[seat]).split("."), strict=True)
        holdings = ", ".join(suit + ranks for suit, ranks in suits if ranks)
        hands.append(f"{Seat(seat).name.lower()} {holdings}")
    return "predeal " + " ".join(hands)


def quoted(text: str) -> str:
    """Return a text as a field of comma-separated values, quoted if necessary."""
    plain = text.replace("\n", " ")
    return f'"{plain}"' if "," in plain else plain


def sheets(rows: Sequence[Sequence[int]], seats: Sequence[int]) -> Iterator[str]:
    """Yield a sheet for each seat: its hands in all deals, numbered, four to a row."""
    for seat in seats:
        yield f"\n\n{Seat(seat).name.capitalize()} hands:\n\n\n\n"
        for start in range(0, len(rows), _HANDS_OF_ROW):
            row_deals = range(start, min(start + _HANDS_OF_ROW, len(rows)))
            yield "".join(f"{f'{index + 1:4}.':{_WIDTH}}" for index in row_deals) + "\n"
            yield "\n".join([*_beside([rows[index][seat] for index in row_deals]), "", ""])
        yield "\f"


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
