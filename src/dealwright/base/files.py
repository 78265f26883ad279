"""Files that are replaced as a whole: written in a folder beside them, then moved into place."""

from __future__ import annotations

import errno
import os
from collections.abc import Generator
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from typing import Any

__all__ = [
    "append_private",
    "bytes_within",
    "json_once",
    "lock",
    "locked",
    "replacing",
    "write_new",
]

_MOST_DIGITS = 4300  # of a number, as Python has it
_BYTES = getattr(os, "O_BINARY", 0)  # without it Windows writes two bytes for the end of a line


@contextmanager
def replacing(path: str | os.PathLike[str]) -> Generator[Path]:
    """Yield the path to write to; when the block ends, that file takes the place of ``path``.

    Until then ``path`` is unchanged, even after an error, a full disk or a kill. The new file has
    the same name, in a folder ``.dealwright-...`` beside ``path``, which remains after a kill. A
    link stays a link, and permissions stay. A pipe, a device or another special file is written
    directly.

    >>> from tempfile import TemporaryDirectory
    >>> folder = TemporaryDirectory()
    >>> path = Path(folder.name) / "boards.pbn"
    >>> for text in ("old", "new"):
    ...     with replacing(path) as part:
    ...         _ = part.write_text(text)
    ...         before = path.read_text() if path.exists() else None
    >>> before, path.read_text()
    ('old', 'new')
    >>> folder.cleanup()

    :raises OSError: if the folder of ``path`` cannot be written to, or ``path`` is read-only
    """
    import shutil  # takes 3 ms

    target = Path(os.path.realpath(path))
    existed = target.exists()
    if existed and not target.is_file():
        yield Path(path)
        return
    if existed and not os.access(target, os.W_OK):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), os.fspath(path))
    folder = target.parent / f".dealwright-{os.urandom(6).hex()}"
    folder.mkdir(mode=0o700)
    part = folder / target.name
    try:
        yield part
        if existed:
            shutil.copymode(target, part)
        part.replace(target)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def bytes_within(path: str | os.PathLike[str], most: int) -> bytes | None:
    """Return the bytes of a file; None if there are more than ``most``, which are not read.

    :raises OSError: if it cannot be read
    """
    try:
        with Path(path).open("rb") as file:
            data = file.read(most + 1)
    except ValueError:  # a character that no name has
        raise OSError(errno.EINVAL, "this is not the name of a file", os.fspath(path)) from None
    return None if len(data) > most else data


def json_once(data: bytes) -> Any:
    """Return the values of JSON in UTF-8 that names no member twice.

    Readers differ in which of the two they take, so such a text is ambiguous.

    >>> json_once(b'{"a": 1}')
    {'a': 1}

    :raises ValueError: if it is not JSON, nested too deeply, or names a member twice, or if a
        number has more than 4,300 digits, which take time with the square of their number
    """
    import json  # importing it takes 2 ms

    def once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        values = dict(pairs)
        if len(values) < len(pairs):
            raise ValueError("a member occurs twice")
        return values

    def number(digits: str) -> int:
        if len(digits) > _MOST_DIGITS:
            raise ValueError(f"a number has more than {_MOST_DIGITS:,} digits")
        return int(digits)

    try:
        return json.loads(data.decode(), object_pairs_hook=once, parse_int=number)
    except RecursionError:
        raise ValueError("it is nested too deeply") from None


@contextmanager
def locked(path: str | os.PathLike[str], mode: int = 0o600) -> Generator[None]:
    """Lock a file for this process while the block runs; it is made if it does not exist.

    :raises BlockingIOError: if another process, or another call, has it
    """
    file = os.open(path, os.O_RDWR | os.O_CREAT | _BYTES, mode)
    try:
        lock(file)
        yield
    finally:
        os.close(file)


def lock(file: int) -> None:
    """Lock an open file for this process until it is closed.

    The system releases the lock when the process ends, even by a kill. If the file system has no
    locks, nothing happens.

    :raises BlockingIOError: if another process, or another opening of the file, has it
    """
    if os.name == "posix":
        system = import_module("fcntl")
        try:
            system.flock(file, system.LOCK_EX | system.LOCK_NB)
        except OSError as error:
            if error.errno not in (errno.ENOLCK, errno.ENOSYS, errno.EOPNOTSUPP):
                raise
    else:
        system = import_module("msvcrt")
        position = os.lseek(file, 0, os.SEEK_CUR)
        os.lseek(file, 1 << 62, os.SEEK_SET)  # others cannot read locked bytes either
        try:
            system.locking(file, system.LK_NBLCK, 1)
        except OSError:
            raise BlockingIOError(errno.EAGAIN, os.strerror(errno.EAGAIN)) from None
        finally:
            os.lseek(file, position, os.SEEK_SET)


def write_new(path: str | os.PathLike[str], text: str, *, private: bool = False) -> None:
    """Write a file that does not exist yet, its lines as they are, in UTF-8.

    A ``private`` one can be read by its owner alone; on Windows its folder decides who reads it.

    :raises OSError: if it exists, or cannot be written
    """
    mode = 0o600 if private else 0o666
    file = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | _BYTES, mode)
    with os.fdopen(file, "w", encoding="utf-8", newline="") as stream:
        stream.write(text)


def append_private(path: str | os.PathLike[str], line: str) -> None:
    """Add a line to a file, which is made readable by its owner alone if it does not exist.

    :raises OSError: if it cannot be written
    """
    file = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND | _BYTES, 0o600)
    with os.fdopen(file, "a", encoding="utf-8", newline="") as stream:
        stream.write(line + "\n")
