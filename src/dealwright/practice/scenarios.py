"""The library of scenarios: named conditions for practice, in groups."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING

from dealwright.answers.tabular import Tabular
from dealwright.base.errors import ArgumentError

if TYPE_CHECKING:
    from typing import Annotated

    from dealwright.answers.records import DIGITS

__all__ = ["Scenario", "plain_words", "read_scenarios", "scenario", "scenarios"]

_NUMBERS = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
_DIGITS = {word: str(number) for number, word in enumerate(_NUMBERS, 1)}


@dataclass(frozen=True)
class Scenario(Tabular):
    """A named condition: its group, its title, a sentence that describes it, and its text.

    North is the described hand, and opens unless the sentence says otherwise. ``count`` is the
    number of deals that satisfy the condition, exact; None if it was not counted. ``words`` are
    what players also call it.

    >>> from dealwright import deal, scenario
    >>> weak = scenario("weak-two-diamonds")
    >>> weak.group, weak.title
    ('preempts', '2D, weak')
    >>> f"1 deal in {53644737765488792839237440000 / weak.count:.1f}"
    '1 deal in 85.7'
    >>> deal(3, weak.condition, seed=1).north.diamonds.tolist()
    [6, 6, 6]
    """

    name: str
    group: str
    title: str
    about: str
    condition: str
    count: Annotated[int, DIGITS] | None = None
    words: tuple[str, ...] = ()

    def lines(self) -> Iterator[str]:
        """Yield the scenario as text: its title, its sentence and its condition."""
        yield from (f"{self.group}: {self.title}", self.about, "", self.condition)

    def has(self, word: str) -> bool:
        """Return whether every word of a text is in the name, group, title, sentence or words.

        Capitals, hyphens, a plural's s, and numbers as digits or in words make no difference.

        >>> from dealwright import scenario
        >>> scenario("takeout-double").has("Take-out doubles"), scenario("reverse").has("2/1")
        (True, False)
        """
        said = plain_words(" ".join((self.name, self.group, self.title, self.about, *self.words)))
        words = said.split()
        pairs = {one + other for one, other in pairwise(words)}
        return all(
            each in words if each.isdigit() else each.removesuffix("s") in said or each in pairs
            for each in plain_words(word).split()
        )


def read_scenarios(text: str) -> tuple[Scenario, ...]:
    """Return the scenarios of a text in TOML, in its order: a table ``[group.name]`` for each.

    >>> read_scenarios('''
    ... [openings.strong]
    ... title = "Strong"
    ... about = "North has 20 points or more."
    ... condition = "hcp(north) >= 20"
    ... ''')[0].condition
    'hcp(north) >= 20'

    :raises ArgumentError: if the text is not TOML, a table lacks a key or has another, or two
        scenarios have one name
    """
    import tomllib

    try:
        groups = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise ArgumentError(f"the scenarios are not TOML: {error}") from None
    by_name: dict[str, Scenario] = {}
    keys = {"title", "about", "condition"}
    for group, tables in groups.items():
        for name, values in tables.items() if isinstance(tables, dict) else [(group, tables)]:
            where = f"the scenario [{group}.{name}]"
            if not isinstance(values, dict) or set(values) != keys:
                raise ArgumentError(f"{where} is a table of {', '.join(sorted(keys))}")
            if not all(isinstance(value, str) for value in values.values()):
                raise ArgumentError(f"{where} has a value that is not text; put it in quotes")
            if name in by_name:
                raise ArgumentError(f"{where} has the same name as one in {by_name[name].group}")
            trimmed = {key: value.strip() for key, value in values.items()}
            by_name[name] = Scenario(name, group, **trimmed)
    return tuple(by_name.values())


def plain_words(text: str) -> str:
    """Return a text as it is searched: small letters, digits for numbers, no hyphens.

    >>> plain_words("Five-card MAJOR, 2/1")
    '5 card major 2/1'
    """
    words = re.sub("[^a-z0-9/]+", " ", text.lower()).split()
    return " ".join(_DIGITS.get(word, word) for word in words)


@cache
def scenarios() -> tuple[Scenario, ...]:
    """Return the scenarios that come with the package, group by group.

    >>> from dealwright import scenarios
    >>> len(scenarios()) >= 150
    True
    >>> next(entry.name for entry in scenarios() if entry.has("splinter"))
    'splinter'
    """
    here = Path(__file__)
    counts = json.loads(here.with_name("scenario_counts.json").read_text("utf-8"))
    names = tomllib.loads(here.with_name("scenario_words.toml").read_text("utf-8"))
    return tuple(
        replace(
            entry, count=int(counts[entry.name]) if entry.name in counts else None,
            words=tuple(word for word, found in names.items() if entry.name in found),
        )
        for entry in read_scenarios(here.with_suffix(".toml").read_text("utf-8"))
    )  # fmt: skip


def scenario(name: str) -> Scenario:
    """Return the scenario of a name.

    >>> from dealwright import scenario
    >>> print(scenario("transfer-weak").about)
    North opens 1NT; South has five spades and at most 7 points.

    :raises ArgumentError: if there is none, with the names nearest to it
    """
    by_name = {entry.name: entry for entry in scenarios()}
    if name not in by_name:
        from difflib import get_close_matches

        near = " or ".join(get_close_matches(name.lower(), by_name, n=3, cutoff=0.5))
        hint = f"did you mean {near}?" if near else "'dealwright scenarios' lists them"
        raise ArgumentError(f"there is no scenario '{name}'; {hint}")
    return by_name[name]
