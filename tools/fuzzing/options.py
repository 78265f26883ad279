"""Options given twice: joined by *and*, listed, or refused; no value is lost without a word."""

from __future__ import annotations

import random
from dataclasses import dataclass
from functools import cache

from tools.fuzzing._conditions import condition

from dealwright import parse
from dealwright.cli.app import PROGRAM
from dealwright.cli.command import Group
from dealwright.cli.command_words import UsageError, read_words
from dealwright.requests.fields import Field, all_conditions

__all__ = ["draw", "fault"]


@dataclass(frozen=True)
class Case:
    """An option of a command with two values, and two conditions that may stand for them."""

    command: str
    option: str
    values: tuple[str, str]
    first: str
    second: str
    deal: int

    def __str__(self) -> str:
        one, other = self.values
        return f'dealwright {self.command} {self.option} "{one}" {self.option} "{other}"'


@cache
def _options() -> dict[tuple[str, str], Field]:
    """Return the fields of all commands by command and option."""
    fields: dict[tuple[str, str], Field] = {}
    groups: list[tuple[str, Group]] = [("", PROGRAM)]
    while groups:
        words, group = groups.pop()
        for row in group.listed:
            path, part = f"{words} {row.name}".strip(), group.command(row.name)
            if isinstance(part, Group):
                groups.append((path, part))
            if part.own is not None:
                fields |= {(path, name): field for field in part.fields for name in field.options}
    return fields


def draw(r: random.Random) -> Case:
    """Draw a command, one of its options, and two values."""
    command, option = r.choice(sorted(_options()))
    values = tuple(str(r.randrange(100)) for _ in range(2))
    return Case(
        command, option, (values[0], values[1]), condition(r), condition(r), r.randrange(99)
    )


def fault(case: Case) -> str | None:
    """Return what happened to the second value, or to two conditions that are joined."""
    field = _options()[case.command, case.option]
    one, other = case.values
    words = [case.option] * 2 if field.flag else [case.option, one, case.option, other]
    try:
        texts = read_words([field], words)[field.name]
    except UsageError as error:
        if field.several or field.join is not None:
            return f"refused: {error}"
    else:
        if not field.several and field.join is None:
            return f"accepted as {texts}"
        if field.join is not None and not field.several:
            joined = field.join(texts)
            if one not in joined or other not in joined:
                return f"joined as {joined}"
    both = parse(all_conditions([case.first, case.second]))
    deal = parse("1").deal(1, seed=case.deal)[0]
    right = parse(case.first).matches(deal) and parse(case.second).matches(deal)
    return None if both.matches(deal) == right else f"{both} is not both conditions on {deal}"
