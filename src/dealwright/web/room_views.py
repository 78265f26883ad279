"""The answers to requests of rooms, as JSON values; OpenAPI has their schemas."""

from __future__ import annotations

from typing import TypedDict

__all__ = [
    "BoardView",
    "ClassFile",
    "ClassOpened",
    "ClassTable",
    "ClassView",
    "FinishedBoard",
    "FreeSeats",
    "Picture",
    "RoomAfterAuction",
    "RoomOpened",
    "RoomView",
    "Seated",
    "Seen",
]  # fmt: skip


class RoomOpened(TypedDict):
    """The name of a new room."""

    room: str


class Picture(TypedDict):
    """A picture as SVG."""

    svg: str


class ClassFile(TypedDict):
    """The boards that a class has bid, as a file: its name and its text."""

    name: str
    text: str


class Seated(TypedDict):
    """A seat, and the token of its player, or of a spectator who sees its hand."""

    seat: str
    token: str


class BoardView(TypedDict):
    """A board without its cards; ``contract`` is null until the auction is over."""

    board: int
    dealer: str
    vulnerable: str
    calls: list[str]
    turn: str | None
    contract: str | None


class FinishedBoard(BoardView):
    """A board that was bid, with its deal."""

    deal: str


class FreeSeats(TypedDict):
    """The seats of a room that bid; each is free, here or away.

    ``watchers`` is the number of spectators of each hand. While the room ``waits`` for its players,
    no board is open. ``title`` is what a class calls the table, "" where it has no name.
    """

    room: str
    title: str
    seats: dict[str, str]
    systems: dict[str, str]
    passing: list[str]
    watchers: dict[str, int]
    waits: bool
    first: int
    boards: int
    seat: str | None


class RoomView(FreeSeats, BoardView):
    """The view of a seat during the auction; of a spectator, whose hand is that of ``watched``.

    ``undo`` is the seat that asks to take its last call back.
    """

    watched: str | None
    undo: str | None
    absent: list[str]
    legal: list[str]
    hands: dict[str, str]
    finished: list[FinishedBoard]


class RoomAfterAuction(RoomView):
    """The view of a seat after the auction, with the condition and fixed cards of the boards."""

    condition: str
    predeal: str


class ClassTable(FreeSeats, BoardView):
    """The teacher's view of a table, with the condition and fixed cards of its boards."""

    condition: str
    predeal: str
    deal: str
    finished: list[FinishedBoard]


Seen = FreeSeats | RoomView | RoomAfterAuction
ClassOpened = TypedDict("ClassOpened", {"class": str, "token": str, "rooms": list[str]})
ClassView = TypedDict(
    "ClassView", {"class": str, "teacher": bool, "tables": list[FreeSeats | ClassTable]}
)
