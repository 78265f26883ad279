"""The values that completion offers for a parameter, such as names of formats and systems."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable

from dealwright.cli.user_settings import LANGUAGES

__all__ = ["LISTS", "LITERAL", "NAMED", "Pair", "values_of"]

Pair = tuple[str, str]  # a value, and its meaning or ""

_SEATS = "north east south west"
# By the name of a parameter, preceded by its command if only that one has the values. The help of
# each parameter names the values, except for seats, sides, trumps and encodings.
LITERAL = {
    "deal dealer": f"{_SEATS} random",
    "solve dealer": _SEATS,
    "system bid dealer": _SEATS,
    "odds first": _SEATS,
    "odds leader": _SEATS,
    "odds trump": "S H D C NT",
    "odds choice": "random honours lowest highest",
    "practice place": f"described first either {_SEATS}",
    "deal vulnerable": "none ns ew all random",
    "solve vulnerable": "none ns ew all",
    "lead vulnerable": "none all",
    "system compare vul": "none ns ew all",
    "system bid side": "ns ew",
    "contracts side": "ns ew",
    "practice pair": "ns ew",
    "deal method": "auto exact filter mixed pavlicek1999",
    "count method": "auto exact filter",
    "explain method": "auto exact filter mixed",
    "poker equity method": "auto exact simulate",
    "deal overlap": "error first share",
    "draw tally": "poker ranks suits objects",
    "draw deck": "52 36 32 53 54 55",
    "lead sort": "imps beats tricks matchpoints",
    "makes coarse": "nines sevens top fine",
    "number system": "dealwright andrews bigdeal pavlicek-suited pavlicek-ranked",
    "combinations order": "colex lex gray block",
    "practice theme theme": "squeeze throw-in finesse-or-drop ending",
    "practice decisions decide": "lead contract call",
    "endgame lead": _SEATS,
    "endgame strain": "NT spades hearts diamonds clubs",
    "suit suit": "spades hearts diamonds clubs",
    "language": " ".join(sorted(LANGUAGES)),
    "encoding": "utf-8 utf-16 latin-1 cp1250 cp1252",
    "completion shell": "bash zsh fish powershell",
}
# Of parameters that take several values with commas between them.
LISTS = {
    "deal exchange": "ew ns majors minors suits",
    "compare methods": "exact filter pavlicek1999",
    "tournament reveal formats": "pbn dup bri dge dlm pdf hands envelope",
}


def _output_formats(word: str) -> Iterable[Pair]:
    return _formats(reading=False)


def _input_formats(word: str) -> Iterable[Pair]:
    return _formats(reading=True)


def _formats(*, reading: bool) -> Iterable[Pair]:
    from dealwright.formats import format_named, names

    for name in names(reading=reading, writing=not reading):
        yield name, format_named(name).summary


def _games(word: str) -> Iterable[Pair]:
    from dealwright.poker.games import GAMES

    return ((game.name, game.summary) for game in GAMES.values())


def _scenarios(word: str) -> Iterable[Pair]:
    from dealwright.practice.scenarios import scenarios

    return ((scenario.name, scenario.title) for scenario in scenarios())


def _systems(word: str) -> Iterable[Pair]:
    from dealwright.systems import system_names

    return ((name, "") for name in system_names())


def _functions(word: str) -> Iterable[Pair]:
    """Yield the word with its last name replaced by each seat and function of conditions."""
    from dealwright.deals.features.listing import listed_functions

    last = re.search(r"[a-z_]\w*$", word)
    if last is None:
        return
    yield from ((f"{word[: last.start()]}{seat}", "seat") for seat in _SEATS.split())
    for function in listed_functions():
        for name in (function.name, *function.also):
            yield f"{word[: last.start()]}{name}(", function.about


NAMED: dict[str, Callable[[str], Iterable[Pair]]] = {
    "read_as": _input_formats, "write_as": _output_formats, "format": _output_formats,
    "game": _games,
    "scenarios name": _scenarios, "odds system": _systems, "opponents": _systems,
    "practice decisions system": _systems,
    "system compare other": _systems, "system file": _systems, "system system": _systems,
}  # fmt: skip
_CONDITIONS = {"CONDITION", "COND", "QUANTITY", "QUANTITY..."}


def values_of(path: str, name: str, metavar: str | None, word: str) -> Iterable[Pair]:
    """Yield the values of a parameter of the command ``path``, for a word that is being typed.

    >>> [value for value, _ in values_of("lead", "sort", "BY", "")]
    ['imps', 'beats', 'tricks', 'matchpoints']

    The word is for functions of conditions, ``hcp(north) > 12 && los``; others yield all values.
    """
    group = path.partition(" ")[0]
    keys = (f"{path} {name}", f"{group} {name}", name)
    for key in keys:
        if key in LITERAL:
            return ((value, "") for value in LITERAL[key].split())
        if key in LISTS:
            before = word[: word.rfind(",") + 1]
            return ((before + value, "") for value in LISTS[key].split())
        if key in NAMED:
            return NAMED[key](word)
    return _functions(word) if name == "condition" or metavar in _CONDITIONS else ()
