"""Endpoints: the requests of a row over HTTP, the fields that they take, and their limits."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from dataclasses import field as with_default
from functools import cache, cached_property
from importlib import import_module
from typing import Any

from dealwright.base.errors import DealwrightError
from dealwright.base.jobs import Job
from dealwright.requests.base import Limits, Request
from dealwright.requests.fields import Field, fields_of
from dealwright.requests.served import Served, checked_fields

__all__ = ["MOST_BYTES", "MOST_OF_REQUEST", "Endpoint", "Refused", "served_fields", "values_of"]

MOST_BYTES = 100_000  # of a request
MOST_OF_REQUEST = 10.0  # seconds of a request, waiting not counted


class Refused(DealwrightError):
    """A request was refused; ``status`` is the HTTP status."""

    def __init__(self, status: int, message: str) -> None:
        super().__init__(message)
        self.status = status


def served_fields(kind: type) -> dict[str, Served]:
    """Return the fields of a request class that the server takes, by name over HTTP."""
    return {name: field.served for name, field in _fields_by_name(kind).items() if field.served}


@cache
def _fields_by_name(kind: type) -> dict[str, Field]:
    return {field.served.name or field.name: field for field in fields_of(kind) if field.served}


def values_of(kind: type, values: Mapping[str, Any]) -> dict[str, Any]:
    """Return the values of a request's fields, from checked values by name over HTTP."""
    fields = _fields_by_name(kind)
    defaults = {
        field.name: field.served.default
        for field in fields.values()
        if field.served and field.served.default is not None
    }
    return defaults | {fields[name].name: _value(fields[name], values[name]) for name in values}


def _value(field: Field, value: Any) -> Any:
    """Return the value of a field of a request over HTTP."""
    if not field.several:
        return value
    if field.served and field.served.single:
        return (value,) if value.strip() else ()
    return tuple(value)


@dataclass(frozen=True)
class Endpoint:
    """A request over HTTP; ``limits`` returns the limits of its answer.

    ``request`` names the class and its module below ``dealwright.requests``, as in
    ``"deals:CountRequest"``. ``fixed`` are values of fields that the server does not take.
    ``repeats`` is whether the same request always has the same answer, which is then cached;
    ``several`` is whether the answer is a list of documents. ``seconds`` bound the time of an
    answer, ``bytes`` the size of the request.
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
    def fields(self) -> dict[str, Served]:
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
