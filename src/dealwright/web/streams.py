"""The open event streams of rooms and classes, and who gives way when there are too many.

Somebody with a token, of a seat or of a teacher, is always let in: an older stream ends, one
without a token first. Those without have fewer places, and are refused when these are taken.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from dealwright.cards import Seat
from dealwright.web.fields import Refused

__all__ = ["Stream", "Streams"]

_MOST = 500
_MOST_OF_CLIENT = 200  # a club's evening behind one address: 40 tables of four, and some to spare
_MOST_OF_SEAT = 4  # and of a teacher
_MOST_GUESTS = 250
_MOST_GUESTS_OF_CLIENT = 100
_MOST_GUESTS_OF_ROOM = 20
_MOST_GUESTS_OF_CLASS = 200  # pupils who choose a table


@dataclass(eq=False)
class Stream:
    """A stream of what can be seen of a room or a class.

    ``who`` is whose token it has: a seat's name, ``teacher``, or "" for a guest. ``bell`` is set
    when there is something new, also that the stream was ``ended`` for another.
    """

    name: str
    who: str
    client: str
    ended: bool = False
    bell: asyncio.Event = field(default_factory=asyncio.Event)

    def end(self) -> None:
        """End the stream."""
        self.ended = True
        self.bell.set()


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
        self._open: list[Stream] = []
        self.closing = False

    def seats_here(self, name: str) -> set[Seat]:
        """Return the seats of a room that look at it."""
        return {Seat.of(each.who) for each in self._open if each.name == name and each.who}

    def ring(self, names: Iterable[str]) -> None:
        """Tell all who look at rooms or classes that something is new."""
        names = {*names}
        for each in self._open:
            if each.name in names:
                each.bell.set()

    def end_all(self) -> None:
        """Tell everybody that the server ends."""
        self.closing = True
        for each in self._open:
            each.bell.set()

    def enter(self, name: str, who: str, client: str, is_class: bool = False) -> Stream:
        """Return a new stream of a room or a class, which ``leave`` takes away.

        :raises Refused: if the server ends, or a guest finds no place
        """
        if self.closing:
            raise Refused(503, "the server is ending; try again in a minute")
        stream = Stream(name, who, client)
        if who:
            self._make_place(stream)
        else:
            self._check_guest(stream, is_class)
        self._open.append(stream)
        return stream

    def leave(self, stream: Stream) -> None:
        """Take a stream away; one that was ended is away already."""
        if stream in self._open:
            self._open.remove(stream)

    def _check_guest(self, guest: Stream, is_class: bool) -> None:
        """Refuse a stream without a token if its places are taken."""
        guests = [each for each in self._open if not each.who]
        mine = [each for each in self._open if each.client == guest.client]
        if (
            len(mine) >= _MOST_OF_CLIENT
            or sum(not each.who for each in mine) >= _MOST_GUESTS_OF_CLIENT
        ):
            raise Refused(
                429, "too many pages are open at your address; close some, or take a seat"
            )
        most = _MOST_GUESTS_OF_CLASS if is_class else _MOST_GUESTS_OF_ROOM
        if sum(each.name == guest.name for each in guests) >= most:
            raise Refused(429, "too many look at this without a seat; take a seat, or try later")
        if len(guests) >= _MOST_GUESTS or len(self._open) >= _MOST:
            raise Refused(503, "too many pages are open; close some, or try again later")

    def _make_place(self, new: Stream) -> None:
        """End the streams that give way to one with a token: guests first, the oldest first."""
        seat = (new.name, new.who)
        self._end_one([each for each in self._open if (each.name, each.who) == seat], _MOST_OF_SEAT)
        self._end_one([each for each in self._open if each.client == new.client], _MOST_OF_CLIENT)
        if len(self._open) >= _MOST:
            ((busiest, _),) = Counter(each.client for each in self._open).most_common(1)
            guests = [each for each in self._open if not each.who]
            self._end_one(guests or [each for each in self._open if each.client == busiest], 0)

    def _end_one(self, rivals: Sequence[Stream], places: int) -> None:
        """End one of the rivals if there are more than leave a place."""
        if len(rivals) >= places:
            ended = min(rivals, key=lambda each: bool(each.who))
            self._open.remove(ended)
            ended.end()
