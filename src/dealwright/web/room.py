"""A room: its boards, seats and auctions, and its text in the file of rooms."""

from __future__ import annotations

import json
import secrets
from dataclasses import asdict, dataclass, field
from hashlib import blake2b
from typing import NamedTuple

from dealwright.base.errors import ArgumentError
from dealwright.cards import Seat
from dealwright.cards.bridge.auction import Auction
from dealwright.cards.bridge.boards import board_dealer, board_vulnerability
from dealwright.web.endpoints import Refused
from dealwright.web.room_views import BoardView, FinishedBoard

__all__ = ["AwaitedCall", "Room", "room_of_text", "secret", "text_of_room"]


@dataclass
class Room:
    """The state of a room: its boards, the tokens of its seats, and the auctions so far.

    ``letters`` are the seats that bid, as ``NS``; the others pass. Seats in ``passing`` pass, and
    seats in ``systems`` follow a bidding system, until somebody takes them. ``dealers`` (letters)
    and ``vulnerable`` have an entry for each board; if empty, they follow the board number. ``at``
    is the index of the board on the table. ``undo`` is the seat that asks to take a call back.
    ``watchers`` are spectators' tokens, each with the seat whose hand they see. If the room
    ``waits``, its boards open when each seat has a player in a browser of its own (``browsers``,
    by the seat's name), or a system. ``title`` is what a class calls the table.

    :raises ArgumentError: if the seats that bid are not two to four, two of them partners
    """

    deals: tuple[str, ...]
    first: int = 1
    letters: str = "NS"
    condition: str = ""
    predeal: str = ""
    dealers: str = ""
    vulnerable: tuple[str, ...] = ()
    at: int = 0
    auctions: dict[int, list[str]] = field(default_factory=dict)  # by index of the board
    tokens: dict[str, str] = field(default_factory=dict)  # by the seat's name
    passing: str = ""
    systems: dict[str, str] = field(default_factory=dict)  # by the letter of a free seat
    undo: str = ""
    watchers: dict[str, str] = field(default_factory=dict)  # letters of seats, by token
    waits: bool = False
    browsers: dict[str, str] = field(default_factory=dict)
    title: str = ""

    def __post_init__(self) -> None:
        pair = {"N", "S"} <= {*self.letters} or {"E", "W"} <= {*self.letters}
        if not pair or len({*self.letters}) < len(self.letters) or {*self.letters} - {*"NESW"}:
            raise ArgumentError(
                f"the seats that bid must be a pair, or more, as NS or NESW, not '{self.letters}'"
            )

    @property
    def seats(self) -> tuple[Seat, ...]:
        """The seats that bid, which people take."""
        return tuple(seat for seat in Seat if seat.letter in self.letters)

    def auction(self, place: int) -> Auction:
        """Return the auction of a board, with the passes of silent seats."""
        number = self.first + place
        dealer = Seat.of(self.dealers[place]) if self.dealers else board_dealer(number)
        auction = Auction(dealer, tuple(self.auctions.get(place, ())))
        bidding = {*self.letters} - {*self.passing}
        while auction.turn is not None and auction.turn.letter not in bidding:
            auction = auction.with_call("Pass")
        return auction

    def open_if_full(self) -> None:
        """Open the boards of a room that waits, if every seat has a player or a system."""
        if all(
            seat.name in self.tokens or seat.letter in {*self.passing, *self.systems}
            for seat in self.seats
        ):
            self.waits = False

    def take_back(self, seat: Seat) -> None:
        """Take back the last call of a seat, and all calls after it.

        :raises Refused: if the auction is over, or the seat has not called
        """
        auction = self.auction(self.at)
        places = [k for k in range(len(auction.calls)) if (auction.dealer + k) % 4 == seat]
        if auction.turn is None or not places:
            why = "the auction is over" if places else f"{seat.name.lower()} has not called yet"
            raise Refused(409, f"{why}; no call can be taken back")
        self.auctions[self.at] = list(auction.calls[: places[-1]])
        self.undo = ""

    def settle(self) -> None:
        """Store the passes of silent seats on this board, even if somebody takes them later."""
        self.auctions[self.at] = list(self.auction(self.at).calls)

    def watched_by(self, token: str) -> Seat | None:
        """Return the seat whose hand a spectator sees, None if it is not a spectator's token."""
        for watcher, letter in self.watchers.items():
            if secrets.compare_digest(watcher.encode(), token.encode()):
                return Seat.of(letter)
        return None

    def seat_of(self, token: str) -> Seat:
        """Return the seat of a token.

        :raises Refused: if it is not a player's token of this room
        """
        for name, seat_token in self.tokens.items():
            if secrets.compare_digest(seat_token.encode(), token.encode()):
                return Seat.of(name)
        raise Refused(403, "this link has no seat in this room; take a free seat")

    def vulnerability(self, place: int) -> str:
        """Return PBN's word for who is vulnerable on a board."""
        if self.vulnerable:
            return self.vulnerable[place]
        return board_vulnerability(self.first + place).value

    def board(self, place: int) -> BoardView:
        """Return a board without its cards."""
        number, auction = self.first + place, self.auction(place)
        contract = auction.contract
        contract_text = (
            "pass" if contract is None else f"{contract.text}-{contract.declarer.letter}"
        )
        return {
            "board": number,
            "dealer": auction.dealer.name.lower(),
            "vulnerable": self.vulnerability(place),
            "calls": list(auction.calls),
            "turn": None if auction.turn is None else auction.turn.name.lower(),
            "contract": None if auction.turn is not None else contract_text,
        }

    def finished(self, number: int) -> list[FinishedBoard]:
        """Return the first boards, whose auctions are over, with their deals."""
        return [{**self.board(place), "deal": self.deals[place]} for place in range(number)]


class AwaitedCall(NamedTuple):
    """A call that is due from a hand whose seat follows a ``system``, after ``calls``.

    ``opponents`` is a system that one of them follows.
    """

    system: str
    opponents: str | None
    hand: str
    dealer: Seat
    seat: Seat
    calls: tuple[str, ...]
    board: int
    vulnerable: str


def secret() -> str:
    """Return a name or token that cannot be guessed."""
    return secrets.token_urlsafe(16)


def text_of_room(name: str, room: Room) -> str:
    """Return the text of a room in the file: a checksum, then its values."""
    values = json.dumps(asdict(room))
    return f"{_checksum(name, values)} {values}"


def _checksum(name: str, values: str) -> str:
    return blake2b(f"{name} {values}".encode(), digest_size=8).hexdigest()


def room_of_text(name: str, text: str) -> Room:
    """Return the room of a text in the file.

    :raises Refused: if it is damaged
    """
    checksum, _, rest = text.partition(" ")
    try:
        if checksum != _checksum(name, rest):
            raise ValueError
        values = json.loads(rest)
        for key in ("deals", "vulnerable"):
            values[key] = tuple(values[key])
        values["auctions"] = {int(place): calls for place, calls in values["auctions"].items()}
        return Room(**values)
    except (AttributeError, KeyError, RecursionError, TypeError, ValueError):
        raise Refused(503, "this room is damaged in the file of rooms; open another") from None
