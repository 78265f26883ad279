"""Columns of a batch: numbers by name, for numpy, Arrow and pandas."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from dealwright.answers.html import html_table
from dealwright.answers.printed import Printed
from dealwright.answers.tabular import optional_module

if TYPE_CHECKING:
    from numpy.typing import DTypeLike, NDArray

__all__ = ["Columns"]

_SHOWN_ROWS = 20  # rows of a table that is printed


class Columns(Printed, Mapping[str, "NDArray[np.int32]"]):
    """Named columns with one number per deal: a mapping from names to int32[n].

    numpy reads it as a table (``numpy.asarray``: int32[n, columns]); pandas, polars, DuckDB and
    pyarrow do so through Arrow's PyCapsule interface (the extra ``arrow``).

    >>> from dealwright import deal
    >>> columns = deal(3, seed=1).columns("hcp(north)", points="hcp(north) + hcp(south)")
    >>> list(columns), columns["hcp(north)"].tolist(), np.asarray(columns).shape
    (['hcp(north)', 'points'], [14, 5, 7], (3, 2))
    >>> print(columns)
    deal  hcp(north)  points
       0          14      29
       1           5      20
       2           7      17
    """

    def __init__(self, columns: Mapping[str, NDArray[np.int32]]) -> None:
        self._columns = dict(columns)

    def __getitem__(self, name: str) -> NDArray[np.int32]:
        return self._columns[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._columns)

    def __len__(self) -> int:
        return len(self._columns)

    def __array__(self, dtype: DTypeLike | None = None, copy: bool | None = None) -> NDArray[Any]:
        if copy is False:
            raise ValueError("the columns are separate arrays; a table of them is a copy")
        return np.stack(list(self._columns.values()), axis=1).astype(dtype or np.int32)

    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object:
        return self.to_arrow().__arrow_c_stream__(requested_schema)

    def to_arrow(self) -> Any:
        """Return a ``pyarrow.Table``, without a copy of the numbers.

        :raises ArgumentError: if pyarrow is not installed
        """
        return optional_module("pyarrow", "arrow").table(self._columns)

    def to_pandas(self) -> Any:
        """Return a ``pandas.DataFrame``.

        :raises ArgumentError: if pandas is not installed
        """
        return optional_module("pandas", "").DataFrame(self._columns)

    def lines(self) -> Iterator[str]:
        """Yield the table as text, a row for each deal; of long ones the first and the last."""
        rows, hidden = self._shown()
        heads = ["deal", *self._columns]
        widths = [max(len(row[column]) for row in [heads, *rows]) for column in range(len(heads))]
        for index, row in enumerate([heads, *rows]):
            if hidden and index == _SHOWN_ROWS // 2 + 1:
                yield f"... {hidden:,} more"
            yield "  ".join(f"{text:>{width}}" for text, width in zip(row, widths, strict=True))

    def _shown(self) -> tuple[list[list[str]], int]:
        """Return the rows that are shown as texts, and the number of those left out."""
        n = len(next(iter(self._columns.values()), ()))
        whole = n <= _SHOWN_ROWS
        indices = range(n) if whole else [*range(_SHOWN_ROWS // 2), *range(n - _SHOWN_ROWS // 2, n)]
        rows = [[str(i), *(str(column[i]) for column in self._columns.values())] for i in indices]
        return rows, n - len(rows)

    def _repr_html_(self) -> str:
        rows, hidden = self._shown()
        return html_table("", ["deal", *self._columns], rows, words=(), more=hidden)

    def __repr__(self) -> str:
        rows = len(next(iter(self._columns.values()), ()))
        return f"<Columns: {', '.join(self._columns)}; {rows:,} rows>"
