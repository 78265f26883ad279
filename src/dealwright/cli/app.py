"""The program: its options and its commands."""

from __future__ import annotations

from typing import Annotated

from dealwright.cli.command import Exit, Group
from dealwright.cli.user_settings import LANGUAGES
from dealwright.requests.fields import Option, fields_of

__all__ = ["PROGRAM"]


def _print_version(requested: bool) -> bool:
    """Print the version and exit, if ``requested``."""
    if requested:
        from dealwright import __version__

        print(f"dealwright {__version__}")
        raise Exit
    return requested


def _options(
    version: Annotated[bool, Option(help="Show the version.", settle=_print_version)] = False,
    # these are taken out of the command line before it is read; here for the help
    language: Annotated[
        str | None,
        Option(
            metavar="CODE",
            help=f"Language of words and cards, for every command ({' '.join(sorted(LANGUAGES))}).",
        ),
    ] = None,
    cluster: Annotated[
        str | None,
        Option(
            metavar="ADDRESS",
            help="A Dask cluster for long work: tcp://HOST:PORT, or local:N for N processes here.",
        ),
    ] = None,
) -> None:
    """Declare the options of the program."""


PROGRAM = Group(
    "Deal, count, number and explain bridge hands.",
    fields=fields_of(_options),
    ending=lambda: 'Start with:  dealwright deal 5 "north: 15-17 balanced; south: 5+ spades"',
    package="dealwright.cli.commands",
)
