"""The application: its commands and its version."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

import typer

from dealwright.cli.commands import add_commands
from dealwright.cli.user_settings import LANGUAGES

__all__ = ["application"]


def application(words: Sequence[str] = ()) -> typer.Typer:
    """Return the application, with only the command that the words name, if they name one."""
    app = typer.Typer(
        name="dealwright",
        help="Deal, count, number and explain bridge hands.",
        epilog="Start with:  dealwright deal 5 'hcp(north) in 15..17 && balanced(north)'",
        no_args_is_help=True,
        add_completion=False,
        rich_markup_mode="rich",
        pretty_exceptions_enable=False,
    )
    app.callback()(_options)
    add_commands(app, "dealwright.cli", words)
    return app


def _version(wanted: bool) -> None:
    if wanted:
        from dealwright import __version__

        print(f"dealwright {__version__}")
        raise typer.Exit


def _options(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Show the version.")
    ] = False,
    # taken from the line before a command is looked for (user_settings); here it is listed
    language: Annotated[
        str | None,
        typer.Option(
            metavar="CODE",
            help=f"Language of words and cards, of every command ({' '.join(sorted(LANGUAGES))}).",
        ),
    ] = None,
) -> None:
    """Deal, count, number and explain bridge hands."""
