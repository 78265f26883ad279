"""Writers: they turn boards and deals into text, piece by piece."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, NamedTuple, Protocol

from dealwright.base.errors import ArgumentError
from dealwright.deals import Deals
from dealwright.formats.records import Board
from dealwright.formats.settings import Settings

__all__ = [
    "BoardWriter",
    "Entry",
    "Writer",
    "all_boards",
    "boards_of_deals",
    "each_board",
    "entries_of_deals",
]


class Entry(NamedTuple):
    """A board to write; if dealt, with its number under the condition, and notes by name."""

    board: Board
    deal_number: int | None = None
    notes: Mapping[str, Any] = MappingProxyType({})


class Writer(Protocol):
    """Turns deals into text, piece by piece."""

    def begin(self) -> str:
        """Return the text before the first deal."""
        ...

    def deals(self, deals: Deals, number: int) -> str:
        """Return the text of a batch of deals; ``number`` is the index of the first (from 0)."""
        ...

    def end(self, found: int, tried: int) -> str:
        """Return the text after the last deal; ``found`` of ``tried`` deals were written."""
        ...


class BoardWriter(ABC):
    """Turns boards and deals into text; a format implements ``boards``."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings

    def begin(self) -> str:
        return ""

    @abstractmethod
    def boards(self, entries: Sequence[Entry]) -> str:
        """Return the text of boards that follow those of the previous call."""

    def deals(self, deals: Deals, number: int) -> str:
        return self.boards(entries_of_deals(self.settings, deals, number))

    def end(self, found: int, tried: int) -> str:
        return ""


def boards_of_deals(settings: Settings, deals: Deals, number: int) -> list[Board]:
    """Return deals as boards; ``number`` is the index of the first deal (from 0)."""
    boards = [
        Board(
            number=settings.number(index),
            dealer=settings.dealer_of(index),
            vulnerability=settings.vulnerability_of(index),
            hands=(row[0], row[1], row[2], row[3]),
        )
        for index, row in enumerate(deals.rows(), number)
    ]
    return boards if settings.solved is None else [*settings.solved(boards)]


def entries_of_deals(settings: Settings, deals: Deals, number: int) -> list[Entry]:
    """Return deals as boards with their numbers and notes; ``number`` is the first deal's index."""
    numbers, notes = settings.numbers_of(deals), settings.notes_of(deals, number)
    rows = zip(boards_of_deals(settings, deals, number), numbers, notes, strict=True)
    return [Entry(*row) for row in rows]


def each_board(text: Callable[[Board], str], head: str = "") -> Callable[[Settings], BoardWriter]:
    """Return a writer class for a format whose boards do not depend on each other.

    ``text`` returns the text of one board; ``head`` is the text before the first.
    """
    return lambda settings: _EachBoard(settings, text, head)


class _EachBoard(BoardWriter):
    def __init__(self, settings: Settings, text: Callable[[Board], str], head: str) -> None:
        super().__init__(settings)
        self._text, self._head = text, head

    def begin(self) -> str:
        return self._head

    def boards(self, entries: Sequence[Entry]) -> str:
        return "".join(self._text(entry.board) for entry in entries)


def all_boards(
    text: Callable[[Sequence[Board]], str], most: int | None = None
) -> Callable[[Settings], BoardWriter]:
    """Return a writer class for a format that needs all boards before it can write the first.

    ``text`` returns the text of the whole file. The writer stops at more than ``most`` boards.
    """
    return lambda settings: _AllBoards(settings, text, most)


class _AllBoards(BoardWriter):
    def __init__(
        self, settings: Settings, text: Callable[[Sequence[Board]], str], most: int | None
    ) -> None:
        super().__init__(settings)
        self._text, self._most, self._boards = text, most, list[Board]()

    def boards(self, entries: Sequence[Entry]) -> str:
        self._boards += [entry.board for entry in entries]
        if self._most is not None and len(self._boards) > self._most:
            raise ArgumentError(f"a file of this format holds up to {self._most} boards")
        return ""

    def end(self, found: int, tried: int) -> str:
        return self._text(self._boards)
