"""A system as BML (bridge bidding markup): a table for each position, each call with its hand."""

from __future__ import annotations

import re
from collections.abc import Iterator

from dealwright.systems.caller import SUITS_OF
from dealwright.systems.calls import OTHER_SUIT, MadeCall, Position
from dealwright.systems.reading import Rule
from dealwright.systems.system import System

__all__ = ["bml_of"]

_WORDS = {"Pass": "P", "X": "D", "XX": "R"}
_VARIABLE = re.compile(r"(?<![A-Za-z_])(o?)([Mm])(?![A-Za-z_(])")
_HAND = re.compile(r"\s*hand\{([^{}]*)\}\s*\Z")
_EVERY_SEAT = (1, 2, 3, 4)


def bml_of(system: System) -> str:
    r"""Return the BML of a system.

    A row has the hand in words of a rule, or its note, with its condition on the line below.

    >>> from dealwright.systems import read_system
    >>> print(bml_of(read_system('opening\n  1M  either hand{12+, 5+ M}\n  else Pass')))
    In each table the first row that fits a hand is its call.
    <BLANKLINE>
    1S  12+, 5+ spades
    1H  12+, 5+ hearts
    P  any other hand
    <BLANKLINE>
    """
    lines = ["In each table the first row that fits a hand is its call.", ""]
    if system.name:
        lines = [f"#+TITLE: {system.name.removesuffix('.system')}", "", *lines]
    for name, definition in system.text.definitions.items():
        lines.append(f"- {name}: {' '.join(definition.text.split())}")
    lines += [""] if system.text.definitions else []
    for position, rules in system.text.rules.items():
        by_seats = dict[tuple[int, ...], list[Rule]]()
        for rule in rules:
            by_seats.setdefault(rule.seats, []).append(rule)
        for seats, some in by_seats.items():
            names = _seats(seats)
            for seat in names:
                lines += [f"#SEAT {seat}"] if seat != "0" else []
                lines += [*_table(position, some), ""]
            lines += ["#SEAT 0", ""] if names != ["0"] else []
    return "\n".join(lines)


def _seats(seats: tuple[int, ...]) -> list[str]:
    """Return the seats of rules as BML names them, one table each."""
    if seats == _EVERY_SEAT:
        return ["0"]
    if seats in ((1, 2), (3, 4)):
        return ["".join(map(str, seats))]
    return [str(seat) for seat in seats]


def _table(position: Position, rules: list[Rule]) -> Iterator[str]:
    if position:
        yield "-".join(_made(made) for made in _written(position)) + ";"
    for rule in rules:
        call = _word(rule.call)
        first, *more = _description(rule)
        yield f"{call}  {first}"
        yield from (f"{' ' * len(call)}  {line}" for line in more)


def _written(position: Position) -> Position:
    """Return the calls of a position that BML writes: no passes of silent opponents."""
    silent = all(made.ours or made.call == "Pass" for made in position)
    return tuple(made for made in position if made.ours or not silent)


def _made(made: MadeCall) -> str:
    return _word(made.call) if made.ours else f"({_word(made.call)})"


def _word(call: str) -> str:
    return _WORDS.get(call, call.replace("NT", "N"))


def _description(rule: Rule) -> list[str]:
    """Return the lines of a description: the hand in words, or the note and the condition."""
    binding = dict(rule.binding)

    def suit(match: re.Match[str]) -> str:
        letter = binding.get(match[2])
        if letter is None:
            return match[0]
        return SUITS_OF[OTHER_SUIT[letter] if match[1] else letter]

    text = " ".join(_VARIABLE.sub(suit, rule.condition).split())
    if not text:
        return [rule.note] if rule.note else ["any other hand"]
    hand = _HAND.match(text)
    if hand is not None:
        return [hand[1].strip()]
    return [rule.note, text] if rule.note else [text]
