"""Fields of requests over HTTP, with their types and bounds, and the endpoints that take them."""

from __future__ import annotations

import binascii
from base64 import b64decode
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from dataclasses import field as with_default
from functools import cache, cached_property
from typing import Any

from dealwright.errors import ArgumentError, DealwrightError
from dealwright.jobs import Job
from dealwright.requests.base import Limits, Request
from dealwright.requests.fields import Field as AskedField
from dealwright.requests.fields import UploadedFile, fields_of

__all__ = [
    "MOST_BYTES",
    "MOST_BYTES_OF_FILES",
    "MOST_OF_REQUEST",
    "Endpoint",
    "Field",
    "Refused",
    "checked_fields",
    "given_file",
    "served_fields",
    "shown",
    "values_of",
]

MOST_BYTES = 100_000  # of a request
MOST_BYTES_OF_FILES = 4_000_000  # of one that takes files
MOST_OF_REQUEST = 10.0  # seconds of a request, waiting not counted


def given_file(value: object) -> UploadedFile:
    r"""Return the file of JSON values: ``name``, and ``text`` or, as Base64, ``content``.

    >>> given_file({"name": "a.dup", "content": "AAE="})
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
    """A field of a request: its JSON type, its bounds, and what it means."""

    type: str  # string, integer, number, boolean, strings, files
    about: str
    least: float = 0
    most: float = 0  # characters of a string, members of a list (``least``: 1)
    needed: bool = False
    example: Any = None

    def schema(self) -> dict[str, Any]:
        """Return its JSON schema."""
        found: dict[str, Any] = {"type": self.type, "description": self.about}
        if self.type == "string":
            found["maxLength"] = int(self.most)
        elif self.type in ("strings", "files"):
            text = {"type": "string", "maxLength": 1000}
            found |= {
                "type": "array", "items": text if self.type == "strings" else _FILE_SCHEMA,
                "minItems": int(max(1, self.least)), "maxItems": int(self.most),
            }  # fmt: skip
        elif self.type != "boolean":
            found |= {"minimum": self.least, "maximum": self.most}
        if self.example is not None:
            found["example"] = self.example
        return found

    def checked(self, name: str, value: object) -> Any:
        """Return the value of the field.

        :raises ArgumentError: if it has another type, or is out of bounds
        """
        if self.type in ("strings", "files"):
            least, what = max(1, self.least), "texts" if self.type == "strings" else "files"
            if not isinstance(value, list) or not least <= len(value) <= self.most:
                raise ArgumentError(f"'{name}' is a list of {least:g} to {self.most:g} {what}")
            if self.type == "files":
                return [given_file(each) for each in value]
            return [_TEXT.checked(name, each) for each in value]
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
        number = isinstance(value, kinds) and not isinstance(value, bool)
        if not number or not self.least <= value <= self.most:  # type: ignore[operator]
            what = "an integer" if self.type == "integer" else "a number"
            raise ArgumentError(
                f"'{name}' is {what} of {self.least:g} to {self.most:g}, not {shown(value)}"
            )
        return value


class Refused(DealwrightError):
    """A request that is refused; ``status`` is that of HTTP."""

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
    """Return the fields that the server knows of a request, by their names over HTTP."""
    return {name: _served_field(field) for name, field in _known(kind).items()}


@cache
def _known(kind: type) -> dict[str, AskedField]:
    return {field.served.name or field.name: field for field in fields_of(kind) if field.served}


def _served_field(field: AskedField) -> Field:
    """Return a field as the server checks and describes it."""
    allowed = field.served
    assert allowed is not None
    if field.several and not allowed.single:
        kind = "files" if field.type is UploadedFile else "strings"
    else:
        kind = _JSON[field.type]
    needed = field.required if allowed.needed is None else allowed.needed
    about = allowed.about or field.help
    return Field(kind, about, allowed.least, allowed.most, needed, allowed.example)


def values_of(kind: type, given: Mapping[str, Any]) -> dict[str, Any]:
    """Return the values of a request's fields, from checked ones by their names over HTTP."""
    known = _known(kind)
    defaults = {
        field.name: field.served.default
        for field in known.values()
        if field.served and field.served.default is not None
    }
    return defaults | {known[name].name: _value(known[name], given[name]) for name in given}


def _value(field: AskedField, given: Any) -> Any:
    """Return the value of a field of a request over HTTP."""
    if not field.several:
        return given
    if field.served and field.served.single:
        return (given,) if given.strip() else ()
    return tuple(given)


@dataclass(frozen=True)
class Endpoint:
    """A request as the server takes it; ``limits`` is what its answer may use.

    ``fixed`` are values of fields that the server does not take. ``repeats`` says that the same
    request always has the same answer, which is kept for the next asker; ``several`` that the
    answer is a list of documents. ``seconds`` bound the time of an answer, ``bytes`` the request.
    """

    kind: type[Request]
    limits: Callable[[], Limits]
    fixed: Mapping[str, Any] = with_default(default_factory=dict)
    repeats: bool = True
    several: bool = False
    seconds: float = MOST_OF_REQUEST
    bytes: int = MOST_BYTES

    @cached_property
    def fields(self) -> dict[str, Field]:
        """The fields, by their names over HTTP."""
        return served_fields(self.kind)

    def field_of(self, argument: str) -> str:
        """Return what a field of the request is called over HTTP, "" if it is none there."""
        names = {field.name: name for name, field in _known(self.kind).items()}
        return names.get(argument, "")

    def checked(self, given: object) -> dict[str, Any]:
        """Return the fields of a request; see ``checked_fields``."""
        return checked_fields(self.fields, given)

    def job(self, given: object) -> Job[Any, Any]:
        """Return the job of a request, of JSON values.

        :raises DealwrightError: if it is not valid
        """
        values = values_of(self.kind, self.checked(given))
        return self.kind(**{**self.fixed, **values}).job(self.limits())


def checked_fields(fields: Mapping[str, Field], given: object) -> dict[str, Any]:
    """Return the values of fields.

    :raises ArgumentError: if one is missing, unknown, or not valid
    """
    if not isinstance(given, dict):
        raise ArgumentError("a request is a JSON object")
    for name in given:
        if name not in fields:
            known = ", ".join(fields) or "this request, which has none"
            raise ArgumentError(f"'{name[:40]}' is not a field of {known}")
    for name, field in fields.items():
        if field.needed and name not in given:
            raise ArgumentError(f"'{name}' is missing")
    return {name: fields[name].checked(name, value) for name, value in given.items()}


def shown(value: object) -> str:
    """Return a value for a message, shortened if it is long."""
    text = repr(value)
    return text if len(text) <= 40 else f"{text[:40]}..."
