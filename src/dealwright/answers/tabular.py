"""Answers as tables: their rows by the names of their columns, for Arrow, pandas and polars."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import fields, is_dataclass
from enum import Enum
from fractions import Fraction
from importlib import import_module
from typing import Any, ClassVar

from dealwright.answers.estimates import Estimate
from dealwright.answers.printed import Printed
from dealwright.base.errors import ArgumentError
from dealwright.cards import Card

__all__ = ["Tabular", "columns_of", "optional_module"]

_LARGEST_INTEGER = 1 << 63  # Arrow has wider integers as decimals of 38 digits
_Alone = int | float | str | bool | None | Fraction | Enum | Card


class Tabular(Printed):
    """An answer that pandas, polars, DuckDB and pyarrow read as a table.

    ``table_rows`` names the attribute that has its rows. An answer without rows is one row of its
    own fields. A field of several values is a column for each: ``beats`` with an interval is
    ``beats``, ``beats_low`` and ``beats_high``; ``scores`` by vulnerability ``scores_none`` and
    ``scores_all``. Lists of lists have no columns.

    >>> from dealwright import parse
    >>> table = parse("hcp(north) >= 36").distribution("hcp(north)")
    >>> table.table_columns()["hcp(north)"]
    [36, 37]
    """

    __slots__ = ()
    table_rows: ClassVar[str] = ""

    def table_columns(self) -> dict[str, list[Any]]:
        """Return the columns of the table by their names: numbers, texts, None, lists of texts."""
        return columns_of(getattr(self, self.table_rows) if self.table_rows else [self])

    def to_arrow(self) -> Any:
        """Return a ``pyarrow.Table``; integers beyond 64 bits are decimals of 38 or 76 digits.

        :raises ArgumentError: if pyarrow is not installed, or an integer has more digits
        """
        arrow = optional_module("pyarrow", "arrow")
        columns = dict[str, Any]()
        for name, values in self.table_columns().items():
            kinds = {type(value) for value in values} - {type(None)}
            largest = max((abs(value or 0) for value in values), default=0) if kinds == {int} else 0
            kind = None if largest < _LARGEST_INTEGER else arrow.decimal128(38)
            if largest >= 10**38:
                kind = arrow.decimal256(76)
            if largest >= 10**76:
                raise ArgumentError(
                    f"Arrow's integers have at most 76 digits, and '{name}' has longer ones; "
                    "use to_pandas()"
                )
            columns[name] = arrow.array(values, kind)
        return arrow.table(columns)

    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object:
        return self.to_arrow().__arrow_c_stream__(requested_schema)

    def to_pandas(self) -> Any:
        """Return a ``pandas.DataFrame``; integers stay as they are, however large.

        :raises ArgumentError: if pandas is not installed
        """
        return optional_module("pandas", "").DataFrame(self.table_columns())


def optional_module(name: str, extra: str) -> Any:
    """Return a module that is not always installed; ``extra`` is what installs it, "" for none.

    :raises ArgumentError: if it is not installed
    """
    try:
        return import_module(name)
    except ImportError:
        requirement = f"'dealwright[{extra}]'" if extra else name
        raise ArgumentError(
            f"this needs {name}; install it with pip install {requirement}"
        ) from None


def columns_of(rows: Iterable[Any]) -> dict[str, list[Any]]:
    """Return the columns of rows; a row that lacks one has None there."""
    columns = dict[str, list[Any]]()
    for length, row in enumerate(rows):
        for name, value in _cells("", row):
            columns.setdefault(name, [None] * length).append(value)
        for values in columns.values():
            values += [None] * (length + 1 - len(values))
    return columns


def _cells(name: str, value: Any) -> Iterator[tuple[str, Any]]:
    """Yield the columns of a value and what stands there."""
    if isinstance(value, Estimate):
        yield name, float(value)
        yield from ((f"{name}_low", float(value.low)), (f"{name}_high", float(value.high)))
    elif isinstance(value, Mapping):
        for key, part in value.items():
            yield from _cells(f"{name}_{getattr(key, 'words', key)}".strip("_"), part)
    elif isinstance(value, _Alone):
        yield name, _alone(value)
    elif names := _fields(value):
        for field in names:
            yield from _cells(f"{name}_{field}".strip("_"), getattr(value, field))
    elif value and isinstance(value, Sequence) and all(isinstance(x, str | Card) for x in value):
        yield name, list(map(str, value))


def _alone(value: Any) -> float | str | None:
    """Return a value that stands alone: a fraction as a number, a card or a seat as a text."""
    if isinstance(value, Fraction):
        return float(value)
    if isinstance(value, Card):
        return str(value)
    return value.name.lower() if isinstance(value, Enum) else value


def _fields(value: Any) -> list[str]:
    """Return the names of the fields of an object that has some."""
    if is_dataclass(value):
        return [field.name for field in fields(value) if field.repr]
    return [*getattr(value, "_fields", ())]
