r"""Commands: how a file of this folder defines one, and how the files are found.

A command is one file, named as the command, that defines ``COMMAND``; a group of commands is a
folder whose ``__init__.py`` defines ``COMMAND`` as a ``Group``, with a file for each of its
commands. Nothing else lists them. A file ``hello.py`` with this text adds ``dealwright hello``::

    import typer

    from dealwright.cli.commands import Command

    HELP = "Greet somebody.\n\nExample:\n\n  dealwright hello north"

    def hello(name: str = typer.Argument(help="Who is greeted.")) -> None:
        print(f"hello, {name}")

    COMMAND = Command(hello, HELP, panel="Deal", order=9)

A command line imports only the command it names; ``--help`` imports all of them.

"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import wraps
from importlib import import_module
from pathlib import Path
from typing import Any

import typer
from typer.core import TyperCommand

from dealwright.errors import SearchStopped

__all__ = ["PANELS", "Command", "Group", "add_commands"]

Words = Sequence[str] | None  # those of a command line behind a name

# The panels in the order of the help; other panels follow these.
PANELS = (
    "Deal",
    "Count and explain",
    "Practise",
    "Bidding systems",
    "Tournaments",
    "Simulate",
    "Files",
    "Numbers and tables",
    "Poker",
    "Set up",
)


@dataclass(frozen=True)
class Command:
    """A command: its function, its help, and where the help lists it.

    ``panel`` is one of ``PANELS`` or a new one, ``order`` the place in it. ``cls`` is the class of
    a command that adds something to its help.
    """

    function: Callable[..., None]
    help: str
    panel: str | None = None
    order: int = 0
    cls: type[TyperCommand] | None = None

    def add_to(self, app: typer.Typer, name: str, module: str, words: Words) -> None:
        """Add the command to an application."""
        text = _plain(_unwrapped(self.help))
        add = app.command(name, help=text, cls=self.cls, rich_help_panel=self.panel)
        add(_interruptible(self.function))


@dataclass(frozen=True)
class Group:
    """A group of commands: the files of a folder."""

    help: str
    panel: str | None = None
    order: int = 0

    def add_to(self, app: typer.Typer, name: str, module: str, words: Words) -> None:
        """Add the group to an application; without words, add it without its commands."""
        group = typer.Typer(no_args_is_help=True, rich_markup_mode="rich")
        if words is not None:
            add_commands(group, module, words)
        app.add_typer(group, name=name, help=_plain(self.help), rich_help_panel=self.panel)


def add_commands(app: typer.Typer, package: str, words: Sequence[str]) -> None:
    """Add the commands of a package: the one that the first word names, or else all.

    Without any words the groups have all their commands too. Reading the options of one command
    instead of all saves a tenth of the start-up time.
    """
    folder = Path(import_module(package).__file__ or "").parent
    modules = sorted(path.stem for path in folder.iterdir() if _is_module(path))
    asked = words[0].replace("-", "_") if words else ""
    found = _commands(package, [asked] if asked in modules else [])
    below = words[1:] if found or not words else None  # a list of commands opens no group
    for name, command in found or _commands(package, modules):
        command.add_to(app, name.replace("_", "-"), f"{package}.{name}", below)


def _is_module(path: Path) -> bool:
    """Return whether a path is a module of its folder, or a folder that is a package."""
    if path.suffix == ".py":
        return not path.stem.startswith("__")
    return not path.suffix and (path / "__init__.py").is_file()


def _commands(package: str, modules: Sequence[str]) -> list[tuple[str, Command | Group]]:
    """Return the commands of the modules that define one, in the order of the help."""
    each = [
        (name, getattr(import_module(f"{package}.{name}"), "COMMAND", None)) for name in modules
    ]
    found = [(name, command) for name, command in each if isinstance(command, Command | Group)]
    return sorted(found, key=lambda pair: (_place(pair[1].panel), pair[1].order, pair[0]))


def _place(panel: str | None) -> int:
    return PANELS.index(panel) if panel in PANELS else len(PANELS)


def _unwrapped(text: str) -> str:
    """Return a text with each paragraph on one line, so that it fits the terminal's width."""
    paragraphs = text.strip("\n").split("\n\n")
    return "\n\n".join(each if each[0] == " " else each.replace("\n", " ") for each in paragraphs)


def _plain(text: str) -> str:
    """Return a help text in which words in brackets are no markup of Rich."""
    return re.sub(r"(\[[a-zA-Z#/@][^\[]*?\])", r"\\\1", text)


def _interruptible(command: Callable[..., None]) -> Callable[..., None]:
    """Turn Ctrl-C in a command into a message, and a closed pipe into an end without an error.

    Typer would end without a message, and with status 1.
    """

    @wraps(command)
    def run(*arguments: Any, **options: Any) -> None:
        try:
            command(*arguments, **options)
        except KeyboardInterrupt:
            raise SearchStopped("interrupted") from None
        except BrokenPipeError:
            from dealwright.cli.output import PipeClosed

            raise PipeClosed from None

    return run
