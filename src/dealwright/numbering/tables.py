"""CombinationTable: a value for each k-subset of {0..n-1}, in memory or in a checked file."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import closing
from functools import partial
from itertools import pairwise
from types import TracebackType
from typing import TYPE_CHECKING, Any

import numpy as np

from dealwright.base.errors import NumberingError, Stopped
from dealwright.base.jobs import Job
from dealwright.base.threads import in_order
from dealwright.cards import Card, parse_cards
from dealwright.numbering.base import as_integer, brief
from dealwright.numbering.combinations import Combinations
from dealwright.numbering.table_files import TableFile, TableHeader, value_type
from dealwright.numbering.table_text import RANK_NAMES, write_combinations
from dealwright.numbering.table_values import DenseValues, SparseValues, converted

if TYPE_CHECKING:
    from typing import TextIO

    from numpy.typing import ArrayLike, NDArray

    Path = str | os.PathLike[str]
    Values = Callable[[Any], Any]  # of positions, masks or numbers

__all__ = ["CombinationTable"]

_SAVED_AT_ONCE = 1 << 24


class CombinationTable:
    """A value for each k-subset of {0..n-1}, found by combination, mask or number.

    ``dtype`` is a number type (values in an array, or in the file ``path``) or ``object`` (a dict
    of the entries set, in memory only). Unset entries read as ``default``, 0 or None. ``mode`` is
    for ``path``: ``x`` makes a new file, ``w`` replaces one, ``a`` continues an unfinished table or
    makes a new one. Use ``with``, or call ``close`` after changing a file, to renew its checksum.

    ``table[12, 11, 10, 9, 8]`` takes a combination (tuple, list or row, which is never changed, in
    any order), ``table["As Kd Qh Js Tc"]`` cards of 52, ``table[1286]`` a number (negative from the
    end), ``table[5:10]`` returns a view (read-only for a file; a new array for an object table).
    All of them can be assigned to.

    >>> table = CombinationTable(13, 5)
    >>> table[12, 11, 10, 9, 8] = 7
    >>> table[1286], table[-1], table[0], table[-2:]
    (7, 7, 0, array([0, 7], dtype=uint16))

    :raises NumberingError: if there are no such combinations, the type is unknown, or the file
        cannot be made or holds something else
    """

    def __init__(
        self,
        n: int,
        k: int,
        dtype: Any = np.uint16,
        *,
        order: str = "colex",
        path: Path | None = None,
        default: Any = None,
        mode: str = "x",
    ) -> None:
        self.combinations = Combinations(n, k, order)
        self._file: TableFile | None = None
        self._store: DenseValues | SparseValues | None
        self._filled = 0
        self.dtype = np.dtype(object) if dtype is object else value_type(dtype)
        if self.dtype.kind == "O":
            if path is not None:
                raise NumberingError("objects are kept in memory only; a file needs a number type")
            self._store = SparseValues(self.entries, default)
            return
        if self.entries * self.dtype.itemsize > sys.maxsize - (1 << 12):
            raise NumberingError(
                f"{self.entries:,} values do not fit an array; dtype=object keeps those set only"
            )
        first = np.zeros((), self.dtype)
        if default is not None:
            first = converted(default, self.dtype, 1).reshape(())
        if path is not None:
            self._make_file(path, mode, first)
            return
        try:
            array = np.zeros(self.entries, dtype=self.dtype)
        except MemoryError:
            raise NumberingError(
                f"{self.entries:,} entries of {self.dtype} do not fit in memory; give a path"
            ) from None
        if first != 0:
            array.fill(first[()])
        self._store = DenseValues(array)

    @classmethod
    def open(
        cls, path: Path, mode: str = "r", *, verify: bool = False, partial: bool = False
    ) -> CombinationTable:
        """Return the table in a file, mapped into memory; mode ``r+`` to change it.

        ``verify`` reads the whole file and compares the checksum; the header is always checked.
        ``partial`` allows reading a table whose filling was interrupted.

        :raises NumberingError: if it is not a table, or is cut off, altered or not filled
        """
        if mode not in ("r", "r+"):
            raise NumberingError(f"open a table with mode 'r' or 'r+', not {mode!r}")
        table = cls.__new__(cls)
        file = TableFile.open(path, mode)
        filled = file.header.filled
        if mode == "r" and not partial and 0 < filled < file.header.entries:
            file.close()
            raise NumberingError(
                f"{file.path}: filled up to {filled:,} of {file.header.entries:,} entries; make it "
                "with mode 'a' to go on, or open it with partial=True"
            )
        table._use_file(file)
        if verify:
            try:
                table.verify()
            except NumberingError:
                table.close()
                raise
        return table

    def _make_file(self, path: Path, mode: str, first: NDArray[Any]) -> None:
        if mode not in ("x", "w", "a"):
            raise NumberingError(f"make a table file with mode 'x', 'w' or 'a', not {mode!r}")
        new_header = TableHeader(self.n, self.k, self.order, self.dtype, self.entries)
        if mode == "a" and os.path.exists(path) and not os.path.getsize(path):
            mode = "w"  # created but still empty
        if mode == "a" and os.path.exists(path):
            file_found = TableFile.open(path, "r+")
            header = file_found.header
            if (header.n, header.k, header.order, header.dtype) != (
                self.n,
                self.k,
                self.order,
                self.dtype,
            ):
                file_found.close()
                raise NumberingError(
                    f"{file_found.path}: holds {header.n} choose {header.k}, "
                    f"{header.order}, {header.dtype}"
                )
            self._use_file(file_found)
            return
        file = TableFile.create(path, new_header, mode)
        if first != 0:
            for start in range(0, self.entries, _SAVED_AT_ONCE):
                file.values[start : start + _SAVED_AT_ONCE] = first
        self._use_file(file)

    def _use_file(self, file: TableFile) -> None:
        header = file.header
        self.combinations = Combinations(header.n, header.k, header.order)
        self.dtype = header.dtype
        self._file, self._filled = file, header.filled
        values = file.values.view(np.ndarray)
        values.flags.writeable = False
        self._store = DenseValues(values)

    @property
    def filled(self) -> int:
        """The number of entries that ``fill`` has set; ``entries`` for a complete file."""
        return self._file.header.filled if self._file else self._filled

    def info(self) -> dict[str, Any]:
        """Return a description of the table as a dict of plain values.

        >>> info = CombinationTable(13, 5).info()
        >>> info["entries"], info["dtype"], info["nbytes"], info["path"]
        (1287, 'uint16', 2574, None)
        """
        digest = self._file.header.digest if self._file else None
        return {
            "n": self.n,
            "k": self.k,
            "order": self.order,
            "dtype": str(self.dtype),
            "entries": self.entries,
            "set": self._values().count,
            "filled": self.filled,
            "nbytes": self.nbytes,
            "path": self._file.path if self._file else None,
            "checksum": digest.hex() if digest else None,
        }

    # ---- filling

    def fill(
        self,
        function: Values,
        *,
        masks: bool = False,
        numbers: bool = False,
        chunk: int = 1 << 20,
        threads: int = 1,
        resume: bool = True,
    ) -> int:
        """Set every entry to the result of ``function``; return the number computed now.

        The function takes m consecutive combinations and returns m values. It takes positions
        int64[m, k]; with ``masks``, masks uint64[m], which is faster; with ``numbers``, the range
        of their numbers, so that no combination is unranked. After each ``chunk`` a file has the
        values, and a header that counts them, on the disk. After an interrupt the entries already
        set are valid, and a fill with ``resume`` continues there. With ``resume`` a complete file
        is not changed; a complete table in memory is filled again. ``filling`` returns the same
        work as a job.

        >>> table = CombinationTable(13, 5)
        >>> table.fill(lambda positions: positions[:, -1]), table[-1]
        (1287, 12)
        >>> table.fill(lambda numbers: np.array(numbers), numbers=True), table[-1]
        (1287, 1286)

        :raises NumberingError: if the function does not return m values that fit, the table is not
            writable, or both masks and numbers are requested
        """
        return self.filling(
            function, masks=masks, numbers=numbers, chunk=chunk, threads=threads, resume=resume
        ).result()

    def filling(
        self,
        function: Values,
        *,
        masks: bool = False,
        numbers: bool = False,
        chunk: int = 1 << 20,
        threads: int = 1,
        resume: bool = True,
    ) -> Job[range, int]:
        """Return a job that fills the table as ``fill`` does.

        Its partial results are ranges of the numbers of entries set. After a stop, a later fill
        continues there.

        >>> table = CombinationTable(13, 5)
        >>> list(table.filling(np.array, numbers=True, chunk=1000)), table.filled
        ([range(0, 1000), range(1000, 1287)], 1287)

        :raises NumberingError: as ``fill`` does
        """
        if masks and numbers:
            raise NumberingError("a function takes masks or numbers, not both")
        size, workers = (
            as_integer(chunk, "the chunk"),
            as_integer(threads, "the number of threads"),
        )
        if size < 1 or workers < 1:
            raise NumberingError(
                f"the chunk and the threads must be at least 1, not {size} and {workers}"
            )
        if self.entries >> 63:
            raise NumberingError(f"{self.entries:,} entries are too many to fill")

        def computed(piece: range) -> tuple[range, Any]:
            if numbers:
                return piece, self._returned(function(piece), len(piece))
            ranks = np.arange(piece.start, piece.stop, dtype=np.uint64)
            source = self.combinations
            values = function(source.unrank_masks(ranks) if masks else source.unrank(ranks))
            return piece, self._returned(values, len(ranks))

        def fill(job: Job[range, int]) -> Generator[range, None, int]:
            start = self._start(resume=resume)
            job.report(start, self.entries, "entries")
            tasks = (
                partial(computed, range(first, min(first + size, self.entries)))
                for first in range(start, self.entries, size)
            )
            results = in_order(tasks, workers, job.flag)
            with closing(results):  # type: ignore[type-var]
                for piece, values in results:
                    if self._file:
                        self._file.extend(values)
                    else:
                        part = slice(piece.start, piece.stop)
                        self._writable().put_part(piece, part, values)
                        self._filled = piece.stop
                    job.report(piece.stop, self.entries, "entries")
                    yield piece
                    if job.stopping:
                        return piece.stop - start
            return self.entries - start

        return Job(fill)

    def _start(self, *, resume: bool) -> int:
        self._values()
        if self._file:
            self._file.check_writable()
            if not resume:
                self._file.restart(0)
            return self._file.header.filled
        if not resume or self._filled == self.entries:
            self._filled = 0
        return self._filled

    def _returned(self, values: Any, count: int) -> Any:
        if self.dtype.kind == "O":
            if isinstance(values, np.ndarray):
                values = values.tolist()
            if isinstance(values, Sequence) and len(values) == count:
                return values
        elif np.shape(values) == (count,):
            return converted(values, self.dtype, count)
        raise NumberingError(f"the function returned {np.shape(values)} for {count} combinations")

    # ---- files

    def save(self, path: Path, *, mode: str = "x") -> None:
        """Write all values to a complete table file; mode ``w`` replaces an existing one.

        ``saving`` is the same as a job.

        :raises NumberingError: if the table holds objects, an interrupted ``fill`` is unfinished,
            or the file exists
        """
        self.saving(path, mode=mode).result()

    def saving(self, path: Path, *, mode: str = "x") -> Job[range, None]:
        """Return a job that saves the table; its partial results are the numbers written.

        When it is stopped before the last, ``result()`` raises ``Stopped``, and the file holds the
        entries so far.

        :raises NumberingError: as ``save`` does
        """
        values = self._values()
        if not isinstance(values, DenseValues):
            raise NumberingError("objects are kept in memory only; a file needs a number type")
        if mode not in ("x", "w"):
            raise NumberingError(f"save a table with mode 'x' or 'w', not {mode!r}")
        if 0 < self.filled < self.entries:
            raise NumberingError(f"finish the fill first; it stopped at entry {self.filled:,}")
        header = TableHeader(self.n, self.k, self.order, self.dtype, self.entries)
        array = values.array()

        def save(job: Job[range, None]) -> Generator[range]:
            with closing(TableFile.create(path, header, mode)) as file:
                for start in range(0, self.entries, _SAVED_AT_ONCE):
                    job.flag.check()
                    part = range(start, min(start + _SAVED_AT_ONCE, self.entries))
                    file.extend(array[part.start : part.stop])
                    job.report(part.stop, self.entries, "entries")
                    yield part

        return Job(save)

    def seal(self) -> None:
        """Mark a file whose entries were set one by one as complete, and record its checksum.

        ``sealing`` is the same as a job.

        :raises NumberingError: if the table is not a file opened for changing
        """
        self.sealing().result()

    def sealing(self) -> Job[int, None]:
        """Return a job that seals a file; its partial results are the numbers of values read.

        When it is stopped before the last, ``result()`` raises ``Stopped``, and the file has no
        checksum.

        :raises NumberingError: as ``seal`` does
        """
        return self._reading(self._stored().sealing())

    def verify(self) -> None:
        """Read all values of a file and compare their checksum; ``verifying`` does it as a job.

        :raises NumberingError: if it does not match, or the file is not complete
        """
        self.verifying().result()

    def verifying(self) -> Job[int, None]:
        """Return a job that verifies a file; its partial results are the numbers of values read.

        If it is stopped before the end, ``result()`` raises ``Stopped``.
        """
        return self._reading(self._stored().verifying())

    def _reading(self, values_read: Iterator[int]) -> Job[int, None]:
        """Return a job that reads all values of a file."""

        def read(job: Job[int, None]) -> Generator[int]:
            job.flag.check()
            for count in values_read:
                job.report(count, self.entries, "entries")
                yield count
                if job.stopping and count < self.entries:
                    raise Stopped("the table was not read to its end")

        return Job(read)

    def flush(self) -> None:
        """Write changes to the disk; a table in memory does nothing."""
        self._values()
        if self._file:
            self._file.flush()

    def close(self) -> None:
        """Close the file, with a new checksum if entries changed; it may be called twice."""
        if self._file and self._store:
            self._file.close()
        self._store = None

    def __enter__(self) -> CombinationTable:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    # ---- text

    def write_text(
        self,
        file: TextIO | Path,
        names: Sequence[str] | None = RANK_NAMES,
        separator: str = " ",
        group: str = "",
        width: int = 80,
        start: int = 0,
        stop: int | None = None,
        *,
        descending: bool = True,
    ) -> None:
        """Write the combinations (not their values) as ``write_combinations`` does.

        >>> CombinationTable(13, 5).write_text(sys.stdout, start=1285)
        AKQJT AKQJ9

        :raises NumberingError: if there are not n names, or the numbers are out of range
        """
        write_combinations(
            self.combinations, file, names, separator, group, width, start, stop,
            descending=descending,
        )  # fmt: skip

    def __repr__(self) -> str:
        order = "" if self.order == "colex" else f", order='{self.order}'"
        path = f", path={self._file.path!r}" if self._file else ""
        state = "" if self._store else " (closed)"
        return f"<CombinationTable({self.n}, {self.k}, {self.dtype}{order}{path}){state}>"

    # ---- inside

    __hash__ = None  # type: ignore[assignment]

    def _values(self) -> DenseValues | SparseValues:
        """Return the values for reading."""
        if self._store is None:
            raise NumberingError(f"{self!r} is closed")
        return self._store

    @property
    def n(self) -> int:
        """The number of elements chosen from."""
        return self.combinations.n

    @property
    def k(self) -> int:
        """The number of elements in a combination."""
        return self.combinations.k

    @property
    def order(self) -> str:
        """The order in which combinations are numbered."""
        return self.combinations.order

    @property
    def entries(self) -> int:
        """The number of combinations, C(n, k)."""
        return self.combinations.size

    @property
    def nbytes(self) -> int:
        """The size of the values in bytes; for an object table, the size of its dict."""
        return self._values().nbytes

    def __getitem__(self, key: Any) -> Any:
        if isinstance(key, slice):
            return self._values().part(range(self.entries)[key], key)
        return self._values().one(self._number(key))

    def __setitem__(self, key: Any, value: Any) -> None:
        if isinstance(key, slice):
            numbers = range(self.entries)[key]
            self._writable().put_part(numbers, key, value)
            return
        number = self._number(key)
        self._writable().put_one(number, value)

    def get(self, positions: ArrayLike) -> Any:
        """Return the values of combinations given as rows [m, k] of positions, or of a single one.

        A combination may be in any order.

        >>> from dealwright.numbering.tables import CombinationTable
        >>> CombinationTable(13, 5).get([[4, 3, 2, 1, 0], [12, 11, 10, 9, 8]])
        array([0, 0], dtype=uint16)

        :raises NumberingError: if a row is not a combination
        """
        rows = np.asarray(positions)
        if rows.ndim == 1 or isinstance(positions, str):
            return self[rows.tolist()]
        return self._values().take(self._ranks(rows))

    def get_masks(self, masks: ArrayLike) -> NDArray[Any]:
        """Return the values of combinations given as masks uint64[m], for n <= 64.

        :raises NumberingError: if a mask is not a combination
        """
        return self._values().take(self.combinations.rank_masks(masks))

    def get_numbers(self, numbers: ArrayLike) -> NDArray[Any]:
        """Return the values of numbers [m], each 0 .. entries-1.

        :raises NumberingError: if a number is out of range
        """
        return self._values().take(self._checked(numbers))

    def set(self, positions: ArrayLike, values: Any) -> None:
        """Set the entries of rows [m, k] of positions, or of a single combination.

        :raises NumberingError: if a row is not a combination, or the type cannot hold a value
        """
        rows = np.asarray(positions)
        if rows.ndim == 1 or isinstance(positions, str):
            self[rows.tolist()] = values
        else:
            numbers = self._ranks(rows)
            self._writable().put(numbers, values)

    def set_masks(self, masks: ArrayLike, values: Any) -> None:
        """Set the entries of masks uint64[m], for n <= 64.

        :raises NumberingError: if a mask is not a combination, or the type cannot hold a value
        """
        numbers = self.combinations.rank_masks(masks)
        self._writable().put(numbers, values)

    def set_numbers(self, numbers: ArrayLike, values: Any) -> None:
        """Set the entries of numbers [m], each 0 .. entries-1.

        :raises NumberingError: if a number is out of range, or the type cannot hold a value
        """
        checked = self._checked(numbers)
        self._writable().put(checked, values)

    def append(self, value: Any) -> int:
        """Set the entry after the highest one set in an object table; return its number.

        >>> from dealwright.numbering.tables import CombinationTable
        >>> table = CombinationTable(13, 5, object)
        >>> table.append("seven high"), table.append("eight high"), len(table), table[1286]
        (0, 1, 2, None)

        :raises NumberingError: if the table is full, or holds numbers (all of them are set)
        """
        values = self._writable()
        if not isinstance(values, SparseValues):
            raise NumberingError("only a table of objects can be appended to; use fill or [number]")
        return values.append(value)

    def items(self) -> Iterator[tuple[int, Any]]:
        """Yield (number, value) in order of number; for an object table, only the entries set."""
        return self._values().items()

    def __len__(self) -> int:
        return self._values().count

    def __iter__(self) -> Iterator[Any]:
        return (value for _, value in self._values().items())

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> NDArray[Any]:
        values = self._values().array()
        if dtype is not None and np.dtype(dtype) != values.dtype:
            if copy is False:
                raise ValueError(
                    f"a table of {values.dtype} is not an array of {dtype} without a copy"
                )
            return values.astype(dtype)
        return values.copy() if copy else values

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, CombinationTable):
            return NotImplemented
        return self.combinations == other.combinations and self._values() == other._values()

    def _number(self, key: Any) -> int:
        if isinstance(key, np.ndarray) and key.ndim:
            key = key.tolist()
        if isinstance(key, tuple | list | str):
            return self._number_of(key)
        number = key if type(key) is int else as_integer(key, "the index")
        entries = self.combinations.size
        if not -entries <= number < entries:
            raise IndexError(f"{number:,} is out of range; there are {entries:,} entries")
        return number % entries

    def _number_of(self, key: Any) -> int:
        """Return the number of a combination in any order, or of cards as text."""
        try:
            return int(self.combinations.rank(key))
        except NumberingError:
            if isinstance(key, str) or any(isinstance(member, Card | str) for member in key):
                if self.n != 52:
                    raise NumberingError(
                        f"cards are combinations of 52, not of {self.n}: write positions, not "
                        f"{brief(key)}"
                    ) from None
                cards = parse_cards(key) if isinstance(key, str) else map(Card, key)
                key = [card.index for card in cards]
            members = sorted(as_integer(member, "a position") for member in key)
        duplicate = next((a for a, b in pairwise(members) if a == b), None)
        if duplicate is not None:
            name = (
                f"{Card(duplicate)} ({duplicate})"
                if self.n == 52 and 0 <= duplicate < 52
                else f"{duplicate}"
            )
            raise NumberingError(f"{name} occurs twice in a combination")
        return int(self.combinations.rank(members))

    def _ranks(self, rows: NDArray[Any]) -> Any:
        if rows.ndim != 2:
            raise NumberingError(f"positions must be rows of {self.k}, not {rows.shape}")
        try:
            return self.combinations.rank(rows)
        except NumberingError:
            return self.combinations.rank(np.sort(rows, axis=1))

    def _checked(self, numbers: ArrayLike) -> Any:
        array = np.asarray(numbers)
        if array.ndim != 1:
            raise NumberingError(f"numbers must be a one-dimensional array, not {array.shape}")
        if array.dtype.kind not in "iu" and array.size:
            array = np.array([as_integer(number, "the number") for number in array], dtype=object)
        if array.size:
            for number in (int(array.min()), int(array.max())):
                if not 0 <= number < self.entries:
                    raise NumberingError(
                        f"{number:,} is not one of the numbers 0 to {self.entries - 1:,}"
                    )
        return array if self.entries >> 63 else array.astype(np.int64)

    def _writable(self) -> DenseValues | SparseValues:
        """Return the values for a change; a file marks its checksum as invalid."""
        values = self._values()
        if self._file is None:
            return values
        self._file.touch()
        return DenseValues(self._file.values)

    def _stored(self) -> TableFile:
        self._values()
        if self._file is None:
            raise NumberingError("a table in memory has no checksum; save it, or give a path")
        return self._file
