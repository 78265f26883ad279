"""Rooms in which two to four people bid boards, kept in a file of SQLite.

Hands stay here: a seat is shown its own until the auction is over. Names and tokens cannot be
guessed; who knows a room's name may take a free seat, and a seat's token is the right to call.
"""

from __future__ import annotations

import json
import secrets
import sqlite3
from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field
from hashlib import blake2b
from pathlib import Path
from time import time
from typing import Any, NamedTuple

from dealwright.bridge.auction import Auction
from dealwright.bridge.boards import board_dealer, board_vulnerability
from dealwright.cards import Seat
from dealwright.deals import Deal
from dealwright.environment import variable
from dealwright.errors import ArgumentError, CardError
from dealwright.folders import user_folder
from dealwright.web.fields import Refused
from dealwright.web.room_views import BoardView, ClassView, FreeSeats, RoomView, Seen, TableView
from dealwright.web.streams import Stream, Streams

__all__ = ["Awaited", "Room", "Rooms", "rooms_path"]

_VERSION = 2  # of the file
_MOST_ROOMS = 1000
_MOST_ROOMS_OF_CLIENT = 200  # five classes of 40 tables
_DAYS = 14  # after which a room that nobody used is dropped
_AWAY = 60.0  # seconds without its player after which a seat may be freed
_TABLES = """
CREATE TABLE IF NOT EXISTS rooms
  (name TEXT PRIMARY KEY, class TEXT, touched REAL NOT NULL, state TEXT NOT NULL,
   opener TEXT NOT NULL DEFAULT '') STRICT;
CREATE TABLE IF NOT EXISTS classes
  (name TEXT PRIMARY KEY, token TEXT NOT NULL, touched REAL NOT NULL) STRICT;
"""
_OPENERS = "ALTER TABLE rooms ADD COLUMN opener TEXT NOT NULL DEFAULT '';"  # from version 1


# What Python's sqlite3 raises for a file that is damaged: also for text and numbers of its messages
_DAMAGED = (sqlite3.Error, sqlite3.Warning, UnicodeError, OverflowError)


@dataclass
class Room:
    """What is kept of a room: its boards, whose tokens are which seats, and the auctions so far.

    ``letters`` are the seats that bid, as ``NS``; the others pass, as do those of ``passing`` until
    somebody takes them. Those of ``systems`` follow a bidding system until then. ``dealers``
    (letters) and ``vulnerable`` are of each board; where they are empty, they follow the number.
    ``at`` is the place of the board on the table.

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
    auctions: dict[int, list[str]] = field(default_factory=dict)  # by place
    tokens: dict[str, str] = field(default_factory=dict)  # by the seat's name
    passing: str = ""
    systems: dict[str, str] = field(default_factory=dict)  # by the letter of a free seat

    def __post_init__(self) -> None:
        pair = {"N", "S"} <= {*self.letters} or {"E", "W"} <= {*self.letters}
        if not pair or len({*self.letters}) < len(self.letters) or {*self.letters} - {*"NESW"}:
            raise ArgumentError(
                f"the seats that bid are a pair, or more, as NS or NESW, not '{self.letters}'"
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

    def settle(self) -> None:
        """Keep the passes of silent seats on this board, whoever bids later."""
        self.auctions[self.at] = list(self.auction(self.at).calls)

    def seat_of(self, token: str) -> Seat:
        """Return the seat of a token.

        :raises Refused: if it is not one of this room
        """
        for name, known in self.tokens.items():
            if secrets.compare_digest(known.encode(), token.encode()):
                return Seat.of(name)
        raise Refused(403, "this link has no seat in this room; take a free seat")

    def board(self, place: int) -> BoardView:
        """Return a board without its cards."""
        number, auction = self.first + place, self.auction(place)
        sides = self.vulnerable[place] if self.vulnerable else board_vulnerability(number).value
        contract = auction.contract
        named = "pass" if contract is None else f"{contract.text}-{contract.declarer.letter}"
        return {
            "board": number,
            "dealer": auction.dealer.name.lower(),
            "vulnerable": sides,
            "calls": list(auction.calls),
            "turn": None if auction.turn is None else auction.turn.name.lower(),
            "contract": None if auction.turn is not None else named,
        }


class Awaited(NamedTuple):
    """A call that a seat following a ``system`` has to make, after ``calls`` from the dealer on."""

    system: str
    deal: str
    dealer: Seat
    seat: Seat
    calls: tuple[str, ...]
    board: int


class Rooms:
    """The rooms of a server, in a file; those who look at a room are told when it changes.

    The file is opened when it is first needed, and no other process can open it then.

    >>> rooms = Rooms(":memory:")
    >>> name = rooms.add(Room(("N:AKQJ.AKQ.AKQ.AKQ T98.JT9.JT98.JT9 765.876.765.8765 -",)))
    >>> token = rooms.sit(name, "south")
    >>> rooms.view(name, token)["hands"]
    {'south': '765.876.765.8765'}
    """

    def __init__(self, path: Path | str, clock: Callable[[], float] = time) -> None:
        self._path, self._clock = path, clock
        self._opened: sqlite3.Connection | None = None
        self._streams = Streams()
        self._began = clock()
        self._seen: dict[tuple[str, Seat], float] = {}  # when a seat's token was last used

    def open(self) -> None:
        """Open the file now, not when it is first needed.

        :raises ArgumentError: if it is no file of rooms, or another server has it open
        """
        self._opened = self._opened or _opened(self._path)

    def close(self) -> None:
        """End the streams, and close the file."""
        self.end_streams()
        if self._opened is not None:
            self._opened.close()

    def _ask(self, statement: str, *values: object) -> list[Any]:
        """Run a statement; return its rows.

        :raises Refused: if the file is damaged, or cannot be written
        """
        return self._do((statement, values))

    def _do(self, *statements: tuple[str, Sequence[object]]) -> list[Any]:
        """Run statements, all of them or none; return the rows of the last one.

        :raises Refused: if the file is damaged, or cannot be written
        """
        rows = list[Any]()
        try:
            self.open()
            assert self._opened is not None
            with self._opened as file:
                for statement, values in statements:
                    rows = file.execute(statement, values).fetchall()
        except ArgumentError as error:
            raise Refused(503, str(error)) from None
        except _DAMAGED as error:
            raise Refused(503, f"the file of rooms cannot be used: {error}") from None
        return rows

    @property
    def closing(self) -> bool:
        """Whether the server ends."""
        return self._streams.closing

    def end_streams(self) -> None:
        """Tell everybody who looks at a room that the server ends."""
        self._streams.end_all()

    # ---------------------------------------------------------------------------- rooms, classes

    def add(self, room: Room, opener: str = "") -> str:
        """Add a room that a client opens, and return its name.

        :raises Refused: if there are too many
        """
        return self._added([room], "", opener)[0]

    def add_class(self, rooms: Sequence[Room], opener: str = "") -> tuple[str, str, list[str]]:
        """Add the tables of a class; return its name, the teacher's token and the rooms' names.

        :raises Refused: if there are too many
        """
        name, token = _secret(), _secret()
        names = self._added(rooms, name, opener)
        self._ask("INSERT INTO classes VALUES (?, ?, ?)", name, token, self._clock())
        return name, token, names

    def check_place(self, number: int, opener: str) -> None:
        """Drop the rooms that are old; check that there is place for ``number`` more of a client.

        :raises Refused: if there is not
        """
        old = (self._clock() - _DAYS * 86400,)
        self._do(
            ("DELETE FROM rooms WHERE touched < ?", old),
            ("DELETE FROM classes WHERE touched < ?", old),
        )
        ((rooms,),) = self._ask("SELECT count(*) FROM rooms")
        ((mine,),) = self._ask("SELECT count(*) FROM rooms WHERE opener = ?", opener)
        if opener and mine + number > _MOST_ROOMS_OF_CLIENT:
            raise Refused(
                429,
                f"{mine} rooms are open from your address, of {_MOST_ROOMS_OF_CLIENT} at most; "
                "rooms "
                f"that nobody uses are dropped after {_DAYS} days",
            )
        if rooms + number > _MOST_ROOMS:
            raise Refused(
                503, f"there are {rooms} rooms, of {_MOST_ROOMS} at most; try again tomorrow"
            )

    def _added(self, rooms: Sequence[Room], class_name: str, opener: str) -> list[str]:
        self.check_place(len(rooms), opener)
        names, now = [_secret() for _ in rooms], self._clock()
        self._do(
            *(
                (
                    "INSERT INTO rooms VALUES (?, ?, ?, ?, ?)",
                    (name, class_name, now, _text(name, room), opener),
                )
                for name, room in zip(names, rooms, strict=True)
            )
        )
        return names

    def room(self, name: str) -> Room:
        """Return a room.

        :raises Refused: if there is none of this name, or it is damaged
        """
        found = self._ask("SELECT state FROM rooms WHERE name = ?", name)
        if not found:
            raise Refused(404, f"there is no such room; rooms are dropped after {_DAYS} days")
        return _read(name, found[0][0])

    def _keep(self, name: str, room: Room) -> None:
        now = self._clock()
        self._do(
            (
                "UPDATE rooms SET state = ?, touched = ? WHERE name = ?",
                (_text(name, room), now, name),
            ),
            (
                "UPDATE classes SET touched = ? WHERE name = (SELECT class FROM rooms WHERE name "
                "= ?)", (now, name),
            ),
        )  # fmt: skip
        self._ring(name)

    # ------------------------------------------------------------------------------ what players do

    def sit(self, name: str, seat: str) -> str:
        """Take a free seat; return its token.

        :raises Refused: if it is taken, or nobody sits there
        """
        room, wanted = self.room(name), Seat.of(seat)
        if wanted not in room.seats:
            raise Refused(409, f"{wanted.name.lower()} is silent in this room")
        if wanted.name in room.tokens:
            raise Refused(409, f"{wanted.name.lower()} is taken; open the link of that seat")
        room.tokens[wanted.name] = token = _secret()
        room.settle()
        room.passing = room.passing.replace(wanted.letter, "")
        room.systems.pop(wanted.letter, None)
        self._see(name, wanted)
        self._keep(name, room)
        return token

    def let_bid(self, name: str, token: str, seat: str, system: str = "") -> None:
        """Let a seat that nobody takes pass, or follow a system, until somebody takes it.

        :raises Refused: if it is taken, or silent anyway
        """
        room, wanted = self.room(name), Seat.of(seat)
        room.seat_of(token)
        if wanted not in room.seats:
            raise Refused(409, f"{wanted.name.lower()} is silent in this room")
        if wanted.name in room.tokens:
            raise Refused(409, f"{wanted.name.lower()} is taken, and bids for itself")
        room.settle()  # what it has passed stays
        room.passing = room.passing.replace(wanted.letter, "") + wanted.letter * (not system)
        room.systems.pop(wanted.letter, None)
        if system:
            room.systems[wanted.letter] = system
        self._keep(name, room)

    def awaited(self, name: str) -> Awaited | None:
        """Return what a seat that follows a system has to call on, None if it is no such turn."""
        room = self.room(name)
        auction = room.auction(room.at)
        turn = auction.turn
        if turn is None or turn.letter not in room.systems:
            return None
        return Awaited(
            room.systems[turn.letter], room.deals[room.at], auction.dealer, turn, auction.calls,
            room.first + room.at,
        )  # fmt: skip

    def call_for(self, name: str, awaited: Awaited, call: str) -> None:
        """Make the call of a seat that follows a system, if it is still awaited."""
        if self.awaited(name) == awaited:
            room = self.room(name)
            room.auctions[room.at] = [*awaited.calls, call]
            self._keep(name, room)

    def free_absent(self, name: str, token: str, seat: str) -> None:
        """Free a seat whose player has been away for a minute; its token ends.

        :raises Refused: if the player is here, or was a moment ago
        """
        room, wanted = self.room(name), Seat.of(seat)
        self._see(name, room.seat_of(token))
        if wanted.name not in room.tokens:
            return
        if wanted not in self._absent(name, room):
            raise Refused(
                409,
                f"{wanted.name.lower()} is here, or was {_AWAY:.0f} seconds ago; wait until then",
            )
        del room.tokens[wanted.name]
        self._keep(name, room)

    def _see(self, name: str, seat: Seat) -> None:
        """Note that a seat's token is used."""
        now = self._clock()
        if now - self._began > _AWAY:  # else what is not noted was here when the server began
            self._seen = {key: at for key, at in self._seen.items() if now - at <= _AWAY}
        self._seen[name, seat] = now

    def _absent(self, name: str, room: Room) -> list[Seat]:
        """Return the taken seats of a room whose players have been away for a minute."""
        here, now = self._streams.seats_here(name), self._clock()
        return [
            seat
            for seat in room.seats
            if seat.name in room.tokens
            and seat not in here
            and now - self._seen.get((name, seat), self._began) > _AWAY
        ]

    def leave(self, name: str, token: str) -> None:
        """Free a seat."""
        room = self.room(name)
        del room.tokens[room.seat_of(token).name]
        self._keep(name, room)

    def free(self, class_name: str, token: str, name: str, seat: str) -> None:
        """Free a seat at a table of a class, whose player has lost the link.

        :raises Refused: if the token is not the teacher's, or the class has no such table
        """
        self._check_teacher(class_name, token)
        room = self.room(name)
        if self._ask("SELECT class FROM rooms WHERE name = ?", name) != [(class_name,)]:
            raise Refused(404, "the class has no such table")
        room.tokens.pop(Seat.of(seat).name, None)
        self._keep(name, room)

    def call(self, name: str, token: str, call: str, board: int, place: int) -> None:
        """Make a call; ``place`` is the number of calls before it, as its caller saw them.

        :raises Refused: if it is another's turn, the auction is elsewhere, or the call is illegal
        """
        room = self.room(name)
        seat, auction = room.seat_of(token), room.auction(room.at)
        self._see(name, seat)
        if (board, place) != (room.first + room.at, len(auction.calls)):
            raise Refused(409, "the auction has gone on; look at it again")
        if auction.turn is None:
            raise Refused(409, "the auction is over")
        if auction.turn is not seat:
            raise Refused(409, f"it is {auction.turn.name.lower()}'s turn")
        try:
            room.auctions[room.at] = list(auction.with_call(call).calls)
        except CardError as error:
            raise Refused(409, str(error)) from None
        self._keep(name, room)

    def go_on(self, name: str, token: str, board: int) -> None:
        """Put the next board on the table; ``board`` is its number, so that asking twice is once.

        :raises Refused: if the auction is not over, or ``board`` is not the next
        """
        room = self.room(name)
        self._see(name, room.seat_of(token))
        place = board - room.first
        if place == room.at:
            return
        if place != room.at + 1 or place >= len(room.deals):
            raise Refused(409, f"board {board} is not the next")
        if room.auction(room.at).turn is not None:
            raise Refused(409, "the auction is not over")
        room.settle()
        room.at = place
        self._keep(name, room)

    # --------------------------------------------------------------------------- what people see

    def _seats(self, name: str) -> FreeSeats:
        """Return the seats of a room.

        :raises Refused: if there is no such room
        """
        room = self.room(name)
        here = self._streams.seats_here(name)
        taken = {
            seat.name.lower(): (
                "free" if seat.name not in room.tokens else "here" if seat in here else "away"
            )
            for seat in room.seats
        }
        return {
            "room": name,
            "seats": taken,
            "systems": {
                seat.name.lower(): room.systems[seat.letter]
                for seat in room.seats
                if seat.letter in room.systems
            },
            "passing": [seat.name.lower() for seat in room.seats if seat.letter in room.passing],
            "first": room.first,
            "boards": len(room.deals),
            "seat": None,
        }

    def view(self, name: str, token: str | None) -> Seen:
        """Return what a seat may see; without a token which seats there are, and nothing else.

        :raises Refused: if there is no such room, or the token is not one of it
        """
        room, found = self.room(name), self._seats(name)
        if token is None:
            return found
        seat, auction = room.seat_of(token), room.auction(room.at)
        self._see(name, seat)
        over = auction.turn is None
        known = list(Seat) if over else [seat]
        deal = Deal(room.deals[room.at])
        view: RoomView = {
            **found,
            **room.board(room.at),
            "seat": seat.name.lower(),
            "absent": [each.name.lower() for each in self._absent(name, room)],
            "legal": list(auction.legal_calls) if auction.turn is seat else [],
            "hands": {each.name.lower(): str(deal[each]) for each in known},
            "finished": [
                {**room.board(place), "deal": room.deals[place]} for place in range(room.at + over)
            ],
        }
        if not over:
            return view
        return {**view, "condition": room.condition, "predeal": room.predeal}

    def class_view(self, name: str, token: str | None) -> ClassView:
        """Return every table of a class as a teacher sees it; without a token which seats are free.

        :raises Refused: if there is no such class, or the token is not its teacher's
        """
        self._check_teacher(name, token)
        rows = self._ask("SELECT name FROM rooms WHERE class = ? ORDER BY rowid", name)
        tables = list[FreeSeats | TableView]()
        for (each,) in rows:
            room, table = self.room(each), self._seats(each)
            if token is None:
                tables.append(table)
                continue
            over = room.auction(room.at).turn is None
            tables.append(
                {
                    **table,
                    **room.board(room.at),
                    "deal": room.deals[room.at],
                    "finished": [room.board(place) for place in range(room.at + over)],
                }
            )
        return {"class": name, "teacher": token is not None, "tables": tables}

    def _check_teacher(self, name: str, token: str | None) -> None:
        """Refuse a token that is not that of the class's teacher; None is nobody's."""
        found = self._ask("SELECT token FROM classes WHERE name = ?", name)
        if not found:
            raise Refused(404, f"there is no such class; classes are dropped after {_DAYS} days")
        if token is not None and not secrets.compare_digest(found[0][0].encode(), token.encode()):
            raise Refused(403, "this is not the link of the teacher")

    @contextmanager
    def watching(
        self, name: str, who: str = "", client: str = "", is_class: bool = False
    ) -> Generator[Stream]:
        """Look at a room or a class until the context ends; see ``Stream``.

        :raises Refused: if too many look
        """
        stream = self._streams.enter(name, who, client, is_class)
        try:
            self._ring(name)  # others see that the seat is here
            yield stream
        finally:
            self._streams.leave(stream)
            if who and not is_class:
                self._see(name, Seat.of(who))
            if not self.closing:
                self._ring(name)

    def _ring(self, name: str) -> None:
        found = self._ask("SELECT class FROM rooms WHERE name = ?", name)
        self._streams.ring((name, found[0][0] if found else ""))


def rooms_path() -> Path:
    """Return the file of rooms: ``DEALWRIGHT_ROOMS``, or one in the user's folder of data."""
    named = variable("DEALWRIGHT_ROOMS")
    return Path(named).expanduser() if named else user_folder("data") / "rooms.sqlite"


def _secret() -> str:
    return secrets.token_urlsafe(16)


def _text(name: str, room: Room) -> str:
    """Return what the file keeps of a room: a checksum, then its values."""
    values = json.dumps(asdict(room))
    return f"{_checksum(name, values)} {values}"


def _checksum(name: str, values: str) -> str:
    return blake2b(f"{name} {values}".encode(), digest_size=8).hexdigest()


def _read(name: str, text: str) -> Room:
    """Return a room of the file; rooms of 0.2.0 have no checksum.

    :raises Refused: if it is damaged
    """
    check, _, rest = text.partition(" ")
    try:
        if text[:1] != "{" and check != _checksum(name, rest):
            raise ValueError
        values = json.loads(text if text[:1] == "{" else rest)
        for each in ("deals", "vulnerable"):
            values[each] = tuple(values.get(each, ()))
        values["auctions"] = {int(place): calls for place, calls in values["auctions"].items()}
        return Room(**values)
    except (AttributeError, KeyError, RecursionError, TypeError, ValueError):
        raise Refused(503, "this room is damaged in the file of rooms; open another") from None


def _opened(path: Path | str) -> sqlite3.Connection:
    """Return the file of rooms, which no other process opens until it is closed.

    :raises ArgumentError: if it is no such file, or cannot be opened
    """
    if path != ":memory:":
        try:
            Path(path).parent.mkdir(parents=True, exist_ok=True)
            Path(path).touch(mode=0o600)
        except OSError as error:
            raise ArgumentError(f"cannot keep rooms in {path}: {error.strerror}") from None
    file = sqlite3.connect(path, timeout=1, check_same_thread=False)
    try:
        file.execute("PRAGMA locking_mode = EXCLUSIVE")
        file.execute("PRAGMA journal_mode = WAL")
        file.execute("PRAGMA synchronous = NORMAL")
        (version,) = file.execute("PRAGMA user_version").fetchone()
        if version not in range(_VERSION + 1):
            raise ArgumentError(f"{path} has rooms of version {version}; name another file")
        older = _OPENERS if version == 1 else ""
        file.executescript(
            f"BEGIN IMMEDIATE; {_TABLES} {older} PRAGMA user_version = {_VERSION}; COMMIT;"
        )
    except sqlite3.OperationalError as error:
        file.close()
        raise ArgumentError(
            f"cannot keep rooms in {path}: {error}; another dealwright serve may have it open, "
            "then name another file"
        ) from None
    except (*_DAMAGED, ArgumentError) as error:
        file.close()
        raise ArgumentError(f"cannot keep rooms in {path}: {error}") from None
    return file
