r"""Commands: how a file of this folder defines one, and how the files are found.

A command is one file, named as the command, that defines ``COMMAND``; a group of commands is a
folder whose ``__init__.py`` defines ``COMMAND`` as a ``Group``, with a file for each of its
commands. Nothing else lists them. A file ``hello.py`` with this text adds ``dealwright hello``::

    '''``dealwright hello``: greets somebody.'''

    from typing import Annotated

    from dealwright.cli.commands import Command
    from dealwright.requests.fields import Argument

    __all__ = ["COMMAND"]

    HELP = "Greet somebody.\n\nExample:\n\n  dealwright hello north"

    def hello(name: Annotated[str, Argument("Who is greeted.")]) -> None:
        print(f"hello, {name}")

    COMMAND = Command(hello, HELP, panel="Deal", order=9)

A command line imports only the command it names. ``--help`` and completion take what they list from
``listed.py``, which ``tools/regenerate.py`` writes, and import what is not in it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import ExitStack
from functools import cached_property
from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple

from dealwright.cli.words import UsageError, nearest, read_words, values_of
from dealwright.requests.fields import Field, Given, fields_of, hints_of, request_of

__all__ = ["PANELS", "Command", "Exit", "Group", "Listed"]

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


class Listed(NamedTuple):
    """A command as help lists it: its name, its panel and its place there, and what it does."""

    name: str
    panel: str
    order: int
    summary: str


class Exit(Exception):
    """The end of a command with a status."""

    def __init__(self, status: int = 0) -> None:
        super().__init__(status)
        self.status = status


class Command:
    """A command: its function, its help, and where the help lists it.

    ``panel`` is one of ``PANELS`` or a new one, ``order`` the place in it. ``ending`` makes what
    stands below the options; it is called when help is shown.
    """

    def __init__(
        self,
        function: Callable[..., None],
        help: str,
        panel: str = "",
        order: int = 0,
        ending: Callable[[], str] | None = None,
    ) -> None:
        self.function, self.help = function, help
        self.panel, self.order, self.ending = panel, order, ending

    @property
    def summary(self) -> str:
        """The first paragraph of the help."""
        return _first_paragraph(self.help)

    @cached_property
    def fields(self) -> tuple[Field, ...]:
        """The fields of the command, in the order of its help."""
        return tuple(field for field in fields_of(self.function) if field.typed)

    def run(self, words: Sequence[str]) -> None:
        """Run the command with the words behind its name.

        :raises UsageError: if it does not take them
        """
        given = read_words(self.fields, words)
        with ExitStack() as stack:
            values = values_of(self.fields, given, stack)
            if asked := request_of(self.function):
                name, kind = asked
                own = [field.name for field in fields_of(kind) if field.typed]
                values[name] = kind(**{each: values.pop(each) for each in own})
            hints = hints_of(self.function).items()
            values.update({name: Given(given) for name, hint in hints if hint is Given})
            self.function(**values)


class Group:
    """A group of commands: the files of a folder, which is ``package``."""

    def __init__(
        self,
        help: str,
        panel: str = "",
        order: int = 0,
        *,
        fields: tuple[Field, ...] = (),
        ending: Callable[[], str] | None = None,
        package: str = "",
    ) -> None:
        self.help, self.panel, self.order = help, panel, order
        self.fields, self.ending, self.package = fields, ending, package

    @property
    def summary(self) -> str:
        """The first paragraph of the help."""
        return _first_paragraph(self.help)

    @cached_property
    def names(self) -> list[str]:
        """The names of the modules that may define a command of the group."""
        folder = Path(import_module(self.package).__file__ or "").parent
        return sorted(path.stem for path in folder.iterdir() if _is_module(path))

    @cached_property
    def listed(self) -> list[Listed]:
        """The commands of the group as help lists them, in its order."""
        from dealwright.cli.listed import LISTED

        rows = list[Listed]()
        for name in self.names:
            module = f"{self.package}.{name}"
            if module in LISTED:
                row = LISTED[module]
            else:
                command = self._defined(name)
                row = None
                if command is not None:
                    row = command.panel, command.order, command.summary
            if row is not None:
                rows.append(Listed(name.replace("_", "-"), *row))
        return sorted(rows, key=lambda row: (_place(row.panel), row.order, row.name))

    @cached_property
    def commands(self) -> dict[str, Command | Group]:
        """The commands of the group, in the order of the help; all of them are imported."""
        each = [(name, self._defined(name)) for name in self.names]
        found = [(name, command) for name, command in each if command is not None]
        found.sort(key=lambda pair: (_place(pair[1].panel), pair[1].order, pair[0]))
        return {name.replace("_", "-"): command for name, command in found}

    def command(self, word: str) -> Command | Group:
        """Return the command of a name; no other is imported.

        :raises UsageError: if there is none
        """
        name = word.replace("-", "_")
        command = self._defined(name) if name in self.names else None
        if command is None:
            near = nearest(word, [row.name for row in self.listed])
            raise UsageError(f"No such command '{word}'.{near}")
        return command

    def run(self, words: Sequence[str]) -> None:
        """Do what an option of the group says.

        :raises UsageError: if it has no such option
        """
        values_of(self.fields, read_words(self.fields, words[:1]), ExitStack())

    def _defined(self, name: str) -> Command | Group | None:
        """Return what a module defines, or None."""
        module = f"{self.package}.{name}"
        command: Any = getattr(import_module(module), "COMMAND", None)
        if isinstance(command, Group):
            command.package = module
        return command if isinstance(command, Command | Group) else None


def _is_module(path: Path) -> bool:
    """Return whether a path is a module of its folder, or a folder that is a package."""
    if path.suffix == ".py":
        return not path.stem.startswith("__")
    return not path.suffix and (path / "__init__.py").is_file()


def _first_paragraph(text: str) -> str:
    return " ".join(text.strip("\n").split("\n\n")[0].split())


def _place(panel: str) -> int:
    return PANELS.index(panel) if panel in PANELS else len(PANELS)
