"""The open event streams of rooms and classes, and their limits.

A client with a token, of a seat or of a teacher, is always admitted: if there are too many streams,
an older one ends, those without a token (guests) first. Guests have lower limits, and are refused
above them.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from dealwright.cards import Seat
from dealwright.web.endpoints import Refused

__all__ = ["EventStream", "Streams"]

_MOST_STREAMS = 500
_MOST_OF_CLIENT = 200  # a club's evening behind one address: 40 tables of four, and some to spare
_MOST_OF_SEAT = 4  # and of a teacher
_MOST_GUESTS = 250
_MOST_GUESTS_OF_CLIENT = 100
_MOST_GUESTS_OF_ROOM = 20
_MOST_GUESTS_OF_CLASS = 200  # pupils who choose a table


@dataclass(eq=False)
class EventStream:
    """A stream of views of a room or a class.

    ``who`` is the owner of its token: a seat's name, ``teacher``, or "" for a guest. ``changed`` is
    set when the view has changed, or the stream was ``ended`` to make place for another.
    """

    name: str
    who: str
    client: str
    ended: bool = False
    changed: asyncio.Event = field(default_factory=asyncio.Event)

    def end(self) -> None:
        """End the stream."""
        self.ended = True
        self.changed.set()


class Streams:
    """The open streams, oldest first.

    >>> streams = Streams()
    >>> north = streams.enter("a", "NORTH", "192.0.2.7")
    >>> streams.seats_here("a")
    {<Seat.NORTH: 0>}
    >>> streams.leave(north)
    >>> streams.seats_here("a")
    set()
    """

    def __init__(self) -> None:
        self._open: list[EventStream] = []
        self.closing = False

    def seats_here(self, name: str) -> set[Seat]:
        """Return the seats of a room with an open stream."""
        return {Seat.of(stream.who) for stream in self._open if stream.name == name and stream.who}

    def notify(self, names: Iterable[str]) -> None:
        """Notify the streams of rooms or classes of a change."""
        names = {*names}
        for stream in self._open:
            if stream.name in names:
                stream.changed.set()

    def end_all(self) -> None:
        """Wake all streams, because the server shuts down."""
        self.closing = True
        for stream in self._open:
            stream.changed.set()

    def enter(self, name: str, who: str, client: str, is_class: bool = False) -> EventStream:
        """Return a new stream of a room or a class; ``leave`` removes it.

        :raises Refused: if the server shuts down, or there are too many guests
        """
        if self.closing:
            raise Refused(503, "the server is shutting down; try again in a minute")
        stream = EventStream(name, who, client)
        if who:
            self._make_place(stream)
        else:
            self._check_guest(stream, is_class)
        self._open.append(stream)
        return stream

    def leave(self, stream: EventStream) -> None:
        """Remove a stream, unless it was ended and so removed already."""
        if stream in self._open:
            self._open.remove(stream)

    def _check_guest(self, guest: EventStream, is_class: bool) -> None:
        """Refuse a stream without a token above the limits.

        :raises Refused: if a limit is reached
        """
        guests = [stream for stream in self._open if not stream.who]
        client_streams = [stream for stream in self._open if stream.client == guest.client]
        if (
            len(client_streams) >= _MOST_OF_CLIENT
            or sum(not stream.who for stream in client_streams) >= _MOST_GUESTS_OF_CLIENT
        ):
            raise Refused(
                429, "too many pages are open at your address; close some, or take a seat"
            )
        limit = _MOST_GUESTS_OF_CLASS if is_class else _MOST_GUESTS_OF_ROOM
        if sum(stream.name == guest.name for stream in guests) >= limit:
            raise Refused(
                429, "too many people watch this without a seat; take a seat, or try later"
            )
        if len(guests) >= _MOST_GUESTS or len(self._open) >= _MOST_STREAMS:
            raise Refused(503, "too many pages are open; close some, or try again later")

    def _make_place(self, new: EventStream) -> None:
        """End older streams to make place for one with a token: guests first, then the oldest."""
        seat = (new.name, new.who)
        self._end_rival(
            [stream for stream in self._open if (stream.name, stream.who) == seat], _MOST_OF_SEAT
        )
        self._end_rival(
            [stream for stream in self._open if stream.client == new.client], _MOST_OF_CLIENT
        )
        if len(self._open) >= _MOST_STREAMS:
            ((busiest, _),) = Counter(stream.client for stream in self._open).most_common(1)
            guests = [stream for stream in self._open if not stream.who]
            self._end_rival(
                guests or [stream for stream in self._open if stream.client == busiest], 0
            )

    def _end_rival(self, rivals: Sequence[EventStream], limit: int) -> None:
        """End one of the rivals if there are ``limit`` or more."""
        if len(rivals) >= limit:
            ended = min(rivals, key=lambda stream: bool(stream.who))
            self._open.remove(ended)
            ended.end()
