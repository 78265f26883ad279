"""Files that are replaced as a whole: written beside their place, then moved into it."""

from __future__ import annotations

import errno
import os
import shutil
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

__all__ = ["replacing"]


@contextmanager
def replacing(path: str | os.PathLike[str]) -> Generator[Path]:
    """Yield the path to write to; when the block ends, that file takes the place of ``path``.

    Until then ``path`` is as it was, whatever ends the block: an error, a full disk, a kill. The
    new file has the same name, in a folder ``.dealwright-...`` beside ``path``, which a kill leaves
    behind. A link stays a link, and permissions stay. What is no plain file, such as a pipe or a
    device, is written directly.

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
    target = Path(os.path.realpath(path))
    there = target.exists()
    if there and not target.is_file():
        yield Path(path)
        return
    if there and not os.access(target, os.W_OK):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), os.fspath(path))
    folder = target.parent / f".dealwright-{os.urandom(6).hex()}"
    folder.mkdir(mode=0o700)
    part = folder / target.name
    try:
        yield part
        if there:
            shutil.copymode(target, part)
        part.replace(target)
    finally:
        shutil.rmtree(folder, ignore_errors=True)
