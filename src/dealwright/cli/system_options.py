"""Arguments and options of the commands about systems."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, TypeVar

from dealwright.cli.user_settings import setting_value
from dealwright.requests.fields import Argument, Option

if TYPE_CHECKING:
    from dealwright.requests.play import TableOddsRequest
    from dealwright.requests.solved import LeadRequest
    from dealwright.requests.systems import SystemRequest
    from dealwright.systems import System

__all__ = [
    "Opponents",
    "SystemFile",
    "read_system_file",
    "system_path",
    "with_auction_paths",
    "with_system_paths",
]

RequestType = TypeVar("RequestType", bound="SystemRequest")
AuctionRequest = TypeVar("AuctionRequest", "TableOddsRequest", "LeadRequest")

SystemFile = Annotated[
    str,
    Argument(metavar="FILE", help="The file of the system, or the name of one in the package."),
]
Opponents = Annotated[
    str | None,
    Option("--opponents", metavar="FILE", help="The opponents' system (without one they pass)."),
]


def read_system_file(file: str, parameters: Sequence[str], opponents: str | None = None) -> System:
    """Read a system with its parameters, and the system of the opponents.

    :raises ArgumentError: if a parameter is not NAME=VALUE, or a file does not exist
    :raises ConditionError: if a rule cannot be read
    """
    from dealwright.systems import parameters_of, read_system

    opposing = None if opponents is None else read_system(system_path(opponents))
    return read_system(system_path(file), parameters=parameters_of(parameters), opponents=opposing)


def system_path(file: str) -> str:
    """Return the path of a system's file, found in the folders of the settings too."""
    if Path(file).exists():
        return file
    paths = (Path(folder, file) for folder in setting_value("systems"))
    return next((str(path) for path in paths if path.is_file()), file)


def with_auction_paths(request: AuctionRequest) -> AuctionRequest:
    """Return the request with paths for the systems of its auction, as ``with_system_paths``."""
    system, opponents = request.system, request.opponents
    return replace(
        request,
        system=None if system is None else system_path(system),
        opponents=None if opponents is None else system_path(opponents),
    )


def with_system_paths(request: RequestType) -> RequestType:
    """Return the request with paths for systems that are files in the folders of the settings."""
    opponents = request.opponents
    return replace(
        request,
        system=system_path(request.system),
        opponents=None if opponents is None else system_path(opponents),
    )
