"""Fields of requests over HTTP: their types and bounds; and what a request is."""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from dealwright.errors import ArgumentError, DealwrightError
from dealwright.jobs import Job

__all__ = [
    "MOST_OF_REQUEST",
    "MOST_SECONDS",
    "SECONDS",
    "SEED",
    "Field",
    "FieldError",
    "Request",
    "at_once",
    "checked_fields",
    "reading",
    "seed_of",
    "shown",
]

MOST_OF_REQUEST = 10.0  # seconds of a request, waiting not counted
MOST_SECONDS = 5.0  # that an answer may be asked to cost


@dataclass(frozen=True)
class Field:
    """A field of a request: its JSON type, its bounds, and what it means."""

    type: str  # string, integer, number, boolean, strings
    about: str
    least: float = 0
    most: float = 0  # characters of a string, strings of a list (``least``: 1)
    needed: bool = False
    example: Any = None

    def schema(self) -> dict[str, Any]:
        """Return its JSON schema."""
        found: dict[str, Any] = {"type": self.type, "description": self.about}
        if self.type == "string":
            found["maxLength"] = int(self.most)
        elif self.type == "strings":
            text = {"type": "string", "maxLength": 1000}
            found |= {
                "type": "array", "items": text,
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
        if self.type == "strings":
            least = max(1, self.least)
            if not isinstance(value, list) or not least <= len(value) <= self.most:
                raise ArgumentError(f"'{name}' is a list of {least:g} to {self.most:g} texts")
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


class FieldError(DealwrightError):
    """An error that one field of a request causes; ``__cause__`` is the error itself."""

    def __init__(self, field: str, message: str) -> None:
        super().__init__(message)
        self.field = field


@contextmanager
def reading(field: str) -> Generator[None]:
    """Name the field of a request in an error that is raised while the field is read.

    >>> with reading("play"):
    ...     raise ArgumentError("'XX' is not a card")
    Traceback (most recent call last):
    dealwright.web.fields.FieldError: 'XX' is not a card

    :raises FieldError: for any error of Dealwright
    """
    try:
        yield
    except DealwrightError as error:
        raise FieldError(field, str(error)) from error


_TEXT = Field("string", "", most=1000)
SEED = Field("string", "Repeats what was drawn.", most=100, example="friday")
SECONDS = Field(
    "number", "Seconds of work that an exact answer may cost, else it is estimated.",
    most=MOST_SECONDS, example=1,
)  # fmt: skip


@dataclass(frozen=True)
class Request:
    """A request: what it asks, its fields, and the job that answers it.

    ``partial`` says that the job's partial results are answers so far; ``repeats`` that the same
    request always has the same answer; ``several`` that it is a list of documents. ``seconds``
    bound the time of an answer.
    """

    about: str
    kind: str  # of the document that answers
    fields: Mapping[str, Field]
    make: Callable[[Mapping[str, Any]], Job[Any, Any]]
    partial: bool = False
    repeats: bool = True
    several: bool = False
    seconds: float = MOST_OF_REQUEST

    def checked(self, given: object) -> dict[str, Any]:
        """Return the fields of a request; see ``checked_fields``."""
        return checked_fields(self.fields, given)


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


def at_once(find: Callable[[Job[Any, Any]], Any]) -> Job[Any, Any]:
    """Return a job whose work is one call, without partial results."""

    def work(job: Job[Any, Any]) -> Generator[Any, None, Any]:
        yield from ()
        return find(job)

    return Job(work)


def seed_of(given: Mapping[str, Any]) -> str:
    """Return the seed of a request; the page has one of its own."""
    return str(given.get("seed", "page"))


def shown(value: object) -> str:
    """Return a value for a message, shortened if it is long."""
    text = repr(value)
    return text if len(text) <= 40 else f"{text[:40]}..."
