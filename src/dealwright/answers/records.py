"""Dataclasses and named tuples as JSON values and back, and their JSON schemas.

The fields of a class are the keys of its object, by their annotations. A class may say more::

    json_keys = ("number", "of", "text")       the attributes that are written, in this order

    @classmethod
    def of_record(cls, *, text: str, **fields)  makes the object from its fields and other values

An attribute that is not a field, such as a property, is written for readers of the document, but
read only if ``of_record`` names it; a leading underscore of its name is omitted. Notes in
``Annotated`` say how a field is written: ``Key``, ``TEXT`` and the others below, or a description
for the schema.
Annotations are evaluated when a document is written or read, so a module imports the notes for type
checkers only.

A key that is missing has the field's default, unknown keys are ignored, and an error names the
path: ``tricks[3].target: 'x' is not an integer``.
"""

from __future__ import annotations

import dataclasses
import inspect
import sys
from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import cache, cached_property
from math import isfinite
from types import NoneType, UnionType
from typing import Annotated, Any, NamedTuple, Union, get_args, get_origin, get_type_hints

from dealwright.base.errors import ArgumentError, DealwrightError

__all__ = [
    "DIGITS",
    "EXACT",
    "FLOAT",
    "INLINE",
    "LETTER",
    "OR_NULL",
    "SHORT",
    "TEXT",
    "WITHOUT_NONE",
    "WORD",
    "Key",
    "OneOf",
    "RecordError",
    "Row",
    "Rows",
    "Text",
    "Through",
    "number_from_json",
    "number_to_json",
    "read_record",
    "schema_of",
    "write_record",
]

Schema = dict[str, Any]
_LARGEST_INTEGER = 1 << 53  # the largest integer that every JSON reader keeps exact
_DIGITS: Schema = {"type": "string", "pattern": "^-?[0-9]+$"}
_FRACTION: Schema = {"type": "string", "pattern": "^-?[0-9]+(/[0-9]+)?$"}
_VALUE: Schema = {
    "description": "A number that loses nothing: integers beyond 2^53 and fractions are texts.",
    "anyOf": [
        {"type": "number"},
        {"type": "string", "pattern": "^(-?[0-9]+(/[0-9]+)?|-?inf|nan)$"},
    ],
}


class RecordError(ArgumentError):
    """JSON values that do not make a record, with the path of the one that is wrong."""

    def __init__(self, words: str, path: str = "") -> None:
        super().__init__(f"{path}: {words}" if path else words)
        self.words = words
        self.path = path


# ------------------------------------------------------------------------------------------- notes


class Key(NamedTuple):
    """The key of the field, if it is not the field's name."""

    name: str


class Row(NamedTuple):
    """Writes a tuple as an object with these keys."""

    keys: tuple[str, ...]


class Rows(NamedTuple):
    """Writes a mapping as a list of objects: a key, or each part of a tuple, and the value."""

    keys: tuple[str, ...]


class OneOf(NamedTuple):
    """The possible texts of the field, for the schema; readers accept others too."""

    texts: tuple[str, ...]


class Text(NamedTuple):
    """Writes an object as the text of an attribute or method; its class reads the text."""

    write: str = "__str__"
    read: str = ""
    lower: bool = False


class Through(NamedTuple):
    """Writes a value as another value, of the type ``kind``, and reads it back."""

    kind: Any
    write: Callable[[Any], Any]
    read: Callable[[Any], Any]


class _Note(NamedTuple):
    """A note without an argument."""

    name: str


DIGITS = _Note("an integer is a text of digits")
EXACT = _Note("an integer beyond 2^53 is a text, a number that JSON cannot write too")
FLOAT = _Note("a fraction is rounded to a float")
SHORT = _Note("a fraction is a text such as 3/8, or 1")
OR_NULL = _Note("an empty text is null")
INLINE = _Note("the keys of the record stand among those of the one that has it")
WITHOUT_NONE = _Note("None leaves the key out")
TEXT = Text()
LETTER = Text("letter", "of")  # of a seat
WORD = Text("name", "of", lower=True)


def number_to_json(number: float | Fraction) -> int | float | str:
    """Return a number as a JSON value.

    Integers beyond 2^53 become decimal strings, fractions "p/q", and numbers that JSON cannot write
    "inf", "-inf" or "nan".

    >>> from fractions import Fraction
    >>> [number_to_json(n) for n in (7, 2**53 + 1, Fraction(1, 3), 0.5)]
    [7, '9007199254740993', '1/3', 0.5]
    """
    if isinstance(number, Fraction):
        return f"{number.numerator}/{number.denominator}"
    if isinstance(number, int):
        return int(number) if -_LARGEST_INTEGER <= number <= _LARGEST_INTEGER else str(int(number))
    return float(number) if isfinite(number) else str(float(number))


def number_from_json(value: Any) -> int | float | Fraction:
    """Return the number of a JSON value; the inverse of ``number_to_json``.

    >>> [number_from_json(value) for value in (7, "9007199254740993", "1/3", 0.5)]
    [7, 9007199254740993, Fraction(1, 3), 0.5]

    :raises ArgumentError: if the value is not a number
    """
    if isinstance(value, int | float) and not isinstance(value, bool):
        return value
    try:
        if not isinstance(value, str):
            raise TypeError
        if value in ("inf", "-inf", "nan"):
            return float(value)
        return Fraction(value) if "/" in value else int(value)
    except (TypeError, ValueError, ZeroDivisionError):
        raise ArgumentError(f"{value!r} is not a number") from None


def _integer(value: Any) -> int:
    try:
        number = number_from_json(value)
    except ArgumentError:
        number = 0.5
    if not isinstance(number, int):
        raise RecordError(f"{value!r} is not an integer")
    return number


def _fraction(value: Any) -> Fraction:
    number = number_from_json(value)
    if not isfinite(number):
        raise RecordError(f"{value!r} is not a fraction")
    return Fraction(number)


# ------------------------------------------------------------------------------------------ codecs


class _Codec:
    """The functions that write and read a type; ``json`` has the JSON types of its values."""

    def __init__(
        self,
        write: Callable[[Any], Any],
        read: Callable[[Any], Any],
        schema: Callable[[Schema], Schema],
        json: tuple[type, ...],
    ) -> None:
        self.write, self.read, self.schema, self.json = write, read, schema, json


def _same(value: Any) -> Any:
    return value


def _fixed(schema: Schema) -> Callable[[Schema], Schema]:
    return lambda _: schema


def _checked(kind: type) -> Callable[[Any], Any]:
    def read(value: Any) -> Any:
        if not isinstance(value, kind) or (isinstance(value, bool) and kind is not bool):
            name = {str: "a text", bool: "true or false", dict: "an object", list: "a list"}
            raise RecordError(f"{value!r} is not {name.get(kind, kind.__name__)}")
        return value

    return read


def _value(definitions: Schema) -> Schema:
    definitions["value"] = _VALUE
    return {"$ref": "#/$defs/value"}


_NUMBER = _Codec(number_to_json, number_from_json, _value, (int, float, str))
_PLAIN: dict[Any, _Codec] = {
    str: _Codec(_same, _checked(str), _fixed({"type": "string"}), (str,)),
    bool: _Codec(_same, _checked(bool), _fixed({"type": "boolean"}), (bool,)),
    int: _Codec(_same, _integer, _fixed({"type": "integer"}), (int,)),
    float: _Codec(
        lambda number: float(number) if isinstance(number, Fraction) else number,
        number_from_json, _fixed({"type": "number"}), (float, int),
    ),
    Fraction: _Codec(number_to_json, _fraction, _fixed(_FRACTION), (str, int)),
    NoneType: _Codec(_same, _checked(NoneType), _fixed({"type": "null"}), (NoneType,)),
    Any: _Codec(_same, _same, _fixed({}), ()),
    int | float | Fraction: _NUMBER,
}  # fmt: skip
_NOTED: dict[tuple[_Note, Any], _Codec] = {
    (DIGITS, int): _Codec(lambda n: str(int(n)), _integer, _fixed(_DIGITS), (str,)),
    (EXACT, int): _Codec(number_to_json, _integer, _value, (int, str)),
    (EXACT, float): _NUMBER,
    (FLOAT, Fraction): _Codec(float, number_from_json, _fixed({"type": "number"}), (float, int)),
    (SHORT, Fraction): _Codec(str, _fraction, _fixed(_FRACTION), (str,)),
    (OR_NULL, str): _Codec(
        lambda text: text or None, lambda value: "" if value is None else _checked(str)(value),
        _fixed({"type": ["string", "null"]}), (str, NoneType),
    ),
}  # fmt: skip


def _within(step: str, read: Callable[[Any], Any], value: Any) -> Any:
    """Read a part of a value; the path of an error starts with the step that leads to the part."""
    try:
        return read(value)
    except RecordError as error:
        path = error.path and f"{'' if error.path[0] == '[' else '.'}{error.path}"
        raise RecordError(error.words, step + path) from None
    except KeyError as error:
        raise RecordError(f"it has no {error.args[0]!r}", step) from None
    except (DealwrightError, TypeError, ValueError, AttributeError) as error:
        raise RecordError(str(error), step) from None


@cache
def _codec(hint: Any) -> _Codec:
    """Return the codec of a type."""
    if get_origin(hint) is Annotated:
        return _noted(hint.__origin__, hint.__metadata__)
    if hint in _PLAIN:
        return _PLAIN[hint]
    origin, parts = get_origin(hint), get_args(hint)
    if origin in (Union, UnionType):
        return _union(parts)
    if origin is tuple and parts[-1] is not ...:
        return _row(parts, None)
    if origin in (tuple, list):
        return _list(origin, _codec(parts[0]))
    if isinstance(origin, type) and issubclass(origin, Mapping):
        return _map(_codec(parts[0]), _codec(parts[1]))
    if dataclasses.is_dataclass(hint) or hasattr(hint, "json_keys") or hasattr(hint, "_fields"):
        record = _Record(hint)
        return _Codec(record.write, record.read, record.schema, (dict,))
    raise TypeError(f"{hint!r} has no JSON values")


def _noted(inner: Any, notes: tuple[Any, ...]) -> _Codec:
    """Return the codec of a type with notes; those of a union apply to each part."""
    parts = get_args(inner) if get_origin(inner) in (Union, UnionType) else ()
    for note in notes:
        if isinstance(note, Through):
            return _through(note)
        if parts and isinstance(note, Text | Row | Rows):
            return _union(
                tuple(part if part is NoneType else Annotated[part, note] for part in parts)
            )
        if isinstance(note, OneOf):
            return _Codec(_same, _checked(str), _fixed({"enum": [*note.texts]}), (str,))
        if isinstance(note, Text):
            return _text(inner, note)
        if isinstance(note, Row):
            return _row(get_args(inner), note.keys)
        if isinstance(note, Rows):
            return _rows(get_args(inner), note.keys)
        if parts and any((note, part) in _NOTED for part in parts):
            return _union(
                tuple(Annotated[part, note] if (note, part) in _NOTED else part for part in parts)
            )
        if (note, inner) in _NOTED:
            return _NOTED[note, inner]
    return _codec(inner)


def _through(note: Through) -> _Codec:
    codec = _codec(note.kind)
    return _Codec(
        lambda value: codec.write(note.write(value)),
        lambda value: note.read(codec.read(value)),
        codec.schema,
        codec.json,
    )


def _text(kind: Any, note: Text) -> _Codec:
    def write(value: Any) -> str:
        text = getattr(value, note.write)
        text = str(text() if callable(text) else text)
        return text.lower() if note.lower else text

    read = getattr(kind, note.read) if note.read else kind
    members = [write(member) for member in getattr(kind, "__members__", {}).values()]
    schema: Schema = {"enum": members} if members else {"type": "string"}
    return _Codec(write, lambda text: read(_checked(str)(text)), _fixed(schema), (str,))


def _union(parts: tuple[Any, ...]) -> _Codec:
    """Return the codec of a union: the type of an object, or of a JSON value, selects the part."""
    if len({int, float, Fraction} & set(parts)) > 1:  # an exact number
        parts = (float, *(part for part in parts if part not in (int, float, Fraction)))
        return _union_of(parts, [_NUMBER, *map(_codec, parts[1:])])
    return _union_of(parts, [_codec(part) for part in parts])


def _union_of(parts: tuple[Any, ...], codecs: list[_Codec]) -> _Codec:
    plain = [part.__origin__ if get_origin(part) is Annotated else part for part in parts]
    kinds = [get_origin(part) or part for part in plain]

    def write(value: Any) -> Any:
        for codec, kind in zip(codecs, kinds, strict=True):
            if isinstance(value, kind):
                return codec.write(value)
        return codecs[0].write(value)  # such as an integer for a float

    def read(value: Any) -> Any:
        for codec in codecs:
            if type(value) in codec.json:
                return codec.read(value)
        return codecs[0].read(value)

    def schema(definitions: Schema) -> Schema:
        return {"anyOf": [codec.schema(definitions) for codec in codecs]}

    return _Codec(write, read, schema, tuple(kind for codec in codecs for kind in codec.json))


def _list(kind: Callable[[list[Any]], Any], part: _Codec) -> _Codec:
    def read(values: Any) -> Any:
        rows = enumerate(_checked(list)(values))
        return kind([_within(f"[{index}]", part.read, value) for index, value in rows])

    def schema(definitions: Schema) -> Schema:
        return {"type": "array", "items": part.schema(definitions)}

    return _Codec(lambda values: [part.write(value) for value in values], read, schema, (list,))


def _row(parts: tuple[Any, ...], keys: tuple[str, ...] | None) -> _Codec:
    """Return the codec of a tuple of fixed length: a list, or an object with the keys."""
    codecs = [_codec(part) for part in parts]

    def write(values: Any) -> Any:
        written = [codec.write(value) for codec, value in zip(codecs, values, strict=True)]
        return written if keys is None else dict(zip(keys, written, strict=True))

    def read(values: Any) -> Any:
        if keys is not None:
            values = [_required(values, key) for key in keys]
        if len(_checked(list)(values)) != len(codecs):
            raise RecordError(f"expected {len(codecs)} values, got {len(values)}: {values!r}")
        steps = [f"[{index}]" for index in range(len(codecs))] if keys is None else keys
        return tuple(
            _within(step, codec.read, value)
            for step, codec, value in zip(steps, codecs, values, strict=True)
        )

    def schema(definitions: Schema) -> Schema:
        schemas = [codec.schema(definitions) for codec in codecs]
        if keys is not None:
            return _object(dict(zip(keys, schemas, strict=True)), list(keys))
        size = len(schemas)
        return {"type": "array", "prefixItems": schemas, "minItems": size, "maxItems": size}

    return _Codec(write, read, schema, (list,) if keys is None else (dict,))


def _rows(parts: tuple[Any, ...], keys: tuple[str, ...]) -> _Codec:
    """Return the codec of a mapping as rows; a key that takes several columns is a tuple."""
    several = len(keys) > 2
    row = _row((*get_args(parts[0]), parts[1]) if several else parts, keys)

    def write(values: Mapping[Any, Any]) -> Any:
        return [
            row.write((*key, value) if several else (key, value)) for key, value in values.items()
        ]

    def read(values: list[Any]) -> dict[Any, Any]:
        return {tuple(key) if several else key[0]: value for *key, value in rows.read(values)}

    rows = _list(list, row)
    return _Codec(write, read, rows.schema, (list,))


def _map(key: _Codec, part: _Codec) -> _Codec:
    def write(values: Mapping[Any, Any]) -> Any:
        return {key.write(name): part.write(value) for name, value in values.items()}

    def read(values: Any) -> Any:
        return {
            _within(name, key.read, name): _within(name, part.read, value)
            for name, value in _checked(dict)(values).items()
        }

    def schema(definitions: Schema) -> Schema:
        object_schema = {"type": "object", "additionalProperties": part.schema(definitions)}
        names = key.schema(definitions)
        return (
            object_schema
            if names == {"type": "string"}
            else {**object_schema, "propertyNames": names}
        )

    return _Codec(write, read, schema, (dict,))


def _required(values: Any, key: str) -> Any:
    try:
        return _checked(dict)(values)[key]
    except KeyError:
        raise RecordError(f"it has no {key!r}") from None


def _object(properties: Schema, required: list[str]) -> Schema:
    schema = {"type": "object", "properties": properties, "required": required}
    return {**schema, "additionalProperties": False}


class _Field(NamedTuple):
    """An attribute of a record; ``is_needed`` is None if it is not read."""

    name: str
    key: str
    codec: _Codec
    notes: tuple[Any, ...]
    is_needed: bool | None
    description: str


class _Record:
    """A dataclass or a named tuple; its fields are looked up when the first is written or read."""

    def __init__(self, kind: Any) -> None:
        self.kind = kind

    @cached_property
    def fields(self) -> list[_Field]:
        kind = self.kind
        hints = _hints(kind)
        own_fields, record_arguments = _needed(kind), _needed(getattr(kind, "of_record", None))
        result: list[_Field] = []
        for name in getattr(kind, "json_keys", own_fields):
            hint, words = (hints[name], "") if name in hints else _derived(kind, name)
            notes = hint.__metadata__ if get_origin(hint) is Annotated else ()
            bare = name.lstrip("_")
            key = next((note.name for note in notes if isinstance(note, Key)), bare)
            words = next((note for note in notes if isinstance(note, str)), words)
            is_needed = record_arguments.get(bare, own_fields.get(name))
            result.append(_Field(name, key, _codec(hint), notes, is_needed, words))
        return result

    def write(self, value: Any) -> dict[str, Any]:
        json_values: dict[str, Any] = {}
        for field in self.fields:
            part = field.codec.write(getattr(value, field.name))
            if INLINE in field.notes:
                json_values.update(part)
            elif part is not None or WITHOUT_NONE not in field.notes:
                json_values[field.key] = part
        return json_values

    def read(self, values: Any) -> Any:
        _checked(dict)(values)
        arguments: dict[str, Any] = {}
        for field in self.fields:
            if field.is_needed is None:
                continue
            name = field.name.lstrip("_")
            if INLINE in field.notes:
                arguments[name] = field.codec.read(values)
            elif field.key in values:
                arguments[name] = _within(field.key, field.codec.read, values[field.key])
            elif field.is_needed:
                raise RecordError(f"it has no {field.key!r}")
        return getattr(self.kind, "of_record", self.kind)(**arguments)

    def schema(self, definitions: Schema) -> Schema:
        name = self.kind.__name__
        if name.startswith("_"):  # of its module alone
            name = self.kind.__module__.rpartition(".")[2] + name
        if name not in definitions:
            definitions[name] = {}  # a record may have records of its own class
            properties: Schema = {}
            required: list[str] = []
            for field in self.fields:
                part = field.codec.schema(definitions)
                if INLINE in field.notes:
                    whole = definitions[part["$ref"].rpartition("/")[2]]
                    properties |= whole["properties"]
                    required += whole["required"]
                    continue
                if field.description:
                    part = {**part, "description": field.description}
                properties[field.key] = part
                if WITHOUT_NONE in field.notes:
                    part["anyOf"] = [
                        option for option in part["anyOf"] if option != {"type": "null"}
                    ]
                else:
                    required.append(field.key)
            schema = _object(properties, list(dict.fromkeys(required)))
            definitions[name] = {"description": _prose(self.kind), **schema}
        return {"$ref": f"#/$defs/{name}"}


def _prose(thing: Any) -> str:
    """Return a docstring without its examples and errors, as one line."""
    text = (inspect.getdoc(thing) or "").split(">>>")[0].split(":raises")[0]
    return " ".join(text.replace("``", "").split())


def _hints(thing: Any) -> dict[str, Any]:
    """Return the annotations of a class or a function: names of its module, then notes."""
    module = vars(sys.modules[thing.__module__])
    return get_type_hints(thing, localns={**_NAMES, **module}, include_extras=True)


def _needed(function: Any) -> dict[str, bool]:
    """Return the named arguments of a class or a function, and whether each has no default."""
    if function is None:
        return {}
    return {
        name: parameter.default is parameter.empty
        for name, parameter in inspect.signature(function).parameters.items()
        if parameter.kind is not parameter.VAR_KEYWORD
    }


def _derived(kind: Any, name: str) -> tuple[Any, str]:
    """Return the type of a property, or of a method without arguments, and its description."""
    attribute = inspect.getattr_static(kind, name)
    function = getattr(attribute, "fget", None) or getattr(attribute, "func", attribute)
    return _hints(function)["return"], _prose(function)


def write_record(value: Any) -> dict[str, Any]:
    """Return the JSON values of a record.

    >>> from dealwright.numbering.combinations import CombinationNumber
    >>> write_record(CombinationNumber(5, 2, "lex", (0, 1), 0))
    {'n': 5, 'k': 2, 'order': 'lex', 'combination': [0, 1], 'number': '0', 'of': '10'}
    """
    kind: Any = type(value)
    return _codec(kind).write(value)  # type: ignore[no-any-return]


def read_record(kind: Any, values: Mapping[str, Any]) -> Any:
    """Return the record of JSON values; the inverse of ``write_record``.

    :raises RecordError: if a value is missing or wrong; it names the path
    """
    return _codec(kind).read(values)


def schema_of(kind: Any) -> Schema:
    """Return the JSON schema of a record; ``$defs`` has those of its parts."""
    definitions: Schema = {}
    return {**_codec(kind).schema(definitions), "$defs": definitions}


# arrays are annotated for type checkers only; no array is written
_NAMES: dict[str, Any] = {name: globals()[name] for name in [*__all__, "Annotated"]}
_NAMES["NDArray"] = list
