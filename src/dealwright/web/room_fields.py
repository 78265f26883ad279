"""Fields of the requests of rooms, with bounds."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from dealwright.requests.dealing import BoardFields
from dealwright.requests.deals import ConditionText, Predeal
from dealwright.requests.fields import Option
from dealwright.requests.served import Served

__all__ = [
    "AnswerUndo", "BoardChoice", "FreeSeat", "LetBid", "LinkText", "MakeCall", "Nothing",
    "OpenClass", "OpenRoom", "SeatFields", "TakeSeat",
]  # fmt: skip

_MOST_BOARDS, _MOST_TABLES = 36, 40


@dataclass(frozen=True, kw_only=True)
class OpenRoom(BoardFields):
    """The boards and seats of a new room."""

    condition: ConditionText = None
    predeal: Predeal = None
    n: Annotated[int, Option(served=Served("How many boards.", 1, _MOST_BOARDS, example=4))] = 8
    seed: Annotated[
        str,
        Option(served=Served("Repeats the deals; a secret one if there is none.", most=100)),
    ] = ""
    quiet_opponents: Annotated[
        bool, Option(served=Served("Whether the opponents pass, by the rules of systems."))
    ] = False
    deals: Annotated[
        tuple[str, ...],
        Option(served=Served("These deals instead, as texts.", most=_MOST_BOARDS)),
    ] = ()
    seats: Annotated[
        str,
        Option(
            served=Served(
                "The letters of the seats that bid, two to four; the others pass.", most=4,
                example="NS",
            )
        ),
    ] = "NS"  # fmt: skip
    robots: Annotated[
        tuple[str, ...],
        Option(
            served=Served(
                "Seats that follow a system until somebody takes them: a seat and a system each.",
                most=4, example=["east standard"],
            )
        ),
    ] = ()  # fmt: skip


@dataclass(frozen=True, kw_only=True)
class OpenClass(OpenRoom):
    """The boards, seats and tables of a new class."""

    tables: Annotated[int, Option(served=Served("How many tables.", 1, _MOST_TABLES))] = 4
    names: Annotated[
        tuple[str, ...],
        Option(served=Served("What the tables are called, from the first on.", most=_MOST_TABLES)),
    ] = ()
    waits: Annotated[
        bool,
        Option(
            served=Served(
                "Open the boards of a table when each of its seats is taken in another browser."
            )
        ),
    ] = False


@dataclass(frozen=True, kw_only=True)
class SeatFields:
    """A seat."""

    seat: Annotated[str, Option(served=Served("north, east, south or west.", most=5))]


@dataclass(frozen=True, kw_only=True)
class TakeSeat(SeatFields):
    """A seat, and the browser that takes it."""

    browser: Annotated[
        str,
        Option(served=Served("A text by which a class knows a browser again.", most=40)),
    ] = ""


@dataclass(frozen=True, kw_only=True)
class AnswerUndo:
    """Whether a player's last call may be taken back."""

    agree: Annotated[bool, Option(served=Served("Whether the call is taken back."))]


@dataclass(frozen=True, kw_only=True)
class LinkText:
    """A link."""

    text: Annotated[str, Option(served=Served("The link.", most=500, example="https://bid"))]


@dataclass(frozen=True, kw_only=True)
class LetBid(SeatFields):
    """A seat, and the system that it bids by."""

    system: Annotated[
        str,
        Option(
            served=Served(
                "The name of the system that it follows; it passes without one.", most=40,
                example="natural",
            )
        ),
    ] = ""  # fmt: skip


@dataclass(frozen=True, kw_only=True)
class BoardChoice:
    """A board of a room."""

    board: Annotated[int, Option(served=Served("The number of a board.", 1, 10_100))]


@dataclass(frozen=True, kw_only=True)
class MakeCall(BoardChoice):
    """A call, and its place in the auction."""

    call: Annotated[str, Option(served=Served("Pass, X, XX, or a bid such as 1NT.", most=10))]
    place: Annotated[int, Option(served=Served("How many calls came before.", 0, 400))]


@dataclass(frozen=True, kw_only=True)
class FreeSeat(SeatFields):
    """A seat at a table of a class."""

    room: Annotated[str, Option(served=Served("The name of the table.", most=40))]


@dataclass(frozen=True, kw_only=True)
class Nothing:
    """No fields."""
