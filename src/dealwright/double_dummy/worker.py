"""The program of a worker process: it loads DDS and solves what it reads from standard input.

It is run as a script, ``python -I -S worker.py LIBRARY``, with so few imports that it starts in
about 20 ms. A request is its length (uint32), then the name of a function and its arguments, as
``workers.request`` writes them; an answer is its length, the value of the function (int32) and the
bytes that the function wrote. The first answer, before any request, is empty, or an error message
if the library cannot be loaded. A second thread reads, so that the program ends when standard input
is closed, even during a call. It ends without the exit handlers of the library, because some builds
of DDS crash there.
"""

from __future__ import annotations

import _thread
import os
import struct
import sys
from ctypes import CDLL, byref, c_int, create_string_buffer

TYPE_CHECKING = False  # typing takes 8 ms to import
if TYPE_CHECKING:
    from typing import Any

__all__ = ["call_library", "load_library"]

_MEMORY = 160  # MB: limit for one thread of DDS; with less it takes a sixth longer
_LENGTH = struct.Struct("<I")
_VALUE = struct.Struct("<i")
_HEAD = struct.Struct("<cI")


def _read(length: int) -> bytes:
    """Read from standard input, or end the process if it is closed."""
    pieces = b""
    while len(pieces) < length:
        piece = os.read(0, length - len(pieces))
        if not piece:
            os._exit(0)
        pieces += piece
    return pieces


def _write(file: int, answer: bytes) -> None:
    remaining = _LENGTH.pack(len(answer)) + answer
    while remaining:
        remaining = remaining[os.write(file, remaining) :]


def _receive(waiting: list[bytes], received: _thread.LockType) -> None:
    """Read requests, each after the answer to the one before."""
    while True:
        waiting.append(_read(_LENGTH.unpack(_read(_LENGTH.size))[0]))
        received.release()


def load_library(path: str) -> Any:
    """Return the library in a file, with one thread.

    :raises OSError: if it cannot be loaded, or AttributeError if it is another
    """
    library = CDLL(path)
    library.SetResources(_MEMORY, 1)
    return library


def call_library(library: Any, request: bytes) -> bytes:
    """Return what the function of a request returns, then the bytes that it wrote."""
    name, _, rest = request.partition(b"\0")
    position = 0
    arguments: list[Any] = []
    buffers: list[Any] = []
    while position < len(rest):
        kind, size = _HEAD.unpack_from(rest, position)
        position += _HEAD.size
        if kind == b"i":
            arguments.append(c_int(size if size < 1 << 31 else size - (1 << 32)))
        elif kind == b"r":
            arguments.append(byref(create_string_buffer(rest[position : position + size], size)))
            position += size
        else:
            buffers.append(create_string_buffer(size))
            arguments.append(byref(buffers[-1]))
    value = getattr(library, name.decode("ascii"))(*arguments)
    return _VALUE.pack(value) + b"".join(buffer.raw for buffer in buffers)


def _change_to_deleted_folder() -> None:
    """Change to a deleted folder, because DDS writes files to the current one."""
    try:
        os.chdir(os.environ.get("TMPDIR") or os.environ.get("TEMP") or os.sep + "tmp")
        if os.name == "posix":
            folder = f"dealwright-{os.getpid()}"
            os.mkdir(folder, 0o700)
            os.chdir(folder)
            os.rmdir(f"../{folder}")
    except OSError:
        pass


def _serve(path: str) -> None:
    answers = os.dup(1)
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)  # output of the library is not part of answers
    _change_to_deleted_folder()
    try:
        library = load_library(path)
    except (OSError, AttributeError) as error:
        _write(answers, str(error).encode("utf-8", "replace"))
        os._exit(1)
    _write(answers, b"")
    waiting: list[bytes] = []
    received = _thread.allocate_lock()
    received.acquire()
    _thread.start_new_thread(_receive, (waiting, received))
    while True:
        received.acquire()
        try:
            _write(answers, call_library(library, waiting.pop()))
        except BaseException:  # the caller notices that the process ended
            os._exit(1)


if __name__ == "__main__":
    _serve(sys.argv[1])
