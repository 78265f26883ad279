"""The requests of rooms over HTTP: a row of ``ROOM_REQUESTS`` each, also used by OpenAPI.

A token is sent as ``Authorization: Bearer TOKEN``, so it is never in a URL that a server logs.
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from contextlib import AbstractContextManager, aclosing, suppress
from dataclasses import dataclass, replace
from functools import cached_property, partial
from typing import Any, get_type_hints

from starlette.requests import Request as HttpRequest
from starlette.responses import JSONResponse, Response, StreamingResponse
from starlette.routing import Route
from starlette.types import Receive, Scope, Send

from dealwright.base.errors import ArgumentError, DealwrightError
from dealwright.cards import Seat
from dealwright.cards.bridge.boards import Vulnerability
from dealwright.deals import Deal, Deals
from dealwright.formats.records import Board, Turn
from dealwright.formats.settings import Settings
from dealwright.requests.served import Served, checked_fields
from dealwright.web.clients import client_of
from dealwright.web.endpoints import Refused, served_fields, values_of
from dealwright.web.messages import EVENT_HEADERS, EVENTS, event, json_body, problem
from dealwright.web.room import Room
from dealwright.web.room_fields import (
    AnswerUndo,
    BoardChoice,
    FreeSeat,
    LetBid,
    LinkText,
    MakeCall,
    Nothing,
    OpenClass,
    OpenRoom,
    SeatFields,
    TakeSeat,
)
from dealwright.web.room_views import (
    ClassFile,
    ClassOpened,
    ClassView,
    FinishedBoard,
    Picture,
    RoomOpened,
    Seated,
    Seen,
)
from dealwright.web.rooms import Rooms
from dealwright.web.streams import EventStream
from dealwright.web.workers import Busy, Died, Late, Workers

__all__ = ["ROOM_REQUESTS", "RoomRequest", "room_routes"]

_LONGEST_NAME = 40  # of a table
_BEAT = 15.0  # seconds without an event after which a stream sends a comment


@dataclass(frozen=True)
class _RoomQuery:
    """A received request of rooms: the name, the token and the client, and its fields."""

    rooms: Rooms
    workers: Workers
    name: str
    token: str | None
    client: str  # for limits
    values: Any  # an instance of the request's ``kind``, or None

    @property
    def own_token(self) -> str:
        """The token, for requests that require one.

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
    """A request of rooms: its path below ``/api/v1``, its action, and the fields of a POST.

    ``asker`` is the owner of the token: ``seat``, ``teacher``, or "" if it takes none.
    """

    path: str
    about: str
    act: Callable[[_RoomQuery], Awaitable[Any]] | None = None  # None: a stream of events
    kind: type | None = None  # the class of its fields; None for a GET
    asker: str = ""

    @property
    def answer(self) -> Any:
        """The type of its answer, as a hint of JSON values."""
        if self.act is not None:
            return get_type_hints(self.act)["return"]
        return Seen if self.asker == "seat" else ClassView

    @cached_property
    def fields(self) -> dict[str, Served] | None:
        """The fields of a POST, None for a GET."""
        return None if self.kind is None else served_fields(self.kind)


async def _open(query: _RoomQuery) -> RoomOpened:
    query.rooms.check_place(1, query.client)  # raises an error before dealing
    return {"room": query.rooms.add(await _new_room(query), query.client)}


async def _open_class(query: _RoomQuery) -> ClassOpened:
    tables = query.values.tables
    query.rooms.check_place(tables, query.client)
    table = await _new_room(query)
    table.waits = query.values.waits
    names = [name.strip() for name in query.values.names]
    if any(len(name) > _LONGEST_NAME for name in names):
        raise ArgumentError(f"a table's name has {_LONGEST_NAME} letters at most")
    titles = [*names, *[""] * tables][:tables]
    named = [replace(table, title=title) for title in titles]
    name, token, rooms = query.rooms.add_class(named, query.client)
    return {"class": name, "token": token, "rooms": rooms}


async def _new_room(query: _RoomQuery) -> Room:
    """Return a new room with its deals, their dealers and vulnerability."""
    fields: OpenRoom = query.values
    systems = _robots_of(fields.robots)
    letters = fields.seats + "".join(letter for letter in systems if letter not in fields.seats)
    room = Room((), fields.board, letters, systems=systems)
    seed = fields.seed or secrets.token_urlsafe(16)
    boards = Settings(room.first, *fields.dealer_and_sides(), seed)
    if fields.deals:
        room.deals = tuple(deal.text() for deal in Deals.parse(fields.deals))
    else:
        room.condition, room.predeal = fields.condition or "", fields.predeal or ""
        asked: dict[str, Any] = {"dealer": fields.dealer} if fields.dealer else {}
        if fields.quiet_opponents:
            asked["quiet_opponents"] = True
        room.deals = await _deal_texts(query.workers, room, fields.n, seed, asked)
    places = range(len(room.deals))
    if fields.dealer is not None:
        room.dealers = "".join(boards.dealer_of(place).letter for place in places)
    if fields.vulnerable is not None:
        room.vulnerable = tuple(boards.vulnerability_of(place).value for place in places)
    return room


def _robots_of(robots: Sequence[str]) -> dict[str, str]:
    """Return the systems of seats, by their letters, of texts such as ``east standard``.

    :raises ArgumentError: if one is not a seat with a system of the package, or a seat comes twice
    """
    found = dict[str, str]()
    for text in robots:
        seat, _, system = text.strip().partition(" ")
        chosen = Seat.of(seat)
        if chosen.letter in found:
            raise ArgumentError(f"{chosen.name.lower()} is named twice among the robots")
        found[chosen.letter] = _known_system(system.strip())
    return found


def _known_system(name: str) -> str:
    """Return the name of a system of the package.

    :raises ArgumentError: if there is none of this name
    """
    from dealwright.systems import system_names

    if name not in system_names():
        known = ", ".join(system_names())
        raise ArgumentError(f"there is no system '{name}'; choose one of {known}")
    return name


async def _deal_texts(
    workers: Workers, room: Room, n: int, seed: str, asked: Mapping[str, Any]
) -> tuple[str, ...]:
    question = {"condition": room.condition, "predeal": room.predeal, "n": n, "seed": seed, **asked}
    return tuple((await _worker_answer(workers, "deal", question))["deals"])


async def _worker_answer(workers: Workers, name: str, question: dict[str, Any]) -> dict[str, Any]:
    """Return the answer of a worker.

    :raises Refused: if no worker can answer
    :raises ArgumentError: if the request is not valid
    """
    try:
        async with aclosing(workers.ask(name, question)) as messages:  # type: ignore[type-var]
            last_message = [message async for message in messages][-1]
    except (Busy, Died, Late) as error:
        raise Refused(error.status, str(error)) from None
    if "answer" not in last_message:
        raise ArgumentError(last_message.get("error", {}).get("message", "the request was stopped"))
    answer: dict[str, Any] = last_message["answer"]
    return answer


async def _view_after_systems(query: _RoomQuery) -> Seen:
    """Return the view of the seat, after making the calls of seats that follow a system.

    If no worker computes such a call, it stays due until the next request: a player's own request
    does not fail because of it.
    """
    with suppress(DealwrightError):
        while (awaited := query.rooms.awaited(query.name)) is not None:
            question: dict[str, Any] = {
                "system": awaited.system, "hand": awaited.hand,
                "dealer": awaited.dealer.name.lower(), "calls": " ".join(awaited.calls),
                "vulnerable": awaited.vulnerable,
            }  # fmt: skip
            if awaited.opponents is not None:
                question["opponents"] = awaited.opponents
            made = await _worker_answer(query.workers, "system_call", question)
            query.rooms.call_for(query.name, awaited, made["call"])
    return query.rooms.view(query.name, query.token)


async def _sit(query: _RoomQuery) -> Seated:
    seat = Seat.of(query.values.seat).name.lower()
    return {"seat": seat, "token": query.rooms.sit(query.name, seat, query.values.browser)}


async def _watch_hand(query: _RoomQuery) -> Seated:
    seat = Seat.of(query.values.seat).name.lower()
    return {"seat": seat, "token": query.rooms.watch_hand(query.name, seat)}


async def _ask_undo(query: _RoomQuery) -> Seen:
    query.rooms.ask_undo(query.name, query.own_token)
    return await _view_after_systems(query)


async def _answer_undo(query: _RoomQuery) -> Seen:
    query.rooms.answer_undo(query.name, query.own_token, agree=query.values.agree)
    return await _view_after_systems(query)


async def _class_file(query: _RoomQuery) -> ClassFile:
    from dealwright.formats import write

    boards = [
        _board_of_class(number, board)
        for number, board in query.rooms.class_boards(query.name, query.own_token)
    ]
    content, _ = await asyncio.to_thread(write, boards, "pbn")  # does not block other requests
    return {"name": "class.pbn", "text": content.decode()}


def _board_of_class(table: int, board: FinishedBoard) -> Board:
    """Return a board as a file has it, with its table, auction and contract."""
    contract, _, declarer = (board["contract"] or "pass").partition("-")
    tags = {"Table": str(table), "Contract": "Pass" if contract == "pass" else contract}
    if declarer:
        tags["Declarer"] = declarer
    return Board(
        number=board["board"], dealer=Seat.of(board["dealer"]),
        vulnerability=Vulnerability(board["vulnerable"]), hands=Deal(board["deal"]).masks,
        tags=tags, auction=tuple(Turn(call) for call in board["calls"]),
    )  # fmt: skip


async def _link_picture(query: _RoomQuery) -> Picture:
    return {"svg": await asyncio.to_thread(_code_of, query.values.text)}  # up to 25 ms


def _code_of(text: str) -> str:
    """Return the QR code of a text as SVG."""
    import segno

    return str(segno.make(text, micro=False).svg_inline(omitsize=True, border=4, light="#fff"))


async def _leave(query: _RoomQuery) -> Seen:
    query.rooms.leave(query.name, query.own_token)
    return query.rooms.view(query.name, None)


async def _let_bid(query: _RoomQuery) -> Seen:
    system = query.values.system and _known_system(query.values.system)
    query.rooms.let_bid(query.name, query.own_token, query.values.seat, system)
    return await _view_after_systems(query)


async def _free_absent(query: _RoomQuery) -> Seen:
    query.rooms.free_absent(query.name, query.own_token, query.values.seat)
    return query.rooms.view(query.name, query.token)


async def _free(query: _RoomQuery) -> Seen:
    query.rooms.free(query.name, query.own_token, query.values.room, query.values.seat)
    return query.rooms.view(query.values.room, None)


async def _call(query: _RoomQuery) -> Seen:
    fields = query.values
    query.rooms.call(query.name, query.own_token, fields.call, fields.board, fields.place)
    return await _view_after_systems(query)


async def _go_on(query: _RoomQuery) -> Seen:
    query.rooms.go_on(query.name, query.own_token, query.values.board)
    return await _view_after_systems(query)


async def _view(query: _RoomQuery) -> Seen:
    query.rooms.view(query.name, query.token)  # raises an error if the token is wrong
    return await _view_after_systems(query)


async def _class_view(query: _RoomQuery) -> ClassView:
    return query.rooms.class_view(query.name, query.token)


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
        "/rooms/{name}/seats", "Take a free seat, and answer with its token.", _sit, TakeSeat
    ),
    "watch_hand": RoomRequest(
        "/rooms/{name}/spectators", "See one hand without a seat; answer with a spectator's token.",
        _watch_hand, SeatFields,
    ),
    "leave_seat": RoomRequest("/rooms/{name}/leave", "Free a seat.", _leave, Nothing, "seat"),
    "let_bid": RoomRequest(
        "/rooms/{name}/passes", "Let a free seat pass, or follow a system, until it is taken.",
        _let_bid, LetBid, "seat",
    ),
    "free_absent": RoomRequest(
        "/rooms/{name}/free", "Free a seat whose player has been away for a minute.", _free_absent,
        SeatFields, "seat",
    ),
    "call": RoomRequest("/rooms/{name}/calls", "Make a call.", _call, MakeCall, "seat"),
    "ask_undo": RoomRequest(
        "/rooms/{name}/undo", "Ask the others to take one's last call back.", _ask_undo, Nothing,
        "seat",
    ),
    "answer_undo": RoomRequest(
        "/rooms/{name}/undo/answer", "Agree that a player's last call is taken back, or refuse.",
        _answer_undo, AnswerUndo, "seat",
    ),
    "next_board": RoomRequest(
        "/rooms/{name}/boards", "Put the next board on the table, after an auction.", _go_on,
        BoardChoice, "seat",
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
    "class_file": RoomRequest(
        "/classes/{name}/file", "The boards that were bid, with auctions and contracts, as PBN.",
        _class_file, Nothing, "teacher",
    ),
    "link_picture": RoomRequest(
        "/links", "A link as a QR code.", _link_picture, LinkText
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
            partial(_respond, request, rooms, workers),
            methods=["GET" if request.fields is None else "POST"],
            name=name,
        )
        for name, request in ROOM_REQUESTS.items()
    ]


async def _respond(
    request: RoomRequest, rooms: Rooms, workers: Workers, http: HttpRequest
) -> Response:
    try:
        token, fields = _token_of(http), None
        if request.kind is not None and request.fields is not None:
            checked = checked_fields(request.fields, await json_body(http))
            fields = request.kind(**values_of(request.kind, checked))
        client = client_of(http.client.host if http.client else "")
        name = http.path_params.get("name", "")
        query = _RoomQuery(rooms, workers, name, token, client, fields)
        if request.act is None:
            if request.asker == "seat":
                await _view(query)
            return _stream(request, query)
        return JSONResponse(await request.act(query), headers={"cache-control": "no-store"})
    except Refused as error:
        return problem(error.status, str(error))
    except DealwrightError as error:
        return problem(422, str(error))


def _token_of(http: HttpRequest) -> str | None:
    """Return the token of a request, or None without one.

    :raises Refused: if the request is authorized in another way
    """
    given = http.headers.get("authorization")
    if given is None:
        return None
    scheme, _, token = given.strip().partition(" ")
    if scheme.lower() != "bearer" or not token.strip():
        raise Refused(401, "send the token as 'Authorization: Bearer TOKEN'")
    return token.strip()


def _stream(request: RoomRequest, query: _RoomQuery) -> Response:
    """Return a stream of views of a room or a class.

    :raises Refused: if there is no such room or class, or the token is wrong
    """
    rooms, name, token = query.rooms, query.name, query.token
    is_class = request.asker == "teacher"
    view = partial(rooms.class_view if is_class else rooms.view, name, token)
    view()
    who = ""
    if token is not None and is_class:
        who = "teacher"
    elif token is not None and (room := rooms.room(name)).watched_by(token) is None:
        who = room.seat_of(token).name
    return _Events(rooms, view, rooms.watching(name, who, query.client, is_class))


class _Events(Response):
    """A response with events of a stream, or a refusal if there are too many streams."""

    def __init__(
        self,
        rooms: Rooms,
        view: Callable[[], Any],
        watching: AbstractContextManager[EventStream],
    ) -> None:
        super().__init__()
        self._rooms, self._view, self._watching = rooms, view, watching

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        try:
            with self._watching as stream:
                events = _view_events(self._rooms, self._view, stream)
                answer = StreamingResponse(events, media_type=EVENTS, headers=EVENT_HEADERS)
                await answer(scope, receive, send)
        except Refused as error:  # the events have not begun
            await problem(error.status, str(error))(scope, receive, send)


async def _view_events(
    rooms: Rooms, view: Callable[[], Any], stream: EventStream
) -> AsyncIterator[str]:
    """Yield a view, and again after each change, until the client or the server closes."""
    previous = ""
    try:
        while not rooms.closing:
            stream.changed.clear()
            if stream.ended:
                raise Refused(
                    503, "this page was disconnected to make room for others; load it again"
                )
            current = event("state", view())
            yield ": here\n\n" if current == previous else current
            previous = current
            try:
                await asyncio.wait_for(stream.changed.wait(), _BEAT)
            except TimeoutError:
                continue
    except Refused as error:
        yield event("error", {"message": str(error), "status": error.status})
