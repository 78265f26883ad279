"""Reading the words of a command line, by the fields of its command."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Mapping, Sequence
from contextlib import ExitStack
from typing import Any

from dealwright.base.errors import ArgumentError, DealwrightError
from dealwright.cli.card_translation import ENGLISH
from dealwright.cli.user_settings import setting_if_set
from dealwright.requests.fields import Field

__all__ = [
    "IN_QUOTES",
    "PROGRAM_OPTIONS",
    "ArgumentsError",
    "HelpRequested",
    "UnknownOption",
    "UsageError",
    "is_option",
    "read_words",
    "suggestion",
    "values_of",
    "without_option",
]

PROGRAM_OPTIONS = ("--language", "--cluster")  # taken out before a command reads its words
IN_QUOTES = "Put words that belong together in quotes"
# What other programs and people call some options.
_MEANT = {
    "--condition": ("--where", "--file"),
    "--count": ("--number",),
    "--deals": ("--number",),
    "--filter": ("--where",),
    "--help": ("--help",),
    "--n": ("--number",),
    "--out": ("--output",),
    "--produce": ("--number",),
    "--random": ("--seed",),
    "--save": ("--output",),
    "--scenario": ("--scenarios", "--where"),
    "--seat": ("--dealer", "--first", "--leader"),
    "--side": ("--for", "--vulnerable"),
    "--trump": ("--strain",),
    "--trumps": ("--strain",),
    "--write": ("--output",),
}
_WHOLE_NUMBER = re.compile(r"[0-9][0-9_,]*(?:e[0-9]+)?", re.ASCII)
_KINDS = {int: "integer", float: "float"}


class UsageError(DealwrightError):
    """Wrong words on a command line."""


class UnknownOption(UsageError):
    """A command has no such option; ``near`` is a question with one that it has, or ""."""

    def __init__(self, option: str, near: str = "") -> None:
        super().__init__(f"No such option: {option}.{near}")
        self.option = option

    def of_others(self, commands: Sequence[str]) -> UnknownOption:
        """Return an error that names the commands which have the option, if there are any."""
        takes = " and ".join(commands)
        return UnknownOption(self.option, f" {takes} takes it.") if takes else self


class ArgumentsError(UsageError):
    """An argument is missing, or one too many: an example says more than the help."""


class HelpRequested(Exception):
    """``--help`` or ``-h`` is one of the words."""


def is_option(word: str) -> bool:
    """Return whether a word is read as an option."""
    return word[:1] == "-" and word != "-"


def read_words(fields: Sequence[Field], words: Sequence[str]) -> dict[str, list[str]]:
    """Return the texts of the fields by name; flags have "" or "off".

    Options may come anywhere before ``--``, as ``--name value``, ``--name=value``, ``-n value``
    and ``-nvalue``; short flags may be combined.

    >>> from dealwright.requests.fields import Argument, Option
    >>> fields = [Argument()._replace(name="n"), Option("--seed", "-s")._replace(name="seed")]
    >>> read_words(fields, ["5", "-s1"])
    {'seed': ['1'], 'n': ['5']}

    :raises UsageError: if there is no such option, or its value is missing
    :raises ArgumentError: if the option is a negative number
    :raises HelpWanted: if one of the options is ``--help`` or ``-h``
    """
    return _Reader(fields, words).texts


class _Reader:
    """The texts of the fields given by words, read one by one."""

    def __init__(self, fields: Sequence[Field], words: Sequence[str]) -> None:
        self.fields = fields
        self.fields_by_name = {
            name: field for field in fields for name in (*field.options, *field.off)
        }
        self.shortcuts = {
            field.shortcut[0]: (field, field.shortcut[1]) for field in fields if field.shortcut
        }
        self.texts: dict[str, list[str]] = {}
        self.remaining = list(reversed(words))
        self.split = dict[int, str]()  # by argument: the option before it, with both in quotes
        self.positional = positional = list[str]()
        option = ""
        while self.remaining:
            word = self.remaining.pop()
            if word == "--":
                positional += reversed(self.remaining)
                break
            if not is_option(word):
                if option:
                    value = self.texts[self._field(option).name][-1]
                    self.split[len(positional)] = f'{option} "{value} {word}"'
                    option = ""
                positional.append(word)
                continue
            option = word if word in self.fields_by_name and not self._field(word).flag else ""
            if word == "-h" and "-h" not in self.fields_by_name:
                raise HelpRequested
            if word.startswith("--"):
                self._long(word)
            else:
                self._short(word)
        self._bare_numbers(fields, positional)
        arguments = [field for field in fields if field.argument and field.name not in self.texts]
        self._arguments(arguments, positional)

    def _bare_numbers(self, fields: Sequence[Field], positional: list[str]) -> None:
        """Take the number that stands first, as in ``practice 16 "north: ..."``, second or last."""
        for field in fields:
            place = {"first": 0, "second": 1, "last": -1}.get(field.bare, 0)
            least = 1 if field.bare == "first" else 2
            if not field.bare or field.name in self.texts or len(positional) < least:
                continue
            if _WHOLE_NUMBER.fullmatch(positional[place]):
                self.texts[field.name] = [positional.pop(place)]

    def _long(self, word: str) -> None:
        name, equals, value = word.partition("=")
        if name == "--help" and not equals:
            raise HelpRequested
        if name in self.shortcuts and name not in self.fields_by_name and not equals:
            self._add(*self.shortcuts[name])
            return
        field = self._field(name)
        if not field.flag:
            self._add(field, value if equals else self._value(field, name))
        elif equals:
            raise UsageError(f"Option '{name}' does not take a value.")
        else:
            self._add(field, "off" if name in field.off else "")

    def _short(self, word: str) -> None:
        """Read ``-abc``: flags, and perhaps an option with its value."""
        for end, letter in enumerate(word[1:], 2):
            field = self._field(f"-{letter}")
            if field.flag:
                self._add(field, "")
            else:
                value = word[end:] or self._value(field, f"-{letter}")
                self._add(field, value)
                return

    def _field(self, name: str) -> Field:
        if name not in self.fields_by_name:
            if name[1:].isdecimal():
                raise ArgumentError(f"{self._number_here()} cannot be negative ({name})")
            near = suggestion(name, [*self.fields_by_name, *self.shortcuts, *PROGRAM_OPTIONS])
            raise UnknownOption(name, near)
        return self.fields_by_name[name]

    def _number_here(self) -> str:
        """Return the name of the number that can stand at this place."""
        bare = [field for field in self.fields if field.bare and field.name not in self.texts]
        arguments = [field for field in self.fields if field.argument]
        for field in (*bare, *arguments[len(self.positional) :][:1]):
            if field.bare or field.type is int:
                return field.value_name
        return "a number here"

    def _value(self, field: Field, name: str) -> str:
        """Return the value of an option: the next word."""
        if field.bare_value is not None:
            follows = self.remaining and self.remaining[-1].isdecimal()
            return self.remaining.pop() if follows else field.bare_value
        if not self.remaining:
            raise UsageError(f"Option '{name}' requires an argument.")
        return self.remaining.pop()

    def _add(self, field: Field, value: str) -> None:
        following = self.remaining[-1] if self.remaining else "-"
        if field.cards == "cards" and is_seat(value) and not is_option(following):
            name = field.options[0]
            raise UsageError(f'{IN_QUOTES}: {name} "{value} {following}".')
        texts = self.texts.setdefault(field.name, [])
        if texts and not field.several and field.join is None:
            raise UsageError(f"Option '{field.options[0]}' is given twice.")
        texts.append(value)

    def _arguments(self, fields: Sequence[Field], positional: list[str]) -> None:
        """Assign words without an option to the arguments in order; one may take several."""
        given = len(positional)
        for index, field in enumerate(fields):
            after = sum(not later.several for later in fields[index + 1 :])
            count = max(len(positional) - after, 0) if field.several else 1
            if field.cards == "cards" and any(map(is_seat, positional[:count])):
                raise UsageError(f"{IN_QUOTES}: {with_quotes(positional)}.")
            if texts := positional[:count]:
                self.texts[field.name] = texts
            del positional[:count]
        if positional:
            plural = "s" if len(positional) > 1 else ""
            first = given - len(positional)
            joined = [self.split[place] for place in range(first, given) if place in self.split]
            corrected = f": {' '.join(joined)}" if joined else ""
            quotes = f" {IN_QUOTES}{corrected}." if fields or joined else ""
            words = " ".join(positional)
            raise ArgumentsError(f"Got unexpected extra argument{plural} ({words}).{quotes}")


def is_seat(word: str) -> bool:
    """Return whether a word is the name of a seat, or its letter."""
    return word.lower() in ("north", "east", "south", "west", "n", "e", "s", "w")


def with_quotes(words: Sequence[str]) -> str:
    """Return words as they are typed, each seat in quotes with the word after it.

    >>> with_quotes(["north", "AQ4.AJ92.Q5.K964", "3NT-N"])
    '"north AQ4.AJ92.Q5.K964" 3NT-N'
    """
    joined, pending = list[str](), list(reversed(words))
    while pending:
        word = pending.pop()
        if is_seat(word) and pending:
            word += f" {pending.pop()}"
        joined.append(f'"{word}"' if " " in word else word)
    return " ".join(joined)


def suggestion(name: str, known: Iterable[str]) -> str:
    """Return a question with the known name meant by ``name``, or "" if none is near.

    It begins so, is the usual word for the same, or is spelt much like it.

    >>> suggestion("--sed", ["--seed", "--json"]), suggestion("--vul", ["--value", "--vulnerable"])
    (' Did you mean --seed?', ' Did you mean --vulnerable?')
    """
    from difflib import get_close_matches

    names = sorted({*known})
    longer = [full for full in names if len(name) > 3 and full.startswith(name)]
    meant = [full for full in _MEANT.get(name.lower(), ()) if full in names]
    matches = longer[:1] or meant or get_close_matches(name, names, 1)
    return f" Did you mean {matches[0]}?" if matches else ""


def values_of(
    fields: Sequence[Field], texts: Mapping[str, list[str]], stack: ExitStack
) -> dict[str, Any]:
    """Return the values of all fields; their contexts are entered on ``stack``.

    :raises UsageError: if a required field is missing, or a text is not a value of its field
    """
    values = {}
    for field in fields:
        if field.name in texts:
            field_texts = texts[field.name]
            if field.cards:
                field_texts = [ENGLISH[field.cards](text) for text in field_texts]
            if field.join is not None and not field.several:
                field_texts = [field.join(field_texts)]
            value: Any = (
                [_value(field, text) for text in field_texts] if field.several else
                _value(field, field_texts[-1])
            )  # fmt: skip
        elif field.setting:
            value = setting_if_set(field.name)
        elif field.required:
            kind, name = (
                ("argument", field.value_name) if field.argument else ("option", _names(field))
            )
            error = ArgumentsError if field.argument else UsageError
            raise error(f"Missing {kind} {name if field.options else repr(name)}.")
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
    """Return the value of a field from its text."""
    if field.flag:
        return text != "off"
    if field.parser is not None:
        return field.parser(text)
    try:
        value = field.type(text)
        if field.type is float and math.isnan(value):
            raise ValueError
    except ValueError:
        problem = f"'{text}' is not a valid {_KINDS[field.type]}"
        raise UsageError(f"Invalid value for {_names(field)}: {problem}.") from None
    if field.bounds and not field.least <= value <= field.most:
        raise UsageError(
            f"Invalid value for {_names(field)}: {text} is not in the range {field.bounds}."
        )
    return value


def without_option(words: Sequence[str], option: str) -> tuple[list[str], str | None]:
    """Return the words without an option of the program and its value, and the value, if given.

    >>> without_option(["deal", "--language", "fr", "5"], "--language")
    (['deal', '5'], 'fr')

    :raises UsageError: if it is given twice, or without a value
    """
    remaining = [*words]
    before = words[: words.index("--")] if "--" in words else words
    places = [place for place, word in enumerate(before) if word.partition("=")[0] == option]
    if len(places) > 1:
        raise UsageError(f"Option '{option}' is given twice. Try 'dealwright --help'.")
    if not places:
        return remaining, None
    _, equals, value = remaining.pop(places[0]).partition("=")
    if not equals and places[0] == len(before) - 1:
        raise UsageError(f"Option '{option}' requires an argument. Try 'dealwright --help'.")
    return remaining, value if equals else remaining.pop(places[0])
