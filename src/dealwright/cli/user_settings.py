"""The user's settings: names, values, the settings file, and the order of precedence.

An option of a command takes precedence over an environment variable, and a variable over the file.
No setting changes which deals a seed gives: settings are about the look of answers, their cost,
and places of files.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from dealwright.base.environment import variable
from dealwright.base.errors import ArgumentError
from dealwright.base.folders import user_folder
from dealwright.base.translation import choose_language, language

if TYPE_CHECKING:
    from dealwright.cards.card_letters import CardLetters

__all__ = [
    "LANGUAGES",
    "SETTINGS",
    "Setting",
    "Value",
    "example",
    "fresh_settings",
    "letters",
    "load_settings",
    "setting_if_set",
    "setting_value",
    "settings_path",
    "suit_colours",
    "values",
]

LANGUAGES = ("en", "da", "de", "es", "fr", "it", "nb", "nl", "pl", "sv")
_FILE = "DEALWRIGHT_SETTINGS"
_OFF = ("off", "0", "no", "none")
_COLOURS = {"blue": 33, "red": 196, "orange": 208, "green": 34, "black": -1}
_SCHEMES = {"four": "blue red orange green", "two": "black red red black"}
_overrides: dict[str, str] = {}  # values from options of the program, by setting


class Setting(NamedTuple):
    """A setting: its name, its default, the reader of its values, its description.

    ``read`` takes a value of the file, or the text of a variable; it raises ValueError that
    describes the right values. ``option`` is the option of commands that overrides it, or "".
    """

    name: str
    default: Any
    read: Callable[[Any], Any]
    about: str
    example: str
    option: str = ""

    @property
    def variable(self) -> str:
        """The environment variable that overrides the file."""
        return f"DEALWRIGHT_{self.name.upper()}"


class Value(NamedTuple):
    """The value of a setting, and its source: ``default``, a file, a variable or an option."""

    setting: Setting
    value: Any
    source: str = "default"


def _one_of(*choices: str) -> Callable[[Any], str]:
    def read(value: Any) -> str:
        for choice in choices:
            if isinstance(value, str) and value.lower() == choice.lower():
                return choice
        raise ValueError(f"one of {', '.join(choices)}")

    return read


def _language_of_cards(value: Any) -> str:
    from dealwright.cards.card_letters import CARD_LETTERS  # imported only if the setting is used

    return _one_of(*CARD_LETTERS)(value)


def _number(least: int, most: int) -> Callable[[Any], int]:
    def read(value: Any) -> int:
        number = int(value) if isinstance(value, str) and value.isdecimal() else value
        if isinstance(number, bool) or not isinstance(number, int) or not least <= number <= most:
            raise ValueError(f"a whole number from {least} to {most}")
        return number

    return read


def _seconds(value: Any) -> float:
    try:
        seconds = -1.0 if isinstance(value, bool) else float(value)
    except (TypeError, ValueError):
        seconds = -1.0
    if not seconds >= 0:
        raise ValueError("a number of seconds, such as 0.5")
    return seconds


def _text(value: Any) -> str:
    if not isinstance(value, str) or not value.strip():
        raise ValueError("a text in quotes")
    return value.strip()


def _folder(value: Any) -> str:
    try:
        return str(Path(_text(value)).expanduser())
    except RuntimeError:  # ~name, and there is no such user
        raise ValueError("a folder; no user has the name behind ~") from None


def _folders(value: Any) -> tuple[str, ...]:
    listed = value.split(os.pathsep) if isinstance(value, str) else value
    if not isinstance(listed, list):
        raise ValueError('a list of folders, such as ["~/bridge"]')
    return tuple(_folder(folder) for folder in listed)


def _suit_colours(value: Any) -> str:
    words = _SCHEMES.get(value, value).split() if isinstance(value, str) else []
    valid = [word in _COLOURS or (word.isdecimal() and int(word) < 256) for word in words]
    if len(valid) != 4 or not all(valid):
        raise ValueError(
            f"four, two, or a colour for each suit, spades first: {', '.join(_COLOURS)} or 0 to 255"
        )
    return str(value)


SETTINGS = (
    Setting(
        "language", "en", _one_of(*LANGUAGES),
        "Language of the words around boards",
        "\"fr\"", "--language",
    ),
    Setting(
        "cards", "", _language_of_cards,
        "Language of the letters of cards, in and out (default: that of the words)", "\"fr\"",
    ),
    Setting(
        "ten", "", _one_of("10", "T"),
        "How a ten is shown (default: 10 on printed pages and in other languages, T in English "
            "text)",
        "\"10\"",
    ),
    Setting(
        "colours", "auto", _one_of("auto", "never", "always"),
        "Whether to colour what is printed; auto: on a terminal. NO_COLOR wins", "\"never\"",
    ),
    Setting(
        "suit_colours", "four", _suit_colours,
        "Colours of the suits: four, two, or a colour for each, spades first", "\"two\"",
    ),
    Setting(
        "format", "diagram", _text, "Format of boards that are printed", "\"line\"", "--format"
    ),
    Setting(
        "sets", ".", _folder, "Folder in which practice sets are written", "\"~/bridge/sets\"",
        "--output",
    ),
    Setting(
        "scripts", (), _folders, "Folders to search for the files that scripts include",
        "[\"~/bridge/scripts\"]", "--include",
    ),
    Setting(
        "systems", (), _folders, "Folders to search for bidding systems",
        "[\"~/bridge/systems\"]",
    ),
    Setting(
        "threads", None, _number(1, 1024), "Threads to use (default: every core)", "2", "--threads"
    ),
    Setting("budget", 2.0, _seconds, "Seconds of work allowed for counting", "10", "--budget"),
    Setting("port", 8052, _number(0, 65535), "Port of the page", "8000", "--port"),
    Setting(
        "reports", "on", _one_of("on", "off"),
        "Whether to keep the details for bug reports, in the cache folder", "\"off\"",
    ),
)  # fmt: skip
_BY_NAME = {setting.name: setting for setting in SETTINGS}


def settings_path() -> Path | None:
    """Return the file of settings: ``DEALWRIGHT_SETTINGS``, or one in the user's folder.

    None if the variable is ``off``.
    """
    path = variable(_FILE)
    if path.lower() in _OFF:
        return None
    return Path(path).expanduser() if path else user_folder("config") / "settings.toml"


def values() -> dict[str, Value]:
    """Return every setting with its value and its source, by name.

    :raises ArgumentError: if the file cannot be read, or a value is wrong; with the line
    """
    by_name = {setting.name: Value(setting, setting.default) for setting in SETTINGS}
    path = settings_path()
    if path is not None and (path.exists() or variable(_FILE)):
        by_name.update(_file_values(path))
    for setting in SETTINGS:
        text = variable(setting.variable)
        if text:
            value = _checked(setting, text, setting.variable)
            by_name[setting.name] = Value(setting, value, setting.variable)
    for name, text in _overrides.items():
        setting = _BY_NAME[name]
        by_name[name] = Value(setting, _checked(setting, text, setting.option), setting.option)
    return by_name


def _file_values(path: Path) -> Iterator[tuple[str, Value]]:
    import tomllib  # imported only if there is a file

    try:
        text = path.read_text(encoding="utf-8-sig")
        table = tomllib.loads(text)
    except OSError as error:
        raise ArgumentError(f"cannot read the settings {path}: {error.strerror}") from None
    except UnicodeDecodeError:
        raise ArgumentError(f"the settings {path} are not UTF-8 text") from None
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise ArgumentError(f"the settings {path} are not TOML: {error}") from None
    for name, value in table.items():
        line = _line_of(text, name)
        setting = _BY_NAME.get(name)
        if setting is None:
            raise ArgumentError(
                f"{path}, line {line}: there is no setting '{name}'; see 'dealwright settings'"
            )
        place = f"{path}, line {line}: {name}"
        yield name, Value(setting, _checked(setting, value, place), str(path))


def _line_of(text: str, name: str) -> int:
    """Return the number of the line that begins with a name."""
    match = re.search(rf"(?m)^[ \t]*\[?[ \t]*[\"']?{re.escape(name)}\b", text)
    return text.count("\n", 0, match.start()) + 1 if match else 1


def _checked(setting: Setting, value: Any, place: str) -> Any:
    try:
        return setting.read(value)
    except ValueError as error:
        text = str(value) if isinstance(value, str) else repr(value)
        raise ArgumentError(f"{place} must be {error}, not '{text[:40]}'") from None


@cache
def _cached_values() -> dict[str, Value]:
    return values()


def setting_value(name: str) -> Any:
    """Return the value of a setting.

    :raises ArgumentError: as ``values``
    """
    return _cached_values()[name].value


def setting_if_set(name: str) -> Any:
    """Return the value of a setting, or None if it has its default.

    :raises ArgumentError: as ``values``
    """
    value = setting_value(name)
    return None if value == _BY_NAME[name].default else value


@contextmanager
def fresh_settings() -> Generator[None]:
    """Restore the language and forget the settings when the context ends."""
    previous = language()
    try:
        yield
    finally:
        _overrides.clear()
        _cached_values.cache_clear()
        if language() != previous:
            choose_language(previous)


def load_settings(code: str | None) -> None:
    """Read the settings for a command line, and choose its language, if it names one.

    :raises ArgumentError: as ``values``
    """
    _overrides.clear()
    _cached_values.cache_clear()
    if code is not None:
        _overrides["language"] = code
    if language() in LANGUAGES and language() != setting_value("language"):
        choose_language(setting_value("language"))


def letters() -> CardLetters:
    """Return the letters of cards, for output and for options."""
    from dealwright.cards.card_letters import CARD_LETTERS, letters_of

    language = setting_value("cards") or setting_value("language")
    return letters_of(language if language in CARD_LETTERS else "en", setting_value("ten"))


def suit_colours() -> tuple[str, ...]:
    """Return the escape sequence of each suit's colour, clubs first; "" for no colour."""
    colours: str = setting_value("suit_colours")
    words = _SCHEMES.get(colours, colours).split()
    numbers = [_COLOURS[word] if word in _COLOURS else int(word) for word in words]
    return tuple("" if number < 0 else f"\x1b[38;5;{number}m" for number in reversed(numbers))


def example() -> str:
    """Return a file of settings in which every line is a comment."""
    lines = ["# Settings of Dealwright. Remove the # before a line to set it."]
    for setting in SETTINGS:
        wins = f"{setting.option} and {setting.variable}" if setting.option else setting.variable
        verb = "win" if setting.option else "wins"
        lines += [
            "",
            f"# {setting.about}. {wins} {verb} over it.",
            f"# {setting.name} = {setting.example}",
        ]
    return "\n".join(lines) + "\n"
