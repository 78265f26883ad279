"""Dealing into a format of boards: what a deal of a batch is as a board, and writers of them."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, NamedTuple

from dealwright.deals import Deals
from dealwright.formats.boards import Boards
from dealwright.formats.records import Board

__all__ = ["BoardWriter", "Dealt", "DealtWriter", "boards_of", "dealt_of", "written"]


class Dealt(NamedTuple):
    """A board and what is told besides: its number under a condition, notes by their names."""

    board: Board
    rank: int | None = None
    note: Mapping[str, Any] = MappingProxyType({})


def boards_of(boards: Boards, deals: Deals, number: int) -> list[Board]:
    """Return some deals as boards, the first of them deal ``number`` (from 0)."""
    return [
        Board(
            number=boards.number(at),
            dealer=boards.dealer_of(at),
            vulnerability=boards.vulnerability_of(at),
            hands=(row[0], row[1], row[2], row[3]),
        )
        for at, row in enumerate(deals.masks.tolist(), number)
    ]


def dealt_of(boards: Boards, deals: Deals, number: int) -> list[Dealt]:
    """Return some deals as boards with their numbers and notes, where there are any."""
    ranks, notes = boards.numbers_of(deals), boards.notes_of(deals, number)
    rows = zip(boards_of(boards, deals, number), ranks, notes, strict=True)
    return [Dealt(*row) for row in rows]


class DealtWriter(ABC):
    """Writes boards, and so deals: a format says how with ``boards``."""

    def __init__(self, settings: Boards) -> None:
        self._settings = settings

    def begin(self) -> str:
        return ""

    @abstractmethod
    def boards(self, dealt: Sequence[Dealt]) -> str:
        """Return the text of some boards, which follow those of the call before."""

    def deals(self, deals: Deals, number: int) -> str:
        return self.boards(dealt_of(self._settings, deals, number))

    def end(self, found: int, tried: int) -> str:
        return ""


class BoardWriter(DealtWriter):
    """Writes each board with a function."""

    def __init__(self, boards: Boards, text: Callable[[Board], str], head: str = "") -> None:
        super().__init__(boards)
        self._text, self._head = text, head

    def begin(self) -> str:
        return self._head

    def boards(self, dealt: Sequence[Dealt]) -> str:
        return "".join(self._text(each.board) for each in dealt)


def written(
    writer: DealtWriter, boards: Sequence[Board], notes: Iterable[Mapping[str, Any]] | None = None
) -> str:
    """Return a whole file of boards, each with its notes where there are any."""
    kept = [{}] * len(boards) if notes is None else notes
    dealt = [Dealt(board, None, note) for board, note in zip(boards, kept, strict=True)]
    return writer.begin() + writer.boards(dealt) + writer.end(len(boards), len(boards))
