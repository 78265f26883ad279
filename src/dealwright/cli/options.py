"""Options shared by commands, and reading a condition from an argument or a file."""

from __future__ import annotations

import os
import re
from collections.abc import Generator, Iterable, Sequence
from contextlib import AbstractContextManager, ExitStack, contextmanager, nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from dealwright.base.errors import ArgumentError
from dealwright.cli.command_words import UsageError
from dealwright.cli.input import input_text, refuse_boards
from dealwright.cli.messages import say, say_each
from dealwright.cli.user_settings import setting_value
from dealwright.requests.deals import MEMORY, is_script_name
from dealwright.requests.fields import Option

if TYPE_CHECKING:
    from dealwright.ask.condition import Condition

__all__ = [
    "CacheFile",
    "ConditionFile",
    "Encoding",
    "Include",
    "Json",
    "NoCache",
    "Output",
    "Partial",
    "ScriptInclude",
    "SolverMemory",
    "SolverName",
    "WriteAs",
    "chosen_format",
    "condition_text",
    "listed_formats",
    "output_path",
    "printed_format",
    "say_notes",
]

ConditionFile = Annotated[
    Path | None,
    Option("--file", "-f", metavar="FILE", help="Read the condition from a file."),
]


@contextmanager
def _definitions(files: Sequence[Path]) -> Generator[list[Path]]:
    """Add the definitions of files to the default workspace while a command runs.

    :raises ArgumentError: if a file cannot be read, or defines nothing
    """
    from dealwright.cli.script_files import text_of
    from dealwright.conditions.definitions import borrowed_definitions
    from dealwright.deals.workspace import default_workspace

    with ExitStack() as stack:
        for file in files:
            text = text_of(str(file))
            if not borrowed_definitions(text):
                raise ArgumentError(f"{file} has no definition such as strong = hcp(north) >= 16")
            stack.callback(default_workspace().undefine)
            default_workspace().define(text, str(file))
        yield [*files]


@contextmanager
def _definitions_or_folders(paths: Sequence[Path]) -> Generator[list[Path]]:
    """Add the definitions of the files among some paths; yield the folders.

    :raises ArgumentError: if a file cannot be read, or defines nothing
    """
    folders = [path for path in paths if path.is_dir()]
    with _definitions([path for path in paths if path not in folders]):
        yield folders


Include = Annotated[
    list[Path] | None,
    Option(
        metavar="FILE", context=_definitions,
        help="Definitions (name = expression) that the condition may use.",
    ),
]  # fmt: skip
ScriptInclude = Annotated[
    list[Path] | None,
    Option(
        metavar="PATH", context=_definitions_or_folders,
        help="A file of definitions, or a folder to search for the files that a script names "
        'in #include "file".',
    ),
]  # fmt: skip
Encoding = Annotated[
    str | None,
    Option(
        "--encoding", metavar="NAME",
        help="The encoding of the input, such as cp1250 or utf-16 (default: UTF-8, else Latin-1).",
    ),
]  # fmt: skip
WriteAs = Annotated[
    str | None,
    Option(
        "--format", "-F", metavar="NAME", shortcut=("--json", "json"),
        help="diagram, line, pbn, lin, json (also --json), csv, parquet, html, latex, pdf and "
        "others, or none (only the number); default: by the extension of --output, else diagram "
        "or the settings.",
    ),
]  # fmt: skip


def output_path(text: str) -> Path:
    """Return the file that --output names.

    :raises UsageError: if it ends with a slash, and there is no such folder
    """
    if text.endswith(("/", os.sep)) and not Path(text).is_dir():
        raise UsageError(f"there is no folder {text}; make it first, or name a file.")
    return Path(text)


Output = Annotated[
    Path | None,
    Option("--output", "-o", metavar="FILE", parser=output_path, help="Write to a file."),
]
Partial = Annotated[
    bool,
    Option("--partial", help="After Ctrl-C, write the deals so far to the file of --output."),
]


NoCache = Annotated[
    bool,
    Option("--no-cache", help="Do not read or store cached results."),
]
CacheFile = Annotated[
    Path | None,
    Option(
        "--cache", metavar="FILE",
        help="Keep solved results in this file (default: $DEALWRIGHT_CACHE, else the one in "
        "your cache folder).",
    ),
]  # fmt: skip


def _named_solver(name: str) -> AbstractContextManager[Any]:
    """Return a context manager in which the solver of --solver solves.

    :raises SolverError: if there is none of that name
    """
    from dealwright.double_dummy.current_solver import use_uncached_solver

    if name.lower() == "own":
        return nullcontext()
    from dealwright.double_dummy.dds import Dds

    return use_uncached_solver(Dds() if name.lower() == "dds" else Dds(name))


SolverName = Annotated[
    str | None,
    Option(
        "--solver", metavar="NAME", context=_named_solver,
        help="The solver: own (default), dds for an installed libdds, or the file of a libdds.",
    ),
]  # fmt: skip
SolverMemory = Annotated[
    int | None,
    MEMORY._replace(
        help="The memory limit of Dealwright's own solver, as in 512M (default: 128 MiB for "
        "each thread)."
    ),
]


TricksPicture = Annotated[
    Path | None,
    Option("--output", "-o", metavar="FILE", help="Also draw the tricks: a .svg file."),
]
Json = Annotated[bool, Option("--json", help="Print JSON instead of a report.")]


_NAME_OF_FILE = re.compile(r"[\w./-]*[A-Za-z_][\w/-]*\.[a-z]{2,7}")
_SCENARIO = re.compile(r"[a-z]+(?:-[a-z0-9]+)+")


def _refuse_names(text: str, *, has_file: bool) -> None:
    """Refuse the name of a file or of a scenario in the place of a condition.

    :raises ArgumentError: if it is one, with the command that takes it
    """
    named = os.path.splitext(text)[1] and os.path.isfile(text)
    if named or is_script_name(text):
        if named:
            refuse_boards(text)
        raise ArgumentError(_about_file(text, has_file=has_file))
    if _NAME_OF_FILE.fullmatch(text):
        raise ArgumentError(f"there is no file {text}")
    if _SCENARIO.fullmatch(text):
        from dealwright.practice.scenarios import scenarios

        if text in {entry.name for entry in scenarios()}:
            raise ArgumentError(f"{text} is a scenario: dealwright scenarios {text} 8")


def _about_file(name: str, *, has_file: bool) -> str:
    """Return what a file is, by its ending, and what takes it."""
    read = f"--file {name}" if has_file else f'"$(cat {name})"'
    if is_script_name(name):
        return f"{name} is a script: dealwright run {name}, or {read}"
    if name.lower().endswith(".toml"):
        return f"{name} is a file of types: dealwright practice --types {name}"
    if name.lower().endswith(".system"):
        return f"{name} is a bidding system: 'north: opens 1NT in {name}'"
    return f"{name} is a file: {read}"


def condition_text(argument: str | None, file: Path | None, *, has_file: bool = True) -> str | None:
    """Return the text of a condition given as an argument, in a file or on standard input, or None.

    ``has_file`` is whether the command has the option --file.

    :raises ArgumentError: if it is given twice, cannot be read, is empty, or is the name of a file
    """
    if argument is not None and file is not None:
        raise ArgumentError("give the condition as an argument or in a file, not both")
    text = argument
    if file is not None:
        refuse_boards(file)
    if text is not None:
        _refuse_names(text, has_file=has_file)
    if file is not None or argument == "-":
        text = input_text("-" if file is None else file)
    if text is not None and not text.strip():
        from dealwright.conditions.syntax_messages import EMPTY

        raise ArgumentError(EMPTY)
    return text


def say_notes(conditions: Iterable[Condition]) -> None:
    """Print the notes on the texts of conditions to standard error."""
    say_each([f"note: {note.text}" for condition in conditions for note in condition.notes])


def listed_formats() -> str:
    """Return the formats with their summaries: the end of a help text."""
    from dealwright.formats import format_named, names

    listed = (f"{name} ({format_named(name).summary})" for name in names())
    return f"Formats: {', '.join(listed)}."


def printed_format(name: str | None, output: Path | None) -> str:
    """Return the given format, or the format of the file's ending, or else of the settings.

    >>> printed_format(None, None), printed_format(None, Path("a.pbn"))
    ('diagram', 'pbn')

    :raises ArgumentError: if the ending has no format, or a binary format would be printed
    """
    from dealwright.cli.output import is_standard
    from dealwright.formats import format_named

    if output is not None and output.suffix and not is_standard(output):
        return chosen_format(name, str(output), "--format", writing=True)
    kind = name or setting_value("format")
    if format_named(kind, writing=True).binary and is_standard(output):
        raise ArgumentError(f"{kind} goes to a file: --output deals.{kind}")
    return kind


def chosen_format(
    format_name: str | None, path: str, option: str, *, reading: bool = False, writing: bool = False
) -> str:
    """Return the given format, or else the format of a file's ending.

    >>> chosen_format(None, "a.pbn", "--to", writing=True)
    'pbn'

    :raises ArgumentError: if there is neither
    """
    from dealwright.formats import format_named, format_of_path, names

    by_name = format_of_path(path, reading=reading, writing=writing)
    kind = format_name or by_name
    if writing and format_name and by_name not in (None, "diagram", kind):  # .txt is any text
        endings = format_named(format_name).endings
        if not any(ending.endswith(Path(path).suffix.lower()) for ending in endings):
            say(f"note: {path} holds {kind}, as {option} says, not {by_name}")
    if kind is None:
        listed = ", ".join(names(reading=reading, writing=writing))
        raise ArgumentError(
            f"cannot tell the format from the name '{path}'; give {option}: {listed}"
        )
    return kind
