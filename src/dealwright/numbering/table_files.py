"""Files of combination tables: a checked header of 128 bytes, then the values by number.

The header, little-endian: signature (8 bytes), format version and header size (4 each), n, k (8
each), order and type of the values as text (8 each), entries, entries filled so far (8 each),
digest of the values (16), whether that digest is valid (4), zeros (28), digest of these 112 bytes
(16). Digests are BLAKE2b of 128 bits; the values' digest is valid once the table is complete.
Values
are written and synchronised before the header that counts them, so a file whose writer died is a
valid partial file.
"""

from __future__ import annotations

import os
import struct
import weakref
from collections.abc import Iterator
from dataclasses import dataclass, replace
from hashlib import blake2b
from io import FileIO
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from dealwright.base.errors import NumberingError
from dealwright.base.files import lock
from dealwright.base.kernels.subsets import ORDERS

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["HEADER_BYTES", "TableFile", "TableHeader", "value_type"]

HEADER_BYTES = 128
_SIGNATURE = b"\x89DWtab\r\n"
_VERSION = 1
_DIGEST_BYTES = 16
_NO_DIGEST = bytes(_DIGEST_BYTES)
_FIELDS = struct.Struct("<8sIIQQ8s8sQQ16sI28x")
_DIGEST_STEP = 1 << 24  # bytes hashed at a time
_MOST_BYTES = (1 << 63) - 1
_NUMBERS = ["b1", "i1", "i2", "i4", "i8", "u1", "u2", "u4", "u8", "f2", "f4", "f8", "c8", "c16"]
_TYPES = {np.dtype(byte_order + code).str for code in _NUMBERS for byte_order in "<>"}


def value_type(text: object) -> np.dtype[Any]:
    """Return the type of a table's values: truth values or numbers of fixed size.

    >>> value_type("uint16").str
    '<u2'

    :raises NumberingError: if it is another type
    """
    try:
        dtype: np.dtype[Any] | None = np.dtype(text)  # type: ignore[call-overload]
    except TypeError:
        dtype = None
    if dtype is None or dtype.str not in _TYPES:
        raise NumberingError(f"a table holds numbers (uint16, float64 ...) or objects, not {text}")
    return dtype


def _bounded_comb(n: int, k: int) -> int | None:
    """Return C(n, k), or None from 2^63 on, without long products."""
    ways = 1
    for i in range(1, min(k, n - k) + 1):
        ways = ways * (n - i + 1) // i  # C(n, i), which grows up to i = n / 2
        if ways > _MOST_BYTES:
            return None
    return ways if k <= n else 0


@dataclass(frozen=True)
class TableHeader:
    """The header of a table file; ``digest`` is None until the table is complete."""

    n: int
    k: int
    order: str
    dtype: np.dtype[Any]
    entries: int
    filled: int = 0
    digest: bytes | None = None

    @property
    def file_bytes(self) -> int:
        """The size of the whole file in bytes."""
        return HEADER_BYTES + self.entries * self.dtype.itemsize

    def pack(self) -> bytes:
        """Return the header's 128 bytes.

        >>> header = TableHeader(13, 5, "colex", np.dtype("<u2"), 1287)
        >>> len(header.pack()), TableHeader.unpack(header.pack(), "a file") == header
        (128, True)
        """
        fields = _FIELDS.pack(
            _SIGNATURE,
            _VERSION,
            HEADER_BYTES,
            self.n,
            self.k,
            self.order.encode("ascii"),
            self.dtype.str.encode("ascii"),
            self.entries,
            self.filled,
            self.digest or _NO_DIGEST,
            self.digest is not None,
        )
        return fields + blake2b(fields, digest_size=_DIGEST_BYTES).digest()

    @classmethod
    def unpack(cls, data: bytes, path: str) -> TableHeader:
        """Return the header in the first bytes of a file.

        :raises NumberingError: if it is not a header, is altered, or is inconsistent
        """
        if data[:8] != _SIGNATURE:
            raise NumberingError(f"{path}: not a combination table (its signature is missing)")
        if len(data) < HEADER_BYTES:
            raise NumberingError(f"{path}: cut off within the header, after {len(data)} bytes")
        fields = data[: _FIELDS.size]
        _, version, size, n, k, order, kind, entries, filled, digest, sealed = _FIELDS.unpack(
            fields
        )
        if version != _VERSION or size != HEADER_BYTES:
            raise NumberingError(f"{path}: format version {version}; this reads version {_VERSION}")
        if data[_FIELDS.size :] != blake2b(fields, digest_size=_DIGEST_BYTES).digest():
            raise NumberingError(f"{path}: the header is altered (its checksum does not match)")
        order = order.rstrip(b"\0").decode("ascii", "replace")
        kind = kind.rstrip(b"\0").decode("ascii", "replace")
        if order not in ORDERS or kind not in _TYPES:
            raise NumberingError(f"{path}: the header names an unknown order or type of values")
        if entries != _bounded_comb(n, k) or filled > entries or (sealed and filled < entries):
            raise NumberingError(f"{path}: the header contradicts itself on the number of entries")
        return cls(n, k, order, np.dtype(kind), entries, filled, digest if sealed else None)


def _keep(stream: FileIO, name: str) -> None:
    """Lock a file for changing until it is closed, because two writers would mix their values.

    :raises NumberingError: if it is already open for changing
    """
    try:
        lock(stream.fileno())
    except BlockingIOError:
        raise NumberingError(f"{name}: is open for changing elsewhere; close it there") from None


class TableFile:
    """An open table file: its header, and its values mapped into memory (``values``).

    ``values`` is read-only in a file opened for reading. Call ``touch`` before writing to it, so
    that the header never has the digest of older values.

    :raises NumberingError: if the file's size differs from its header
    """

    def __init__(self, path: str, stream: FileIO, header: TableHeader, *, writable: bool) -> None:
        self.path, self.header, self.writable = path, header, writable
        size = os.fstat(stream.fileno()).st_size
        if size != header.file_bytes:
            fault = "cut off" if size < header.file_bytes else "too long"
            raise NumberingError(
                f"{path}: {fault}; {size:,} bytes where the header says {header.file_bytes:,}"
            )
        self._stream = stream
        self._reseal = False
        self.values: NDArray[Any] = np.empty(0, dtype=header.dtype)
        if header.entries:
            self.values = np.memmap(
                stream,
                dtype=header.dtype,
                mode="r+" if writable else "r",
                offset=HEADER_BYTES,
                shape=(header.entries,),
            )
        weakref.finalize(self, stream.close)

    @classmethod
    def create(cls, path: str | os.PathLike[str], header: TableHeader, mode: str) -> TableFile:
        """Return a new file of zeros, with holes where the file system has them.

        Mode ``x`` fails if the file exists; ``w`` replaces it.

        :raises NumberingError: if the file exists (mode ``x``)
        """
        name = os.fspath(path)
        if mode == "w" and Path(name).is_file():
            Path(name).unlink()  # a table that maps the old file keeps its values
        try:
            stream = FileIO(name, "x+")
        except FileExistsError:
            raise NumberingError(
                f"{name}: already exists; open it, or replace it with mode='w'"
            ) from None
        try:
            _keep(stream, name)
            stream.truncate(header.file_bytes)
            file = cls(name, stream, header, writable=True)
            file._write_header(header)
            if not header.entries:
                file.seal()
        except BaseException:
            stream.close()
            Path(name).unlink()
            raise
        return file

    @classmethod
    def open(cls, path: str | os.PathLike[str], mode: str) -> TableFile:
        """Return an existing file, opened for reading (``r``) or for changing it (``r+``).

        :raises NumberingError: if it is not a table, or is cut off or altered
        """
        name = os.fspath(path)
        stream = FileIO(name, mode)
        try:
            if mode == "r+":
                _keep(stream, name)
            return cls(
                name,
                stream,
                TableHeader.unpack(stream.read(HEADER_BYTES), name),
                writable=mode == "r+",
            )
        except BaseException:
            stream.close()
            raise

    def check_writable(self) -> None:
        """Check that the file can be changed.

        :raises NumberingError: if it was opened for reading
        """
        if not self.writable:
            raise NumberingError(f"{self.path}: opened for reading; open it with mode='r+'")

    def touch(self) -> None:
        """Mark the values as changed: the digest becomes invalid until ``close`` renews it.

        :raises NumberingError: if the file was opened for reading
        """
        self.check_writable()
        if self.header.digest is not None:
            self._write_header(replace(self.header, digest=None))
            self._reseal = True

    def restart(self, filled: int) -> None:
        """Count only the first ``filled`` entries as filled."""
        self.touch()
        self._reseal = False
        self._write_header(replace(self.header, filled=filled))

    def extend(self, values: NDArray[Any]) -> None:
        """Write values after those already filled; after the last value, write the digest.

        This writes to the file, not the mapping, so that a full disk is an OSError, not a signal.
        """
        start = self.header.filled
        self._write(HEADER_BYTES + start * values.itemsize, np.ascontiguousarray(values))
        os.fsync(self._stream.fileno())
        if start + len(values) == self.header.entries:
            self.seal()
        else:
            self._write_header(replace(self.header, filled=start + len(values)))

    def seal(self) -> None:
        """Count every entry as filled, and record the digest of the values."""
        for _ in self.sealing():
            pass

    def sealing(self) -> Iterator[int]:
        """Seal the file as ``seal`` does; yield the number of values read."""
        self.touch()
        self.flush()
        entries, digest = self.header.entries, blake2b(digest_size=_DIGEST_BYTES)
        yield from self._read_into(digest)
        self._write_header(replace(self.header, filled=entries, digest=digest.digest()))
        self._reseal = False

    def verifying(self) -> Iterator[int]:
        """Compare the values with their digest; yield the number of values read.

        :raises NumberingError: if they differ, or the file has no digest
        """
        header = self.header
        if header.digest is None:
            state = "was changed and not closed"
            if header.filled < header.entries:
                state = f"is filled up to entry {header.filled:,} of {header.entries:,}"
            raise NumberingError(f"{self.path}: has no checksum yet; it {state}")
        digest = blake2b(digest_size=_DIGEST_BYTES)
        yield from self._read_into(digest)
        if digest.digest() != header.digest:
            raise NumberingError(f"{self.path}: the values are altered (checksum does not match)")

    def flush(self) -> None:
        """Write changed values to the disk."""
        if self.writable:
            if isinstance(self.values, np.memmap):
                self.values.flush()
            os.fsync(self._stream.fileno())

    def close(self) -> None:
        """Renew the digest if values were changed, write everything and close the file."""
        if self._reseal:
            self.seal()
        self.flush()
        self.values = np.empty(0, dtype=self.header.dtype)
        self._stream.close()

    def _read_into(self, digest: blake2b) -> Iterator[int]:
        """Add all values to a digest; yield the number of values read."""
        step = _DIGEST_STEP // self.values.itemsize
        for start in range(0, len(self.values), step):
            part = self.values[start : start + step]
            digest.update(part.view(np.uint8).data)
            yield start + len(part)

    def _write_header(self, header: TableHeader) -> None:
        self._write(0, np.frombuffer(header.pack(), dtype=np.uint8))
        self.header = header

    def _write(self, offset: int, values: NDArray[Any]) -> None:
        data = values.view(np.uint8).data
        self._stream.seek(offset)
        while len(data):
            data = data[self._stream.write(data) :]
