"""Reading tables such as ``hearts(west): 5=3 6=1``: numbers for values of a quantity."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TypeVar

from dealwright.ask.condition import Quantity, as_quantity
from dealwright.base.errors import ArgumentError

__all__ = ["parse_table"]

Item = TypeVar("Item")
_ENTRY = re.compile(r"(other|-?\d+)(?:\.\.(-?\d+))?=(\S+)")
_MOST_VALUES = 1000


def parse_table(
    text: str, number: Callable[[str], Item]
) -> tuple[Quantity, dict[int, Item], Item | None]:
    """Read a quantity, the numbers of its values, and the number of other values (or None).

    >>> parse_table("hearts(west): 5=3 6..7=1 other=0", int)
    (<Quantity hearts(west)>, {5: 3, 6: 1, 7: 1}, 0)

    :raises ArgumentError: if an entry cannot be read, or a value occurs twice
    :raises ConditionError: if the quantity cannot be read
    """
    name, colon, rest = text.rpartition(":")
    entries = re.sub(r"\s*=\s*", "=", rest).replace(",", " ").split()
    if not colon or not entries:
        raise ArgumentError(f"'{text}' names no values; write them as 'hearts(west): 5=3 6=1'")
    table: dict[int, Item] = {}
    other: Item | None = None
    for entry in entries:
        match = _ENTRY.fullmatch(entry)
        if not match or (match[1] == "other" and match[2]):
            raise ArgumentError(f"'{entry}' cannot be read; write 5=3, 5..7=3 or other=0")
        if match[1] == "other":
            other = number(match[3])
            continue
        first, last = int(match[1]), int(match[2] or match[1])
        if not 0 <= last - first < _MOST_VALUES:
            raise ArgumentError(f"'{entry}' has an empty range, or more than {_MOST_VALUES} values")
        for value in range(first, last + 1):
            if value in table:
                raise ArgumentError(f"the value {value} is named twice in '{text}'")
            table[value] = number(match[3])
    return as_quantity(name), table, other
