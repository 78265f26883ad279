"""Scripts on the command line: reading them from a file, and checking them."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from dealwright.cli.input import MOST_OF_TEXT, input_bytes
from dealwright.cli.messages import say
from dealwright.cli.user_settings import chosen
from dealwright.decoding import decoded

if TYPE_CHECKING:
    from dealwright.scripts import Run

__all__ = ["folders_of", "print_check", "text_of"]


def text_of(script: str, encoding: str | None = None) -> str:
    """Return the text of a script; print a note if its encoding is in doubt.

    :raises ArgumentError: if it cannot be read, or there is no such encoding
    """
    text, note, line, _ = decoded(input_bytes(script, MOST_OF_TEXT), encoding)
    if note:
        name = "standard input" if script == "-" else script
        say(f"note: {name}, line {line}: {note}")
    return text


def folders_of(script: str, include: Sequence[Path] | None) -> list[Path]:
    """Return the folders in which #include looks: the script's own, and those of --include.

    After them come the folders of the settings.
    """
    own = [] if script == "-" else [Path(script).parent]
    return [*own, *(include or ()), *map(Path, chosen("scripts"))]


def print_check(made: Run, *, as_json: bool = False) -> None:
    """Print what is suspicious in a script, and what each clause of its condition costs."""
    from dealwright.cli.jobs import show_progress
    from dealwright.cli.output import opened
    from dealwright.documents import write_json
    from dealwright.scripts import check_script

    with show_progress(made, "clauses"):
        check = check_script(made)
    if as_json:
        text = write_json(check, indent=2) + "\n"
    else:
        text = "".join(f"{line}\n" for line in check.lines())
    with opened(None) as file:
        file.write(text)
