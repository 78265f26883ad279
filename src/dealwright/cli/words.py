"""The words of a command line, read by the table of a request's fields."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from contextlib import ExitStack
from typing import Any

from dealwright.cli.card_letters import ENGLISH
from dealwright.cli.user_settings import set_default
from dealwright.errors import ArgumentError, DealwrightError
from dealwright.requests.fields import Field

__all__ = ["HelpWanted", "UsageError", "is_option", "nearest", "read_words", "values_of"]

_KINDS = {int: "integer", float: "float"}


class UsageError(DealwrightError):
    """Words that a command does not take."""


class HelpWanted(Exception):
    """``--help`` stands among the words."""


def is_option(word: str) -> bool:
    """Return whether a word is read as an option."""
    return word[:1] == "-" and word != "-"


def read_words(fields: Sequence[Field], words: Sequence[str]) -> dict[str, list[str]]:
    """Return the texts that words give to fields, by the fields' names; flags have "" or "off".

    Options may stand anywhere before ``--``, as ``--name value``, ``--name=value``, ``-n value``
    and ``-nvalue``; short flags may stand together.

    >>> from dealwright.requests.fields import Argument, Option
    >>> fields = [Argument()._replace(name="n"), Option("--seed", "-s")._replace(name="seed")]
    >>> read_words(fields, ["5", "-s1"])
    {'seed': ['1'], 'n': ['5']}

    :raises UsageError: if there is no such option, or its value is missing
    :raises ArgumentError: if the option is a negative number
    :raises HelpWanted: if one of the options is ``--help``
    """
    return _Reader(fields, words).given


class _Reader:
    """Takes words one by one."""

    def __init__(self, fields: Sequence[Field], words: Sequence[str]) -> None:
        self.named = {name: field for field in fields for name in (*field.options, *field.off)}
        self.given: dict[str, list[str]] = {}
        self.left = list(reversed(words))
        bare = list[str]()
        while self.left:
            word = self.left.pop()
            if word == "--":
                bare += reversed(self.left)
                break
            if not is_option(word):
                bare.append(word)
            elif word.startswith("--"):
                self._long(word)
            else:
                self._short(word)
        self._arguments([field for field in fields if field.argument], bare)

    def _long(self, word: str) -> None:
        name, equals, value = word.partition("=")
        if name == "--help" and not equals:
            raise HelpWanted
        field = self._field(name)
        if not field.flag:
            self._give(field, value if equals else self._value(field, name))
        elif equals:
            raise UsageError(f"Option '{name}' does not take a value.")
        else:
            self._give(field, "off" if name in field.off else "")

    def _short(self, word: str) -> None:
        """Read ``-abc``: flags, and perhaps an option with its value."""
        for at, letter in enumerate(word[1:], 2):
            field = self._field(f"-{letter}")
            if field.flag:
                self._give(field, "")
            else:
                value = word[at:] or self._value(field, f"-{letter}")
                self._give(field, value)
                return

    def _field(self, name: str) -> Field:
        if name not in self.named:
            if name[1:].isdecimal():
                raise ArgumentError(f"a number here cannot be negative ({name})")
            raise UsageError(f"No such option: {name}.{nearest(name, self.named)}")
        return self.named[name]

    def _value(self, field: Field, name: str) -> str:
        """Return the value of an option: the next word."""
        if field.bare_value is not None:
            follows = self.left and self.left[-1].isdecimal()
            return self.left.pop() if follows else field.bare_value
        if not self.left:
            raise UsageError(f"Option '{name}' requires an argument.")
        return self.left.pop()

    def _give(self, field: Field, value: str) -> None:
        self.given.setdefault(field.name, []).append(value)

    def _arguments(self, fields: Sequence[Field], bare: list[str]) -> None:
        """Give words without an option to the arguments in their order; one may take several."""
        for at, field in enumerate(fields):
            after = sum(not each.several for each in fields[at + 1 :])
            count = max(len(bare) - after, 0) if field.several else 1
            if taken := bare[:count]:
                self.given[field.name] = taken
            del bare[:count]
        if bare:
            plural = "s" if len(bare) > 1 else ""
            raise UsageError(f"Got unexpected extra argument{plural} ({' '.join(bare)})")


def nearest(name: str, known: Iterable[str]) -> str:
    """Return a question with the known name that is nearest to another, or "".

    >>> nearest("--sed", ["--seed", "--json"])
    ' Did you mean --seed?'
    """
    from difflib import get_close_matches

    found = get_close_matches(name, sorted({*known}), 1)
    return f" Did you mean {found[0]}?" if found else ""


def values_of(
    fields: Sequence[Field], given: Mapping[str, list[str]], stack: ExitStack
) -> dict[str, Any]:
    """Return the values of all fields; contexts of fields are entered on the stack.

    :raises UsageError: if a field is missing, or a text is no value of its field
    """
    values = {}
    for field in fields:
        if field.name in given:
            texts = given[field.name]
            if field.cards:
                texts = [ENGLISH[field.cards](text) for text in texts]
            if field.separator:
                texts = [field.separator.join(texts)]
            value: Any = (
                [_value(field, text) for text in texts] if field.several else
                _value(field, texts[-1])
            )  # fmt: skip
        elif field.setting:
            value = set_default(field.name)
        elif field.required:
            kind, name = (
                ("argument", field.value_name) if field.argument else ("option", _names(field))
            )
            raise UsageError(f"Missing {kind} {name if field.options else repr(name)}.")
        else:
            value = field.default
        values[field.name] = value if field.settle is None else field.settle(value)
    for field in fields:
        if field.context is not None and values[field.name] is not None:
            values[field.name] = stack.enter_context(field.context(values[field.name]))
    return values


def _names(field: Field) -> str:
    return " / ".join(f"'{name}'" for name in field.options) or f"'{field.value_name}'"


def _value(field: Field, text: str) -> Any:
    """Return the value that a text gives to a field."""
    if field.flag:
        return text != "off"
    if field.parser is not None:
        return field.parser(text)
    try:
        value = field.type(text)
        if field.type is float and math.isnan(value):
            raise ValueError
    except ValueError:
        what = f"'{text}' is not a valid {_KINDS[field.type]}"
        raise UsageError(f"Invalid value for {_names(field)}: {what}.") from None
    if field.bounds and not field.least <= value <= field.most:
        raise UsageError(
            f"Invalid value for {_names(field)}: {text} is not in the range {field.bounds}."
        )
    return value
