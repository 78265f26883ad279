"""Fields of requests: the name, type, default and help text of each.

The fields of a ``Request`` and the parameters of a command's function are annotated with ``Option``
or ``Argument``. The command line and the server read their input by these annotations; help, manual
pages, completion and the OpenAPI document show them.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from functools import cache
from pathlib import Path
from types import NoneType, UnionType
from typing import Annotated, Any, NamedTuple, get_args, get_origin, get_type_hints

from dealwright.requests.served import Served, UploadedFile

__all__ = [
    "Argument",
    "Field",
    "GivenFields",
    "Option",
    "all_conditions",
    "dataclasses_of",
    "fields_of",
    "hints_of",
]

_SENTENCE = re.compile(r"\s*(north|east|south|west|[nesw])\s*:", re.I)
_NAMES = {str: "TEXT", int: "INTEGER", float: "FLOAT", Path: "PATH"}
_JSON = {str: "string", int: "integer", float: "number", bool: "boolean"}


class GivenFields(frozenset[str]):
    """The names of the fields given on a command line; passed to a parameter of this type."""


class Field(NamedTuple):
    """A field of a request.

    ``options`` are its names on the command line (none: a positional argument), ``off`` those that
    turn a flag off. A whole number that is the ``first``, ``second`` or ``last`` word without an
    option is its ``bare`` value. ``parser`` reads its text, if its type is not enough. ``settle``
    converts the value, given or default. ``context`` makes a context manager of the value, in which
    the command runs. ``bare_value`` is the value of an option given without one, ``shortcut`` an
    option without a value and the value that it stands for. ``join`` makes one text of those of a
    repeated option, which is refused without it unless it takes ``several``. ``cards`` is the kind
    of cards in its text, which may have letters of the user's language: ``cards``, ``holding`` or
    ``event``. ``setting`` is whether the user setting of its name is its default. ``served``
    describes it over HTTP (None: not a field there), ``typed`` is whether the command line has it.
    ``remark`` is what the help of the command line alone adds: a part of the sentence, before its
    full stop. Without one it is that an option may be repeated, if it may.
    """

    help: str = ""
    options: tuple[str, ...] = ()
    off: tuple[str, ...] = ()
    metavar: str = ""
    least: float = -math.inf
    most: float = math.inf
    hidden: bool = False
    parser: Callable[[str], Any] | None = None
    settle: Callable[[Any], Any] | None = None
    context: Callable[[Any], AbstractContextManager[Any]] | None = None
    bare_value: str | None = None
    shortcut: tuple[str, str] | None = None
    join: Callable[[Sequence[str]], str] | None = None
    cards: str = ""
    setting: bool = False
    served: Served | None = None
    typed: bool = True
    argument: bool = False
    name: str = ""
    type: type = str
    several: bool = False
    default: Any = ...
    bare: str = ""
    remark: str | None = None

    @property
    def required(self) -> bool:
        """Whether a request must give it."""
        return self.default is ...

    @property
    def flag(self) -> bool:
        """Whether it is an option without a value."""
        return self.type is bool

    @property
    def value_name(self) -> str:
        """The name of its value in help texts, such as FILE."""
        return self.metavar or (self.name.upper() if self.argument else _NAMES[self.type])

    @property
    def bounds(self) -> str:
        """Its bounds as text; "" if there are none.

        >>> Field(least=1).bounds, Field(least=0, most=9).bounds
        ('x>=1', '0<=x<=9')
        """
        if math.isinf(self.most):
            return "" if math.isinf(self.least) else f"x>={self.least:g}"
        return f"{self.least:g}<=x<={self.most:g}"


def all_conditions(texts: Sequence[str]) -> str:
    """Return the text of the condition that holds if all of some conditions do.

    >>> all_conditions(["hcp(west) > 9 || spades(west) > 5", "north: 15-17 balanced"])
    '(hcp(west) > 9 || spades(west) > 5) && hand{north: 15-17 balanced}'
    """
    if len(texts) == 1:
        return texts[0]
    return " && ".join(
        f"hand{{{text}}}" if _SENTENCE.match(text) else f"({text})" for text in texts
    )


def Option(  # noqa: N802 - used in annotations like a class
    *options: str, help: str = "", metavar: str = "", **more: Any
) -> Field:
    """Return a field that is an option of the command line.

    Without ``options`` it is named after its parameter; ``--on/--off`` names both values of a flag.
    """
    on = tuple(name.partition("/")[0] for name in options)
    off = tuple(name.partition("/")[2] for name in options if "/" in name)
    return Field(help, on, off, metavar, **more)


def Argument(help: str = "", metavar: str = "", **more: Any) -> Field:  # noqa: N802
    """Return a field that is a positional argument of the command line."""
    return Field(help, metavar=metavar, argument=True, **more)


@cache
def hints_of(owner: Callable[..., Any]) -> dict[str, Any]:
    """Return the annotations of a request class or a function, by name."""
    return get_type_hints(owner, include_extras=True)


def fields_of(owner: Callable[..., Any]) -> tuple[Field, ...]:
    """Return the fields of a request class, or the annotated parameters of a function, in order.

    A parameter that is a dataclass of fields, as a request is, contributes its fields.

    >>> def greet(name: Annotated[str, Argument("Who is greeted.")], loud: Annotated[
    ...     bool, Option("--loud", "-l")] = False) -> None: ...
    >>> [(field.name, field.options, field.required) for field in fields_of(greet)]
    [('name', (), True), ('loud', ('--loud', '-l'), False)]
    """
    hints = hints_of(owner)
    if isinstance(owner, type):
        names = [*owner.__dataclass_fields__]  # type: ignore[attr-defined]
        defaults = {name: getattr(owner, name) for name in names if hasattr(owner, name)}
    else:
        names = [*owner.__code__.co_varnames[: owner.__code__.co_argcount]]
        values = owner.__defaults__ or ()
        defaults = dict(zip(names[len(names) - len(values) :], values, strict=True))
    fields = list[Field]()
    for name in names:
        if get_origin(hints[name]) is Annotated:
            fields.append(_field_of(name, hints[name], defaults.get(name, ...)))
        elif _is_dataclass(hints[name]):
            fields += fields_of(hints[name])
    if isinstance(owner, type):  # its own options before inherited ones
        depth = {
            name: index for index, base in enumerate(owner.__mro__) for name in _own_fields(base)
        }
        leading = getattr(owner, "leading", ())
        depth |= {name: index - len(leading) for index, name in enumerate(leading)}
        arguments = [field.name for field in fields if field.argument]
        depth |= {name: -len(depth) - (name in leading) for name in arguments}
        fields.sort(key=lambda field: depth[field.name])
    return tuple(fields)


def _own_fields(kind: type) -> list[str]:
    """Return the fields of a class that none of its base classes declares."""
    declared = [base.__dict__.get("__annotations__", {}) for base in kind.__mro__]  # noqa: RUF063
    inherited = {name for annotations in declared[1:] for name in annotations}
    return [name for name in declared[0] if name not in inherited]


def dataclasses_of(function: Callable[..., Any]) -> dict[str, type[Any]]:
    """Return the parameters of a function that are dataclasses of fields, such as a request."""
    return {name: hint for name, hint in hints_of(function).items() if _is_dataclass(hint)}


def _is_dataclass(hint: Any) -> bool:
    return isinstance(hint, type) and hasattr(hint, "__dataclass_fields__")


def _field_of(name: str, hint: Any, default: Any) -> Field:
    """Return the field of a parameter, with its name, type and default."""
    kind, *metadata = get_args(hint)
    (field,) = (item for item in metadata if isinstance(item, Field))
    if isinstance(kind, UnionType):
        (kind,) = (part for part in get_args(kind) if part is not NoneType)
    several = get_origin(kind) in (list, tuple)
    options = field.options
    if not options and not field.argument:
        options = ("--" + name.replace("_", "-"),)
    value_type = get_args(kind)[0] if several else kind
    served = field.served
    if served is not None:
        if several and not served.single:
            json_type = "files" if value_type is UploadedFile else "strings"
        else:
            json_type = _JSON[value_type]
        needed = default is ... if served.needed is None else served.needed
        usual = served.default if served.default is not None or default is ... else default
        served = served._replace(
            type=json_type, about=served.about or field.help, needed=needed,
            default=None if needed else usual,
        )  # fmt: skip
    remark = field.remark
    if remark is None and several and options and field.help:
        remark = "; may be repeated."
    about = field.help.removesuffix(".") + remark if remark else field.help
    return field._replace(
        name=name, options=options, several=several, default=default, served=served,
        type=value_type, help=about, remark=None,
    )  # fmt: skip
