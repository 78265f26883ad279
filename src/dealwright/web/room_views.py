"""What requests of rooms answer, as JSON values; OpenAPI has their schemas."""

from __future__ import annotations

from typing import TypedDict

__all__ = [
    "BoardView", "ClassOpened", "ClassView", "FinishedBoard", "FreeSeats", "RoomAfterAuction",
    "RoomOpened", "RoomView", "Seated", "Seen", "TableView",
]  # fmt: skip


class RoomOpened(TypedDict):
    """The name of a new room."""

    room: str


class Seated(TypedDict):
    """A seat, and the token that whoever sits there has."""

    seat: str
    token: str


class BoardView(TypedDict):
    """A board without its cards; ``contract`` is that of an auction that is over."""

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
    """The seats of a room that bid: each is free, here or away."""

    room: str
    seats: dict[str, str]
    systems: dict[str, str]
    passing: list[str]
    first: int
    boards: int
    seat: str | None


class RoomView(FreeSeats, BoardView):
    """What a seat may see."""

    absent: list[str]
    legal: list[str]
    hands: dict[str, str]
    finished: list[FinishedBoard]


class RoomAfterAuction(RoomView):
    """What a seat may see when the auction is over: condition and fixed cards of the boards too."""

    condition: str
    predeal: str


class TableView(FreeSeats, BoardView):
    """A table as a teacher sees it."""

    deal: str
    finished: list[BoardView]


Seen = FreeSeats | RoomView | RoomAfterAuction
ClassOpened = TypedDict("ClassOpened", {"class": str, "token": str, "rooms": list[str]})
ClassView = TypedDict(
    "ClassView", {"class": str, "teacher": bool, "tables": list[FreeSeats | TableView]}
)
