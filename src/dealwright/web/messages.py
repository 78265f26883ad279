"""Bodies of requests and answers: JSON objects, one-line errors, server-sent events."""

from __future__ import annotations

import asyncio
import json
import re
from itertools import accumulate
from typing import Any

from starlette.requests import ClientDisconnect
from starlette.requests import Request as HttpRequest
from starlette.responses import JSONResponse, Response

from dealwright.web.endpoints import MOST_BYTES, Refused

__all__ = ["EVENTS", "EVENT_HEADERS", "event", "json_body", "object_of", "problem"]

_DIGITS, _DEPTH, _MEMBERS = 100, 50, 20_000
# Takes linear time in any body: an unterminated string matches to the end.
_STRING = re.compile(rb'"(?:[^"\\]++|\\.)*+(?:"|\\?\Z)', re.DOTALL)
_LONG_NUMBER = re.compile(rb"[0-9]{%d}" % (_DIGITS + 1))
_BRACKET = re.compile(rb"[\[\]{}]")
EVENTS = "text/event-stream"
EVENT_HEADERS = {"cache-control": "no-store", "x-accel-buffering": "no"}


async def json_body(http: HttpRequest, most: int = MOST_BYTES) -> dict[str, Any]:
    """Return the JSON object in the body of a request of at most ``most`` bytes.

    :raises Refused: if it is something else, or too long
    """
    length = http.headers.get("content-length", "0")
    if not length.isdecimal() or int(length[:20]) > most:
        raise Refused(413, f"this request has at most {most:,} bytes")
    if http.headers.get("content-type", "").partition(";")[0].strip() != "application/json":
        raise Refused(415, "send the request as application/json")
    body = bytearray()
    try:
        async for part in http.stream():
            body += part
            if len(body) > most:
                raise Refused(413, f"this request has at most {most:,} bytes")
    except ClientDisconnect:
        raise Refused(400, "the request was cut off") from None
    if len(body) <= MOST_BYTES:
        return object_of(bytes(body))
    return await asyncio.to_thread(object_of, bytes(body))  # does not block other requests


def object_of(body: bytes) -> dict[str, Any]:
    """Return the JSON object of a body, after checks that bound the cost of parsing it.

    :raises Refused: if it is something else, or too much
    """
    outside = _without_strings(body)
    if _LONG_NUMBER.search(outside):
        raise Refused(400, f"a number has at most {_DIGITS} digits")
    brackets = _BRACKET.findall(outside)
    if outside.count(b",") + len(brackets) > _MEMBERS:
        raise _too_many()
    if max(accumulate(1 if bracket in b"[{" else -1 for bracket in brackets), default=0) > _DEPTH:
        raise Refused(400, f"the lists of a request are at most {_DEPTH} deep")
    try:
        values = json.loads(body or b"{}")
        json.dumps(values, ensure_ascii=False).encode()  # a lone surrogate cannot be encoded
    except (ValueError, RecursionError):
        raise Refused(400, "the request is not JSON") from None
    if not isinstance(values, dict):
        raise Refused(422, "a request must be a JSON object")
    return values


def _without_strings(body: bytes) -> bytes:
    """Return JSON without its strings."""
    pieces, end = list[bytes](), 0
    for match in _STRING.finditer(body):
        if len(pieces) > 2 * _MEMBERS:
            raise _too_many()
        pieces.append(body[end : match.start()])
        end = match.end()
    return b"".join([*pieces, body[end:]])


def _too_many() -> Refused:
    return Refused(400, f"a request has at most {_MEMBERS:,} members")


def problem(status: int, text: str) -> Response:
    """Return an error as an answer."""
    headers = {"www-authenticate": "Bearer"} if status == 401 else None
    return JSONResponse({"error": {"message": text}}, status_code=status, headers=headers)


def event(name: str, values: object) -> str:
    r"""Return a server-sent event.

    >>> event("answer", {"count": "5"})
    'event: answer\ndata: {"count": "5"}\n\n'
    """
    return f"event: {name}\ndata: {json.dumps(values)}\n\n"
