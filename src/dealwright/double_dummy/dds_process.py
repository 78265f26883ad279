"""The program that loads a library of DDS and makes the calls that it reads from standard input.

It is run as a script, ``python -I -S dds_process.py LIBRARY``, with few imports: it starts in
about 20 ms. A call is its length (uint32), then the name of a function and its arguments, as
``packed_call`` writes them; an answer is its length, the value of the function (int32) and the
bytes that the function wrote. It ends without the exit handlers of the library.
"""

from __future__ import annotations

import os
import struct
import sys
from ctypes import CDLL, byref, c_int, create_string_buffer

TYPE_CHECKING = False  # typing takes 8 ms to import
if TYPE_CHECKING:
    from typing import Any

__all__ = ["LENGTH", "VALUE", "ResultBuffer", "packed_call"]

LENGTH = struct.Struct("<I")
VALUE = struct.Struct("<i")
_HEAD = struct.Struct("<cI")
_MEMORY = 160  # MB: limit for one thread of DDS; with less it takes a sixth longer


class ResultBuffer:
    """An argument of a function: an output buffer of ``size`` bytes."""

    def __init__(self, size: int) -> None:
        self.size = size


def packed_call(function: str, *arguments: int | bytes | ResultBuffer) -> bytes:
    r"""Return a call as bytes: integers, input bytes, output buffers.

    >>> packed_call("ErrorMessage", -1, ResultBuffer(80))
    b'ErrorMessage\x00i\xff\xff\xff\xffwP\x00\x00\x00'
    """
    parts = [function.encode("ascii"), b"\0"]
    for argument in arguments:
        if isinstance(argument, int):
            parts.append(_HEAD.pack(b"i", argument & 0xFFFFFFFF))
        elif isinstance(argument, ResultBuffer):
            parts.append(_HEAD.pack(b"w", argument.size))
        else:
            parts += [_HEAD.pack(b"r", len(argument)), argument]
    return b"".join(parts)


def _called(library: Any, call: bytes) -> bytes:
    """Return what the function of a call returns, then the bytes that it wrote."""
    name, _, rest = call.partition(b"\0")
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
    return VALUE.pack(value) + b"".join(buffer.raw for buffer in buffers)


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
        library = CDLL(path)
        library.SetResources(_MEMORY, 1)
    except (OSError, AttributeError) as error:
        os.write(2, str(error).encode("utf-8", "replace"))
        os._exit(1)
    os.dup2(os.open(os.devnull, os.O_WRONLY), 2)
    calls = sys.stdin.buffer
    while head := calls.read(LENGTH.size):
        answer = _called(library, calls.read(LENGTH.unpack(head)[0]))
        remaining = LENGTH.pack(len(answer)) + answer
        while remaining:
            remaining = remaining[os.write(answers, remaining) :]
    os._exit(0)


if __name__ == "__main__":
    _serve(sys.argv[1])
