"""Rooms in which two to four people bid boards, kept in a file of SQLite.

Until the auction is over, a seat sees only its own hand. Names and tokens cannot be guessed: a
room's name gives the right to take a free seat, a seat's token the right to call.
"""

from __future__ import annotations

import secrets
import sqlite3
from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager
from pathlib import Path
from time import time
from typing import Any

from dealwright.base.environment import variable
from dealwright.base.errors import ArgumentError, CardError
from dealwright.base.folders import user_folder
from dealwright.cards import Seat
from dealwright.deals import Deal
from dealwright.web.endpoints import Refused
from dealwright.web.room import AwaitedCall, Room, room_of_text, secret, text_of_room
from dealwright.web.room_views import (
    ClassTable,
    ClassView,
    FinishedBoard,
    FreeSeats,
    RoomView,
    Seen,
)
from dealwright.web.streams import EventStream, Streams

__all__ = ["Rooms", "rooms_path"]

_VERSION = 2  # of the file
_MOST_ROOMS = 1000
_MOST_ROOMS_OF_CLIENT = 200  # five classes of 40 tables
_DAYS = 30  # after which an unused room is dropped
_MOST_WATCHERS = 40
_AWAY = 60.0  # seconds without its player after which a seat may be freed
_TABLES = """
CREATE TABLE IF NOT EXISTS rooms
  (name TEXT PRIMARY KEY, class TEXT, touched REAL NOT NULL, state TEXT NOT NULL,
   opener TEXT NOT NULL DEFAULT '') STRICT;
CREATE TABLE IF NOT EXISTS classes
  (name TEXT PRIMARY KEY, token TEXT NOT NULL, touched REAL NOT NULL) STRICT;
"""


# Errors of Python's sqlite3 for a damaged file, including those of its text and numbers
_DAMAGED = (sqlite3.Error, sqlite3.Warning, UnicodeError, OverflowError)


class Rooms:
    """The rooms of a server, in a file; streams of a room are notified when it changes.

    The file is opened when it is first needed; then no other process can open it.

    >>> rooms = Rooms(":memory:")
    >>> name = rooms.add(Room(("N:AKQJ.AKQ.AKQ.AKQ T98.JT9.JT98.JT9 765.876.765.8765 -",)))
    >>> token = rooms.sit(name, "south")
    >>> rooms.view(name, token)["hands"]
    {'south': '765.876.765.8765'}
    """

    def __init__(self, path: Path | str, clock: Callable[[], float] = time) -> None:
        self._path, self._clock = path, clock
        self._connection: sqlite3.Connection | None = None
        self._streams = Streams()
        self._start_time = clock()
        self._last_used: dict[tuple[str, Seat], float] = {}  # when a seat's token was last used

    def open(self) -> None:
        """Open the file now, not when it is first needed.

        :raises ArgumentError: if it is not a file of rooms, or another server has it open
        """
        self._connection = self._connection or _open_file(self._path)

    def close(self) -> None:
        """End the streams, and close the file."""
        self.end_streams()
        if self._connection is not None:
            self._connection.close()

    def _query(self, statement: str, *values: object) -> list[Any]:
        """Run a statement; return its rows.

        :raises Refused: if the file is damaged, or cannot be written
        """
        return self._execute((statement, values))

    def _execute(self, *statements: tuple[str, Sequence[object]]) -> list[Any]:
        """Run statements, all of them or none; return the rows of the last one.

        :raises Refused: if the file is damaged, or cannot be written
        """
        rows = list[Any]()
        try:
            self.open()
            assert self._connection is not None
            with self._connection as file:
                for statement, values in statements:
                    rows = file.execute(statement, values).fetchall()
        except ArgumentError as error:
            raise Refused(503, str(error)) from None
        except _DAMAGED as error:
            raise Refused(503, f"the file of rooms cannot be used: {error}") from None
        return rows

    @property
    def closing(self) -> bool:
        """Whether the server is shutting down."""
        return self._streams.closing

    def end_streams(self) -> None:
        """End all streams, because the server shuts down."""
        self._streams.end_all()

    # ---------------------------------------------------------------------------- rooms, classes

    def add(self, room: Room, opener: str = "") -> str:
        """Add a room opened by a client; return its name.

        :raises Refused: if there are too many
        """
        return self._insert([room], "", opener)[0]

    def add_class(self, rooms: Sequence[Room], opener: str = "") -> tuple[str, str, list[str]]:
        """Add the tables of a class; return its name, the teacher's token and the rooms' names.

        :raises Refused: if there are too many
        """
        name, token = secret(), secret()
        names = self._insert(rooms, name, opener)
        self._query("INSERT INTO classes VALUES (?, ?, ?)", name, token, self._clock())
        return name, token, names

    def check_place(self, number: int, opener: str) -> None:
        """Drop old rooms; check that a client may open ``number`` more.

        :raises Refused: if there are too many rooms
        """
        old = (self._clock() - _DAYS * 86400,)
        self._execute(
            ("DELETE FROM rooms WHERE touched < ?", old),
            ("DELETE FROM classes WHERE touched < ?", old),
        )
        ((rooms,),) = self._query("SELECT count(*) FROM rooms")
        ((own,),) = self._query("SELECT count(*) FROM rooms WHERE opener = ?", opener)
        if opener and own + number > _MOST_ROOMS_OF_CLIENT:
            raise Refused(
                429,
                f"{own} rooms are open from your address, of {_MOST_ROOMS_OF_CLIENT} at most; "
                "rooms "
                f"that nobody uses are dropped after {_DAYS} days",
            )
        if rooms + number > _MOST_ROOMS:
            raise Refused(
                503, f"there are {rooms} rooms, of {_MOST_ROOMS} at most; try again tomorrow"
            )

    def _insert(self, rooms: Sequence[Room], class_name: str, opener: str) -> list[str]:
        self.check_place(len(rooms), opener)
        names, now = [secret() for _ in rooms], self._clock()
        self._execute(
            *(
                (
                    "INSERT INTO rooms VALUES (?, ?, ?, ?, ?)",
                    (name, class_name, now, text_of_room(name, room), opener),
                )
                for name, room in zip(names, rooms, strict=True)
            )
        )
        return names

    def room(self, name: str) -> Room:
        """Return a room.

        :raises Refused: if there is no room of this name, or it is damaged
        """
        rows = self._query("SELECT state FROM rooms WHERE name = ?", name)
        if not rows:
            raise Refused(404, f"there is no such room; rooms are dropped after {_DAYS} days")
        return room_of_text(name, rows[0][0])

    def _save(self, name: str, room: Room) -> None:
        now = self._clock()
        self._execute(
            (
                "UPDATE rooms SET state = ?, touched = ? WHERE name = ?",
                (text_of_room(name, room), now, name),
            ),
            (
                "UPDATE classes SET touched = ? WHERE name = (SELECT class FROM rooms WHERE name "
                "= ?)", (now, name),
            ),
        )  # fmt: skip
        self._notify(name)

    # ------------------------------------------------------------------------------ what players do

    def sit(self, name: str, seat: str, browser: str = "") -> str:
        """Take a free seat; return its token. ``browser`` is a text by which a browser is known.

        :raises Refused: if it is taken, or silent, or the room waits for players in other browsers
        """
        room, chosen = self.room(name), Seat.of(seat)
        if chosen not in room.seats:
            raise Refused(409, f"{chosen.name.lower()} does not bid in this room")
        if chosen.name in room.tokens:
            raise Refused(409, f"{chosen.name.lower()} is taken; open the link of that seat")
        taken = [seat for seat in room.browsers if seat in room.tokens]
        if room.waits and (not browser or browser in [room.browsers[seat] for seat in taken]):
            raise Refused(
                409,
                "this browser has a seat at this table; the other seats are for other people"
                if browser else "a table of this class needs a seat's browser",
            )  # fmt: skip
        room.tokens[chosen.name] = token = secret()
        room.browsers[chosen.name] = browser
        room.settle()
        room.passing = room.passing.replace(chosen.letter, "")
        room.systems.pop(chosen.letter, None)
        room.open_if_full()
        self._note_use(name, chosen)
        self._save(name, room)
        return token

    def watch_hand(self, name: str, seat: str) -> str:
        """Let a spectator see a hand; return the spectator's token.

        :raises Refused: if the room waits for its players, or has too many spectators
        """
        room, chosen = self.room(name), Seat.of(seat)
        if room.waits:
            raise Refused(409, "the boards are not open yet")
        if len(room.watchers) >= _MOST_WATCHERS:
            raise Refused(429, f"a room has {_MOST_WATCHERS} spectators at most")
        token = secret()
        room.watchers[token] = chosen.letter
        self._save(name, room)
        return token

    def ask_undo(self, name: str, token: str) -> None:
        """Ask to take one's last call back; without another player it is taken back at once.

        :raises Refused: if the auction is over, or one has not called
        """
        room = self.room(name)
        seat, auctions = room.seat_of(token), {**room.auctions}
        self._note_use(name, seat)
        room.take_back(seat)
        if len(room.tokens) > 1:
            room.auctions, room.undo = auctions, seat.letter
        self._save(name, room)

    def answer_undo(self, name: str, token: str, *, agree: bool) -> None:
        """Agree that a player's last call is taken back, or refuse.

        :raises Refused: if nobody else asks for it
        """
        room = self.room(name)
        seat = room.seat_of(token)
        self._note_use(name, seat)
        if room.undo in ("", seat.letter):
            raise Refused(409, "nobody else asks to take a call back")
        if agree:
            room.take_back(Seat.of(room.undo))
        room.undo = ""
        self._save(name, room)

    def let_bid(self, name: str, token: str, seat: str, system: str = "") -> None:
        """Let a free seat pass, or follow a system, until somebody takes it.

        :raises Refused: if it is taken, or silent anyway
        """
        room, chosen = self.room(name), Seat.of(seat)
        room.seat_of(token)
        if chosen not in room.seats:
            raise Refused(409, f"{chosen.name.lower()} does not bid in this room")
        if chosen.name in room.tokens:
            raise Refused(409, f"{chosen.name.lower()} is taken, and bids for itself")
        room.settle()  # its passes so far stay
        room.passing = room.passing.replace(chosen.letter, "") + chosen.letter * (not system)
        room.systems.pop(chosen.letter, None)
        if system:
            room.systems[chosen.letter] = system
        room.open_if_full()
        self._save(name, room)

    def awaited(self, name: str) -> AwaitedCall | None:
        """Return the call due from a seat that follows a system, None if there is none."""
        room = self.room(name)
        auction = room.auction(room.at)
        turn = auction.turn
        if room.waits or turn is None or turn.letter not in room.systems:
            return None
        rivals = (room.systems.get(seat.letter) for seat in (turn.left, turn.left.partner))
        hand = str(Deal(room.deals[room.at])[turn])
        return AwaitedCall(
            room.systems[turn.letter], next(filter(None, rivals), None), hand, auction.dealer, turn,
            auction.calls, room.first + room.at, room.vulnerability(room.at),
        )  # fmt: skip

    def call_for(self, name: str, awaited: AwaitedCall, call: str) -> None:
        """Make the call of a seat that follows a system, if it is still due."""
        if self.awaited(name) == awaited:
            room = self.room(name)
            room.auctions[room.at] = [*awaited.calls, call]
            self._save(name, room)

    def free_absent(self, name: str, token: str, seat: str) -> None:
        """Free a seat whose player has been away for a minute; its token ends.

        :raises Refused: if the player is here, or was a moment ago
        """
        room, chosen = self.room(name), Seat.of(seat)
        self._note_use(name, room.seat_of(token))
        if chosen.name not in room.tokens:
            return
        if chosen not in self._absent(name, room):
            raise Refused(
                409,
                f"{chosen.name.lower()} is here, or was {_AWAY:.0f} seconds ago; wait until then",
            )
        del room.tokens[chosen.name]
        self._save(name, room)

    def _note_use(self, name: str, seat: Seat) -> None:
        """Store the time of the last use of a seat's token."""
        now = self._clock()
        if now - self._start_time > _AWAY:  # before that, seats without an entry count as present
            self._last_used = {
                key: used for key, used in self._last_used.items() if now - used <= _AWAY
            }
        self._last_used[name, seat] = now

    def _absent(self, name: str, room: Room) -> list[Seat]:
        """Return the taken seats of a room whose players have been away for a minute."""
        here, now = self._streams.seats_here(name), self._clock()
        return [
            seat
            for seat in room.seats
            if seat.name in room.tokens
            and seat not in here
            and now - self._last_used.get((name, seat), self._start_time) > _AWAY
        ]

    def leave(self, name: str, token: str) -> None:
        """Free a seat."""
        room = self.room(name)
        del room.tokens[room.seat_of(token).name]
        self._save(name, room)

    def free(self, class_name: str, token: str, name: str, seat: str) -> None:
        """Free a seat at a table of a class, whose player has lost the link.

        :raises Refused: if the token is not the teacher's, or the class has no such table
        """
        self._check_teacher(class_name, token)
        room = self.room(name)
        if self._query("SELECT class FROM rooms WHERE name = ?", name) != [(class_name,)]:
            raise Refused(404, "the class has no such table")
        room.tokens.pop(Seat.of(seat).name, None)
        self._save(name, room)

    def call(self, name: str, token: str, call: str, board: int, place: int) -> None:
        """Make a call; ``place`` is the number of calls before it, as its caller saw them.

        :raises Refused: if another seat is to call, the auction has changed, or the call is illegal
        """
        room = self.room(name)
        seat, auction = room.seat_of(token), room.auction(room.at)
        self._note_use(name, seat)
        if (board, place) != (room.first + room.at, len(auction.calls)):
            raise Refused(409, "the auction has moved on; look at it again")
        if room.waits:
            raise Refused(409, "the boards open when every seat is taken")
        if auction.turn is None:
            raise Refused(409, "the auction is over")
        if auction.turn is not seat:
            raise Refused(409, f"it is {auction.turn.name.lower()}'s turn")
        try:
            room.auctions[room.at] = list(auction.with_call(call).calls)
        except CardError as error:
            raise Refused(409, str(error)) from None
        if room.undo == seat.letter:
            room.undo = ""
        self._save(name, room)

    def go_on(self, name: str, token: str, board: int) -> None:
        """Put the next board on the table; ``board`` is its number, so the call is idempotent.

        :raises Refused: if the auction is not over, or ``board`` is not the next
        """
        room = self.room(name)
        self._note_use(name, room.seat_of(token))
        place = board - room.first
        if place == room.at:
            return
        if place != room.at + 1 or place >= len(room.deals):
            raise Refused(409, f"board {board} is not the next")
        if room.auction(room.at).turn is not None:
            raise Refused(409, "the auction is not over")
        room.settle()
        room.at, room.undo = place, ""
        self._save(name, room)

    # --------------------------------------------------------------------------- what people see

    def _seats(self, name: str) -> FreeSeats:
        """Return the seats of a room.

        :raises Refused: if there is no such room
        """
        room = self.room(name)
        here = self._streams.seats_here(name)
        states = {
            seat.name.lower(): (
                "free" if seat.name not in room.tokens else "here" if seat in here else "away"
            )
            for seat in room.seats
        }
        return {
            "room": name,
            "title": room.title,
            "seats": states,
            "systems": {
                seat.name.lower(): room.systems[seat.letter]
                for seat in room.seats
                if seat.letter in room.systems
            },
            "passing": [seat.name.lower() for seat in room.seats if seat.letter in room.passing],
            "watchers": {
                seat.name.lower(): number
                for seat in Seat
                if (number := [*room.watchers.values()].count(seat.letter))
            },
            "waits": room.waits,
            "first": room.first,
            "boards": len(room.deals),
            "seat": None,
        }

    def view(self, name: str, token: str | None) -> Seen:
        """Return the view of a seat; without a token, only the seats.

        :raises Refused: if there is no such room, or the token is not of this room
        """
        room, seats = self.room(name), self._seats(name)
        if token is None:
            return seats
        watched, auction = room.watched_by(token), room.auction(room.at)
        seat = None if watched is not None else room.seat_of(token)
        if seat is not None:
            self._note_use(name, seat)
        over = auction.turn is None
        own = [each for each in (seat, watched) if each is not None and not room.waits]
        visible = list(Seat) if over else own
        deal = Deal(room.deals[room.at])
        view: RoomView = {
            **seats,
            **room.board(room.at),
            "seat": None if seat is None else seat.name.lower(),
            "watched": None if watched is None else watched.name.lower(),
            "undo": Seat.of(room.undo).name.lower() if room.undo else None,
            "absent": [absent.name.lower() for absent in self._absent(name, room)],
            "legal": list(auction.legal_calls) if auction.turn is seat and not room.waits else [],
            "hands": {shown.name.lower(): str(deal[shown]) for shown in visible},
            "finished": room.finished(room.at + over),
        }
        if not over:
            return view
        return {**view, "condition": room.condition, "predeal": room.predeal}

    def class_view(self, name: str, token: str | None) -> ClassView:
        """Return the teacher's view of a class; without a token, only the seats of its tables.

        :raises Refused: if there is no such class, or the token is not its teacher's
        """
        self._check_teacher(name, token)
        rows = self._query("SELECT name FROM rooms WHERE class = ? ORDER BY rowid", name)
        tables = list[FreeSeats | ClassTable]()
        for (table_name,) in rows:
            room, table = self.room(table_name), self._seats(table_name)
            if token is None:
                tables.append(table)
                continue
            over = room.auction(room.at).turn is None
            tables.append(
                {
                    **table,
                    **room.board(room.at),
                    "condition": room.condition,
                    "predeal": room.predeal,
                    "deal": room.deals[room.at],
                    "finished": room.finished(room.at + over),
                }
            )
        return {"class": name, "teacher": token is not None, "tables": tables}

    def class_boards(self, name: str, token: str) -> list[tuple[int, FinishedBoard]]:
        """Return the boards that a class has bid, each with the number of its table from 1.

        :raises Refused: if there is no such class, or the token is not its teacher's
        """
        tables = self.class_view(name, token)["tables"]
        return [
            (number, board)
            for number, table in enumerate(tables, 1)
            for board in table.get("finished", ())  # type: ignore[attr-defined]
        ]

    def _check_teacher(self, name: str, token: str | None) -> None:
        """Refuse a token that is not of the class's teacher; None is accepted.

        :raises Refused: if it is not, or there is no such class
        """
        rows = self._query("SELECT token FROM classes WHERE name = ?", name)
        if not rows:
            raise Refused(404, f"there is no such class; classes are dropped after {_DAYS} days")
        if token is not None and not secrets.compare_digest(rows[0][0].encode(), token.encode()):
            raise Refused(403, "this is not the teacher's link")

    @contextmanager
    def watching(
        self, name: str, who: str = "", client: str = "", is_class: bool = False
    ) -> Generator[EventStream]:
        """Yield a stream of a room or a class, open until the context ends; see ``EventStream``.

        :raises Refused: if too many streams are open
        """
        stream = self._streams.enter(name, who, client, is_class)
        try:
            self._notify(name)  # others see that the player is here
            yield stream
        finally:
            self._streams.leave(stream)
            if who and not is_class:
                self._note_use(name, Seat.of(who))
            if not self.closing:
                self._notify(name)

    def _notify(self, name: str) -> None:
        rows = self._query("SELECT class FROM rooms WHERE name = ?", name)
        self._streams.notify((name, rows[0][0] if rows else ""))


def rooms_path() -> Path:
    """Return the file of rooms: ``DEALWRIGHT_ROOMS``, or one in the user's folder of data."""
    path = variable("DEALWRIGHT_ROOMS")
    return Path(path).expanduser() if path else user_folder("data") / "rooms.sqlite"


def _open_file(path: Path | str) -> sqlite3.Connection:
    """Return a connection to the file of rooms, with an exclusive lock.

    :raises ArgumentError: if it is not such a file, or cannot be opened
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
        if version not in (0, _VERSION):
            raise ArgumentError(f"{path} has rooms of version {version}; name another file")
        file.executescript(f"BEGIN IMMEDIATE; {_TABLES} PRAGMA user_version = {_VERSION}; COMMIT;")
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
