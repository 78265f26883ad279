"""The OpenAPI document of the server, made from its requests."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

from dealwright import __version__
from dealwright.web.fields import Endpoint, Field
from dealwright.web.requests import REQUESTS
from dealwright.web.room_requests import ROOM_REQUESTS, RoomRequest

__all__ = ["openapi"]

_ERROR = {
    "type": "object",
    "required": ["error"],
    "properties": {
        "error": {
            "type": "object",
            "required": ["message"],
            "properties": {
                "message": {"type": "string"},
                "hint": {"type": "string", "description": "What to try."},
                "text": {"type": "string", "description": "The text that cannot be read."},
                "position": {"type": "integer", "description": "Where in the text, from 0."},
                "field": {"type": "string", "description": "The field that causes it."},
            },
        }
    },
}
_FAILURES = {
    "400": "The request is no JSON.",
    "401": "This needs a token.",
    "403": "The request comes from a page of another site, or the token gives no right to this.",
    "404": "There is no such room or class.",
    "405": "The path has another method.",
    "408": "The request did not come within the time for it.",
    "409": "This cannot be done now; the message says why.",
    "413": "The request is too long.",
    "415": "The request is not application/json.",
    "422": "The request is not valid, or asks for too much.",
    "429": "Your address has too much open: rooms, pages or connections.",
    "500": "A fault of the program.",
    "503": "Too many requests wait, or too much is open.",
}


def _list(name: str, summary: str, what: str) -> dict[str, Any]:
    """Return the operation of a list that never changes."""
    answer = {"application/json": {"schema": {"type": "array"}}}
    return {
        "get": {
            "operationId": name,
            "summary": summary,
            "responses": {"200": {"description": what, "content": answer}},
        }
    }


@cache
def openapi() -> dict[str, Any]:
    """Return the document.

    >>> "/api/v1/count" in openapi()["paths"]
    True
    """
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Dealwright",
            "version": __version__,
            "description": "Counts, deals and explains conditions on bridge deals.",
        },
        "paths": {
            **{f"/api/v1/{name}": {"post": _path(name, each)} for name, each in REQUESTS.items()},
            **{
                f"/api/v1{each.path}": {
                    "get" if each.fields is None else "post": _room_path(name, each)
                }
                for name, each in ROOM_REQUESTS.items()
            },
            "/api/v1/scenarios": _list(
                "scenarios",
                "The library of named conditions.",
                "A list of documents of the kind scenario.",
            ),
            "/api/v1/functions": _list(
                "functions",
                "The functions of the language: name, a call, other names, meaning.",
                "A list of objects.",
            ),
            "/api/v1/systems": _list(
                "systems", "The bidding systems of the package: name, text.", "A list of objects."
            ),
        },
        "components": {
            "schemas": {"error": _ERROR},
            "securitySchemes": {"token": {"type": "http", "scheme": "bearer"}},
        },
    }


def _body(fields: Mapping[str, Field]) -> dict[str, Any]:
    body: dict[str, Any] = {
        "type": "object",
        "properties": {field: each.schema() for field, each in fields.items()},
        "additionalProperties": False,
    }
    needed = [field for field, each in fields.items() if each.needed]
    if needed:
        body["required"] = needed
    return {"required": bool(needed), "content": {"application/json": {"schema": body}}}


def _failures(*statuses: str) -> dict[str, Any]:
    """Return the answers that are errors, without those of ``statuses``."""
    schema = {"$ref": "#/components/schemas/error"}
    return {
        status: {"description": text, "content": {"application/json": {"schema": schema}}}
        for status, text in _FAILURES.items()
        if status not in statuses
    }


def _room_path(name: str, request: RoomRequest) -> dict[str, Any]:
    kind = "text/event-stream" if request.act is None else "application/json"
    schema = {"type": "string" if request.act is None else "object"}
    found: dict[str, Any] = {
        "operationId": name,
        "summary": request.about,
        "responses": {
            "200": {"description": "The answer.", "content": {kind: {"schema": schema}}},
            **_failures(),
        },
    }
    if "{name}" in request.path:
        about = "The name of the room or the class."
        found["parameters"] = [
            {
                "name": "name",
                "in": "path",
                "required": True,
                "description": about,
                "schema": {"type": "string"},
            }
        ]
    if request.fields is not None:
        found["requestBody"] = _body(request.fields)
    if request.asker:  # what can be seen without a token is less
        found["security"] = [{"token": []}, {}] if request.fields is None else [{"token": []}]
    return found


def _path(name: str, endpoint: Endpoint) -> dict[str, Any]:
    kind = endpoint.kind
    document = {
        "type": "object",
        "required": ["dealwright", "kind"],
        "properties": {"dealwright": {"const": 1}, "kind": {"const": kind.answer}},
    }
    if endpoint.several:
        document = {"type": "array", "items": document}
    answer: dict[str, Any] = {"application/json": {"schema": document}}
    if kind.partial:
        answer["text/event-stream"] = {"schema": {"type": "string"}}
    return {
        "operationId": name,
        "summary": kind.about,
        "requestBody": _body(endpoint.fields),
        "responses": {
            "200": {"description": "The answer.", "content": answer},
            **_failures("401", "404", "409"),
        },
    }
