"""The older spellings ``practice --theme X`` and ``practice --decide X``, as their commands.

They are translated into words of ``practice theme X`` and ``practice decisions X``, which do the
work. No help shows them.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import ExitStack
from typing import TYPE_CHECKING

from dealwright.base.errors import ArgumentError
from dealwright.cli.command_words import read_words, values_of

if TYPE_CHECKING:
    from dealwright.cli.command import Group

__all__ = ["newer_words"]

_COMMANDS = {"--decide": "decisions", "--theme": "theme"}  # the first that is given chooses
_IGNORED = ("threads", "include")  # which the older spellings took, and a command may not use


def newer_words(group: Group, words: Sequence[str]) -> list[str]:
    """Return words of ``practice`` with the name of a command in place of an older option.

    >>> from dealwright.cli.app import PROGRAM
    >>> newer_words(PROGRAM.command("practice"), ["8", "--theme", "squeeze", "--seed", "1"])
    ['theme', '--seed=1', '--number=8', '--', 'squeeze']

    :raises UsageError: if the words or values cannot be read
    :raises ArgumentError: if an option does not go with the older one
    """
    if not any(word.partition("=")[0] in _COMMANDS for word in words):
        return [*words]
    options = dict[str, str]()  # by field
    fields = {field.name: field for field in group.fields}
    for option, name in _COMMANDS.items():
        first, *others = group.command(name).fields
        fields = {field.name: field for field in others} | fields
        fields[first.name] = first._replace(options=(option,), argument=False)
        options[first.name] = option
    texts = read_words([*fields.values()], words)
    chosen = next((name for name in options if name in texts), "")
    if not chosen:  # the option is the value of another
        return [*words]
    option = options[chosen]
    taken = {field.name for field in group.command(_COMMANDS[option]).fields}
    newer, arguments = [_COMMANDS[option]], texts.pop(chosen)
    for name, values in texts.items():
        field = fields[name]
        if name not in taken and name in _IGNORED:
            with ExitStack() as stack:  # its value must be one, as it was when it was used
                values_of([field], {name: values}, stack)
            continue
        if name not in taken:
            refused = "a condition" if field.argument else field.options[0]
            raise ArgumentError(f"{option} chooses the boards: it does not go with {refused}")
        if field.argument:
            arguments += values
        elif field.flag:
            newer.append(field.options[0])
        else:
            newer += [f"{field.options[0]}={value}" for value in values]
    return [*newer, "--", *arguments]
