"""Fields of requests about bidding systems."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated

from dealwright.errors import ArgumentError
from dealwright.requests.base import Limits, reading
from dealwright.requests.fields import Option, Served

if TYPE_CHECKING:
    from dealwright.systems import System

__all__ = ["SYSTEM", "Parameters", "system_of"]

SYSTEM = Served(
    "The name of a system in the package, or the text of one.", most=50_000, example="natural"
)
Parameters = Annotated[
    tuple[str, ...],
    Option(
        "--set", metavar="NAME=VALUE", help="Replace a definition, strength=14..16; repeatable.",
        served=Served("Definitions that are replaced.", most=20, example=["strength=12..14"]),
    ),
]  # fmt: skip


def system_of(given: str, parameters: Sequence[str], limits: Limits) -> System:
    """Return the system of a name, a text, or, where the limits allow it, of a file.

    :raises FieldError: naming ``system`` or ``parameters``
    """
    from dealwright.systems import parameters_of, read_system, system_names

    with reading("parameters"):
        replaced = parameters_of(parameters)
    with reading("system"):
        if not limits.files and given not in system_names() and "\n" not in given:
            raise ArgumentError(
                f"'{given[:40]}' is not a system; name {', '.join(system_names())}, or write one"
            )
        return read_system(given, parameters=replaced)
