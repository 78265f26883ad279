"""``dealwright settings``: each setting, its value, and where it comes from."""

from __future__ import annotations

import json
from typing import Annotated

from dealwright.cli.command import Command
from dealwright.cli.options import Json
from dealwright.requests.fields import Option

__all__ = ["COMMAND"]

HELP = """Show each setting, its value, and where it comes from.

Settings are lines of the file settings.toml in your settings folder; DEALWRIGHT_SETTINGS names
another file, or is off. An environment variable takes precedence over the file, an option over
both. No setting changes which deals a seed gives.

Examples:

  dealwright settings

  dealwright settings --example > settings.toml
"""


def settings(
    show_example: Annotated[
        bool, Option("--example", help="Print a settings file with comments.")
    ] = False,
    as_json: Json = False,
) -> None:
    """Print the settings, or an example of the file."""
    from dealwright.cli.user_settings import example, settings_path, values

    if show_example:
        print(example(), end="")
        return
    path = settings_path()
    if as_json:
        rows = {
            name: {"value": entry.value, "source": entry.source} for name, entry in values().items()
        }
        file = None if path is None else str(path)
        print(json.dumps({"file": file, "settings": rows}, indent=2))
        return
    if path is None:
        print("file          off (DEALWRIGHT_SETTINGS)")
    else:
        print(f"file          {path}{'' if path.exists() else ' (there is none)'}")
    for name, entry in values().items():
        value = " ".join(entry.value) if isinstance(entry.value, tuple) else entry.value
        text = "-" if value in (None, "") else str(value)
        source = "file" if entry.source == str(path) else entry.source
        print(f"{name:<14}{text:<20}{source}")


COMMAND = Command(settings, HELP, "Set up")
