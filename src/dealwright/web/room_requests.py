"""The requests of rooms over HTTP: a row of ``ROOM_REQUESTS`` each, which OpenAPI reads too.

A token comes as ``Authorization: Bearer TOKEN``, so that it is in no address that a server logs.
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AbstractContextManager, aclosing, suppress
from dataclasses import dataclass
from functools import cached_property, partial
from typing import Any, get_type_hints

from starlette.requests import Request as HttpRequest
from starlette.responses import JSONResponse, Response, StreamingResponse
from starlette.routing import Route
from starlette.types import Receive, Scope, Send

from dealwright.cards import Seat
from dealwright.deals import Deals
from dealwright.errors import ArgumentError, DealwrightError
from dealwright.formats.settings import Settings
from dealwright.web.clients import client_of
from dealwright.web.fields import Field, Refused, checked_fields, served_fields, values_of
from dealwright.web.messages import EVENT_HEADERS, EVENTS, event, json_body, problem
from dealwright.web.room_fields import (
    FreeSeat,
    LetBid,
    MakeCall,
    Nothing,
    OfBoard,
    OfSeat,
    OpenClass,
    OpenRoom,
)
from dealwright.web.room_views import ClassOpened, ClassView, RoomOpened, Seated, Seen
from dealwright.web.rooms import Room, Rooms
from dealwright.web.streams import Stream
from dealwright.web.workers import Busy, Died, Late, Workers

__all__ = ["ROOM_REQUESTS", "RoomRequest", "room_routes"]

_BEAT = 15.0  # seconds without an event after which a stream says that it is there
_WORKER_STATUS = {Busy: 503, Died: 500, Late: 422}


@dataclass(frozen=True)
class _Asked:
    """A request of rooms as it came: what it names, who asks, and its fields."""

    rooms: Rooms
    workers: Workers
    name: str
    token: str | None
    client: str  # whose limits count
    given: Any  # what was asked: an instance of the request's ``kind``

    @property
    def own_token(self) -> str:
        """The token, which the request needs.

        :raises Refused: if there is none
        """
        if not self.token:
            raise Refused(
                401,
                "this needs a token, which comes with a seat or a class; take a free seat first",
            )
        return self.token


@dataclass(frozen=True)
class RoomRequest:
    """A request of rooms: its path below ``/api/v1``, what it does, and of a POST its fields.

    ``asker`` says whose token it takes: that of a ``seat``, of a ``teacher``, or nobody's.
    """

    path: str
    about: str
    act: Callable[[_Asked], Awaitable[Any]] | None = None  # a stream without
    kind: type | None = None  # whose fields it takes; None for a GET
    asker: str = ""

    @property
    def answer(self) -> Any:
        """What it answers, as a hint of JSON values."""
        if self.act is not None:
            return get_type_hints(self.act)["return"]
        return Seen if self.asker == "seat" else ClassView

    @cached_property
    def fields(self) -> dict[str, Field] | None:
        """The fields of a POST, None for a GET."""
        return None if self.kind is None else served_fields(self.kind)


async def _open(asked: _Asked) -> RoomOpened:
    asked.rooms.check_place(1, asked.client)  # before the work of dealing
    return {"room": asked.rooms.add(await _room(asked), asked.client)}


async def _open_class(asked: _Asked) -> ClassOpened:
    tables = asked.given.tables
    asked.rooms.check_place(tables, asked.client)
    name, token, rooms = asked.rooms.add_class([await _room(asked)] * tables, asked.client)
    return {"class": name, "token": token, "rooms": rooms}


async def _room(asked: _Asked) -> Room:
    """Return a new room with its deals, their dealers and vulnerability."""
    given: OpenRoom = asked.given
    room = Room((), given.board, given.seats)
    seed = given.seed or secrets.token_urlsafe(16)
    boards = Settings(room.first, *given.dealer_and_sides(), seed)
    if given.deals:
        room.deals = tuple(deal.text() for deal in Deals.parse(given.deals))
    else:
        room.condition, room.predeal = given.condition or "", given.predeal or ""
        room.deals = await _dealt(asked.workers, room, given.n, seed)
    places = range(len(room.deals))
    if given.dealer is not None:
        room.dealers = "".join(boards.dealer_of(place).letter for place in places)
    if given.vulnerable is not None:
        room.vulnerable = tuple(boards.vulnerability_of(place).value for place in places)
    return room


async def _dealt(workers: Workers, room: Room, n: int, seed: str) -> tuple[str, ...]:
    question = {"condition": room.condition, "predeal": room.predeal, "n": n, "seed": seed}
    return tuple((await _answer(workers, "deal", question))["deals"])


async def _answer(workers: Workers, name: str, question: dict[str, Any]) -> dict[str, Any]:
    """Return what a worker answers.

    :raises Refused: if no worker can
    :raises ArgumentError: if the question is refused
    """
    try:
        async with aclosing(workers.ask(name, question)) as messages:  # type: ignore[type-var]
            found = [message async for message in messages][-1]
    except (Busy, Died, Late) as error:
        raise Refused(_WORKER_STATUS[type(error)], str(error)) from None
    if "answer" not in found:
        raise ArgumentError(found.get("error", {}).get("message", "the request was stopped"))
    answer: dict[str, Any] = found["answer"]
    return answer


async def _seen(asked: _Asked) -> Seen:
    """Return what the seat sees, after the calls of seats that follow a system.

    Where no worker answers for these, their turn stays, and the next request asks again: a person's
    own call, or look at the room, never fails for them.
    """
    with suppress(DealwrightError):
        while (awaited := asked.rooms.awaited(asked.name)) is not None:
            question = {
                "system": awaited.system, "deal": awaited.deal, "calls": [*awaited.calls],
                "dealer": awaited.dealer.name.lower(), "side": ("ns", "ew")[awaited.seat % 2],
            }  # fmt: skip
            auction = await _answer(asked.workers, "system_bid", question)
            asked.rooms.call_for(asked.name, awaited, auction["calls"][len(awaited.calls)]["call"])
    return asked.rooms.view(asked.name, asked.token)


async def _sit(asked: _Asked) -> Seated:
    seat = Seat.of(asked.given.seat).name.lower()
    return {"seat": seat, "token": asked.rooms.sit(asked.name, seat)}


async def _leave(asked: _Asked) -> Seen:
    asked.rooms.leave(asked.name, asked.own_token)
    return asked.rooms.view(asked.name, None)


async def _let_bid(asked: _Asked) -> Seen:
    from dealwright.systems import system_names

    system = asked.given.system
    if system and system not in system_names():
        known = ", ".join(system_names())
        raise ArgumentError(f"there is no system '{system}'; choose one of {known}")
    asked.rooms.let_bid(asked.name, asked.own_token, asked.given.seat, system)
    return await _seen(asked)


async def _free_absent(asked: _Asked) -> Seen:
    asked.rooms.free_absent(asked.name, asked.own_token, asked.given.seat)
    return asked.rooms.view(asked.name, asked.token)


async def _free(asked: _Asked) -> Seen:
    asked.rooms.free(asked.name, asked.own_token, asked.given.room, asked.given.seat)
    return asked.rooms.view(asked.given.room, None)


async def _call(asked: _Asked) -> Seen:
    given = asked.given
    asked.rooms.call(asked.name, asked.own_token, given.call, given.board, given.place)
    return await _seen(asked)


async def _go_on(asked: _Asked) -> Seen:
    asked.rooms.go_on(asked.name, asked.own_token, asked.given.board)
    return await _seen(asked)


async def _view(asked: _Asked) -> Seen:
    asked.rooms.view(asked.name, asked.token)  # refuses what nobody may see
    return await _seen(asked)


async def _class_view(asked: _Asked) -> ClassView:
    return asked.rooms.class_view(asked.name, asked.token)


ROOM_REQUESTS: dict[str, RoomRequest] = {
    "open_room": RoomRequest(
        "/rooms", "Open a room, and answer with its name.", _open, OpenRoom
    ),
    "view_room": RoomRequest(
        "/rooms/{name}", "What a seat may see; without a token which seats are free.", _view,
        asker="seat",
    ),
    "watch_room": RoomRequest(
        "/rooms/{name}/events", "The same, again after every change, as server-sent events.",
        asker="seat",
    ),
    "take_seat": RoomRequest(
        "/rooms/{name}/seats", "Take a free seat, and answer with its token.", _sit, OfSeat
    ),
    "leave_seat": RoomRequest("/rooms/{name}/leave", "Free a seat.", _leave, Nothing, "seat"),
    "let_bid": RoomRequest(
        "/rooms/{name}/passes", "Let a free seat pass, or follow a system, until it is taken.",
        _let_bid, LetBid, "seat",
    ),
    "free_absent": RoomRequest(
        "/rooms/{name}/free", "Free a seat whose player has been away for a minute.", _free_absent,
        OfSeat, "seat",
    ),
    "call": RoomRequest("/rooms/{name}/calls", "Make a call.", _call, MakeCall, "seat"),
    "next_board": RoomRequest(
        "/rooms/{name}/boards", "Put the next board on the table, after an auction.", _go_on,
        OfBoard, "seat",
    ),
    "open_class": RoomRequest(
        "/classes", "Open tables with the same boards; answer with the teacher's token.",
        _open_class, OpenClass,
    ),
    "view_class": RoomRequest(
        "/classes/{name}", "All tables and hands; without a token which seats are free.",
        _class_view, asker="teacher",
    ),
    "free_seat": RoomRequest(
        "/classes/{name}/free", "Free a seat at a table, whose player has lost the link.", _free,
        FreeSeat, "teacher",
    ),
    "watch_class": RoomRequest(
        "/classes/{name}/events", "The same, again after every change, as server-sent events.",
        asker="teacher",
    ),
}  # fmt: skip


def room_routes(rooms: Rooms, workers: Workers) -> list[Route]:
    """Return the routes of all requests of rooms, below ``/api/v1``."""
    return [
        Route(
            request.path,
            partial(_answered, request, rooms, workers),
            methods=["GET" if request.fields is None else "POST"],
            name=name,
        )
        for name, request in ROOM_REQUESTS.items()
    ]


async def _answered(
    request: RoomRequest, rooms: Rooms, workers: Workers, http: HttpRequest
) -> Response:
    try:
        given = None
        if request.kind is not None and request.fields is not None:
            checked = checked_fields(request.fields, await json_body(http))
            given = request.kind(**values_of(request.kind, checked))
        scheme, _, token = http.headers.get("authorization", "").partition(" ")
        asked = _Asked(
            rooms, workers, http.path_params.get("name", ""),
            token.strip() if scheme.lower() == "bearer" else None,
            client_of(http.client.host if http.client else ""), given,
        )  # fmt: skip
        if request.act is None:
            if request.asker == "seat":
                await _view(asked)
            return _stream(request, asked)
        return JSONResponse(await request.act(asked), headers={"cache-control": "no-store"})
    except Refused as error:
        return problem(error.status, str(error))
    except DealwrightError as error:
        return problem(422, str(error))


def _stream(request: RoomRequest, asked: _Asked) -> Response:
    """Return the views of a room or a class as events.

    :raises Refused: if there is nothing to see
    """
    rooms, name, token = asked.rooms, asked.name, asked.token
    is_class = request.asker == "teacher"
    view = partial(rooms.class_view if is_class else rooms.view, name, token)
    view()
    who = ""
    if token is not None:
        who = "teacher" if is_class else rooms.room(name).seat_of(token).name
    return _Events(rooms, view, rooms.watching(name, who, asked.client, is_class))


class _Events(Response):
    """An answer of events, while somebody looks; a refusal where there is no place to look."""

    def __init__(
        self,
        rooms: Rooms,
        view: Callable[[], Any],
        watching: AbstractContextManager[Stream],
    ) -> None:
        super().__init__()
        self._rooms, self._view, self._watching = rooms, view, watching

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        try:
            with self._watching as stream:
                events = _views(self._rooms, self._view, stream)
                answer = StreamingResponse(events, media_type=EVENTS, headers=EVENT_HEADERS)
                await answer(scope, receive, send)
        except Refused as error:  # the events have not begun
            await problem(error.status, str(error))(scope, receive, send)


async def _views(rooms: Rooms, view: Callable[[], Any], stream: Stream) -> AsyncIterator[str]:
    """Yield a view, and again when it has changed, until the client or the server goes."""
    last = ""
    try:
        while not rooms.closing:
            stream.bell.clear()
            if stream.ended:
                raise Refused(503, "others needed the place of this page; load it again")
            now = event("state", view())
            yield ": here\n\n" if now == last else now
            last = now
            try:
                await asyncio.wait_for(stream.bell.wait(), _BEAT)
            except TimeoutError:
                continue
    except Refused as error:
        yield event("error", {"message": str(error), "status": error.status})
