"""The OpenAPI document of the server, made from its requests."""

from __future__ import annotations

import inspect
import json
import re
from collections.abc import Mapping
from functools import cache
from types import NoneType, UnionType
from typing import Any, get_args, get_origin, get_type_hints, is_typeddict

from dealwright import __version__
from dealwright.requests.document_schema import definitions
from dealwright.requests.documents import KINDS
from dealwright.requests.served import Served
from dealwright.web.endpoints import Endpoint
from dealwright.web.lists import FunctionView, SystemView
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
_JSON_TYPES = {str: "string", int: "integer", bool: "boolean", NoneType: "null"}
_FAILURES = {
    "400": "The request is not JSON.",
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
    "500": "An internal error.",
    "503": "Too many requests are waiting, or too much is open.",
}


def _components() -> dict[str, Any]:
    """Return the schemas of documents and their parts; a kind is named ``kind_document``."""
    schemas = {
        f"{name}_document" if name in KINDS else name: schema
        for name, schema in definitions().items()
    }
    text = json.dumps(schemas)
    text = re.sub(r'"#/\$defs/(\w+)"', lambda match: f'"{_component(match[1])}"', text)
    components: dict[str, Any] = json.loads(text)
    return components


def _component(name: str) -> str:
    """Return the reference to the schema of a kind or a part."""
    return f"#/components/schemas/{name}{'_document' if name in KINDS else ''}"


def _schema_of(hint: Any) -> dict[str, Any]:
    """Return the schema of the JSON values that a hint allows."""
    if is_typeddict(hint):
        return {
            "type": "object",
            "description": inspect.getdoc(hint) or "",
            "properties": {name: _schema_of(part) for name, part in get_type_hints(hint).items()},
            "required": sorted(hint.__required_keys__),
        }
    if isinstance(hint, UnionType):
        return {"anyOf": [_schema_of(part) for part in get_args(hint)]}
    if get_origin(hint) is list:
        return {"type": "array", "items": _schema_of(get_args(hint)[0])}
    if get_origin(hint) is dict:
        return {"type": "object", "additionalProperties": _schema_of(get_args(hint)[1])}
    return {"type": _JSON_TYPES[hint]}


def _list(name: str, summary: str, description: str, items: dict[str, Any]) -> dict[str, Any]:
    """Return the operation of a list that never changes."""
    answer = {"application/json": {"schema": {"type": "array", "items": items}}}
    return {
        "get": {
            "operationId": name,
            "summary": summary,
            "responses": {"200": {"description": description, "content": answer}},
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
            **{
                f"/api/v1/{name}": {"post": _path(name, endpoint)}
                for name, endpoint in REQUESTS.items()
            },
            **{
                f"/api/v1{request.path}": {
                    "get" if request.fields is None else "post": _room_path(name, request)
                }
                for name, request in ROOM_REQUESTS.items()
            },
            "/api/v1/scenarios": _list(
                "scenarios",
                "The library of named conditions.",
                "A list of documents of the kind scenario.",
                {"$ref": _component("scenario")},
            ),
            "/api/v1/functions": _list(
                "functions",
                "The functions of the language: name, a call, other names, meaning.",
                "A list of objects.",
                _schema_of(FunctionView),
            ),
            "/api/v1/systems": _list(
                "systems",
                "The bidding systems of the package: name, text.",
                "A list of objects.",
                _schema_of(SystemView),
            ),
        },
        "components": {
            "schemas": {"error": _ERROR, **_components()},
            "securitySchemes": {"token": {"type": "http", "scheme": "bearer"}},
        },
    }


def _body(fields: Mapping[str, Served]) -> dict[str, Any]:
    body: dict[str, Any] = {
        "type": "object",
        "properties": {name: field.schema() for name, field in fields.items()},
        "additionalProperties": False,
    }
    needed = [name for name, field in fields.items() if field.needed]
    if needed:
        body["required"] = needed
    return {"required": bool(needed), "content": {"application/json": {"schema": body}}}


def _failures(*statuses: str) -> dict[str, Any]:
    """Return the error answers, except those of ``statuses``."""
    schema = {"$ref": "#/components/schemas/error"}
    return {
        status: {"description": text, "content": {"application/json": {"schema": schema}}}
        for status, text in _FAILURES.items()
        if status not in statuses
    }


def _room_path(name: str, request: RoomRequest) -> dict[str, Any]:
    kind = "text/event-stream" if request.act is None else "application/json"
    schema = {"type": "string"} if request.act is None else _schema_of(request.answer)
    operation: dict[str, Any] = {
        "operationId": name,
        "summary": request.about,
        "responses": {
            "200": {"description": "The answer.", "content": {kind: {"schema": schema}}},
            **_failures(),
        },
    }
    if "{name}" in request.path:
        about = "The name of the room or the class."
        operation["parameters"] = [
            {
                "name": "name",
                "in": "path",
                "required": True,
                "description": about,
                "schema": {"type": "string"},
            }
        ]
    if request.fields is not None:
        operation["requestBody"] = _body(request.fields)
    if request.asker:  # without a token a view shows less
        operation["security"] = [{"token": []}, {}] if request.fields is None else [{"token": []}]
    return operation


def _path(name: str, endpoint: Endpoint) -> dict[str, Any]:
    kind = endpoint.kind
    document: dict[str, Any] = {"$ref": _component(kind.answer)}
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
