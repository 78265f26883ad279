"""Results of a solver in one SQLite file: bounds on tricks, by deal, and by deal and contract.

A row has a key and a byte for each result: the least and the most tricks that it can be, in the low
and the high half. The key of a deal is its number (12 bytes), of the leads against one contract the
number and the contract (13 bytes). The file has a write-ahead log, so that readers never wait, a
write costs no wait for the disk, and what was written is there after ``kill -9``. That needs a
local disk; elsewhere SQLite keeps its older journal.
"""

from __future__ import annotations

import os
import sqlite3
import time
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from threading import RLock
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["UNKNOWN", "Results", "merged"]

UNKNOWN = 0xD0  # 0 to 13 tricks
_APPLICATION, _VERSION = 0x44576474, 1  # "DWdt", in the file's header
_WAITING = 30.0  # seconds for other processes
_ROW = 64  # bytes of the file for a row, with what pages leave free
_DROPPED = 5  # of a full file a fifth is dropped
_SCHEMA = """
CREATE TABLE IF NOT EXISTS results (
    key BLOB PRIMARY KEY, bounds BLOB NOT NULL, used INTEGER NOT NULL) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS size (rows INTEGER NOT NULL);
INSERT INTO size SELECT 0 WHERE NOT EXISTS (SELECT * FROM size);
"""


def merged(first: NDArray[np.uint8], second: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Return what two arrays of bounds say together.

    >>> merged(np.array([0xD3], np.uint8), np.array([0x92], np.uint8)).tolist() == [0x93]
    True
    """
    both: NDArray[np.uint8] = np.maximum(first & 15, second & 15)
    both |= np.minimum(first & 0xF0, second & 0xF0)
    return both


class Results:
    """The file of results; ``bound`` is its size in bytes, above which the oldest rows are dropped.

    Several processes and threads may use a file at the same time. If anything is wrong with the
    file or its disk, reading gives no results and writing does nothing; ``problem`` says why.

    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder, Results(Path(folder) / "results", 1 << 20) as kept:
    ...     kept.write([b"a deal"], np.array([[0x99]], np.uint8))
    ...     kept.read([b"a deal", b"another"], 1).tolist()
    [[153], [208]]
    """

    def __init__(self, path: str | os.PathLike[str], bound: int) -> None:
        self.path, self.bound = Path(path), bound
        self.problem = ""
        self._lock = RLock()
        self._connection: sqlite3.Connection | None = None
        self._process = 0

    def __enter__(self) -> Results:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def read(self, keys: Sequence[bytes], width: int) -> NDArray[np.uint8]:
        """Return the bounds of some keys, uint8[n, width]; ``UNKNOWN`` where there are none."""
        found = np.full((len(keys), width), UNKNOWN, dtype=np.uint8)
        with self._lock:
            if keys and (db := self._open()) is not None:
                try:
                    self._read(db, keys, found)
                except sqlite3.Error as error:
                    self._fail(error)
                    found[:] = UNKNOWN
        return found

    def write(self, keys: Sequence[bytes], bounds: NDArray[np.uint8]) -> None:
        """Add what bounds, uint8[n, width], say of some keys to what is known of them."""
        with self._lock:
            if keys and (db := self._open()) is not None:
                try:
                    db.execute("BEGIN IMMEDIATE")
                    before = np.full(bounds.shape, UNKNOWN, dtype=np.uint8)
                    known = self._joined(db, keys, before)
                    new = len(set(keys).difference(keys[at] for at, _, _ in known))
                    both, today = merged(before, bounds), _today()
                    width = bounds.shape[1]
                    data = both.tobytes()
                    db.executemany(
                        "INSERT OR REPLACE INTO results VALUES (?, ?, ?)",
                        (
                            (key, data[at * width : (at + 1) * width], today)
                            for at, key in enumerate(keys)
                        ),
                    )
                    db.execute("UPDATE size SET rows = rows + ?", (new,))
                    self._bound(db)
                    db.execute("COMMIT")
                except sqlite3.Error as error:
                    self._fail(error)

    def count(self) -> int:
        """Return how many rows there are."""
        with self._lock:
            if self.path.exists() and (db := self._open()) is not None:
                try:
                    return int(db.execute("SELECT rows FROM size").fetchone()[0])
                except sqlite3.Error as error:
                    self._fail(error)
        return 0

    def clear(self) -> None:
        """Drop all rows, and give their room back to the disk."""
        with self._lock:
            if (db := self._open()) is not None:
                try:
                    db.execute("BEGIN IMMEDIATE")
                    db.execute("DELETE FROM results")
                    db.execute("UPDATE size SET rows = 0")
                    db.execute("COMMIT")
                    db.execute("VACUUM")
                except sqlite3.Error as error:
                    self._fail(error)

    def close(self) -> None:
        """Close the file; the next use opens it again."""
        with self._lock:
            if self._connection is not None:
                with suppress(sqlite3.Error):
                    self._connection.close()
            self._connection = None

    def _open(self) -> sqlite3.Connection | None:
        """Return the connection of this process; None if there is a problem."""
        if self._process != os.getpid():  # a connection must not be used in a copy of the process
            self._connection, self._process = None, os.getpid()
        if self._connection is None and not self.problem:
            try:
                self.path.parent.mkdir(parents=True, exist_ok=True)
                self._connection = sqlite3.connect(
                    self.path, _WAITING, isolation_level=None, check_same_thread=False
                )
                self._prepare(self._connection)
            except (sqlite3.Error, OSError) as error:
                self._fail(error)
        return self._connection

    def _prepare(self, db: sqlite3.Connection) -> None:
        """Check that the file is ours, or make it so."""
        if db.execute("PRAGMA journal_mode").fetchone()[0] != "wal":
            empty = not db.execute("SELECT count(*) FROM sqlite_schema").fetchone()[0]
            if empty:
                with suppress(sqlite3.OperationalError):  # another process does it just now
                    db.execute("PRAGMA journal_mode = WAL")
        db.execute("PRAGMA synchronous = NORMAL")
        db.execute("PRAGMA temp_store = MEMORY")
        if self._mark(db, "application_id") == 0:
            db.execute("BEGIN IMMEDIATE")
            others = "SELECT count(*) FROM sqlite_schema WHERE name NOT IN ('results', 'size')"
            if db.execute(others).fetchone()[0] == 0:
                for statement in filter(str.strip, _SCHEMA.split(";")):
                    db.execute(statement)
                db.execute(f"PRAGMA application_id = {_APPLICATION}")
                db.execute(f"PRAGMA user_version = {_VERSION}")
            db.execute("COMMIT")
        if self._mark(db, "application_id") != _APPLICATION:
            raise sqlite3.DatabaseError("it is a database of another program")
        if self._mark(db, "user_version") != _VERSION:
            raise sqlite3.DatabaseError("it is of another version of Dealwright")
        db.execute("CREATE TEMP TABLE asked (at INTEGER PRIMARY KEY, key BLOB NOT NULL)")

    @staticmethod
    def _mark(db: sqlite3.Connection, name: str) -> int:
        return int(db.execute(f"PRAGMA {name}").fetchone()[0])

    def _read(
        self, db: sqlite3.Connection, keys: Sequence[bytes], found: NDArray[np.uint8]
    ) -> None:
        db.execute("BEGIN")
        today = _today()
        old = [keys[at] for at, _, used in self._joined(db, keys, found) if used < today]
        db.execute("COMMIT")
        if old:  # they are used again, so that they are not the first to be dropped
            db.execute("BEGIN IMMEDIATE")
            db.executemany(
                "UPDATE results SET used = ? WHERE key = ?", ((today, key) for key in old)
            )
            db.execute("COMMIT")

    def _joined(
        self, db: sqlite3.Connection, keys: Sequence[bytes], found: NDArray[np.uint8]
    ) -> list[tuple[int, bytes, int]]:
        """Put the bounds that there are into ``found``; return index, bounds and day of each."""
        db.execute("DELETE FROM asked")
        db.executemany("INSERT INTO asked VALUES (?, ?)", enumerate(keys))
        width = found.shape[1]
        rows: list[tuple[int, bytes, int]] = db.execute(_JOINED, (width,)).fetchall()
        if rows:
            bounds = np.frombuffer(b"".join([each for _, each, _ in rows]), np.uint8)
            found[[at for at, _, _ in rows]] = bounds.reshape(-1, width)
        return rows

    def _bound(self, db: sqlite3.Connection) -> None:
        """Drop the rows that were not used for longest, if there are too many."""
        rows = int(db.execute("SELECT rows FROM size").fetchone()[0])
        if rows * _ROW <= self.bound:
            return
        dropped = db.execute(_OLDEST, (rows - self.bound // _ROW + rows // _DROPPED,)).rowcount
        db.execute("UPDATE size SET rows = rows - ?", (dropped,))

    def _fail(self, error: Exception) -> None:
        """Go on without the file; say why."""
        what = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        self.problem = f"{self.path}: {what}"
        self.close()


_JOINED = """
SELECT asked.at, results.bounds, results.used
FROM asked CROSS JOIN results ON results.key = asked.key
WHERE length(results.bounds) = ?"""
_OLDEST = """
DELETE FROM results WHERE key IN (SELECT key FROM results ORDER BY used LIMIT ?)"""


def _today() -> int:
    """Return the number of the day, which is fine enough to know what was used lately."""
    return int(time.time() // 86400)
