"""The application: its commands and its version."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from importlib import import_module
from typing import Annotated, Any

import typer

from dealwright.errors import SearchStopped

__all__ = ["application"]

# The commands and their modules, in the order of the help.
_COMMANDS = {
    "deal": "deal", "run": "script", "count": "count", "distribution": "distribution",
    "explain": "explain", "compare": "compare", "number": "number", "shapes": "shapes",
    "combinations": "combinations", "features": "features", "poker": "poker",
    "practice": "practice", "convert": "convert",
}  # fmt: skip


def application(command: str = "") -> typer.Typer:
    """Return the application; with the name of a command, that command alone.

    To read one command's options instead of all saves a tenth of the start-up.
    """
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
    for name in [command] if command in _COMMANDS else _COMMANDS:
        import_module(f"dealwright.cli.{_COMMANDS[name]}").add_to(app)
    _make_interruptible(app)
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
) -> None:
    """Deal, count, number and explain bridge hands."""


def _interruptible(command: Callable[..., None]) -> Callable[..., None]:
    """Turn Ctrl-C in a command into a message; typer would end without one."""

    @wraps(command)
    def run(*arguments: Any, **options: Any) -> None:
        try:
            command(*arguments, **options)
        except KeyboardInterrupt:
            raise SearchStopped("interrupted") from None

    return run


def _make_interruptible(group: typer.Typer) -> None:
    for registered in group.registered_commands:
        assert registered.callback is not None
        registered.callback = _interruptible(registered.callback)
    for below in group.registered_groups:
        assert below.typer_instance is not None
        _make_interruptible(below.typer_instance)
