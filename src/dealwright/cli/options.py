"""Options that several commands share, and reading a condition from an argument or a file."""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from typer.core import TyperCommand

from dealwright.cli.input import input_text
from dealwright.cli.messages import say_each
from dealwright.cli.user_settings import chosen, letters
from dealwright.errors import ArgumentError
from dealwright.sizes import memory_bytes

if TYPE_CHECKING:
    from dealwright.ask.planning import Resources
    from dealwright.condition import Condition

__all__ = [
    "CacheFile",
    "ClusterAddress",
    "ConditionArgument",
    "ConditionFile",
    "Encoding",
    "FormatsCommand",
    "Include",
    "Json",
    "Limit",
    "Memory",
    "NoCache",
    "Output",
    "Partial",
    "Predeal",
    "ScriptInclude",
    "Seed",
    "Threads",
    "WriteAs",
    "chosen_format",
    "event_in_english",
    "holding_in_english",
    "in_english",
    "limit_of",
    "memory_bytes",
    "output_path",
    "predeal_text",
    "printed_format",
    "read_condition",
    "read_text",
    "resources_of",
    "whole_number",
]

ConditionArgument = Annotated[
    str | None,
    typer.Argument(help="The condition of the deals; '-' reads it from standard input."),
]
ConditionFile = Annotated[
    Path | None,
    typer.Option("--file", "-f", metavar="FILE", help="Read the condition from a file."),
]


def _define(context: typer.Context, file: Path) -> None:
    """Add the definitions of a file to the default workspace while the command runs."""
    from dealwright.cli.script_files import text_of
    from dealwright.conditions.definitions import lent_definitions
    from dealwright.workspace import default_workspace

    text = text_of(str(file))
    if not lent_definitions(text):
        raise ArgumentError("{path} has no definition such as strong = hcp(north) >= 16", path=file)
    context.call_on_close(default_workspace().undefine)
    default_workspace().define(text, str(file))


def _files_defined(context: typer.Context, files: list[Path]) -> list[Path]:
    """Add the definitions of files while the command runs.

    :raises ArgumentError: if a file cannot be read, or defines nothing
    """
    for file in files or ():
        _define(context, file)
    return files


def _paths_defined(context: typer.Context, paths: list[Path]) -> list[Path]:
    """Add the definitions of the files among some paths; return the folders.

    :raises ArgumentError: if a file cannot be read, or defines nothing
    """
    folders = [path for path in paths or () if path.is_dir()]
    _files_defined(context, [path for path in paths or () if path not in folders])
    return folders


Include = Annotated[
    list[Path] | None,
    typer.Option(
        metavar="FILE", callback=_files_defined,
        help="Definitions (name = expression) that the condition may use; may be repeated.",
    ),
]  # fmt: skip
ScriptInclude = Annotated[
    list[Path] | None,
    typer.Option(
        metavar="PATH", callback=_paths_defined,
        help="A file of definitions that may be used, or a folder of the files that lines "
        '#include "file" of the script name; may be repeated.',
    ),
]  # fmt: skip
Seed = Annotated[
    str | None,
    typer.Option("--seed", "-s", metavar="TEXT", help="Repeat the deals of this seed."),
]
Predeal = Annotated[
    list[str] | None,
    typer.Option(
        "--predeal", "-p", metavar="CARDS",
        help="Cards fixed at a seat, as in 'north SAKQ, H2' or 'N:AKQ.2..'; may be repeated.",
    ),
]  # fmt: skip
Encoding = Annotated[
    str | None,
    typer.Option(
        "--encoding", metavar="NAME",
        help="The encoding of the input, as cp1250 or utf-16 (default: UTF-8, else Latin-1).",
    ),
]  # fmt: skip
WriteAs = Annotated[
    str | None,
    typer.Option(
        "--format", "-F", metavar="NAME",
        help="diagram, line, pbn, lin, json, csv, parquet, html, latex, pdf and others, or "
        "none (only the number); default: by the ending of --output, else diagram or the settings.",
    ),
]  # fmt: skip

# The cards of an event: onside KC, or west KC QC.
_EVENT_CARDS = re.compile(
    r"\b((?:onside|offside|drop|north|east|south|west)\b)"
    r"((?:\s+(?!(?:and|or|not|shows|follows|in)\b)[^\s()&|,;<>=!{}]+)+)",
    re.IGNORECASE,
)


def output_path(text: str) -> Path:
    """Return the file that --output names.

    :raises BadParameter: if it ends as a folder does, and there is none
    """
    if text.endswith(("/", os.sep)) and not Path(text).is_dir():
        raise typer.BadParameter(f"there is no folder {text}; make it first, or name a file.")
    return Path(text)


Output = Annotated[
    Path | None,
    typer.Option("--output", "-o", metavar="FILE", parser=output_path, help="Write to a file."),
]
Partial = Annotated[
    bool,
    typer.Option(
        "--partial", help="After Ctrl-C, let the deals so far replace the file of --output."
    ),
]


def _threads(given: int | None) -> int | None:
    """Return the threads that are given, or those of the settings."""
    found: int | None = chosen("threads") if given is None else given
    return found


Threads = Annotated[
    int | None,
    typer.Option(
        "--threads",
        "-t",
        metavar="N",
        callback=_threads,
        help="Threads to use (default: every core).",
    ),
]
NoCache = Annotated[
    bool,
    typer.Option("--no-cache", help="Do not read earlier results, and store none."),
]
CacheFile = Annotated[
    Path | None,
    typer.Option(
        "--cache", metavar="FILE",
        help="Keep solved results in this file (default: DEALWRIGHT_CACHE, else yours).",
    ),
]  # fmt: skip


def _join(context: typer.Context, address: str | None) -> str | None:
    """Join the cluster of the option --cluster until the command ends.

    :raises ArgumentError: if the address is none, or the extra ``cluster`` is not installed
    :raises ClusterError: if no cluster answers
    """
    if address is not None:
        from dealwright.cli.messages import say
        from dealwright.cluster import Cluster

        context.with_resource(Cluster(address, stops_when_lost=True, on_note=say))
    return address


ClusterAddress = Annotated[
    str | None,
    typer.Option(
        "--cluster", metavar="ADDRESS", callback=_join,
        help="Work on a Dask cluster, tcp://HOST:PORT, or local:N for N processes here.",
    ),
]  # fmt: skip
Json = Annotated[bool, typer.Option("--json", help="Print JSON instead of a report.")]
Limit = Annotated[
    str | None,
    typer.Option("--limit", metavar="N", help="Stop after examining this many deals."),
]


def _budget(given: str | None) -> str | None:
    """Return the budget that is given, or that of the settings if they have one."""
    wanted = chosen("budget")
    return given if given is not None or wanted == 2 else str(wanted)


Work = Annotated[
    str | None,
    typer.Option(
        "--budget",
        metavar="SECONDS",
        callback=_budget,
        help="Work that counting may cost (default: 2, or the settings).",
    ),
]

Memory = Annotated[
    str | None,
    typer.Option(
        "--memory", metavar="SIZE", help="The most memory for exact counting (default: 1 GiB)."
    ),
]


def resources_of(
    memory: str | None, threads: int | None = None, seconds: float | None = None
) -> Resources:
    """Return what answering may use, from --memory and --threads, and from --budget."""
    from dealwright.ask.planning import Resources

    return Resources(memory_bytes(memory), threads=threads, seconds=seconds)


def limit_of(text: str | None) -> int | None:
    """Return the deals that an estimate may examine, from the option --limit."""
    return None if text is None else whole_number(text, "the limit")


def read_condition(argument: str | None, file: Path | None) -> Condition | None:
    """Return the condition given as an argument, in a file or on standard input, or None.

    :raises ArgumentError: if it is given twice, cannot be read, or makes no sense
    """
    if argument is not None and file is not None:
        raise ArgumentError("give the condition as an argument or in a file, not both")
    if file is not None:
        return read_text(input_text(file))
    if argument is None:
        return None
    return read_text(input_text("-") if argument == "-" else argument)


def read_text(text: str) -> Condition:
    """Read a condition; print notes on its text to standard error."""
    from dealwright.condition import parse

    return noted(parse(text))


def noted(condition: Condition) -> Condition:
    """Print the notes on a condition's text to standard error; return the condition."""
    say_each([f"note: {note.text}" for note in condition.notes])
    return condition


def in_english(text: str | None) -> str | None:
    """Return cards that are typed in the letters of the settings in English ones."""
    return None if text is None else letters().english(text)


def event_in_english(text: str) -> str:
    """Return an event whose cards are typed in the letters of the settings in English ones."""
    return _EVENT_CARDS.sub(lambda found: found[1] + letters().english(found[2]), text)


def holding_in_english(text: str) -> str:
    """Return the ranks of one suit, typed in the letters of the settings, in English ones."""
    return letters().english(f"{text}.").removesuffix(".")  # a dot: no letter names a suit


def predeal_text(parts: list[str] | None) -> str | None:
    """Return the predealt cards of all --predeal options as one text, or None.

    Their letters are those of the settings; the text has English ones.
    """
    return in_english("; ".join(parts)) if parts else None


def whole_number(text: str, what: str) -> int:
    """Read a whole number; ``1_000_000``, ``1,000,000`` and ``1e6`` are the same.

    >>> whole_number("1e6", "the limit")
    1000000

    :raises ArgumentError: if it is not a whole number, or negative
    """
    plain = text.strip().replace("_", "").replace(",", "")
    digits, e, zeros = plain.lower().partition("e")
    if e and zeros.isdecimal() and int(zeros) <= 30:
        plain = digits + "0" * int(zeros) if digits.lstrip("-").isdecimal() else plain
    if not plain.lstrip("-").isdecimal() or plain.count("-") > 1:
        raise ArgumentError("{what} is a whole number, not '{written}'", what=what, written=text)
    if plain.startswith("-"):
        raise ArgumentError("{what} cannot be negative ({written})", what=what, written=text)
    return int(plain)


def precision(text: str) -> float:
    """Read the half width of an interval: ``0.001`` and ``0.1%`` are the same.

    >>> precision("0.1%"), precision("0.5")
    (0.001, 0.5)

    :raises ArgumentError: if it is not a number above 0 and at most 1
    """
    plain = text.strip()
    percent = plain.endswith("%")
    try:
        share = float(plain.removesuffix("%")) / (100 if percent else 1)
    except ValueError:
        share = 0.0
    if not 0 < share <= 1:
        raise ArgumentError(
            "--within takes a share such as 0.001 or 0.1%, not '{written}'", written=text
        )
    return share


def seconds(text: str) -> float:
    """Read a number of seconds of work, ``inf`` for any number.

    >>> seconds("0.5"), seconds("inf")
    (0.5, inf)

    :raises ArgumentError: if it is no number, or negative
    """
    try:
        found = float(text)
    except ValueError:
        found = -1.0
    if not found >= 0:
        raise ArgumentError(
            "--budget takes a number of seconds such as 0.5, not '{written}'", written=text
        )
    return found


class FormatsCommand(TyperCommand):
    """A command whose help ends with the list of formats.

    The list imports every format, so it is made only when help is asked for.
    """

    def ending(self) -> str:
        """Return the formats, and what each of them is."""
        from dealwright.formats import format_named, names

        listed = (f"{name} ({format_named(name).summary})" for name in names())
        return f"Formats: {', '.join(listed)}."

    def format_help(self, ctx: Any, formatter: Any) -> None:
        """Write the help, and the formats."""
        self.epilog = self.ending()
        super().format_help(ctx, formatter)


def printed_format(given: str | None, output: Path | None) -> str:
    """Return the given format, or that of the file's ending, or else that of the settings.

    >>> printed_format(None, None), printed_format(None, Path("a.pbn"))
    ('diagram', 'pbn')

    :raises ArgumentError: if the ending shows no format, or a file of bytes would be printed
    """
    from dealwright.cli.output import is_standard
    from dealwright.formats import format_named

    if output is not None and output.suffix and not is_standard(output):
        return chosen_format(given, str(output), "--format", writing=True)
    kind = given or chosen("format")
    if format_named(kind, writing=True).binary and is_standard(output):
        raise ArgumentError("{kind} goes to a file: --output deals.{kind}", kind=kind)
    return kind


def chosen_format(
    given: str | None, path: str, option: str, *, reading: bool = False, writing: bool = False
) -> str:
    """Return the given format, or else the format of a file's ending.

    >>> chosen_format(None, "a.pbn", "--to", writing=True)
    'pbn'

    :raises ArgumentError: if there is neither
    """
    from dealwright.formats import format_of_path, names

    name = given or format_of_path(path, reading=reading, writing=writing)
    if name is None:
        listed = ", ".join(names(reading=reading, writing=writing))
        raise ArgumentError(
            "the name '{path}' does not show a format; give {option}: {listed}",
            path=path,
            option=option,
            listed=listed,
        )
    return name
