"""Scripts on the command line: reading them from a file, and checking them."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from dealwright.base.decoding import decoded
from dealwright.cli.input import MOST_OF_TEXT, input_bytes, refuse_boards
from dealwright.cli.messages import say
from dealwright.cli.user_settings import setting_value

if TYPE_CHECKING:
    from dealwright.scripts import Run

__all__ = ["folders_of", "print_check", "text_of"]


def text_of(script: str, encoding: str | None = None) -> str:
    """Return the text of a script; print a note if its encoding is in doubt.

    :raises ArgumentError: if it cannot be read, or the encoding is unknown
    """
    refuse_boards(script)
    text, note, line, _ = decoded(input_bytes(script, MOST_OF_TEXT), encoding)
    if note:
        name = "standard input" if script == "-" else script
        say(f"note: {name}, line {line}: {note}")
    return text


def folders_of(script: str, include: Sequence[Path] | None) -> list[Path]:
    """Return the folders of #include files: the script's own, then --include, then the settings."""
    script_folder = [] if script == "-" else [Path(script).parent]
    return [*script_folder, *(include or ()), *map(Path, setting_value("scripts"))]


def print_check(run: Run, *, as_json: bool = False) -> None:
    """Check a script; print the findings and the cost of each clause of its condition."""
    from dealwright.cli.jobs import show_progress
    from dealwright.cli.output import open_output
    from dealwright.requests.documents import write_json
    from dealwright.scripts import check_script

    with show_progress(run, "clauses"):
        check = check_script(run)
    if as_json:
        text = write_json(check, indent=2) + "\n"
    else:
        text = "".join(f"{line}\n" for line in check.lines())
    with open_output(None) as file:
        file.write(text)
