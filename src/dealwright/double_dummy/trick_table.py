"""Tables of tricks as arrays that print with their seats and strains."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from dealwright.answers.html import html_table
from dealwright.answers.tabular import Tabular
from dealwright.cards import Seat, Strain

if TYPE_CHECKING:
    from typing import TypeAlias

    from numpy.typing import NDArray

    _Int8Array: TypeAlias = np.ndarray[Any, np.dtype[np.int8]]
else:
    _Int8Array = np.ndarray

__all__ = ["TrickTables", "table_lines"]

_PRINTED_TABLES = 10  # tables that are printed
_STRAINS = tuple(reversed(Strain))
_ROWS = (Seat.NORTH, Seat.SOUTH, Seat.EAST, Seat.WEST)


def table_lines(tricks: Sequence[Sequence[int]]) -> list[str]:
    r"""Return a table as text: a row for each declarer, a column for each strain.

    ``tricks[seat][strain]`` is -1 if it is not known.

    >>> print("\n".join(table_lines([[1, 2, 3, 4, -1]] * 4)[:2]))
         NT  S  H  D  C
    N     -  4  3  2  1
    """
    head = "    " + "".join(f"{strain.word:>3}" for strain in _STRAINS)
    rows = (
        f"{seat.letter:<4}" + "".join(f"{_text(tricks[seat][strain]):>3}" for strain in _STRAINS)
        for seat in _ROWS
    )
    return [head, *rows]


def _text(tricks: int) -> str:
    return "-" if tricks < 0 else str(tricks)


class TrickTables(Tabular, _Int8Array):
    """The tricks of each declarer in each strain, int8[n, 4, 5], an array that prints as tables.

    It is an array in every other way. One table of it, and a slice of its tables, print with their
    seats and strains too; what is computed from them is a plain array.

    >>> tables = TrickTables(np.full((2, 4, 5), 7, np.int8))
    >>> tables[0]
    <TrickTables: 1 deal>
    >>> print(tables[0])
         NT  S  H  D  C
    N     7  7  7  7  7
    S     7  7  7  7  7
    E     7  7  7  7  7
    W     7  7  7  7  7
    >>> tables[:, Seat.NORTH, Strain.SPADES], int(tables.sum())
    (array([7, 7], dtype=int8), 280)
    """

    _labelled = False  # whether it is [4, 5] or [n, 4, 5]; a transposed view is not

    def __new__(cls, tricks: NDArray[np.int8]) -> TrickTables:
        """View an array of the shape [4, 5] or [n, 4, 5]."""
        tables = np.asarray(tricks).view(cls)
        tables._labelled = True
        return tables

    def __array_wrap__(self, array: Any, context: Any = None, return_scalar: bool = False) -> Any:
        plain = np.asarray(array)
        return plain if plain.ndim else plain[()]

    if not TYPE_CHECKING:  # the types are those of an array

        def __getitem__(self, index):
            chosen = np.asarray(self)[index]
            if not self._labelled or self.ndim == 2 or isinstance(index, tuple):
                return chosen
            one = chosen.shape == (4, 5) and np.ndim(index) == 0  # not four rows by a mask
            several = chosen.ndim == 3 and chosen.shape[1:] == (4, 5)
            return TrickTables(chosen) if one or several else chosen

        def __iter__(self):
            return (self[index] for index in range(len(self)))

    def table_columns(self) -> dict[str, list[Any]]:
        """Return a row for each declarer of each table, with the tricks in each strain."""
        tables = np.asarray(self).reshape(-1, 4, 5)
        columns: dict[str, list[Any]] = {
            "deal": np.arange(len(tables), dtype=np.int64).repeat(4).tolist(),
            "declarer": [seat.name.lower() for seat in Seat] * len(tables),
        }
        for strain in _STRAINS:
            columns[strain.word] = tables[:, :, strain].ravel().tolist()
        return columns

    def lines(self) -> Iterator[str]:
        """Yield each table as text, at most ten."""
        if not self._labelled:
            yield from str(np.asarray(self)).split("\n")
            return
        tables = self.reshape(-1, 4, 5)
        for index, table in enumerate(tables[:_PRINTED_TABLES].tolist()):
            if index:
                yield ""
            if len(tables) > 1:
                yield f"deal {index}"
            yield from table_lines(table)
        if len(tables) > _PRINTED_TABLES:
            yield ""
            yield f"... {len(tables) - _PRINTED_TABLES:,} more deals"

    def _repr_html_(self) -> str:
        if not self._labelled:
            return super()._repr_html_()
        tables = self.reshape(-1, 4, 5)
        rows = [
            [str(index), seat.letter, *(_text(table[seat][strain]) for strain in _STRAINS)]
            for index, table in enumerate(tables[:_PRINTED_TABLES].tolist())
            for seat in _ROWS
        ]
        heads = ["deal", "declarer", *(strain.word for strain in _STRAINS)]
        return html_table(
            "", heads, rows, words=range(2), more=4 * max(0, len(tables) - _PRINTED_TABLES)
        )

    def __repr__(self) -> str:
        if not self._labelled:
            return repr(np.asarray(self))
        n = self.size // 20
        return f"<TrickTables: {n:,} deal{'' if n == 1 else 's'}>"

    def __reduce__(self) -> tuple[Any, ...]:
        plain = np.array(self)
        return (TrickTables if self._labelled else np.array, (plain,))
