"""The OpenAPI document of the server, made from its requests."""

from __future__ import annotations

from functools import cache
from typing import Any

from dealwright import __version__
from dealwright.web.fields import Request
from dealwright.web.requests import REQUESTS

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
            },
        }
    },
}
_FAILURES = {
    "400": "The request is no JSON.",
    "403": "The request comes from a page of another site.",
    "405": "The request is no POST.",
    "413": "The request is too long.",
    "415": "The request is not application/json.",
    "422": "The request is not valid, or asks for too much.",
    "500": "A fault of the program.",
    "503": "Too many requests wait.",
}


_SCENARIOS = {
    "operationId": "scenarios",
    "summary": "The library of named conditions.",
    "responses": {
        "200": {
            "description": "A list of documents of the kind scenario.",
            "content": {"application/json": {"schema": {"type": "array"}}},
        }
    },
}
_FUNCTIONS = {
    "operationId": "functions",
    "summary": "The functions of the language: name, a call, other names, meaning.",
    "responses": {
        "200": {
            "description": "A list of objects.",
            "content": {"application/json": {"schema": {"type": "array"}}},
        }
    },
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
            "/api/v1/scenarios": {"get": _SCENARIOS},
            "/api/v1/functions": {"get": _FUNCTIONS},
        },
        "components": {"schemas": {"error": _ERROR}},
    }


def _path(name: str, request: Request) -> dict[str, Any]:
    body: dict[str, Any] = {
        "type": "object",
        "properties": {field: each.schema() for field, each in request.fields.items()},
        "additionalProperties": False,
    }
    needed = [field for field, each in request.fields.items() if each.needed]
    if needed:
        body["required"] = needed
    document = {
        "type": "object",
        "required": ["dealwright", "kind"],
        "properties": {"dealwright": {"const": 1}, "kind": {"const": request.kind}},
    }
    if request.several:
        document = {"type": "array", "items": document}
    answer: dict[str, Any] = {"application/json": {"schema": document}}
    if request.partial:
        answer["text/event-stream"] = {"schema": {"type": "string"}}
    failures = {
        status: {
            "description": text,
            "content": {"application/json": {"schema": {"$ref": "#/components/schemas/error"}}},
        }
        for status, text in _FAILURES.items()
    }
    return {
        "operationId": name,
        "summary": request.about,
        "requestBody": {
            "required": bool(needed),
            "content": {"application/json": {"schema": body}},
        },
        "responses": {"200": {"description": "The answer.", "content": answer}, **failures},
    }
