"""Arguments and options of the commands about systems."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, TypeVar

from dealwright.cli.user_settings import chosen
from dealwright.requests.fields import Argument, Option

if TYPE_CHECKING:
    from dealwright.requests.systems import SystemRequest
    from dealwright.systems import System

__all__ = [
    "Opponents",
    "SystemFile",
    "found_system",
    "read_named",
    "with_files",
]

Asked = TypeVar("Asked", bound="SystemRequest")

SystemFile = Annotated[
    str,
    Argument(metavar="FILE", help="The file of the system, or the name of one in the package."),
]
Opponents = Annotated[
    str | None,
    Option("--opponents", metavar="FILE", help="The system of the opponents (else they pass)."),
]


def read_named(file: str, parameters: Sequence[str], opponents: str | None = None) -> System:
    """Read a system with its parameters, and that of the opponents.

    :raises ArgumentError: if a parameter is not NAME=VALUE, or there is no such file
    :raises ConditionError: if a rule cannot be read
    """
    from dealwright.systems import parameters_of, read_system

    others = None if opponents is None else read_system(found_system(opponents))
    return read_system(found_system(file), parameters=parameters_of(parameters), opponents=others)


def found_system(file: str) -> str:
    """Return the path of a system's file, which may lie in a folder of the settings."""
    if Path(file).exists():
        return file
    places = (Path(folder, file) for folder in chosen("systems"))
    return next((str(path) for path in places if path.is_file()), file)


def with_files(request: Asked) -> Asked:
    """Return a request whose systems are paths, where they are files of the user's folders."""
    others = request.opponents
    return replace(
        request,
        system=found_system(request.system),
        opponents=None if others is None else found_system(others),
    )
