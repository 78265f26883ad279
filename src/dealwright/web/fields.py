"""Fields of requests over HTTP, with types and bounds, and the endpoints of requests."""

from __future__ import annotations

import binascii
from base64 import b64decode
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from dataclasses import field as with_default
from functools import cache, cached_property
from importlib import import_module
from typing import Any

from dealwright.base.errors import ArgumentError, DealwrightError
from dealwright.base.jobs import Job
from dealwright.requests.base import Limits, Request
from dealwright.requests.fields import Field as RequestField
from dealwright.requests.fields import UploadedFile, fields_of

__all__ = [
    "MOST_BYTES",
    "MOST_BYTES_OF_FILES",
    "MOST_OF_REQUEST",
    "Endpoint",
    "Field",
    "Refused",
    "checked_fields",
    "served_fields",
    "shown",
    "uploaded_file",
    "values_of",
]

MOST_BYTES = 100_000  # of a request
MOST_BYTES_OF_FILES = 4_000_000  # of one that takes files
MOST_OF_REQUEST = 10.0  # seconds of a request, waiting not counted


def uploaded_file(value: object) -> UploadedFile:
    r"""Return the file of a JSON object: ``name``, and ``text`` or, as Base64, ``content``.

    >>> uploaded_file({"name": "a.dup", "content": "AAE="})
    UploadedFile(name='a.dup', data=b'\x00\x01')

    :raises ArgumentError: if they are something else
    """
    names = set(value) if isinstance(value, dict) else set[str]()
    if not isinstance(value, dict) or names not in ({"name", "text"}, {"name", "content"}):
        raise ArgumentError("a file has a 'name', and a 'text' or, as Base64, its 'content'")
    name = _FILE_NAME.checked("name", value["name"])
    if (
        not name.isprintable() or not name.strip(" .") or set("/\\") & set(name)
        or len(name.encode()) > _FILE_NAME.most
    ):  # fmt: skip
        raise ArgumentError(f"{shown(name)} is not the name of a file, without folders")
    if "text" in value:
        return UploadedFile(name, _FILE_TEXT.checked("text", value["text"]).encode())
    try:
        content = _FILE_TEXT.checked("content", value["content"])
        return UploadedFile(name, b64decode(content, validate=True))
    except (binascii.Error, ValueError):
        raise ArgumentError(f"the content of {name} is not Base64") from None


@dataclass(frozen=True)
class Field:
    """A field of a request: its JSON type, its bounds, and its meaning."""

    type: str  # string, integer, number, boolean, strings, files
    about: str
    least: float = 0
    most: float = 0  # characters of a string, members of a list (``least``: 1)
    needed: bool = False
    example: Any = None

    def schema(self) -> dict[str, Any]:
        """Return its JSON schema."""
        schema: dict[str, Any] = {"type": self.type, "description": self.about}
        if self.type == "string":
            schema["maxLength"] = int(self.most)
        elif self.type in ("strings", "files"):
            text = {"type": "string", "maxLength": 1000}
            schema |= {
                "type": "array", "items": text if self.type == "strings" else _FILE_SCHEMA,
                "minItems": int(max(1, self.least)), "maxItems": int(self.most),
            }  # fmt: skip
        elif self.type != "boolean":
            schema |= {"minimum": self.least, "maximum": self.most}
        if self.example is not None:
            schema["example"] = self.example
        return schema

    def checked(self, name: str, value: object) -> Any:
        """Return the value of the field.

        :raises ArgumentError: if it has another type, or is out of bounds
        """
        if self.type in ("strings", "files"):
            least, noun = max(1, self.least), "texts" if self.type == "strings" else "files"
            if not isinstance(value, list) or not least <= len(value) <= self.most:
                raise ArgumentError(f"'{name}' is a list of {least:g} to {self.most:g} {noun}")
            if self.type == "files":
                return [uploaded_file(item) for item in value]
            return [_TEXT.checked(name, item) for item in value]
        if self.type == "string":
            if not isinstance(value, str):
                raise ArgumentError(f"'{name}' is a text, not {shown(value)}")
            if len(value) > self.most:
                raise ArgumentError(f"'{name}' has at most {self.most:,g} characters")
            return value
        if self.type == "boolean":
            if not isinstance(value, bool):
                raise ArgumentError(f"'{name}' is true or false, not {shown(value)}")
            return value
        kinds = (int,) if self.type == "integer" else (int, float)
        is_number = isinstance(value, kinds) and not isinstance(value, bool)
        if not is_number or not self.least <= value <= self.most:  # type: ignore[operator]
            noun = "an integer" if self.type == "integer" else "a number"
            raise ArgumentError(
                f"'{name}' is {noun} of {self.least:g} to {self.most:g}, not {shown(value)}"
            )
        return value


class Refused(DealwrightError):
    """A request was refused; ``status`` is the HTTP status."""

    def __init__(self, status: int, message: str) -> None:
        super().__init__(message)
        self.status = status


_TEXT = Field("string", "", most=1000)
_FILE_NAME = Field("string", "The name, without folders.", most=200)
_FILE_TEXT = Field("string", "What is in the file.", most=MOST_BYTES_OF_FILES)
_FILE_SCHEMA = {
    "type": "object",
    "required": ["name"],
    "properties": {
        "name": {**_FILE_NAME.schema(), "minLength": 1},
        "text": _FILE_TEXT.schema(),
        "content": {**_FILE_TEXT.schema(), "contentEncoding": "base64"},
    },
    "additionalProperties": False,
}


_JSON = {str: "string", int: "integer", float: "number", bool: "boolean"}


def served_fields(kind: type) -> dict[str, Field]:
    """Return the fields of a request class that the server takes, by name over HTTP."""
    return {name: _served_field(field) for name, field in _fields_by_name(kind).items()}


@cache
def _fields_by_name(kind: type) -> dict[str, RequestField]:
    return {field.served.name or field.name: field for field in fields_of(kind) if field.served}


def _served_field(field: RequestField) -> Field:
    """Return the HTTP form of a field."""
    served = field.served
    assert served is not None
    if field.several and not served.single:
        kind = "files" if field.type is UploadedFile else "strings"
    else:
        kind = _JSON[field.type]
    needed = field.required if served.needed is None else served.needed
    about = served.about or field.help
    return Field(kind, about, served.least, served.most, needed, served.example)


def values_of(kind: type, values: Mapping[str, Any]) -> dict[str, Any]:
    """Return the values of a request's fields, from checked values by name over HTTP."""
    fields = _fields_by_name(kind)
    defaults = {
        field.name: field.served.default
        for field in fields.values()
        if field.served and field.served.default is not None
    }
    return defaults | {fields[name].name: _value(fields[name], values[name]) for name in values}


def _value(field: RequestField, value: Any) -> Any:
    """Return the value of a field of a request over HTTP."""
    if not field.several:
        return value
    if field.served and field.served.single:
        return (value,) if value.strip() else ()
    return tuple(value)


@dataclass(frozen=True)
class Endpoint:
    """A request over HTTP; ``limits`` returns the limits of its answer.

    ``request`` names the class and its module below ``dealwright.requests``: ``"deals:Count"``.
    ``fixed`` are values of fields that the server does not take. ``repeats`` is whether the same
    request always has the same answer, which is then cached; ``several`` is whether the answer is a
    list of documents. ``seconds`` bound the time of an answer, ``bytes`` the size of the request.
    """

    request: str
    limits: Callable[[], Limits]
    fixed: Mapping[str, Any] = with_default(default_factory=dict)
    repeats: bool = True
    several: bool = False
    seconds: float = MOST_OF_REQUEST
    bytes: int = MOST_BYTES

    @cached_property
    def kind(self) -> type[Request]:
        """The class of the request."""
        module, _, name = self.request.partition(":")
        kind: type[Request] = getattr(import_module(f"dealwright.requests.{module}"), name)
        return kind

    @cached_property
    def fields(self) -> dict[str, Field]:
        """The fields, by their names over HTTP."""
        return served_fields(self.kind)

    def field_of(self, argument: str) -> str:
        """Return the name over HTTP of a field of the request, "" if it has none."""
        names = {field.name: name for name, field in _fields_by_name(self.kind).items()}
        return names.get(argument, "")

    def checked(self, fields: object) -> dict[str, Any]:
        """Return the fields of a request; see ``checked_fields``."""
        return checked_fields(self.fields, fields)

    def job(self, fields: object) -> Job[Any, Any]:
        """Return the job of a request, given as JSON values.

        :raises DealwrightError: if it is not valid
        """
        values = values_of(self.kind, self.checked(fields))
        return self.kind(**{**self.fixed, **values}).job(self.limits())


def checked_fields(fields: Mapping[str, Field], values: object) -> dict[str, Any]:
    """Return the values of fields.

    :raises ArgumentError: if one is missing, unknown, or not valid
    """
    if not isinstance(values, dict):
        raise ArgumentError("a request is a JSON object")
    for name in values:
        if name not in fields:
            known = ", ".join(fields) or "this request, which has none"
            raise ArgumentError(f"'{name[:40]}' is not a field of {known}")
    for name, field in fields.items():
        if field.needed and name not in values:
            raise ArgumentError(f"'{name}' is missing")
    return {name: fields[name].checked(name, value) for name, value in values.items()}


def shown(value: object) -> str:
    """Return a value for a message, shortened if it is long."""
    text = repr(value)
    return text if len(text) <= 40 else f"{text[:40]}..."
