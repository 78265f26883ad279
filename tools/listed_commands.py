"""What help and completion list of the commands, so that they import none of them."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

from dealwright.cli.app import PROGRAM
from dealwright.cli.command import Command, Group

__all__ = ["files"]

LISTED = Path("src/dealwright/cli/listed_commands.py")


def files() -> dict[Path, str]:
    """Return the module by its path below the checkout."""
    rows = "".join(
        f"    {_text(module)}: {_row(command)},\n" for module, command in _modules(PROGRAM)
    )
    text = (
        '"""What help lists of each module: panel, place, summary; by tools/regenerate.py."""\n\n'
        "# ruff: noqa: E501\n"
        "# fmt: off\n\n"
        "from __future__ import annotations\n\n"
        '__all__ = ["LISTED"]\n\n'
        f"LISTED: dict[str, tuple[str, int, str]] = {{\n{rows}}}\n"
    )
    return {LISTED: text}


def _modules(group: Group) -> Iterator[tuple[str, Command | Group]]:
    """Yield the modules of a group, and of the groups below it, with their commands."""
    for name in group.names:
        module = f"{group.package}.{name}"
        command = group.commands[name.replace("_", "-")]
        yield module, command
        if isinstance(command, Group):
            yield from _modules(command)


def _row(command: Command | Group) -> str:
    return f"({_text(command.panel)}, {command.order}, {_text(command.summary)})"


def _text(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)
