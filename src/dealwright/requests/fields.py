"""Fields of requests: the name, the type, the default and the words of each.

A request is a function whose parameters are annotated with ``Option`` or ``Argument``. Its table of
fields is what the command line reads, and what help, manual pages and completion show.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager
from pathlib import Path
from types import NoneType, UnionType
from typing import Annotated, Any, NamedTuple, get_args, get_origin, get_type_hints

__all__ = ["Argument", "Field", "Given", "Option", "fields_of"]

_NAMES = {str: "TEXT", int: "INTEGER", float: "FLOAT", Path: "PATH"}


class Given(frozenset[str]):
    """The names of the fields that a command line gives; a parameter of this type receives them."""


class Field(NamedTuple):
    """A field of a request.

    ``options`` are its names on the command line (none: an argument, known by its place), ``off``
    those that turn a flag off. ``parser`` reads its text in place of its type. ``settle`` makes the
    final value of what was read or of the default, and ``lasting`` a context in which the request
    is answered. ``alone`` is the value of an option that may stand without one.
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


def fields_of(request: Callable[..., Any]) -> tuple[Field, ...]:
    """Return the fields of a request: the annotated parameters of its function, in their order.

    >>> def greet(name: Annotated[str, Argument("Who is greeted.")], loud: Annotated[
    ...     bool, Option("--loud", "-l")] = False) -> None: ...
    >>> [(field.name, field.options, field.required) for field in fields_of(greet)]
    [('name', (), True), ('loud', ('--loud', '-l'), False)]
    """
    hints = get_type_hints(request, include_extras=True)
    names = request.__code__.co_varnames[: request.__code__.co_argcount]
    values = request.__defaults__ or ()
    defaults: Mapping[str, Any] = dict(zip(names[len(names) - len(values) :], values, strict=True))
    return tuple(
        _field(name, hints[name], defaults.get(name, ...))
        for name in names
        if get_origin(hints[name]) is Annotated
    )


def _field(name: str, hint: Any, default: Any) -> Field:
    """Return a field with the name, type and default of its parameter."""
    kind, *notes = get_args(hint)
    (field,) = (note for note in notes if isinstance(note, Field))
    if isinstance(kind, UnionType):
        (kind,) = (part for part in get_args(kind) if part is not NoneType)
    several = get_origin(kind) is list
    options = field.options
    if not options and not field.argument:
        options = ("--" + name.replace("_", "-"),)
    return field._replace(
        name=name, options=options, several=several, default=default,
        type=get_args(kind)[0] if several else kind,
    )  # fmt: skip
