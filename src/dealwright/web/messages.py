"""What requests bring and answers carry: JSON objects, one-line errors, server-sent events."""

from __future__ import annotations

import json
from typing import Any

from starlette.requests import ClientDisconnect
from starlette.requests import Request as HttpRequest
from starlette.responses import JSONResponse, Response

from dealwright.web.fields import MOST_BYTES
from dealwright.web.rooms import Refused

__all__ = ["EVENTS", "EVENT_HEADERS", "event", "json_body", "problem"]

EVENTS = "text/event-stream"
EVENT_HEADERS = {"cache-control": "no-store", "x-accel-buffering": "no"}


async def json_body(http: HttpRequest, most: int = MOST_BYTES) -> dict[str, Any]:
    """Return the JSON object that a request of at most ``most`` bytes brings.

    :raises Refused: if it is something else, or too long
    """
    if http.headers.get("content-type", "").partition(";")[0].strip() != "application/json":
        raise Refused(415, "a request is application/json")
    found = bytearray()
    try:
        async for part in http.stream():
            found += part
            if len(found) > most:
                raise Refused(413, "this request has at most {most:,} bytes", most=most)
    except ClientDisconnect:
        raise Refused(400, "the request was cut off") from None
    try:
        values = json.loads(found or b"{}")
        json.dumps(values, ensure_ascii=False).encode()  # half a character cannot be answered
    except (ValueError, RecursionError):
        raise Refused(400, "a request is JSON") from None
    if not isinstance(values, dict):
        raise Refused(422, "a request is a JSON object")
    return values


def problem(status: int, text: str) -> Response:
    """Return an answer that says what is wrong."""
    headers = {"www-authenticate": "Bearer"} if status == 401 else None
    return JSONResponse({"error": {"message": text}}, status_code=status, headers=headers)


def event(name: str, values: object) -> str:
    r"""Return a server-sent event.

    >>> event("answer", {"count": "5"})
    'event: answer\ndata: {"count": "5"}\n\n'
    """
    return f"event: {name}\ndata: {json.dumps(values)}\n\n"
