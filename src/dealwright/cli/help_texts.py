"""The texts of the commands' help: found for translators, and put in the chosen language."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from dealwright.messages import translated

__all__ = ["help_texts", "translate_help"]


def translate_help(command: Any) -> None:
    """Put the help of a command, its options and the commands below it in the chosen language."""
    _change(command, translated)


def help_texts(command: Any) -> Iterator[str]:
    """Yield the texts of a command's help, of its options and of the commands below it."""
    found: dict[str, None] = {}

    def note(text: str) -> str:
        found[text] = None
        return text

    _change(command, note)
    yield from found


def _change(command: Any, change: Callable[[str], str]) -> None:
    """Replace every paragraph of the help of a command, in place; examples stay as they are."""
    for part in (command, *command.params):
        for name in ("help", "epilog", "rich_help_panel"):
            text = getattr(part, name, None)
            if isinstance(text, str) and text:
                paragraphs = text.split("\n\n")
                changed = [each if each[:1] == " " else change(each) for each in paragraphs]
                setattr(part, name, "\n\n".join(changed))
    for below in getattr(command, "commands", {}).values():
        _change(below, change)
