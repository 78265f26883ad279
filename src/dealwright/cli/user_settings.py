"""The user's settings: their names and values, the file that holds them, and what wins over it.

An option of a command wins over a variable of the environment, and that over the file. Nothing
here changes which deals a seed gives: settings say how answers look, what they may cost, and where
files are.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from dealwright.environment import variable
from dealwright.errors import ArgumentError
from dealwright.folders import user_folder
from dealwright.translation import choose_language, language

if TYPE_CHECKING:
    from dealwright.card_letters import CardLetters

__all__ = [
    "LANGUAGES",
    "SETTINGS",
    "Setting",
    "Value",
    "chosen",
    "example",
    "letters",
    "own_settings",
    "set_default",
    "settings_path",
    "suit_colours",
    "use_settings",
    "values",
]

LANGUAGES = ("en", "da", "de", "es", "fr", "it", "nb", "nl", "pl", "sv")
_FILE = "DEALWRIGHT_SETTINGS"
_OFF = ("off", "0", "no", "none")
_COLOURS = {"blue": 33, "red": 196, "orange": 208, "green": 34, "black": -1}
_SCHEMES = {"four": "blue red orange green", "two": "black red red black"}
_overriding: dict[str, str] = {}  # settings that options of the program have replaced


class Setting(NamedTuple):
    """A setting: its name, its value where nobody sets it, how a value is read, what it is for.

    ``read`` takes what stands in the file, or the text of a variable; it raises ValueError with
    what would be right. ``option`` is the option of commands that wins over it, or "".
    """

    name: str
    default: Any
    read: Callable[[Any], Any]
    about: str
    example: str
    option: str = ""

    @property
    def variable(self) -> str:
        """The variable of the environment that wins over the file."""
        return f"DEALWRIGHT_{self.name.upper()}"


class Value(NamedTuple):
    """The value of a setting, and its source: ``default``, a file, a variable or an option."""

    setting: Setting
    value: Any
    source: str = "default"


def _one_of(*choices: str) -> Callable[[Any], str]:
    def read(given: Any) -> str:
        if given not in choices:
            raise ValueError(f"one of {', '.join(choices)}")
        return str(given)

    return read


def _language_of_cards(given: Any) -> str:
    from dealwright.card_letters import CARD_LETTERS  # only those who set it pay for it

    return _one_of(*CARD_LETTERS)(given)


def _number(least: int, most: int) -> Callable[[Any], int]:
    def read(given: Any) -> int:
        number = int(given) if isinstance(given, str) and given.isdecimal() else given
        if isinstance(number, bool) or not isinstance(number, int) or not least <= number <= most:
            raise ValueError(f"a whole number from {least} to {most}")
        return number

    return read


def _seconds(given: Any) -> float:
    try:
        found = -1.0 if isinstance(given, bool) else float(given)
    except (TypeError, ValueError):
        found = -1.0
    if not found >= 0:
        raise ValueError("a number of seconds, such as 0.5")
    return found


def _text(given: Any) -> str:
    if not isinstance(given, str) or not given.strip():
        raise ValueError("a text in quotes")
    return given.strip()


def _folder(given: Any) -> str:
    return str(Path(_text(given)).expanduser())


def _folders(given: Any) -> tuple[str, ...]:
    listed = given.split(os.pathsep) if isinstance(given, str) else given
    if not isinstance(listed, list):
        raise ValueError('a list of folders, such as ["~/bridge"]')
    return tuple(_folder(each) for each in listed)


def _suit_colours(given: Any) -> str:
    words = _SCHEMES.get(given, given).split() if isinstance(given, str) else []
    known = [word in _COLOURS or (word.isdecimal() and int(word) < 256) for word in words]
    if len(known) != 4 or not all(known):
        raise ValueError(
            f"four, two, or a colour for each suit, spades first: {', '.join(_COLOURS)} or 0 to 255"
        )
    return str(given)


SETTINGS = (
    Setting(
        "language", "en", _one_of(*LANGUAGES),
        "Language of the words around boards",
        "\"fr\"", "--language",
    ),
    Setting(
        "cards", "", _language_of_cards,
        "Language of the letters of cards, in and out (else that of the words)", "\"fr\"",
    ),
    Setting(
        "ten", "", _one_of("10", "T"),
        "How a ten is shown (else T in English, 10 in other languages)", "\"10\""
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
        "scripts", (), _folders, "Folders in which scripts look for the files that they include",
        "[\"~/bridge/scripts\"]", "--include",
    ),
    Setting(
        "systems", (), _folders, "Folders in which the file of a bidding system is looked for",
        "[\"~/bridge/systems\"]",
    ),
    Setting(
        "threads", None, _number(1, 1024), "Threads to use (else every core)", "2", "--threads"
    ),
    Setting("budget", 2.0, _seconds, "Work that counting may cost, in seconds", "10", "--budget"),
    Setting("port", 8052, _number(0, 65535), "Port of the page", "8000", "--port"),
)  # fmt: skip
_NAMED = {setting.name: setting for setting in SETTINGS}


def settings_path() -> Path | None:
    """Return the file of settings: ``DEALWRIGHT_SETTINGS``, or one in the user's folder.

    None if the variable is ``off``.
    """
    named = variable(_FILE)
    if named.lower() in _OFF:
        return None
    return Path(named).expanduser() if named else user_folder("config") / "settings.toml"


def values() -> dict[str, Value]:
    """Return every setting with its value and its source, by name.

    :raises ArgumentError: if the file cannot be read, or a value is wrong, with its line
    """
    found = {setting.name: Value(setting, setting.default) for setting in SETTINGS}
    path = settings_path()
    if path is not None and (path.exists() or variable(_FILE)):
        found.update(_file_values(path))
    for setting in SETTINGS:
        given = variable(setting.variable)
        if given:
            value = _read(setting, given, setting.variable)
            found[setting.name] = Value(setting, value, setting.variable)
    for name, given in _overriding.items():
        setting = _NAMED[name]
        found[name] = Value(setting, _read(setting, given, setting.option), setting.option)
    return found


def _file_values(path: Path) -> Iterator[tuple[str, Value]]:
    import tomllib  # only those who have a file pay for it

    try:
        text = path.read_text(encoding="utf-8-sig")
        table = tomllib.loads(text)
    except OSError as error:
        raise ArgumentError(f"cannot read the settings {path}: {error.strerror}") from None
    except UnicodeDecodeError:
        raise ArgumentError(f"the settings {path} are not UTF-8 text") from None
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise ArgumentError(f"the settings {path} are not TOML: {error}") from None
    for name, given in table.items():
        line = _line_of(text, name)
        setting = _NAMED.get(name)
        if setting is None:
            raise ArgumentError(
                f"{path}, line {line}: there is no setting '{name}'; see 'dealwright settings'"
            )
        place = f"{path}, line {line}: {name}"
        yield name, Value(setting, _read(setting, given, place), str(path))


def _line_of(text: str, name: str) -> int:
    """Return the number of the line that begins with a name."""
    found = re.search(rf"(?m)^[ \t]*\[?[ \t]*[\"']?{re.escape(name)}\b", text)
    return text.count("\n", 0, found.start()) + 1 if found else 1


def _read(setting: Setting, given: Any, place: str) -> Any:
    try:
        return setting.read(given)
    except ValueError as error:
        shown = str(given) if isinstance(given, str) else repr(given)
        raise ArgumentError(f"{place} is {error}, not '{shown[:40]}'") from None


@cache
def _values() -> dict[str, Value]:
    return values()


def chosen(name: str) -> Any:
    """Return the value of a setting.

    :raises ArgumentError: as ``values``
    """
    return _values()[name].value


def set_default(name: str) -> Any:
    """Return the value of a setting, or None where it is not set.

    :raises ArgumentError: as ``values``
    """
    found = chosen(name)
    return None if found == _NAMED[name].default else found


@contextmanager
def own_settings() -> Generator[None]:
    """Run a command line; its settings and its language end with the context."""
    before = language()
    try:
        yield
    finally:
        _overriding.clear()
        _values.cache_clear()
        if language() != before:
            choose_language(before)


def use_settings(arguments: list[str]) -> list[str]:
    """Read the settings for a command line; return it without ``--language CODE``.

    :raises ArgumentError: as ``values``
    """
    _overriding.clear()
    _values.cache_clear()
    rest = [*arguments]
    named = (at for at, word in enumerate(rest) if word.partition("=")[0] == "--language")
    if (at := next(named, None)) is not None:
        _, equals, code = rest.pop(at).partition("=")
        _overriding["language"] = code if equals or at == len(rest) else rest.pop(at)
    if language() in LANGUAGES and language() != chosen("language"):
        choose_language(chosen("language"))
    return rest


def letters() -> CardLetters:
    """Return the letters of cards that are shown, and read from options."""
    from dealwright.card_letters import CARD_LETTERS, letters_of

    language = chosen("cards") or chosen("language")
    return letters_of(language if language in CARD_LETTERS else "en", chosen("ten"))


def suit_colours() -> tuple[str, ...]:
    """Return the escape sequence of each suit's colour, clubs first; "" for no colour."""
    given: str = chosen("suit_colours")
    words = _SCHEMES.get(given, given).split()
    numbers = [_COLOURS[word] if word in _COLOURS else int(word) for word in words]
    return tuple("" if each < 0 else f"\x1b[38;5;{each}m" for each in reversed(numbers))


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
