"""Hand types and levelled quantities as texts: ``weak 35: hcp(north) in 12..14``."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import product
from math import prod
from typing import Any

from dealwright.ask.condition import Condition, Quantity, as_quantity, parse
from dealwright.base.errors import ArgumentError
from dealwright.practice.mixtures import parse_share
from dealwright.practice.value_tables import parse_table

__all__ = ["parse_levels", "parse_type"]

_TYPE = re.compile(r"\s*([^:]*?)\s+(\d+(?:\.\d+)?\s*%?|\d+/\d+)\s*:(.*)", re.DOTALL)


def parse_type(text: str) -> tuple[str, Condition, str]:
    """Read the name, the condition and the share of a hand type.

    >>> parse_type("weak two 35 %: spades(south) == 6")
    ('weak two', parse('spades(south) == 6'), '35 %')

    :raises ArgumentError: if the text is not NAME SHARE: CONDITION
    :raises ConditionError: if the condition cannot be read
    """
    match = _TYPE.fullmatch(text)
    if not match or not match[1]:
        raise ArgumentError(
            "write a type as 'NAME SHARE: CONDITION', as in 'weak 35: hcp(north) in 12..14', "
            f"not '{text}'"
        )
    return match[1], parse(match[3]), match[2]


def parse_levels(
    texts: Sequence[str],
) -> tuple[list[Quantity], Mapping[Any, Fraction] | None]:
    """Read quantities to level; return them, and the share of each tuple of values, if given.

    >>> parse_levels(["aces(north): 0=1/4 1=3/4"])
    ([<Quantity aces(north)>], {(0,): Fraction(1, 4), (1,): Fraction(3, 4)})

    :raises ArgumentError: if some have shares and some do not
    """
    quantities: list[Quantity] = []
    tables: list[dict[int, Fraction]] = []
    for text in texts:
        if "=" in text.rpartition(":")[2] and ":" in text:
            quantity, table, other = parse_table(text, parse_share)
            if other is not None:
                raise ArgumentError("levelling names each value, so it takes no 'other'")
            tables.append(table)
        else:
            quantity = as_quantity(text)
        quantities.append(quantity)
    if not tables:
        return quantities, None
    if len(tables) != len(quantities):
        raise ArgumentError("give shares to every levelled quantity, or to none")
    rows = product(*(table.items() for table in tables))
    return quantities, {
        tuple(value for value, _ in row): prod((share for _, share in row), start=Fraction(1))
        for row in rows
    }
