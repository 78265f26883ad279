"""Fields of requests: the name, the type, the default and the words of each.

The fields of a ``Request``, or the parameters of a command's function, are annotated with
``Option`` or ``Argument``. This table is what the command line and the server read, and what help,
manual pages, completion and the OpenAPI document show.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from contextlib import AbstractContextManager
from functools import cache
from pathlib import Path
from types import NoneType, UnionType
from typing import Annotated, Any, NamedTuple, get_args, get_origin, get_type_hints

__all__ = [
    "Argument",
    "Field",
    "Given",
    "GivenFile",
    "Option",
    "Served",
    "fields_of",
    "hints_of",
    "request_of",
]

_NAMES = {str: "TEXT", int: "INTEGER", float: "FLOAT", Path: "PATH"}


class Given(frozenset[str]):
    """The names of the fields that a command line gives; a parameter of this type receives them."""


class GivenFile(NamedTuple):
    """A file that a request over HTTP brings: its name, without folders, and its bytes."""

    name: str
    data: bytes


class Served(NamedTuple):
    """What the server allows of a field: characters of a text, members of a list, numbers.

    ``about`` is what it means where that is not its help. ``name`` is its name over HTTP where that
    differs, ``default`` its value there, ``needed`` whether it must be given there (None: as on the
    command line); ``single`` says that of a list one text is given.
    """

    about: str = ""
    least: float = 0
    most: float = 0
    example: Any = None
    name: str = ""
    default: Any = None
    needed: bool | None = None
    single: bool = False


class Field(NamedTuple):
    """A field of a request.

    ``options`` are its names on the command line (none: an argument, known by its place), ``off``
    those that turn a flag off. ``parser`` reads its text in place of its type, ``settle`` makes the
    final value of what was read or of the default, and ``lasting`` a context in which the request
    is answered. ``alone`` is the value of an option that may stand without one; ``joined`` is what
    stands between the texts of one that may be repeated. ``cards`` says what its text has of cards,
    which may have letters of the user's language: ``cards``, ``holding`` or ``event``. ``setting``
    says that a setting of its name is its default. ``served`` is what the server allows (None: it
    does not know the field), ``typed`` whether the command line knows it.
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
    lasting: Callable[[Any], AbstractContextManager[Any]] | None = None
    alone: str | None = None
    joined: str = ""
    cards: str = ""
    setting: bool = False
    served: Served | None = None
    typed: bool = True
    argument: bool = False
    name: str = ""
    type: type = str
    several: bool = False
    default: Any = ...

    @property
    def required(self) -> bool:
        """Whether a request must give it."""
        return self.default is ...

    @property
    def flag(self) -> bool:
        """Whether it is an option without a value."""
        return self.type is bool

    @property
    def called(self) -> str:
        """What its value is called in help texts."""
        return self.metavar or (self.name.upper() if self.argument else _NAMES[self.type])

    @property
    def bounds(self) -> str:
        """Its bounds as text, or "".

        >>> Field(least=1).bounds, Field(least=0, most=9).bounds
        ('x>=1', '0<=x<=9')
        """
        if math.isinf(self.most):
            return "" if math.isinf(self.least) else f"x>={self.least:g}"
        return f"{self.least:g}<=x<={self.most:g}"


def Option(  # noqa: N802 - stands in annotations, as a class would
    *options: str, help: str = "", metavar: str = "", **more: Any
) -> Field:
    """Return a field that is an option of the command line.

    Without names it is called as its parameter; ``--on/--off`` names both values of a flag.
    """
    on = tuple(name.partition("/")[0] for name in options)
    off = tuple(name.partition("/")[2] for name in options if "/" in name)
    return Field(help, on, off, metavar, **more)


def Argument(help: str = "", metavar: str = "", **more: Any) -> Field:  # noqa: N802
    """Return a field that is known by its place on the command line."""
    return Field(help, metavar=metavar, argument=True, **more)


@cache
def hints_of(asked: Callable[..., Any]) -> dict[str, Any]:
    """Return the annotations of a request, or of a function, by their names."""
    return get_type_hints(asked, include_extras=True)


def fields_of(asked: Callable[..., Any]) -> tuple[Field, ...]:
    """Return the fields of a request, or the annotated parameters of a function, in their order.

    A parameter that is a request stands for the fields of the request.

    >>> def greet(name: Annotated[str, Argument("Who is greeted.")], loud: Annotated[
    ...     bool, Option("--loud", "-l")] = False) -> None: ...
    >>> [(field.name, field.options, field.required) for field in fields_of(greet)]
    [('name', (), True), ('loud', ('--loud', '-l'), False)]
    """
    hints = hints_of(asked)
    if isinstance(asked, type):
        names = [*asked.__dataclass_fields__]  # type: ignore[attr-defined]
        defaults = {name: getattr(asked, name) for name in names if hasattr(asked, name)}
    else:
        names = [*asked.__code__.co_varnames[: asked.__code__.co_argcount]]
        values = asked.__defaults__ or ()
        defaults = dict(zip(names[len(names) - len(values) :], values, strict=True))
    found = list[Field]()
    for name in names:
        if get_origin(hints[name]) is Annotated:
            found.append(_field(name, hints[name], defaults.get(name, ...)))
        elif _is_request(hints[name]):
            found += fields_of(hints[name])
    if isinstance(asked, type):  # its own options before those that it shares with others
        depth = {name: at for at, each in enumerate(asked.__mro__) for name in _own(each)}
        leading = getattr(asked, "leading", ())
        depth |= {name: at - len(leading) for at, name in enumerate(leading)}
        depth |= {field.name: -len(depth) for field in found if field.argument}
        found.sort(key=lambda field: depth[field.name])
    return tuple(found)


def _own(kind: type) -> list[str]:
    """Return the fields that a class declares first, before the classes below it."""
    declared = [each.__dict__.get("__annotations__", {}) for each in kind.__mro__]  # noqa: RUF063
    inherited = {name for each in declared[1:] for name in each}
    return [name for name in declared[0] if name not in inherited]


def request_of(function: Callable[..., Any]) -> tuple[str, type[Any]] | None:
    """Return the name and the kind of the request that a function takes, or None."""
    for name, hint in hints_of(function).items():
        if _is_request(hint):
            return name, hint
    return None


def _is_request(hint: Any) -> bool:
    return isinstance(hint, type) and hasattr(hint, "__dataclass_fields__")


def _field(name: str, hint: Any, default: Any) -> Field:
    """Return a field with the name, type and default of its parameter."""
    kind, *notes = get_args(hint)
    (field,) = (note for note in notes if isinstance(note, Field))
    if isinstance(kind, UnionType):
        (kind,) = (part for part in get_args(kind) if part is not NoneType)
    several = get_origin(kind) in (list, tuple)
    options = field.options
    if not options and not field.argument:
        options = ("--" + name.replace("_", "-"),)
    return field._replace(
        name=name, options=options, several=several, default=default,
        type=get_args(kind)[0] if several else kind,
    )  # fmt: skip
