"""Results of a solver in one SQLite file: bounds on tricks, by deal, and by deal and contract.

A row has a key and a byte for each result: the fewest and the most possible tricks, in the low and
the high half. The key of a deal is its number (12 bytes); the key of leads is the number and the
contract (13 bytes). After the bounds is the CRC-32 of key and bounds, which is checked whenever a
row is read: disks and copies alter bytes, and SQLite notices few such errors. A row that fails the
check is ignored, and is replaced when its deal is solved. The file has a write-ahead log, so that
readers never wait, a write does not wait for the disk, and written rows survive ``kill -9``. That
needs a local disk; elsewhere SQLite uses its older journal.
"""

from __future__ import annotations

import os
import sqlite3
import time
from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from threading import RLock
from time import sleep
from typing import TYPE_CHECKING, TypeGuard, TypeVar
from zlib import crc32

import numpy as np

from dealwright.base.errors import Stopped
from dealwright.double_dummy.bounds import UNKNOWN, merged, unknown

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from dealwright.base.kernels.stopping import StopFlag

__all__ = ["Results"]

Result = TypeVar("Result")

_APPLICATION, _VERSION = 0x44576474, 2  # "DWdt", in the file's header
_ATTEMPTS, _PAUSE = 50, 0.02  # seconds: a locked file is tried for one second
_ROW = 64  # bytes of the file per row, with the free space of pages
_CHECK = 4  # bytes of a row's checksum
# The CRC-32 of any bytes that are followed by their own CRC-32, its lowest byte first.
_RESIDUE = crc32(crc32(b"").to_bytes(_CHECK, "little"))
_DROPPED = 5  # a fifth of a full file is dropped
_SCHEMA = """
DROP TABLE IF EXISTS results;
DROP TABLE IF EXISTS size;
CREATE TABLE results (
    key BLOB PRIMARY KEY, bounds BLOB NOT NULL, used INTEGER NOT NULL) WITHOUT ROWID;
CREATE TABLE size (rows INTEGER NOT NULL);
INSERT INTO size VALUES (0);
"""
# Errors of Python's sqlite3 for a damaged file, also for invalid text or numbers in it.
_DAMAGED = (sqlite3.Error, sqlite3.Warning, UnicodeError, OverflowError)


class Results:
    """The file of results; ``bound`` is its size in bytes, above which the oldest rows are dropped.

    Several processes and threads may use a file at the same time; a locked file is tried for a
    second. If the file or its disk has a fault, reads give no results and writes do nothing;
    ``problem`` is then the reason, and ``locked`` is True if the file was only locked. ``damaged``
    is the number of rows that failed their check; ``renewed`` is True if the file was of an older
    version, whose results were dropped.

    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder, Results(Path(folder) / "results", 1 << 20) as results:
    ...     results.write([b"a deal"], np.array([[0x99]], np.uint8))
    ...     results.read([b"a deal", b"another"], 1).tolist()
    [[153], [208]]
    """

    def __init__(self, path: str | os.PathLike[str], bound: int) -> None:
        self.path, self.bound = Path(path), bound
        self.problem = ""
        self.locked = self.renewed = False
        self._damaged = set[bytes]()
        self._lock = RLock()
        self._connection: sqlite3.Connection | None = None
        self._process = 0

    @property
    def damaged(self) -> int:
        """The number of rows that failed their check."""
        return len(self._damaged)

    def __enter__(self) -> Results:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def read(
        self, keys: Sequence[bytes], width: int, stop: StopFlag | None = None
    ) -> NDArray[np.uint8]:
        """Return the bounds of keys, uint8[n, width]; ``UNKNOWN`` for keys that are not stored.

        :raises Stopped: if the flag is set while another process has the file locked
        """
        old = list[tuple[int, bytes]]()

        def look_up(db: sqlite3.Connection) -> NDArray[np.uint8]:
            with _transaction(db, "BEGIN"):
                bounds, rows = self._joined(db, keys, width)
            today = _today()
            old[:] = [(today, keys[index]) for index, used in rows if used < today]
            return bounds

        def use(db: sqlite3.Connection) -> None:
            with _transaction(db, "BEGIN IMMEDIATE"):
                db.executemany("UPDATE results SET used = ? WHERE key = ?", old)

        bounds = self._attempt(look_up, stop) if keys else None
        if old:  # mark them as used today, so that they are not dropped first
            self._attempt(use, once=True)
        return unknown(len(keys), width) if bounds is None else bounds

    def write(
        self, keys: Sequence[bytes], bounds: NDArray[np.uint8], stop: StopFlag | None = None
    ) -> None:
        """Intersect the stored bounds of keys with ``bounds``, uint8[n, width].

        If the flag is set while another process has the file locked, nothing is written.
        """

        def add(db: sqlite3.Connection) -> None:
            with _transaction(db, "BEGIN IMMEDIATE"):
                before, rows = self._joined(db, keys, bounds.shape[1])
                size = _size(db) + len(set(keys).difference(keys[index] for index, _ in rows))
                today = _today()
                merged_rows = map(bytes, merged(before, bounds))
                db.executemany(
                    "INSERT OR REPLACE INTO results VALUES (?, ?, ?)",
                    (
                        (key, _checked(key, row), today)
                        for key, row in zip(keys, merged_rows, strict=True)
                    ),
                )
                self._bound(db, size)

        if keys:
            with suppress(Stopped):
                self._attempt(add, stop)

    def count(self) -> int:
        """Check all rows, and return their number."""
        return (self._attempt(self._count) if self.path.exists() else None) or 0

    def clear(self) -> None:
        """Drop all rows, and free their space on the disk."""

        def drop(db: sqlite3.Connection) -> None:
            with _transaction(db, "BEGIN IMMEDIATE"):
                db.execute("DELETE FROM results")
                _set_size(db, 0)
            db.execute("VACUUM")

        self._attempt(drop)

    def close(self) -> None:
        """Close the file; the next use opens it again."""
        with self._lock:
            if self._connection is not None:
                with suppress(sqlite3.Error):
                    self._connection.close()
            self._connection = None

    def _attempt(
        self,
        action: Callable[[sqlite3.Connection], Result],
        stop: StopFlag | None = None,
        *,
        once: bool = False,
    ) -> Result | None:
        """Return what an action on the open file returns; None if there is a problem.

        If the file is locked, the action has changed nothing and is tried again, except with
        ``once``. SQLite could wait by itself, but neither Ctrl-C nor a stop flag would end that.

        :raises Stopped: if the flag is set while waiting
        """
        with self._lock:
            for attempt in range(_ATTEMPTS + 1):
                if attempt:
                    sleep(_PAUSE)
                    if stop is not None:
                        stop.check()
                try:
                    db = self._open()
                    return None if db is None else action(db)
                except (*_DAMAGED, OSError) as error:
                    if not _is_lock(error):
                        self._fail(error)
                        return None
                    if once:
                        return None
            self.locked = True
            self._fail(sqlite3.OperationalError("another program has it locked"))
            return None

    def _open(self) -> sqlite3.Connection | None:
        """Return the connection of this process; None if there is a problem."""
        if self._process != os.getpid():  # a connection must not be used in a copy of the process
            self._connection, self._process = None, os.getpid()
        if self._connection is None and not self.problem:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            db = sqlite3.connect(
                self.path, timeout=0, isolation_level=None, check_same_thread=False
            )
            try:
                self._prepare(db)
            except BaseException:
                db.close()
                raise
            self._connection = db
        return self._connection

    def _prepare(self, db: sqlite3.Connection) -> None:
        """Check that the file is a cache of Dealwright, or create its tables."""
        empty = "SELECT count(*) = 0 FROM sqlite_schema"
        if db.execute("PRAGMA journal_mode").fetchone()[0] != "wal" and _number(db, empty):
            try:
                db.execute("PRAGMA journal_mode = WAL")
            except sqlite3.OperationalError as error:  # not possible on this disk
                if _is_lock(error):
                    raise
        db.execute("PRAGMA synchronous = NORMAL")
        db.execute("PRAGMA temp_store = MEMORY")
        db.execute("PRAGMA cell_size_check = ON")
        if not (self._is_ours(db) and _number(db, "PRAGMA user_version") == _VERSION):
            with _transaction(db, "BEGIN IMMEDIATE"):
                ours = self._is_ours(db)
                version = _number(db, "PRAGMA user_version")
                if not ours and not _number(db, empty):
                    raise sqlite3.DatabaseError("it is a database of another program")
                if version > _VERSION:
                    raise sqlite3.DatabaseError("it is of another version of Dealwright")
                if not ours or version < _VERSION:  # and no other process was quicker
                    for statement in filter(str.strip, _SCHEMA.split(";")):
                        db.execute(statement)
                    db.execute(f"PRAGMA application_id = {_APPLICATION}")
                    db.execute(f"PRAGMA user_version = {_VERSION}")
                    self.renewed = ours
        db.execute("CREATE TEMP TABLE asked (at INTEGER PRIMARY KEY, key BLOB NOT NULL)")

    @staticmethod
    def _is_ours(db: sqlite3.Connection) -> bool:
        return _number(db, "PRAGMA application_id") == _APPLICATION

    def _joined(
        self, db: sqlite3.Connection, keys: Sequence[bytes], width: int
    ) -> tuple[NDArray[np.uint8], list[tuple[int, int]]]:
        """Return the bounds of keys, and the index and day of those with a row, valid or not."""
        db.execute("DELETE FROM asked")
        db.executemany("INSERT INTO asked VALUES (?, ?)", enumerate(keys))
        bounds = unknown(len(keys), width)
        rows = db.execute(_JOINED, (width + _CHECK,)).fetchall()
        good = [(index, row) for index, row, _ in rows if _is_good(row, keys[index])]
        if good:
            data = _bounds([row for _, row in good], width + _CHECK)
            bounds[[index for index, _ in good]] = data
        possible = _possible(bounds)
        bounds[~possible] = UNKNOWN
        if len(good) < len(rows) or not possible.all():
            right = {index for index, _ in good if possible[index]}
            self._damaged.update(keys[index] for index, _, _ in rows if index not in right)
        return bounds, [(index, day) for index, _, day in rows]

    def _count(self, db: sqlite3.Connection) -> int:
        rows = 0
        for key, row in db.execute(_ALL):
            rows += 1
            if not _is_good(row, key) or not _possible(_bounds([row], len(row))).all():
                self._damaged.add(key or b"row %d" % rows)
        return rows

    def _bound(self, db: sqlite3.Connection, rows: int) -> None:
        """Store the number of rows; drop the least recently used, if there are too many."""
        if rows * _ROW > self.bound:
            rows = _number(db, _ROWS)
        if rows * _ROW > self.bound:
            dropped = rows - self.bound // _ROW + rows // _DROPPED
            rows -= db.execute(_OLDEST, (dropped,)).rowcount
        _set_size(db, rows)

    def _fail(self, error: Exception) -> None:
        """Set ``problem``, and close the file; it is not used any more."""
        reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        if isinstance(error, UnicodeError):  # a message of SQLite with bytes of the damaged file
            reason = "database disk image is malformed"
        self.problem = f"{self.path}: {' '.join(reason.split())}"
        self.close()


@contextmanager
def _transaction(db: sqlite3.Connection, begin: str) -> Generator[None]:
    """Begin a transaction and commit it; roll it back if it is interrupted."""
    try:
        db.execute(begin)
        yield
        db.execute("COMMIT")
    finally:
        if db.in_transaction:
            with suppress(sqlite3.Error):
                db.execute("ROLLBACK")


def _is_lock(error: BaseException) -> bool:
    """Return whether the error is that another process or thread has locked the file."""
    code = getattr(error, "sqlite_errorcode", 0) & 0xFF
    return code in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED)


def _number(db: sqlite3.Connection, statement: str) -> int:
    return int(db.execute(statement).fetchone()[0])


def _size(db: sqlite3.Connection) -> int:
    """Return the stored number of rows; count the rows if it is invalid."""
    stored = db.execute("SELECT rows FROM size WHERE typeof(rows) = 'integer'").fetchone()
    return stored[0] if stored and 0 <= stored[0] < 1 << 40 else _number(db, _ROWS)


def _set_size(db: sqlite3.Connection, rows: int) -> None:
    db.execute("DELETE FROM size")
    db.execute("INSERT INTO size VALUES (?)", (rows,))


def _checked(key: bytes, bounds: bytes) -> bytes:
    """Return the bounds of a key with their checksum."""
    return bounds + crc32(bounds, crc32(key)).to_bytes(_CHECK, "little")


def _is_good(row: bytes | None, key: bytes | None) -> TypeGuard[bytes]:
    """Return whether a row's checksum is right."""
    return key is not None and row is not None and crc32(row, crc32(key)) == _RESIDUE


def _bounds(rows: list[bytes], width: int) -> NDArray[np.uint8]:
    """Return the bounds of rows of ``width`` bytes, without their checksums."""
    return np.frombuffer(b"".join(rows), np.uint8).reshape(-1, width)[:, :-_CHECK]


def _possible(bounds: NDArray[np.uint8]) -> NDArray[np.bool_]:
    """Return which rows of bounds are possible, low <= high <= 13 in all columns, bool[n]."""
    low, high = bounds & 15, bounds >> 4
    possible: NDArray[np.bool_] = np.logical_and(low <= high, high <= 13)
    return np.asarray(possible.all(axis=1))


_JOINED = """
SELECT asked.at,
    CASE WHEN typeof(bounds) = 'blob' AND length(bounds) = ? THEN bounds END,
    CASE WHEN typeof(used) = 'integer' THEN used ELSE 0 END
FROM asked CROSS JOIN results ON results.key = asked.key"""
_ALL = """
SELECT CASE WHEN typeof(key) = 'blob' THEN key END,
    CASE WHEN typeof(bounds) = 'blob' AND length(bounds) < 100 THEN bounds END
FROM results"""
_ROWS = "SELECT count(*) FROM results"
_OLDEST = """
DELETE FROM results WHERE key IN (SELECT key FROM results ORDER BY used LIMIT ?)"""


def _today() -> int:
    """Return the number of the day: precise enough to order rows by their last use."""
    return int(time.time() // 86400)
