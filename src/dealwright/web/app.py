"""The server: the files of the page, and a path for each request, as JSON."""

from __future__ import annotations

import asyncio
import json
import re
from collections import OrderedDict
from collections.abc import (
    AsyncGenerator,
    AsyncIterator,
    Awaitable,
    Callable,
    MutableMapping,
    Sequence,
)
from contextlib import aclosing, asynccontextmanager
from pathlib import Path
from typing import Any
from urllib.parse import unquote_to_bytes, urlsplit

from starlette.applications import Starlette
from starlette.datastructures import Headers, MutableHeaders
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request as HttpRequest
from starlette.responses import JSONResponse, Response, StreamingResponse
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles

from dealwright.base.errors import DealwrightError
from dealwright.base.problem_reports import unexpected
from dealwright.web.endpoints import Refused
from dealwright.web.lists import LISTS
from dealwright.web.messages import EVENT_HEADERS, EVENTS, event, json_body, problem
from dealwright.web.openapi import openapi
from dealwright.web.requests import REQUESTS
from dealwright.web.room_requests import room_routes
from dealwright.web.rooms import Rooms
from dealwright.web.workers import Busy, Died, Late, Workers

__all__ = ["application"]

_STATIC = Path(__file__).with_name("static")
_CACHED = 512  # answers
_LONGEST_CACHED = 100_000  # characters of an answer and its request
_TOKEN_IN_QUERY = re.compile(rb"(?:^|[&;])(?:token|access_token)=", re.IGNORECASE)
_HOST = re.compile(r"(?:\[([0-9A-Fa-f:.]+)\]|([\w.-]+))(?::[0-9]{1,5})?", re.ASCII)
_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
_HEADERS = {
    "content-security-policy": _POLICY,
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
}

_Scope = MutableMapping[str, Any]
_Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
_Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]


def application(
    workers: Workers, rooms: Rooms, hosts: Sequence[str] = ("127.0.0.1", "localhost")
) -> Starlette:
    """Return the server as an ASGI application with ``workers`` and ``rooms``.

    ``hosts`` are the accepted host names, without ports. Pages of other sites cannot send requests:
    host names and origins are checked, and requests are JSON.
    """
    answers = _Answers(workers)

    @asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncGenerator[None]:
        starting = asyncio.create_task(workers.start())
        yield
        starting.cancel()
        await workers.close()
        rooms.close()

    requests = [
        Route(f"/{name}", answers.of(name), methods=["POST"], name=name) for name in REQUESTS
    ]
    lists = [Route(f"/{name}", _list(name)) for name in LISTS]
    lists += room_routes(rooms, workers)
    return Starlette(
        routes=[
            Mount("/api/v1", routes=[*requests, *lists]),
            Route("/openapi.json", _openapi),
            Mount("/", StaticFiles(directory=_STATIC, html=True)),
        ],
        exception_handlers={HTTPException: _http_error, Exception: _fault},
        middleware=[
            Middleware(_Guard, hosts=frozenset(host.lower().strip("[]") for host in hosts)),
            Middleware(GZipMiddleware, minimum_size=1000),
        ],
        lifespan=lifespan,
    )


async def _http_error(_: HttpRequest, error: Exception) -> Response:
    """Return the answer to an unknown path or method."""
    assert isinstance(error, HTTPException)
    response = problem(error.status_code, error.detail)
    response.headers.update(error.headers or {})
    return response


async def _fault(_: HttpRequest, error: Exception) -> Response:
    """Return the answer to a request that should not end so; the log has the place of the fault."""
    return problem(500, unexpected(error, ""))


def _list(name: str) -> Callable[[HttpRequest], Awaitable[Response]]:
    """Return the endpoint of a list."""

    async def endpoint(_: HttpRequest) -> Response:
        return Response(LISTS[name](), media_type="application/json")

    return endpoint


async def _openapi(_: HttpRequest) -> Response:
    return JSONResponse(await asyncio.to_thread(openapi))  # made once, in half a second


class _Answers:
    """Answers of the workers; answers that never change are cached."""

    def __init__(self, workers: Workers) -> None:
        self._workers = workers
        self._cache = OrderedDict[str, str]()

    def of(self, name: str) -> Callable[[HttpRequest], Awaitable[Response]]:
        """Return the endpoint of a request."""

        async def endpoint(http: HttpRequest) -> Response:
            try:
                fields = await json_body(http, REQUESTS[name].bytes)
                REQUESTS[name].checked(fields)
            except Refused as refused:
                return problem(refused.status, str(refused))
            except DealwrightError as error:
                return problem(422, str(error))
            repeats = REQUESTS[name].repeats
            key = json.dumps([name, fields], sort_keys=True) if repeats else ""
            if (cached := self._cache.get(key)) is not None:
                self._cache.move_to_end(key)
            messages = self._messages(name, fields, key, cached)
            if EVENTS in http.headers.get("accept", ""):
                return StreamingResponse(
                    _events(messages), media_type=EVENTS, headers=EVENT_HEADERS
                )
            return await _answer(messages, http)

        return endpoint

    async def _messages(
        self, name: str, fields: dict[str, Any], key: str, cached: str | None
    ) -> AsyncIterator[dict[str, Any]]:
        if cached is not None:
            yield {"answer": json.loads(cached)}
            return
        try:
            worker_messages = self._workers.ask(name, fields, REQUESTS[name].seconds)
            async with aclosing(worker_messages) as messages:  # type: ignore[type-var]
                async for message in messages:
                    if "answer" in message and REQUESTS[name].repeats:
                        self._store(key, json.dumps(message["answer"]))
                    yield message
        except (Busy, Died, Late) as error:
            yield {"error": {"message": str(error)}, "status": error.status}

    def _store(self, key: str, answer: str) -> None:
        if len(key) + len(answer) <= _LONGEST_CACHED:
            self._cache[key] = answer
            if len(self._cache) > _CACHED:
                self._cache.popitem(last=False)


async def _answer(messages: AsyncIterator[dict[str, Any]], http: HttpRequest) -> Response:
    """Return the answer as JSON; stop if the client disconnects."""

    async def last() -> dict[str, Any]:
        async with aclosing(messages):  # type: ignore[type-var]
            return [message async for message in messages][-1]

    answering = asyncio.ensure_future(last())
    disconnected = asyncio.ensure_future(_disconnected(http))
    try:
        await asyncio.wait((answering, disconnected), return_when=asyncio.FIRST_COMPLETED)
        if not answering.done():
            return problem(499, "the client has disconnected")
        message = answering.result()
    finally:
        disconnected.cancel()
        if not answering.done():
            answering.cancel()
            await asyncio.wait((answering,))
    if "answer" in message:
        return JSONResponse(message["answer"], headers={"cache-control": "no-store"})
    status = message.get("status", 422)
    values = message.get("error", {"message": "the request was stopped"})
    return JSONResponse({"error": values}, status_code=status)


async def _disconnected(http: HttpRequest) -> None:
    while (await http.receive())["type"] != "http.disconnect":
        pass


async def _events(messages: AsyncIterator[dict[str, Any]]) -> AsyncIterator[str]:
    """Yield messages as server-sent events: ``partial``, ``answer`` or ``error``."""
    async with aclosing(messages):  # type: ignore[type-var]
        async for message in messages:
            for name in ("partial", "answer", "error"):
                if name in message:
                    yield event(name, message[name])


def _name_of(host: str) -> str:
    """Return the name in a Host header, without its port; "" if it is none.

    >>> _name_of("Club.local:8052"), _name_of("[::1]:8052"), _name_of("you@club.local")
    ('club.local', '::1', '')
    """
    match = _HOST.fullmatch(host)
    return "" if match is None else (match[1] or match[2]).lower()


def _is_own(origin: str, host: str, scheme: str) -> bool:
    """Return whether a page of this server has that origin.

    If requests come by https, a page that came by http is not of this server.

    >>> _is_own("http://a:80", "a:80", "http"), _is_own("https://a", "a", "http")
    (True, True)
    >>> _is_own("https://a", "a", "https"), _is_own("http://a", "a", "https")
    (True, False)
    """
    try:
        parts = urlsplit(origin)
    except ValueError:
        return False
    return parts.netloc == host and (scheme != "https" or parts.scheme == "https")


def _closing(scope: _Scope, receive: _Receive, send: _Send) -> tuple[_Receive, _Send]:
    """Return both ends of a request whose connection is closed if its body was not awaited.

    Otherwise the rest of the body would be read for nothing before the next request.
    """
    headers = Headers(scope=scope)
    awaited = "transfer-encoding" in headers or headers.get("content-length", "0") != "0"

    async def receive_part() -> MutableMapping[str, Any]:
        nonlocal awaited
        message = await receive()
        awaited = awaited and message.get("more_body", False)
        return message

    async def send_part(message: MutableMapping[str, Any]) -> None:
        if message["type"] == "http.response.start" and awaited:
            MutableHeaders(scope=message)["connection"] = "close"
        await send(message)

    return receive_part, send_part


class _Guard:
    """Refuses other host names and origins, and adds security headers."""

    def __init__(
        self, app: Callable[[_Scope, _Receive, _Send], Awaitable[None]], hosts: frozenset[str]
    ) -> None:
        self._app, self._hosts = app, hosts

    async def __call__(self, scope: _Scope, receive: _Receive, send: _Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        receive, send = _closing(scope, receive, send)
        headers = Headers(scope=scope)
        name = _name_of(headers.get("host", ""))
        if name not in self._hosts:
            short = name[:100]
            text = f"this server is not called '{short}'; if it is, start it with --name {short}"
            text = text if name else "the header 'Host' is not the name of a server"
            await problem(400, text)(scope, receive, send)
            return
        query = unquote_to_bytes(scope.get("query_string", b""))
        if _TOKEN_IN_QUERY.search(query):  # logs keep addresses
            text = "a token is never part of an address; send it as 'Authorization: Bearer TOKEN'"
            await problem(400, text)(scope, receive, send)
            return
        host, scheme = headers.get("host", ""), scope["scheme"]
        if not all(_is_own(origin, host, scheme) for origin in headers.getlist("origin")):
            response = problem(403, "pages of other sites may not use this server")
            await response(scope, receive, send)
            return

        async def send_with_headers(message: MutableMapping[str, Any]) -> None:
            if message["type"] == "http.response.start":
                headers_out = MutableHeaders(scope=message)
                for name, value in _HEADERS.items():
                    headers_out[name] = value
            await send(message)

        # files are small, so they are sent whole
        scope["headers"] = [header for header in scope["headers"] if header[0] != b"range"]
        await self._app(scope, receive, send_with_headers)
