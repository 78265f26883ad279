r"""Commands: how a file of the folder ``commands`` defines one, and how these files are found.

A command is one file, named as the command, that defines ``COMMAND``; a group of commands is a
folder whose ``__init__.py`` defines ``COMMAND`` as a ``Group``, with a file for each of its
commands; a group may do something of its own, as ``practice`` does. There is no other list. A file
``hello.py`` with this text adds ``dealwright hello``::

    '''``dealwright hello``: greets somebody.'''

    from typing import Annotated

    from dealwright.cli.command import Command
    from dealwright.requests.fields import Argument

    __all__ = ["COMMAND"]

    HELP = "Greet somebody.\n\nExample:\n\n  dealwright hello north"

    def hello(name: Annotated[str, Argument("Who is greeted.")]) -> None:
        print(f"hello, {name}")

    COMMAND = Command(hello, HELP, panel="Deal", order=9)

A command line imports only the command it names. ``--help`` and completion list commands from
``listed_commands.py``, written by ``tools/regenerate.py``; modules that are not in it are imported.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, ExitStack, nullcontext
from functools import cached_property
from importlib import import_module
from pathlib import Path
from typing import NamedTuple

from dealwright.cli.command_words import (
    UsageError,
    is_option,
    read_words,
    suggestion,
    values_of,
)
from dealwright.requests.fields import Field, GivenFields, dataclasses_of, fields_of, hints_of

__all__ = ["PANELS", "Command", "Exit", "Group", "Listed"]

# The panels in the order of the help; others come after them.
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
    """A row of help: the name of a command, its panel, its place in the panel, its summary."""

    name: str
    panel: str
    order: int
    summary: str


class Exit(Exception):
    """Ends a command with an exit status."""

    def __init__(self, status: int = 0) -> None:
        super().__init__(status)
        self.status = status


class Command:
    """A command: its function, its help, and its place in the help of its group.

    ``panel`` is one of ``PANELS`` or a new one, ``order`` the place in it. ``ending`` returns the
    text below the options; it is called when help is shown. ``amend`` may change the texts of the
    fields before they are read.
    """

    def __init__(
        self,
        function: Callable[..., None],
        help: str,
        panel: str = "",
        order: int = 0,
        ending: Callable[[], str] | None = None,
        amend: Callable[[dict[str, list[str]]], None] | None = None,
    ) -> None:
        self.function, self.help = function, help
        self.panel, self.order, self.ending, self.amend = panel, order, ending, amend
        self.own: Command | None = self  # what runs the words, as a group has it

    @property
    def summary(self) -> str:
        """The first paragraph of the help."""
        return _first_paragraph(self.help)

    @property
    def example(self) -> str:
        """The first command line among the examples of the help, "" if there is none."""
        lines = (line.strip() for line in self.help.splitlines())
        return next((line for line in lines if line.startswith("dealwright ")), "")

    @cached_property
    def fields(self) -> tuple[Field, ...]:
        """The fields of the command, in the order of its help."""
        return tuple(field for field in fields_of(self.function) if field.typed)

    def run(
        self,
        words: Sequence[str],
        within: Callable[[], AbstractContextManager[object]] = nullcontext,
    ) -> None:
        """Run the command with the words after its name, within a context made if they are right.

        :raises UsageError: if the words are wrong
        """
        texts = read_words(self.fields, words)
        if self.amend is not None:
            self.amend(texts)
        with ExitStack() as stack:
            stack.enter_context(within())
            values = values_of(self.fields, texts, stack)
            for name, kind in dataclasses_of(self.function).items():
                field_names = [field.name for field in fields_of(kind) if field.typed]
                values[name] = kind(**{field: values.pop(field) for field in field_names})
            hints = hints_of(self.function).items()
            values.update({name: GivenFields(texts) for name, hint in hints if hint is GivenFields})
            self.function(**values)


class Group:
    """A group of commands: the modules of ``package``, a folder.

    ``own`` is the function of what the group does if no command of it is named. ``respell``
    translates words of an older spelling.
    """

    def __init__(
        self,
        help: str,
        panel: str = "",
        order: int = 0,
        *,
        fields: tuple[Field, ...] = (),
        ending: Callable[[], str] | None = None,
        package: str = "",
        own: Callable[..., None] | None = None,
        respell: Callable[[Group, Sequence[str]], list[str]] | None = None,
    ) -> None:
        self.help, self.panel, self.order = help, panel, order
        self.ending, self.package = ending, package
        self.own = None if own is None else Command(own, help)
        self._fields, self._respell = fields, respell

    @cached_property
    def fields(self) -> tuple[Field, ...]:
        """The options of the group, or the fields of what it does itself."""
        return self._fields if self.own is None else self.own.fields

    @property
    def summary(self) -> str:
        """The first paragraph of the help."""
        return _first_paragraph(self.help)

    @cached_property
    def names(self) -> list[str]:
        """The names of the modules, each of which defines a command of the group."""
        folder = Path(import_module(self.package).__file__ or "").parent
        return sorted(path.stem for path in folder.iterdir() if _is_module(path))

    @cached_property
    def listed(self) -> list[Listed]:
        """The rows of the group's help, in order."""
        from dealwright.cli.listed_commands import LISTED

        rows = list[Listed]()
        for name in self.names:
            row = LISTED.get(f"{self.package}.{name}")
            if row is None:  # a command that was added since
                command = self._load(name)
                row = command.panel, command.order, command.summary
            rows.append(Listed(name.replace("_", "-"), *row))
        return sorted(rows, key=lambda row: (_panel_index(row.panel), row.order, row.name))

    @cached_property
    def commands(self) -> dict[str, Command | Group]:
        """The commands of the group, in the order of the help; imports all of them."""
        commands = [(name, self._load(name)) for name in self.names]
        commands.sort(key=lambda pair: (_panel_index(pair[1].panel), pair[1].order, pair[0]))
        return {name.replace("_", "-"): command for name, command in commands}

    def newer_words(self, words: Sequence[str]) -> list[str]:
        """Return words of an older spelling in the newer one; others as they are."""
        return [*words] if self._respell is None else self._respell(self, words)

    def chosen(self, words: Sequence[str]) -> Command | Group | None:
        """Return the command that the first word names, None if the words are for the group.

        :raises UsageError: if it is no command, and the group does nothing of its own
        """
        if not words or is_option(words[0]):
            return None
        other = self.own is not None and words[0].replace("-", "_") not in self.names
        return None if other else self.command(words[0])

    def takers(self, option: str) -> list[str]:
        """Return the names of the commands of the group that take an option."""
        return [
            name for name, command in self.commands.items()
            if any(option in (*field.options, *field.off) for field in command.fields)
        ]  # fmt: skip

    def command(self, word: str) -> Command | Group:
        """Return the command with a name; imports no other.

        :raises UsageError: if there is no such command
        """
        name = word.replace("-", "_")
        if name not in self.names:
            near = suggestion(word, [row.name for row in self.listed])
            raise UsageError(f"No such command '{word}'.{near}")
        return self._load(name)

    def run(self, words: Sequence[str]) -> None:
        """Run an option of the group, such as --version.

        :raises UsageError: if there is no such option
        """
        values_of(self.fields, read_words(self.fields, words[:1]), ExitStack())

    def _load(self, name: str) -> Command | Group:
        """Import a module; return its command."""
        module = f"{self.package}.{name}"
        command: Command | Group = import_module(module).COMMAND
        if isinstance(command, Group):
            command.package = module
        return command


def _is_module(path: Path) -> bool:
    """Return whether a path is a module or a package."""
    if path.suffix == ".py":
        return not path.stem.startswith("__")
    return not path.suffix and (path / "__init__.py").is_file()


def _first_paragraph(text: str) -> str:
    return " ".join(text.strip("\n").split("\n\n")[0].split())


def _panel_index(panel: str) -> int:
    return PANELS.index(panel) if panel in PANELS else len(PANELS)
