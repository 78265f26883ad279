"""Fields of requests over HTTP: JSON types and bounds, and the checks of values."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from dealwright.base.errors import ArgumentError

__all__ = ["MOST_BYTES_OF_FILES", "Served", "UploadedFile", "checked_fields", "uploaded_file"]

MOST_BYTES_OF_FILES = 4_000_000  # of the files of one request


class UploadedFile(NamedTuple):
    """A file in a request over HTTP: its name, without folders, and its bytes."""

    name: str
    data: bytes


class Served(NamedTuple):
    """A field over HTTP: its bounds, and where it differs from the command line.

    ``least`` and ``most`` bound a number, the characters of a text, or the members of a list, which
    has at least one. ``about`` replaces the help text ("": the same), ``name`` the name and
    ``default`` the default (None: that of the request). ``needed`` is whether it is required (None:
    as on the command line), ``single`` whether a list is given as one text. ``type`` is that of
    JSON (string, integer, number, boolean), strings or files. ``fields_of`` fills in what follows
    from the field itself.
    """

    about: str = ""
    least: float = 0
    most: float = 0
    example: Any = None
    name: str = ""
    default: Any = None
    needed: bool | None = None
    single: bool = False
    type: str = ""

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
        if self.default not in (None, "", ()):
            schema["default"] = self.default
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
                raise ArgumentError(f"'{name}' must be a list of {least:g} to {self.most:g} {noun}")
            if self.type == "files":
                return [uploaded_file(item) for item in value]
            return [_TEXT.checked(name, item) for item in value]
        if self.type == "string":
            if not isinstance(value, str):
                raise ArgumentError(f"'{name}' must be a text, not {_shown(value)}")
            if len(value) > self.most:
                raise ArgumentError(f"'{name}' can have at most {self.most:,g} characters")
            return value
        if self.type == "boolean":
            if not isinstance(value, bool):
                raise ArgumentError(f"'{name}' must be true or false, not {_shown(value)}")
            return value
        kinds = (int,) if self.type == "integer" else (int, float)
        is_number = isinstance(value, kinds) and not isinstance(value, bool)
        if not is_number or not self.least <= value <= self.most:  # type: ignore[operator]
            noun = "an integer" if self.type == "integer" else "a number"
            raise ArgumentError(
                f"'{name}' must be {noun} of {self.least:g} to {self.most:g}, not {_shown(value)}"
            )
        return value


def uploaded_file(value: object) -> UploadedFile:
    r"""Return the file of a JSON object: ``name``, and ``text`` or, as Base64, ``content``.

    >>> uploaded_file({"name": "a.dup", "content": "AAE="})
    UploadedFile(name='a.dup', data=b'\x00\x01')

    :raises ArgumentError: if they are something else
    """
    names = set(value) if isinstance(value, dict) else set[str]()
    if not isinstance(value, dict) or names not in ({"name", "text"}, {"name", "content"}):
        raise ArgumentError("a file needs a 'name', and a 'text' or, as Base64, its 'content'")
    name = _FILE_NAME.checked("name", value["name"])
    if (
        not name.isprintable() or not name.strip(" .") or set("/\\") & set(name)
        or len(name.encode()) > _FILE_NAME.most
    ):  # fmt: skip
        raise ArgumentError(f"{_shown(name)} is not the name of a file, without folders")
    if "text" in value:
        return UploadedFile(name, _FILE_TEXT.checked("text", value["text"]).encode())
    from base64 import b64decode  # only the server reads files so

    try:
        content = _FILE_TEXT.checked("content", value["content"])
        return UploadedFile(name, b64decode(content, validate=True))
    except ValueError:
        raise ArgumentError(f"the content of {name} is not Base64") from None


_TEXT = Served(most=1000, type="string")
_FILE_NAME = Served("The name, without folders.", most=200, type="string")
_FILE_TEXT = Served("What is in the file.", most=MOST_BYTES_OF_FILES, type="string")
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


def checked_fields(fields: Mapping[str, Served], values: object) -> dict[str, Any]:
    """Return the values of fields.

    :raises ArgumentError: if one is missing, unknown, or not valid
    """
    if not isinstance(values, dict):
        raise ArgumentError("a request must be a JSON object")
    for name in values:
        if name not in fields:
            known = f"there are {', '.join(fields)}" if fields else "this request has none"
            raise ArgumentError(f"there is no field '{name[:40]}'; {known}")
    for name, field in fields.items():
        if field.needed and name not in values:
            raise ArgumentError(f"'{name}' is missing")
    return {name: fields[name].checked(name, value) for name, value in values.items()}


def _shown(value: object) -> str:
    """Return a value for a message, shortened if it is long."""
    text = repr(value)
    return text if len(text) <= 40 else f"{text[:40]}..."
